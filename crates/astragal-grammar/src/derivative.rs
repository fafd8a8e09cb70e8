//! Derivatives of regular expressions: what has to match after a character. By them automata are built and the shortest text is found
//! that one expression matches and others do not.
//!
//! (Brzozowski, *Derivatives of Regular Expressions*, 1964; Owens, Reppy, Turon, *Regular-expression derivatives re-examined*, 2009.)
//! They need no automaton for a difference: the derivative of `a - b` is that of `a` without that of `b`. Expressions are kept in
//! a normal form and each but once, so that there are finitely many derivatives of one, and few. All characters between two borders
//! of sets have the same derivative.

use std::collections::{HashMap, VecDeque};

use crate::regex::{CharSet, Regex};

/// Larger expressions are not [read](Derivatives::read).
const LARGEST: usize = 2_000;

/// An expression of a [`Derivatives`].
pub(crate) type Id = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// One character of a set; of the empty one, nothing at all.
    Class(CharSet),
    /// The empty text.
    Empty,
    /// One and then the other; the first is not a sequence.
    Sequence(Id, Id),
    /// One of at least two, in order and without repetition; at most one is a class.
    Either(Vec<Id>),
    /// Any number of times.
    Star(Id),
    /// What the first matches and the second does not.
    Difference(Id, Id),
}

/// Regular expressions, each of them once.
pub(crate) struct Derivatives {
    forms: Vec<Form>,
    /// Whether each matches the empty text.
    nullable: Vec<bool>,
    ids: HashMap<Form, Id>,
    known: HashMap<(Id, char), Id>,
    /// How many derivatives are still taken; then nothing is known any more.
    budget: usize,
}

/// What matches nothing, the empty text, and everything.
const NOTHING: Id = 0;
const EMPTY: Id = 1;
const EVERYTHING: Id = 2;

impl Derivatives {
    /// Without expressions. At most this many derivatives are taken.
    pub(crate) fn new(budget: usize) -> Derivatives {
        let (forms, nullable) = (Vec::new(), Vec::new());
        let mut new = Derivatives { forms, nullable, ids: HashMap::new(), known: HashMap::new(), budget };
        new.add(Form::Class(CharSet::default()), false);
        new.add(Form::Empty, true);
        new.add(Form::Star(EVERYTHING + 1), true);
        new.add(Form::Class(CharSet::all()), false);
        new
    }

    /// How many expressions there are.
    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether one matches the empty text.
    pub(crate) fn is_nullable(&self, id: Id) -> bool {
        self.nullable[id as usize]
    }

    /// Whether one is known to match nothing.
    pub(crate) fn is_nothing(&self, id: Id) -> bool {
        id == NOTHING
    }

    /// An expression, unless it is too large.
    pub(crate) fn read(&mut self, regex: &Regex) -> Option<Id> {
        (size(regex) <= LARGEST).then(|| self.of(regex))
    }

    /// An expression of any size.
    pub(crate) fn of(&mut self, regex: &Regex) -> Id {
        match regex {
            Regex::Class(set) => self.add(Form::Class(set.clone()), false),
            Regex::Sequence(parts) => parts.iter().rev().fold(EMPTY, |rest, part| {
                let part = self.of(part);
                self.sequence(part, rest)
            }),
            Regex::Either(parts) => {
                let parts: Vec<Id> = parts.iter().map(|part| self.of(part)).collect();
                self.union(parts)
            }
            Regex::Repeat { part, min, once } => {
                let part = self.of(part);
                match (min, once) {
                    (0, true) => self.union([EMPTY, part]),
                    (_, true) => part,
                    (0, false) => self.star(part),
                    (_, false) => {
                        let more = self.star(part);
                        self.sequence(part, more)
                    }
                }
            }
            Regex::Difference(first, second) => {
                let (first, second) = (self.of(first), self.of(second));
                self.without(first, second)
            }
        }
    }

    fn add(&mut self, form: Form, nullable: bool) -> Id {
        let next = self.forms.len() as Id;
        *self.ids.entry(form).or_insert_with_key(|form| {
            self.forms.push(form.clone());
            self.nullable.push(nullable);
            next
        })
    }

    fn sequence(&mut self, first: Id, rest: Id) -> Id {
        match (first, rest) {
            (NOTHING, _) | (_, NOTHING) => NOTHING,
            (EMPTY, other) | (other, EMPTY) => other,
            _ => match self.forms[first as usize] {
                Form::Sequence(one, two) => {
                    let rest = self.sequence(two, rest);
                    self.sequence(one, rest)
                }
                _ => self.add(Form::Sequence(first, rest), self.is_nullable(first) && self.is_nullable(rest)),
            },
        }
    }

