//! Well-typed terms: the type that a term was drawn for is not a part of it, and is recovered by inference.

use std::collections::BTreeSet;

use astragal::partial;
use astragal::prelude::*;

use crate::there_and_back;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
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

/// Terms with annotations, by which the type of a term is known before the term is.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Annotated {
    Number(u8),
    Argument(usize),
    Function(Type, Box<Annotated>),
    Call(Box<Annotated>, Box<Annotated>),
    Ann(Type, Box<Annotated>),
}
use Annotated::{Ann, Argument, Call, Function, Number};

/// The type of a term, and whether it is judged by all of it: else annotations are trusted, and what is below is not looked at.
fn type_of_annotated(context: &[Type], term: &Annotated, in_full: bool) -> Option<Type> {
    Some(match term {
        Number(_) => Type::Int,
        Argument(at) => context.get(*at)?.clone(),
        Function(from, body) => {
            Type::Fun(Box::new(from.clone()), Box::new(type_of_annotated(&with(context, from), body, in_full)?))
        }
        Ann(of, inner) if in_full => type_of_annotated(context, inner, true).filter(|found| found == of)?,
        Ann(of, _) => of.clone(),
        Call(function, argument) => match type_of_annotated(context, function, in_full)? {
            Type::Fun(from, to) if !in_full || type_of_annotated(context, argument, true)? == *from => *to,
            _ => return None,
        },
    })
}

#[generator]
fn annotated(context: &[Type], want: &Type, depth: u32, in_full: bool) -> Annotated {
    let suitable: Vec<usize> = (0..context.len()).filter(|&at| context[at] == *want).collect();
    pick! {
        value: match want {
            Type::Int => Number(draw!(0..=9u8)),
            Type::Fun(from, to) => {
                let inner = with(context, from);
                Function(Type::clone(from), Box::new(draw!(annotated(&inner, to, depth, in_full))))
            }
        },
        if !suitable.is_empty(), Argument(draw!(select(suitable))),
        if depth > 0, Ann(Type::clone(want), Box::new(draw!(annotated(context, want, depth - 1, in_full)))),
        if depth > 0, {
            let from = draw!(types(1), recover = match value {
                Call(_, argument) => type_of_annotated(context, argument, in_full),
                _ => None,
            });
            let function = Type::Fun(Box::new(from.clone()), Box::new(want.clone()));
            let called = draw!(annotated(context, &function, depth - 1, in_full));
            Call(Box::new(called), Box::new(draw!(annotated(context, &from, depth - 1, in_full))))
        },
    }
}

#[generator]
fn annotated_program(in_full: bool) -> Annotated {
    let want = draw!(types(1), recover = type_of_annotated(&[], value, in_full));
    draw!(annotated(&[], &want, 3, in_full))
}

#[test]
fn a_term_with_holes_is_completed_where_its_type_is_known_without_them() {
    let partial = partial!(Call(Ann(Type::Fun(Type::Int, Type::Int), _), Ann(Type::Int, _)));
    let mut found = BTreeSet::new();
    for seed in 0..200 {
        let term = annotated_program(false).complete(&partial, seed).unwrap();
        assert_eq!(type_of_annotated(&[], &term, true), Some(Type::Int), "{term:?}");
        let Call(function, argument) = &term else { panic!("{term:?}") };
        assert!(matches!(&**function, Ann(Type::Fun(..), _)) && matches!(&**argument, Ann(Type::Int, _)), "{term:?}");
        found.insert(format!("{term:?}"));
    }
    assert!(found.len() > 50, "{}", found.len());
    // What is given need not be of the type that is next to it: then there is no way to go on.
    let wrong = partial!(Call(Ann(Type::Fun(Type::Int, _), _), Ann(Type::Fun(Type::Int, Type::Int), _)));
    assert!((0..20).all(|seed| annotated_program(false).complete(&wrong, seed).is_err()));
    // Where all of a term is judged, a hole is in the way of its type, which is then drawn: what is given fits it by chance.
    let fits = (0..200)
        .filter(|&seed| annotated_program(true).complete(&partial, seed).is_ok_and(|term| matches!(term, Call(..))));
    let fits = fits.count();
    assert!(fits < 150, "{fits}");
}
