//! The laws of the design, over every generator of the library.

mod backwards;
mod closures;
mod collections;
mod combinators;
mod families;
mod functions;
mod growth;
mod holey;
mod lazy;
mod listed;
#[path = "../subjects/nat.rs"]
mod nat;
mod primitives;
mod profunctor;
#[cfg(feature = "regex")]
mod regex;
mod rose;
mod standard;
#[path = "../../examples/subjects/mod.rs"]
mod subjects;
mod tuning;

/// Asserts all laws of a closed generator that runs both ways.
#[track_caller]
fn both_ways<G: astragal::Reflect<Value: std::fmt::Debug + PartialEq> + astragal::Closed>(generator: G) {
    all_laws(astragal::laws::Laws::of(&generator));
}

/// The same, by laws that compare values in their own way.
#[track_caller]
fn all_laws<G: astragal::Reflect<Value: std::fmt::Debug> + astragal::Closed>(laws: astragal::laws::Laws<'_, G>) {
    if let Err(broken) = laws.backwards() {
        panic!("{broken}");
    }
    #[cfg(feature = "spaces")]
    if let Err(broken) = laws.counting().and_then(|()| laws.ranking()) {
        panic!("{broken}");
    }
}

/// Asserts the laws of a generator that runs both ways and has an opaque part.
#[track_caller]
fn both_ways_open<G: astragal::Reflect<Value: std::fmt::Debug + PartialEq>>(generator: G) {
    if let Err(broken) = astragal::laws::Laws::of(&generator).backwards() {
        panic!("{broken}");
    }
}

/// Asserts the laws of a generator that runs forwards only.
#[track_caller]
fn forwards<G: astragal::Draw<Value: std::fmt::Debug + PartialEq>>(generator: G) {
    if let Err(broken) = astragal::laws::Laws::of(&generator).forwards() {
        panic!("{broken}");
    }
}

/// The value that no choices at all produce.
#[track_caller]
fn simplest<G: astragal::Draw>(generator: G) -> G::Value {
    generator.replay(&astragal::Choices::default()).unwrap_or_else(|gave_up| panic!("{gave_up}"))
}

/// Asserts that a generator claims to be closed, is, and keeps the law of counting.
#[track_caller]
fn closed<G: astragal::Closed<Value: std::fmt::Debug>>(generator: G) {
    let space = generator.space();
    assert_eq!(space.opaque_parts().next(), None);
    assert!(!space.is_infinite());
    #[cfg(feature = "spaces")]
    if let Err(broken) =
        astragal::laws::Laws::by(&generator, |one, other| format!("{one:?}") == format!("{other:?}")).counting()
    {
        panic!("{broken}");
    }
}
