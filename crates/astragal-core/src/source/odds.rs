//! An account of chances: how likely given choices are under plain drawing, and what could be chosen next.
//!
//! What is accounted is plain drawing: a number is uniform, a length is uniform up to what the size allows, a pick goes by its
//! weights, that of a recursive type by those at size 100. The moods, the specials of some leaves and how size is divided are
//! not in it. Where chance takes advice, the adviser is asked how likely each answer is.

use super::advice::Ranked;
use super::core::Core;
use super::{Branches, DEFAULT_SIZE, Plan, Reject, Source};
use crate::choices::Choices;

/// What a generator asks for next. See [`Draw::choices_at`](crate::Draw::choices_at).
#[derive(Clone, Debug, PartialEq)]
pub struct Next {
    /// The largest number that can be chosen.
    pub max: u64,
    /// The name of the pick, if it is a labelled one.
    pub site: Option<&'static str>,
    /// Its branches by rank, each with its chance; none if it is no pick.
    pub branches: Vec<(&'static str, f64)>,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Odds {
    /// The logarithm of each choice's chance, in the order in which they were made.
    each: Vec<f64>,
    /// What the adviser says of the number that is chosen now.
    advised: Option<Advised>,
    /// The choice that somebody wants to know about, and what was found.
    wanted: Option<usize>,
    next: Option<Next>,
    /// Whether a number was among the choices that chance draws with a bias.
    is_biased: bool,
}

/// How likely a number is on advice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advised {
    /// The chance that it is advised.
    pub(crate) chance: f64,
    /// The chance that nothing is.
    pub(crate) left: f64,
}

/// The logarithm of the chance of one number of those up to `max`.
fn uniform(max: u64) -> f64 {
    -(max as f64 + 1.0).log2()
}

impl Odds {
    /// A number was chosen.
    pub(super) fn number(&mut self, max: u64) {
        if self.wanted == Some(self.each.len()) {
            self.next = Some(Next { max, site: None, branches: Vec::new() });
        }
        let chance = self.with_advice(uniform(max));
        self.each.push(chance);
    }

    /// The chance of a number, given what it is without advice.
    fn with_advice(&self, plain: f64) -> f64 {
        self.advised.map_or(plain, |Advised { chance, left }| (chance + left * plain.exp2()).log2())
    }

    /// The number that was chosen last is a length, which goes up to a cap at random.
    pub(super) fn length(&mut self, extra: u64, cap: u64) {
        let chance = self.with_advice(if extra > cap { f64::NEG_INFINITY } else { uniform(cap) });
        if let Some(last) = self.each.last_mut() {
            *last = chance;
        }
    }

    /// A branch was chosen, by its rank.
    fn branch(&mut self, site: &'static str, rank: usize, branches: &[(&'static str, f64)]) {
        if self.wanted == Some(self.each.len()) {
            let max = branches.len() as u64 - 1;
            self.next = Some(Next { max, site: Some(site), branches: branches.to_vec() });
        }
        self.each.push(branches[rank].1.log2());
    }
}

impl Core {
    /// A number is chosen next that chance draws with a bias.
    #[inline]
    pub(super) fn account_bias(&mut self, max: u64) {
        if let Some(odds) = &mut self.odds {
            odds.is_biased |= max > 0;
        }
    }

    /// Keeps account of a pick.
    pub(super) fn account_pick(&mut self, plan: &Plan, arm: usize) {
        let Some(odds) = &mut self.odds else { return };
        let advised = self.steering.as_mut().and_then(|it| it.chances(plan.site(), &Ranked(plan)));
        let lots = self.replanned.as_ref().map_or(plan.lots(), |other| other.lots(plan));
        let chance = |rank: usize| match &advised {
            Some(advised) => advised[rank],
            None => lots.chance(plan.arm(rank), DEFAULT_SIZE),
        };
        let branches: Vec<_> = (0..plan.len()).map(|rank| (plan.branches()[rank], chance(rank))).collect();
        odds.branch(plan.site(), plan.rank(arm), &branches);
    }

    /// Keeps account of a number, before it is written.
    pub(super) fn account_number(&mut self, chosen: Option<u64>, max: u64, is_length: bool) {
        let Some(odds) = &mut self.odds else { return };
        let chosen = chosen.unwrap_or_default().min(max);
        odds.advised = self.steering.as_mut().and_then(|it| it.chance(chosen, max, is_length));
    }

    /// The same without a plan.
    pub(super) fn account_pick_among(&mut self, site: &'static str, of: &dyn Branches, arm: usize) {
        let Some(odds) = &mut self.odds else { return };
        let advised = self.steering.as_mut().and_then(|it| it.chances(site, of));
        let total: f64 = (0..of.count()).map(|arm| f64::from(of.weight(arm))).sum();
        // Without any weight the last one is taken.
        let chance = |arm: usize| match &advised {
            Some(advised) => advised[arm],
            None if total > 0.0 => f64::from(of.weight(arm)) / total,
            None => f64::from(u8::from(arm + 1 == of.count())),
        };
        let branches: Vec<_> = (0..of.count()).map(|arm| (of.label(arm), chance(arm))).collect();
        odds.branch(site, arm, &branches);
    }
}

impl Source {
    /// Whether somebody wants to know how likely what is given is.
    pub(crate) fn is_accounting(&self) -> bool {
        self.watched && self.core.odds.is_some()
    }

    /// The size by which chance decides whether to go on, where it is asked for outside a plan.
    #[inline(always)]
    pub(crate) fn recursion_size(&self) -> u32 {
        if self.is_accounting() { DEFAULT_SIZE } else { self.size }
    }

    fn accounting(choices: Choices, wanted: Option<usize>) -> Source {
        let mut src = Source::replay(choices);
        src.core.odds = Some(Box::new(Odds { wanted, ..Odds::default() }));
        src
    }

    /// The logarithm of the chance of each choice, and whether chance draws one of them with a bias; or the source, which says
    /// why there is no value.
    pub(crate) fn log2_chances<T>(
        choices: &Choices,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<(Vec<f64>, bool), Source> {
        let mut src = Source::accounting(choices.clone(), None);
        match draw(&mut src) {
            Ok(_) => Ok(src.core.odds.map(|odds| (odds.each, odds.is_biased)).unwrap_or_default()),
            Err(_) => Err(src),
        }
    }

    /// What is asked for after some numbers, and whether there is a value; if not, the source says why.
    pub(crate) fn next_after<T>(
        prefix: &[u64],
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> (Option<Next>, bool, Source) {
        let mut src = Source::accounting(Choices::from_numbers(prefix.iter().copied()), Some(prefix.len()));
        let complete = draw(&mut src).is_ok();
        let next = src.core.odds.as_mut().and_then(|odds| odds.next.take());
        (next, complete, src)
    }
}
