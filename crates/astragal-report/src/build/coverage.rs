//! Which lines of code the kept samples ran, among all that can be run.

use crate::model::{Coverage, Suspicious};
use crate::read::{Covered, RunTally, Sample};
use std::collections::HashMap;

/// Nothing if the log says nothing about lines.
pub(super) fn coverage(run: &RunTally, kept: &[&Sample]) -> Option<Coverage> {
    let covered: &Covered = &run.covered;
    if covered.lines.is_empty() {
        return None;
    }
    let (mut numbers, mut sets) = (HashMap::new(), Vec::new());
    let mut number = |set: u32| {
        *numbers.entry(set).or_insert_with(|| {
            sets.push(covered.sets[set as usize].clone());
            sets.len() as u32 - 1
        })
    };
    let set = kept.iter().map(|sample| sample.coverage.map(&mut number)).collect();
    let mut places = Places::new(covered);
    let counted = run.end.as_ref().map_or(&[][..], |end| &end.counted);
    for file in counted {
        file.lines.iter().for_each(|line| _ = places.line(&file.name, *line));
    }
    // What the run itself tells is about all of its cases, of which the log may have but a part.
    let told = run.end.as_ref().filter(|_| !counted.is_empty()).map(|end| &end.failing_lines);
    let suspicious = match told {
        Some(told) => told
            .iter()
            .map(|lines| {
                let of_file = |(file, lines): &(String, Vec<u32>)| {
                    lines.iter().map(|line| places.line(file, *line)).collect::<Vec<u32>>()
                };
                let all = lines.files.iter().flat_map(of_file).collect();
                Suspicious { lines: all, failing: lines.failing, passing: lines.passing }
            })
            .collect(),
        None => vec![covered.suspicious()],
    };
    let Places { files, lines, .. } = places;
    let hash = |file: &String| counted.iter().find(|counted| counted.name == *file).and_then(|file| file.hash.clone());
    Some(Coverage {
        texts: vec![None; files.len()],
        hashes: files.iter().map(hash).collect(),
        files,
        lines,
        is_whole: !counted.is_empty(),
        sets,
        set,
        suspicious: suspicious.into_iter().filter(|some| !some.lines.is_empty()).collect(),
    })
}

/// Files and lines by their numbers: those that cases ran, and more.
struct Places {
    files: Vec<String>,
    lines: Vec<[u32; 2]>,
    file_numbers: HashMap<String, u32>,
    line_numbers: HashMap<[u32; 2], u32>,
}

impl Places {
    fn new(covered: &Covered) -> Places {
        let numbered = |(number, file): (usize, &String)| (file.clone(), number as u32);
        Places {
            file_numbers: covered.files.iter().enumerate().map(numbered).collect(),
            line_numbers: covered.lines.iter().enumerate().map(|(number, line)| (*line, number as u32)).collect(),
            files: covered.files.clone(),
            lines: covered.lines.clone(),
        }
    }

    /// The number of a line, which is added if it is not known.
    fn line(&mut self, file: &str, line: u32) -> u32 {
        let file = self.file_numbers.get(file).copied().unwrap_or_else(|| {
            let number = self.files.len() as u32;
            self.files.push(file.to_string());
            self.file_numbers.insert(file.to_string(), number);
            number
        });
        let lines = &mut self.lines;
        *self.line_numbers.entry([file, line]).or_insert_with(|| {
            lines.push([file, line]);
            lines.len() as u32 - 1
        })
    }
}
