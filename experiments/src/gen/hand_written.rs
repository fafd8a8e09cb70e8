//! The baseline: the loops that one would write by hand over a pseudo-random number generator.

use super::budgeted::{self, Choices};
use super::contender::Contender;
use super::plain::{self, Draws};
use super::shapes::{Json, MAX_LIST, MAX_STRING, Row, Tree};
use crate::report::HAND_WRITTEN;

/// The root budget at which [`plain::json`] makes about 32 nodes on average.
pub(super) const JSON_BUDGET: usize = 93;
/// The root budget at which [`plain::tree`] makes 32 inner nodes on average.
pub(super) const TREE_BUDGET: usize = 64;

/// The seed of everything in the experiment that can be seeded.
pub(super) const SEED: u64 = 0x5EED;

pub(super) fn contender(row: Row) -> Contender {
    let mut rng = Words::new(SEED);
    match row {
        Row::U64 => Contender::drawing(HAND_WRITTEN, move || rng.word()),
        Row::VecU64 => Contender::drawing(HAND_WRITTEN, move || list(&mut rng)),
        Row::String => Contender::drawing(HAND_WRITTEN, move || string(&mut rng)),
        Row::Json => Contender::drawing(HAND_WRITTEN, move || plain::json(&mut rng, JSON_BUDGET)),
        Row::Tree => Contender::drawing(HAND_WRITTEN, move || plain::tree(&mut rng, TREE_BUDGET)),
    }
}

/// The same loops with a `Result` around what they return, as it is where a library may reject a value. It is
/// not a figure to beat, but it tells which part of the distance from [`HAND_WRITTEN`] is the price of refusals.
pub(super) const WITH_RESULT: &str = "hand-written, with a Result";

/// The recursive shapes again, [`WITH_RESULT`].
pub(super) fn with_result(row: Row) -> Option<Contender> {
    let mut rng = Rejecting(Words::new(SEED));
    match row {
        Row::Json => {
            Some(Contender::drawing(WITH_RESULT, move || budgeted::json(&mut rng, JSON_BUDGET).unwrap_or(Json::Null)))
        }
        Row::Tree => {
            Some(Contender::drawing(WITH_RESULT, move || budgeted::tree(&mut rng, TREE_BUDGET).unwrap_or(Tree::Leaf)))
        }
        _ => None,
    }
}

/// The same random words as ours, so that what is compared is the way from words to values.
pub(super) struct Words(astragal::source::Rng);

impl Words {
    pub(super) fn new(seed: u64) -> Self {
        Self(astragal::source::Rng::new(seed))
    }

    fn printable_ascii(&mut self) -> char {
        char::from(b' ' + self.below(95) as u8)
    }

    fn unicode_scalar(&mut self) -> char {
        const SURROGATES: u32 = 0x800;
        let index = self.below(0x11_0000 - SURROGATES as usize) as u32;
        let code = if index < 0xD800 { index } else { index + SURROGATES };
        char::from_u32(code).expect("a code outside of the surrogates")
    }
}

impl Draws for Words {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    #[inline]
    fn coin(&mut self) -> bool {
        self.word() >> 63 == 1
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.0.word()
    }

    #[inline]
    fn number(&mut self) -> i64 {
        self.word() as i64
    }

    #[inline]
    fn text(&mut self) -> String {
        plain::text(self)
    }
}

/// It cannot go on. (It always can, but the compiler is not to know.)
struct Rejected;

/// The same words for callers that ask each time whether there is one.
struct Rejecting(Words);

impl Choices for Rejecting {
    type Rejection = Rejected;

    #[inline]
    fn below(&mut self, bound: usize) -> Result<usize, Rejected> {
        Ok(self.0.below(bound))
    }

    #[inline]
    fn coin(&mut self) -> Result<bool, Rejected> {
        Ok(self.0.coin())
    }

    #[inline]
    fn word(&mut self) -> Result<u64, Rejected> {
        Ok(self.0.word())
    }

    #[inline]
    fn number(&mut self) -> Result<i64, Rejected> {
        Ok(self.0.number())
    }

    #[inline]
    fn text(&mut self) -> Result<String, Rejected> {
        Ok(self.0.text())
    }
}

fn list(rng: &mut Words) -> Vec<u64> {
    let len = rng.below(MAX_LIST + 1);
    let mut list = Vec::with_capacity(len);
    for _ in 0..len {
        list.push(rng.word());
    }
    list
}

fn string(rng: &mut Words) -> String {
    let len = rng.below(MAX_STRING + 1);
    let mut string = String::with_capacity(len);
    if rng.below(4) < 3 {
        for _ in 0..len {
            string.push(rng.printable_ascii());
        }
    } else {
        for _ in 0..len {
            string.push(rng.unicode_scalar());
        }
    }
    string
}
