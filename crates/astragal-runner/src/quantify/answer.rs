//! The answers of quantifiers, and how many values they searched.

use std::fmt;

use astragal_core::__private::debug_text;

use crate::property::{Complaint, Outcome};
use crate::report::Origin;

/// The values that a quantifier searched, smallest first. See [`exists`](super::exists).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    pub(super) values: u64,
    pub(super) rejected: u64,
    pub(super) all_up_to: Option<usize>,
    pub(super) is_by_depth: bool,
    pub(super) is_all: bool,
}

impl Searched {
    /// How many values, rejected ones included.
    pub fn values(&self) -> u64 {
        self.values
    }

    /// How many of them were rejected: by `assume!` in the predicate, or by a filter of the generator.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Up to which size, or depth, there are no others; `None` if there are others of the smallest.
    pub fn all_up_to(&self) -> Option<usize> {
        self.all_up_to
    }

    /// Whether there are no others at all: only then an answer is more than evidence.
    pub fn is_all(&self) -> bool {
        self.is_all
    }

    /// Whether there are others, and none of these says anything.
    pub(super) fn says_nothing(&self) -> bool {
        self.values == self.rejected && !self.is_all
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { values, rejected, all_up_to, is_by_depth, is_all } = self;
        let plural = if *values == 1 { "" } else { "s" };
        match (is_all, all_up_to) {
            (true, _) if *values == 1 => f.write_str("the only possible value")?,
            (true, _) => write!(f, "all {values} values")?,
            (false, None) => write!(f, "the first {values} value{plural}")?,
            (false, Some(size)) => {
                let unit = if *is_by_depth { "depth" } else { "size" };
                write!(f, "the first {values} value{plural}, all up to {unit} {size}")?;
            }
        }
        if *rejected > 0 {
            write!(f, " ({rejected} of them rejected)")?;
        }
        Ok(())
    }
}

/// Whether there is a value that a predicate holds for. See [`exists`](super::exists) and
/// [`exists_unique`](super::exists_unique).
///
/// Its text says what was searched; it is the message of a property that returns it and fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "whether something was found is in the answer: `is_found()`, `expect_found()`, or return it from the property"]
pub struct Existence<T> {
    /// Two at most.
    witnesses: Vec<T>,
    wanted: Wanted,
    searched: Searched,
}

/// What makes an answer a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    AtLeastOne,
    ExactlyOne,
    /// An assumption did not hold, so nothing is asked.
    Nothing,
}

impl<T> Existence<T> {
    pub(super) fn of(witnesses: Vec<T>, searched: Searched) -> Existence<T> {
        Existence { witnesses, wanted: Wanted::AtLeastOne, searched }
    }

    pub(super) fn of_one(witnesses: Vec<T>, searched: Searched) -> Existence<T> {
        Existence { witnesses, wanted: Wanted::ExactlyOne, searched }
    }

    /// Whether there is a witness; of `exists_unique`, whether there is exactly one.
    pub fn is_found(&self) -> bool {
        match self.wanted {
            Wanted::AtLeastOne => !self.witnesses.is_empty(),
            Wanted::ExactlyOne => self.witnesses.len() == 1,
            Wanted::Nothing => true,
        }
    }

    /// The witness, if it is found.
    pub fn witness(&self) -> Option<&T> {
        self.witnesses.first().filter(|_| self.is_found())
    }

    /// The witnesses that were seen: none or one; of `exists_unique`, two if there are several.
    pub fn witnesses(&self) -> &[T] {
        &self.witnesses
    }

    /// What was searched.
    pub fn searched(&self) -> &Searched {
        &self.searched
    }
}

impl<T: fmt::Debug> Existence<T> {
    /// The witness.
    ///
    /// ```
    /// use astragal::spaces::exists;
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(exists(any::<u8>(), |n| n > 3 && n % 3 == 0).expect_found(), 6);
    /// ```
    ///
    /// # Panics
    /// If none is found: it says what was searched, at the place of the caller.
    #[track_caller]
    pub fn expect_found(mut self) -> T {
        if self.is_found() {
            if let Some(witness) = self.witnesses.pop() {
                return witness;
            }
        }
        // Written before the panic, so that a text without end can be cut.
        let text = self.to_string();
        panic!("{text}")
    }
}

