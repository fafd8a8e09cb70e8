//! Who takes part: our runner by each strategy, other ways of ours to choose values, and the peers.

use super::input::Input;
use super::trial::{Outcome, Trial};
use super::{chaos_theory, hegel, ours, proptest, quickcheck};
use crate::report::OURS;
use astragal::shapes::Strategy;
use std::rc::Rc;

/// See the module.
#[derive(Clone)]
pub(super) struct Contender {
    pub(super) name: String,
    way: Way,
}

#[derive(Clone, PartialEq)]
enum Way {
    Usual,
    Random,
    By(Strategy),
    Enumerated,
    Uniform,
    Growth,
    Guided,
    Proptest,
    Quickcheck,
    Hegel,
    ChaosTheory,
}

/// `chaos_theory` has this for a constant that is not public.
const CHAOS_THEORY_CASES: u64 = 256;

impl Contender {
    fn new(name: &str, way: Way) -> Contender {
        Contender { name: name.into(), way }
    }

    /// Our default and the peers: the columns of the table.
    pub(super) fn defaults() -> Vec<Contender> {
        vec![
            Contender::new(OURS, Way::Usual),
            Contender::new("proptest", Way::Proptest),
            Contender::new("quickcheck", Way::Quickcheck),
            Contender::new("hegel", Way::Hegel),
            Contender::new("chaos_theory", Way::ChaosTheory),
        ]
    }

    /// The other ways of ours.
    pub(super) fn strategies() -> Vec<Contender> {
        let others = Strategy::known().filter(|strategy| *strategy != Strategy::usual());
        let mut ways = vec![Contender::new("ours, no enumerated", Way::Random)];
        ways.extend(others.map(|strategy| Contender::new(&strategy.to_string(), Way::By(strategy))));
        let named = [
            ("enumerated", Way::Enumerated),
            ("uniform", Way::Uniform),
            ("growth", Way::Growth),
            ("guided", Way::Guided),
        ];
        ways.extend(named.map(|(name, way)| Contender::new(name, way)));
        ways
    }

    /// How many cases a run has by default.
    pub(super) fn default_cases(&self) -> u64 {
        match self.way {
            Way::Proptest => proptest::cases(),
            Way::Quickcheck => quickcheck::CASES,
            Way::Hegel => hegel::CASES,
            Way::ChaosTheory => CHAOS_THEORY_CASES,
            _ => ours::cases(),
        }
    }

    /// Whether it is another library.
    pub(super) fn is_peer(&self) -> bool {
        matches!(self.way, Way::Proptest | Way::Quickcheck | Way::Hegel | Way::ChaosTheory)
    }

    /// Whether all runs are the same.
    pub(super) fn is_fixed(&self) -> bool {
        matches!(self.way, Way::Enumerated | Way::Growth)
    }

    /// Whether what it reports was made small, or was the smallest from the start.
    pub(super) fn shrinks(&self) -> bool {
        !matches!(self.way, Way::Random | Way::By(_) | Way::Uniform | Way::Growth | Way::Guided)
    }

    /// Tests values until the trial is over; `None` if it is not for such properties.
    pub(super) fn search<T: Input>(&self, trial: &Rc<Trial<T>>, seed: u64) -> Option<Outcome> {
        match &self.way {
            Way::Usual => ours::usual(trial, seed),
            Way::Random => ours::random(trial, seed),
            Way::By(strategy) => ours::by_strategy(trial, seed, strategy),
            Way::Enumerated => ours::enumerated(trial),
            Way::Uniform => ours::uniform(trial, seed),
            Way::Growth => ours::growth(trial),
            Way::Guided => ours::guided(trial, seed),
            Way::Proptest => Some(proptest::search(trial, seed)),
            Way::Quickcheck => Some(quickcheck::search(trial, seed)),
            Way::Hegel => Some(hegel::search(trial, seed)),
            Way::ChaosTheory => Some(chaos_theory::search(trial, seed)),
        }
    }
}
