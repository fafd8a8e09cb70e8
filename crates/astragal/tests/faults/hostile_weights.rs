//! Weights that are made to harm: each text parses or is a clear error, in little memory, and what parses draws and ends.

use std::fmt::Write;

use astragal::learn::{Context, Weights};
use astragal::prelude::*;

use crate::peak::peak_of;

/// Parses in memory that is a small multiple of the text.
fn parse(text: &str) -> Result<Weights, astragal::choices::ParseError> {
    let (outcome, peak) = peak_of(|| text.parse::<Weights>());
    assert!(peak < (1 << 16) + 64 * text.len(), "{peak} bytes for {} of text", text.len());
    outcome
}

#[test]
fn huge_names_numbers_and_depths() {
    let long = "x".repeat(2_000);
    let error = parse(&format!("astragal weights 1\n{long}.a: 1\n")).unwrap_err();
    assert_eq!(error.to_string(), "line 2: a name is longer than 1024 bytes");
    let error = parse("astragal weights 1\na.b at the top, depth 99999999999: 1\n").unwrap_err();
    assert!(error.message().starts_with("expected a depth"), "{error}");
    parse(&format!("astragal weights 1\na.\"{}", "\\u{202e}".repeat(10_000))).unwrap_err();
    parse(&"\n".repeat(100_000)).unwrap_err();
    let error = parse(&"🦀".repeat(10_000)).unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
    // Weights that were not parsed obey the same limits.
    let mut weights = Weights::new();
    weights.add(&long, "a", 1.0);
    weights.add("a", &long, 1.0);
    weights.add("a", "b", f64::NAN);
    weights.add("a", "b", f64::INFINITY);
    weights.add("a", "b", -1.0);
    weights.set_parameter(&long, 1.0);
    weights.set_parameter("a", f64::NAN);
    assert!(weights.is_empty());
}

#[test]
fn the_largest_weights_and_numbers_draw_and_end() {
    let mut text = String::from("astragal weights 1\n");
    for at in 0..2_000 {
        writeln!(text, "option.Some in option.Some, depth {at}: 1000000000000000").unwrap();
        writeln!(text, "list.{}: 1000000000000000", u64::MAX - at).unwrap();
        writeln!(text, "number.{at}: 0.000000000000001").unwrap();
    }
    text.push_str("short.18446744073709551615: 1\noption.Some: 1000000000000000\noption.Some: 1000000000000000\n");
    let weights = parse(&text).unwrap();
    assert_eq!(weights.count("option", "Some").log10().floor(), 18.0);
    let nested = recursive(|me| any::<()>().iso(|()| 0u32, |_| Some(())).pair_with(me));
    for seed in 0..20 {
        nested.clone().tuned(&weights).by_context(Context::Depth).sample(seed);
        assert_eq!(vec_of(0..9u8, ..).counted_as("list").tuned(&weights).sample(seed).len(), 65_536);
        assert!(vec_of(0..9u8, ..5).counted_as("short").tuned(&weights).sample(seed).len() < 5);
        int(0..5_000u32).counted_as("number").tuned(&weights).sample(seed);
    }
}

trait PairWith: Reflect<Value = u32> + Closed + Sized {
    fn pair_with<M: Reflect<Value = u32> + Closed>(self, me: M) -> impl Reflect<Value = u32> + Closed {
        (self, option_of(me)).iso(|(n, rest)| n + rest.map_or(0, |rest| rest + 1), |n| Some((0, n.checked_sub(1))))
    }
}

impl<G: Reflect<Value = u32> + Closed> PairWith for G {}
