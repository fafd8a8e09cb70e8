//! Expands macros: `separator`, `terminator`, `delimiters`, `coercions` and `rules` into rules.

use std::collections::HashMap;

use super::definition::{Cat, Name, Part, Separation};
use crate::error::{Diagnosis, Span};
use crate::model::Label;

/// A rule, before its names are looked up.
#[derive(Clone, Debug)]
pub(super) struct RawRule<'a> {
    pub(super) label: Label,
    /// Where it begins.
    pub(super) at: Span,
    pub(super) cat: Cat<'a>,
    pub(super) cat_at: Span,
    pub(super) parts: Vec<(Part<'a>, Span)>,
    pub(super) is_internal: bool,
}

/// The rules of a grammar, one after the other.
#[derive(Default)]
pub(super) struct Rules<'a> {
    pub(super) rules: Vec<RawRule<'a>>,
    /// How many labels `rules` has numbered, by category.
    numbered: HashMap<&'a str, u32>,
}

impl<'a> Rules<'a> {
    /// Adds a rule as it is written, but that a terminal of several words is several.
    pub(super) fn push(&mut self, rule: RawRule<'a>) {
        let several =
            |part: &Part<'_>| matches!(part, Part::Text(text) if text.is_empty() || text.contains(char::is_whitespace));
        let RawRule { mut parts, .. } = rule;
        if parts.iter().any(|(part, _)| several(part)) {
            let words = parts.into_iter().flat_map(|(part, at)| match part {
                Part::Text(text) => text.split_whitespace().map(|word| (Part::Text(word.to_owned()), at)).collect(),
                cat => vec![(cat, at)],
            });
            parts = words.collect();
        }
        self.rules.push(RawRule { parts, ..rule });
    }

    /// Adds a rule that a macro makes, which is placed where the macro names its category.
    fn make(&mut self, label: Label, cat: Cat<'a>, at: Span, parts: impl IntoIterator<Item = Part<'a>>) {
        let parts = parts.into_iter().map(|part| (part, at)).collect();
        self.rules.push(RawRule { label, at, cat, cat_at: at, parts, is_internal: false });
    }

    /// `separator nonempty Exp ","`.
    pub(super) fn list(&mut self, (cat, at): (Cat<'a>, Span), by: Separation, text: &str, is_nonempty: bool) {
        if !is_nonempty {
            self.make(Label::Nil, cat.list(), at, []);
        }
        self.elements(cat, cat.list(), at, by, text, is_nonempty);
    }

    /// The rules of a list but for the empty one.
    fn elements(&mut self, cat: Cat<'a>, list: Cat<'a>, at: Span, by: Separation, text: &str, is_nonempty: bool) {
        // White space is no terminal, and without one a separator is a terminator.
        let between = (!text.trim().is_empty()).then(|| Part::Text(text.to_owned()));
        let is_separator = by == Separation::Separator && between.is_some();
        if is_nonempty || is_separator {
            let after = between.clone().filter(|_| !is_separator);
            self.make(Label::One, list, at, [Part::Cat(cat)].into_iter().chain(after));
        }
        self.make(Label::Cons, list, at, [Part::Cat(cat)].into_iter().chain(between).chain([Part::Cat(list)]));
    }

    /// `delimiters Exp "(" ")" separator "," nonempty`.
    pub(super) fn delimited(
        &mut self,
        (cat, at): (Cat<'a>, Span),
        around: [String; 2],
        by: Option<(Separation, String)>,
        is_nonempty: bool,
    ) {
        let around = around.map(|text| Some(Part::Text(text)).filter(|part| *part != Part::Text(String::new())));
        let [open, close] = around;
        if !is_nonempty {
            self.make(Label::Nil, cat.list(), at, open.clone().into_iter().chain(close.clone()));
        }
        let inside = Cat { is_inside: true, ..cat.list() };
        self.make(Label::Coercion, cat.list(), at, open.into_iter().chain([Part::Cat(inside)]).chain(close));
        let (by, text) = by.unwrap_or((Separation::Terminator, String::new()));
        self.elements(cat, inside, at, by, &text, true);
    }

    /// `coercions Exp 3`.
    pub(super) fn coercions(&mut self, name: Name<'a>, highest: u32, diagnosis: &mut Diagnosis<'_>) {
        let whole = Cat::new(name.text, 0);
        if whole.level.is_some() {
            let help = format!("write `coercions {} {highest}`", whole.base);
            diagnosis.error(name.at, "`coercions` needs a category without a level", help);
            return;
        }
        let mut below = whole;
        for level in 1..=highest {
            let next = Cat { level: Some(level), ..whole };
            self.make(Label::Coercion, below, name.at, [Part::Cat(next)]);
            below = next;
        }
        let [open, close] = ["(", ")"].map(|text| Part::Text(text.to_owned()));
        self.make(Label::Coercion, below, name.at, [open, Part::Cat(whole), close]);
    }

    /// `rules Type ::= "int" | "bool" | Type "*"`, with the labels that BNFC makes up.
    pub(super) fn labelled(&mut self, name: Name<'a>, sides: Vec<Vec<(Part<'a>, Span)>>) {
        let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        for parts in sides {
            let label = match parts.as_slice() {
                [(Part::Text(text), _)] if is_word(text) => format!("{}_{text}", name.text),
                [(Part::Cat(cat), _)] if cat.depth == 0 => format!("{}{cat}", name.text),
                _ => {
                    let number = self.numbered.entry(name.text).or_default();
                    *number += 1;
                    format!("{}{number}", name.text)
                }
            };
            let at = parts.first().map_or(name.at, |(_, at)| *at);
            let label = Label::Constructor(label);
            self.push(RawRule { label, at, cat: Cat::new(name.text, 0), cat_at: name.at, parts, is_internal: false });
        }
    }
}
