//! Recursion: values grow to their size and end, by weights or without; functions that call each other; picks in picks.

use astragal::Draw;
use astragal::backwards::Overlap;
use astragal::prelude::*;

use crate::{both_ways, there_and_back};

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Add(Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
    Val(i8),
}

/// No weights, and the arm that ends is written last.
#[generator]
fn expr() -> Expr {
    pick! {
        Expr::Add(Box::new(draw!(expr())), Box::new(draw!(expr()))),
        Expr::Neg(Box::new(draw!(expr()))),
        Expr::Val(draw!(any::<i8>())),
    }
}

fn nodes(expr: &Expr) -> usize {
    match expr {
        Expr::Add(a, b) => 1 + nodes(a) + nodes(b),
        Expr::Neg(e) => 1 + nodes(e),
        Expr::Val(_) => 1,
    }
}

fn average(generator: impl Gen<Value = Expr>, size: u32) -> f64 {
    let generator = generator.at_size(size);
    (0..400).map(|seed| nodes(&generator.sample(seed))).sum::<usize>() as f64 / 400.0
}

#[test]
fn without_weights_a_value_grows_to_its_size_and_ends() {
    both_ways(expr());
    assert_eq!(expr().simplest().unwrap(), Expr::Val(0));
    let (small, large) = (average(expr(), 10), average(expr(), 100));
    assert!((5.0..40.0).contains(&small), "{small}");
    assert!((60.0..400.0).contains(&large), "{large}");
}

/// By way of another function: that it recurs is found out by trying.
#[generator]
fn even() -> Expr {
    pick! {
        Expr::Val(draw!(0..=9i8)),
        Expr::Neg(Box::new(draw!(odd()))),
        Expr::Add(Box::new(draw!(even())), Box::new(draw!(odd()))),
    }
}

#[generator]
fn odd() -> Expr {
    pick! {
        Expr::Val(draw!(10..=19i8)),
        Expr::Neg(Box::new(draw!(even()))),
    }
}

#[test]
fn functions_that_call_each_other() {
    both_ways(even());
    both_ways(odd());
    let (small, large) = (average(even(), 5), average(even(), 100));
    assert!(small < large && large > 20.0, "{small} {large}");
    there_and_back(even(), &Expr::Neg(Box::new(Expr::Neg(Box::new(Expr::Val(3))))));
    assert!(even().choices_of(&Expr::Neg(Box::new(Expr::Val(3)))).is_err());
}

/// A pick in an arm, and one after something was drawn.
#[generator]
fn nested(depth: u8) -> Expr {
    let leaf = draw!(0..=3i8);
    pick! {
        val: Expr::Val(leaf),
        if depth > 0, deeper: pick! {
            2 => left: Expr::Add(Box::new(draw!(nested(depth - 1))), Box::new(Expr::Val(leaf))),
            right: Expr::Add(Box::new(Expr::Val(leaf)), Box::new(draw!(nested(depth - 1)))),
        },
    }
}

#[test]
fn picks_in_picks() {
    both_ways(nested(0));
    both_ways(nested(4));
    let value = Expr::Add(Box::new(Expr::Val(1)), Box::new(Expr::Val(2)));
    let choices = nested(1).choices_of(&value).unwrap();
    let picks: Vec<String> = choices.picks().iter().map(|pick| format!("{}.{}", pick.site, pick.branch)).collect();
    assert_eq!(picks, ["nested.deeper", "nested#2.left", "nested.val"]);
    assert_eq!(choices.numbers().collect::<Vec<_>>(), [2, 1, 0, 1, 0]);
}

/// The numbers of the paper: in one way, in exponentially many, in infinitely many.
#[derive(Clone, Debug, PartialEq)]
enum Nat {
    Z,
    S(Box<Nat>),
}
use Nat::{S, Z};

#[generator]
fn exponential() -> Nat {
    pick! {
        Z,
        S(Box::new(draw!(exponential()))),
        two: S(Box::new(S(Box::new(draw!(exponential()))))),
    }
}

#[test]
fn a_number_that_can_be_made_in_many_ways() {
    astragal::source::deep(|| both_ways(exponential()));
    let mut number = Z;
    for _ in 0..100 {
        number = S(Box::new(number));
    }
    there_and_back(exponential(), &number);
}

/// How many ways there are to make it.
fn ways(generator: impl Reflect<Value = Nat>, number: usize) -> Overlap {
    let number = (0..number).fold(Z, |number, _| S(Box::new(number)));
    generator.traces(&number).unwrap().overlap()
}

#[generator]
fn one_way() -> Nat {
    pick! {
        Z,
        S(Box::new(draw!(one_way()))),
    }
}

#[generator]
fn infinite() -> Nat {
    pick! {
        Z,
        S(Box::new(draw!(infinite()))),
        same: draw!(infinite()),
    }
}

#[test]
fn overlap_is_counted_and_infinite_overlap_is_found() {
    assert_eq!(ways(one_way(), 10), Overlap::Exactly(1));
    assert_eq!(ways(exponential(), 5), Overlap::Exactly(8));
    assert_eq!(ways(exponential(), 10), Overlap::Exactly(89));
    assert_eq!(astragal::source::deep(|| ways(exponential(), 90)), Overlap::Exactly(4_660_046_610_375_530_309));
    assert_eq!(ways(infinite(), 3), Overlap::Infinite);
}

#[derive(Clone, Debug, PartialEq)]
enum Chain {
    End,
    Link(u8, Box<Chain>),
}

#[generator]
fn chain() -> Chain {
    pick! {
        Chain::End,
        Chain::Link(draw!(0..=9u8), Box::new(draw!(chain()))),
    }
}

fn drop_flat(mut chain: Chain) {
    while let Chain::Link(_, next) = chain {
        chain = *next;
    }
}

#[test]
fn deep_values_are_drawn_and_taken_apart_on_a_deep_stack() {
    let long = |length: usize| (0..length).fold(Chain::End, |rest, _| Chain::Link(1, Box::new(rest)));
    astragal::source::deep(|| {
        let value = long(50_000);
        let choices = chain().choices_of(&value).unwrap();
        assert_eq!(choices.len(), 100_001);
        let replayed = chain().replay(&choices).unwrap();
        drop_flat(replayed);
        drop_flat(value);
    });
    let value = long(50_000);
    assert!(chain().choices_of(&value).unwrap_err().to_string().contains("too deep"));
    drop_flat(value);
}