impl<T: fmt::Debug> fmt::Display for Existence<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let searched = &self.searched;
        match (&self.witnesses[..], self.wanted) {
            (_, Wanted::Nothing) => f.write_str("an assumption did not hold"),
            ([], _) => write!(f, "no witness among {searched}"),
            ([one], Wanted::ExactlyOne) => write!(f, "{} is the only witness among {searched}", debug_text(one)),
            ([one, other, ..], Wanted::ExactlyOne) => {
                write!(f, "two witnesses: {} and {}", debug_text(one), debug_text(other))
            }
            ([one, ..], Wanted::AtLeastOne) => write!(f, "{} is a witness", debug_text(one)),
        }
    }
}

/// Whether a predicate holds for all values. See [`for_all`](super::for_all).
///
/// Its text says what was searched; it is the message of a property that returns it and fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "whether it holds is in the answer: `holds()`, `expect_holds()`, or return it from the property"]
pub struct Universal<T> {
    counterexample: Option<T>,
    /// An assumption did not hold, so nothing is asked.
    is_neutral: bool,
    searched: Searched,
}

impl<T> Universal<T> {
    pub(super) fn of(counterexample: Option<T>, searched: Searched) -> Universal<T> {
        Universal { counterexample, is_neutral: false, searched }
    }

    /// Whether no counterexample is found, and anything was checked.
    pub fn holds(&self) -> bool {
        self.is_neutral || self.counterexample.is_none() && !self.searched.says_nothing()
    }

    /// The first value that the predicate does not hold for.
    pub fn counterexample(&self) -> Option<&T> {
        self.counterexample.as_ref()
    }

    /// What was searched.
    pub fn searched(&self) -> &Searched {
        &self.searched
    }
}

impl<T: fmt::Debug> Universal<T> {
    /// # Panics
    /// If it does not hold: it says why, at the place of the caller.
    #[track_caller]
    pub fn expect_holds(self) {
        if !self.holds() {
            let text = self.to_string();
            panic!("{text}")
        }
    }
}

impl<T: fmt::Debug> fmt::Display for Universal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.counterexample {
            _ if self.is_neutral => f.write_str("an assumption did not hold"),
            Some(value) => write!(f, "{} is a counterexample", debug_text(value)),
            None if self.searched.says_nothing() => write!(f, "unknown: {}", self.searched),
            None => write!(f, "no counterexample among {}", self.searched),
        }
    }
}

/// A quantifier inside another one is its predicate.
impl<T> From<Existence<T>> for bool {
    fn from(existence: Existence<T>) -> bool {
        existence.is_found()
    }
}

/// A quantifier inside another one is its predicate.
impl<T> From<Universal<T>> for bool {
    fn from(universal: Universal<T>) -> bool {
        universal.holds()
    }
}

impl<T: fmt::Debug> Outcome for Existence<T> {
    fn neutral() -> Existence<T> {
        Existence { witnesses: Vec::new(), wanted: Wanted::Nothing, searched: Searched::default() }
    }

    fn judge(self) -> Result<(), Complaint> {
        if self.is_found() { Ok(()) } else { Err(complaint(&self)) }
    }
}

impl<T: fmt::Debug> Outcome for Universal<T> {
    fn neutral() -> Universal<T> {
        Universal { counterexample: None, is_neutral: true, searched: Searched::default() }
    }

    fn judge(self) -> Result<(), Complaint> {
        if self.holds() { Ok(()) } else { Err(complaint(&self)) }
    }
}

fn complaint(answer: &impl fmt::Display) -> Complaint {
    Complaint { origin: Origin::ReturnedFalse, message: answer.to_string() }
}
