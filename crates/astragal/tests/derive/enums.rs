//! Enums of every form.

use astragal::prelude::*;

use crate::support::{check, counts, mismatch, reflects};

#[derive(Debug, PartialEq, Arbitrary)]
enum Shape {
    Rectangle { width: u16, height: u16 },
    Circle(u16),
    Nothing,
    Empty {},
    Bare(),
}

#[test]
fn variants_of_every_form() {
    check(Shape::Nothing);
    reflects(&Shape::Empty {});
    reflects(&Shape::Bare());
}

#[test]
fn every_variant_is_drawn() {
    let counts: [u32; 5] = counts(1_000, |shape: &Shape| match shape {
        Shape::Rectangle { .. } => 0,
        Shape::Circle(_) => 1,
        Shape::Nothing => 2,
        Shape::Empty {} => 3,
        Shape::Bare() => 4,
    });
    assert!(counts.iter().all(|&count| (120..280).contains(&count)), "{counts:?}");
}

#[derive(Debug, PartialEq, Clone, Copy, Arbitrary)]
enum Color {
    Red = 7,
    Green = 1,
    Blue = 3,
}

#[test]
fn variants_without_fields() {
    check(Color::Red);
    let counts: [u32; 3] = counts(999, |color: &Color| match color {
        Color::Red => 0,
        Color::Green => 1,
        Color::Blue => 2,
    });
    assert!(counts.iter().all(|&count| (250..420).contains(&count)), "{counts:?}");
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Single {
    Only(u8, u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum SingleWrapper {
    Only(Vec<u8>),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum SingleUnit {
    Only,
}

#[test]
fn one_variant() {
    check(Single::Only(0, 0));
    check(SingleWrapper::Only(Vec::new()));
    check(SingleUnit::Only);
}

/// Not arbitrary.
#[derive(Debug, PartialEq)]
struct Handle;

#[derive(Debug, PartialEq, Arbitrary)]
enum Resource {
    #[arbitrary(skip)]
    Open(Handle),
    Path(String),
    #[arbitrary(skip)]
    Closed,
    Number {
        id: u32,
    },
}

#[test]
fn skipped_variants_are_never_made() {
    check(Resource::Path(String::new()));
    for seed in 0..1_000 {
        assert!(matches!(any::<Resource>().sample(seed), Resource::Path(_) | Resource::Number { .. }));
    }
    assert_eq!(mismatch(&Resource::Open(Handle)), "at Resource: `Resource::Open` is never generated");
    assert_eq!(mismatch(&Resource::Closed), "at Resource: `Resource::Closed` is never generated");
    reflects(&Resource::Number { id: 9 });
}

#[derive(Debug, PartialEq, Arbitrary)]
enum OneLeft {
    #[arbitrary(skip)]
    Hidden(Handle),
    Shown(u8, u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum OneUnitLeft {
    #[arbitrary(skip)]
    Hidden,
    Shown,
}

#[test]
fn one_variant_is_left() {
    check(OneLeft::Shown(0, 0));
    check(OneUnitLeft::Shown);
    assert_eq!(mismatch(&OneLeft::Hidden(Handle)), "at OneLeft: `OneLeft::Hidden` is never generated");
    assert_eq!(mismatch(&OneUnitLeft::Hidden), "`OneUnitLeft::Hidden` is never generated");
}
