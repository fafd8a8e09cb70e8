//! Tokens that are never read, and words that run into what follows.

use super::Places;
use crate::derivative::{Derivatives, TooLarge};
use crate::error::Diagnosis;
use crate::model::Grammar;
use crate::regex::Regex;

/// How many derivatives are taken. What is not found out with them is not warned of.
const BUDGET: usize = 300_000;

/// Adds the warnings.
pub(super) fn warn(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    // Too large means that nothing is said.
    _ = shadowed(grammar, places, diagnosis);
    _ = unprotected(grammar, places, diagnosis);
}

/// Tokens all of whose texts are read as terminals or as tokens before them.
fn shadowed(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) -> Result<(), TooLarge> {
    let mut derivatives = Derivatives::new(BUDGET);
    let terminals = grammar.terminals.iter().filter_map(|terminal| derivatives.read(&Regex::literal(&terminal.text)));
    let terminals: Vec<u32> = terminals.collect();
    let terminals = derivatives.union(terminals);
    let mut earlier = terminals;
    for (index, token) in grammar.tokens.iter().enumerate() {
        let Some(id) = derivatives.read(&token.regex) else { continue };
        let rest = derivatives.without(id, earlier);
        if derivatives.shortest(rest)?.is_none() {
            // One alone may be enough, and is a better message.
            let mut by = "terminals or tokens before it".to_owned();
            let before = grammar.tokens[..index].iter().map(|token| (token.name.as_str(), &token.regex));
            for (name, regex) in before {
                let Some(other) = derivatives.read(regex) else { continue };
                let other = derivatives.union([other, terminals]);
                let rest = derivatives.without(id, other);
                if derivatives.shortest(rest)?.is_none() {
                    by = format!("`{name}`, which comes before it");
                    break;
                }
            }
            let message = format!("the token `{}` is never read: all that it matches is read as {by}", token.name);
            diagnosis.warn(places.tokens[index], message);
        }
        earlier = derivatives.union([earlier, id]);
    }
    Ok(())
}

/// Reserved words that no token would be, where others are: `Ifx` is then read as `If` and `x`.
fn unprotected(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) -> Result<(), TooLarge> {
    let mut derivatives = Derivatives::new(BUDGET);
    let tokens: Vec<u32> = grammar.tokens.iter().filter_map(|token| derivatives.read(&token.regex)).collect();
    let tokens = derivatives.union(tokens);
    let is_word =
        |text: &str| text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut other = None;
    let mut unprotected = Vec::new();
    for (index, terminal) in grammar.terminals.iter().enumerate().filter(|(_, terminal)| is_word(&terminal.text)) {
        if derivatives.matches(tokens, &terminal.text)? {
            other.get_or_insert(&terminal.text);
        } else {
            unprotected.push(index);
        }
    }
    if let Some(other) = other {
        for index in unprotected {
            let text = &grammar.terminals[index].text;
            let message = format!(
                "no token could be the word \"{text}\", unlike \"{other}\": it ends wherever its letters do, and a name after it needs no space"
            );
            diagnosis.warn(places.terminals[index], message);
        }
    }
    Ok(())
}
