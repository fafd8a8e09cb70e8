//! Trees: what is drawn from a grammar and what a text is parsed to.
//!
//! A tree is one list of parts in the order of its text, each with the number of parts below it: so a tree of any depth is
//! made, compared and dropped without recursion and without an allocation a node. Terminals are not in it, since the rules
//! have them.

use std::fmt;
use std::sync::Arc;

use crate::model::{Grammar, Item, Label, Rule, RuleId, TokenId};

/// A syntax tree: rules, and the tokens at its leaves with their texts.
#[derive(Clone)]
pub struct Tree {
    grammar: Arc<Grammar>,
    parts: Vec<Spot>,
    /// The texts of all tokens, one after the other.
    text: String,
}

/// A place in a tree. Users hold references to them, as places of holes, and need not look into them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A rule, and how many parts it has, itself included.
    Rule {
        /// The rule.
        rule: RuleId,
        /// How many parts it has.
        parts: u32,
    },
    /// A token, and where its text is.
    Token {
        /// Its kind.
        token: TokenId,
        /// Where its text begins among those of all tokens, in bytes.
        start: u32,
        /// Where it ends.
        end: u32,
    },
}

/// Builds a [`Tree`] from left to right.
#[derive(Debug, Default)]
pub struct TreeWriter {
    parts: Vec<Spot>,
    text: String,
    open: Vec<u32>,
}

impl TreeWriter {
    /// Begins a rule. Its parts follow, then [`close`](TreeWriter::close).
    pub fn open(&mut self, rule: RuleId) {
        self.open.push(self.parts.len() as u32);
        self.parts.push(Spot::Rule { rule, parts: 0 });
    }

    /// Ends the rule that was begun last.
    pub fn close(&mut self) {
        let Some(at) = self.open.pop() else { return };
        let count = self.parts.len() as u32 - at;
        if let Spot::Rule { parts, .. } = &mut self.parts[at as usize] {
            *parts = count;
        }
    }

    /// Adds a token, whose text is appended by `write`.
    pub fn token<E>(&mut self, token: TokenId, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<(), E> {
        let start = self.text.len() as u32;
        write(&mut self.text)?;
        self.parts.push(Spot::Token { token, start, end: self.text.len() as u32 });
        Ok(())
    }

    /// The tree, whose rules are all closed.
    pub fn finish(mut self, grammar: Arc<Grammar>) -> Tree {
        while !self.open.is_empty() {
            self.close();
        }
        Tree { grammar, parts: self.parts, text: self.text }
    }
}

impl Tree {
    /// The grammar that it is of.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// Its root.
    ///
    /// # Panics
    /// If it has no node, which no tree of a grammar is.
    pub fn root(&self) -> Node<'_> {
        match self.parts[0] {
            Spot::Rule { rule, .. } => Node { tree: self, at: 0, rule },
            Spot::Token { .. } => panic!("the root of a tree is a rule"),
        }
    }

    /// The number of rules and tokens in it.
    pub fn size(&self) -> usize {
        self.parts.len()
    }

    /// Its nodes, in the order of the text: the root first.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.parts.iter().enumerate().filter_map(|(at, part)| match part {
            Spot::Rule { rule, .. } => Some(Node { tree: self, at, rule: *rule }),
            Spot::Token { .. } => None,
        })
    }

    /// The rules that it is made by, in the order of the text.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Spot::Rule { rule, .. } => Some(*rule),
            Spot::Token { .. } => None,
        })
    }

    /// A part by its place in the order of the text.
    pub(crate) fn spot(&self, at: usize) -> Option<&Spot> {
        self.parts.get(at)
    }

    /// The text of a token.
    pub(crate) fn token_text(&self, start: u32, end: u32) -> &str {
        &self.text[start as usize..end as usize]
    }

    /// Its terminals and tokens, in the order of the text.
    pub fn leaves(&self) -> impl Iterator<Item = Leaf<'_>> {
        Leaves { tree: self, at: 0, open: Vec::new() }
    }
}

