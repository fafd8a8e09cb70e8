//! Which properties do these functions have? Equations are found by trying all small terms, and printed as properties to be pasted.
//!
//! The functions are those of a small library of intervals of time. What is found says what they are; what is missing says more: that two
//! intervals overlap does not depend on which of them comes first, and here it does.

use astragal::prelude::*;
use astragal::spaces::conjecture;

/// From a minute of the day up to another one. One that ends before it begins is empty.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Interval {
    #[arbitrary(with = 0..1440u16)]
    from: u16,
    #[arbitrary(with = 0..1440u16)]
    to: u16,
}

fn is_empty(interval: Interval) -> bool {
    interval.from >= interval.to
}

/// What is in both.
fn both(one: Interval, other: Interval) -> Interval {
    Interval { from: one.from.max(other.from), to: one.to.min(other.to) }
}

/// The shortest interval around both.
fn around(one: Interval, other: Interval) -> Interval {
    Interval { from: one.from.min(other.from), to: one.to.max(other.to) }
}

/// Whether they have a minute in common. The bug: one within the other is not seen.
fn overlap(one: Interval, other: Interval) -> bool {
    one.from <= other.from && other.from < one.to
}

fn main() {
    let found = conjecture! {
        for a, b, c in any::<Interval>();
        both;
        around;
        if is_empty;
        if overlap;
    };
    let found = found.size(5).equations();
    println!("{found}");
    let has = |text: &str| found.iter().any(|equation| equation.to_string() == text);
    // Both are commutative and associative: the laws of a lattice.
    assert!(has("both(a, b) == both(b, a)") && has("around(around(a, b), c) == around(a, around(b, c))"));
    assert!(has("both(a, around(a, b)) == a"));
    // This one would be expected, and is not there. A look at `overlap` shows why.
    assert!(!has("overlap(a, b) == overlap(b, a)"));

    // Those that are wanted go into the tests.
    let wanted = found.iter().find(|equation| equation.to_string() == "both(a, around(a, b)) == a").unwrap();
    println!("{}", wanted.property());
    assert_eq!(
        wanted.property(),
        "#[property]\n\
         fn both_a_around_a_b_is_a(a: Interval, b: Interval) {\n    \
             assert_eq!(both(a.clone(), around(a.clone(), b)), a);\n\
         }"
    );
}
