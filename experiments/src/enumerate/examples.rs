//! The examples by which LeanCheck is explained: false properties, and how each way of testing refutes them.

use super::counts::LEANCHECK;
use super::search::{Published, at_random, by_tiers, on_demand};
use super::types::{Expr, LazyExpr};
use crate::report::Report;
use astragal::generators::{Fun, Lazy, LazyList, fun_of, lazy, lazy_list_of};
use astragal::prelude::*;
use std::iter::Peekable;

/// The elements of lists that are searched on demand.
const FEW: std::ops::RangeInclusive<i32> = -2..=2;

pub(super) fn run(report: &mut Report) {
    sorting(report);
    rotating(report);
    merging(report);
    mapping_and_filtering(report);
    folding(report);
    commuting(report);
    uniting(report);
}

fn few_lists() -> impl Gen<Value = LazyList<i32>> + 'static {
    lazy_list_of(FEW)
}

fn few_functions() -> impl Gen<Value = Fun<i32, i32>> + 'static {
    fun_of(any::<i32>(), FEW)
}

/// The elements of a list, drawn on demand.
#[derive(Clone)]
struct Elements<'a, T>(&'a LazyList<T>);

impl<T: Clone> Iterator for Elements<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(T::clone(first))
    }
}

fn sorting(report: &mut Report) {
    /// Drops elements that are there already.
    fn sort(list: &[i32]) -> Vec<i32> {
        let Some((&first, rest)) = list.split_first() else { return Vec::new() };
        let smaller = rest.iter().copied().filter(|&x| x < first);
        let larger = rest.iter().copied().filter(|&x| x > first);
        smaller.chain([first]).chain(larger).collect()
    }
    fn holds(x: i32, list: &[i32]) -> bool {
        let count = |list: &[i32]| list.iter().filter(|&&element| element == x).count();
        count(&sort(list)) == count(list)
    }
    let row = "sort keeps counts";
    let published = Published { counterexample: Some("(0, [0, 0])"), tests: &[] };
    by_tiers(report, row, any::<(i32, Vec<i32>)>(), published, |(x, list)| holds(*x, list));
    on_demand(report, row, (lazy(FEW), few_lists()), 12, |(x, list)| holds(**x, &Elements(list).collect::<Vec<_>>()));
    at_random(report, row, any::<(i32, Vec<i32>)>(), |(x, list)| holds(*x, list));
}

fn rotating(report: &mut Report) {
    /// To rotate left and then right, where two parts are swapped, leaves it as it was.
    macro_rules! holds {
        ($expr:ident, $pointer:ident, $one:expr, $two:expr, $three:expr) => {{
            let (one, two, three) = ($pointer::clone($one), $pointer::clone($two), $pointer::clone($three));
            let before = $expr::Add(one, $pointer::new($expr::Add(two, three)));
            let rotated_left = match before.clone() {
                $expr::Add(one, rest) => match (*rest).clone() {
                    $expr::Add(two, three) => $expr::Add($pointer::new($expr::Add(one, two)), three),
                    other => other,
                },
                other => other,
            };
            let rotated_right = match rotated_left {
                $expr::Add(first, three) => match (*first).clone() {
                    $expr::Add(one, two) => $expr::Add(one, $pointer::new($expr::Add(three, two))),
                    other => other,
                },
                other => other,
            };
            rotated_right == before
        }};
    }
    let row = "rotate and back";
    let published = Published { counterexample: Some("(Val(0), Val(0), Val(1))"), tests: &[] };
    type Three<T> = (Box<T>, Box<T>, Box<T>);
    by_tiers(report, row, any::<Three<Expr>>(), published, |(one, two, three)| holds!(Expr, Box, one, two, three));
    let lazy_three = any::<(Lazy<LazyExpr>, Lazy<LazyExpr>, Lazy<LazyExpr>)>();
    on_demand(report, row, lazy_three, 12, |(one, two, three)| holds!(LazyExpr, Lazy, one, two, three));
    at_random(report, row, any::<Three<Expr>>(), |(one, two, three)| holds!(Expr, Box, one, two, three));
}

/// Merges two sorted lists; of what is left of the first when the second is at its end, it takes only two.
#[derive(Clone)]
struct Merge<I: Iterator<Item = i32>, J: Iterator<Item = i32>> {
    first: Peekable<I>,
    second: Peekable<J>,
    left: Option<usize>,
}

impl<I: Iterator<Item = i32>, J: Iterator<Item = i32>> Iterator for Merge<I, J> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        if let Some(left) = self.left {
            self.left = Some(left.checked_sub(1)?);
            return self.first.next();
        }
        match (self.first.peek(), self.second.peek()) {
            (None, _) => self.second.next(),
            (Some(_), None) => {
                self.left = Some(1);
                self.first.next()
            }
            (Some(x), Some(y)) if x <= y => self.first.next(),
            _ => self.second.next(),
        }
    }
}

fn merging(report: &mut Report) {
    fn holds(x: i32, first: impl Iterator<Item = i32> + Clone, second: impl Iterator<Item = i32> + Clone) -> bool {
        let mut merged = Merge { first: first.clone().peekable(), second: second.clone().peekable(), left: None };
        first.chain(second).any(|element| element == x) == merged.any(|element| element == x)
    }
    let row = "merge keeps elements";
    let published = Published { counterexample: Some("(0, [1, 1, 0], [])"), tests: &[(8190.0, "unfair enumeration")] };
    let eagerly =
        |(x, first, second): &(i32, Vec<i32>, Vec<i32>)| holds(*x, first.iter().copied(), second.iter().copied());
    by_tiers(report, row, any::<(i32, Vec<i32>, Vec<i32>)>(), published, eagerly);
    on_demand(report, row, (lazy(FEW), few_lists(), few_lists()), 16, |(x, first, second)| {
        holds(**x, Elements(first), Elements(second))
    });
    at_random(report, row, any::<(i32, Vec<i32>, Vec<i32>)>(), eagerly);
}

