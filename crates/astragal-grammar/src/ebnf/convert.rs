//! From expressions to rules: groups and repetitions become categories of their own, sets of characters become tokens.

use std::collections::{HashMap, HashSet};

use super::expression::{Expression, Form, Production};
use super::regular::{Irregular, Regular};
use crate::builder::Builder;
use crate::derivative::{Derivatives, is_nullable};
use crate::error::{Diagnosis, Span};
use crate::model::{Item, Label};
use crate::regex::Regex;
use crate::warnings::Places;

/// How many derivatives are taken to find out whether an exception leaves nothing.
const BUDGET: usize = 20_000;
/// A group that is written longer has a number for a name.
const LONGEST_NAME: usize = 40;

/// A grammar in the making.
pub(super) struct Converter<'a, 'p, 'd> {
    regular: &'p Regular<'a, 'p>,
    builder: Builder,
    places: Places,
    diagnosis: &'p mut Diagnosis<'d>,
    /// Nonterminals that are tokens.
    tokens: HashMap<&'a str, Item>,
    /// The items of groups and the like, by how they are written.
    made: HashMap<String, Item>,
    labels: HashSet<String>,
    /// The nonterminal whose rules are made, and how many names it has needed.
    owner: &'a str,
    numbered: u32,
    /// Nonterminals that were written out, by their numbers.
    pub(super) written_out: Vec<bool>,
}

impl<'a, 'p, 'd> Converter<'a, 'p, 'd> {
    pub(super) fn new(
        name: &str,
        productions: &[Production<'a>],
        regular: &'p Regular<'a, 'p>,
        diagnosis: &'p mut Diagnosis<'d>,
    ) -> Converter<'a, 'p, 'd> {
        Converter {
            regular,
            builder: Builder::new(name),
            places: Places::default(),
            diagnosis,
            tokens: HashMap::new(),
            made: HashMap::new(),
            labels: productions.iter().map(|production| production.name.to_owned()).collect(),
            owner: "",
            numbered: 0,
            written_out: vec![false; productions.len()],
        }
    }

    /// Makes a nonterminal a token.
    pub(super) fn token(&mut self, production: &Production<'a>) {
        let Production { name, at, expression } = production;
        if let Some(regex) = self.regex(
            expression,
            "a token is a regular expression",
            "only nonterminals that are not recursive can be tokens",
        ) {
            if is_nullable(&regex) {
                let help = "a token has at least one character; make it optional where it is used";
                self.diagnosis.error(*at, format!("the token `{name}` matches the empty text"), help);
            }
            self.owner = name;
            let item = self.add_token(name, regex, *at);
            self.tokens.insert(name, item);
        }
    }

    /// Makes the rules of a nonterminal.
    pub(super) fn production(&mut self, production: &Production<'a>) {
        let Production { name, at, expression } = production;
        (self.owner, self.numbered) = (name, 0);
        let category = self.category(name, name, *at);
        let alternatives = expression.alternatives();
        for alternative in alternatives {
            let label = match alternatives.len() {
                1 => (*name).to_owned(),
                _ => self.label(alternative),
            };
            self.rule(Label::Constructor(label), category, alternative.sequence(), alternative.at);
        }
    }

    /// The grammar so far.
    pub(super) fn finish(self) -> (Builder, Places) {
        (self.builder, self.places)
    }

    fn category(&mut self, name: &str, kind: &str, at: Span) -> Item {
        let item = self.builder.category(name);
        if let Item::Category(id) = item {
            self.builder.category_mut(id).kind = kind.to_owned();
            self.places.categories.resize(self.places.categories.len().max(id.index() + 1), at);
            if id.index() < self.places.categories.len() {
                self.places.categories[id.index()] = at;
            }
        }
        item
    }

