//! Classes of characters: those that no regular expression of a grammar tells apart.

use std::collections::{BTreeSet, HashMap};

use crate::regex::{CharSet, next};

/// The classes of all characters, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    ascii: [u16; 128],
    /// Where stretches of one class begin, in order, and which class it is.
    stretches: Vec<(u32, u16)>,
    /// A character of each class.
    examples: Vec<char>,
}

impl Classes {
    /// The coarsest classes of which every set is a union.
    pub(crate) fn of<'a>(sets: impl IntoIterator<Item = &'a CharSet>) -> Classes {
        let sets: Vec<&CharSet> = sets.into_iter().collect();
        let mut starts = BTreeSet::from(['\0']);
        for &(first, last) in sets.iter().flat_map(|set| set.ranges()) {
            starts.insert(first);
            starts.extend(next(last));
        }
        // Which sets a stretch is in; ranges are in order, so each set is gone through once.
        let mut cursors = vec![0; sets.len()];
        let mut numbers: HashMap<Vec<u32>, u16> = HashMap::new();
        let mut stretches: Vec<(u32, u16)> = Vec::new();
        let mut examples = Vec::new();
        for start in starts {
            let mut member = Vec::new();
            for (at, (set, cursor)) in sets.iter().zip(&mut cursors).enumerate() {
                let ranges = set.ranges();
                while ranges.get(*cursor).is_some_and(|&(_, last)| last < start) {
                    *cursor += 1;
                }
                if ranges.get(*cursor).is_some_and(|&(first, _)| first <= start) {
                    member.push(at as u32);
                }
            }
            let fresh = numbers.len() as u16;
            let class = *numbers.entry(member).or_insert_with(|| {
                examples.push(start);
                fresh
            });
            if stretches.last().is_none_or(|&(_, last)| last != class) {
                stretches.push((start as u32, class));
            }
        }
        let mut classes = Classes { ascii: [0; 128], stretches, examples };
        for byte in 0..128u8 {
            classes.ascii[usize::from(byte)] = classes.search(char::from(byte));
        }
        classes
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.examples.len()
    }

    /// A character of a class.
    pub(crate) fn example(&self, class: u16) -> char {
        self.examples[usize::from(class)]
    }

    /// The class of a character.
    #[inline(always)]
    pub(crate) fn class(&self, c: char) -> u16 {
        if c.is_ascii() { self.ascii[c as usize & 0x7F] } else { self.search(c) }
    }

    /// The class of the character at a place of a text, and how many bytes it takes.
    #[inline(always)]
    pub(crate) fn at(&self, text: &str, at: usize) -> (u16, usize) {
        let byte = text.as_bytes()[at];
        if byte < 0x80 { (self.ascii[usize::from(byte & 0x7F)], 1) } else { self.beyond_ascii(text, at) }
    }

    #[inline(never)]
    fn beyond_ascii(&self, text: &str, at: usize) -> (u16, usize) {
        text[at..].chars().next().map_or((0, 1), |c| (self.search(c), c.len_utf8()))
    }

    #[inline(never)]
    fn search(&self, c: char) -> u16 {
        let after = self.stretches.partition_point(|&(start, _)| start <= c as u32);
        self.stretches[after - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_a_union_of_classes() {
        let sets = [
            CharSet::from([('a', 'z'), ('0', '9')]),
            CharSet::from([('x', '~'), ('\u{D7FF}', '\u{E000}')]),
            CharSet::from([('é', 'é')]),
            CharSet::all(),
            CharSet::default(),
        ];
        let classes = Classes::of(&sets);
        assert_eq!(classes.count(), 5); // a-w 0-9, x-z, {-~ and beyond, é, all others
        for class in 0..5 {
            assert_eq!(classes.class(classes.example(class)), class);
        }
        for set in &sets {
            for c in ['a', 'w', 'x', 'z', '~', '0', ' ', 'é', 'ê', '\u{D7FF}', '\u{E000}', '\0', char::MAX] {
                assert_eq!(set.contains(classes.example(classes.class(c))), set.contains(c), "{c:?} of {set:?}");
            }
        }
    }
}
