//! LBNF, the notation of BNFC: from the text of a grammar to a [`Grammar`], or to everything that is wrong with it.
//!
//! The way: `lexer` (words), `parser` with `parse_pragma`, `parse_define` and `regex` (a `definition` for what is between two semicolons), `pragmas` and
//! `expand` (macros become rules), `check` and `define` (what BNFC checks), and here the grammar itself.

mod check;
mod define;
mod definition;
mod expand;
mod lexer;
mod parse_define;
mod parse_pragma;
mod parser;
mod pragmas;
mod regex;

use std::collections::HashMap;

use crate::builder::Builder;
use crate::error::{Diagnosis, Span};
use crate::model::{Grammar, Item, TokenId};
use crate::warnings::{Places, find_warnings};
use check::{Names, check_made, signatures};
use define::Definer;
use definition::{Cat, Part};
use expand::RawRule;
use parser::Parser;
use pragmas::Pragmas;
use regex::PREDEFINED;

pub(crate) use regex::predefined;

/// Reads the text of a diagnosis. What is wrong is added to it; without errors there is a grammar.
pub(crate) fn read(name: &str, diagnosis: &mut Diagnosis<'_>) -> Option<Grammar> {
    let definitions = Parser::new(diagnosis.whole(), diagnosis).definitions();
    let (rules, pragmas) = Pragmas::sort(definitions, diagnosis);
    let tokens = pragmas.check_tokens(diagnosis);
    let names = Names::new(&rules, &tokens);
    rules.iter().for_each(|rule| names.check_rule(rule, diagnosis));
    check_made(&rules, diagnosis);
    pragmas.check(&rules, &names, diagnosis);

    let labels = signatures(&rules, diagnosis);
    let tokens = number_tokens(&rules, &pragmas, &names);
    let definer = Definer { labels: &labels, tokens: &tokens };
    let definitions = definer.expand(&pragmas.functions, diagnosis);
    if !diagnosis.is_clean() {
        return None;
    }
    let (mut builder, places) = build(name, &rules, &pragmas, &tokens, diagnosis);
    definitions.into_iter().for_each(|definition| builder.definition(definition));
    let grammar = builder.finish();
    find_warnings(&grammar, &places, diagnosis);
    Some(grammar)
}

/// The numbers of tokens: those that are defined, then the predefined ones that are used.
fn number_tokens<'a>(rules: &[RawRule<'a>], pragmas: &Pragmas<'a>, names: &Names<'a, '_>) -> HashMap<&'a str, TokenId> {
    let mut numbers: HashMap<&str, TokenId> = HashMap::new();
    let parts = rules.iter().flat_map(|rule| &rule.parts);
    let used = parts.filter_map(|(part, _)| match part {
        Part::Cat(cat) if names.is_token(*cat) => Some(cat.base),
        _ => None,
    });
    let mut used: Vec<&str> = used.filter(|name| PREDEFINED.contains(name)).collect();
    used.sort_by_key(|name| PREDEFINED.iter().position(|predefined| predefined == name));
    for name in pragmas.tokens.iter().map(|token| token.name.text).chain(used) {
        let next = TokenId(numbers.len() as u32);
        numbers.entry(name).or_insert(next);
    }
    numbers
}

/// Makes the grammar of what was checked.
fn build(
    name: &str,
    rules: &[RawRule<'_>],
    pragmas: &Pragmas<'_>,
    tokens: &HashMap<&str, TokenId>,
    diagnosis: &Diagnosis<'_>,
) -> (Builder, Places) {
    let mut builder = Builder::new(name);
    let mut places = Places::default();
    for token in &pragmas.tokens {
        let Item::Token(id) = builder.token(token.name.text, token.regex.clone()) else { continue };
        builder.token_mut(id).has_position = token.has_position;
        places.tokens.push(token.name.at);
    }
    let mut used: Vec<(&TokenId, &&str)> = tokens.iter().map(|(name, id)| (id, name)).collect();
    used.sort_unstable();
    for (_, name) in &used[pragmas.tokens.len()..] {
        builder.token(name, predefined(name).expect("it is predefined"));
        let is_it = |part: &&(Part<'_>, Span)| matches!(part.0, Part::Cat(cat) if cat == Cat::new(name, 0));
        let used_at = rules.iter().find_map(|rule| rule.parts.iter().find(is_it));
        places.tokens.push(used_at.map_or(Span::default(), |(_, at)| *at));
    }
    let mut categories: HashMap<Cat<'_>, Item> = HashMap::new();
    for rule in rules {
        categories.entry(rule.cat).or_insert_with(|| {
            let item = builder.category(&rule.cat.to_string());
            if let Item::Category(id) = item {
                builder.category_mut(id).kind = rule.cat.kind().to_string();
            }
            places.categories.push(rule.cat_at);
            item
        });
    }
    for rule in rules {
        let mut items = Vec::with_capacity(rule.parts.len());
        for (part, at) in &rule.parts {
            match part {
                Part::Text(_) if rule.is_internal => {}
                Part::Text(text) => {
                    let item = builder.terminal(text);
                    if matches!(item, Item::Terminal(id) if id.index() == places.terminals.len()) {
                        places.terminals.push(*at);
                    }
                    items.push(item);
                }
                Part::Cat(cat) => match categories.get(cat) {
                    Some(item) => items.push(*item),
                    None => items.push(Item::Token(tokens[cat.base])),
                },
            }
        }
        let id = builder.rule(rule.label.clone(), categories[&rule.cat], items);
        let made = builder.rule_mut(id);
        made.is_internal = rule.is_internal;
        made.line = diagnosis.line(rule.at);
        places.rules.push(rule.at);
    }
    let first = rules.iter().find(|rule| !rule.is_internal).or(rules.first()).map(|rule| rule.cat);
    let mut entries: Vec<Cat<'_>> = Vec::new();
    for cat in pragmas.entry_points.iter().map(|(cat, _)| *cat).chain(first.filter(|_| pragmas.entry_points.is_empty()))
    {
        if !entries.contains(&cat) {
            entries.push(cat);
            builder.entry_point(categories[&cat]);
        }
    }
    pragmas.comments.iter().for_each(|(comment, _)| builder.comment(comment.clone()));
    if pragmas.layout_at.is_some() {
        builder.layout(pragmas.layout.clone());
    }
    (builder, places)
}