    fn rule(&mut self, label: Label, category: Item, parts: &[Expression<'a>], at: Span) {
        let items: Vec<Item> = parts.iter().filter_map(|part| self.item(part)).collect();
        self.add_rule(label, category, items, at);
    }

    fn add_rule(&mut self, label: Label, category: Item, items: Vec<Item>, at: Span) {
        let id = self.builder.rule(label, category, items);
        self.builder.rule_mut(id).line = self.diagnosis.line(at);
        self.places.rules.push(at);
    }

    fn add_token(&mut self, name: &str, regex: Regex, at: Span) -> Item {
        let item = self.builder.token(name, regex);
        if matches!(item, Item::Token(id) if id.index() == self.places.tokens.len()) {
            self.places.tokens.push(at);
        }
        item
    }

    /// The item of an expression; for an empty text there is none.
    fn item(&mut self, expression: &Expression<'a>) -> Option<Item> {
        match &expression.form {
            Form::Text(text) if text.is_empty() => return None,
            Form::Text(text) => {
                let item = self.builder.terminal(text);
                if matches!(item, Item::Terminal(id) if id.index() == self.places.terminals.len()) {
                    self.places.terminals.push(expression.at);
                }
                return Some(item);
            }
            Form::Name(name) => {
                return Some(match self.tokens.get(name) {
                    Some(token) => *token,
                    None => self.builder.category(name),
                });
            }
            _ => {}
        }
        let written = expression.to_string();
        if let Some(item) = self.made.get(&written) {
            return Some(*item);
        }
        let item = match &expression.form {
            Form::Class { set, is_negated, text } => {
                let set = self.regular.class(set, *is_negated);
                if set.is_empty() {
                    self.diagnosis.error(expression.at, "no character is in this set", "");
                }
                self.add_token(text, Regex::Class(set), expression.at)
            }
            Form::Repeat { part, min, once } => self.repetition(part, *min, *once, &written, expression.at)?,
            Form::Except(..) => self.exception(expression, &written)?,
            Form::Sequence(_) | Form::Choice(_) => self.group(expression, &written),
            Form::Text(_) | Form::Name(_) => return None,
        };
        self.made.insert(written, item);
        Some(item)
    }

    /// A name that no other category and no token has.
    fn name(&mut self, written: &str) -> String {
        if written.chars().count() <= LONGEST_NAME {
            return written.to_owned();
        }
        loop {
            self.numbered += 1;
            let name = format!("{}.{}", self.owner, self.numbered);
            if !self.labels.contains(&name) {
                return name;
            }
        }
    }

    /// The group of an expression that is none.
    fn made_once(&mut self, part: &Expression<'a>, written: &str) -> Item {
        if let Some(item) = self.made.get(written) {
            return *item;
        }
        let item = self.group(part, written);
        self.made.insert(written.to_owned(), item);
        item
    }

    /// `(a b | c)`.
    fn group(&mut self, expression: &Expression<'a>, written: &str) -> Item {
        let name = self.name(&format!("({written})"));
        let category = self.category(&name, &name, expression.at);
        for alternative in expression.alternatives() {
            let label = Label::Constructor(self.label(alternative));
            self.rule(label, category, alternative.sequence(), alternative.at);
        }
        category
    }

    /// `a?`, `a*`, `a+`: a list. A terminal has no place in one, and becomes a group.
    fn repetition(&mut self, part: &Expression<'a>, min: u32, once: bool, written: &str, at: Span) -> Option<Item> {
        let element = match self.item(part)? {
            Item::Terminal(_) => self.made_once(part, &part.to_string()),
            item => item,
        };
        let name = self.name(written);
        let kind = format!("[{part}]");
        let list = self.category(&name, &kind, at);
        if min == 0 {
            self.add_rule(Label::Nil, list, Vec::new(), at);
        }
        if min == 1 || once {
            self.add_rule(Label::One, list, vec![element], at);
        }
        if !once {
            self.add_rule(Label::Cons, list, vec![element, list], at);
        }
        Some(list)
    }

    /// `a - b`: a token; one that may be empty is an optional token.
    fn exception(&mut self, expression: &Expression<'a>, written: &str) -> Option<Item> {
        let help = "describe what is excepted without it, or except it in the property";
        let regex = self.regex(expression, "both sides of `-` are regular expressions", help)?;
        let name = self.name(written);
        let nullable = is_nullable(&regex);
        let filled = if nullable { regex.without(Regex::empty()) } else { regex };
        let mut derivatives = Derivatives::new(BUDGET);
        let id = derivatives.read(&filled);
        if id.is_some_and(|id| derivatives.shortest(id) == Ok(None)) {
            self.diagnosis.error(expression.at, "this exception leaves nothing", "");
        }
        let token = self.add_token(&name, filled, expression.at);
        if !nullable {
            return Some(token);
        }
        let list = self.category(&format!("({name})?"), &format!("[{name}]"), expression.at);
        self.add_rule(Label::Nil, list, Vec::new(), expression.at);
        self.add_rule(Label::One, list, vec![token], expression.at);
        Some(list)
    }

    /// An expression without names. If there is none, that is reported.
    fn regex(&mut self, expression: &Expression<'a>, needed: &str, help: &str) -> Option<Regex> {
        self.regular.mentioned(expression, &mut self.written_out);
        let (message, help) = match self.regular.regex(expression) {
            Ok(regex) => return Some(regex),
            Err(Irregular::Recursive(name)) => (format!("{needed}, but this is not: `{name}` is recursive"), help),
            Err(Irregular::TooLarge) => (format!("{needed}, and this is too large for one"), ""),
        };
        self.diagnosis.error(expression.at, message, help);
        None
    }

    /// A label for an alternative, as LBNF makes it up: from a single word or name, or a number.
    fn label(&mut self, alternative: &Expression<'a>) -> String {
        let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let mut label = match &alternative.form {
            Form::Text(text) if is_word(text) => format!("{}_{text}", self.owner),
            Form::Name(name) => format!("{}{name}", self.owner),
            _ => {
                self.numbered += 1;
                format!("{}{}", self.owner, self.numbered)
            }
        };
        while !self.labels.insert(label.clone()) {
            label.push('_');
        }
        label
    }
}

/// The names in an expression that become items: those of exceptions are written out.
pub(super) fn items<'a>(expression: &Expression<'a>, into: &mut Vec<&'a str>) {
    match &expression.form {
        Form::Name(name) => into.push(name),
        Form::Except(..) => {}
        _ => expression.parts().iter().for_each(|part| items(part, into)),
    }
}
