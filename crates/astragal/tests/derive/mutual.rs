//! Types that contain each other.

use std::collections::BTreeMap;

use astragal::Choices;
use astragal::prelude::*;
use astragal::source::Reason;

use crate::support::{check, check_ambiguous, counts};

/// Without an end of its own: that is in `Back`.
#[derive(Debug, PartialEq, Arbitrary)]
struct There(u8, Box<Back>);

#[derive(Debug, PartialEq, Arbitrary)]
enum Back {
    Again(There),
    Twice(Box<There>, Box<There>),
    End,
}

#[test]
fn the_only_end_is_in_the_other_type() {
    check(There(0, Box::new(Back::End)));
    check(Back::End);
}

/// Both variants lead to `Inner`, where alone it ends.
#[derive(Debug, PartialEq, Arbitrary)]
enum Outer {
    Two(Box<Inner>, Box<Inner>),
    One(Box<Inner>),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Inner {
    Up(Box<Outer>),
    Last(bool),
}

#[test]
fn an_enum_all_of_whose_variants_recur() {
    check(Outer::One(Box::new(Inner::Last(false))));
    check(Inner::Last(false));
    let counts: [u32; 2] = counts(1_000, |outer: &Outer| usize::from(matches!(outer, Outer::One(_))));
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Statement {
    Block(Vec<Statement>),
    If { condition: Expression, then: Box<Statement>, otherwise: Option<Box<Statement>> },
    Assign(String, Expression),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Expression {
    Call { name: String, arguments: Vec<Expression> },
    Closure(Box<Function>),
    Binary(Box<Expression>, Operator, Box<Expression>),
    Number(i64),
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Function {
    parameters: BTreeMap<String, Option<Expression>>,
    body: Vec<Statement>,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Operator {
    Plus,
    Minus,
}

#[test]
fn a_small_language() {
    check_ambiguous(Statement::Block(Vec::new()));
    check_ambiguous(Expression::Number(0));
    check_ambiguous(Function { parameters: BTreeMap::new(), body: Vec::new() });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Ping(Box<Pong>);

#[derive(Debug, PartialEq, Arbitrary)]
enum Pong {
    One(Ping),
    Two(Ping, u8),
}

#[test]
fn two_types_that_never_end_are_a_usage_error() {
    for outcome in [
        any::<Ping>().try_sample(1).map(drop),
        any::<Pong>().try_sample(1).map(drop),
        any::<(u8, Ping)>().replay(&Choices::default()).map(drop),
    ] {
        let gave_up = outcome.expect_err("no value");
        assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
        assert!(gave_up.to_string().contains("is infinite"), "{gave_up}");
    }
}
