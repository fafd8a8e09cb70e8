//! What is computed once for each grammar, so that a text is parsed by looking things up.
//!
//! A *dot* is a place in a rule: before, between or after its parts. All dots of a grammar are numbered, those of a rule one
//! after the other and rules in their order, so the dot after a part is the next number and comparing dots compares rules.

use std::sync::Arc;

use astragal_core::Overlap;

use super::bits::Bits;
use super::look::{Looks, matches_empty};
use crate::model::{Grammar, Item, Lexis, RuleId};

/// The part of a rule after a dot. Terminals and then tokens are numbered as symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A terminal or a token.
    Symbol(u32),
    Category(u32),
    /// The rule is over.
    Nothing,
}

/// A place in a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) next: Next,
    /// Whether the next part may be empty.
    pub(super) can_skip: bool,
    /// Whether all parts before it may be empty.
    pub(super) is_corner: bool,
    /// Whether the rule is over, and its last part may end with its category again: long chains of completions that all end at
    /// one place go through such dots. Categories that derive themselves are not in chains.
    pub(super) is_chain: bool,
    pub(super) category: u32,
    pub(super) rule: RuleId,
}

/// The dots, and what may be empty: what all other tables are computed from.
#[derive(Debug)]
pub(super) struct Skeleton {
    pub(super) dots: Vec<Dot>,
    /// By rule: its first dot. Internal rules have none, nor have those that derive no text at all.
    pub(super) first_dots: Vec<Option<u32>>,
    /// By category: whether it derives the empty text.
    pub(super) nullable: Vec<bool>,
}

/// The tables of a grammar.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) grammar: Arc<Grammar>,
    pub(super) skeleton: Skeleton,
    pub(super) looks: Looks,
    /// By category: the dots right after it, if all before it in the rule may be empty.
    pub(super) corners: Lists,
    /// By class of lookahead: the dots right before symbols that may begin so, if all before them in the rule may be empty.
    pub(super) scans: Lists,
    /// By category: what is predicted with it, itself included.
    pub(super) predicts: Bits,
    /// By category: whether it is part of a chain of completions, as the last part of a rule.
    pub(super) in_chain: Vec<bool>,
    /// By category: whether it derives itself, perhaps with empty parts beside it.
    pub(super) is_cyclic: Vec<bool>,
    /// By category: the rules by which it is empty.
    pub(super) empty_rules: Vec<Vec<RuleId>>,
    /// By category: in how many ways it is empty.
    pub(super) empty_ways: Vec<Overlap>,
    /// Whether none is empty in several ways.
    pub(super) is_empty_unique: bool,
}

/// Lists of numbers, one after the other.
#[derive(Debug)]
pub(super) struct Lists {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    fn from_lists(lists: Vec<Vec<u32>>) -> Lists {
        let mut starts = vec![0];
        let mut numbers = Vec::new();
        for list in lists {
            numbers.extend(list);
            starts.push(numbers.len() as u32);
        }
        Lists { starts, numbers }
    }

