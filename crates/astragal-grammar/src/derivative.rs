//! Which texts regular expressions match, found by derivatives: the shortest text of one that others do not match.
//!
//! The derivative of an expression by a character is what has to match after it. An expression matches a text if the
//! derivative by all its characters matches the empty text. There are finitely many derivatives, up to the simplifications
//! made here, and all characters between two borders of sets have the same one.

use std::collections::{HashMap, VecDeque};

use crate::regex::{CharSet, Regex};

/// Larger expressions are not looked at.
const LARGEST: usize = 2_000;

/// An expression that was seen before: its place in [`Derivatives`].
type Id = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Nothing matches.
    Nothing,
    /// The empty text matches.
    Empty,
    Class(CharSet),
    /// One after the other; the first is not a sequence.
    Sequence(Id, Id),
    /// One of at least two, in order and without repetition.
    Either(Vec<Id>),
    Star(Id),
    Difference(Id, Id),
}

/// The expressions that were seen, and the work that is left.
pub(crate) struct Derivatives {
    forms: Vec<Form>,
    nullable: Vec<bool>,
    ids: HashMap<Form, Id>,
    known: HashMap<(Id, char), Id>,
    /// How many derivatives are still taken; then nothing is known any more.
    budget: usize,
}

const NOTHING: Id = 0;
const EMPTY: Id = 1;

impl Derivatives {
    pub(crate) fn new(budget: usize) -> Derivatives {
        let mut new =
            Derivatives { forms: Vec::new(), nullable: Vec::new(), ids: HashMap::new(), known: HashMap::new(), budget };
        new.intern(Form::Nothing);
        new.intern(Form::Empty);
        new
    }

    /// An expression, unless it is too large.
    pub(crate) fn read(&mut self, regex: &Regex) -> Option<Id> {
        (size(regex) <= LARGEST).then(|| self.form(regex))
    }

    /// One of several expressions.
    pub(crate) fn union(&mut self, ids: impl IntoIterator<Item = Id>) -> Id {
        let mut parts = Vec::new();
        for id in ids {
            match &self.forms[id as usize] {
                Form::Nothing => {}
                Form::Either(inner) => parts.extend(inner),
                _ => parts.push(id),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => NOTHING,
            [one] => one,
            _ => self.intern(Form::Either(parts)),
        }
    }

    /// What the first matches and the second does not.
    pub(crate) fn without(&mut self, first: Id, second: Id) -> Id {
        match (first, second) {
            (_, NOTHING) => first,
            (NOTHING, _) => NOTHING,
            _ if first == second => NOTHING,
            _ => self.intern(Form::Difference(first, second)),
        }
    }

    /// A shortest text that matches: `Ok(None)` if there is none, and an error if that would take too long to find out.
    pub(crate) fn shortest(&mut self, id: Id) -> Result<Option<String>, TooLarge> {
        let mut before: HashMap<Id, (Id, char)> = HashMap::new();
        let mut queue = VecDeque::from([id]);
        while let Some(next) = queue.pop_front() {
            if self.nullable[next as usize] {
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
        Ok(self.nullable[end as usize])
    }

    fn intern(&mut self, form: Form) -> Id {
        if let Some(id) = self.ids.get(&form) {
            return *id;
        }
        let nullable = |id: &Id| self.nullable[*id as usize];
        let empty = match &form {
            Form::Nothing | Form::Class(_) => false,
            Form::Empty | Form::Star(_) => true,
            Form::Sequence(first, rest) => nullable(first) && nullable(rest),
            Form::Either(parts) => parts.iter().any(nullable),
            Form::Difference(first, second) => nullable(first) && !nullable(second),
        };
        let id = self.forms.len() as Id;
        self.forms.push(form.clone());
        self.nullable.push(empty);
        self.ids.insert(form, id);
        id
    }

    fn form(&mut self, regex: &Regex) -> Id {
        match regex {
            Regex::Class(set) if set.is_empty() => NOTHING,
            Regex::Class(set) => self.intern(Form::Class(set.clone())),
            Regex::Sequence(parts) => {
                let ids: Vec<Id> = parts.iter().map(|part| self.form(part)).collect();
                ids.into_iter().rev().fold(EMPTY, |rest, id| self.sequence(id, rest))
            }
            Regex::Either(parts) => {
                let ids: Vec<Id> = parts.iter().map(|part| self.form(part)).collect();
                self.union(ids)
            }
            Regex::Repeat { part, min, once } => {
                let part = self.form(part);
                match (min, once) {
                    (0, true) => self.union([part, EMPTY]),
                    (0, false) => self.star(part),
                    (_, true) => part,
                    (_, false) => {
                        let star = self.star(part);
                        self.sequence(part, star)
                    }
                }
            }
            Regex::Difference(first, second) => {
                let (first, second) = (self.form(first), self.form(second));
                self.without(first, second)
            }
        }
    }

    fn star(&mut self, part: Id) -> Id {
        if part == NOTHING || part == EMPTY { EMPTY } else { self.intern(Form::Star(part)) }
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
                _ => self.intern(Form::Sequence(first, rest)),
            },
        }
    }

    /// Characters before which the derivative may change.
    fn borders(&self, id: Id, into: &mut Vec<char>) {
        match &self.forms[id as usize] {
            Form::Nothing | Form::Empty => {}
            Form::Class(set) => {
                into.extend(set.ranges().iter().map(|range| range.0));
                into.extend(set.complement().ranges().iter().map(|range| range.0));
            }
            Form::Sequence(first, rest) => {
                self.borders(*first, into);
                if self.nullable[*first as usize] {
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

    fn derive(&mut self, id: Id, c: char) -> Result<Id, TooLarge> {
        if let Some(known) = self.known.get(&(id, c)) {
            return Ok(*known);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooLarge)?;
        let derived = match self.forms[id as usize].clone() {
            Form::Nothing | Form::Empty => NOTHING,
            Form::Class(set) => {
                if set.contains(c) {
                    EMPTY
                } else {
                    NOTHING
                }
            }
            Form::Sequence(first, rest) => {
                let derived = self.derive(first, c)?;
                let after = self.sequence(derived, rest);
                if self.nullable[first as usize] {
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
