//! Nonterminals as regular expressions: those that are not recursive are written out where they are named.

use std::collections::HashMap;

use super::expression::{Expression, Form, Production};
use crate::graph::components;
use crate::regex::{CharSet, Regex};

/// The largest expression that is written out, in parts.
const LARGEST: usize = 20_000;
/// How deep one is, at most.
const DEEPEST: usize = 300;

/// Why something is not a regular expression.
#[derive(Clone, Debug)]
pub(super) enum Irregular<'a> {
    /// This nonterminal leads back to itself.
    Recursive(&'a str),
    /// It would be too large.
    TooLarge,
}

/// How large a nonterminal is when it is written out.
#[derive(Clone, Debug)]
struct Extent<'a> {
    size: usize,
    depth: usize,
    recursive: Option<&'a str>,
}

/// The nonterminals of a grammar as regular expressions.
pub(super) struct Regular<'a, 'p> {
    productions: &'p [Production<'a>],
    numbers: HashMap<&'a str, usize>,
    extents: Vec<Extent<'a>>,
    /// The characters of which `[^..]` excludes some: those of the nonterminal `Char`, or all.
    characters: CharSet,
}

impl<'a, 'p> Regular<'a, 'p> {
    /// Looks at all nonterminals. Names that are unknown are reported elsewhere.
    pub(super) fn new(productions: &'p [Production<'a>]) -> Regular<'a, 'p> {
        let numbers: HashMap<&str, usize> =
            productions.iter().enumerate().rev().map(|(index, production)| (production.name, index)).collect();
        let next: Vec<Vec<usize>> = productions
            .iter()
            .map(|production| {
                let mut names = Vec::new();
                production.expression.names(&mut names);
                names.iter().filter_map(|(name, _)| numbers.get(name).copied()).collect()
            })
            .collect();
        // Components are numbered after those to which they lead.
        let components = components(productions.len(), &|index| next[index].clone());
        let mut order: Vec<usize> = (0..productions.len()).collect();
        order.sort_by_key(|index| components[*index]);
        let mut members = vec![0; productions.len()];
        components.iter().for_each(|component| members[*component] += 1);

        let nothing = Extent { size: 0, depth: 0, recursive: None };
        let extents = vec![nothing; productions.len()];
        let mut regular = Regular { productions, numbers, extents, characters: CharSet::all() };
        for index in order {
            let is_recursive = members[components[index]] > 1 || next[index].contains(&index);
            let mut extent = regular.extent(&productions[index].expression);
            if is_recursive {
                extent.recursive = Some(productions[index].name);
            }
            regular.extents[index] = extent;
        }
        if let Some(Ok(Regex::Class(set))) =
            regular.numbers.get("Char").map(|&index| regular.regex(&productions[index].expression))
        {
            regular.characters = set;
        }
        regular
    }

    /// The number of a nonterminal.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The characters of a set.
    pub(super) fn class(&self, set: &CharSet, is_negated: bool) -> CharSet {
        if is_negated { self.characters.difference(set) } else { set.clone() }
    }

    fn extent(&self, expression: &Expression<'a>) -> Extent<'a> {
        let mut whole = match &expression.form {
            Form::Name(name) => match self.number(name) {
                Some(index) => self.extents[index].clone(),
                None => Extent { size: 0, depth: 0, recursive: None },
            },
            Form::Text(text) => Extent { size: text.len(), depth: 0, recursive: None },
            _ => Extent { size: 1, depth: 0, recursive: None },
        };
        let others: &[Expression<'a>] = if let Form::Except(_, others) = &expression.form { others } else { &[] };
        for part in expression.parts().iter().chain(others) {
            let extent = self.extent(part);
            whole.size = whole.size.saturating_add(extent.size);
            whole.depth = whole.depth.max(extent.depth);
            whole.recursive = whole.recursive.or(extent.recursive);
        }
        whole.depth += 1;
        whole
    }

    /// An expression without names, or why there is none.
    pub(super) fn regex(&self, expression: &Expression<'a>) -> Result<Regex, Irregular<'a>> {
        let Extent { size, depth, recursive } = self.extent(expression);
        match recursive {
            Some(name) => Err(Irregular::Recursive(name)),
            None if size > LARGEST || depth > DEEPEST => Err(Irregular::TooLarge),
            None => Ok(self.write_out(expression)),
        }
    }

    fn write_out(&self, expression: &Expression<'a>) -> Regex {
        let all = |parts: &[Expression<'a>]| parts.iter().map(|part| self.write_out(part)).collect::<Vec<Regex>>();
        match &expression.form {
            Form::Text(text) => Regex::sequence(text.chars().map(|c| Regex::class([(c, c)])).collect()),
            Form::Class { set, is_negated, .. } => Regex::Class(self.class(set, *is_negated)),
            Form::Name(name) => match self.number(name) {
                Some(index) => self.write_out(&self.productions[index].expression),
                None => Regex::empty(),
            },
            Form::Sequence(parts) => Regex::sequence(all(parts)),
            Form::Choice(parts) => Regex::either(all(parts)),
            Form::Repeat { part, min, once } => {
                let part = self.write_out(part);
                match (min, once) {
                    (0, true) => part.optional(),
                    (0, false) => part.star(),
                    _ => part.plus(),
                }
            }
            Form::Except(first, others) => self.write_out(first).without(Regex::either(all(others))),
        }
    }

    /// The nonterminals that an expression names, and those that they name, and so on.
    pub(super) fn mentioned(&self, expression: &Expression<'a>, into: &mut [bool]) {
        let mut open = vec![expression];
        while let Some(next) = open.pop() {
            let mut names = Vec::new();
            next.names(&mut names);
            for index in names.iter().filter_map(|(name, _)| self.number(name)) {
                if !std::mem::replace(&mut into[index], true) {
                    open.push(&self.productions[index].expression);
                }
            }
        }
    }
}
