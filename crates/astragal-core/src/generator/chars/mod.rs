//! Characters: one choice, the rank in a class by simplicity.
//!
//! Letters and digits are simpler than other printable ASCII, and that is simpler than the rest.

mod class;
mod order;
mod random;

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::{Arbitrary, Closed, Draw, Ranged};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::order::sort_by_key;
use crate::source::{Place, Reject, Scale, Source};
use crate::space::{NodeId, Shape, Sketch};
pub use class::IntoChars;
use order::{BLOCKS, LAST, PRINTABLE, at_rank, at_scalar, overlap, rank_of, scalar};

/// A class of characters; as a generator, one of them.
///
/// The simplest characters are `a` to `z`, then `0` to `9`, `A` to `Z`, the space, the other printable ASCII, and then
/// all others. A class within ASCII is drawn as integers are: mostly uniformly. A class that reaches beyond is drawn as
/// text: three of four plain characters are printable ASCII if it has any, the others come from all planes of Unicode,
/// and special characters (controls, marks, ends of ranges) come up now and then. Of all characters none is more than
/// one in twenty.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::Chars;
///
/// assert!(Chars::digits().sample(1).is_ascii_digit());
/// assert!(('a'..='f').contains(&('a'..='f').sample(1))); // a range is a generator itself
///
/// let hex = Chars::from_ranges(['0'..='9', 'a'..='f']);
/// assert_eq!(hex.simplest().unwrap(), 'a');
/// assert!(hex.choices_of(&'g').is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Chars {
    members: Members,
    count: u32,
    /// How many members are printable ASCII. They are the first in the order of simplicity.
    printable: u32,
    /// Whether some member is not ASCII.
    beyond_ascii: bool,
    place: Option<Place>,
    /// An empty range as it was written, with the dots: for errors.
    written: Option<(char, &'static str, char)>,
}

#[derive(Clone, Debug)]
enum Members {
    /// From a scalar to another.
    Run(u32, u32),
    /// Stretches of the order of simplicity.
    Set(Arc<[Stretch]>),
}

/// Members that follow each other in the order of simplicity of all characters.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The ranks of the first and the last among all characters.
    first: u32,
    last: u32,
    /// How many members are simpler.
    before: u32,
}

impl Chars {
    /// All characters.
    #[inline(always)]
    pub const fn any() -> Chars {
        Chars::run(0, LAST)
    }

    /// The characters of a range, `'a'..='z'` or `'a'..'z'`. A plain range is a generator too.
    #[track_caller]
    pub fn range(range: impl IntoChars) -> Chars {
        Chars { place: Some(Place::here()), ..range.into_chars() }
    }

    /// ASCII, with the control characters.
    pub const fn ascii() -> Chars {
        Chars::run(0, 0x7F)
    }

    /// Printable ASCII: from the space to the tilde.
    pub const fn printable() -> Chars {
        Chars::run(b' ' as u32, b'~' as u32)
    }

    /// The digits `0` to `9`.
    pub const fn digits() -> Chars {
        Chars::run(b'0' as u32, b'9' as u32)
    }

    /// The letters `a` to `z` and `A` to `Z`.
    pub fn letters() -> Chars {
        Chars::from_ranges(['a'..='z', 'A'..='Z'])
    }

    /// The letters and digits of ASCII.
    pub fn alphanumeric() -> Chars {
        Chars::letters().union(Chars::digits())
    }

    /// The characters of all these ranges, which may overlap.
    #[track_caller]
    pub fn from_ranges(ranges: impl IntoIterator<Item = RangeInclusive<char>>) -> Chars {
        let mut stretches = Vec::new();
        for range in ranges {
            range.into_chars().add_stretches(&mut stretches);
        }
        Chars { place: Some(Place::here()), ..Chars::set(stretches) }
    }

    /// The characters of both.
    ///
    /// ```
    /// use astragal::generators::Chars;
    /// use astragal::prelude::*;
    ///
    /// let identifier = Chars::alphanumeric().union('_');
    /// assert!(identifier.choices_of(&'_').is_ok());
    /// ```
    pub fn union(&self, other: impl IntoChars) -> Chars {
        let mut stretches = Vec::new();
        self.add_stretches(&mut stretches);
        other.into_chars().add_stretches(&mut stretches);
        Chars { place: self.place, ..Chars::set(stretches) }
    }

    /// No character at all: the class of an empty range, which drawing reports.
    #[cold]
    fn empty(start: char, dots: &'static str, end: char) -> Chars {
        Chars { written: Some((start, dots, end)), ..Chars::run(1, 0) }
    }

