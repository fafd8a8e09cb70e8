//! Rules that certainly give some texts several trees. There may be more: no program can find all of them.

use std::collections::HashMap;

use super::{Places, categories_made};
use crate::error::Diagnosis;
use crate::graph::components;
use crate::model::{CategoryId, Grammar, Item, RuleId};

/// Adds the warnings.
pub(super) fn warn(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    let nullable = categories_made(grammar, |_| false);
    let is_nullable = |item: &Item| matches!(item, Item::Category(id) if nullable[id.index()]);
    repeated(grammar, places, diagnosis);
    empty(grammar, &is_nullable, places, diagnosis);
    circular(grammar, &is_nullable, places, diagnosis);
    for (index, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| !rule.is_internal) {
        if let Some(pair) = rule.items.windows(2).find(|pair| pair[0] == pair[1] && is_nullable(&pair[0])) {
            let Item::Category(id) = pair[0] else { continue };
            let name = &grammar.category(id).name;
            let message = format!("ambiguous: `{name}` is twice in a row, and either may be empty");
            diagnosis.warn(places.rules[index], message);
        }
        let own = Item::Category(rule.category);
        if let [first, .., last] = rule.items.as_slice() {
            if *first == own && *last == own {
                let name = &grammar.category(rule.category).name;
                let message = format!(
                    "ambiguous: this rule of `{name}` begins and ends with `{name}`, so three in a row are grouped in two ways"
                );
                diagnosis.warn(places.rules[index], message);
            }
        }
    }
}

/// Rules of a category with the same right-hand side.
fn repeated(grammar: &Grammar, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    let mut first: HashMap<(CategoryId, &[Item]), usize> = HashMap::new();
    for (index, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| !rule.is_internal) {
        let earlier = *first.entry((rule.category, &rule.items)).or_insert(index);
        if earlier != index {
            let line = diagnosis.line(places.rules[earlier]);
            let name = &grammar.category(rule.category).name;
            let message = format!("ambiguous: `{name}` has the same right-hand side in line {line}");
            diagnosis.warn(places.rules[index], message);
        }
    }
}

/// Categories of which two rules make the empty text, other than by having nothing both.
fn empty(grammar: &Grammar, is_nullable: &dyn Fn(&Item) -> bool, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    let mut first: HashMap<CategoryId, usize> = HashMap::new();
    let rules = grammar.rules.iter().enumerate().filter(|(_, rule)| !rule.is_internal);
    for (index, rule) in rules.filter(|(_, rule)| rule.items.iter().all(is_nullable)) {
        let earlier = *first.entry(rule.category).or_insert(index);
        if earlier != index && grammar.rules[earlier].items != rule.items {
            let name = &grammar.category(rule.category).name;
            diagnosis
                .warn(places.rules[index], format!("ambiguous: more than one rule of `{name}` makes the empty text"));
        }
    }
}

/// Rules by which a category is made of itself and nothing else, at once or through others.
fn circular(grammar: &Grammar, is_nullable: &dyn Fn(&Item) -> bool, places: &Places, diagnosis: &mut Diagnosis<'_>) {
    // The categories that may be all of the text of a rule.
    let alone = |id: RuleId| {
        let items = &grammar.rule(id).items;
        let filled = items.iter().filter(|item| !is_nullable(item)).count();
        let is_alone = move |item: &Item| match filled {
            0 => true,
            1 => !is_nullable(item),
            _ => false,
        };
        items.iter().filter_map(move |item| match item {
            Item::Category(id) if is_alone(item) => Some(*id),
            _ => None,
        })
    };
    let next = |category: CategoryId| {
        grammar.rules_of(category).flat_map(|(id, _)| alone(id)).map(CategoryId::index).collect()
    };
    let components = components(grammar.categories.len(), &|index| next(CategoryId(index as u32)));
    for (index, rule) in grammar.rules.iter().enumerate().filter(|(_, rule)| !rule.is_internal) {
        let own = rule.category;
        let back = alone(RuleId(index as u32)).find(|id| components[id.index()] == components[own.index()]);
        if let Some(id) = back {
            let [own, other] = [own, id].map(|id| &grammar.category(id).name);
            let way = if own == other { String::new() } else { format!(" through `{other}`") };
            let message = format!("ambiguous: `{own}` is made of itself alone{way}, any number of times");
            diagnosis.warn(places.rules[index], message);
        }
    }
}
