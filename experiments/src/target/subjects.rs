//! Properties that hold unless some number gets large: a sum, a depth, a number of steps.

use astragal::prelude::*;

/// An order is rejected from this total on. One item costs at most 1,000, and there are at most 30.
const LIMIT: u64 = 19_500;

/// What an order comes to, and whether it is taken.
pub(super) fn total(prices: &[u32]) -> (u64, bool) {
    let total = prices.iter().map(|&price| u64::from(price)).sum();
    (total, total < LIMIT)
}

/// Orders of random length and random prices.
pub(super) fn orders() -> impl Gen<Value = Vec<u32>> {
    vec_of(0..=1_000u32, 0..=30)
}

/// An expression, as a parser makes it.
#[derive(Clone, Debug, Arbitrary)]
pub(super) enum Expr {
    Number(u16),
    Variable(char),
    Negated(Box<Expr>),
    Sum(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// How deep an evaluator may recurse.
const STACK: usize = 20;

/// How deep an expression is, and whether the stack suffices.
pub(super) fn depth(expr: &Expr) -> (u64, bool) {
    fn levels(expr: &Expr) -> usize {
        match expr {
            Expr::Number(_) | Expr::Variable(_) => 1,
            Expr::Negated(inner) => 1 + levels(inner),
            Expr::Sum(left, right) => 1 + levels(left).max(levels(right)),
            Expr::Call(_, arguments) => 1 + arguments.iter().map(levels).max().unwrap_or(0),
        }
    }
    let levels = levels(expr);
    (levels as u64, levels <= STACK)
}

/// How many comparisons sorting may take.
const COMPARISONS: u64 = 210;

/// How many comparisons quicksort takes that divides by the first element, and whether it may.
pub(super) fn comparisons(list: &[u16]) -> (u64, bool) {
    fn sort(list: &[u16], count: &mut u64) -> Vec<u16> {
        let Some((pivot, rest)) = list.split_first() else { return Vec::new() };
        *count += rest.len() as u64;
        let smaller: Vec<u16> = rest.iter().copied().filter(|n| n < pivot).collect();
        let larger: Vec<u16> = rest.iter().copied().filter(|n| n > pivot).collect();
        let equal = rest.iter().filter(|n| *n == pivot).count() + 1;
        let mut sorted = sort(&smaller, count);
        sorted.extend(std::iter::repeat_n(*pivot, equal));
        sorted.extend(sort(&larger, count));
        sorted
    }
    let mut count = 0;
    sort(list, &mut count);
    (count, count <= COMPARISONS)
}

/// Lists that are to be sorted.
pub(super) fn lists() -> impl Gen<Value = Vec<u16>> {
    vec_of(any::<u16>(), 0..=32)
}
