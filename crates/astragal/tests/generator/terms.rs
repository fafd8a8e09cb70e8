//! Well-typed terms: the type that a term was drawn for is not a part of it, and is recovered by inference.

use astragal::prelude::*;

use crate::there_and_back;

#[derive(Clone, Debug, PartialEq)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Lit(u8),
    Var(usize),
    Lam(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
}
use Term::{App, Lam, Lit, Var};

fn with(context: &[Type], innermost: &Type) -> Vec<Type> {
    [std::slice::from_ref(innermost), context].concat()
}

fn type_of(context: &[Type], term: &Term) -> Option<Type> {
    Some(match term {
        Lit(_) => Type::Int,
        Var(at) => context.get(*at)?.clone(),
        Lam(from, body) => Type::Fun(Box::new(from.clone()), Box::new(type_of(&with(context, from), body)?)),
        App(function, argument) => match type_of(context, function)? {
            Type::Fun(from, to) if *from == type_of(context, argument)? => *to,
            _ => return None,
        },
    })
}

#[generator]
fn types(depth: u32) -> Type {
    pick! {
        2 => Type::Int,
        if depth > 0, 1 => Type::Fun(Box::new(draw!(types(depth - 1))), Box::new(draw!(types(depth - 1)))),
    }
}

#[generator]
fn of_type(context: &[Type], want: &Type, depth: u32) -> Term {
    let suitable: Vec<usize> = (0..context.len()).filter(|&at| context[at] == *want).collect();
    pick! {
        value: match want {
            Type::Int => Lit(draw!(0..=9u8)),
            Type::Fun(from, to) => {
                let inner = with(context, from);
                Lam(Type::clone(from), Box::new(draw!(of_type(&inner, to, depth))))
            }
        },
        if !suitable.is_empty(), Var(draw!(select(suitable))),
        if depth > 0, {
            let from = draw!(types(1), recover = match value {
                App(_, argument) => type_of(context, argument),
                _ => None,
            });
            let function = Type::Fun(Box::new(from.clone()), Box::new(want.clone()));
            let called = draw!(of_type(context, &function, depth - 1));
            App(Box::new(called), Box::new(draw!(of_type(context, &from, depth - 1))))
        },
    }
}

#[generator]
fn program() -> Term {
    let want = draw!(types(1), recover = type_of(&[], value));
    draw!(of_type(&[], &want, 2))
}

fn identity() -> Term {
    Lam(Type::Int, Box::new(Var(0)))
}

#[test]
fn terms_are_well_typed_and_their_types_are_recovered() {
    for seed in 0..500 {
        let term = program().sample(seed);
        assert!(type_of(&[], &term).is_some(), "{term:?}");
        there_and_back(program(), &term);
    }
    there_and_back(program(), &App(Box::new(identity()), Box::new(Lit(7))));
}

#[test]
fn a_term_that_was_typed_in_shrinks_and_stays_well_typed() {
    let typed_in = App(Box::new(identity()), Box::new(App(Box::new(identity()), Box::new(Lit(7)))));
    let is_a_call = |term: &Term| {
        assert!(type_of(&[], term).is_some(), "{term:?}");
        matches!(term, App(..))
    };
    let shrunk = program().shrink(&typed_in, is_a_call).unwrap().value;
    assert_eq!(shrunk, App(Box::new(identity()), Box::new(Lit(0))));
}

#[test]
fn a_term_without_a_type_has_no_choices() {
    let wrong = App(Box::new(Lit(1)), Box::new(Lit(2)));
    let mismatch = program().choices_of(&wrong).unwrap_err();
    assert_eq!(mismatch.to_string(), "at program: `want` cannot be recovered from this value");
}
