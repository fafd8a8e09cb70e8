//! Checks rules: that the names in them are known, that labels fit, and that what they make has a constructor.

use std::collections::{HashMap, HashSet};

use super::define::Signature;
use super::definition::{Cat, Part};
use super::expand::RawRule;
use super::regex::PREDEFINED;
use crate::error::{Diagnosis, Span, similar};
use crate::model::Label;

/// Names that other notations have for predefined tokens.
const FOREIGN: [(&str, &str); 10] = [
    ("Int", "Integer"),
    ("Number", "Integer"),
    ("Float", "Double"),
    ("Character", "Char"),
    ("Str", "String"),
    ("Id", "Ident"),
    ("Identifier", "Ident"),
    ("Name", "Ident"),
    ("Text", "String"),
    ("Var", "Ident"),
];

/// The names of a grammar.
pub(super) struct Names<'a, 'b> {
    /// The categories that rules make.
    categories: HashSet<Cat<'a>>,
    /// The tokens that are defined.
    tokens: &'b HashMap<&'a str, Span>,
}

impl<'a, 'b> Names<'a, 'b> {
    pub(super) fn new(rules: &[RawRule<'a>], tokens: &'b HashMap<&'a str, Span>) -> Names<'a, 'b> {
        Names { categories: rules.iter().map(|rule| rule.cat).collect(), tokens }
    }

    /// Whether a name is one of a token.
    pub(super) fn is_token(&self, cat: Cat<'a>) -> bool {
        let Cat { base, level: None, depth: 0, .. } = cat else { return false };
        self.tokens.contains_key(base) || PREDEFINED.contains(&base)
    }

    /// Reports a name that is neither a category nor a token.
    pub(super) fn check_known(&self, cat: Cat<'a>, at: Span, diagnosis: &mut Diagnosis<'_>) {
        if self.categories.contains(&cat) || self.is_token(cat) {
            return;
        }
        if let Some(element) =
            cat.element().filter(|element| self.categories.contains(element) || self.is_token(*element))
        {
            let help =
                format!("write how they are listed: `separator {element} \",\" ;` or `terminator {element} \";\" ;`");
            return diagnosis.error(at, format!("`{cat}` has no rules"), help);
        }
        let names: Vec<String> = self.categories.iter().filter(|cat| !cat.is_inside).map(Cat::to_string).collect();
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names.extend(self.tokens.keys().chain(&PREDEFINED));
        names.sort_unstable();
        let name = cat.to_string();
        let foreign = FOREIGN.iter().find(|(foreign, _)| *foreign == name).map(|(_, ours)| *ours);
        let help = foreign.or_else(|| similar(&name, names.iter().copied()));
        let help = help.map(|name| format!("did you mean `{name}`?")).unwrap_or_default();
        diagnosis.error(at, format!("unknown category `{name}`"), help);
    }

    /// Reports what is wrong with one rule.
    pub(super) fn check_rule(&self, rule: &RawRule<'a>, diagnosis: &mut Diagnosis<'_>) {
        let RawRule { label, at, cat, cat_at, parts, .. } = rule;
        let base = Cat { level: None, depth: 0, is_inside: false, ..*cat };
        if !cat.base.starts_with(char::is_uppercase) {
            return diagnosis.error(*cat_at, "the name of a category begins with a capital letter", "");
        }
        if cat.depth == 0 && self.is_token(base) {
            let why = if self.tokens.contains_key(base.base) { "is a token" } else { "is predefined" };
            return diagnosis.error(*cat_at, format!("`{base}` {why}, and cannot have rules"), "choose another name");
        }
        for (part, at) in parts {
            if let Part::Cat(cat) = part {
                self.check_known(*cat, *at, diagnosis);
            }
        }
        let kind = cat.kind();
        let made_of: Vec<Cat<'a>> = kinds(parts).collect();
        let element = kind.element();
        let (fits, needed) = match label {
            Label::Coercion => (made_of == [kind], format!("a rule with the label `_` is made of one `{kind}`")),
            Label::Nil => (
                element.is_some() && made_of.is_empty(),
                "a rule with the label `[]` makes a list `[C]` of terminals alone".into(),
            ),
            Label::One => (
                element.is_some_and(|element| made_of == [element]),
                "a rule with the label `(:[])` makes a list `[C]` of one `C`".into(),
            ),
            Label::Cons => (
                element.is_some_and(|element| made_of == [element, kind]),
                "a rule with the label `(:)` makes a list `[C]` of a `C` and then a `[C]`".into(),
            ),
            Label::Constructor(_) | Label::Defined(_) => (
                element.is_none(),
                format!("the rules of a list such as `{cat}` have the labels `[]`, `(:[])`, `(:)` or `_`"),
            ),
        };
        if !fits {
            let found: Vec<String> = made_of.iter().map(|cat| format!("`{cat}`")).collect();
            let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" and ") };
            let help = if element.is_some() || *label == Label::Coercion {
                format!("it makes `{kind}` of {found}")
            } else {
                String::new()
            };
            diagnosis.error(*at, needed, help);
        }
    }
}

