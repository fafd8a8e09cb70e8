//! What two sequences have in common, in bounded time.

use std::ops::Range;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// Of sequences that differ in more pairs of lines, only the common start and end are found.
const MOST_LINES: usize = 1 << 20;
/// The same for words, since there are many lines to be compared by words.
const MOST_WORDS: usize = 1 << 16;

/// What turns one list of lines into another.
pub(super) fn lines(left: &[String], right: &[String]) -> Vec<DiffOp> {
    operations(left, right, MOST_LINES)
}

/// Lines and words are both compared as strings, and without a first pass over them: the algorithm is compiled anew for
/// every type, which made up a sixth of this crate's build.
fn operations(left: &[String], right: &[String], most: usize) -> Vec<DiffOp> {
    let start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let rest = left.len().min(right.len()) - start;
    let ends = left.iter().rev().zip(right.iter().rev()).take(rest);
    let end = ends.take_while(|(left, right)| left == right).count();
    let (old_len, new_len) = (left.len() - start - end, right.len() - start - end);
    if old_len.saturating_mul(new_len) > most {
        let equal = |old_index, new_index, len| DiffOp::Equal { old_index, new_index, len };
        let replaced = DiffOp::Replace { old_index: start, old_len, new_index: start, new_len };
        let all = [equal(0, 0, start), replaced, equal(start + old_len, start + new_len, end)];
        return all.into_iter().filter(|operation| !operation.old_range().is_empty()).collect();
    }
    let mut found = Compact::new(Replace::new(Capture::new()), left, right);
    match myers::diff_deadline_raw(&mut found, left, 0..left.len(), right, 0..right.len(), None) {
        Ok(()) => found.into_inner().into_inner().into_ops(),
    }
}

/// The stretches of two lines that differ; nothing if they have too little in common.
pub(super) fn words(left: &str, right: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (of_left, of_right) = (split(left), split(right));
    let texts =
        |of: &[Range<usize>], text: &str| of.iter().map(|word| text[word.clone()].to_string()).collect::<Vec<_>>();
    let operations = operations(&texts(&of_left, left), &texts(&of_right, right), MOST_WORDS);
    let mut marks = (Vec::new(), Vec::new());
    let mut alike = 0;
    for operation in operations {
        let (old, new) = (&of_left[operation.old_range()], &of_right[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            alike += old.iter().map(|word| left[word.clone()].trim().len()).sum::<usize>();
            continue;
        }
        let whole = |words: &[Range<usize>]| Some(words.first()?.start..words.last()?.end);
        marks.0.extend(whole(old));
        marks.1.extend(whole(new));
    }
    if alike * 3 < left.len().min(right.len()) { Default::default() } else { marks }
}

/// Words, and all else letter by letter.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, letter) in text.char_indices() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        let end = at + letter.len_utf8();
        match words.last_mut() {
            Some(last) if in_word && is_word => last.end = end,
            _ => words.push(at..end),
        }
        in_word = is_word;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_to_compare_is_replaced_between_the_ends_that_are_alike() {
        let list = |numbers: Range<u32>| numbers.map(|n| n.to_string()).collect::<Vec<_>>();
        let (mut left, mut right) = (list(0..3_000), list(5_000..8_000));
        for side in [&mut left, &mut right] {
            side.insert(0, "first".into());
            side.push("last".into());
        }
        let found = lines(&left, &right);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!((found[1].old_range(), found[1].new_range()), (1..3_001, 1..3_001));
        assert_eq!(lines(&left[..9], &left[..9]).len(), 1);
    }
}
