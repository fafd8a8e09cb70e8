//! What can be changed in a sequence of choices: one part at a time, by a little or to a boundary.

use super::inner::Inner;
use super::landmarks::landmarks;
use astragal_core::support::WIDE;
use astragal_core::{Choices, Edit};

/// A pick with more branches is not tried at each of them.
const BRANCHES: u128 = 64;
/// A value with more parts than this grows in the first ones.
const LEAVES: usize = 256;

/// What a number in a sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A part of the value.
    Number,
    /// Which branch was taken.
    Pick,
    /// How many more choices follow, such as the length of a list.
    Length,
    /// The start value of a growth within the value, which goes on by its own steps.
    Start,
}

/// A number in a sequence: one choice, or two if it has more than 64 bits.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) at: usize,
    pub(super) kind: Kind,
    wide: bool,
    value: u128,
    max: u128,
    /// The steps of a growth within the value.
    own_steps: Vec<PartEdit>,
}

/// A change of one part of a sequence, or of several. See [`grown`](super::grown).
#[derive(Clone, Debug)]
pub struct PartEdit {
    /// Its name; a pick is named after the branch that it leads to.
    pub(super) label: &'static str,
    /// The first choice that it changes.
    pub(super) at: usize,
    pub(super) edit: Edit,
}

impl PartEdit {
    /// Several changes at once.
    fn all(edits: impl Iterator<Item = PartEdit>) -> PartEdit {
        let nothing = PartEdit { label: "boundary", at: usize::MAX, edit: Edit::new() };
        edits.fold(nothing, |all, next| PartEdit { at: all.at.min(next.at), edit: all.edit.and(next.edit), ..all })
    }
}

/// The numbers of a sequence. One that is not a pick and may be large is a length if `is_length` says so. Of a growth within the
/// value it is the start alone.
pub(super) fn leaves(choices: &Choices, is_length: impl Fn(usize) -> bool) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let mut at = 0;
    while at < choices.len() && leaves.len() < LEAVES {
        let choice = choices.items()[at];
        let (mut value, mut max) = (u128::from(choice.value), u128::from(choice.max));
        if let Some(inner) = Inner::at(choices, at) {
            let own_steps = inner.grown(choices).map(|edit| PartEdit { label: "step", at, edit }).collect();
            leaves.push(Leaf { at, kind: Kind::Start, wide: false, value, max, own_steps });
            at = inner.end();
            continue;
        }
        let wide = choices.is_span(at..at + 2, WIDE);
        let kind = match choices.pick_at(at) {
            Some(_) => Kind::Pick,
            None if !wide && is_length(at) => Kind::Length,
            None => Kind::Number,
        };
        if wide {
            let low = choices.items()[at + 1];
            value = value << 64 | u128::from(low.value);
            // The low half of the largest number is known only if the high half is the largest one.
            let low_max = if choice.value == choice.max { low.max } else { u64::MAX };
            max = max << 64 | u128::from(low_max);
        }
        leaves.push(Leaf { at, kind, wide, value, max, own_steps: Vec::new() });
        at += 1 + usize::from(wide);
    }
    leaves
}

impl Leaf {
    fn set(&self, label: &'static str, to: u128) -> PartEdit {
        let mut edit = Edit::new();
        if self.wide {
            edit.set(self.at, (to >> 64) as u64).set(self.at + 1, to as u64);
        } else {
            edit.set(self.at, to as u64);
        }
        PartEdit { label, at: self.at, edit }
    }

    /// The classes that the number is not in: boundaries, the other branches, a list of one and of two elements.
    pub(super) fn classes(&self) -> Vec<PartEdit> {
        let others = match self.kind {
            Kind::Number => landmarks(self.max),
            Kind::Pick => (0..=self.max.min(BRANCHES)).collect(),
            Kind::Start => (0..=self.max).collect(),
            Kind::Length => vec![self.value + 1, self.value + 2],
        };
        let fits = |to: &u128| *to != self.value && *to <= self.max;
        others.into_iter().filter(fits).map(|to| self.set("boundary", to)).collect()
    }

    /// The steps from here: small ones first, then to the boundaries.
    fn steps(&self, before: &[Leaf]) -> Vec<PartEdit> {
        if self.kind == Kind::Pick {
            return self.classes();
        }
        if self.kind == Kind::Start {
            return self.own_steps.clone();
        }
        if self.kind == Kind::Length {
            return if self.value < self.max { vec![self.set("add", self.value + 1)] } else { Vec::new() };
        }
        let alike = before.iter().rev().find(|leaf| leaf.max == self.max && leaf.kind == Kind::Number);
        // Of numbers with a sign, every other choice has the same one.
        let near = [
            ("next", self.value.checked_add(1)),
            ("next but one", self.value.checked_add(2)),
            ("previous", self.value.checked_sub(1)),
            ("previous but one", self.value.checked_sub(2)),
            ("larger", self.value.checked_mul(2)),
            ("repeat", alike.map(|leaf| leaf.value)),
        ];
        let far = landmarks(self.max).into_iter().map(|to| ("boundary", Some(to)));
        let mut seen = vec![self.value];
        let mut edits = Vec::new();
        for (label, to) in near.into_iter().chain(far) {
            let Some(to) = to.filter(|to| *to <= self.max && !seen.contains(to)) else { continue };
            seen.push(to);
            edits.push(self.set(label, to));
        }
        edits
    }
}

/// All steps from a sequence: the first of each number, then the second of each, and so on, so that none has to wait.
pub(super) fn steps(leaves: &[Leaf]) -> Vec<PartEdit> {
    taking_turns(leaves.iter().enumerate().map(|(at, leaf)| leaf.steps(&leaves[..at])).collect())
}

/// Each number in each of its classes, and all numbers in the same one.
pub(super) fn classes(leaves: &[Leaf]) -> Vec<PartEdit> {
    let mut lists: Vec<Vec<PartEdit>> = leaves.iter().map(Leaf::classes).collect();
    let numbers: Vec<Vec<PartEdit>> = leaves
        .iter()
        .filter(|leaf| leaf.kind == Kind::Number)
        .map(Leaf::classes)
        .filter(|list| !list.is_empty())
        .collect();
    if numbers.len() > 1 {
        let longest = numbers.iter().map(Vec::len).max().unwrap_or(0);
        let same_class = |rank: usize| PartEdit::all(numbers.iter().map(|list| list[rank.min(list.len() - 1)].clone()));
        lists.push((0..longest).map(same_class).collect());
    }
    taking_turns(lists)
}

/// The first of each list, the second of each, and so on.
pub(super) fn taking_turns<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}
