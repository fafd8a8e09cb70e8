//! The trees of a forest, one after the other: each is read from the forest by the choices that were made on the way.

use std::convert::Infallible;
use std::sync::Arc;

use super::chart::{ChartItem, Link};
use super::forest::{Forest, ForestNode};
use super::tables::Next;
use crate::model::{Item, TokenId};
use crate::tree::{Tree, TreeWriter};

/// All trees of a text: see [`Forest::trees`].
#[derive(Debug)]
pub struct Trees<'a> {
    forest: &'a Forest,
    /// Which alternative the next tree takes wherever there are several, in the order in which they are met; `None` if it was the last.
    choices: Option<Vec<Choice>>,
}

/// Which of several alternatives is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    taken: usize,
    of: usize,
}

impl<'a> Trees<'a> {
    pub(super) fn new(forest: &'a Forest) -> Trees<'a> {
        Trees { forest, choices: Some(Vec::new()) }
    }
}

impl Iterator for Trees<'_> {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        let mut choices = self.choices.take()?;
        let tree = Walk::new(self.forest).run(self.forest.root(), &mut choices);
        // The last choice that can be another one becomes it; those after it are made anew.
        while choices.last().is_some_and(|last| last.taken + 1 == last.of) {
            choices.pop();
        }
        if let Some(last) = choices.last_mut() {
            last.taken += 1;
            self.choices = Some(choices);
        }
        Some(tree)
    }
}

/// What is left to do in a walk.
#[derive(Clone, Copy, Debug)]
enum Task {
    Enter(ForestNode),
    /// A token between two sets.
    Token(TokenId, u32, u32),
    /// The rule is over. It was of a cyclic category or not.
    Close(bool),
}

