//! The baseline: the loops that one would write by hand over a pseudo-random number generator.

use super::budgeted::{self, Choices};
use super::contender::Contender;
use super::shapes::{Json, MAX_LIST, MAX_STRING, MAX_TEXT, Row, Tree};
use crate::report::HAND_WRITTEN;

/// The root budget at which [`json`] makes about 32 nodes in the mean.
pub(super) const JSON_BUDGET: usize = 93;
/// The root budget at which [`tree`] makes 32 inner nodes in the mean.
pub(super) const TREE_BUDGET: usize = 64;

/// The seed of everything in the experiment that can be seeded.
pub(super) const SEED: u64 = 0x5EED;

pub(super) fn contender(row: Row) -> Contender {
    let mut rng = Words::new(SEED);
    match row {
        Row::U64 => Contender::drawing(HAND_WRITTEN, move || rng.word()),
        Row::VecU64 => Contender::drawing(HAND_WRITTEN, move || list(&mut rng)),
        Row::String => Contender::drawing(HAND_WRITTEN, move || string(&mut rng)),
        Row::Json => Contender::drawing(HAND_WRITTEN, move || json(&mut rng, JSON_BUDGET)),
        Row::Tree => Contender::drawing(HAND_WRITTEN, move || tree(&mut rng, TREE_BUDGET)),
    }
}

/// Stands for the same loops with a `Result` around what they return, as it is where a library may refuse to go on. It is
/// no figure to be ahead of, but it tells which part of the distance from [`HAND_WRITTEN`] is the price of refusals.
pub(super) const WITH_RESULT: &str = "hand-written, with a Result";

/// The recursive shapes again, [`WITH_RESULT`].
pub(super) fn with_result(row: Row) -> Option<Contender> {
    let mut rng = Words::new(SEED);
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
pub(super) struct Words(astragal::Rng);

impl Words {
    pub(super) fn new(seed: u64) -> Self {
        Self(astragal::Rng::new(seed))
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0.word()
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    fn coin(&mut self) -> bool {
        self.word() >> 63 == 1
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

/// It cannot go on. (It always can, but the compiler is not to know.)
pub(super) struct Refused;

impl Choices for Words {
    type Refusal = Refused;

    #[inline]
    fn below(&mut self, bound: usize) -> Result<usize, Refused> {
        Ok(Words::below(self, bound))
    }

    #[inline]
    fn coin(&mut self) -> Result<bool, Refused> {
        Ok(Words::coin(self))
    }

    #[inline]
    fn word(&mut self) -> Result<u64, Refused> {
        Ok(Words::word(self))
    }

    #[inline]
    fn number(&mut self) -> Result<i64, Refused> {
        Ok(Words::word(self) as i64)
    }

    #[inline]
    fn text(&mut self) -> Result<String, Refused> {
        Ok(text(self))
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

fn text(rng: &mut Words) -> String {
    let len = rng.below(MAX_TEXT + 1);
    let mut text = String::with_capacity(len);
    for _ in 0..len {
        text.push(rng.printable_ascii());
    }
    text
}

fn json(rng: &mut Words, budget: usize) -> Json {
    if budget == 0 || rng.below(budget + 1) == 0 {
        return match rng.below(4) {
            0 => Json::Null,
            1 => Json::Bool(rng.coin()),
            2 => Json::Number(rng.word() as i64),
            _ => Json::Text(text(rng)),
        };
    }
    let is_array = rng.coin();
    let budget = budget - 1;
    let len = rng.below(budget.min(2 * budget.isqrt()) + 1);
    let each = (budget - len).checked_div(len).unwrap_or(0);
    if is_array {
        let mut items = Vec::with_capacity(len);
        for _ in 0..len {
            items.push(json(rng, each));
        }
        Json::Array(items)
    } else {
        let mut members = Vec::with_capacity(len);
        for _ in 0..len {
            members.push((text(rng), json(rng, each)));
        }
        Json::Object(members)
    }
}

fn tree(rng: &mut Words, budget: usize) -> Tree {
    if budget == 0 || rng.below(budget + 1) == 0 {
        return Tree::Leaf;
    }
    let rest = budget - 1;
    let left = rng.below(rest + 1);
    Tree::Node(Box::new(tree(rng, left)), rng.word(), Box::new(tree(rng, rest - left)))
}
