//! Strings: a length and the characters, in one span.
//!
//! At random a string is made at once, several characters to a random word, and taken apart into choices only if
//! a recorder or a producer watches.

use std::borrow::Cow;
use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::adapt::Iso;
use super::{Arbitrary, Chars, Closed, Draw, IntoChars, IntoLength};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::Length;
use crate::source::{Growth, Place, Reject, Source};
use crate::space::{ListKind, NodeId, Sketch};

/// The label of the span.
pub const LABEL: &str = "string";

/// Strings of characters of a class. See [`string_of`].
#[derive(Clone, Debug)]
pub struct StringOf {
    chars: Chars,
    length: Length,
}

/// Strings of characters of a class, with a length in characters.
///
/// Where the class is all of Unicode, three of four strings are printable ASCII, and the others are mixed.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::{Chars, string_of};
///
/// let word = string_of('a'..='z', 1..=8);
/// assert!(word.sample(1).chars().all(|c| c.is_ascii_lowercase()));
/// assert_eq!(word.simplest().unwrap(), "a");
///
/// let identifier = string_of(Chars::alphanumeric(), 1..);
/// let choices = identifier.choices_of(&"snake1".to_string()).unwrap();
/// assert_eq!(identifier.replay(&choices).unwrap(), "snake1");
/// ```
#[track_caller]
#[inline(always)]
pub fn string_of(chars: impl IntoChars, length: impl IntoLength) -> StringOf {
    StringOf { chars: chars.into_chars(), length: length.into_length().at(Place::here()) }
}

impl StringOf {
    /// Most strings are made of one run of ASCII characters: all of them, or the printable part of a larger class.
    #[inline(always)]
    fn random(&self, src: &mut Source, length: usize) -> String {
        // The length took the upper bits of its random word; the lower ones say which kind of string it is. A class of
        // ASCII has little that is special.
        let word = src.last_word();
        let (run, is_usual) = if self.chars.is_text() {
            (self.chars.as_printable_run(), word & 15 < 12)
        } else {
            (self.chars.as_ascii_run(), word & 63 < 63)
        };
        match run {
            Some((first, count)) if is_usual => ascii(src, length, first, count),
            _ => moved(self.unusual(src, length, word)),
        }
    }

    /// Apart, to keep the inlined code of a draw short.
    #[inline(never)]
    fn draw_watched(&self, src: &mut Source) -> Result<String, Reject> {
        src.open(LABEL);
        let length = self.length.draw(src, Growth::Fixed, 1)?;
        if src.is_given() || src.is_steered() {
            let mut string = String::new();
            for _ in 0..length {
                string.push(self.chars.draw(src)?);
            }
            src.close();
            return Ok(string);
        }
        let string = self.random(src, length);
        let max = u64::from(self.chars.count() - 1);
        for c in string.chars() {
            src.wrote(self.chars.rank_of(c).unwrap_or_default().into(), max);
        }
        src.close();
        Ok(string)
    }

    #[inline(never)]
    fn unusual(&self, src: &mut Source, length: usize, word: u64) -> String {
        let chars = &self.chars;
        let kind = word & 15;
        let mut string = String::with_capacity(length.saturating_mul(chars.longest()));
        let mut left = length;
        while left > 0 {
            let bits = src.steer(u64::MAX);
            string.push(match kind {
                0..12 if chars.is_text() => chars.plain_printable(bits),
                // Two characters, repeated.
                14 if bits >> 63 == 0 => chars.plain(word),
                14 => chars.plain(word.rotate_left(32)),
                // Now and then a special one.
                15 if bits >> 61 == 0 => chars.special(bits),
                _ => chars.plain(bits),
            });
            left -= 1;
        }
        string
    }
}

/// Takes a string away from where a call has left it. Else the compiler makes the others there too, and what is stored and at
/// once loaded again, in parts of another size, stalls.
#[inline(always)]
fn moved(mut string: String) -> String {
    std::mem::take(&mut string)
}

/// A string of ASCII characters, four to a random word. Inlined: a string that is returned through memory and taken out
/// again at once stalls.
#[inline(always)]
fn ascii(src: &mut Source, length: usize, first: u8, count: u32) -> String {
    let mut string = String::with_capacity(length);
    let mut word = src.steer(u64::MAX);
    let mut unused = 4;
    // One loop: where a short string ends is guessed wrongly once, not once for each stage.
    for _ in 0..length {
        if unused == 0 {
            word = src.steer(u64::MAX);
            unused = 4;
        }
        string.push(letter(first, word, count));
        word >>= 16;
        unused -= 1;
    }
    string
}

/// A character of an ASCII run, from 16 random bits. The mask tells the compiler that it is ASCII.
#[inline(always)]
fn letter(first: u8, bits: u64, count: u32) -> char {
    char::from(first.wrapping_add(((bits as u16 as u32).wrapping_mul(count) >> 16) as u8) & 0x7F)
}

impl Draw for StringOf {
    type Value = String;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<String, Reject> {
        if self.chars.count() == 0 {
            return Err(self.chars.misuse(src));
        }
        if src.is_watched() {
            return self.draw_watched(src).map(moved);
        }
        match self.length.draw(src, Growth::Fixed, 1) {
            Ok(length) => Ok(self.random(src, length)),
            Err(reject) => Err(reject),
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.list(ListKind::Sequence, self.length.min, self.length.max, &self.chars)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.length.growth(Growth::Fixed)
    }
}

impl Reflect for StringOf {
    fn reflect(&self, value: &String, back: &mut Back) -> Result<(), Mismatch> {
        back.span(LABEL, |back| {
            self.length.reflect(value.chars().count(), back)?;
            for c in value.chars() {
                self.chars.reflect_char(c, back)?;
            }
            Ok(())
        })
    }
}

impl Closed for StringOf {}

/// Strings of any characters and of any length.
#[inline(always)]
const fn any_string() -> StringOf {
    StringOf { chars: Chars::any(), length: Length::open() }
}

impl Arbitrary for String {
    type Gen = StringOf;

    #[inline(always)]
    fn any() -> StringOf {
        any_string()
    }
}

/// Strings as values of another type.
pub type TextAs<T> = Iso<StringOf, fn(String) -> T, fn(&T) -> Option<String>>;

macro_rules! texts {
    ($($(#[$doc:meta])* $type:ty, $strings:expr, $there:expr, $back:expr;)+) => {$(
        impl Arbitrary for $type {
            type Gen = TextAs<$type>;

            $(#[$doc])*
            fn any() -> Self::Gen {
                Iso::new($strings, $there, $back)
            }
        }
    )+};
}

texts! {
    Box<str>, any_string(), String::into_boxed_str, |text| Some(text.to_string());
    Rc<str>, any_string(), |string| string.into(), |text| Some(text.to_string());
    Arc<str>, any_string(), |string| string.into(), |text| Some(text.to_string());
    /// Owned strings.
    Cow<'static, str>, any_string(), Cow::Owned, |text| Some(text.to_string());
    /// Paths of valid Unicode.
    PathBuf, any_string(), PathBuf::from, |path| path.to_str().map(str::to_string);
    /// Strings of valid Unicode.
    OsString, any_string(), OsString::from, |text| text.to_str().map(str::to_string);
    /// Strings of valid Unicode, without NUL.
    CString,
        StringOf { chars: Chars::range('\u{1}'..=char::MAX), length: Length::open() },
        |string| CString::new(string).unwrap_or_default(),
        |text| text.to_str().ok().map(str::to_string);
}
