//! What a body may be: conditions, matches, names, lists, structs, generics, lifetimes.

use std::rc::Rc;
use std::sync::Arc;

use astragal::Choices;
use astragal::generators::array_of;
use astragal::prelude::*;

use crate::{both_ways, there_and_back};

#[derive(Clone, Debug, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Dot(Point),
    Line { from: Point, to: Point },
    Group(Vec<Shape>),
    Named(String, Box<Shape>),
    Shared(Arc<Shape>),
    Pair((Point, Point)),
    Corners([Point; 2]),
    Nothing,
}

#[generator]
fn point(within: i32) -> Point {
    let x = draw!(0..=within);
    let y = draw!(0..=x);
    Point { x, y }
}

/// Draws inside of constructors are moved before them, in order.
#[generator]
fn shape(depth: u32) -> Shape {
    pick! {
        Shape::Nothing,
        Shape::Dot(draw!(point(9))),
        line: {
            let from = draw!(point(5));
            Shape::Line { to: draw!(point(from.x)), from }
        },
        if depth > 0, group: Shape::Group(vec![draw!(shape(depth - 1)), draw!(shape(depth - 1))]),
        if depth > 0, named: 1 => Shape::Named(draw!(string_of('a'..='c', 0..=2)), Box::new(draw!(shape(depth - 1)))),
        if depth > 0, Shape::Shared(Arc::new(draw!(shape(0)))),
        pair: Shape::Pair((draw!(point(3)), draw!(point(4)))),
        Shape::Corners([draw!(point(1)), Point { x: 7, y: draw!(0..=7) }]),
    }
}

#[generator]
fn pointers() -> (Rc<u8>, Arc<(u8, bool)>, Rc<str>) {
    (Rc::new(draw!(0..=9)), Arc::new((draw!(0..=9), true)), Rc::from("word"))
}

#[test]
fn constructors_of_all_kinds() {
    both_ways(pointers());
    both_ways(point(10));
    both_ways(shape(0));
    both_ways(shape(3));
    let origin = Point { x: 0, y: 0 };
    there_and_back(shape(1), &Shape::Group(vec![Shape::Nothing, Shape::Dot(Point { x: 9, y: 1 })]));
    let odd = Shape::Corners([origin, Point { x: 6, y: 0 }]);
    let mismatch = shape(1).choices_of(&odd).unwrap_err();
    assert_eq!(mismatch.to_string(), "at shape: this is not the value of `7`");
    let long = Shape::Group(vec![Shape::Nothing]);
    assert_eq!(shape(1).choices_of(&long).unwrap_err().to_string(), "at shape: this has another length");
}

#[test]
fn a_closed_arm_is_neither_drawn_nor_parsed_nor_found() {
    let closed = Shape::Shared(Arc::new(Shape::Nothing));
    assert!(shape(1).choices_of(&closed).is_ok());
    let mismatch = shape(0).choices_of(&closed).unwrap_err();
    assert_eq!(mismatch.to_string(), "at shape: `shape` makes no such value here");
    let choices = shape(1).choices_of(&closed).unwrap();
    assert_ne!(shape(0).replay(&choices).unwrap(), closed);
}

#[generator]
fn impossible(n: u8) -> u8 {
    pick! {
        if n > 5, low: 5,
        if n > 7, high: 7,
    }
}

#[test]
fn without_an_open_arm_it_is_a_rejection_that_names_the_pick() {
    let gave_up = impossible(3).try_sample(1).unwrap_err();
    assert!(gave_up.to_string().contains(&format!("{}:{}", file!(), line!() - 11)), "{gave_up}");
    assert_eq!(impossible(6).sample(1), 5);
    both_ways(impossible(8));
}

/// Guards on arguments, on what is computed from them, and on what is drawn.
#[generator]
fn guarded(limit: u8) -> (u8, char, Option<bool>) {
    let half = limit / 2;
    let n = draw!(0..=limit);
    pick! {
        if n > half, high: (n, 'h', None),
        if n % 2 == 0 && limit > 3, even: (n, draw!('a'..='c'), None),
        other: {
            let is_low = n < 3;
            pick! {
                if !is_low, 2 => (n, draw!('x'..='z'), Some(draw!(any::<bool>()))),
                (n, 'o', Some(is_low)),
            }
        },
    }
}

