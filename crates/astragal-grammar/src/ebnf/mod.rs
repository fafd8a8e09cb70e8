//! EBNF, the notation of the W3C: from the text of a grammar to a [`Grammar`], or to everything that is wrong with it.
//!
//! The way: `lexer` (words), `parser` (an `expression` for each nonterminal), `regular` (which of them are regular expressions),
//! `convert` (rules and tokens).

mod convert;
mod expression;
mod lexer;
mod parser;
mod regular;

use std::collections::HashMap;

use crate::error::{Diagnosis, Span, similar};
use crate::model::{CategoryId, Grammar, Item, Lexis};
use crate::warnings::find_warnings;
use convert::Converter;
use expression::Production;
use parser::Parser;
use regular::Regular;

/// Whether white space is written in a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spaces<'a> {
    /// It is only where the grammar has it: [`Lexis::Characters`]. So are grammars of data, such as XML.
    Written,
    /// It may be between any two tokens: [`Lexis::Longest`]. So are grammars of programming languages in their specifications.
    Implied {
        /// The nonterminals that are tokens, within which there is no white space. Of those that match the same, the first is
        /// read. They are regular: not recursive.
        tokens: &'a [&'a str],
    },
}

/// Reads the text of a diagnosis. What is wrong is added to it; without errors there is a grammar.
pub(crate) fn read(name: &str, spaces: Spaces<'_>, diagnosis: &mut Diagnosis<'_>) -> Option<Grammar> {
    let productions = Parser::new(diagnosis).productions();
    check(&productions, spaces, diagnosis);
    if !diagnosis.is_clean() {
        return None;
    }
    let regular = Regular::new(&productions);
    let tokens = match spaces {
        Spaces::Written => &[],
        Spaces::Implied { tokens } => tokens,
    };
    let tokens: Vec<usize> = tokens.iter().filter_map(|name| regular.number(name)).collect();
    let mut converter = Converter::new(name, &productions, &regular, diagnosis);
    tokens.iter().for_each(|&index| converter.token(&productions[index]));
    let wanted = match spaces {
        Spaces::Written => (0..productions.len()).collect(),
        Spaces::Implied { .. } => reached(&productions, &tokens, &regular),
    };
    wanted.iter().for_each(|&index| converter.production(&productions[index]));

    let written_out = std::mem::take(&mut converter.written_out);
    let (mut builder, mut places) = converter.finish();
    if !diagnosis.is_clean() {
        return None;
    }
    if spaces == Spaces::Written {
        builder.lexis(Lexis::Characters);
        let used = productions.iter().zip(&written_out).filter(|(_, used)| **used);
        places.also_used.extend(used.filter_map(|(production, _)| match builder.category(production.name) {
            Item::Category(id) => Some(id),
            _ => None,
        }));
    } else {
        let unused = |index: &usize| !wanted.contains(index) && !tokens.contains(index) && !written_out[*index];
        for index in (0..productions.len()).filter(unused) {
            let Production { name, at, .. } = productions[index];
            diagnosis
                .warn(at, format!("`{name}` is never used, and is left out: nothing leads to it from the first rule"));
        }
    }
    builder.entry_point(Item::Category(CategoryId(0)));
    let grammar = builder.finish();
    find_warnings(&grammar, &places, diagnosis);
    Some(grammar)
}

/// Reports names that are not defined, or twice.
fn check(productions: &[Production<'_>], spaces: Spaces<'_>, diagnosis: &mut Diagnosis<'_>) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for Production { name, at, .. } in productions {
        if let Some(earlier) = known.insert(name, *at) {
            let line = diagnosis.line(earlier);
            diagnosis.error(
                *at,
                format!("`{name}` is defined in line {line} already"),
                "write both with `|` between them",
            );
        }
    }
    let mut names = Vec::new();
    productions.iter().for_each(|production| production.expression.names(&mut names));
    let did_you_mean = |name: &str| {
        let mut known: Vec<&str> = known.keys().copied().collect();
        known.sort_unstable();
        similar(name, known.into_iter()).map(|name| format!("did you mean `{name}`?")).unwrap_or_default()
    };
    for (name, at) in names {
        if !known.contains_key(name) && !diagnosis.is_full() {
            diagnosis.error(at, format!("unknown nonterminal `{name}`"), did_you_mean(name));
        }
    }
    let Some(first) = productions.first() else {
        if diagnosis.is_clean() {
            diagnosis.error(Span::default(), "the grammar has no rules", "write `Name ::= 'text'`");
        }
        return;
    };
    let tokens = if let Spaces::Implied { tokens } = spaces { tokens } else { &[] };
    for name in tokens {
        if !known.contains_key(name) {
            let message = format!("`{name}` was named as a token, but is not a nonterminal of this grammar");
            diagnosis.error(first.at, message, did_you_mean(name));
        } else if *name == first.name {
            diagnosis.error(first.at, format!("texts begin with `{name}`, so it cannot be a token"), "");
        }
    }
}

/// The nonterminals to which ways lead from the first, other than through tokens; in the order of the file.
fn reached(productions: &[Production<'_>], tokens: &[usize], regular: &Regular<'_, '_>) -> Vec<usize> {
    let mut reached = vec![false; productions.len()];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        if tokens.contains(&index) || std::mem::replace(&mut reached[index], true) {
            continue;
        }
        let mut names = Vec::new();
        convert::items(&productions[index].expression, &mut names);
        open.extend(names.iter().filter_map(|name| regular.number(name)));
    }
    (0..productions.len()).filter(|index| reached[*index]).collect()
}
