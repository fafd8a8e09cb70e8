//! Near misses: a text of a language with one token or one part changed, so that it is no longer one.

use std::fmt::Debug;

use astragal_core::{Draw, Gen, Index, Reject, Source, any};

use crate::language::{Language, Spacing};
use crate::model::Item;
use crate::tree::{Leaf, Tree};

/// A text that is nearly of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The text.
    pub text: String,
    /// What was changed.
    pub change: String,
}

/// Near misses of a language: a generator. See [`Language::near_misses`].
#[derive(Clone, Debug)]
pub struct NearMisses {
    language: Language,
}

impl Language {
    /// Texts that are nearly of the language: one token is deleted, repeated, swapped with the next or replaced, or a part of the
    /// tree is replaced by another, and the grammar no longer accepts the text. A change after which it still does is rejected.
    pub fn near_misses(&self) -> NearMisses {
        NearMisses { language: self.clone() }
    }
}

impl Gen for NearMisses {}

impl Draw for NearMisses {
    type Value = NearMiss;

    fn draw(&self, src: &mut Source) -> Result<NearMiss, Reject> {
        src.open("near miss");
        let tree = src.try_draw(&self.language)?;
        let changed = change(&tree, src)?;
        src.close();
        let Some((leaves, change)) = changed else { return Err(src.rejection()) };
        let text = self.language.text_of_leaves(leaves.iter().map(String::as_str), Spacing::Minimal);
        if self.language.parse(&text).is_ok() {
            return Err(src.rejection());
        }
        Ok(NearMiss { text, change })
    }
}

/// The leaves of a tree with one change, and the change in words. `None` if there is nothing to change.
fn change(tree: &Tree, src: &mut Source) -> Result<Option<(Vec<String>, String)>, Reject> {
    let leaves: Vec<&str> = tree.leaves().map(Leaf::text).collect();
    let mut changed: Vec<String> = leaves.iter().map(|&text| text.to_owned()).collect();
    let kind = src.try_draw(0..5u8)?;
    let at = src.try_draw(any::<Index>())?;
    let with = src.try_draw(any::<Index>())?;
    let Some(at) = at.get(leaves.len()) else { return Ok(None) };
    let old = leaves[at];
    let change = match kind {
        0 => {
            changed.remove(at);
            format!("`{old}` was deleted")
        }
        1 => {
            changed.insert(at, old.to_owned());
            format!("`{old}` was repeated")
        }
        2 if at + 1 < leaves.len() && leaves[at + 1] != old => {
            changed.swap(at, at + 1);
            format!("`{old}` and `{}` were swapped", leaves[at + 1])
        }
        3 => {
            let terminals = &tree.grammar().terminals;
            let Some(new) = with.get(terminals.len()).map(|at| &terminals[at].text) else { return Ok(None) };
            changed[at] = new.clone();
            format!("`{old}` was replaced by `{new}`")
        }
        4 => {
            let Some((range, with)) = parts(tree, at, with) else { return Ok(None) };
            let (old, new) = (leaves[range.clone()].join(" "), leaves[with.clone()].join(" "));
            changed.splice(range, leaves[with].iter().map(|&text| text.to_owned()));
            format!("`{old}` was replaced by `{new}`")
        }
        _ => return Ok(None),
    };
    Ok(Some((changed, change)))
}

/// Two parts of a tree, of different categories: which leaves they have.
fn parts(tree: &Tree, at: usize, with: Index) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let parts = tree.parts_with_leaves();
    let (category, range) = parts.iter().rfind(|(_, range)| range.contains(&at))?;
    let others: Vec<_> = parts.iter().filter(|(other, leaves)| other != category && leaves != range).collect();
    let (_, other) = others[with.get(others.len())?];
    Some((range.clone(), other.clone()))
}

impl Tree {
    /// The category of each rule, and which leaves are below it, in the order of the text.
    fn parts_with_leaves(&self) -> Vec<(Item, std::ops::Range<usize>)> {
        let mut parts: Vec<(Item, std::ops::Range<usize>)> = Vec::new();
        let mut leaves = 0;
        // Rules that are not over: their number in `parts`, and what is left of them.
        let mut open: Vec<(usize, &[Item])> = Vec::new();
        let mut rules = self.rules().map(|id| self.grammar().rule(id));
        let mut is_entered = true;
        loop {
            if is_entered {
                let Some(rule) = rules.next() else { return parts };
                open.push((parts.len(), &rule.items));
                parts.push((Item::Category(rule.category), leaves..leaves));
            }
            let Some((part, items)) = open.last_mut() else { return parts };
            is_entered = false;
            match items.split_first() {
                None => {
                    parts[*part].1.end = leaves;
                    open.pop();
                }
                Some((item, rest)) => {
                    *items = rest;
                    is_entered = matches!(item, Item::Category(_));
                    leaves += usize::from(!is_entered);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    #[test]
    fn parts_have_their_leaves() {
        let text = r#"Add. Exp ::= Exp "+" Exp1; coercions Exp 1; Num. Exp1 ::= Integer;"#;
        let language = Language::new(Grammar::from_lbnf("sums", text).unwrap().grammar).unwrap();
        let tree = language.parse("1 + (2 + 3)").unwrap().first();
        let ranges: Vec<_> = tree.parts_with_leaves().into_iter().map(|(_, leaves)| leaves).collect();
        assert_eq!(ranges, [0..7, 0..1, 0..1, 2..7, 3..6, 3..4, 3..4, 5..6]);
    }

    #[test]
    fn near_misses_are_not_of_the_language_and_differ_by_one_part() {
        let text = r#"Add. Exp ::= Exp "+" Exp1; coercions Exp 1; Num. Exp1 ::= Integer;"#;
        let language = Language::new(Grammar::from_lbnf("sums", text).unwrap().grammar).unwrap();
        let misses: Vec<NearMiss> = (0..200).map(|seed| language.near_misses().sample(seed)).collect();
        assert!(misses.iter().all(|miss| language.parse(&miss.text).is_err()));
        for kind in ["was deleted", "was repeated", "were swapped", "was replaced by"] {
            assert!(misses.iter().any(|miss| miss.change.contains(kind)), "{kind}");
        }
    }
}
