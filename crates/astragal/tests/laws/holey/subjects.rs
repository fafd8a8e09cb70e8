//! What grows hole by hole: search trees, heaps, sorted lists, rose trees, well-typed terms.

use astragal::prelude::*;
use astragal::shapes::{Holes, Holey, holey};

use crate::subjects::Tree::{Leaf, Node};
use crate::subjects::node;

pub(super) type Tree = crate::subjects::Tree<i32>;

/// A node, as a generator puts it together.
pub(super) fn grown(key: i32, [left, right]: [Tree; 2]) -> Tree {
    node(left, key, right)
}

/// Whether no key is larger than this one, nor than that above it.
pub(super) fn is_heap(tree: &Tree, most: i32) -> bool {
    match tree {
        Leaf => true,
        Node(left, key, right) => *key <= most && is_heap(left, *key) && is_heap(right, *key),
    }
}

pub(super) fn search_trees(low: i32, high: i32) -> Holey<impl Holes<Value = Tree> + Clone> {
    holey(
        (low, high),
        |src, &(low, high)| {
            if low > high {
                return None;
            }
            let key = src.draw(low..=high);
            Some((key, [(low, key - 1), (key + 1, high)]))
        },
        |_| Leaf,
        grown,
    )
}

pub(super) fn heaps(most: i32) -> Holey<impl Holes<Value = Tree> + Clone> {
    holey(
        most,
        |src, &most| {
            if most <= 0 {
                return None;
            }
            let key = src.draw(0..=most);
            Some((key, [key, key]))
        },
        |_| Leaf,
        grown,
    )
}

pub(super) fn sorted_lists() -> Holey<impl Holes<Value = Vec<u8>> + Clone> {
    holey(
        0u8,
        |src, &least| {
            let next = src.draw(least..=u8::MAX);
            Some((next, [next]))
        },
        |_| vec![],
        |next, [mut rest]: [Vec<u8>; 1]| {
            rest.push(next);
            rest
        },
    )
}

/// A tree whose nodes have as many children as their label says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rose(pub(super) Option<usize>, pub(super) Vec<Rose>);

pub(super) fn roses() -> Holey<impl Holes<Value = Rose> + Clone> {
    holey(
        (),
        |src, ()| {
            let children = src.draw(0..=4usize);
            Some((children, vec![(); children]))
        },
        |()| Rose(None, vec![]),
        |label, children| Rose(Some(label), children),
    )
}

impl Rose {
    pub(super) fn nodes(&self) -> usize {
        usize::from(self.0.is_some()) + self.1.iter().map(Rose::nodes).sum::<usize>()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Bool,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    True,
    Var(usize),
    Abs(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
    If(Box<[Term; 3]>),
}

pub(super) fn fun(from: Type, to: Type) -> Type {
    Type::Fun(Box::new(from), Box::new(to))
}

/// The simplest term of a type.
pub(super) fn constant(of: &Type) -> Term {
    match of {
        Type::Bool => Term::True,
        Type::Fun(from, to) => Term::Abs((**from).clone(), Box::new(constant(to))),
    }
}

/// A context is a type and the types of the variables, the innermost last.
pub(super) fn terms(of: Type) -> Holey<impl Holes<Value = Term> + Clone> {
    holey(
        (of, vec![]),
        |src, (of, variables): &(Type, Vec<Type>)| {
            let suits: Vec<usize> = (0..variables.len()).filter(|&at| variables[at] == *of).collect();
            let types = select([Type::Bool, fun(Type::Bool, Type::Bool)]);
            Some(match (src.draw(0..4u8), of) {
                (0, _) if !suits.is_empty() => (Term::Var(src.draw(select(suits))), vec![]),
                (0 | 1, Type::Fun(from, to)) => {
                    let inner = [variables.clone(), vec![(**from).clone()]].concat();
                    (Term::Abs((**from).clone(), Box::new(Term::True)), vec![((**to).clone(), inner)])
                }
                (2, _) => {
                    let from = src.draw(types);
                    let contexts = [fun(from.clone(), of.clone()), from].map(|of| (of, variables.clone()));
                    (Term::App(Box::new(Term::True), Box::new(Term::True)), contexts.into())
                }
                _ => {
                    let contexts = [Type::Bool, of.clone(), of.clone()].map(|of| (of, variables.clone()));
                    (Term::If(Box::new([Term::True, Term::True, Term::True])), contexts.into())
                }
            })
        },
        |(of, _)| constant(of),
        |label, children| {
            let mut children = children.into_iter().map(Box::new);
            match (label, children.next(), children.next(), children.next()) {
                (Term::Abs(of, _), Some(body), None, None) => Term::Abs(of, body),
                (Term::App(..), Some(function), Some(argument), None) => Term::App(function, argument),
                (Term::If(_), Some(one), Some(two), Some(three)) => Term::If(Box::new([*one, *two, *three])),
                (label, ..) => label,
            }
        },
    )
}

pub(super) fn type_of(term: &Term, variables: &mut Vec<Type>) -> Option<Type> {
    match term {
        Term::True => Some(Type::Bool),
        Term::Var(at) => variables.get(*at).cloned(),
        Term::Abs(from, body) => {
            variables.push(from.clone());
            let to = type_of(body, variables);
            variables.pop();
            Some(fun(from.clone(), to?))
        }
        Term::App(function, argument) => match type_of(function, variables)? {
            Type::Fun(from, to) if type_of(argument, variables)? == *from => Some(*to),
            _ => None,
        },
        Term::If(parts) => {
            let [condition, then, other] = &**parts;
            let then = type_of(then, variables)?;
            let fits = type_of(condition, variables)? == Type::Bool && type_of(other, variables)? == then;
            fits.then_some(then)
        }
    }
}
