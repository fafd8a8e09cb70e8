//! Abstract syntax: what a tree means. Coercions are gone, lists are lists, and functions that the grammar defines are evaluated.
//!
//! Equal parts are stored once, each after those that it is made of, so that a function that repeats its argument costs nothing
//! and two values are equal if their lists of nodes are. Nothing here recurs: any depth will do.

mod show;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::lbnf::predefined;
use crate::model::{Definition, Grammar, Item, Label, Rule, Step, TokenId};
use crate::tree::{Leaf, Tree};

/// The abstract syntax of a [`Tree`]. It displays as Haskell shows what a parser of BNFC makes: `EAdd (EInt 1) (EVar (Ident "x"))`;
/// but tokens with a position do not say it, since a tree has none.
///
/// Values of different grammars are equal if they display the same.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Syntax {
    /// The root is the last, and those without parts are first.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Apply(Arc<str>, Box<[u32]>),
    Nil,
    Cons(u32, u32),
    /// A token of a kind that has a name in the abstract syntax.
    Token(Arc<str>, Arc<str>),
    Integer(Arc<str>),
    Double(Arc<str>),
    Char(char),
    Text(Arc<str>),
}

/// A part of abstract syntax.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    syntax: &'a Syntax,
    at: u32,
}

impl Syntax {
    /// Whether another has the same constructors and lists, whatever the texts of its tokens are.
    pub fn is_same_but_for_tokens(&self, other: &Syntax) -> bool {
        let is_token = |node: &Node| !matches!(node, Node::Apply(..) | Node::Nil | Node::Cons(..));
        let name = |node: &Node| match node {
            Node::Token(name, _) => Some(Arc::clone(name)),
            _ => None,
        };
        let mut open = vec![(self.nodes.len() - 1, other.nodes.len() - 1)];
        let mut seen = std::collections::HashSet::new();
        while let Some((one, two)) = open.pop() {
            if !seen.insert((one, two)) {
                continue;
            }
            match (&self.nodes[one], &other.nodes[two]) {
                (Node::Apply(one, parts), Node::Apply(two, others)) if one == two && parts.len() == others.len() => {
                    open.extend(parts.iter().zip(others).map(|(one, two)| (*one as usize, *two as usize)));
                }
                (Node::Cons(head, tail), Node::Cons(other_head, other_tail)) => {
                    open.push((*head as usize, *other_head as usize));
                    open.push((*tail as usize, *other_tail as usize));
                }
                (Node::Nil, Node::Nil) => {}
                (one, two) if is_token(one) && std::mem::discriminant(one) == std::mem::discriminant(two) => {
                    if name(one) != name(two) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }
}

impl Tree {
    /// What it means.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use astragal_grammar::{Builder, Label, Regex, RuleId, Item, TreeWriter};
    /// # let mut builder = Builder::new("sums");
    /// # let (exp, exp1) = (builder.category("Exp"), builder.category("Exp1"));
    /// # let number = builder.token("Number", Regex::class([('0', '9')]));
    /// # let coerce = builder.rule(Label::Coercion, exp, [exp1]);
    /// # let num = builder.rule(Label::Constructor("Num".into()), exp1, [number]);
    /// # let Item::Token(number) = number else { unreachable!() };
    /// # let mut writer = TreeWriter::default();
    /// # writer.open(coerce);
    /// # writer.open(num);
    /// # writer.token::<()>(number, |text| { text.push('7'); Ok(()) }).unwrap();
    /// # let tree = writer.finish(Arc::new(builder.finish()));
    /// // The text "7", by the rules `_. Exp ::= Exp1` and `Num. Exp1 ::= Number`.
    /// assert_eq!(tree.abstract_syntax().to_string(), r#"Num (Number "7")"#);
    /// ```
    pub fn abstract_syntax(&self) -> Syntax {
        let grammar = self.grammar();
        let mut maker = Maker::new(grammar);
        let mut rules = self.rules().map(|id| grammar.rule(id));
        let mut tokens = self.leaves().filter_map(|leaf| match leaf {
            Leaf::Token(token, text) => Some((token, text)),
            Leaf::Terminal(_) => None,
        });
        // The rules that are not over: each with the items that are left, and how many values there were before it.
        let mut open: Vec<(&Rule, &[Item], usize)> =
            rules.next().map(|rule| (rule, &rule.items[..], 0)).into_iter().collect();
        let mut values: Vec<u32> = Vec::new();
        while let Some((rule, items, before)) = open.last_mut() {
            let Some((item, rest)) = items.split_first() else {
                let parts = values.split_off(*before);
                values.push(maker.rule(&rule.label, parts));
                open.pop();
                continue;
            };
            *items = rest;
            match item {
                Item::Terminal(_) => {}
                Item::Token(_) => values.extend(tokens.next().map(|(token, text)| maker.token(token, text))),
                Item::Category(_) => open.extend(rules.next().map(|rule| (rule, &rule.items[..], values.len()))),
            }
        }
        maker.finish(values.pop())
    }
}

/// Makes nodes, equal ones once.
struct Maker<'a> {
    grammar: &'a Grammar,
    definitions: HashMap<&'a str, &'a Definition>,
    /// For each kind of token, how its text is read.
    readers: Vec<show::Reader>,
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
    names: HashMap<String, Arc<str>>,
}

impl<'a> Maker<'a> {
    fn new(grammar: &'a Grammar) -> Maker<'a> {
        let readers = grammar.tokens.iter().map(|token| {
            let is_predefined = predefined(&token.name).is_some_and(|regex| regex == token.regex);
            if is_predefined { show::Reader::of(&token.name) } else { show::Reader::Named }
        });
        Maker {
            grammar,
            definitions: grammar.definitions.iter().map(|definition| (definition.name.as_str(), definition)).collect(),
            readers: readers.collect(),
            nodes: Vec::new(),
            known: HashMap::new(),
            names: HashMap::new(),
        }
    }

    fn node(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        *self.known.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            next
        })
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(name);
        self.names.insert(name.to_owned(), Arc::clone(&new));
        new
    }

    fn token(&mut self, token: TokenId, text: &str) -> u32 {
        let node = match self.readers[token.index()] {
            show::Reader::Named => Node::Token(self.name(&self.grammar.token(token).name), Arc::from(text)),
            show::Reader::Integer => Node::Integer(show::integer(text)),
            show::Reader::Double => Node::Double(show::double(text)),
            show::Reader::Char => Node::Char(show::unquoted(text).chars().next().unwrap_or_default()),
            show::Reader::Text => Node::Text(Arc::from(show::unquoted(text))),
        };
        self.node(node)
    }

    /// What a rule makes of its parts. A label that does not fit is a constructor.
    fn rule(&mut self, label: &Label, parts: Vec<u32>) -> u32 {
        match (label, parts.as_slice()) {
            (Label::Coercion, [part]) => *part,
            (Label::Nil, []) => self.node(Node::Nil),
            (Label::One, [element]) => {
                let nil = self.node(Node::Nil);
                self.node(Node::Cons(*element, nil))
            }
            (Label::Cons, [element, list]) => self.node(Node::Cons(*element, *list)),
            (Label::Defined(name), _)
                if self.definitions.get(name.as_str()).is_some_and(|d| d.parameters == parts.len()) =>
            {
                self.evaluate(self.definitions[name.as_str()], &parts)
            }
            _ => {
                let name = self.name(&label.to_string());
                self.node(Node::Apply(name, parts.into()))
            }
        }
    }

    fn evaluate(&mut self, definition: &Definition, arguments: &[u32]) -> u32 {
        let mut values: Vec<u32> = Vec::new();
        for step in &definition.body {
            let node = match step {
                Step::Parameter(at) => {
                    values.extend(arguments.get(*at));
                    continue;
                }
                Step::Apply(name, count) => {
                    let parts = values.split_off(values.len().saturating_sub(*count));
                    Node::Apply(self.name(name), parts.into())
                }
                Step::Token(token) => {
                    let text = match values.pop().map(|at| &self.nodes[at as usize]) {
                        Some(Node::Text(text)) => Arc::clone(text),
                        _ => Arc::from(""),
                    };
                    Node::Token(self.name(&self.grammar.token(*token).name), text)
                }
                Step::Nil => Node::Nil,
                Step::Cons => match (values.pop(), values.pop()) {
                    (Some(list), Some(element)) => Node::Cons(element, list),
                    _ => Node::Nil,
                },
                Step::Integer(digits) => Node::Integer(show::integer(digits)),
                Step::Double(digits) => Node::Double(show::double(digits)),
                Step::Char(c) => Node::Char(*c),
                Step::Text(text) => Node::Text(Arc::from(text.as_str())),
            };
            values.push(self.node(node));
        }
        values.pop().unwrap_or_else(|| self.node(Node::Nil))
    }

    /// What the root needs, numbered from the left so that equal syntax has equal numbers.
    fn finish(self, root: Option<u32>) -> Syntax {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        let Some(root) = root else { return Syntax { nodes: vec![Node::Nil] } };
        let mut open: Vec<(u32, bool)> = vec![(root, false)];
        while let Some((at, parts_are_done)) = open.pop() {
            if numbers.contains_key(&at) {
                continue;
            }
            let node = &self.nodes[at as usize];
            if parts_are_done {
                let number = |part: &u32| numbers[part];
                nodes.push(match node {
                    Node::Apply(name, parts) => Node::Apply(Arc::clone(name), parts.iter().map(number).collect()),
                    Node::Cons(element, list) => Node::Cons(number(element), number(list)),
                    leaf => leaf.clone(),
                });
                numbers.insert(at, nodes.len() as u32 - 1);
            } else {
                open.push((at, true));
                match node {
                    Node::Apply(_, parts) => open.extend(parts.iter().rev().map(|part| (*part, false))),
                    Node::Cons(element, list) => open.extend([(*list, false), (*element, false)]),
                    _ => {}
                }
            }
        }
        Syntax { nodes }
    }
}

impl Syntax {
    /// All of it.
    pub fn root(&self) -> Term<'_> {
        Term { syntax: self, at: self.nodes.len() as u32 - 1 }
    }

