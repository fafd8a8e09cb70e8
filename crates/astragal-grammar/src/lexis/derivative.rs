//! Derivatives of regular expressions: what is left to match once a character of a class is read.
//!
//! (Brzozowski, *Derivatives of Regular Expressions*, 1964; Owens, Reppy, Turon, *Regular-expression derivatives re-examined*, 2009.)
//! They need no automaton for a difference: the derivative of `a - b` is that of `a` without that of `b`. Expressions are kept in
//! a normal form and each but once, so that there are finitely many derivatives of one, and few.

use std::collections::HashMap;

use super::classes::Classes;
use crate::regex::{CharSet, Regex};

/// A regular expression of a [`Derivatives`].
pub(super) type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// One character of some classes; without any, nothing at all.
    Classes(Box<[u16]>),
    /// The empty text.
    Empty,
    /// One and then the other, which is not a sequence first.
    Sequence(Id, Id),
    /// One of several, in order and none of them twice.
    Either(Box<[Id]>),
    /// Any number of times.
    Star(Id),
    /// What the first matches and the second does not.
    Difference(Id, Id),
}

/// Regular expressions over classes of characters, each of them once.
pub(super) struct Derivatives<'a> {
    classes: &'a Classes,
    nodes: Vec<Node>,
    /// Whether each matches the empty text.
    nullable: Vec<bool>,
    known: HashMap<Node, Id>,
    derived: HashMap<(Id, u16), Id>,
}

/// What matches nothing, the empty text, and everything.
const NOTHING: Id = 0;
const EMPTY: Id = 1;
const EVERYTHING: Id = 2;

impl<'a> Derivatives<'a> {
    pub(super) fn new(classes: &'a Classes) -> Derivatives<'a> {
        let mut new = Derivatives {
            classes,
            nodes: Vec::new(),
            nullable: Vec::new(),
            known: HashMap::new(),
            derived: HashMap::new(),
        };
        new.add(Node::Classes([].into()), false);
        new.add(Node::Empty, true);
        new.add(Node::Star(EVERYTHING + 1), true);
        new.add(Node::Classes((0..classes.count() as u16).collect()), false);
        new
    }

    fn add(&mut self, node: Node, nullable: bool) -> Id {
        let next = self.nodes.len() as Id;
        *self.known.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nullable.push(nullable);
            next
        })
    }

    /// How many expressions there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether one matches the empty text.
    pub(super) fn is_nullable(&self, id: Id) -> bool {
        self.nullable[id as usize]
    }

    /// Whether one is known to match nothing.
    pub(super) fn is_nothing(&self, id: Id) -> bool {
        id == NOTHING
    }

    /// The expression of a regular expression.
    pub(super) fn of(&mut self, regex: &Regex) -> Id {
        match regex {
            Regex::Class(set) => self.class(set),
            Regex::Sequence(parts) => parts.iter().rev().fold(EMPTY, |rest, part| {
                let part = self.of(part);
                self.sequence(part, rest)
            }),
            Regex::Either(parts) => {
                let parts = parts.iter().map(|part| self.of(part)).collect();
                self.either(parts)
            }
            Regex::Repeat { part, min, once } => {
                let part = self.of(part);
                match (min, once) {
                    (0, true) => self.either(vec![EMPTY, part]),
                    (_, true) => part,
                    (0, false) => self.star(part),
                    (_, false) => {
                        let more = self.star(part);
                        self.sequence(part, more)
                    }
                }
            }
            Regex::Difference(one, other) => {
                let (one, other) = (self.of(one), self.of(other));
                self.difference(one, other)
            }
        }
    }

    fn class(&mut self, set: &CharSet) -> Id {
        let members = self.classes.members(set);
        self.add(Node::Classes(members.into()), false)
    }

    fn sequence(&mut self, one: Id, other: Id) -> Id {
        match (one, other) {
            (NOTHING, _) | (_, NOTHING) => return NOTHING,
            (EMPTY, rest) => return rest,
            (first, EMPTY) => return first,
            _ => {}
        }
        if let Node::Sequence(first, second) = self.nodes[one as usize] {
            let rest = self.sequence(second, other);
            return self.sequence(first, rest);
        }
        let nullable = self.is_nullable(one) && self.is_nullable(other);
        self.add(Node::Sequence(one, other), nullable)
    }

    fn either(&mut self, parts: Vec<Id>) -> Id {
        let mut flat = Vec::with_capacity(parts.len());
        let mut classes: Option<Vec<u16>> = None;
        for part in parts {
            let inner = match &self.nodes[part as usize] {
                Node::Either(inner) => &inner[..],
                _ => &[part],
            };
            for &part in inner {
                match &self.nodes[part as usize] {
                    Node::Classes(own) => classes.get_or_insert_default().extend(own),
                    _ => flat.push(part),
                }
            }
        }
        if let Some(mut classes) = classes.filter(|classes| !classes.is_empty()) {
            classes.sort_unstable();
            classes.dedup();
            flat.push(self.add(Node::Classes(classes.into()), false));
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => NOTHING,
            [only] => only,
            _ if flat.contains(&EVERYTHING) => EVERYTHING,
            _ => {
                let nullable = flat.iter().any(|&part| self.is_nullable(part));
                self.add(Node::Either(flat.into()), nullable)
            }
        }
    }

    fn star(&mut self, part: Id) -> Id {
        match self.nodes[part as usize] {
            _ if part == NOTHING || part == EMPTY => EMPTY,
            Node::Star(_) => part,
            _ => self.add(Node::Star(part), true),
        }
    }

    fn difference(&mut self, one: Id, other: Id) -> Id {
        if one == other || other == EVERYTHING {
            return NOTHING;
        }
        match (&self.nodes[one as usize], &self.nodes[other as usize]) {
            _ if one == NOTHING || other == NOTHING => one,
            (Node::Empty, _) => {
                if self.is_nullable(other) {
                    NOTHING
                } else {
                    one
                }
            }
            (Node::Classes(own), Node::Classes(others)) => {
                let left = own.iter().copied().filter(|class| !others.contains(class)).collect();
                self.add(Node::Classes(left), false)
            }
            _ => {
                let nullable = self.is_nullable(one) && !self.is_nullable(other);
                self.add(Node::Difference(one, other), nullable)
            }
        }
    }

    /// What is left of one after a character of a class.
    pub(super) fn derive(&mut self, id: Id, class: u16) -> Id {
        if let Some(&known) = self.derived.get(&(id, class)) {
            return known;
        }
        let derived = match self.nodes[id as usize].clone() {
            Node::Empty => NOTHING,
            Node::Classes(classes) => {
                if classes.contains(&class) {
                    EMPTY
                } else {
                    NOTHING
                }
            }
            Node::Sequence(one, other) => {
                let first = self.derive(one, class);
                let first = self.sequence(first, other);
                if self.is_nullable(one) {
                    let second = self.derive(other, class);
                    self.either(vec![first, second])
                } else {
                    first
                }
            }
            Node::Either(parts) => {
                let parts = parts.iter().map(|&part| self.derive(part, class)).collect();
                self.either(parts)
            }
            Node::Star(part) => {
                let first = self.derive(part, class);
                self.sequence(first, id)
            }
            Node::Difference(one, other) => {
                let (one, other) = (self.derive(one, class), self.derive(other, class));
                self.difference(one, other)
            }
        };
        self.derived.insert((id, class), derived);
        derived
    }
}
