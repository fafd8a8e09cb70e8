//! Generated code keeps the lints of a strict crate.
#![deny(missing_docs, unused_qualifications, unreachable_pub, warnings, clippy::all, clippy::pedantic)]

use astragal::prelude::*;

/// Old.
#[deprecated]
#[derive(Debug, Arbitrary)]
pub(crate) struct Old(u8);

#[property(cases = 20, time = "5s", example(vec![], true, true, true, true, Box::new(3), "a", &[1]), phases = "examples,random")]
fn arguments_as_they_come(
    xs: Vec<u8>,
    a: bool,
    b: bool,
    c: bool,
    d: bool,
    boxed: Box<u32>,
    #[from(string_of('a'..='z', 0..=5))] text: &str,
    bytes: &[u8],
) {
    assert!(xs.len() + text.len() + bytes.len() < 1 << 20);
    assert!(a || b || c || d || boxed.checked_sub(*boxed) == Some(0));
}

#[property(cases = 20)]
fn arguments_that_depend_on_others(
    (low, _spare): (u8, String),
    mut xs: Vec<u8>,
    text: &str,
    #[from(low..=255)] high: u8,
    #[from(0..=xs.len() + text.len())] at: usize,
    #[from((0..=high, 0..=at))] pair: _,
) {
    xs.push(low);
    assert!(low <= high && at < xs.len() + text.len());
    assert!(pair.0 <= high && pair.1 <= at);
}

#[property(cases = 20)]
#[allow(deprecated)]
fn what_is_allowed_is_allowed(old: Old, lent: &u8) -> bool {
    u16::from(old.0) + u16::from(*lent) <= 510
}

/// Documented.
#[property(cases = 20)]
#[tokio::test]
async fn without_waiting(n: u8) -> Result<(), String> {
    if n.checked_sub(n) == Some(0) { Ok(()) } else { Err(n.to_string()) }
}
