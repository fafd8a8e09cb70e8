//! A trial: one search of one contender for a failure, its tests counted.

use super::falsifiable::Falsifiable;
use super::input::Input;
use crate::etna::Verdict;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How often a property may be run once it has failed.
const MOST_AFTER_FAILURE: u64 = 100_000;

/// What a search came to.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// After how many tests a failure was found, rejected ones included.
    pub(super) found: Option<u64>,
    /// Whether what was reported is one of the smallest failures, and how many characters it is written with.
    pub(super) reported: Option<(bool, usize)>,
}

/// See the module. It is shared by what draws values and what runs the property.
pub(super) struct Trial<T> {
    pub(super) subject: Rc<Falsifiable<T>>,
    /// The most tests.
    pub(super) most: u64,
    tests: Cell<u64>,
    has_failed: Cell<bool>,
    after_failure: Cell<u64>,
    last_failure: RefCell<Option<T>>,
}

impl<T: Input> Trial<T> {
    pub(super) fn new(subject: Rc<Falsifiable<T>>, most: u64) -> Rc<Trial<T>> {
        Rc::new(Trial {
            subject,
            most,
            tests: Cell::new(0),
            has_failed: Cell::new(false),
            after_failure: Cell::new(0),
            last_failure: RefCell::new(None),
        })
    }

    /// Counts a test and judges. Once there were enough tests, everything holds, for runners that go on.
    pub(super) fn judge(&self, value: &T) -> Verdict {
        if self.has_failed.get() || self.count() { self.judge_counted(value) } else { Verdict::Holds }
    }

    /// Counts a test, unless there were enough. A guided search counts those of its condition.
    pub(super) fn count(&self) -> bool {
        let goes_on = self.tests.get() < self.most && !self.has_failed.get();
        self.tests.set(self.tests.get() + u64::from(goes_on));
        goes_on
    }

    /// Judges a value that was counted already.
    pub(super) fn judge_counted(&self, value: &T) -> Verdict {
        if self.has_failed.get() {
            self.after_failure.set(self.after_failure.get() + 1);
            if self.after_failure.get() > MOST_AFTER_FAILURE {
                return Verdict::Holds;
            }
        }
        let verdict = self.subject.judge(value);
        if verdict == Verdict::Fails {
            self.has_failed.set(true);
            *self.last_failure.borrow_mut() = Some(value.clone());
        }
        verdict
    }

    /// Tests values until there were enough or one fails. Whether there was any.
    pub(super) fn test_all(&self, values: impl IntoIterator<Item = T>) -> bool {
        let mut values = values.into_iter();
        while !self.is_over() {
            let Some(value) = values.next() else { break };
            self.judge(&value);
        }
        self.tests.get() > 0
    }

    pub(super) fn is_over(&self) -> bool {
        self.has_failed.get() || self.tests.get() == self.most
    }

    /// Whether there was no test at all.
    pub(super) fn is_untouched(&self) -> bool {
        self.tests.get() == 0
    }

    /// What it came to, if the failure is reported that the property was run with last.
    pub(super) fn outcome(&self) -> Outcome {
        let last = self.last_failure.borrow().clone();
        self.outcome_with(last)
    }

    /// What it came to, with the failure that is reported.
    pub(super) fn outcome_with(&self, reported: Option<T>) -> Outcome {
        let found = self.has_failed.get().then(|| self.tests.get());
        let reported = found.and(reported).map(|value| {
            assert_eq!(self.subject.judge(&value), Verdict::Fails, "{}: {value:?} is reported", self.subject.name);
            (self.subject.is_minimal(&value), format!("{value:?}").chars().count())
        });
        Outcome { found, reported }
    }
}
