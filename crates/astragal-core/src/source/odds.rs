//! An account of chances: how likely given choices are under plain drawing, and what could be chosen next.
//!
//! The account is of plain drawing: a number is uniform, a length is uniform up to what the size allows, a pick goes by its
//! weights, that of a recursive type by those at size 100. The moods, the specials of some leaves and how size is divided are
//! not in it. Where chance takes advice, the adviser is asked how likely each answer is.

use super::{Reject, Source};
use crate::choices::Choices;

/// What a generator asks for next. See [`Draw::choices_at`](crate::Draw::choices_at).
#[derive(Clone, Debug, PartialEq)]
pub struct Next {
    /// The largest number that can be chosen.
    pub max: u64,
    /// The name of the pick, if it is a labeled one.
    pub site: Option<&'static str>,
    /// Its branches by rank, each with its chance; none if it is not a pick.
    pub branches: Vec<(&'static str, f64)>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Odds {
    /// The logarithm of each choice's chance, in the order in which they were made.
    each: Vec<f64>,
    /// What the adviser says of the number that is chosen now.
    pub(super) advised: Option<Advised>,
    /// The choice that is asked about, and what was found.
    wanted: Option<usize>,
    next: Option<Next>,
    /// Whether a number was among the choices that chance draws with a bias.
    is_biased: bool,
}

/// How likely a number is on advice.
#[derive(Clone, Copy, Debug)]
pub struct Advised {
    /// The chance that it is advised.
    pub chance: f64,
    /// The chance that nothing is.
    pub left: f64,
}

/// The logarithm of the chance of one number of those up to `max`.
fn uniform(max: u64) -> f64 {
    -(max as f64 + 1.0).log2()
}

impl Odds {
    /// A number is chosen next that chance draws with a bias.
    #[inline]
    pub(super) fn expect_bias(&mut self, max: u64) {
        self.is_biased |= max > 0;
    }

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
    pub(super) fn branch(&mut self, site: &'static str, rank: usize, branches: &[(&'static str, f64)]) {
        if self.wanted == Some(self.each.len()) {
            let max = branches.len() as u64 - 1;
            self.next = Some(Next { max, site: Some(site), branches: branches.to_vec() });
        }
        self.each.push(branches[rank].1.log2());
    }
}

impl Odds {
    fn accounting(choices: Choices, wanted: Option<usize>) -> Source {
        let mut src = Source::replay(choices);
        src.core.deciders.odds = Some(Box::new(Odds { wanted, ..Odds::default() }));
        src
    }

    /// The logarithm of the chance of each choice, and whether chance draws one of them with a bias; or the source, which says
    /// why there is no value.
    pub(crate) fn log2_chances<T>(
        choices: &Choices,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<(Vec<f64>, bool), Source> {
        let mut src = Odds::accounting(choices.clone(), None);
        match draw(&mut src) {
            Ok(_) => Ok(src.core.deciders.odds.map(|odds| (odds.each, odds.is_biased)).unwrap_or_default()),
            Err(_) => Err(src),
        }
    }

    /// What is asked for after some numbers, and whether there is a value; if not, the source says why.
    pub(crate) fn next_after<T>(
        prefix: &[u64],
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> (Option<Next>, bool, Source) {
        let mut src = Odds::accounting(Choices::from_numbers(prefix.iter().copied()), Some(prefix.len()));
        let complete = draw(&mut src).is_ok();
        let next = src.core.deciders.odds.as_mut().and_then(|odds| odds.next.take());
        (next, complete, src)
    }
}
