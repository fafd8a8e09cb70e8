//! Which member of a class chance takes.

use super::order::at_scalar;
use super::{Chars, Members};

/// Characters that break programs: controls, ends of ranges, marks, directions, cases that change the length.
#[rustfmt::skip]
const SPECIALS: [char; 24] = [
    '\0', '\n', '\r', '\t', '\x1B', '\x7F', '"', '\\', '\u{85}', '\u{A0}', 'ß', 'İ', '\u{301}', '\u{200D}', '\u{202E}',
    '\u{2028}', '\u{FEFF}', '\u{FFFD}', '\u{FFFF}', '\u{D7FF}', '\u{E000}', '\u{10000}', '😀', '\u{10FFFF}',
];

/// Scales 32 random bits to a number below `count`.
#[inline(always)]
fn below(count: u32, bits: u64) -> u32 {
    ((bits & 0xFFFF_FFFF).wrapping_mul(count as u64) >> 32) as u32
}

impl Chars {
    /// A plain member from a random word.
    #[inline]
    pub(in crate::generator) fn plain(&self, word: u64) -> char {
        if !self.is_text() {
            return match self.members {
                // All members are equally likely, so their order does not matter.
                Members::Run(first, _) => at_scalar(first + below(self.count, word)),
                Members::Set(_) => self.char_at(below(self.count, word)),
            };
        }
        if word >> 62 != 0 { self.plain_printable(word) } else { self.unusual(word) }
    }

    #[inline]
    pub(in crate::generator) fn plain_printable(&self, word: u64) -> char {
        self.char_at(below(self.printable, word))
    }

    /// Some member, so that every plane of Unicode is reached.
    fn unusual(&self, word: u64) -> char {
        let (first, count) = match word >> 60 & 3 {
            0 => (0, 0x100),                   // Latin-1
            1 => (0, 0x10000 - 0x800),         // the basic plane
            2 => (0x10000 - 0x800, 0x10_0000), // the others
            _ => return self.char_at(below(self.count, word)),
        };
        let c = at_scalar(first + below(count, word));
        if self.rank_of(c).is_some() { c } else { self.char_at(below(self.count, word)) }
    }

    /// A member that is known to break programs, or an end of the class.
    pub(in crate::generator) fn special(&self, word: u64) -> char {
        let c = SPECIALS[below(SPECIALS.len() as u32, word) as usize];
        if self.rank_of(c).is_some() { c } else { self.char_at(if word >> 63 == 0 { 0 } else { self.count - 1 }) }
    }
}