/// Trees are equal if the same rules made them, with the same texts of tokens.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.parts == other.parts
            && self.text == other.text
            && (Arc::ptr_eq(&self.grammar, &other.grammar) || self.grammar == other.grammar)
    }
}

impl Eq for Tree {}

/// A rule in a tree, with its parts.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tree: &'a Tree,
    at: usize,
    rule: RuleId,
}

/// What is below a [`Node`]: a terminal or a token, or another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf<'a> {
    /// A literal text of a rule.
    Terminal(&'a str),
    /// A token: its kind and its text.
    Token(TokenId, &'a str),
}

impl<'a> Leaf<'a> {
    /// What is written in the text.
    pub fn text(self) -> &'a str {
        match self {
            Leaf::Terminal(text) | Leaf::Token(_, text) => text,
        }
    }
}

impl<'a> Node<'a> {
    /// The number of its rule.
    pub fn rule_id(self) -> RuleId {
        self.rule
    }

    /// Its rule.
    pub fn rule(self) -> &'a Rule {
        self.tree.grammar.rule(self.rule)
    }

    /// The label of its rule.
    pub fn label(self) -> &'a Label {
        &self.rule().label
    }

    /// Its place in the tree. Where a part of a tree is still to be made, this is what is made a hole:
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use astragal::backwards::Incomplete;
    /// use astragal::prelude::*;
    /// use astragal_grammar::{Builder, Label, Language, Regex, Spacing};
    ///
    /// let mut sums = Builder::new("sums");
    /// let (exp, plus) = (sums.category("Exp"), sums.terminal("+"));
    /// let number = sums.token("Number", Regex::class([('0', '9')]).plus());
    /// sums.rule(Label::Constructor("Add".into()), exp, [exp, plus, number]);
    /// sums.rule(Label::Constructor("Num".into()), exp, [number]);
    /// let sums = Language::new(Arc::new(sums.finish()))?;
    ///
    /// let sum = (0..).map(|seed| sums.sample(seed)).find(|sum| sum.size() > 5).unwrap();
    /// let text = sum.to_text(Spacing::Minimal);
    /// let (_, last) = text.rsplit_once('+').unwrap();
    /// let open = Incomplete::new(sum.clone()).without(|sum| sum.root().parts().find_map(Result::ok).unwrap().spot());
    /// let other = sums.complete(&open, 1)?;
    /// assert!(other.to_text(Spacing::Minimal).ends_with(&format!("+{last}")) && other != sum);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spot(self) -> &'a Spot {
        &self.tree.parts[self.at]
    }

    /// The tree that it is in.
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    /// The number of rules and tokens in it.
    pub fn size(self) -> usize {
        self.tree.width(self.at)
    }

    /// Its parts that are not terminals, in order: nodes, or tokens with their texts.
    pub fn parts(self) -> impl Iterator<Item = Result<Node<'a>, (TokenId, &'a str)>> {
        let (tree, end) = (self.tree, self.at + self.tree.width(self.at));
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let here = (at < end).then_some(at)?;
            at += tree.width(here);
            Some(match tree.parts[here] {
                Spot::Rule { rule, .. } => Ok(Node { tree, at: here, rule }),
                Spot::Token { token, start, end } => Err((token, &tree.text[start as usize..end as usize])),
            })
        })
    }
}

impl Tree {
    /// The number of parts of one, itself included.
    pub(crate) fn width(&self, at: usize) -> usize {
        match self.parts[at] {
            Spot::Rule { parts, .. } => parts as usize,
            Spot::Token { .. } => 1,
        }
    }
}

/// See [`Tree::leaves`].
struct Leaves<'a> {
    tree: &'a Tree,
    /// The next part.
    at: usize,
    /// The rules that are not over, each with the items that are left.
    open: Vec<&'a [Item]>,
}

impl<'a> Iterator for Leaves<'a> {
    type Item = Leaf<'a>;

