//! The recursive shapes over any library that draws as code runs and may reject, by the hand-written algorithm.

use super::shapes::{Json, Tree};

/// The draws that the recursive shapes are made of, in the words of one library.
///
/// Each is `#[inline]`: what a user writes is in the function that recurses, and this is to be no different. (A call
/// into another unit of code is known too late: by then the compiler takes what comes after it for seldom run, and does
/// not inline it.)
pub(super) trait Choices {
    /// What the library answers when it cannot go on.
    type Rejection;

    /// An integer below `bound`, as near to uniform as the library offers.
    fn below(&mut self, bound: usize) -> Result<usize, Self::Rejection>;
    /// A boolean.
    fn coin(&mut self) -> Result<bool, Self::Rejection>;
    /// A `u64` of the full range.
    fn word(&mut self) -> Result<u64, Self::Rejection>;
    /// An `i64` of the full range.
    fn number(&mut self) -> Result<i64, Self::Rejection>;
    /// A string of 0 to 8 ASCII characters.
    fn text(&mut self) -> Result<String, Self::Rejection>;
}

/// A document of at most about `budget` nodes.
pub(super) fn json<C: Choices>(choices: &mut C, budget: usize) -> Result<Json, C::Rejection> {
    if budget == 0 || choices.below(budget + 1)? == 0 {
        return Ok(match choices.below(4)? {
            0 => Json::Null,
            1 => Json::Bool(choices.coin()?),
            2 => Json::Number(choices.number()?),
            _ => Json::Text(choices.text()?),
        });
    }
    let is_array = choices.coin()?;
    let budget = budget - 1;
    let len = choices.below(budget.min(2 * budget.isqrt()) + 1)?;
    let each = (budget - len).checked_div(len).unwrap_or(0);
    if is_array {
        let mut items = Vec::with_capacity(len);
        for _ in 0..len {
            items.push(json(choices, each)?);
        }
        Ok(Json::Array(items))
    } else {
        let mut members = Vec::with_capacity(len);
        for _ in 0..len {
            members.push((choices.text()?, json(choices, each)?));
        }
        Ok(Json::Object(members))
    }
}

/// A tree of at most `budget` inner nodes.
pub(super) fn tree<C: Choices>(choices: &mut C, budget: usize) -> Result<Tree, C::Rejection> {
    if budget == 0 || choices.below(budget + 1)? == 0 {
        return Ok(Tree::Leaf);
    }
    let rest = budget - 1;
    let left = choices.below(rest + 1)?;
    Ok(Tree::Node(Box::new(tree(choices, left)?), choices.word()?, Box::new(tree(choices, rest - left)?)))
}

/// A string of `len` characters, for libraries that leave the loop to their users.
pub(super) fn string<E>(len: usize, mut next: impl FnMut() -> Result<char, E>) -> Result<String, E> {
    let mut string = String::with_capacity(len);
    for _ in 0..len {
        string.push(next()?);
    }
    Ok(string)
}
