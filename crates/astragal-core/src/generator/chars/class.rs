//! Arguments that name a class of characters: a range of them, some of them, one of them.

use std::ops::{Range, RangeInclusive};

use super::Chars;
use super::order::scalar;

/// A class of characters as an argument: a range, an array or a slice of characters, one character, or [`Chars`].
///
/// `Into<Chars>` would do, but for a type that is not a class the compiler would then report a missing `From`.
///
/// ```
/// use astragal::prelude::*;
///
/// let brackets = string_of(['(', ')', '[', ']'], 1..=8);
/// assert!(brackets.sample(1).chars().all(|c| "()[]".contains(c)));
/// assert_eq!(brackets.simplest().unwrap(), "(");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a class of characters",
    label = "not a class of characters",
    note = "a class is a range (`'a'..='z'`), some characters (`['(', ')']`), or one of those of `Chars`",
    note = "strings of a pattern are drawn by `string_matching(\"[a-z]+\")`",
    note = "strings of characters of another generator are drawn by `vec_of(generator, length).map(String::from_iter)`"
)]
pub trait IntoChars {
    /// The class.
    #[track_caller]
    fn into_chars(self) -> Chars;
}

impl IntoChars for Chars {
    #[inline(always)]
    fn into_chars(self) -> Chars {
        self
    }
}

impl IntoChars for &Chars {
    fn into_chars(self) -> Chars {
        self.clone()
    }
}

impl IntoChars for RangeInclusive<char> {
    #[inline]
    fn into_chars(self) -> Chars {
        let (start, end) = self.into_inner();
        if start > end {
            return Chars::empty(start, "..=", end);
        }
        Chars::run(scalar(start), scalar(end))
    }
}

impl IntoChars for Range<char> {
    #[inline]
    fn into_chars(self) -> Chars {
        if self.start >= self.end {
            return Chars::empty(self.start, "..", self.end);
        }
        Chars::run(scalar(self.start), scalar(self.end) - 1)
    }
}

impl IntoChars for char {
    fn into_chars(self) -> Chars {
        (self..=self).into_chars()
    }
}

impl IntoChars for &[char] {
    fn into_chars(self) -> Chars {
        Chars::from_ranges(self.iter().map(|&c| c..=c))
    }
}

impl<const N: usize> IntoChars for [char; N] {
    fn into_chars(self) -> Chars {
        self.as_slice().into_chars()
    }
}
