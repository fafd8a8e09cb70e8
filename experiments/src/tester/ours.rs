//! Our own side: the usual generators in our runner by each strategy, and the other ways to choose values.

use super::input::Input;
use super::trial::{Outcome, Trial};
use crate::etna::Verdict;
use astragal::config::{Config, Phase, Phases};
use astragal::prelude::*;
use astragal::shapes::{Strategy, grown};
use astragal::source::Rng;
use astragal::spaces::Measure;
use astragal::{Check, Draw, Report};
use std::rc::Rc;

/// How many cases our runner runs unless told otherwise.
pub(super) fn cases() -> u64 {
    Config::new().values().cases
}

/// Our runner as it is, but that nothing depends on the clock.
pub(super) fn usual<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Option<Outcome> {
    let report = run(trial, check(trial, seed), any::<T>(), Trial::judge);
    let reported = report.failures.first();
    let value = reported.and_then(|failure| any::<T>().replay(&failure.minimal.choices).ok());
    Some(trial.outcome_with(value))
}

/// All but what is done with a failure.
fn find_only() -> Phases {
    Phases::ALL.without(Phase::Shrink).without(Phase::Explain)
}

/// Random values alone.
pub(super) fn random<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Option<Outcome> {
    let phases = find_only().without(Phase::Exhaustive);
    let _ = run(trial, check(trial, seed).with(|config| config.phases(phases)), any::<T>(), Trial::judge);
    Some(trial.outcome())
}

/// Our runner with another strategy. There are some that are not for all types.
pub(super) fn by_strategy<T: Input>(trial: &Rc<Trial<T>>, seed: u64, strategy: &Strategy) -> Option<Outcome> {
    let check = check(trial, seed).with(|config| config.phases(find_only()).strategy(strategy.clone()));
    let _ = run(trial, check, any::<T>(), Trial::judge);
    (!trial.is_untouched()).then(|| trial.outcome())
}

/// Guided by the condition of the property. Calls of the condition count as tests.
pub(super) fn guided<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Option<Outcome> {
    let condition = trial.subject.assumes?;
    let counting = |value: &T| {
        trial.count();
        condition(value)
    };
    // A tenth of the tests is for learning.
    let values = any::<T>().filter(counting).guided().calls(trial.most / 10);
    let check = check(trial, seed).with(|config| config.phases(find_only()));
    let _ = run(
        trial,
        check,
        values,
        |trial, value| {
            if trial.is_over() { Verdict::Holds } else { trial.judge_counted(value) }
        },
    );
    Some(trial.outcome())
}

fn check<T: Input>(trial: &Trial<T>, seed: u64) -> Check {
    Check::new().seed(seed).cases(trial.most).with(|config| config.time(None))
}

/// Compiled once for each type and generator: so what differs is data.
fn run<T: Input, G: Gen<Value = T>>(
    trial: &Trial<T>,
    check: Check,
    values: G,
    judge: fn(&Trial<T>, &T) -> Verdict,
) -> Report {
    check.run(values, |value| {
        let verdict = judge(trial, &value);
        assume!(verdict != Verdict::LeftOut);
        verdict == Verdict::Holds
    })
}

/// All values, smallest first.
pub(super) fn enumerated<T: Input>(trial: &Rc<Trial<T>>) -> Option<Outcome> {
    trial.test_all(any::<T>().measured(Measure::tiers()).iter());
    Some(trial.outcome())
}

/// The sizes of which values are drawn uniformly, one after the other, as bits and constructors.
const SIZES: usize = 60;

/// Values of growing size, and of those of one size each is as likely.
pub(super) fn uniform<T: Input>(trial: &Rc<Trial<T>>, seed: u64) -> Option<Outcome> {
    let values = any::<T>().measured(Measure::size());
    let sizes = (0..SIZES).filter(|&size| values.count(size) != 0);
    let of_size: Vec<_> = sizes.map(|size| values.uniform(size)).collect();
    let mut rng = Rng::new(seed);
    trial.test_all(of_size.iter().cycle().map(|values| values.sample(rng.word())));
    Some(trial.outcome())
}

/// Values that grow step by step.
pub(super) fn growth<T: Input>(trial: &Rc<Trial<T>>) -> Option<Outcome> {
    trial.test_all(grown(any::<T>()).breadth_first().map(|grown| grown.into_value()));
    Some(trial.outcome())
}
