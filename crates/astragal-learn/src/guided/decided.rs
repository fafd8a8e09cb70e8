//! What was decided, by the choices that were forced, in the order in which they were.
//!
//! A generator and a condition ask for one choice after the other, and which one they ask for next depends on the answers so
//! far alone. So what they ask is a tree. A value that was decided before all of it was drawn is a leaf of it; whatever comes
//! to that leaf is decided as well, and need not be run. To find that out, what is asked on the way is kept.
//!
//! The way to a leaf is kept from where it left another way. So it takes one entry, and to follow it is to read on.

use std::collections::HashMap;

use super::pools::Scattered;
use super::script::join;
use astragal_core::support::mix;

/// How many steps are kept; then they are learned anew.
const ROOM: usize = 1 << 22;
/// How many questions are kept, choices among them.
const QUESTIONS: usize = 1 << 20;

/// What is asked of a script: for the value itself, which is part 0, or for a lazy part.
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

/// What is asked up to a choice, by its number; and the answer, in short.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    asked: u32,
    answer: u32,
}

impl Step {
    #[inline]
    pub(super) fn is_answered(self, answer: u64) -> bool {
        self.answer == short(answer)
    }
}

/// An answer in short. Small ones are themselves.
#[inline]
fn short(answer: u64) -> u32 {
    u32::try_from(answer).unwrap_or_else(|_| mix(answer) as u32)
}

/// A way that is followed: the steps from here on.
type Way = (u32, u32);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// Ways by the place where they begin, each up to a leaf.
    ways: HashMap<u64, Way, Scattered>,
    steps: Vec<Step>,
    /// All questions, each up to a choice, and where they end; and by which number each is known.
    ops: Vec<Op>,
    ends: Vec<u32>,
    known: HashMap<u64, u32, Scattered>,
}

impl Decided {
    /// The place at which nothing is chosen yet.
    pub(super) const START: u64 = 1;

    /// The place after a choice.
    #[inline]
    pub(super) fn after(place: u64, answer: u64) -> u64 {
        join(place.rotate_left(29), answer)
    }

    /// The way that begins at a place.
    pub(super) fn way(&self, place: u64) -> Option<&[Step]> {
        let &(start, end) = self.ways.get(&place)?;
        Some(&self.steps[start as usize..end as usize])
    }

    /// What is asked, the choice last.
    pub(super) fn asked(&self, step: Step) -> &[Op] {
        let number = step.asked as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ops[start as usize..self.ends[number] as usize]
    }

    /// Notes that a script that is asked this, and answers that, is decided.
    pub(super) fn note(&mut self, asked: &[Op], answers: &[u64]) {
        let (mut place, mut way) = (Decided::START, self.way(Decided::START));
        let mut same = 0;
        // As far as others have gone before.
        while let Some(steps) = way {
            way = None;
            for step in steps {
                let Some(&answer) = answers.get(same) else { return };
                (place, same) = (Decided::after(place, answer), same + 1);
                if !step.is_answered(answer) {
                    way = self.way(place);
                    if way.is_none() {
                        return self.add(place, same, asked, answers);
                    }
                    break;
                }
            }
        }
        if same == 0 {
            self.add(place, same, asked, answers);
        }
    }

    /// Adds a way from a place on, to which `before` choices lead.
    fn add(&mut self, place: u64, before: usize, asked: &[Op], answers: &[u64]) {
        let is_full = self.steps.len() + answers.len() > ROOM || self.ops.len() + asked.len() > QUESTIONS;
        if is_full {
            *self = Decided::default();
        }
        // Others have to come the same way.
        let (place, before) = if is_full { (Decided::START, 0) } else { (place, before) };
        let start = self.steps.len();
        // Questions after the last choice are asked whatever comes.
        let asked = asked.split_inclusive(|op| matches!(op, Op::Choose(..)));
        for (asked, &answer) in asked.zip(answers).skip(before) {
            let step = Step { asked: self.number(asked), answer: short(answer) };
            self.steps.push(step);
        }
        self.ways.insert(place, (start as u32, self.steps.len() as u32));
    }

    /// The number of some questions.
    fn number(&mut self, asked: &[Op]) -> u32 {
        let key = asked.iter().fold(asked.len() as u64, |key, &op| {
            let (kind, one, other) = match op {
                Op::Open(part, label) => (1, part, u64::from(label)),
                Op::Close(part) => (2, part, 0),
                Op::Apart(part, label) => (3, part, u64::from(label)),
                Op::Choose(part, max) => (4, part, max),
            };
            join(join(key.rotate_left(29), kind << 32 | u64::from(one)), other)
        });
        let number = self.ends.len() as u32;
        let known = *self.known.entry(key).or_insert(number);
        if known == number {
            self.ops.extend_from_slice(asked);
            self.ends.push(self.ops.len() as u32);
        }
        known
    }
}