    /// The number of different parts.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
}

impl<'a> Term<'a> {
    fn node(self) -> &'a Node {
        &self.syntax.nodes[self.at as usize]
    }

    /// The constructor, or the kind of a token. Lists and literals have none.
    pub fn constructor(self) -> Option<&'a str> {
        match self.node() {
            Node::Apply(name, _) | Node::Token(name, _) => Some(name),
            _ => None,
        }
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        matches!(self.node(), Node::Nil | Node::Cons(..))
    }

    /// The value of a token or a literal: without quotes and escapes, and numbers as they display.
    pub fn text(self) -> Option<String> {
        match self.node() {
            Node::Token(_, text) | Node::Integer(text) | Node::Double(text) | Node::Text(text) => {
                Some(text.to_string())
            }
            Node::Char(c) => Some(c.to_string()),
            Node::Apply(..) | Node::Nil | Node::Cons(..) => None,
        }
    }

    /// The arguments of a constructor, or the elements of a list.
    pub fn parts(self) -> impl Iterator<Item = Term<'a>> {
        let (syntax, node) = (self.syntax, self.node());
        let arguments: &[u32] = if let Node::Apply(_, parts) = node { parts } else { &[] };
        let mut rest = node;
        let elements = std::iter::from_fn(move || match rest {
            Node::Cons(element, list) => {
                rest = &syntax.nodes[*list as usize];
                Some(*element)
            }
            _ => None,
        });
        arguments.iter().copied().chain(elements).map(move |at| Term { syntax, at })
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show::term(self.root(), f)
    }
}

impl fmt::Debug for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show::term(self.root(), f)
    }
}

impl fmt::Debug for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show::term(*self, f)
    }
}
