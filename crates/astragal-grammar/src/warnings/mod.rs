//! What is probably not meant in a grammar: rules that are never used, texts with several trees, tokens that are never read.

mod ambiguous;
mod lexical;
mod useless;

use crate::error::{Diagnosis, Span};
use crate::model::{CategoryId, Grammar, Item, Lexis};

/// Where the parts of a grammar are in its file, by their numbers.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) categories: Vec<Span>,
    pub(crate) rules: Vec<Span>,
    pub(crate) terminals: Vec<Span>,
    pub(crate) tokens: Vec<Span>,
    /// Categories that are used in another way than by a rule.
    pub(crate) also_used: Vec<CategoryId>,
}

/// Adds all warnings of a grammar.
pub(crate) fn find_warnings(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    useless::unreachable(grammar, places, diagnosis);
    useless::unproductive(grammar, places, diagnosis);
    ambiguous::warn(grammar, places, diagnosis);
    if matches!(grammar.lexis, Lexis::Longest { .. }) {
        lexical::warn(grammar, places, diagnosis);
    }
}

/// The categories of which there is a text: one made of parts that hold already. `holds` says it of terminals and tokens.
pub(crate) fn categories_made(grammar: &Grammar, holds: impl Fn(Item) -> bool) -> Vec<bool> {
    let mut made = vec![false; grammar.categories.len()];
    let mut missing: Vec<usize> = Vec::with_capacity(grammar.rules.len());
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); grammar.categories.len()];
    let mut ready: Vec<CategoryId> = Vec::new();
    for (index, rule) in grammar.rules.iter().enumerate() {
        let mut count = 0;
        for item in &rule.items {
            match item {
                Item::Category(id) => {
                    users[id.index()].push(index);
                    count += 1;
                }
                item if holds(*item) => {}
                _ => count = usize::MAX / 2,
            }
        }
        if rule.is_internal {
            count = usize::MAX / 2;
        }
        missing.push(count);
        if count == 0 {
            ready.push(rule.category);
        }
    }
    while let Some(id) = ready.pop() {
        if std::mem::replace(&mut made[id.index()], true) {
            continue;
        }
        for &user in &users[id.index()] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(grammar.rules[user].category);
            }
        }
    }
    made
}
