//! Elements of lists by analogy: what comes after an element, if it is to that as the second of a pair is to the first.

use super::prompt::end_of_span;
use super::script::{Token, push_number, read};
use astragal_core::Rng;

/// What comes after an element, made of a pair: a number that was in both is the one that is there now, and the others are
/// as they were, or moved as far as those in their place.
pub(super) fn by_analogy(pair: &[u32], element: &[u32], rng: &mut Rng) -> Vec<u32> {
    let (first, second) = pair.split_at(end_of_span(pair, 1));
    let numbers = |span: &[u32]| own_numbers(span).map(|(_, _, number)| number).collect::<Vec<u64>>();
    let (was, is) = (numbers(first), numbers(element));
    let is_moved = rng.below(2) == 0;
    let (mut made, mut copied) = (Vec::with_capacity(second.len()), 0);
    for (ordinal, (start, end, number)) in own_numbers(second).enumerate() {
        made.extend_from_slice(&second[copied..start]);
        let same = was.iter().position(|&was| was == number).and_then(|at| is.get(at));
        push_number(
            &mut made,
            match (same, was.get(ordinal), is.get(ordinal)) {
                (Some(&same), ..) => same,
                (None, Some(&was), Some(&is)) if is_moved => number.saturating_add(is).saturating_sub(was),
                _ => number,
            },
        );
        copied = end;
    }
    made.extend_from_slice(&second[copied..]);
    made
}

/// The numbers that are directly in a span: where each begins and ends, and what it is.
fn own_numbers(span: &[u32]) -> impl Iterator<Item = (usize, usize, u64)> {
    let mut at = 1;
    std::iter::from_fn(move || {
        loop {
            let (token, next) = read(span, at)?;
            let start = std::mem::replace(&mut at, next);
            match token {
                Token::Number(number) => return Some((start, next, number)),
                Token::Open(_) => at = end_of_span(span, next),
                Token::Close => return None,
                Token::Unseen => {}
            }
        }
    })
}
