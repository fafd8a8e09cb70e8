//! Well-typed terms of the lambda calculus, both ways: forwards a type is drawn and then a term of it, backwards the type is
//! inferred from the term.

use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq)]
enum Type {
    Int,
    Fun(Box<Type>, Box<Type>),
}
use Type::{Fun, Int};

/// Variables are numbered from the innermost binder.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Lit(i32),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Lam(Type, Box<Expr>),
    App(Box<Expr>, Box<Expr>),
}
use Expr::{Add, App, Lam, Lit, Var};

fn fun(from: &Type, to: &Type) -> Type {
    Fun(Box::new(from.clone()), Box::new(to.clone()))
}

/// A context with one more variable.
fn with(context: &[Type], innermost: &Type) -> Vec<Type> {
    [std::slice::from_ref(innermost), context].concat()
}

/// The type of a term, if it has one.
fn type_of(context: &[Type], expr: &Expr) -> Option<Type> {
    match expr {
        Lit(_) => Some(Int),
        Var(at) => context.get(*at).cloned(),
        Add(a, b) => {
            let both = type_of(context, a)? == Int && type_of(context, b)? == Int;
            both.then_some(Int)
        }
        Lam(from, body) => Some(fun(from, &type_of(&with(context, from), body)?)),
        App(function, argument) => match type_of(context, function)? {
            Fun(from, to) if *from == type_of(context, argument)? => Some(*to),
            _ => None,
        },
    }
}

#[generator]
fn types(depth: u32) -> Type {
    pick! {
        2 => Int,
        if depth > 0, 1 => Fun(Box::new(draw!(types(depth - 1))), Box::new(draw!(types(depth - 1)))),
    }
}

/// A term of a type. The argument type of a function cannot be read off the result, but inferred from it.
#[generator]
fn expr(context: &[Type], want: &Type, depth: u32) -> Expr {
    let suitable: Vec<usize> = (0..context.len()).filter(|&at| context[at] == *want).collect();
    pick! {
        if !suitable.is_empty(), Var(draw!(select(suitable))),
        value: match want {
            Int => Lit(draw!(0..=9)),
            Fun(from, to) => {
                let inner = with(context, from);
                Lam(Type::clone(from), Box::new(draw!(expr(&inner, to, depth))))
            }
        },
        if depth > 0 && *want == Int, {
            let left = draw!(expr(context, want, depth - 1));
            Add(Box::new(left), Box::new(draw!(expr(context, want, depth - 1))))
        },
        if depth > 0, {
            let from = draw!(types(2), recover = argument_type(context, value));
            let function = draw!(expr(context, &fun(&from, want), depth - 1));
            let argument = draw!(expr(context, &from, depth - 1));
            App(Box::new(function), Box::new(argument))
        },
    }
}

fn argument_type(context: &[Type], application: &Expr) -> Option<Type> {
    match application {
        App(_, argument) => type_of(context, argument),
        _ => None,
    }
}

/// A closed term of any type.
#[generator]
fn program() -> Expr {
    let want = draw!(types(2), recover = type_of(&[], value));
    draw!(expr(&[], &want, 3))
}

fn main() {
    let mut kinds = [0; 5];
    for seed in 0..2_000 {
        let term = program().sample(seed);
        assert!(type_of(&[], &term).is_some(), "{term:?}");
        let found = program().choices_of(&term).unwrap();
        assert_eq!(program().replay(&found).unwrap(), term);
        kinds[match term {
            Lit(_) => 0,
            Var(_) => 1,
            Add(..) => 2,
            Lam(..) => 3,
            App(..) => 4,
        }] += 1;
    }
    println!("of 2,000 terms: {} literals, {} sums, {} functions, {} calls", kinds[0], kinds[2], kinds[3], kinds[4]);
    assert!(kinds[2] > 50 && kinds[3] > 50 && kinds[4] > 50, "{kinds:?}");

    // A term that was typed in: (\x. x + 1) 2
    let typed_in = App(Box::new(Lam(Int, Box::new(Add(Box::new(Var(0)), Box::new(Lit(1)))))), Box::new(Lit(2)));
    let choices = program().choices_of(&typed_in).unwrap();
    println!("{typed_in:?}\n{choices}");
    assert_eq!(program().replay(&choices).unwrap(), typed_in);

    // It is shrunk, and stays well-typed: the failure is that a function is called.
    let calls = |term: &Expr| matches!(term, App(..));
    let shrunk = program().shrink(&typed_in, calls).unwrap();
    println!("shrunk: {:?}", shrunk.value);
    assert_eq!(shrunk.value, App(Box::new(Lam(Int, Box::new(Var(0)))), Box::new(Lit(0))));

    // One that is not well-typed has no choices.
    let wrong = Add(Box::new(Lit(1)), Box::new(Lam(Int, Box::new(Var(0)))));
    let mismatch = program().choices_of(&wrong).unwrap_err();
    println!("mismatch: {mismatch}");
    assert_eq!(mismatch.to_string(), "at program: `want` cannot be recovered from this value");
}
