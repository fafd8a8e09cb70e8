//! `open` and `forwards`: a type loses only the powers that a field lacks.

use astragal::prelude::*;

use crate::support::{check, check_forwards, check_open, mismatch, reflects};

/// A function that says what its generator can do.
fn names() -> impl Gen<Value = String> + Reflect + Closed {
    string_of('a'..='z', 1..=8)
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Named(#[arbitrary(with = names())] String, bool);

#[test]
fn a_function_with_all_powers_is_like_any_generator() {
    check(Named("a".to_owned(), false));
    assert!(any::<Named>().choices_of(&Named(String::new(), true)).is_err());
}

#[generator]
fn even() -> u32 {
    let half = draw!(0..50u32, recover = value / 2);
    half * 2
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Seat {
    #[arbitrary(with = even(), open)]
    row: u32,
    #[arbitrary(with = names())]
    guest: String,
}

#[test]
fn a_type_with_an_open_field_runs_backwards() {
    check_open(Seat { row: 0, guest: "a".to_owned() });
    reflects(&Seat { row: 98, guest: "ann".to_owned() });
    assert!(mismatch(&Seat { row: 7, guest: "ann".to_owned() }).contains("even"));
    let space = any::<Seat>().space();
    assert!(space.opaque_parts().any(|part| part == "Seat.row"));
}

/// It recurs beside an open field, and in one.
#[derive(Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[arbitrary(with = even(), open)] u32, Box<Tree>),
    Nodes(#[arbitrary(open)] Vec<Tree>),
}

#[test]
fn a_recursive_type_with_open_fields_ends_and_runs_backwards() {
    check_open(Tree::Leaf);
    assert!(any::<Tree>().space().is_recursive());
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Between {
    high: u8,
    #[arbitrary(with = 0..=self.high)]
    low: u8,
}

/// The usual generator of a field may be open too; and a field may depend on it.
#[derive(Debug, PartialEq, Arbitrary)]
struct Window<T> {
    #[arbitrary(open)]
    between: Between,
    #[arbitrary(with = self.between.low..=self.between.high)]
    at: u8,
    shown: T,
}

#[test]
fn a_field_of_a_type_that_is_not_closed_is_open() {
    check_open(Window { between: Between { high: 0, low: 0 }, at: 0, shown: false });
    reflects(&Window { between: Between { high: 9, low: 3 }, at: 4, shown: 'x' });
}

/// Is drawn by a closure, so it cannot be run backwards.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Even(#[arbitrary(with = int(0..5u8).map(|half| half * 2), forwards)] u8);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Scored<T> {
    #[arbitrary(forwards)]
    even: Even,
    player: T,
    #[arbitrary(default = std::time::Duration::ZERO, forwards)]
    since: std::time::Duration,
}

#[test]
fn a_type_with_a_field_that_runs_forwards_only_is_closed() {
    fn is_closed<T: Arbitrary<Gen: Closed>>() {}
    is_closed::<Even>();
    is_closed::<Scored<bool>>();
    check_forwards(Even(0));
    check_forwards(Scored { even: Even(0), player: false, since: std::time::Duration::ZERO });
    assert!(any::<Scored<bool>>().space().opaque_parts().next().is_none());
}

#[test]
#[cfg(feature = "spaces")]
fn a_type_with_a_field_that_runs_forwards_only_is_enumerated() {
    let evens: Vec<u8> = any::<Even>().iter().map(|even| even.0).collect();
    assert_eq!(evens, [0, 2, 4, 6, 8]);
    assert_eq!(any::<Scored<bool>>().iter().count(), 10);
}

/// Types that a generator leaves open are inferred from the type of the field. It may be borrowed.
#[derive(Debug, PartialEq, Arbitrary)]
struct Inferred {
    #[arbitrary(with = just(Default::default()))]
    constant: u64,
    #[arbitrary(with = vec_of(just("x".into()), 1..=2))]
    texts: Vec<String>,
    #[arbitrary(with = &(1..=9))]
    digit: i8,
}

#[test]
fn the_type_of_a_field_is_known_to_its_generator() {
    check(Inferred { constant: 0, texts: vec!["x".to_owned()], digit: 1 });
}
