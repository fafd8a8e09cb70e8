//! Regular expressions of tokens: what LBNF and EBNF can write, difference among it.

/// A regular expression over characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Regex {
    /// One character of a set. An empty set matches nothing.
    Class(CharSet),
    /// All parts, in order. Without parts it matches the empty text.
    Sequence(Vec<Regex>),
    /// One of the parts.
    Either(Vec<Regex>),
    /// A part, any number of times from `min` on; at most once if `once`.
    Repeat {
        /// What is repeated.
        part: Box<Regex>,
        /// The fewest times: 0 or 1.
        min: u32,
        /// Whether it is repeated at most once.
        once: bool,
    },
    /// What the first matches and the second does not.
    Difference(Box<Regex>, Box<Regex>),
}

impl Regex {
    /// Just this text.
    pub fn literal(text: &str) -> Regex {
        Regex::Sequence(text.chars().map(|c| Regex::Class(CharSet::from([(c, c)]))).collect())
    }

    /// The empty text.
    pub fn empty() -> Regex {
        Regex::Sequence(Vec::new())
    }

    /// One of these characters.
    pub fn class<const N: usize>(ranges: [(char, char); N]) -> Regex {
        Regex::Class(CharSet::from(ranges))
    }

    /// All of these, in order.
    pub fn sequence(mut parts: Vec<Regex>) -> Regex {
        if parts.len() == 1 { parts.remove(0) } else { Regex::Sequence(parts) }
    }

    /// One of these; one set of characters, if all are such sets.
    pub fn either(mut parts: Vec<Regex>) -> Regex {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let classes: Option<Vec<&CharSet>> = parts.iter().map(Regex::as_class).collect();
        match classes {
            Some(classes) => Regex::Class(CharSet::from(classes.iter().flat_map(|set| set.ranges().iter().copied()))),
            None => Regex::Either(parts),
        }
    }

    /// This, any number of times.
    pub fn star(self) -> Regex {
        self.repeated(0, false)
    }

    /// This, at least once.
    pub fn plus(self) -> Regex {
        self.repeated(1, false)
    }

    /// This, or nothing.
    pub fn optional(self) -> Regex {
        self.repeated(0, true)
    }

    /// A repetition of a repetition is one, so that expressions are not deep.
    fn repeated(self, min: u32, once: bool) -> Regex {
        match self {
            Regex::Repeat { part, min: inner, once: inner_once } => {
                Regex::Repeat { part, min: min.min(inner), once: once && inner_once }
            }
            part => Regex::Repeat { part: Box::new(part), min, once },
        }
    }

    /// This, but not that: a set of characters, if both are.
    pub fn without(self, other: Regex) -> Regex {
        match (self, other) {
            (Regex::Class(this), Regex::Class(other)) => Regex::Class(this.difference(&other)),
            (this, other) => Regex::Difference(Box::new(this), Box::new(other)),
        }
    }

    /// The set of characters that it is one of, if it is written so.
    pub fn as_class(&self) -> Option<&CharSet> {
        match self {
            Regex::Class(set) => Some(set),
            _ => None,
        }
    }
}

/// A set of characters: ranges in order that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet {
    ranges: Vec<(char, char)>,
}

impl<I: IntoIterator<Item = (char, char)>> From<I> for CharSet {
    fn from(ranges: I) -> CharSet {
        let mut ranges: Vec<(char, char)> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::new();
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= *end || next(*end) == Some(first) => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        CharSet { ranges: merged }
    }
}

/// The character after another.
pub(crate) fn next(c: char) -> Option<char> {
    (c..=char::MAX).nth(1)
}

/// The character before another.
fn previous(c: char) -> Option<char> {
    ('\0'..c).next_back()
}

impl CharSet {
    /// All characters.
    pub fn all() -> CharSet {
        CharSet { ranges: vec![('\0', char::MAX)] }
    }

    /// Its ranges, in order.
    pub fn ranges(&self) -> &[(char, char)] {
        &self.ranges
    }

    /// Whether it has no character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether it has a character.
    pub fn contains(&self, c: char) -> bool {
        let at = self.ranges.partition_point(|&(_, last)| last < c);
        self.ranges.get(at).is_some_and(|&(first, _)| first <= c)
    }

    /// What is in this or in the other.
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// What is not in it.
    pub fn complement(&self) -> CharSet {
        let mut from = Some('\0');
        let mut ranges = Vec::new();
        for &(first, last) in &self.ranges {
            if let (Some(from), Some(before)) = (from, previous(first)) {
                ranges.push((from, before));
            }
            from = next(last);
        }
        ranges.extend(from.map(|from| (from, char::MAX)));
        CharSet::from(ranges)
    }

    /// What is in this and in the other.
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        self.complement().union(&other.complement()).complement()
    }

    /// What is in this and not in the other.
    pub fn difference(&self, other: &CharSet) -> CharSet {
        self.complement().union(other).complement()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_simplified() {
        let [a, b] = ['a', 'b'].map(|c| Regex::class([(c, c)]));
        assert_eq!(a.clone().plus().optional().star(), a.clone().star());
        assert_eq!(a.clone().optional().plus(), a.clone().star());
        assert_eq!(a.clone().optional().optional(), a.clone().optional());
        assert_eq!(Regex::either(vec![a.clone(), b.clone()]), Regex::class([('a', 'b')]));
        assert_eq!(Regex::either(vec![]), Regex::Class(CharSet::default()));
        assert_eq!(Regex::class([('a', 'b')]).without(b), a.clone());
        assert_eq!(Regex::sequence(vec![a.clone()]), a);
    }

    #[test]
    fn sets_are_sets() {
        let set = |text: &str| CharSet::from(text.chars().map(|c| (c, c)));
        assert_eq!(set("cab").ranges(), [('a', 'c')]);
        let edges = CharSet::from([('\0', 'b'), ('\u{d7ff}', '\u{e000}')]);
        assert_eq!(edges.complement().ranges(), [('c', '\u{d7fe}'), ('\u{e001}', char::MAX)]);
        assert_eq!(edges.complement().complement(), edges);
        assert_eq!(CharSet::all().complement(), CharSet::default());
        assert_eq!(set("abcxyz").difference(&set("bz")), set("acxy"));
        assert_eq!(set("abcxyz").intersection(&set("bzq")), set("bz"));
        assert!(set("axz").contains('x') && !set("axz").contains('y'));
    }
}
