//! Structs of every form.

use astragal::prelude::*;

use crate::support::{check, reflects};

#[derive(Debug, PartialEq, Arbitrary)]
struct Point {
    x: i32,
    y: i32,
    name: String,
}

#[test]
fn named_fields() {
    check(Point { x: 0, y: 0, name: String::new() });
}

#[test]
fn a_value_that_chance_would_hardly_make_reflects() {
    reflects(&Point { x: i32::MIN, y: i32::MAX, name: "word ".repeat(1_000) });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Pair(u8, Vec<bool>);

#[test]
fn unnamed_fields() {
    check(Pair(0, Vec::new()));
}

#[test]
fn fields_are_drawn_in_the_order_in_which_they_are_written() {
    let choices = any::<Point>().choices_of(&Point { x: 1, y: -1, name: String::new() }).expect("reflects");
    let same = (any::<i32>(), any::<i32>(), any::<String>()).choices_of(&(1, -1, String::new())).expect("reflects");
    assert_eq!(choices.numbers().collect::<Vec<_>>(), same.numbers().collect::<Vec<_>>());
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Unit;

#[derive(Debug, PartialEq, Arbitrary)]
struct Braces {}

#[derive(Debug, PartialEq, Arbitrary)]
struct Parentheses();

#[test]
fn no_fields() {
    check(Unit);
    check(Braces {});
    check(Parentheses());
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Meters(u32);

#[derive(Debug, PartialEq, Arbitrary)]
struct Wrapped {
    inner: Vec<Meters>,
}

#[test]
fn one_field() {
    check(Meters(0));
    check(Wrapped { inner: Vec::new() });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Nested {
    unit: Unit,
    points: Vec<Point>,
    pair: Option<Pair>,
}

#[test]
fn structs_in_structs() {
    check(Nested { unit: Unit, points: Vec::new(), pair: None });
}

#[derive(Debug, PartialEq, Clone, Copy, Arbitrary)]
#[repr(C, packed)]
struct Packed {
    tag: u8,
    word: u32,
}

#[test]
fn packed_fields_are_copied() {
    check(Packed { tag: 0, word: 0 });
}
