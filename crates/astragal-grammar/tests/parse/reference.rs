//! A naive parser: tables over all spans of a text, filled in again and again until nothing changes.

use std::collections::HashMap;

use astragal_grammar::{Grammar, Item, Rule};

/// How many trees a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Finite(u128),
    Infinite,
}

/// A grammar and a text of this many letters, in which a terminal or a token may be between two places.
pub(crate) struct Reference<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) length: usize,
    pub(crate) matches: &'a dyn Fn(Item, usize, usize) -> bool,
}

type Table = Vec<u128>;

impl Reference<'_> {
    fn place(&self, category: usize, start: usize, end: usize) -> usize {
        (category * (self.length + 1) + start) * (self.length + 1) + end
    }

    fn rules(&self, category: usize) -> impl Iterator<Item = &Rule> {
        self.grammar.categories[category].rules.iter().map(|rule| self.grammar.rule(*rule))
    }

    /// In how many ways a list of parts matches, if it is known of shorter lists and of categories.
    fn ways(
        &self,
        items: &[Item],
        start: usize,
        end: usize,
        category: &mut dyn FnMut(usize, usize, usize) -> u128,
    ) -> u128 {
        let Some((last, before)) = items.split_last() else { return u128::from(start == end) };
        (start..=end)
            .map(|split| {
                let ways = match last {
                    Item::Category(id) => category(id.index(), split, end),
                    other => u128::from((self.matches)(*other, split, end)),
                };
                if ways == 0 { 0 } else { ways.saturating_mul(self.ways(before, start, split, category)) }
            })
            .fold(0, u128::saturating_add)
    }

    /// The number of trees that are at most one rule higher than those of a table.
    fn higher(&self, table: &Table) -> Table {
        let mut higher = table.clone();
        for category in 0..self.grammar.categories.len() {
            for start in 0..=self.length {
                for end in start..=self.length {
                    let mut known = |part, from, to| table[self.place(part, from, to)];
                    let rules = self.rules(category).map(|rule| self.ways(&rule.items, start, end, &mut known));
                    higher[self.place(category, start, end)] = rules.fold(0, u128::saturating_add);
                }
            }
        }
        higher
    }

    /// The number of trees of the first category for the whole text.
    pub(crate) fn count(&self) -> Count {
        // A tree without a node below itself is no higher than this; with one, there is one that is not much higher.
        let categories = self.grammar.categories.len();
        let highest = categories * (self.length + 2);
        let root = self.place(0, 0, self.length);
        let mut table = vec![0; categories * (self.length + 1) * (self.length + 1)];
        let mut finite = 0;
        for height in 0..=highest + categories {
            if height == highest {
                finite = table[root];
            }
            let higher = self.higher(&table);
            if table[root] == u128::MAX {
                // Short texts have that many only if they have infinitely many.
                return Count::Infinite;
            }
            if higher == table {
                return Count::Finite(table[root]);
            }
            table = higher;
        }
        if table[root] == finite { Count::Finite(finite) } else { Count::Infinite }
    }

    /// The number of trees in which no node is below one of the same category and text.
    pub(crate) fn count_without_detours(&self) -> u128 {
        self.without_detours(0, 0, self.length, 0, &mut HashMap::new())
    }

    fn without_detours(
        &self,
        category: usize,
        start: usize,
        end: usize,
        above: u32,
        known: &mut HashMap<(usize, usize, usize, u32), u128>,
    ) -> u128 {
        if above >> category & 1 == 1 {
            return 0;
        }
        if let Some(count) = known.get(&(category, start, end, above)) {
            return *count;
        }
        let mut sum = 0u128;
        for rule in self.rules(category) {
            let mut part = |part, from, to| {
                let above = if (from, to) == (start, end) { above | 1 << category } else { 0 };
                self.without_detours(part, from, to, above, known)
            };
            sum = sum.saturating_add(self.ways(&rule.items, start, end, &mut part));
        }
        known.insert((category, start, end, above), sum);
        sum
    }

    /// Whether the text is the beginning of one of the grammar, all of whose terminals and tokens are one letter long.
    pub(crate) fn is_beginning(&self) -> bool {
        let categories = self.grammar.categories.len();
        let productive = self.fixpoint(categories, |known, category| {
            self.rules(category)
                .any(|rule| rule.items.iter().all(|item| !matches!(item, Item::Category(id) if !known[id.index()])))
        });
        let mut whole = vec![0; categories * (self.length + 1) * (self.length + 1)];
        loop {
            let higher: Table = self.higher(&whole).into_iter().map(|count| count.min(1)).collect();
            if higher == whole {
                break;
            }
            whole = higher;
        }
        // Whether what a category derives may begin with the rest of the text from a place on.
        let places = self.length + 1;
        let begins = self.fixpoint(categories * places, |known, at| {
            let (category, start) = (at / places, at % places);
            let derives = |item: &Item| !matches!(item, Item::Category(id) if !productive[id.index()]);
            if start == self.length {
                return productive[category];
            }
            self.rules(category).any(|rule| {
                rule.items.iter().all(derives)
                    && (0..rule.items.len()).any(|part| {
                        (start..=self.length).any(|split| {
                            let mut table = |part, from, to| whole[self.place(part, from, to)];
                            let can_begin = match rule.items[part] {
                                Item::Category(id) => known[id.index() * places + split],
                                other => {
                                    split == self.length
                                        || (split + 1 == self.length && (self.matches)(other, split, split + 1))
                                }
                            };
                            can_begin && self.ways(&rule.items[..part], start, split, &mut table) > 0
                        })
                    })
            })
        });
        begins[0]
    }

    fn fixpoint(&self, size: usize, holds: impl Fn(&[bool], usize) -> bool) -> Vec<bool> {
        let mut known = vec![false; size];
        loop {
            let next: Vec<bool> = (0..size).map(|at| known[at] || holds(&known, at)).collect();
            if next == known {
                return known;
            }
            known = next;
        }
    }
}