#[test]
fn only_open_arms_are_counted() {
    let picks = |choices: Choices| {
        let picks = choices.picks().iter().map(|pick| (pick.branch.to_string(), choices.items()[pick.at()]));
        picks.map(|(branch, choice)| (branch, choice.value, choice.max)).collect::<Vec<_>>()
    };
    both_ways(guarded(2));
    both_ways(guarded(20));
    assert_eq!(picks(guarded(20).choices_of(&(19, 'x', Some(true))).unwrap())[0], ("other".into(), 1, 1));
    assert_eq!(picks(guarded(20).choices_of(&(20, 'b', None)).unwrap()), [("even".into(), 1, 2)]);
    assert_eq!(guarded(3).simplest().unwrap(), (0, 'o', Some(true)));
    // The first arms are closed: the simplest value takes the first that is open, by zero.
    assert_eq!(
        picks(guarded(3).choices_of(&(1, 'o', Some(true))).unwrap()),
        [("other".into(), 0, 0), ("arm#2".into(), 0, 0)]
    );
    // A branch is found by its name where others are open.
    let choices = guarded(20).choices_of(&(6, 'y', Some(false))).unwrap();
    assert_eq!(guarded(11).replay(&choices).unwrap(), (6, 'y', Some(false)));
    // Each path of the tree of choices is a value of its own: none leads to a closed arm and then elsewhere.
    let all: Vec<String> = guarded(5).by_choices().map(|value| format!("{value:?}")).collect();
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (36, 36));
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Up(u8),
    Down(u8, bool),
    Stay,
}

/// Conditions on drawn values: several ways lead to the value, and the conditions are checked again.
#[generator]
fn step(limit: u8) -> Step {
    let n = draw!(0..=limit, recover = 0);
    let half = limit / 2;
    if n == 0 {
        // Nothing of it is left here, so this is the way that needs `recover`.
        Step::Stay
    } else if n <= half {
        Step::Up(n)
    } else {
        match n % 2 {
            0 => Step::Down(n, true),
            _ => Step::Down(n, draw!(any::<bool>())),
        }
    }
}

#[test]
fn conditions_on_what_is_drawn_are_looked_at_again() {
    both_ways(step(20));
    there_and_back(step(20), &Step::Down(11, true));
    let mismatch = step(20).choices_of(&Step::Up(11)).unwrap_err();
    assert_eq!(mismatch.to_string(), "at step: another condition holds here");
    assert!(step(20).choices_of(&Step::Down(12, false)).is_err());
}

/// Matches on arguments, `if let`, `let else`, and early returns in a chain.
#[generator]
fn by_argument(way: Option<&str>, numbers: &[u8]) -> Step {
    let Some(first) = numbers.first().copied() else {
        return Step::Stay;
    };
    if let Some("down") = way {
        return Step::Down(draw!(0..=first), false);
    } else if way == Some("none") {
        return Step::Stay;
    }
    match way {
        Some(word) if word.len() > 5 => Step::Up(first),
        Some(_) => {
            let n = draw!(select(numbers.to_vec()));
            Step::Up(n)
        }
        None => draw!(step(first)),
    }
}

#[test]
fn matches_on_arguments() {
    for way in [None, Some("up"), Some("down"), Some("none"), Some("straight")] {
        both_ways(by_argument(way, &[9, 2, 5]));
        both_ways(by_argument(way, &[]));
    }
    there_and_back(by_argument(Some("up"), &[9, 2, 5]), &Step::Up(2));
    assert!(by_argument(Some("up"), &[9, 2, 5]).choices_of(&Step::Up(3)).is_err());
    assert!(by_argument(Some("straight"), &[9, 2, 5]).choices_of(&Step::Up(9)).is_ok());
    assert!(by_argument(Some("none"), &[9]).choices_of(&Step::Up(9)).is_err());
}

/// The same name twice: what the constructor has is the last. Names of boxes are looked through.
#[generator]
fn shadowed(limit: u8) -> (Box<u8>, u8, u8) {
    let x = draw!(0..=limit, recover = value.2);
    let limit = x;
    let x = draw!(limit..=limit + 3);
    let boxed = Box::new(x);
    (boxed, x, limit)
}

#[test]
fn names_may_be_used_again() {
    both_ways(shadowed(7));
    there_and_back(shadowed(7), &(Box::new(4), 4, 2));
    let mismatch = shadowed(7).choices_of(&(Box::new(4), 5, 2)).unwrap_err();
    assert_eq!(mismatch.to_string(), "at shadowed: this is not the value of `x`");
}

/// A tuple is drawn, and goes to several places.
#[generator]
fn parts() -> Step {
    let (far, flag) = draw!((1..=9u8, any::<bool>()));
    Step::Down(far, flag)
}

/// The drawn value is not a part, but computed: a value, or an option of it.
#[generator]
fn squares() -> u32 {
    let root: u32 = draw!(0..=100, recover = value.isqrt());
    root * root
}

