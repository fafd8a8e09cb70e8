//! The public shrinking challenge, which other libraries are measured by too.

use std::collections::HashSet;

use astragal::Draw;
use astragal::Source;
use astragal::prelude::*;

use super::harness::{Challenge, challenge};

pub(super) fn challenges() -> Vec<Challenge> {
    let nested = || any::<Vec<Vec<i64>>>();
    let mut all = vec![
        challenge("bound5", 250, any::<Five>(), bound5, |five| {
            let lists = [&five.0, &five.1, &five.2, &five.3, &five.4];
            let mut full: Vec<_> = lists.iter().filter(|list| !list.is_empty()).collect();
            full.sort();
            full == [&&vec![-32768], &&vec![-1]]
        }),
        challenge(
            "large_union_list",
            322,
            nested(),
            |lists| different(&lists.concat()) >= 5,
            |lists| lists.len() == 1 && sorted(&lists[0]) == [-2, -1, 0, 1, 2],
        ),
        challenge("reverse", 57, any::<Vec<i64>>(), |list| list.iter().rev().ne(list), |list| *list == [0, 1]),
        challenge("calculator", 163, any::<Expr>(), Expr::divides_by_zero, |expr| {
            ["Div(Int(0), Add(Int(0), Int(0)))", "Div(Int(0), Div(Int(0), Int(1)))"].contains(&&*format!("{expr:?}"))
        }),
        challenge(
            "lengthlist",
            50,
            from_fn(|src| {
                let length = src.draw(1..=100usize);
                src.draw(vec_of(0..=1000u32, length))
            }),
            |list| list.iter().any(|&element| element >= 900),
            |list| *list == [900],
        ),
        challenge("binheap", 752, from_fn(|src| heap(src, 0, 5)), Heap::is_sorted_wrongly, |heap| {
            let elements = sorted(&heap.elements());
            elements == [0, 0, 1] || elements == [0, 0, 0, 1]
        }),
        challenge("coupling", 153, vec_of(0..=10usize, 1..=10), |list| coupled(list), |list| *list == [1, 0]),
        challenge("deletion", 70, indexed(any::<i64>()), deleted_once, |case| *case == (vec![0, 0], 0)),
        challenge("deletion_1k", 70, indexed(0..=1000i64), deleted_once, |case| *case == (vec![0, 0], 0)),
        challenge("distinct", 96, any::<Vec<i64>>(), |list| different(list) >= 3, |list| sorted(list) == [-1, 0, 1]),
        challenge(
            "nestedlists",
            474,
            nested(),
            |lists| lists.iter().map(Vec::len).sum::<usize>() > 10,
            |lists| lists.len() == 1 && lists[0] == [0; 11],
        ),
    ];
    for (names, pairs) in [
        (["difference_zero", "difference_small", "difference_one"], (0..=u64::MAX, 0..=u64::MAX)),
        (["difference_zero_1k", "difference_small_1k", "difference_one_1k"], (0..=1000, 0..=1000)),
    ] {
        let zero = |&(x, y): &(u64, u64)| x >= 10 && x == y;
        let small = |&(x, y): &(u64, u64)| x >= 10 && (1..=4).contains(&x.abs_diff(y));
        let one = |&(x, y): &(u64, u64)| x >= 10 && x.abs_diff(y) == 1;
        all.push(challenge(names[0], 60, pairs.clone(), zero, |pair| *pair == (10, 10)));
        all.push(challenge(names[1], 60, pairs.clone(), small, |pair| *pair == (10, 6)));
        all.push(challenge(names[2], 60, pairs, one, |pair| *pair == (10, 9)));
    }
    all
}

type Five = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

fn bound5(five: &Five) -> bool {
    let sum = |list: &Vec<i16>| list.iter().fold(0i16, |sum, &element| sum.wrapping_add(element));
    let sums = [sum(&five.0), sum(&five.1), sum(&five.2), sum(&five.3), sum(&five.4)];
    sums.iter().all(|&sum| sum < 256) && sum(&sums.to_vec()) >= 5 * 256
}

fn different(list: &[i64]) -> usize {
    list.iter().collect::<HashSet<_>>().len()
}

fn sorted(list: &[i64]) -> Vec<i64> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted
}

#[derive(Debug, Arbitrary)]
enum Expr {
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

impl Expr {
    fn divides_by_zero(&self) -> bool {
        !self.has_plain_zero() && self.eval().is_none()
    }

    fn has_plain_zero(&self) -> bool {
        match self {
            Expr::Int(_) => false,
            Expr::Add(a, b) => a.has_plain_zero() || b.has_plain_zero(),
            Expr::Div(a, b) => matches!(**b, Expr::Int(0)) || a.has_plain_zero() || b.has_plain_zero(),
        }
    }

    fn eval(&self) -> Option<i64> {
        match self {
            Expr::Int(n) => Some(*n),
            Expr::Add(a, b) => Some(a.eval()?.wrapping_add(b.eval()?)),
            Expr::Div(a, b) => {
                let (a, b) = (a.eval()?, b.eval()?);
                if b == 0 { None } else { Some(a.wrapping_div_euclid(b)) }
            }
        }
    }
}

#[derive(Clone, Debug)]
enum Heap {
    Empty,
    Node(i64, Box<Heap>, Box<Heap>),
}

fn heap(src: &mut Source, least: i64, depth: u32) -> Heap {
    if depth == 0 || !src.draw(any::<bool>()) {
        return Heap::Empty;
    }
    let head = src.draw(least..=1000);
    let child = from_fn(|src| heap(src, head, depth - 1));
    Heap::Node(head, Box::new(src.draw(&child)), Box::new(src.draw(&child)))
}

impl Heap {
    fn merge(self, other: Heap) -> Heap {
        match (self, other) {
            (Heap::Empty, heap) | (heap, Heap::Empty) => heap,
            (Heap::Node(x, left, right), Heap::Node(y, other_left, other_right)) => {
                if x <= y {
                    Heap::Node(x, Box::new(right.merge(Heap::Node(y, other_left, other_right))), left)
                } else {
                    Heap::Node(y, Box::new(other_right.merge(Heap::Node(x, left, right))), other_left)
                }
            }
        }
    }

    fn elements(&self) -> Vec<i64> {
        match self {
            Heap::Empty => Vec::new(),
            Heap::Node(head, left, right) => [vec![*head], left.elements(), right.elements()].concat(),
        }
    }

    /// The bug: after the root is removed, the rest is emitted in its current order.
    fn is_sorted_wrongly(&self) -> bool {
        let listed = match self.clone() {
            Heap::Empty => Vec::new(),
            Heap::Node(head, left, right) => [vec![head], left.merge(*right).elements()].concat(),
        };
        listed != sorted(&self.elements())
    }
}

fn coupled(list: &[usize]) -> bool {
    list.iter().all(|&to| to < list.len()) && list.iter().enumerate().any(|(from, &to)| from != to && list[to] == from)
}

fn indexed(element: impl Draw<Value = i64> + 'static) -> impl Gen<Value = (Vec<i64>, usize)> + 'static {
    from_fn(move |src| {
        let list = src.draw(vec_of(&element, 1..));
        let index = src.draw(0..list.len());
        (list, index)
    })
}

fn deleted_once(case: &(Vec<i64>, usize)) -> bool {
    let (mut list, index) = case.clone();
    let element = list[index];
    let first = list.iter().position(|&other| other == element).expect("it is in the list");
    list.remove(first);
    list.contains(&element)
}
