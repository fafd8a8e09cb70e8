//! A falsifiable property: a planted bug with a switch, a property that it breaks, and the smallest failures.

use super::contender::Contender;
use super::input::Input;
use super::trial::{Outcome, Trial};
use crate::etna::Verdict;
use std::rc::Rc;

/// See the module.
pub(super) struct Falsifiable<T> {
    /// Its family and its own name: `dates/leap_years`.
    pub(super) name: &'static str,
    /// What the bug is.
    pub(super) bug: &'static str,
    pub(super) assumes: Option<fn(&T) -> bool>,
    /// Whether the property holds of the implementation, which is the faulty one or the right one.
    holds: fn(bool, &T) -> bool,
    is_minimal: fn(&T) -> bool,
    minimal: Vec<T>,
    is_fixable: bool,
}

/// A bug, and a property of the faulty or the right implementation.
pub(super) fn falsifiable<T: Input>(
    name: &'static str,
    bug: &'static str,
    holds: fn(bool, &T) -> bool,
) -> Falsifiable<T> {
    Falsifiable { name, bug, assumes: None, holds, is_minimal: |_| false, minimal: Vec::new(), is_fixable: true }
}

impl<T: Input> Falsifiable<T> {
    /// Rejects values that do not meet the condition.
    pub(super) fn assuming(self, condition: fn(&T) -> bool) -> Self {
        Falsifiable { assumes: Some(condition), ..self }
    }

    /// There is no right implementation at hand: the property itself is wrong, or comes from where the bug has no switch.
    pub(super) fn without_fix(self) -> Self {
        Falsifiable { is_fixable: false, ..self }
    }

    /// The smallest failures that are like the given ones, which are some of them.
    pub(super) fn minimal_if(self, is_minimal: fn(&T) -> bool, some: impl IntoIterator<Item = T>) -> Box<dyn Subject> {
        Falsifiable { is_minimal, ..self }.minimal(some)
    }

    /// All smallest failures: of several, none is smaller than another in every order.
    pub(super) fn minimal(self, all: impl IntoIterator<Item = T>) -> Box<dyn Subject> {
        Box::new(Rc::new(Falsifiable { minimal: all.into_iter().collect(), ..self }))
    }

    /// What the faulty implementation makes of a value.
    pub(super) fn judge(&self, value: &T) -> Verdict {
        self.judge_version(true, value)
    }

    fn judge_version(&self, faulty: bool, value: &T) -> Verdict {
        match self.assumes {
            Some(assumes) if !assumes(value) => Verdict::LeftOut,
            _ => Verdict::of((self.holds)(faulty, value)),
        }
    }

    /// Whether a value is one of the smallest failures.
    pub(super) fn is_minimal(&self, value: &T) -> bool {
        // By their text, so that -0 is not 0 and NaN is NaN.
        let text = format!("{value:?}");
        (self.is_minimal)(value) || self.minimal.iter().any(|minimal| format!("{minimal:?}") == text)
    }
}

/// A falsifiable property of whatever type.
pub(super) trait Subject {
    fn name(&self) -> &'static str;
    fn bug(&self) -> &'static str;
    /// Whether there is a right implementation too.
    fn has_switch(&self) -> bool;
    /// Looks for a failure in at most that many tests; `None` if the contender is not for such properties.
    fn run(&self, contender: &Contender, seed: u64, most: u64) -> Option<Outcome>;
    /// What is wrong with it itself: with the bug or the smallest failures.
    #[cfg(test)]
    fn check(&self) -> Result<(), String>;
}

impl<T: Input> Subject for Rc<Falsifiable<T>> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn bug(&self) -> &'static str {
        self.bug
    }

    fn has_switch(&self) -> bool {
        self.is_fixable
    }

    fn run(&self, contender: &Contender, seed: u64, most: u64) -> Option<Outcome> {
        let trial = Trial::new(Rc::clone(self), most);
        contender.search(&trial, seed)
    }

    #[cfg(test)]
    fn check(&self) -> Result<(), String> {
        super::tests::check(self)
    }
}

#[cfg(test)]
impl<T: Input> Falsifiable<T> {
    /// The given smallest failures.
    pub(super) fn known(&self) -> &[T] {
        &self.minimal
    }

    /// What the right implementation makes of a value, if there is such a one.
    pub(super) fn judge_fixed(&self, value: &T) -> Option<Verdict> {
        self.is_fixable.then(|| self.judge_version(false, value))
    }
}