    /// From a scalar to another; none if they are in the wrong order.
    #[inline(always)]
    const fn run(first: u32, last: u32) -> Chars {
        let low = if first > b' ' as u32 { first } else { b' ' as u32 };
        let high = if last < b'~' as u32 { last } else { b'~' as u32 };
        Chars {
            members: Members::Run(first, last),
            count: if first <= last { last - first + 1 } else { 0 },
            printable: if low <= high { high - low + 1 } else { 0 },
            beyond_ascii: last > 0x7F,
            place: None,
            written: None,
        }
    }

    fn set(mut stretches: Vec<(u32, u32)>) -> Chars {
        sort_by_key(&mut stretches, |stretch| *stretch);
        let mut merged: Vec<Stretch> = Vec::new();
        for (first, last) in stretches {
            match merged.last_mut() {
                Some(before) if first <= before.last + 1 => before.last = before.last.max(last),
                _ => merged.push(Stretch { first, last, before: 0 }),
            }
        }
        let (mut count, mut printable) = (0, 0);
        for stretch in &mut merged {
            stretch.before = count;
            count += stretch.last - stretch.first + 1;
            printable += overlap((0, PRINTABLE - 1), stretch.first, stretch.last).map_or(0, |(a, b)| b - a + 1);
        }
        let beyond_ascii = merged.last().is_some_and(|stretch| stretch.last > 0x7F);
        Chars { members: Members::Set(merged.into()), count, printable, beyond_ascii, place: None, written: None }
    }

    /// The ranks of the members among all characters, in stretches.
    fn add_stretches(&self, into: &mut Vec<(u32, u32)>) {
        match &self.members {
            Members::Run(first, last) => {
                let parts = BLOCKS.into_iter().filter_map(|block| overlap(block, *first, *last));
                // The last block holds one ASCII character, whose rank is its scalar too.
                into.extend(parts.map(|(first, last)| (rank_of(first), rank_of(last))));
            }
            Members::Set(stretches) => into.extend(stretches.iter().map(|stretch| (stretch.first, stretch.last))),
        }
    }

    /// How many characters there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The member of a rank.
    #[inline]
    pub(super) fn char_at(&self, rank: u32) -> char {
        match &self.members {
            Members::Run(0, LAST) => at_rank(rank),
            Members::Run(first, last) => {
                let mut left = rank;
                for block in BLOCKS {
                    if let Some((from, to)) = overlap(block, *first, *last) {
                        if left <= to - from {
                            return at_scalar(from + left);
                        }
                        left -= to - from + 1;
                    }
                }
                at_scalar(*last)
            }
            Members::Set(stretches) => {
                let after = stretches.partition_point(|stretch| stretch.before <= rank);
                let stretch = stretches[after.saturating_sub(1)];
                at_rank(stretch.first + (rank - stretch.before))
            }
        }
    }

    /// How many members are simpler than this one, if it is one.
    #[inline]
    #[doc(hidden)]
    pub fn rank_of(&self, c: char) -> Option<u32> {
        let scalar = scalar(c);
        match &self.members {
            Members::Run(0, LAST) => Some(rank_of(scalar)),
            Members::Run(first, last) => {
                let mut before = 0;
                for block in BLOCKS {
                    if let Some((from, to)) = overlap(block, *first, *last) {
                        if (from..=to).contains(&scalar) {
                            return Some(before + (scalar - from));
                        }
                        before += to - from + 1;
                    }
                }
                None
            }
            Members::Set(stretches) => {
                let rank = rank_of(scalar);
                let after = stretches.partition_point(|stretch| stretch.first <= rank);
                let stretch = stretches[..after].last()?;
                (rank <= stretch.last).then(|| stretch.before + (rank - stretch.first))
            }
        }
    }

    /// The first and the last of the members that are like one of them, by their ranks: lowercase letters, digits, those of the same
    /// 128 code points.
    fn class_of(&self, rank: u64) -> (u64, u64) {
        let at = scalar(self.char_at(rank as u32));
        let block = BLOCKS.into_iter().find(|(first, last)| (*first..=*last).contains(&at) && *last < LAST);
        let (first, last) = block.unwrap_or(((at & !0x7F).max(0x7F), at | 0x7F));
        let like = |rank: u64| (first..=last).contains(&scalar(self.char_at(rank as u32)));
        let mut class = (rank, rank);
        while class.0 > 0 && like(class.0 - 1) {
            class.0 -= 1;
        }
        while class.1 + 1 < self.count.into() && like(class.1 + 1) {
            class.1 += 1;
        }
        class
    }

    /// Whether it reaches beyond ASCII and has printable ASCII too, which is then what most of a text is made of.
    #[inline(always)]
    pub(super) fn is_text(&self) -> bool {
        self.beyond_ascii && self.printable > 0
    }

