//! Types with lifetimes: only their `'static` values are arbitrary.

use std::borrow::Cow;

use astragal::prelude::*;

use crate::support::check;

#[derive(Debug, PartialEq, Arbitrary)]
struct Text<'a> {
    text: Cow<'a, str>,
    bold: bool,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Document<'a, 'b: 'a, T: 'a> {
    Part(Text<'a>, Cow<'b, str>),
    Parts(Vec<Document<'a, 'b, T>>),
    Other(T),
}

#[test]
fn lifetimes_become_static() {
    check(Text { text: Cow::Borrowed(""), bold: false });
    check(Document::<u8>::Other(0));
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Flagged<'a> {
    #[arbitrary(with = select(["up", "down"]))]
    direction: &'a str,
    #[arbitrary(default = "none")]
    unit: &'a str,
}

#[test]
fn references_come_from_a_generator_or_a_constant() {
    check(Flagged { direction: "up", unit: "none" });
}
