//! The recursive shapes over whatever draws as code runs and never rejects: as they are written by hand.

use super::shapes::{Json, MAX_TEXT, Tree};

/// The draws that the recursive shapes are made of, in the words of one library. See
/// [`Choices`](super::budgeted::Choices) for those of libraries that may reject, and why each is `#[inline]`.
pub(super) trait Draws {
    /// An integer below `bound`, as near to uniform as the library offers.
    fn below(&mut self, bound: usize) -> usize;
    /// A boolean.
    fn coin(&mut self) -> bool;
    /// A `u64` of the full range.
    fn word(&mut self) -> u64;
    /// An `i64` of the full range.
    fn number(&mut self) -> i64;
    /// A string of 0 to 8 ASCII characters.
    fn text(&mut self) -> String;
}

/// A document of at most about `budget` nodes.
pub(super) fn json<D: Draws>(draws: &mut D, budget: usize) -> Json {
    if budget == 0 || draws.below(budget + 1) == 0 {
        return match draws.below(4) {
            0 => Json::Null,
            1 => Json::Bool(draws.coin()),
            2 => Json::Number(draws.number()),
            _ => Json::Text(draws.text()),
        };
    }
    let is_array = draws.coin();
    let budget = budget - 1;
    let len = draws.below(budget.min(2 * budget.isqrt()) + 1);
    let each = (budget - len).checked_div(len).unwrap_or(0);
    if is_array {
        let mut items = Vec::with_capacity(len);
        for _ in 0..len {
            items.push(json(draws, each));
        }
        Json::Array(items)
    } else {
        let mut members = Vec::with_capacity(len);
        for _ in 0..len {
            members.push((draws.text(), json(draws, each)));
        }
        Json::Object(members)
    }
}

/// A tree of at most `budget` inner nodes.
pub(super) fn tree<D: Draws>(draws: &mut D, budget: usize) -> Tree {
    if budget == 0 || draws.below(budget + 1) == 0 {
        return Tree::Leaf;
    }
    let rest = budget - 1;
    let left = draws.below(rest + 1);
    Tree::Node(Box::new(tree(draws, left)), draws.word(), Box::new(tree(draws, rest - left)))
}

/// A text, for those who leave the loop to their users.
pub(super) fn text<D: Draws>(draws: &mut D) -> String {
    let len = draws.below(MAX_TEXT + 1);
    let mut text = String::with_capacity(len);
    for _ in 0..len {
        text.push(char::from(b' ' + draws.below(95) as u8));
    }
    text
}