fn mapping_and_filtering(report: &mut Report) {
    fn holds<T: Clone + PartialEq>(f: &Fun<T, T>, p: &Fun<T, bool>, list: impl Iterator<Item = T> + Clone) -> bool {
        let one = list.clone().map(|x| f.call(&x)).filter(|x| p.call(x));
        let other = list.filter(|x| p.call(x)).map(|x| f.call(&x));
        one.eq(other)
    }
    let row = "map and filter, i32";
    let published = Published {
        counterexample: Some("(|_| 0, |x| match x { 0 => true, _ => false }, [1])"),
        tests: &[(36.0, LEANCHECK)],
    };
    type Numbers = (Fun<i32, i32>, Fun<i32, bool>, Vec<i32>);
    let of_numbers = |(f, p, list): &Numbers| holds(f, p, list.iter().copied());
    by_tiers(report, row, any::<Numbers>(), published, of_numbers);
    let few = (few_functions(), any::<Fun<i32, bool>>(), few_lists());
    on_demand(report, row, few, 12, |(f, p, list)| holds(f, p, Elements(list)));
    at_random(report, row, any::<Numbers>(), of_numbers);

    let row = "map and filter, bool";
    // Published of an enumeration that has some functions twice and these two in the other order.
    let published = Published {
        counterexample: Some("(|_| false, |x| match x { false => true, true => false }, [true])"),
        tests: &[(20.0, LEANCHECK)],
    };
    type Bools<L> = (Fun<bool, bool>, Fun<bool, bool>, L);
    let of_bools = |(f, p, list): &Bools<Vec<bool>>| holds(f, p, list.iter().copied());
    by_tiers(report, row, any::<Bools<Vec<bool>>>(), published, of_bools);
    on_demand(report, row, any::<Bools<LazyList<bool>>>(), 12, |(f, p, list)| holds(f, p, Elements(list)));
    at_random(report, row, any::<Bools<Vec<bool>>>(), of_bools);
}

fn folding(report: &mut Report) {
    fn holds(f: impl Fn(i32, i32) -> i32, last: i32, list: &[i32]) -> bool {
        let from_the_right = list.iter().rfold(last, |so_far, &next| f(next, so_far));
        from_the_right == list.iter().fold(last, |so_far, &next| f(so_far, next))
    }
    type Curried = Fun<i32, Fun<i32, i32>>;
    let row = "foldr is foldl";
    let published = Published { counterexample: None, tests: &[(75.0, LEANCHECK)] };
    let eagerly = |(f, last, list): &(Curried, i32, Vec<i32>)| holds(|x, y| f.call(&x).call(&y), *last, list);
    by_tiers(report, row, any::<(Curried, i32, Vec<i32>)>(), published, eagerly);
    let few = (fun_of(any::<(i32, i32)>(), FEW), lazy(FEW), few_lists());
    on_demand(report, row, few, 12, |(f, last, list)| {
        holds(|x, y| f.call2(x, y), **last, &Elements(list).collect::<Vec<_>>())
    });
    at_random(report, row, any::<(Curried, i32, Vec<i32>)>(), eagerly);
}

fn commuting(report: &mut Report) {
    type Operator<T> = Fun<T, Fun<T, T>>;
    fn holds<T: Clone + PartialEq>(f: &Operator<T>, one: &T, other: &T) -> bool {
        f.call(one).call(other) == f.call(other).call(one)
    }
    let row = "operators commute";
    let published = Published {
        counterexample: Some("(|x| match x { Val(0) => |_| Val(1), _ => |_| Val(0) }, Val(0), Val(1))"),
        tests: &[],
    };
    let eagerly = |(f, one, other): &(Operator<Expr>, Expr, Expr)| holds(f, one, other);
    by_tiers(report, row, any::<(Operator<Expr>, Expr, Expr)>(), published, eagerly);
    let lazily = any::<(Operator<LazyExpr>, LazyExpr, LazyExpr)>();
    on_demand(report, row, lazily, 12, |(f, one, other)| holds(f, one, other));
    at_random(report, row, any::<(Operator<Expr>, Expr, Expr)>(), eagerly);
}

fn uniting(report: &mut Report) {
    /// An element of the second list that is not in the first comes once.
    fn union(first: &[i32], second: &[i32]) -> Vec<i32> {
        let mut all = first.to_vec();
        for element in second {
            if !all.contains(element) {
                all.push(*element);
            }
        }
        all
    }
    fn holds(first: &[i32], second: &[i32]) -> bool {
        union(first, second) == union(second, first)
    }
    let row = "union commutes";
    let published = Published { counterexample: Some("([], [0, 0])"), tests: &[(4.0, LEANCHECK)] };
    by_tiers(report, row, any::<(Vec<i32>, Vec<i32>)>(), published, |(first, second)| holds(first, second));
    on_demand(report, row, (few_lists(), few_lists()), 12, |(first, second)| {
        holds(&Elements(first).collect::<Vec<_>>(), &Elements(second).collect::<Vec<_>>())
    });
    at_random(report, row, any::<(Vec<i32>, Vec<i32>)>(), |(first, second)| holds(first, second));
}
