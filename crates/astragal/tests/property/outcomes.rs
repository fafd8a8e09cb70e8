//! What a property may return.

use astragal::prelude::*;

use crate::support::{cases_of, message_of, see};

#[property]
fn nothing(xs: Vec<u8>) {
    let mut sorted = xs.clone();
    sorted.sort_unstable();
    assert_eq!(sorted.len(), xs.len());
}

#[property]
fn a_bool(n: u8) -> bool {
    n.checked_sub(n) == Some(0)
}

#[property]
fn a_result(n: u16) -> Result<(), std::num::ParseIntError> {
    let back: u16 = n.to_string().parse()?;
    assert_eq!(back, n);
    Ok(())
}

#[property]
fn a_boxed_error(n: u16) -> Result<(), Box<dyn std::error::Error>> {
    let text = String::from_utf8(n.to_string().into_bytes())?;
    let back: u16 = text.parse()?;
    if back == n { Ok(()) } else { Err("another number".into()) }
}

#[property]
fn a_result_of_a_bool(n: i64) -> Result<bool, String> {
    Ok(n.wrapping_neg().wrapping_neg() == n)
}

#[property]
fn some_outcome(n: u8) -> impl astragal::Outcome {
    u16::from(n) < 256
}

#[property]
fn an_assumption_with_a_message(n: u8, d: u8) {
    assume!(d != 0, "{n} cannot be divided by {}", d);
    assume!(n >= d, "a plain message");
    assert!(n / d > 0);
}

#[property(regressions = "off")]
#[should_panic(expected = "returned false")]
fn false_fails(n: u8) -> bool {
    n < 200
}

#[property(regressions = "off")]
#[should_panic(expected = "\"more than 99\"")]
fn an_error_fails(n: u8) -> Result<(), &'static str> {
    if n > 99 { Err("more than 99") } else { Ok(()) }
}

#[property(regressions = "off")]
#[should_panic(expected = "the smallest is 100")]
fn a_panic_fails(n: u8) {
    assert!(n < 100, "the smallest is {n}");
}

#[property(regressions = "off")]
#[ignore = "fails; another test runs it"]
fn all_fail(n: u32) -> Result<(), String> {
    if n > 12 { Err(format!("{n} is too much")) } else { Ok(()) }
}

#[test]
fn the_smallest_error_is_thrown() {
    assert!(message_of(all_fail).contains("13 is too much"), "{}", message_of(all_fail));
}

#[property]
fn rejected(n: u8) -> Result<(), String> {
    assume!(n % 2 == 0);
    see(n);
    if n % 2 == 0 { Ok(()) } else { Err("odd".into()) }
}

#[test]
fn assumptions_leave_a_property_whatever_it_returns() {
    assert!(!cases_of(rejected).is_empty());
}
