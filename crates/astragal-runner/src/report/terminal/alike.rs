//! What two sequences have in common, in bounded time.

use std::ops::Range;

/// Of sequences that differ in more pairs of lines, only the common start and end are found.
const MOST_LINES: usize = 1 << 20;
/// The same for words, since there are many lines to be compared by words.
const MOST_WORDS: usize = 1 << 16;

/// A stretch of both sequences that is the same, or that was changed.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) is_same: bool,
    pub(super) left: Range<usize>,
    pub(super) right: Range<usize>,
}

/// What turns one list of lines into another.
pub(super) fn lines(left: &[String], right: &[String]) -> Vec<Stretch> {
    stretches(left, right, MOST_LINES)
}

/// Lines and words are both compared as strings: what is compiled for one type is compiled once.
fn stretches(left: &[String], right: &[String], most: usize) -> Vec<Stretch> {
    let start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let rest = left.len().min(right.len()) - start;
    let ends = left.iter().rev().zip(right.iter().rev()).take(rest);
    let end = ends.take_while(|(left, right)| left == right).count();
    let (left_end, right_end) = (left.len() - end, right.len() - end);
    let mut found = Found::default();
    found.add(true, start, start);
    let (of_left, of_right) = (&left[start..left_end], &right[start..right_end]);
    if of_left.len().saturating_mul(of_right.len()) > most {
        found.add(false, of_left.len(), of_right.len());
    } else {
        in_common(of_left, of_right, &mut found);
    }
    found.add(true, end, end);
    found.stretches
}

/// The stretches so far, from the start of both sequences.
#[derive(Default)]
struct Found {
    stretches: Vec<Stretch>,
    left: usize,
    right: usize,
}

impl Found {
    /// The next `left` and `right` items are the same, or were changed.
    fn add(&mut self, is_same: bool, left: usize, right: usize) {
        if left + right == 0 {
            return;
        }
        let (from_left, from_right) = (self.left, self.right);
        self.left += left;
        self.right += right;
        match self.stretches.last_mut() {
            Some(last) if last.is_same == is_same => {
                (last.left.end, last.right.end) = (self.left, self.right);
            }
            _ => {
                let (left, right) = (from_left..self.left, from_right..self.right);
                self.stretches.push(Stretch { is_same, left, right });
            }
        }
    }
}

/// The longest common subsequence: of the rests of both sides from each pair of places on, how much they have in common.
fn in_common(left: &[String], right: &[String], found: &mut Found) {
    let width = right.len() + 1;
    let mut longest = vec![0u32; (left.len() + 1) * width];
    let mut at = left.len() * width;
    for one in left.iter().rev() {
        at -= width;
        let mut column = right.len();
        while column > 0 {
            column -= 1;
            let here = at + column;
            longest[here] = if *one == right[column] {
                longest[here + width + 1] + 1
            } else {
                longest[here + width].max(longest[here + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < left.len() && column < right.len() {
        let here = row * width + column;
        if left[row] == right[column] {
            found.add(true, 1, 1);
            (row, column) = (row + 1, column + 1);
        } else if longest[here + width] >= longest[here + 1] {
            found.add(false, 1, 0);
            row += 1;
        } else {
            found.add(false, 0, 1);
            column += 1;
        }
    }
    found.add(false, left.len() - row, right.len() - column);
}

/// The stretches of two lines that differ; nothing if they have too little in common.
pub(super) fn words(left: &str, right: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (of_left, of_right) = (split(left), split(right));
    let texts =
        |of: &[Range<usize>], text: &str| of.iter().map(|word| text[word.clone()].to_string()).collect::<Vec<_>>();
    let mut marks = (Vec::new(), Vec::new());
    let mut alike = 0;
    for stretch in stretches(&texts(&of_left, left), &texts(&of_right, right), MOST_WORDS) {
        let (old, new) = (&of_left[stretch.left], &of_right[stretch.right]);
        if stretch.is_same {
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
        assert_eq!((&found[1].left, &found[1].right), (&(1..3_001), &(1..3_001)));
        assert_eq!(lines(&left[..9], &left[..9]).len(), 1);
    }

    #[test]
    fn what_is_in_common_is_as_long_as_it_can_be() {
        let letters = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let same = |left: &str, right: &str| -> String {
            let found = lines(&letters(left), &letters(right));
            let (mut left_at, mut right_at) = (0, 0);
            for stretch in &found {
                assert_eq!((stretch.left.start, stretch.right.start), (left_at, right_at));
                (left_at, right_at) = (stretch.left.end, stretch.right.end);
            }
            assert_eq!((left_at, right_at), (left.len(), right.len()));
            found.iter().filter(|stretch| stretch.is_same).map(|stretch| &left[stretch.left.clone()]).collect()
        };
        assert_eq!(same("abcabba", "cbabac").len(), 4);
        assert_eq!(same("", "abc"), "");
        assert_eq!(same("xaxbx", "yaybyy"), "ab");
        assert_eq!(same("abc", "abc"), "abc");
    }
}
