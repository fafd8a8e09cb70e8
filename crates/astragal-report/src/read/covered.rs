//! Which lines of code the cases of a run covered: sets of lines, each kept once.

use super::case::Status;
use crate::model::Suspicious;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// How many different sets of lines are kept; later ones are counted for `suspicious` and not shown.
const MOST_SETS: usize = 5_000;

/// The lines that cases ran.
#[derive(Debug, Default)]
pub(crate) struct Covered {
    pub(crate) files: Vec<String>,
    pub(crate) lines: Vec<[u32; 2]>,
    pub(crate) sets: Vec<Vec<u32>>,
    numbers: HashMap<(u32, u32), u32>,
    known: HashMap<Vec<u32>, u32>,
    /// Lines of any passing case, and how many cases there are.
    passing: (BTreeSet<u32>, u64),
    /// Lines of all failing cases, and how many there are.
    failing: (BTreeSet<u32>, u64),
}

impl Covered {
    /// Counts the lines of a case; returns the number of their set. Nothing if the case says nothing about lines.
    pub(super) fn count(&mut self, coverage: &Value, status: Status) -> Option<u32> {
        let map = coverage.as_object()?;
        let mut set = Vec::new();
        for (file, lines) in map {
            let file = self.file(file);
            for line in lines.as_array().map_or(&[][..], Vec::as_slice).iter().filter_map(Value::as_u64) {
                set.push(self.line(file, u32::try_from(line).unwrap_or(u32::MAX)));
            }
        }
        set.sort_unstable();
        set.dedup();
        match status {
            Status::Passed => {
                self.passing.0.extend(&set);
                self.passing.1 += 1;
            }
            Status::Failed => {
                match self.failing.1 {
                    0 => self.failing.0.extend(&set),
                    _ => self.failing.0.retain(|line| set.binary_search(line).is_ok()),
                }
                self.failing.1 += 1;
            }
            Status::Rejected => {}
        }
        if let Some(number) = self.known.get(&set) {
            return Some(*number);
        }
        if self.sets.len() == MOST_SETS {
            return None;
        }
        let number = self.sets.len() as u32;
        self.known.insert(set.clone(), number);
        self.sets.push(set);
        Some(number)
    }

    fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().position(|file| file == name);
        known.unwrap_or_else(|| {
            self.files.push(name.to_string());
            self.files.len() - 1
        }) as u32
    }

    fn line(&mut self, file: u32, line: u32) -> u32 {
        let lines = &mut self.lines;
        *self.numbers.entry((file, line)).or_insert_with(|| {
            lines.push([file, line]);
            lines.len() as u32 - 1
        })
    }

    /// Lines that all failing cases ran and no passing one. None if nothing failed or nothing passed: then it says nothing.
    pub(crate) fn suspicious(&self) -> Suspicious {
        let (passing, failing) = (&self.passing.0, &self.failing.0);
        let lines = failing.difference(passing).filter(|_| !passing.is_empty()).copied().collect();
        Suspicious { lines, failing: self.failing.1, passing: self.passing.1 }
    }
}
