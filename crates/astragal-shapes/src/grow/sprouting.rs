//! Growth by choices, one try at a time: the caller runs the tries and says how each was understood, and which led to something new.
//!
//! First come the start values: the simplest, that with each part in each of its classes, and these with what they brought about in
//! its classes. Then the steps from each value, in the order in which they were found. So it is known before a try is run what it is,
//! and what comes of it decides only what is tried later: several can be run at once.

use std::collections::{HashSet, VecDeque};

use super::edits::{self, Kind, Leaf, PartEdit, taking_turns};
use super::naming::{is_length, name_of};
use super::path::seed;
use astragal_core::{Choices, Label, Space};

/// A value with more parts than this has more classes; as many start values are enough.
const STARTS: usize = 1_000;

/// Whether a choice of a sequence is the length of a list.
pub(super) type IsLength<'a> = &'a dyn Fn(&Choices, usize) -> bool;

/// Choices to be understood by a generator.
#[derive(Debug)]
pub struct Try {
    /// What is tried.
    pub choices: Choices,
    from: usize,
    step: PartEdit,
    /// Whether it may bring about parts that were not there before: by another variant, or by a list that is not empty any more.
    opens: bool,
}

/// A value that was grown, and how.
#[derive(Debug)]
struct Stage {
    choices: Choices,
    /// The stage before it and the step from there; none of a start value.
    step: Option<(usize, PartEdit)>,
}

/// What is tried now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The parts of the simplest value, each in its classes.
    Classes,
    /// The parts of those that were not there before.
    Within,
    /// The steps from the stages before this one.
    Steps { begun: usize },
}

/// See the module.
#[derive(Debug)]
pub struct Sprouting {
    stages: Vec<Stage>,
    /// The numbers of the stages.
    seen: HashSet<Vec<u64>>,
    phase: Phase,
    tries: VecDeque<Try>,
    /// The start values with new parts, and from which choice on these are new.
    opened: Vec<(usize, usize)>,
}

impl Sprouting {
    /// Begins with the simplest value.
    pub(super) fn new(simplest: Choices, is_length: IsLength<'_>) -> Sprouting {
        let leaves = edits::leaves(&simplest, |at| is_length(&simplest, at));
        let opens = |edit: &PartEdit| leaves.iter().any(|leaf: &Leaf| leaf.at == edit.at && leaf.kind != Kind::Number);
        let classes = edits::classes(&leaves).into_iter().take(STARTS);
        let tries = classes
            .map(|step| Try { choices: step.edit.apply(&simplest), from: 0, opens: opens(&step), step })
            .collect();
        let seen = HashSet::from([numbers_of(&simplest)]);
        let stages = vec![Stage { choices: simplest, step: None }];
        Sprouting { stages, seen, phase: Phase::Classes, tries, opened: Vec::new() }
    }

    /// The same, for values of a space, if it is known.
    pub fn of_space(simplest: Choices, space: Option<&Space>) -> Sprouting {
        Sprouting::new(simplest, &|choices, at| is_length(space, choices, at))
    }

    /// The next try of a start value.
    pub(super) fn next_start(&mut self, is_length: IsLength<'_>) -> Option<Try> {
        loop {
            if self.stages.len() >= STARTS {
                self.tries.clear();
            } else if let Some(next) = self.tries.pop_front() {
                return Some(next);
            }
            if self.phase != Phase::Classes {
                return None;
            }
            self.phase = Phase::Within;
            let opened = std::mem::take(&mut self.opened);
            let within = opened.into_iter().map(|(from, at)| {
                let start = &self.stages[from].choices;
                let mut spans = start.spans().iter().map(|span| span.range());
                let inner = spans.rfind(|span| span.contains(&at)).unwrap_or(0..start.len());
                let mut new = edits::leaves(start, |at| is_length(start, at));
                new.retain(|leaf| leaf.at > at && leaf.at < inner.end);
                edits::classes(&new).into_iter().map(|step| self.to_be_tried(from, step)).collect()
            });
            self.tries = taking_turns(within.collect()).into_iter().take(STARTS).collect();
        }
    }

    /// The next try, of a start value or of a step, for values of a space, if it is known.
    pub fn next_try(&mut self, space: Option<&Space>) -> Option<Try> {
        let is_length: IsLength<'_> = &|choices, at| is_length(space, choices, at);
        loop {
            let next = match self.phase {
                Phase::Steps { .. } => self.tries.pop_front(),
                Phase::Classes | Phase::Within => self.next_start(is_length),
            };
            match next {
                Some(next) if self.is_known(&next.choices) => continue,
                Some(next) => return Some(next),
                None => {}
            }
            let from = match self.phase {
                Phase::Steps { begun } => begun,
                Phase::Classes | Phase::Within => 0,
            };
            let choices = &self.stages.get(from)?.choices;
            let steps = edits::steps(&edits::leaves(choices, |at| is_length(choices, at)));
            self.tries = steps.into_iter().map(|step| self.to_be_tried(from, step)).collect();
            self.phase = Phase::Steps { begun: from + 1 };
        }
    }

    /// The next try, if it is the same whatever comes of those before it.
    pub fn next_ready(&mut self) -> Option<Try> {
        std::iter::from_fn(|| self.tries.pop_front()).find(|next| !self.seen.contains(&numbers_of(&next.choices)))
    }

    /// Whether a value that was grown already chooses the same.
    pub fn is_known(&self, choices: &Choices) -> bool {
        self.seen.contains(&numbers_of(choices))
    }

    /// A try was understood as these choices. Whether they are new, and wanted.
    pub fn grew(&mut self, by: Try, into: Choices) -> bool {
        let is_start = !matches!(self.phase, Phase::Steps { .. });
        if is_start && self.stages.len() >= STARTS || !self.seen.insert(numbers_of(&into)) {
            return false;
        }
        let step = match self.phase {
            Phase::Steps { .. } => Some((by.from, by.step)),
            Phase::Classes | Phase::Within => {
                if by.opens {
                    self.opened.push((self.stages.len(), by.step.at));
                }
                None
            }
        };
        self.stages.push(Stage { choices: into, step });
        true
    }

    /// How the last value was grown: the name of each step, and what it led to. The parts that are arguments have names.
    pub fn path(&self, space: Option<&Space>, arguments: &[String]) -> Vec<(Label, &Choices)> {
        let mut path = Vec::new();
        let mut at = self.stages.len() - 1;
        while let Some((from, step)) = &self.stages[at].step {
            let (before, after) = (&self.stages[*from].choices, &self.stages[at].choices);
            path.push((name_of(space, arguments, step, before, after), after));
            at = *from;
        }
        path.push((seed(), &self.stages[at].choices));
        path.reverse();
        path
    }

    /// All values that were grown.
    pub(super) fn into_choices(self) -> impl Iterator<Item = Choices> {
        self.stages.into_iter().map(|stage| stage.choices)
    }

    fn to_be_tried(&self, from: usize, step: PartEdit) -> Try {
        Try { choices: step.edit.apply(&self.stages[from].choices), from, step, opens: false }
    }
}

fn numbers_of(choices: &Choices) -> Vec<u64> {
    choices.numbers().collect()
}
