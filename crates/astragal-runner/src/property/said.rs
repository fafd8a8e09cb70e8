//! The functions that `assume!` and the other macros call.

use std::any::Any;
use std::fmt::{self, Debug};

use super::{Outcome, context, marks};
use crate::statistics::Observation;

/// What `assume!` returns.
#[track_caller]
pub fn rejected<R: Outcome>() -> R {
    context::reject();
    R::neutral()
}

/// What `collect!` says.
#[track_caller]
pub fn collected<T: Debug + Any>(label: &'static str, value: &T) {
    context::observe("collect!", label, Observation::of(value));
}

/// What `classify!` says.
#[track_caller]
pub fn classified(label: &'static str, holds: bool) {
    context::observe("classify!", label, Observation::Holds(holds));
}

/// What `cover!` says.
#[track_caller]
pub fn covered(label: &'static str, holds: bool, percent: impl Into<f64>) {
    context::cover(label, holds, percent.into());
}

/// What `target!` says.
#[track_caller]
pub fn scored(label: &'static str, score: f64) {
    context::score(label, score);
}

/// What `note!` says.
#[track_caller]
pub fn noted(text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result, file: &'static str, line: u32) {
    context::note(text, file, line);
}

/// Where `reach!` is.
#[inline]
pub fn reached(label: &'static str) {
    marks::reached(label);
}