/// The types of what a rule is made of.
fn kinds<'r, 'a>(parts: &'r [(Part<'a>, Span)]) -> impl Iterator<Item = Cat<'a>> + 'r {
    parts.iter().filter_map(|(part, _)| match part {
        Part::Cat(cat) => Some(cat.kind()),
        Part::Text(_) => None,
    })
}

/// The types of all labels. Rules with the same one must agree.
pub(super) fn signatures<'a>(rules: &[RawRule<'a>], diagnosis: &mut Diagnosis<'_>) -> HashMap<String, Signature<'a>> {
    let mut first: HashMap<&str, (usize, Signature<'a>)> = HashMap::new();
    for (index, rule) in rules.iter().enumerate() {
        let (Label::Constructor(name) | Label::Defined(name)) = &rule.label else { continue };
        let signature = (kinds(&rule.parts).collect(), rule.cat.kind());
        match first.get(name.as_str()) {
            None => _ = first.insert(name, (index, signature)),
            Some((earlier, other)) if *other != signature => {
                let line = diagnosis.line(rules[*earlier].at);
                let message = format!("`{name}` is {} here, but {} in line {line}", Arrow(&signature), Arrow(other));
                diagnosis.error(rule.at, message, "all rules of a label have the same type");
            }
            Some((earlier, _)) if matches!(rule.label, Label::Constructor(_)) => {
                let line = diagnosis.line(rules[*earlier].at);
                diagnosis.warn(
                    rule.at,
                    format!("the label `{name}` is used in line {line} already: a tree does not say which rule it is"),
                );
            }
            Some(_) => {}
        }
    }
    first.into_iter().map(|(name, (_, signature))| (name.to_owned(), signature)).collect()
}

/// A type, as messages show it.
struct Arrow<'b, 'a>(&'b Signature<'a>);

impl std::fmt::Display for Arrow<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Arrow((arguments, result)) = self;
        f.write_str("`")?;
        arguments.iter().try_for_each(|cat| write!(f, "{cat} -> "))?;
        write!(f, "{result}`")
    }
}

/// Reports types that nothing makes: all their rules only pass on what they are made of.
pub(super) fn check_made(rules: &[RawRule<'_>], diagnosis: &mut Diagnosis<'_>) {
    let made: HashSet<Cat<'_>> =
        rules.iter().filter(|rule| rule.label != Label::Coercion).map(|rule| rule.cat.kind()).collect();
    let mut reported = HashSet::new();
    for rule in rules {
        let kind = rule.cat.kind();
        if !made.contains(&kind) && reported.insert(kind) {
            let help = if kind.depth > 0 { "[]" } else { "Label" };
            let message = format!("no rule makes `{kind}`: all of its rules have the label `_`");
            diagnosis.error(rule.cat_at, message, format!("write `{help}. {kind} ::= ..`"));
        }
    }
}