    /// One of several expressions.
    pub(crate) fn union(&mut self, ids: impl IntoIterator<Item = Id>) -> Id {
        let mut parts = Vec::new();
        for id in ids {
            match &self.forms[id as usize] {
                Form::Either(inner) => parts.extend(inner),
                _ => parts.push(id),
            }
        }
        let is_class = |id: &Id| matches!(self.forms[*id as usize], Form::Class(_));
        let (classes, mut parts): (Vec<Id>, Vec<Id>) = parts.into_iter().partition(is_class);
        parts.push(self.class_of(&classes));
        parts.retain(|part| *part != NOTHING);
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => NOTHING,
            [one] => one,
            _ if parts.contains(&EVERYTHING) => EVERYTHING,
            _ => {
                let nullable = parts.iter().any(|&part| self.is_nullable(part));
                self.add(Form::Either(parts), nullable)
            }
        }
    }

    /// One class for several.
    fn class_of(&mut self, classes: &[Id]) -> Id {
        match classes {
            [] => NOTHING,
            [one] => *one,
            _ => {
                let ranges = classes.iter().flat_map(|id| match &self.forms[*id as usize] {
                    Form::Class(set) => set.ranges(),
                    _ => &[],
                });
                let set = CharSet::from(ranges.copied());
                self.add(Form::Class(set), false)
            }
        }
    }

    fn star(&mut self, part: Id) -> Id {
        match self.forms[part as usize] {
            _ if part == NOTHING || part == EMPTY => EMPTY,
            Form::Star(_) => part,
            _ => self.add(Form::Star(part), true),
        }
    }

    /// What the first matches and the second does not.
    pub(crate) fn without(&mut self, first: Id, second: Id) -> Id {
        if first == second || second == EVERYTHING {
            return NOTHING;
        }
        match (&self.forms[first as usize], &self.forms[second as usize]) {
            _ if first == NOTHING || second == NOTHING => first,
            (Form::Empty, _) => {
                if self.is_nullable(second) {
                    NOTHING
                } else {
                    first
                }
            }
            (Form::Class(own), Form::Class(others)) => {
                let left = own.difference(others);
                self.add(Form::Class(left), false)
            }
            _ => {
                let nullable = self.is_nullable(first) && !self.is_nullable(second);
                self.add(Form::Difference(first, second), nullable)
            }
        }
    }

    /// What is left of one after a character.
    pub(crate) fn derive(&mut self, id: Id, c: char) -> Result<Id, TooLarge> {
        if let Some(known) = self.known.get(&(id, c)) {
            return Ok(*known);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooLarge)?;
        if let Form::Class(set) = &self.forms[id as usize] {
            return Ok(if set.contains(c) { EMPTY } else { NOTHING });
        }
        let derived = match self.forms[id as usize].clone() {
            Form::Empty | Form::Class(_) => NOTHING,
            Form::Sequence(first, rest) => {
                let derived = self.derive(first, c)?;
                let after = self.sequence(derived, rest);
                if self.is_nullable(first) {
                    let past = self.derive(rest, c)?;
                    self.union([after, past])
                } else {
                    after
                }
            }
            Form::Either(parts) => {
                let derived: Vec<Id> = parts.into_iter().map(|part| self.derive(part, c)).collect::<Result<_, _>>()?;
                self.union(derived)
            }
            Form::Star(part) => {
                let derived = self.derive(part, c)?;
                self.sequence(derived, id)
            }
            Form::Difference(first, second) => {
                let (first, second) = (self.derive(first, c)?, self.derive(second, c)?);
                self.without(first, second)
            }
        };
        self.known.insert((id, c), derived);
        Ok(derived)
    }

    /// A shortest text that matches: `Ok(None)` if there is none, and an error if that would take too long to find out.
    pub(crate) fn shortest(&mut self, id: Id) -> Result<Option<String>, TooLarge> {
        let mut before: HashMap<Id, (Id, char)> = HashMap::new();
        let mut queue = VecDeque::from([id]);
        while let Some(next) = queue.pop_front() {
            if self.is_nullable(next) {
                let mut characters = Vec::new();
                let mut at = next;
                while at != id {
                    let (earlier, c) = before[&at];
                    characters.push(c);
                    at = earlier;
                }
                return Ok(Some(characters.iter().rev().collect()));
            }
            let mut borders = vec!['\0'];
            self.borders(next, &mut borders);
            borders.sort_unstable();
            borders.dedup();
            for c in borders {
                let derived = self.derive(next, c)?;
                if derived != NOTHING && derived != id && !before.contains_key(&derived) {
                    before.insert(derived, (next, c));
                    queue.push_back(derived);
                }
            }
        }
        Ok(None)
    }

    /// Whether a text matches.
    pub(crate) fn matches(&mut self, id: Id, text: &str) -> Result<bool, TooLarge> {
        let end = text.chars().try_fold(id, |id, c| self.derive(id, c))?;
        Ok(self.is_nullable(end))
    }

    /// Characters before which the derivative may change.
    fn borders(&self, id: Id, into: &mut Vec<char>) {
        match &self.forms[id as usize] {
            Form::Empty => {}
            Form::Class(set) => {
                into.extend(set.ranges().iter().map(|range| range.0));
                into.extend(set.complement().ranges().iter().map(|range| range.0));
            }
            Form::Sequence(first, rest) => {
                self.borders(*first, into);
                if self.is_nullable(*first) {
                    self.borders(*rest, into);
                }
            }
            Form::Either(parts) => parts.iter().for_each(|part| self.borders(*part, into)),
            Form::Star(part) => self.borders(*part, into),
            Form::Difference(first, second) => {
                self.borders(*first, into);
                self.borders(*second, into);
            }
        }
    }
}

