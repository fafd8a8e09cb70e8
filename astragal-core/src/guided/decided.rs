//! What was decided, by the choices that were looked at, in the order in which they were.
//!
//! A generator and a condition ask for one choice after the other, and which one they ask for next depends on the answers so
//! far alone. So what they ask is a tree. A value that was decided before all of it was drawn is a leaf of it; whatever comes
//! to that leaf is decided as well, and need not be run. To find that out, the questions on the way are kept.

use std::collections::HashMap;

use super::pools::Scattered;
use super::script::join;

/// So many questions are kept; then they are learnt anew.
const ROOM: usize = 1 << 21;

/// What is asked of a script: for the value itself, which is part 0, or for a late part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// A span of a label begins.
    Open(u32, u32),
    /// It ends.
    Close(u32),
    /// A span of a label is a part of its own from now on.
    Apart(u32, u32),
    /// A number is chosen, which has a bound.
    Choose(u32, u64),
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// What is asked at a place up to the next choice, as a stretch of all questions. At a leaf it is nothing.
    next: HashMap<u64, (u32, u32), Scattered>,
    ops: Vec<Op>,
}

impl Decided {
    /// The place at which nothing is chosen yet.
    pub(super) const START: u64 = 1;

    /// The place after a choice.
    pub(super) fn after(place: u64, answer: u64) -> u64 {
        join(place.rotate_left(29), answer)
    }

    /// What is asked at a place, the choice last; nothing at all if all is decided there.
    pub(super) fn next(&self, place: u64) -> Option<&[Op]> {
        let &(start, end) = self.next.get(&place)?;
        Some(&self.ops[start as usize..end as usize])
    }

    /// Whoever is asked this, and answers that, is decided.
    pub(super) fn note(&mut self, asked: &[Op], answers: &[u64]) {
        if self.ops.len() + asked.len() > ROOM {
            self.next.clear();
            self.ops.clear();
        }
        let (mut place, mut answers) = (Decided::START, answers.iter());
        for asked in asked.split_inclusive(|op| matches!(op, Op::Choose(..))) {
            // What is asked after the last choice is asked whatever comes.
            let Some(&answer) = answers.next() else { break };
            let start = self.ops.len();
            let known = self.next.entry(place).or_insert((start as u32, (start + asked.len()) as u32));
            if known.0 as usize == start {
                self.ops.extend_from_slice(asked);
            }
            place = Decided::after(place, answer);
        }
        self.next.insert(place, (0, 0));
    }
}
