//! Categories that no text uses, and categories without a text.

use super::{Places, categories_made};
use crate::error::Diagnosis;
use crate::model::{CategoryId, Grammar, Item};

/// Categories to which no way leads from the entry points. A token that no rule uses is not warned of: it says what is not read as
/// another.
pub(super) fn unreachable(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    let mut reached = vec![false; grammar.categories.len()];
    let mut open: Vec<CategoryId> = grammar.entry_points.iter().chain(&places.also_used).copied().collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut reached[id.index()], true) {
            continue;
        }
        for item in grammar.rules_of(id).flat_map(|(_, rule)| &rule.items) {
            if let Item::Category(id) = item {
                open.push(*id);
            }
        }
    }
    let entries: Vec<String> =
        grammar.entry_points.iter().map(|id| format!("`{}`", grammar.category(*id).name)).collect();
    let entries = entries.join(" or ");
    for (index, category) in grammar.categories.iter().enumerate().filter(|(index, _)| !reached[*index]) {
        if grammar.rules_of(CategoryId(index as u32)).next().is_some() {
            let message = format!("`{}` is never used: nothing leads to it from {entries}", category.name);
            diagnosis.warn(places.categories[index], message);
        }
    }
}

/// Categories whose every rule needs one without a text.
pub(super) fn unproductive(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    let made = categories_made(grammar, |_| true);
    for (index, category) in grammar.categories.iter().enumerate().filter(|(index, _)| !made[*index]) {
        let mut rules = grammar.rules_of(CategoryId(index as u32)).peekable();
        if rules.peek().is_some() {
            let message =
                format!("`{}` has no text: each of its rules leads back to itself without an end", category.name);
            diagnosis.warn(places.categories[index], message);
        }
    }
    // A category of internal rules alone is one without a text only if a text needs it.
    for (id, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| !rule.is_internal) {
        for item in &rule.items {
            let Item::Category(category) = item else { continue };
            if grammar.rules_of(*category).next().is_none() {
                let name = &grammar.category(*category).name;
                let message = format!("this rule is never used: all rules of `{name}` are internal, so it has no text");
                diagnosis.warn(places.rules[id], message);
            }
        }
    }
}
