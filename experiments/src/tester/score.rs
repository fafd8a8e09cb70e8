//! What the runs of one contender on one property come to.

use super::contender::Contender;
use super::falsifiable::Subject;
use super::trial::Outcome;
use super::{FEW, MOST};
use crate::median::median;
use astragal::source::Rng;

/// Runs of three lengths: few cases, as many as the library runs by default, and many. Each length is a run of its own, since
/// what a library draws may depend on how much it is to draw.
pub(super) struct Score {
    pub(super) few: Vec<Outcome>,
    pub(super) usual: Vec<Outcome>,
    pub(super) many: Vec<Outcome>,
}

impl Score {
    /// `None` if the contender is not for such properties.
    pub(super) fn of(subject: &dyn Subject, contender: &Contender, seeds: u64) -> Option<Score> {
        let seeds = if contender.is_fixed() { 1 } else { seeds };
        // Seeds far apart: of seeds side by side, some libraries would run almost the same cases.
        let outcomes = |most| (0..seeds).map(|seed| subject.run(contender, Rng::new(seed).word(), most)).collect();
        let few: Vec<Outcome> = Option::from_iter::<Vec<_>>(outcomes(FEW))?;
        let usual = Option::from_iter::<Vec<_>>(outcomes(contender.default_cases()))?;
        let many = Option::from_iter::<Vec<_>>(outcomes(MOST))?;
        Some(Score { few, usual, many })
    }

    /// The median of the tests; a run that found nothing counts as all of its tests.
    pub(super) fn tests(&self) -> f64 {
        median(self.many.iter().map(tests).collect())
    }

    /// How many characters the reported failures have, if there are any.
    pub(super) fn size(&self) -> Option<f64> {
        let sizes: Vec<f64> = reported(&self.many).map(|(_, size)| size as f64).collect();
        (!sizes.is_empty()).then(|| median(sizes))
    }
}

/// How many tests a run took.
pub(super) fn tests(outcome: &Outcome) -> f64 {
    outcome.found.unwrap_or(MOST) as f64
}

/// What was reported: whether it is minimal, and its size.
pub(super) fn reported(outcomes: &[Outcome]) -> impl Iterator<Item = (bool, usize)> {
    outcomes.iter().filter_map(|outcome| outcome.reported)
}

/// The share of the runs that found the bug, in percent.
pub(super) fn found<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> f64 {
    percent(outcomes.into_iter().map(|outcome| outcome.found.is_some()))
}

/// The share of the failures reported that are minimal, in percent; `None` if there are none.
pub(super) fn minimal<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Option<f64> {
    let reported: Vec<bool> =
        outcomes.into_iter().filter_map(|outcome| outcome.reported).map(|(is_minimal, _)| is_minimal).collect();
    (!reported.is_empty()).then(|| percent(reported.into_iter()))
}

fn percent(is: impl Iterator<Item = bool>) -> f64 {
    let (yes, all) = is.fold((0, 0), |(yes, all), is| (yes + u32::from(is), all + 1));
    100.0 * f64::from(yes) / f64::from(all.max(1))
}

/// Of positive numbers.
pub(super) fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}