    /// The first member and how many there are, if it is a run of ASCII characters.
    #[inline(always)]
    pub(super) fn as_ascii_run(&self) -> Option<(u8, u32)> {
        match self.members {
            Members::Run(first, _) if !self.beyond_ascii => Some((first as u8, self.count)),
            _ => None,
        }
    }

    /// The printable part, likewise: a text is mostly made of it.
    #[inline(always)]
    pub(super) fn as_printable_run(&self) -> Option<(u8, u32)> {
        (self.printable == PRINTABLE).then_some((b' ', PRINTABLE))
    }

    /// How many bytes the longest member takes.
    pub(super) fn longest(&self) -> usize {
        if self.beyond_ascii { 4 } else { 1 }
    }

    #[cold]
    pub(super) fn misuse(&self, src: &mut Source) -> Reject {
        let message = match self.written {
            Some((start, dots, end)) => format!("no character is in {start:?}{dots}{end:?}: the range is empty"),
            None => "there is no character in this class: it is empty".to_owned(),
        };
        src.no_value(self.place, message)
    }

    #[doc(hidden)]
    pub fn reflect_char(&self, c: char, back: &mut Back) -> Result<(), Mismatch> {
        match self.rank_of(c) {
            Some(rank) => back.put(rank.into(), (self.count - 1).into()),
            None => return Err(back.mismatch(format_args!("{c:?} is not in the class of characters"))),
        }
        Ok(())
    }
}

impl Draw for Chars {
    type Value = char;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<char, Reject> {
        let Some(max) = self.count.checked_sub(1) else { return Err(self.misuse(src)) };
        if !self.is_text() {
            return match src.offset_in_classes(max.into(), &|rank| self.class_of(rank)) {
                Ok(rank) => Ok(self.char_at(rank as u32)),
                Err(reject) => Err(reject),
            };
        }
        src.leaf_on(
            max.into(),
            Scale::Classes(&|rank| self.class_of(rank)),
            |src| {
                let special = src.is_special();
                let word = src.steer(u64::MAX);
                if special { self.special(word) } else { self.plain(word) }
            },
            |&c| self.rank_of(c).unwrap_or_default().into(),
            |rank| self.char_at(rank as u32),
        )
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Character { count: self.count })
    }
}

impl Reflect for Chars {
    fn reflect(&self, value: &char, back: &mut Back) -> Result<(), Mismatch> {
        self.reflect_char(*value, back)
    }
}

impl Closed for Chars {}

impl Ranged for char {
    type Gen = Chars;

    fn half_open(range: Range<char>) -> Chars {
        range.into_chars()
    }

    fn inclusive(range: RangeInclusive<char>) -> Chars {
        range.into_chars()
    }
}

impl Arbitrary for char {
    type Gen = Chars;

    #[inline(always)]
    fn any() -> Chars {
        Chars::any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes() -> Vec<Chars> {
        let odd =
            Chars::from_ranges(['x'..='~', '\0'..='5', 'a'..='c', 'b'..='d', '\u{D7F0}'..='\u{E010}', '😀'..='😀']);
        let range = Chars::range('\u{15}'..='\u{90}');
        vec![Chars::any(), Chars::ascii(), Chars::letters(), Chars::alphanumeric(), range, odd]
    }

    #[test]
    fn ranks_and_members_are_inverse_and_simple_members_come_first() {
        for class in classes() {
            let mut simplicity = None;
            let mut members = 0;
            for rank in 0..class.count() {
                let c = class.char_at(rank);
                assert_eq!(class.rank_of(c), Some(rank), "{c:?} of {class:?}");
                assert!(simplicity < Some(rank_of(scalar(c))), "{c:?} of {class:?}");
                simplicity = Some(rank_of(scalar(c)));
                members += u32::from(c.is_ascii_graphic() || c == ' ');
            }
            assert_eq!(members, class.printable);
        }
    }

    #[test]
    fn a_class_has_just_the_members_of_its_ranges() {
        let class = Chars::from_ranges(['b'..='d', 'a'..='c', '\u{7E}'..='\u{81}', '\u{D7FF}'..='\u{E000}']);
        let members: String = (0..class.count()).map(|rank| class.char_at(rank)).collect();
        assert_eq!(members, "abcd~\u{7F}\u{80}\u{81}\u{D7FF}\u{E000}");
        assert_eq!((class.rank_of('e'), class.rank_of('\u{82}'), class.rank_of('\0')), (None, None, None));
        assert_eq!(Chars::any().char_at(0), 'a');
        assert_eq!(Chars::any().count(), 0x11_0000 - 0x800);
        assert_eq!(Chars::range('z'..='a').count(), 0);
        assert_eq!(Chars::range('a'..'a').count(), 0);
    }
}
