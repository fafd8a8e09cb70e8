//! A `#[generator]` function where a generator is needed: in combinators, in sums, in recursion, for an argument.

use astragal::built;
use astragal::prelude::*;

use crate::{both_ways, there_and_back};

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}

use Expr::{Add, Neg, Number};

#[generator]
fn expr(depth: u32) -> Expr {
    pick! {
        Number(draw!(0..=9u8)),
        if depth > 0, Neg(Box::new(draw!(expr(depth - 1)))),
        if depth > 0, Add(Box::new(draw!(expr(depth - 1))), Box::new(draw!(expr(depth - 1)))),
    }
}

fn depth(expr: &Expr) -> u32 {
    match expr {
        Number(_) => 0,
        Neg(inner) => 1 + depth(inner),
        Add(left, right) => 1 + depth(left).max(depth(right)),
    }
}

#[test]
fn it_has_the_methods_of_a_generator() {
    let negated = expr(2).map(|inner| Neg(Box::new(inner)));
    let deep = expr(2).filter(|expr| depth(expr) > 0);
    let pairs = expr(1).and_then(|first| expr(1).map(move |second| (first.clone(), second)));
    for seed in 0..100 {
        assert!((1..=3).contains(&depth(&negated.sample(seed))));
        assert!((1..=2).contains(&depth(&deep.sample(seed))));
        assert!(depth(&pairs.sample(seed).1) <= 1);
    }
    both_ways(expr(2).filter(|expr| depth(expr) > 0));
}

#[test]
fn it_is_a_part_of_other_generators() {
    let sum = one_of![
        expr(0),
        expr(2).iso(
            |inner| Neg(Box::new(inner)),
            |expr| match expr {
                Neg(inner) => Some((**inner).clone()),
                _ => None,
            }
        )
    ];
    there_and_back(&sum, &Neg(Box::new(Number(3))));
    both_ways(&sum);
    both_ways((vec_of(expr(1), 0..=3), expr(0)));
    let boxed = expr(2).boxed();
    assert!(depth(&boxed.sample(1)) <= 2);
}

#[test]
fn it_is_the_base_of_a_recursion() {
    let sums = recursive(|me| one_of![expr(0), built!(Add(me.clone(), me))]);
    there_and_back(&sums, &Add(Box::new(Number(1)), Box::new(Number(2))));
    assert!(sums.choices_of(&Neg(Box::new(Number(1)))).is_err());
    let forwards = recursive(|me| one_of![expr(0), me.map(|inner| Neg(Box::new(inner)))]);
    assert!((0..100).any(|seed| depth(&forwards.sample(seed)) > 1));
}

#[property]
fn an_argument_is_drawn_by_it(#[from(expr(2))] expr: Expr, #[from(vec_of(self::expr(1), 1..=2))] list: Vec<Expr>) {
    assert!(depth(&expr) <= 2 && list.iter().all(|expr| depth(expr) <= 1));
}

#[property]
fn an_argument_of_inferred_type_is_drawn_by_it(#[from(expr(1).map(|expr| depth(&expr)))] depth: _) {
    assert!(depth <= 1);
}