    fn next(&mut self) -> Option<Leaf<'a>> {
        let grammar = &self.tree.grammar;
        if self.at == 0 {
            self.enter()?;
        }
        loop {
            let items = self.open.last_mut()?;
            match items.split_first() {
                None => _ = self.open.pop(),
                Some((item, rest)) => {
                    *items = rest;
                    match item {
                        Item::Terminal(id) => return Some(Leaf::Terminal(grammar.terminal(*id))),
                        Item::Category(_) | Item::Token(_) => {
                            if let Some(leaf) = self.enter()? {
                                return Some(leaf);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Leaves<'a> {
    /// Goes to the next part: into a rule, or past a token, which is returned. `None` at the end of the tree.
    fn enter(&mut self) -> Option<Option<Leaf<'a>>> {
        let part = *self.tree.parts.get(self.at)?;
        self.at += 1;
        Some(match part {
            Spot::Rule { rule, .. } => {
                self.open.push(&self.tree.grammar.rule(rule).items);
                None
            }
            Spot::Token { token, start, end } => {
                Some(Leaf::Token(token, &self.tree.text[start as usize..end as usize]))
            }
        })
    }
}

/// Labels and tokens, as an application of constructors: `Plus (Int 1) (Int 2)`. Coercions are left out.
impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<(usize, bool)> = Vec::new();
        let (mut at, mut is_within) = (0, false);
        while at < self.parts.len() {
            while let Some(&(end, bracketed)) = open.last().filter(|(end, _)| *end <= at) {
                debug_assert!(end <= at);
                if bracketed {
                    f.write_str(")")?;
                }
                open.pop();
            }
            match self.parts[at] {
                Spot::Rule { rule, parts } => {
                    let label = &self.grammar.rule(rule).label;
                    if *label == Label::Coercion {
                        open.push((at + parts as usize, false));
                    } else {
                        let bracketed = parts > 1 && is_within;
                        if std::mem::replace(&mut is_within, true) {
                            f.write_str(" ")?;
                        }
                        write!(f, "{}{label}", if bracketed { "(" } else { "" })?;
                        open.push((at + parts as usize, bracketed));
                    }
                }
                Spot::Token { start, end, .. } => write!(f, " {}", &self.text[start as usize..end as usize])?,
            }
            at += 1;
        }
        open.iter().filter(|(_, bracketed)| *bracketed).try_for_each(|_| f.write_str(")"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;
    use crate::regex::Regex;

    #[test]
    fn a_tree_has_its_leaves_in_order() {
        let mut sums = Builder::new("sums");
        let (exp, exp1, plus) = (sums.category("Exp"), sums.category("Exp1"), sums.terminal("+"));
        let number = sums.token("Number", Regex::class([('0', '9')]).plus());
        let [open, close] = ["(", ")"].map(|text| sums.terminal(text));
        let add = sums.rule(Label::Constructor("Add".into()), exp, [exp, plus, exp1]);
        let level = sums.rule(Label::Coercion, exp, [exp1]);
        let num = sums.rule(Label::Constructor("Num".into()), exp1, [number]);
        let brackets = sums.rule(Label::Coercion, exp1, [open, exp, close]);
        let Item::Token(number) = number else { unreachable!() };
        let grammar = Arc::new(sums.finish());

        // 1 + (2)
        let mut writer = TreeWriter::default();
        let write = |writer: &mut TreeWriter, text: &str| {
            writer.open(num);
            let written: Result<(), ()> = writer.token(number, |into| {
                into.push_str(text);
                Ok(())
            });
            written.unwrap();
            writer.close();
        };
        writer.open(add);
        writer.open(level);
        write(&mut writer, "1");
        writer.close();
        writer.open(brackets);
        writer.open(level);
        write(&mut writer, "2");
        writer.close();
        writer.close();
        writer.close();
        let tree = writer.finish(Arc::clone(&grammar));
        let texts: Vec<&str> = tree.leaves().map(Leaf::text).collect();
        assert_eq!(texts, ["1", "+", "(", "2", ")"]);
        assert_eq!(format!("{tree:?}"), "Add (Num 1) (Num 2)");
        assert_eq!(tree.rules().collect::<Vec<_>>(), [add, level, num, brackets, level, num]);
        assert_eq!((tree.size(), tree.root().parts().count()), (8, 2));
    }
}
