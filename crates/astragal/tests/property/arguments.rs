//! What the arguments of a property may look like.

use std::borrow::Cow;
use std::collections::BTreeMap;

use astragal::Source;
use astragal::prelude::*;

use crate::support::{cases_of, see};

#[derive(Debug, Clone, Copy, PartialEq, Arbitrary)]
struct Point {
    x: i32,
    y: i32,
}

/// Can be neither shown nor copied.
#[derive(Arbitrary)]
struct Secret(u8);

#[property]
fn none() {
    see(());
}

#[test]
fn without_arguments_there_is_one_case() {
    assert_eq!(cases_of(none), ["()"]);
}

#[property]
fn one(n: bool) {
    see(n);
}

#[test]
fn a_property_runs_on_what_is_drawn() {
    let mut cases = cases_of(one);
    cases.sort();
    cases.dedup();
    assert_eq!(cases, ["false", "true"]);
}

#[property(cases = 20)]
fn twelve(a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: char, j: bool, k: String, l: Vec<u8>) {
    see((a, b, c, d, (e, f, g, h), i, j, k, l));
}

#[test]
fn there_may_be_twelve() {
    assert!(cases_of(twelve).len() >= 20);
}

#[property(cases = 50)]
fn patterns(
    (a, b): (u8, u8),
    Point { x, y: _ }: Point,
    mut xs: Vec<u8>,
    [first, ..]: [u8; 3],
    _: Secret,
    r#type: bool,
) {
    xs.push(a);
    xs.push(b);
    assert!(xs.len() >= 2);
    see((x, first, r#type));
}

#[test]
fn patterns_are_those_of_any_function() {
    assert!(cases_of(patterns).len() >= 50);
}

#[property(cases = 50)]
fn lent(text: &str, bytes: &[u8], point: &Point, secret: &Secret, list: &Option<Point>, map: &BTreeMap<u8, String>) {
    assert_eq!(String::from_utf8(text.as_bytes().to_vec()).as_deref(), Ok(text));
    assert!(bytes.iter().all(|byte| bytes.contains(byte)));
    assert_eq!(*point, Point { ..*point });
    assert!(list.iter().len() + map.len() < 1 << 20);
    see(secret.0);
}

#[test]
fn what_is_lent_lives_as_long_as_the_case() {
    assert!(cases_of(lent).len() >= 50);
}

fn sorted(below: u32) -> impl Gen<Value = Vec<u32>> {
    vec_of(0..below, 0..=9).map(|mut list| {
        list.sort_unstable();
        list
    })
}

#[property]
fn named(
    #[from(0..100)] small: i64,
    #[from(sorted(1_000))] list: Vec<u32>,
    #[from(string_of('a'..='c', 1..=4))] text: &str,
    #[from(sorted(10))] lent: &[u32],
    #[from(select(["red", "green"]))] color: &'static str,
    #[from((0..10u8, any::<bool>()))] (digit, _): (u8, bool),
    any: u8,
) {
    assert!((0..100).contains(&small) && digit < 10);
    assert!(list.is_sorted() && lent.is_sorted() && lent.iter().all(|n| *n < 10));
    assert!(!text.is_empty() && text.chars().all(|c| ('a'..='c').contains(&c)));
    assert!(["red", "green"].contains(&color));
    see(any);
}

#[test]
fn a_generator_can_be_named_for_each_argument() {
    assert!(cases_of(named).len() > 100);
}

#[property]
fn closures(
    #[from(|src| {
        let low = src.draw(0..100u32);
        (low, src.draw(low..=100))
    })]
    (low, high): (u32, u32),
    #[from(move |src: &mut Source| src.draw(1..=6u8))] die: u8,
) -> bool {
    low <= high && (1..=6).contains(&die)
}

#[property(cases = 50)]
fn elided(text: Cow<'_, str>, boxed: Box<Cow<'_, u8>>) {
    see(text.len() + usize::from(**boxed));
}

#[test]
fn lifetimes_inside_of_a_type_are_elided() {
    assert!(cases_of(elided).len() >= 50);
}

#[property(cases = 20)]
fn allowed(#[allow(unused_variables)] spare: u8, #[allow(unused_mut)] mut other: u8) {
    see(other);
}

#[test]
fn other_attributes_of_arguments_stay() {
    assert!(cases_of(allowed).len() >= 20);
}

#[property(cases = 50, example(1, "b", vec![2], &[3], Some(4)))]
fn inferred(
    #[from(0..10u8)] n: _,
    #[from(select(["a", "b"]))] name: _,
    #[from(sorted(10))] mut list: Vec<_>,
    #[from(sorted(10))] lent: &[_],
    #[from(|src| Some(src.draw(0..5u16)))] option: _,
) -> Result<(), String> {
    let n: u8 = n;
    list.push(u32::from(n));
    if lent.is_empty() {
        return Ok(());
    }
    option.map(|it| it.count_ones()).ok_or("none")?;
    see((n, name.len(), list, lent.len(), option));
    Ok(())
}

#[test]
fn a_type_may_be_that_of_the_generator() {
    let cases = cases_of(inferred);
    assert_eq!(cases[0], "(1, 1, [2, 1], 1, Some(4))");
    assert!(cases.len() > 25);
}

#[property(cases = 20)]
#[tokio::test]
async fn inferred_and_awaited(
    #[from(vec_of(0..5u8, 1..4))] list: _,
    text: &str,
) -> Result<(), std::num::ParseIntError> {
    if list.len() == 3 {
        return Ok(());
    }
    assert!(list.len() < 3 && text.len() < 1 << 20);
    "3".parse::<u8>()?;
    Ok(())
}
