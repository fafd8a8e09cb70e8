//! The choices of a value: nothing, one choice, or one span. And what its space says.

use astragal::Choices;
use astragal::choices::Unit;
use astragal::prelude::*;
use astragal::spaces::Shape;

#[derive(Debug, PartialEq, Arbitrary)]
struct Nothing;

#[derive(Debug, PartialEq, Arbitrary)]
struct Wrapper(u8);

#[derive(Debug, PartialEq, Arbitrary)]
struct Product(u8, Wrapper);

#[derive(Debug, PartialEq, Arbitrary)]
struct WrapperWithDefault {
    #[arbitrary(default)]
    never: u8,
    drawn: u8,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Pick {
    No,
    Yes,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Sum {
    Leaf,
    Node(u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum OneVariant {
    Only(u8, u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum PickWithDefault {
    No,
    Yes(#[arbitrary(default)] u8),
}

/// The labels of the units at the top, of both ways: `span` or, for a choice, `.`.
fn units<T: Arbitrary<Gen: Reflect> + PartialEq + std::fmt::Debug>(value: T) -> Vec<String> {
    let shown = |choices: &Choices| -> Vec<String> {
        let unit = |unit: Unit| match unit {
            Unit::Choice(_) => ".".to_string(),
            Unit::Span(index) => choices.spans()[index].label().as_str().to_string(),
        };
        choices.units().map(unit).collect()
    };
    let written = any::<T>().choices_of(&value).expect("reflects");
    let (_, read) = any::<T>().replay_and_record(&written).expect("parses");
    assert_eq!(written, read);
    shown(&written)
}

#[test]
fn a_value_is_nothing_one_choice_or_one_span() {
    assert!(units(Nothing).is_empty());
    assert_eq!(units(Wrapper(1)), ["."]);
    assert_eq!(units(WrapperWithDefault { never: 0, drawn: 1 }), ["."]);
    assert_eq!(units(Product(1, Wrapper(2))), ["Product"]);
    assert_eq!(units(Pick::Yes), ["."]);
    assert_eq!(units(PickWithDefault::Yes(0)), ["."]);
    assert_eq!(units(Sum::Leaf), ["Sum"]);
    assert_eq!(units(Sum::Node(1)), ["Sum"]);
    assert_eq!(units(OneVariant::Only(1, 2)), ["OneVariant"]);
}

#[test]
fn one_variant_takes_no_pick() {
    assert_eq!(any::<OneVariant>().choices_of(&OneVariant::Only(1, 2)).expect("reflects").len(), 2);
    assert_eq!(any::<Sum>().choices_of(&Sum::Node(1)).expect("reflects").len(), 2);
}

/// What the root of the space is made of, below its name.
fn root<T: Arbitrary>() -> (String, Shape) {
    let space = any::<T>().space();
    match space.shape(space.root()) {
        Shape::Named { name, of } => (name.to_string(), space.shape(*of).clone()),
        other => panic!("not named: {other:?}"),
    }
}

#[test]
fn the_space_has_the_names_of_the_type() {
    assert_eq!(root::<Nothing>(), ("Nothing".to_string(), Shape::Unit));
    let (name, shape) = root::<Product>();
    assert!(name == "Product" && matches!(&shape, Shape::Product(parts) if parts.len() == 2), "{name}: {shape:?}");
    let (name, shape) = root::<Sum>();
    let Shape::Sum { site, arms, .. } = shape else { panic!("{shape:?}") };
    let arms: Vec<_> = arms.iter().map(|arm| (arm.label, arm.weight)).collect();
    assert_eq!((name.as_str(), site, &arms[..]), ("Sum", "Sum", &[("Leaf", 1), ("Node", 1)][..]));
}