    #[inline]
    pub(super) fn of(&self, key: usize) -> &[u32] {
        &self.numbers[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

impl Skeleton {
    fn new(grammar: &Grammar) -> Skeleton {
        let empty_tokens: Vec<bool> = (grammar.tokens.iter())
            .map(|token| grammar.lexis == Lexis::Characters && matches_empty(&token.regex))
            .collect();
        let is_known = |item: &Item| matches!(item, Item::Terminal(_) | Item::Token(_));
        let productive = least(grammar, is_known);
        let is_empty = |item: &Item| matches!(item, Item::Token(id) if empty_tokens[id.index()]);
        let nullable = least(grammar, is_empty);
        let mut dots = Vec::new();
        let mut first_dots = Vec::with_capacity(grammar.rules.len());
        for (number, rule) in grammar.rules.iter().enumerate() {
            let derives = |item: &Item| !matches!(item, Item::Category(id) if !productive[id.index()]);
            if rule.is_internal || !rule.items.iter().all(derives) {
                first_dots.push(None);
                continue;
            }
            first_dots.push(Some(dots.len() as u32));
            let mut is_corner = true;
            for item in rule.items.iter().map(Some).chain([None]) {
                let (next, can_skip) = match item {
                    None => (Next::Nothing, false),
                    Some(Item::Terminal(id)) => (Next::Symbol(id.0), false),
                    Some(Item::Token(id)) => {
                        (Next::Symbol(grammar.terminals.len() as u32 + id.0), empty_tokens[id.index()])
                    }
                    Some(Item::Category(id)) => (Next::Category(id.0), nullable[id.index()]),
                };
                let (category, rule) = (rule.category.0, RuleId(number as u32));
                dots.push(Dot { next, can_skip, is_corner, is_chain: false, category, rule });
                is_corner &= can_skip;
            }
        }
        Skeleton { dots, first_dots, nullable }
    }

    /// All dots before a part, with that part.
    fn parts(&self) -> impl Iterator<Item = (usize, &Dot)> {
        self.dots.iter().enumerate().filter(|(_, dot)| dot.next != Next::Nothing)
    }

    /// Whether all parts from a dot to the end of the rule may be empty.
    fn rest_is_nullable(&self, number: usize) -> bool {
        let rest = self.dots[number..].iter().take_while(|dot| dot.next != Next::Nothing);
        rest.into_iter().all(|dot| dot.can_skip)
    }
}

/// The categories that have a rule of which each part is one of them, or a terminal or token that is.
fn least(grammar: &Grammar, is_one: impl Fn(&Item) -> bool) -> Vec<bool> {
    let mut ones = vec![false; grammar.categories.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for rule in grammar.rules.iter().filter(|rule| !rule.is_internal) {
            let is_one = |item: &Item| matches!(item, Item::Category(id) if ones[id.index()]) || is_one(item);
            if !ones[rule.category.index()] && rule.items.iter().all(is_one) {
                ones[rule.category.index()] = true;
                changed = true;
            }
        }
    }
    ones
}

impl Tables {
    pub(super) fn new(grammar: Arc<Grammar>) -> Tables {
        let mut skeleton = Skeleton::new(&grammar);
        let categories = grammar.categories.len();
        // What begins with what, what is what beside empty parts, and what ends with what.
        let mut begins = Bits::new(categories, categories);
        let mut alone = Bits::new(categories, categories);
        let mut ends = Bits::new(categories, categories);
        for (number, dot) in skeleton.parts() {
            let Next::Category(part) = dot.next else { continue };
            let (whole, part) = (dot.category as usize, part as usize);
            if dot.is_corner {
                begins.insert(whole, part);
                if skeleton.rest_is_nullable(number + 1) {
                    alone.insert(whole, part);
                }
            }
            if skeleton.dots[number + 1].next == Next::Nothing {
                ends.insert(whole, part);
            }
        }
        let (mut predicts, alone, ends) = (begins.reach(), alone.reach(), ends.reach());
        (0..categories).for_each(|category| predicts.insert(category, category));
        let is_cyclic: Vec<bool> = (0..categories).map(|category| alone.contains(category, category)).collect();

        let mut in_chain = vec![false; categories];
        for number in 1..skeleton.dots.len() {
            let (before, dot) = (skeleton.dots[number - 1].next, skeleton.dots[number]);
            if let (Next::Category(part), Next::Nothing) = (before, dot.next) {
                let (whole, part) = (dot.category as usize, part as usize);
                let is_chain = ends.contains(part, whole) && !is_cyclic[part] && !is_cyclic[whole];
                skeleton.dots[number].is_chain = is_chain;
                in_chain[part] |= is_chain;
            }
        }

        let looks = Looks::new(&grammar, &skeleton);
        let mut corners = vec![Vec::new(); categories];
        let mut scans = vec![Vec::new(); looks.unknown + 1];
        for (number, dot) in skeleton.parts().filter(|(_, dot)| dot.is_corner) {
            match dot.next {
                Next::Category(part) => corners[part as usize].push(number as u32 + 1),
                Next::Symbol(symbol) => {
                    looks.begins.columns(symbol as usize).for_each(|class| scans[class].push(number as u32))
                }
                Next::Nothing => (),
            }
        }
        let mut empty_rules = vec![Vec::new(); categories];
        for &first in skeleton.first_dots.iter().flatten() {
            if skeleton.rest_is_nullable(first as usize) {
                let dot = skeleton.dots[first as usize];
                empty_rules[dot.category as usize].push(dot.rule);
            }
        }
        let empty_ways = empty_ways(&grammar, &empty_rules);
        let is_empty_unique = empty_ways.iter().all(|ways| matches!(ways, Overlap::Exactly(0 | 1)));
        let (corners, scans) = (Lists::from_lists(corners), Lists::from_lists(scans));
        Tables {
            grammar,
            skeleton,
            looks,
            corners,
            scans,
            predicts,
            in_chain,
            is_cyclic,
            empty_rules,
            empty_ways,
            is_empty_unique,
        }
    }

    /// A dot by its number.
    #[inline]
    pub(super) fn dot(&self, number: u32) -> &Dot {
        &self.skeleton.dots[number as usize]
    }

    /// The part of a rule before a dot, which is not its first.
    pub(super) fn part_before(&self, number: u32) -> Next {
        self.skeleton.dots[number as usize - 1].next
    }

    /// The number of a terminal or token as a symbol.
    pub(super) fn symbol(&self, item: Item) -> Option<u32> {
        match item {
            Item::Terminal(id) => (id.index() < self.grammar.terminals.len()).then_some(id.0),
            Item::Token(id) => {
                (id.index() < self.grammar.tokens.len()).then_some(self.grammar.terminals.len() as u32 + id.0)
            }
            Item::Category(_) => None,
        }
    }
}

/// In how many ways each category is empty. What depends on itself is so in infinitely many.
fn empty_ways(grammar: &Grammar, empty_rules: &[Vec<RuleId>]) -> Vec<Overlap> {
    let mut ways: Vec<Option<Overlap>> = vec![None; empty_rules.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for category in 0..ways.len() {
            if ways[category].is_some() {
                continue;
            }
            let rules = empty_rules[category].iter().map(|rule| {
                grammar.rule(*rule).items.iter().try_fold(Overlap::Exactly(1), |product, item| match item {
                    Item::Category(id) => Some(times(product, ways[id.index()]?)),
                    Item::Terminal(_) | Item::Token(_) => Some(product),
                })
            });
            ways[category] = rules.into_iter().try_fold(Overlap::Exactly(0), |sum, rule| Some(plus(sum, rule?)));
            changed |= ways[category].is_some();
        }
    }
    ways.into_iter().map(|ways| ways.unwrap_or(Overlap::Infinite)).collect()
}

/// The ways of one or the other.
pub(super) fn plus(one: Overlap, other: Overlap) -> Overlap {
    counted(one, other, u128::checked_add)
}

/// The ways of one with the other.
pub(super) fn times(one: Overlap, other: Overlap) -> Overlap {
    counted(one, other, u128::checked_mul)
}

fn counted(one: Overlap, other: Overlap, operation: fn(u128, u128) -> Option<u128>) -> Overlap {
    match (one, other) {
        (Overlap::Exactly(one), Overlap::Exactly(other)) => {
            operation(one, other).map_or(Overlap::AtLeast(u128::MAX), Overlap::Exactly)
        }
        (Overlap::Infinite, _) | (_, Overlap::Infinite) => Overlap::Infinite,
        _ => Overlap::AtLeast(u128::MAX),
    }
}
