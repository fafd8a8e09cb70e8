//! Replay: structural and total. Spans realign, what is missing reads as zero, what is too large is clamped.
//!
//! Each level of the sequence is read through two cursors, one over its own numbers and one over its nested spans. So
//! a part that became shorter or longer does not shift what follows it, and a number more or less does not shift the
//! parts. A span is found by its label: the next one of that label on this level, whatever is before it. So is a branch: its
//! rank counts only if its label is not among those that there are.
//!
//! A sequence without any span, such as an enumerated value or a list of numbers, is read straight through.

use super::producer::Producer;
use crate::choices::Choices;

/// How many choices a case may make of which `given` were given. If none were, it is as small as the generator allows, and may
/// have what that demands.
pub(super) fn limit(given: usize) -> u64 {
    if given == 0 { 1 << 20 } else { (1 << 16) + 8 * given as u64 }
}

/// Gives the choices of a sequence to a generator that may have changed since.
pub struct Replay {
    choices: Choices,
    levels: Vec<Level>,
}

/// One level of nesting: what is left of its numbers and of its spans.
#[derive(Clone, Copy)]
struct Level {
    /// The next number, and where this level ends.
    at: u32,
    end: u32,
    /// The first nested span that the cursor over the numbers has not jumped over yet.
    ahead: u32,
    /// The first nested span that has not been given out yet, and where they end.
    span: u32,
    last: u32,
    /// A label that no span has from there on: a list may look for it again for each of its elements.
    missing: &'static str,
}

const EMPTY: Level = Level { at: 0, end: 0, ahead: 0, span: 0, last: 0, missing: "" };

impl Replay {
    /// Replays choices.
    pub fn new(choices: Choices) -> Replay {
        let (end, last) = (choices.items.len() as u32, choices.spans.len() as u32);
        Replay { choices, levels: vec![Level { end, last, ..EMPTY }] }
    }
}

impl Replay {
    /// The index of the next number of this level, if there is one.
    fn next(&mut self) -> Option<usize> {
        let level = self.levels.last_mut()?;
        while level.ahead < level.last && self.choices.spans[level.ahead as usize].start == level.at {
            let inner = &self.choices.spans[level.ahead as usize];
            level.at = inner.end;
            level.ahead = inner.next;
        }
        if level.at >= level.end {
            return None;
        }
        level.at += 1;
        Some(level.at as usize - 1)
    }
}

impl Producer for Replay {
    fn choose(&mut self, _max: u64) -> Option<u64> {
        Some(self.next().map_or(0, |at| self.choices.items[at].value))
    }

    fn pick(&mut self, _site: &str, branches: &[&'static str]) -> Option<u64> {
        let Some(at) = self.next() else { return Some(0) };
        let rank = self.choices.items[at].value;
        let Some(pick) = self.choices.pick_at(at) else { return Some(rank) };
        let is_there = branches.get(rank as usize).is_some_and(|branch| pick.branch.fits(branch));
        let elsewhere = || branches.iter().position(|branch| pick.branch.as_str() == *branch);
        Some(if is_there { rank } else { elsewhere().map_or(rank, |rank| rank as u64) })
    }

    fn open(&mut self, label: &'static str) {
        if self.choices.spans.is_empty() {
            return; // a flat sequence is read straight through
        }
        let inner = match self.levels.last_mut() {
            None => EMPTY,
            Some(level) if !label.is_empty() && level.missing == label => EMPTY,
            Some(level) => {
                let mut at = level.span;
                while at < level.last && !self.choices.spans[at as usize].label.fits(label) {
                    at = self.choices.spans[at as usize].next;
                }
                if at < level.last {
                    let span = &self.choices.spans[at as usize];
                    level.span = span.next;
                    Level { at: span.start, end: span.end, ahead: at + 1, span: at + 1, last: span.next, missing: "" }
                } else {
                    level.missing = label;
                    EMPTY
                }
            }
        };
        self.levels.push(inner);
    }

    fn close(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
        }
    }

    fn limit(&self) -> u64 {
        limit(self.choices.len())
    }
}