/// The expressions are too large for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Whether an expression matches the empty text.
pub(crate) fn is_nullable(regex: &Regex) -> bool {
    match regex {
        Regex::Class(_) => false,
        Regex::Sequence(parts) => parts.iter().all(is_nullable),
        Regex::Either(parts) => parts.iter().any(is_nullable),
        Regex::Repeat { part, min, .. } => *min == 0 || is_nullable(part),
        Regex::Difference(first, second) => is_nullable(first) && !is_nullable(second),
    }
}

/// The number of expressions in one.
pub(crate) fn size(regex: &Regex) -> usize {
    match regex {
        Regex::Class(_) => 1,
        Regex::Sequence(parts) | Regex::Either(parts) => 1 + parts.iter().map(size).sum::<usize>(),
        Regex::Repeat { part, .. } => 1 + size(part),
        Regex::Difference(first, second) => 1 + size(first) + size(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortest(regex: &Regex) -> Option<String> {
        let mut derivatives = Derivatives::new(10_000);
        let id = derivatives.read(regex).unwrap();
        derivatives.shortest(id).unwrap()
    }

    #[test]
    fn the_shortest_text_is_found() {
        let letters = || Regex::class([('a', 'z')]).plus();
        assert_eq!(shortest(&letters()), Some("a".into()));
        assert_eq!(shortest(&letters().without(letters())), None);
        assert_eq!(shortest(&letters().without(Regex::class([('a', 'z')]))), Some("aa".into()));
        assert_eq!(shortest(&letters().without(Regex::class([('a', 'y')]).plus())), Some("z".into()));
        assert_eq!(shortest(&Regex::literal("begin").without(letters())), None);
        assert_eq!(shortest(&letters().star()), Some(String::new()));
        assert_eq!(shortest(&Regex::sequence(vec![letters(), Regex::either(vec![])])), None);

        // A comment: anything but the end of it, then the end.
        let any = || Regex::Class(CharSet::all()).star();
        let inner = any().without(Regex::sequence(vec![any(), Regex::literal("*/"), any()]));
        let comment = Regex::sequence(vec![Regex::literal("/*"), inner, Regex::literal("*/")]);
        assert_eq!(shortest(&comment), Some("/**/".into()));
        assert_eq!(shortest(&Regex::literal("/* a*b */").without(comment.clone())), None);
        assert_eq!(shortest(&Regex::literal("/* */ */").without(comment)), Some("/* */ */".into()));
    }

    #[test]
    fn what_takes_too_long_is_not_known() {
        // (a|b)* a (a|b)^n has 2^n derivatives.
        let ab = || Regex::class([('a', 'b')]);
        let mut parts = vec![ab().star(), Regex::literal("a")];
        parts.extend((0..30).map(|_| ab()));
        let large = Regex::sequence(parts);
        let mut derivatives = Derivatives::new(10_000);
        let [id, all] = [large, ab().star()].map(|regex| derivatives.read(&regex).unwrap());
        let outside = derivatives.without(id, all);
        assert_eq!(derivatives.shortest(outside), Err(TooLarge));
        assert!(derivatives.read(&Regex::literal(&"x".repeat(3_000))).is_none());
    }
}
