//! `with` and `opaque`: fields that are drawn by another generator.

use astragal::generators::Select;
use astragal::prelude::*;

use crate::support::{check, check_forwards, mismatch, reflects};

#[derive(Debug, PartialEq, Arbitrary)]
struct Person {
    #[arbitrary(with = 18..=120u8)]
    age: u8,
    #[arbitrary(with = vec_of(0..10u64, 1..=3))]
    digits: Vec<u64>,
    #[arbitrary(with = Self::titles())]
    title: &'static str,
    #[arbitrary(with = pair::<u8, bool>())]
    pair: (u8, bool),
}

impl Person {
    fn titles() -> Select<&'static str> {
        select(["Dr", "Prof"])
    }
}

fn pair<A: Arbitrary, B: Arbitrary>() -> (A::Gen, B::Gen) {
    (any::<A>(), any::<B>())
}

#[test]
fn fields_with_a_generator_of_their_own() {
    check(Person { age: 18, digits: vec![0], title: "Dr", pair: (0, false) });
    let person = |age, title| Person { age, digits: vec![9, 9], title, pair: (3, true) };
    reflects(&person(120, "Prof"));
    assert_eq!(mismatch(&person(17, "Dr")), "at Person: 17 is not in 18..=120");
    assert!(any::<Person>().choices_of(&person(20, "Sir")).is_err());
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Tree {
    Node(#[arbitrary(with = vec_of(any::<Tree>(), 2..=3))] Vec<Tree>),
    Leaf(#[arbitrary(with = 1..=9u8)] u8),
}

#[test]
fn recursion_through_a_generator() {
    check(Tree::Leaf(1));
    assert!(any::<Tree>().space().is_recursive());
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Boxes<T>(#[arbitrary(with = vec_of(any::<T>(), 1..=2))] Vec<T>, u8);

#[test]
fn generators_of_parameters() {
    check(Boxes(vec![0u8], 0));
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Event {
    Range {
        #[arbitrary(opaque = |src| {
            let low = src.draw(0..100u8);
            (low, src.draw(low..=100))
        })]
        ends: (u8, u8),
        tag: u8,
    },
    Even(#[arbitrary(opaque = any::<u8>().map(|n| n / 2 * 2))] u8),
    Plain(#[arbitrary(opaque)] u8),
}

#[test]
fn opaque_fields_run_forwards() {
    check_forwards(Event::Range { ends: (0, 0), tag: 0 });
    for seed in 0..1_000 {
        match any::<Event>().sample(seed) {
            Event::Range { ends: (low, high), .. } => assert!(low <= high && high <= 100),
            Event::Even(even) => assert_eq!(even % 2, 0),
            Event::Plain(_) => {}
        }
    }
}

#[test]
fn the_space_names_the_opaque_fields() {
    let space = any::<Event>().space();
    let parts: Vec<_> = space.opaque_parts().filter(|part| part.starts_with("Event::")).collect();
    assert_eq!(parts, ["Event::Range.ends", "Event::Even.0", "Event::Plain.0"]);
}