/// Reads one tree, from the root downwards and from left to right.
pub(super) struct Walk<'a> {
    forest: &'a Forest,
    writer: TreeWriter,
    tasks: Vec<Task>,
    /// The nodes above that are of categories which derive themselves.
    cyclic: Vec<ForestNode>,
    /// How many choices were made.
    made: usize,
    /// The first node that can be made otherwise.
    choice: Option<ForestNode>,
    /// Whether that node is to be made otherwise.
    otherwise: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(forest: &'a Forest) -> Walk<'a> {
        let (writer, tasks, cyclic) = (TreeWriter::default(), Vec::new(), Vec::new());
        Walk { forest, writer, tasks, cyclic, made: 0, choice: None, otherwise: false }
    }

    /// The tree of these choices. Those that are missing are added: each is the first.
    pub(super) fn run(mut self, node: ForestNode, choices: &mut Vec<Choice>) -> Tree {
        self.tasks.push(Task::Enter(node));
        while let Some(task) = self.tasks.pop() {
            self.step(task, choices);
        }
        self.writer.finish(Arc::clone(self.forest.grammar()))
    }

    /// The first node that can be made in several ways.
    pub(super) fn first_choice(mut self, node: ForestNode) -> Option<ForestNode> {
        self.tasks.push(Task::Enter(node));
        while let (None, Some(task)) = (self.choice, self.tasks.pop()) {
            self.step(task, &mut Vec::new());
        }
        self.choice
    }

    /// A tree in which the first node that can be made in several ways is not as in the first tree.
    pub(super) fn run_otherwise(mut self, node: ForestNode) -> Tree {
        self.otherwise = true;
        self.run(node, &mut Vec::new())
    }

    fn step(&mut self, task: Task, choices: &mut Vec<Choice>) {
        match task {
            Task::Enter(node) => {
                let is_cyclic = self.forest.tables.is_cyclic[self.forest.category(node) as usize];
                if is_cyclic {
                    self.cyclic.push(node);
                }
                let first = self.tasks.len();
                self.tasks.push(Task::Close(is_cyclic));
                match node {
                    ForestNode::Filled { item, end } => self.fill(node, item, end, choices),
                    ForestNode::Empty { category, at } => self.empty(node, category, at, choices),
                }
                if self.cyclic.last() != Some(&node) {
                    self.tasks[first] = Task::Close(false);
                }
            }
            Task::Token(token, start, end) => {
                let Forest { text, places, .. } = self.forest;
                let text = if start < end { places.text(text, start as usize, end as usize) } else { "" };
                let Ok(()) = self.writer.token(token, |into| -> Result<(), Infallible> {
                    into.push_str(text);
                    Ok(())
                });
            }
            Task::Close(is_cyclic) => {
                self.writer.close();
                if is_cyclic {
                    self.cyclic.pop();
                }
            }
        }
    }

    /// Makes a node that is not empty: a rule, and its parts from the last to the first, so that the first is done first.
    fn fill(&mut self, node: ForestNode, item: u32, end: u32, choices: &mut Vec<Choice>) {
        let forest = self.forest;
        let items = forest.completions(item);
        let taken = self.take(node, items.len(), choices, |walk, at| walk.can_complete(items[at]));
        let mut item = items[taken];
        self.writer.open(forest.tables.dot(forest.item(item).dot).rule);
        let mut set = end;
        loop {
            let ChartItem { dot, origin, mut link } = *forest.item(item);
            let others = forest.other_links(item);
            if !others.is_empty() {
                let nth = |at: usize| if at == 0 { link } else { others[at - 1] };
                let can_take = |walk: &Walk<'_>, at: usize| set < end || walk.can_link(item, nth(at));
                link = nth(self.take(node, 1 + others.len(), choices, can_take));
            }
            let begin = match forest.tables.part_before(dot) {
                Next::Category(category) if link.part == Link::EMPTY => {
                    self.tasks.push(Task::Enter(ForestNode::Empty { category, at: set }));
                    set
                }
                Next::Category(_) => {
                    self.tasks.push(Task::Enter(ForestNode::Filled { item: link.part, end: set }));
                    forest.item(link.part).origin
                }
                Next::Symbol(symbol) => {
                    let begin = if link.part == Link::EMPTY { set } else { link.part };
                    self.symbol(symbol, begin, set);
                    begin
                }
                Next::Nothing => set,
            };
            set = begin;
            if link.before == Link::CORNER {
                return self.corner(dot - 1, origin);
            }
            item = link.before;
        }
    }

    /// The parts before a dot, which are all empty.
    fn corner(&mut self, dot: u32, at: u32) {
        let tables = &self.forest.tables;
        let first = tables.skeleton.first_dots[tables.dot(dot).rule.index()].unwrap_or(dot);
        for before in (first..dot).rev() {
            match tables.dot(before).next {
                Next::Category(category) => self.tasks.push(Task::Enter(ForestNode::Empty { category, at })),
                Next::Symbol(symbol) => self.symbol(symbol, at, at),
                Next::Nothing => (),
            }
        }
    }

    fn symbol(&mut self, symbol: u32, start: u32, end: u32) {
        let terminals = self.forest.grammar().terminals.len() as u32;
        if symbol >= terminals {
            self.tasks.push(Task::Token(TokenId(symbol - terminals), start, end));
        }
    }

    /// Makes a node that is empty.
    fn empty(&mut self, node: ForestNode, category: u32, at: u32, choices: &mut Vec<Choice>) {
        let tables = &self.forest.tables;
        let rules = &tables.empty_rules[category as usize];
        let taken = self.take(node, rules.len(), choices, |walk, rule| walk.can_be_empty(rules[rule], at));
        self.writer.open(rules[taken]);
        for item in tables.grammar.rule(rules[taken]).items.iter().rev() {
            match item {
                Item::Category(id) => self.tasks.push(Task::Enter(ForestNode::Empty { category: id.0, at })),
                Item::Token(id) => self.tasks.push(Task::Token(*id, at, at)),
                Item::Terminal(_) => (),
            }
        }
    }

    /// Which of several alternatives is taken. Of a category that derives itself, some may not be possible.
    fn take(
        &mut self,
        node: ForestNode,
        alternatives: usize,
        choices: &mut Vec<Choice>,
        can_take: impl Fn(&Walk<'_>, usize) -> bool,
    ) -> usize {
        if alternatives < 2 {
            return 0;
        }
        let first = self.choice.is_none();
        self.choice.get_or_insert(node);
        if self.cyclic.last() != Some(&node) {
            return match first && self.otherwise {
                true => 1,
                false => self.choose(alternatives, choices),
            };
        }
        let possible: Vec<usize> = (0..alternatives).filter(|alternative| can_take(self, *alternative)).collect();
        if first && self.otherwise {
            // It may be one that contains the node itself.
            self.cyclic.pop();
            return usize::from(possible.first() == Some(&0));
        }
        let taken = self.choose(possible.len(), choices);
        possible.get(taken).copied().unwrap_or(0)
    }

    fn choose(&mut self, alternatives: usize, choices: &mut Vec<Choice>) -> usize {
        if alternatives < 2 {
            return 0;
        }
        if self.made == choices.len() {
            choices.push(Choice { taken: 0, of: alternatives });
        }
        self.made += 1;
        choices[self.made - 1].taken
    }

    /// The nodes above, and the one that is made, which have its text too: the last of those that are cyclic.
    pub(super) fn above(&self) -> &[ForestNode] {
        let Some(last) = self.cyclic.last() else { return &[] };
        let sets = self.forest.sets(*last);
        let same = self.cyclic.iter().rev().take_while(|node| self.forest.sets(**node) == sets).count();
        &self.cyclic[self.cyclic.len() - same..]
    }

    pub(super) fn forest(&self) -> &'a Forest {
        self.forest
    }
}