#[generator]
fn evens(below: u32) -> u32 {
    let half = draw!(0..below / 2, recover = (value % 2 == 0).then_some(value / 2));
    2 * half
}

#[test]
fn what_is_no_part_is_recovered() {
    both_ways(parts());
    both_ways(squares());
    both_ways(evens(50));
    there_and_back(squares(), &81);
    assert!(squares().choices_of(&82).unwrap_err().to_string().contains("this is not the value of `root * root`"));
    let mismatch = evens(50).choices_of(&7).unwrap_err();
    assert_eq!(mismatch.to_string(), "at evens: `half` cannot be recovered from this value");
}

/// Generic, public, documented, with a where clause and generators as arguments.
///
/// It is a pair.
#[generator]
pub fn pair_of<T, G>(of: G, same: bool) -> (T, T)
where
    T: Clone + PartialEq,
    G: Reflect<Value = T> + Clone,
{
    let first = draw!(&of);
    if same {
        return (first.clone(), first);
    }
    (first, draw!(of))
}

#[generator]
fn sized_array<const N: usize>(of: impl Reflect<Value = u8> + Clone) -> (usize, [u8; N]) {
    let items = draw!(array_of::<_, N>(of));
    (N, items)
}

#[generator]
fn borrowed<'a>(words: &'a [&'a str], mut times: usize) -> Vec<&'a str> {
    times += 1;
    let mut all = Vec::new();
    for _ in 0..times {
        all.push(draw!(select(words.to_vec())));
    }
    all
}

#[test]
fn generic_functions_and_lifetimes() {
    both_ways(pair_of(0..9u8, false));
    both_ways(pair_of(any::<String>(), true));
    assert!(pair_of(0..9u8, true).choices_of(&(1, 2)).is_err());
    both_ways(sized_array::<3>(0..=5u8));
    let words = [String::from("one"), String::from("two")];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    both_ways(borrowed(&words, 2));
}

struct Machine;

impl Machine {
    /// An associated function.
    #[generator]
    fn run(length: u8) -> Vec<u8> {
        if length == 0 {
            return Vec::new();
        }
        let first = draw!(0..=length);
        vec![first, length]
    }
}

#[test]
fn associated_functions() {
    both_ways(Machine::run(0));
    both_ways(Machine::run(3));
}

#[derive(Clone, Debug, PartialEq)]
struct Table {
    rows: Vec<Vec<u8>>,
    names: Vec<String>,
}

/// Lists in lists, two lists in one loop, a count that is drawn, and state that goes from round to round.
#[generator]
fn table(widest: u8) -> Table {
    let height = draw!(0..=4usize);
    let mut rows = Vec::with_capacity(height);
    let mut names = vec![];
    for line in 0..height {
        let width = draw!(0..=widest);
        let mut row = Vec::new();
        let mut last = 0;
        for _ in 0..width {
            let cell = draw!(last..=last + 9);
            last = cell;
            row.push(cell);
        }
        rows.push(row);
        let letter = draw!('a'..='c', recover = value.names[line].chars().next());
        names.push(format!("{letter}{line}"));
    }
    Table { names, rows }
}

/// Later elements look at earlier ones.
#[generator]
fn distinct(count: usize) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    for _ in 0..count {
        let most = all.iter().max().copied().unwrap_or(0);
        all.push(draw!(most + 1..=most + 5));
    }
    all
}

#[test]
fn lists_element_by_element() {
    both_ways(table(3));
    both_ways(distinct(5));
    let made = Table { rows: vec![vec![1, 1, 8], vec![]], names: vec!["b0".into(), "a1".into()] };
    there_and_back(table(3), &made);
    let numbers: Vec<u64> = table(3).choices_of(&made).unwrap().numbers().collect();
    assert_eq!(numbers, [2, 3, 1, 0, 7, 1, 0, 0]);
    there_and_back(distinct(3), &vec![1, 6, 7]);
    let mismatch = distinct(3).choices_of(&vec![1, 7, 8]).unwrap_err();
    assert_eq!(mismatch.to_string(), "at distinct: 7 is not in 2..=6");
    let mismatch = distinct(3).choices_of(&vec![1, 6]).unwrap_err();
    assert_eq!(mismatch.to_string(), "at distinct: the list is shorter than the loop makes it");
    let mismatch = distinct(3).choices_of(&vec![1, 2, 3, 4]).unwrap_err();
    assert_eq!(mismatch.to_string(), "at distinct: the list is longer than the loop makes it");
}
