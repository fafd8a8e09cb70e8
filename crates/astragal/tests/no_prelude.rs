//! The macros work in a crate without the prelude of the language, and without ours.

#![no_implicit_prelude]
#![cfg(feature = "derive")]

use ::std::{assert, assert_eq};

#[derive(Debug, Clone, PartialEq, ::astragal::Arbitrary)]
enum Expr {
    Value(i32),
    Text(::std::string::String),
    Neg(::std::boxed::Box<Expr>),
    Add {
        left: ::std::boxed::Box<Expr>,
        right: ::std::boxed::Box<Expr>,
    },
    All(::std::vec::Vec<Expr>, #[arbitrary(with = 0..10u8)] u8, #[arbitrary(default)] ::std::option::Option<u8>),
    #[arbitrary(weight = 0)]
    Rare(#[arbitrary(opaque = |src| src.draw(::astragal::any::<u8>()))] u8),
}

#[derive(Debug, Clone, PartialEq, ::astragal::Arbitrary)]
#[arbitrary(filter = |pair| pair.0 <= pair.1)]
struct Ordered<T: ::std::cmp::PartialOrd>(T, T);

#[derive(Debug, Clone, PartialEq, ::astragal::Arbitrary)]
struct Unit;

#[derive(Debug, Clone, PartialEq, ::astragal::Arbitrary)]
struct Point {
    x: u8,
    y: u8,
}

#[::astragal::generator]
fn expr(depth: u8) -> Expr {
    if depth == 0 {
        return Expr::Value(draw!(0..10));
    }
    pick! {
        1 => Expr::Neg(::std::boxed::Box::new(draw!(expr(depth - 1)))),
        2 => {
            let mut all = ::std::vec::Vec::new();
            for _ in 0..3u8 {
                all.push(draw!(expr(depth - 1)));
            }
            Expr::All(all, depth, ::std::option::Option::None)
        }
    }
}

#[::astragal::property(cases = 20)]
fn values_replay(expr: Expr, pair: Ordered<u8>, unit: Unit, #[from(0..5u8)] small: u8) {
    let choices = ::astragal::Draw::choices_of(&::astragal::any::<Ordered<u8>>(), &pair);
    assert!(::std::result::Result::is_ok(&choices));
    assert_eq!((&expr, &unit), (&expr, &unit));
    assert!(small < 5);
}

#[test]
fn a_generator_function_runs_backwards() {
    let value = ::astragal::Draw::sample(&expr(2), 1);
    assert!(::astragal::Draw::choices_of(&expr(2), &value).is_ok());
    assert!(::astragal::Draw::choices_of(&expr(1), &Expr::Text(::std::string::String::new())).is_err());
}

#[test]
fn a_partial_value_is_completed_and_a_constructor_is_a_generator() {
    let partial = ::astragal::partial!(Point { x: 3, y: _ });
    let whole = ::astragal::backwards::Backwards::complete(&::astragal::any::<Point>(), &partial, 1);
    assert!(::std::matches!(whole, ::std::result::Result::Ok(Point { x: 3, .. })));
    let points = ::astragal::built!(Point { x: 0..10, y: 5..6 });
    assert!(::astragal::backwards::Backwards::can_make(&points, &Point { x: 7, y: 5 }).is_ok());
}
