//! What chance draws: everything can come up, no value too often, and what is claimed to be uniform is.
//!
//! Each case is a fresh source, as in a test: so these are the shares of the first value that a case draws. The seeds
//! are fixed; a bound that is missed is a change of the distribution, not bad luck.

use std::collections::HashMap;
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use astragal::Draw;
use astragal::Source;
use astragal::generators::Chars;
use astragal::prelude::*;
use astragal::source::Reason;

const CASES: u64 = 20_000;

fn drawn<G: Draw>(generator: G) -> Vec<G::Value> {
    let draw =
        |seed| Source::random(seed).try_draw(&generator).unwrap_or_else(|_| panic!("a value for the seed {seed}"));
    (0..CASES).map(draw).collect()
}

/// How often each value came up, as it is shown.
fn counts<T: Debug>(values: &[T]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(format!("{value:?}")).or_insert(0) += 1;
    }
    counts
}

fn share<T>(values: &[T], holds: impl Fn(&T) -> bool) -> f64 {
    values.iter().filter(|value| holds(value)).count() as f64 / values.len() as f64
}

/// Pearson's test: five standard deviations of the statistic are allowed.
fn assert_uniform(what: &str, counts: &[usize]) {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    assert!(expected >= 50.0, "{what}: too few for a verdict");
    let statistic: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{what}: {statistic:.1} for {freedom}: {counts:?}");
}

/// Counts how many values fall into each of some buckets; `None` is none of them.
fn buckets<T>(values: &[T], count: usize, bucket: impl Fn(&T) -> Option<usize>) -> Vec<usize> {
    let mut buckets = vec![0; count];
    for at in values.iter().filter_map(bucket) {
        buckets[at] += 1;
    }
    buckets
}

#[test]
fn no_value_comes_up_too_often() {
    fn at_most<G: Draw>(part: usize, generator: G)
    where
        G::Value: Debug,
    {
        let counts = counts(&drawn(generator));
        let (value, count) = counts.iter().max_by_key(|(_, count)| **count).unwrap();
        assert!(count * part <= CASES as usize, "{value} came up {count} times, more than one in {part}");
    }
    // A value of a single number is special in about one case of four, and zero is the lower end as well as the origin.
    at_most(8, any::<u8>());
    at_most(8, any::<u32>());
    at_most(8, any::<u64>());
    at_most(20, any::<i64>());
    at_most(20, any::<i128>());
    at_most(20, any::<f64>());
    at_most(20, any::<f32>());
    at_most(20, 0.0..1.0f64);
    at_most(20, -1.0..=1.0f32);
    at_most(20, any::<char>());
    at_most(20, any::<Ipv4Addr>());
    at_most(20, any::<Duration>());
    at_most(40, any::<String>());
}

/// Some bugs take two special numbers: the least divided by -1 overflows.
#[test]
fn two_numbers_are_special_at_once() {
    let pairs = drawn(any::<(i64, i64)>());
    for pair in [(i64::MIN, -1), (i64::MAX, i64::MAX), (i64::MIN, i64::MIN), (0, i64::MIN)] {
        assert!(share(&pairs, |drawn| *drawn == pair) > 1.0 / 4_000.0, "{pair:?}");
    }
}

#[test]
fn all_bytes_and_both_truths_come_up() {
    assert_eq!(counts(&drawn(any::<u8>())).len(), 256);
    assert_eq!(counts(&drawn(any::<i8>())).len(), 256);
    let truth = share(&drawn(any::<bool>()), |truth| *truth);
    assert!((0.45..0.55).contains(&truth), "{truth}");
    let some = share(&drawn(any::<Option<u8>>()), Option::is_some);
    assert!((0.735..0.765).contains(&some), "{some}");
    let ok = share(&drawn(any::<Result<u8, u8>>()), Result::is_ok);
    assert!((0.485..0.515).contains(&ok), "{ok}");
}

#[test]
fn integers_have_boundaries_all_magnitudes_and_a_uniform_part() {
    let values = drawn(any::<u64>());
    for boundary in [0, 1, 2, u64::MAX, u64::MAX - 1] {
        assert!(values.contains(&boundary), "{boundary}");
    }
    for bits in 1..=64 {
        assert!(values.iter().any(|value| 64 - value.leading_zeros() == bits), "no value of {bits} bits");
    }
    // Small magnitudes and specials are elsewhere.
    assert_uniform("u64", &buckets(&values, 6, |&value| ((value >> 60) as usize).checked_sub(9).filter(|&at| at < 6)));
    let values = drawn(any::<i64>());
    for boundary in [0, 1, -1, i64::MIN, i64::MAX] {
        assert!(values.contains(&boundary), "{boundary}");
    }
    let negative = share(&values, |&value| value < 0);
    assert!((0.4..0.6).contains(&negative), "{negative}");
    let values = drawn(any::<i128>());
    for boundary in [0, 1, -1, i128::MIN, i128::MAX] {
        assert!(values.contains(&boundary), "{boundary}");
    }
    assert!(share(&values, |value| value.unsigned_abs() < 1 << 64) > 0.1);
    let digits = drawn(0..10u8);
    assert!((0..10).all(|digit| share(&digits, |&drawn| drawn == digit) > 0.05));
}

#[test]
fn every_kind_of_float_comes_up() {
    macro_rules! kinds {
        ($($type:ident)+) => {$(
            let exact = 2.0 / $type::EPSILON; // from here on, all are integers
            let kind = |x: &$type| match x.abs() {
                _ if x.is_nan() => "NaN",
                _ if x.to_bits() == $type::INFINITY.to_bits() => "infinity",
                _ if x.to_bits() == $type::NEG_INFINITY.to_bits() => "-infinity",
                0.0 if x.is_sign_negative() => "-0",
                0.0 => "0",
                magnitude if magnitude < $type::MIN_POSITIVE => "subnormal",
                magnitude if magnitude < $type::EPSILON => "tiny",
                magnitude if magnitude >= exact => "huge",
                _ if x.fract() == 0.0 => "integer",
                _ => "fraction",
            };
            let values = drawn(any::<$type>());
            let found = counts(&values.iter().map(kind).collect::<Vec<_>>());
            let at_least = |kind: &str, share: f64| {
                let count = found.get(&format!("{kind:?}")).copied().unwrap_or_default() as f64;
                assert!(count >= share * CASES as f64, "{count} times {kind} of {}", stringify!($type));
            };
            for kind in ["NaN", "infinity", "-infinity", "-0", "0", "subnormal"] {
                at_least(kind, 0.005);
            }
            for kind in ["tiny", "huge", "integer", "fraction"] {
                at_least(kind, 0.05);
            }
            let nan = share(&values, |x| x.is_nan());
            assert!(nan <= 0.05, "NaN is {nan}");
            let negative = share(&values, |x| x.is_sign_negative());
            assert!((0.4..0.6).contains(&negative), "{negative}");
        )+};
    }
    kinds!(f64 f32);
}

#[test]
fn floats_of_a_range_are_mostly_uniform() {
    for (low, width) in [(0.0, 1.0), (100.0, 2_000.0)] {
        // At the ends there are more: specials and all magnitudes.
        let bucket = |&x: &f64| {
            let special = (x * 2.0).fract() == 0.0 || x == 0.1;
            (((x - low) / width * 20.0) as usize).checked_sub(1).filter(|&at| at < 18 && !special)
        };
        let values = drawn(low..low + width);
        let middle = buckets(&values, 18, bucket);
        assert!(middle.iter().sum::<usize>() > CASES as usize / 2);
        // Of all floats of a range, more have a large exponent: allow for the one in eight that is drawn from these.
        assert_uniform("floats", &if low == 0.0 { middle } else { middle[12..].to_vec() });
    }
    let widest = drawn(f64::MIN..f64::MAX);
    assert!(widest.iter().all(|x| x.is_finite()), "the width of a range may overflow");
    assert!(share(&widest, |&x| x > f64::MAX / 2.0) > 0.1 && share(&widest, |&x| x < f64::MIN / 2.0) > 0.1);
    let values = drawn(3.0..=4.0f64);
    for end in [3.0, 4.0, f64::from_bits(3f64.to_bits() + 1), f64::from_bits(4f64.to_bits() - 1)] {
        assert!(values.contains(&end), "{end}");
    }
}

#[test]
fn every_class_and_plane_of_characters_comes_up() {
    let values = drawn(any::<char>());
    let at_least = |name: &str, least: f64, holds: &dyn Fn(&char) -> bool| {
        let found = share(&values, holds);
        assert!(found >= least, "{name}: {found}");
    };
    at_least("printable", 0.5, &|c| c.is_ascii_graphic() || *c == ' ');
    at_least("lower case", 0.1, &char::is_ascii_lowercase);
    at_least("upper case", 0.1, &char::is_ascii_uppercase);
    at_least("digits", 0.04, &char::is_ascii_digit);
    at_least("punctuation", 0.1, &char::is_ascii_punctuation);
    at_least("control characters", 0.03, &char::is_ascii_control);
    at_least("Latin-1", 0.03, &|c| ('\u{80}'..='\u{FF}').contains(c));
    at_least("the basic plane", 0.05, &|c| ('\u{100}'..='\u{FFFF}').contains(c));
    for plane in 0..=16 {
        at_least(&format!("plane {plane}"), 0.003, &|c| *c as u32 >> 16 == plane);
    }
    for special in
        ['\0', '\n', '\t', '\x7F', 'ß', 'İ', '\u{301}', '\u{200D}', '\u{202E}', '\u{FEFF}', '\u{D7FF}', char::MAX]
    {
        at_least(&format!("{special:?}"), 0.001, &|c| *c == special);
    }
    let letters = counts(&drawn('a'..='z'));
    assert!(letters.len() == 26 && letters.values().all(|&count| count > CASES as usize / 100), "{letters:?}");
}

#[test]
fn characters_of_a_string_are_uniform_in_their_class() {
    type Class = (Chars, fn(&char) -> bool, usize);
    let classes: [Class; 4] = [
        (Chars::printable(), |c| c.is_ascii_graphic() || *c == ' ', 95),
        (Chars::range('a'..='z'), char::is_ascii_lowercase, 26),
        (Chars::letters(), char::is_ascii_alphabetic, 52),
        (Chars::any(), |c| c.is_ascii_graphic() || *c == ' ', 95),
    ];
    for (class, belongs, size) in classes {
        let mut counts = vec![0; 128];
        for string in drawn(string_of(class.clone(), 64)) {
            // Some strings repeat two characters, and some have specials: these are skipped.
            if distinct(&string) > 15 && string.chars().all(|c| belongs(&c) && !['"', '\\'].contains(&c)) {
                string.chars().for_each(|c| counts[c as usize] += 1);
            }
        }
        // Besides the specials, whose strings were skipped, only the ends of a class are likelier.
        let ends = ['a', '~', 'z', 'Z', '"', '\\'];
        let counts: Vec<usize> = (0..128u8)
            .filter(|&code| belongs(&char::from(code)) && !ends.contains(&char::from(code)))
            .map(|code| counts[code as usize])
            .collect();
        assert!(counts.len() + ends.len() >= size);
        assert_uniform(&format!("{class:?}"), &counts);
    }
}

/// How many different characters there are.
fn distinct(string: &str) -> usize {
    string.chars().collect::<std::collections::HashSet<_>>().len()
}

#[test]
fn strings_have_all_lengths_and_three_of_four_are_plain() {
    let strings = drawn(any::<String>());
    // A case has the size 100.
    assert_uniform("open lengths", &buckets(&strings, 101, |string| Some(string.chars().count())));
    let plain = share(&strings, |string| string.chars().all(|c| c.is_ascii_graphic() || c == ' '));
    assert!((0.7..0.85).contains(&plain), "{plain}");
    assert!(share(&strings, |string| string.contains(['\0', '\n', '\u{202E}'])) > 0.02);
    assert!(share(&strings, |string| string.len() > 9 && distinct(string) <= 2) > 0.02, "repeated characters");
    let bounded = drawn(string_of('a'..='z', 3..=12));
    assert_uniform("bounded lengths", &buckets(&bounded, 10, |string| Some(string.len() - 3)));
}

#[test]
fn addresses_with_a_meaning_come_up() {
    let addresses = drawn(any::<IpAddr>());
    let at_least = |name: &str, least: f64, holds: &dyn Fn(&IpAddr) -> bool| {
        let found = share(&addresses, holds);
        assert!(found >= least, "{name}: {found}");
    };
    at_least("loopback", 0.02, &IpAddr::is_loopback);
    at_least("unspecified", 0.02, &IpAddr::is_unspecified);
    at_least("multicast", 0.02, &IpAddr::is_multicast);
    let v4 = |holds: fn(&Ipv4Addr) -> bool| move |ip: &IpAddr| matches!(ip, IpAddr::V4(ip) if holds(ip));
    at_least("broadcast", 0.01, &v4(Ipv4Addr::is_broadcast));
    at_least("private", 0.03, &v4(Ipv4Addr::is_private));
    at_least("link-local", 0.01, &v4(Ipv4Addr::is_link_local));
    at_least("documentation", 0.02, &v4(Ipv4Addr::is_documentation));
    at_least("documentation of v6", 0.01, &|ip| matches!(ip, IpAddr::V6(ip) if ip.segments()[..2] == [0x2001, 0xDB8]));
    at_least("v4 in v6", 0.01, &|ip| matches!(ip, IpAddr::V6(ip) if ip.to_ipv4_mapped().is_some()));
}

#[test]
fn numbers_drawn_before_come_up_again() {
    let share =
        |cases: u64, hit: &dyn Fn(u64) -> bool| (0..cases).filter(|&seed| hit(seed)).count() as f64 / cases as f64;
    // Not the boundaries, which are often drawn anyway.
    let is_inner = |n: u64| n > 10 && n < u64::MAX - 10;
    let pairs = any::<(u64, u64)>();
    let equal = share(20_000, &|seed| matches!(pairs.sample(seed), (a, b) if a == b && is_inner(a)));
    assert!((0.005..0.05).contains(&equal), "{equal} of pairs are equal");
    let near =
        share(20_000, &|seed| matches!(pairs.sample(seed), (a, b) if (1..=4).contains(&a.abs_diff(b)) && is_inner(a)));
    assert!((0.005..0.05).contains(&near), "{near} of pairs are nearly equal");
    let lists = vec_of(any::<u64>(), 30);
    let repeated = share(5_000, &|seed| {
        let list = lists.sample(seed);
        (1..list.len()).any(|at| is_inner(list[at]) && list[..at].contains(&list[at]))
    });
    assert!((0.03..0.3).contains(&repeated), "{repeated} of lists hold a number twice");
}

fn endless() -> impl Gen<Value = u8> {
    from_fn(|src| -> u8 {
        loop {
            if src.draw(0..10u8) > 9 {
                return 0;
            }
        }
    })
}

#[test]
fn a_generator_without_end_is_given_up_after_a_few_cases() {
    let gave_up = endless().try_sample(1).unwrap_err();
    assert_eq!(gave_up.reason(), &Reason::Overrun);
    assert!(gave_up.cases() <= 4, "{} cases of millions of choices each", gave_up.cases());
    // A case that is cut off at once costs nothing, and is retried as often as a rejected one.
    let too_long = vec_of(any::<u8>(), (1 << 40)..).try_sample(1).unwrap_err();
    assert_eq!((too_long.reason(), too_long.cases()), (&Reason::Overrun, 1_000));
}

#[test]
fn draws_without_end_are_cut_off_in_every_mood() {
    for seed in 0..4 {
        assert!(Source::random(seed).try_draw(endless()).is_err(), "alone, {seed}");
        assert!(Source::random(seed).try_draw(vec_of(endless(), 1..=1)).is_err(), "in a list, {seed}");
    }
}

#[test]
fn wide_numbers_of_every_magnitude_are_on_both_sides_of_the_origin() {
    let is_moderate = |n: &i128| (100..1 << 120).contains(&n.unsigned_abs());
    let values: Vec<i128> = drawn(any::<i128>()).into_iter().filter(is_moderate).collect();
    let below = share(&values, |&n| n < 0);
    assert!((0.45..0.55).contains(&below), "{below} of {} are negative", values.len());
    let lopsided = drawn(int(-(1i128 << 100)..=1 << 70));
    assert!((0.05..0.5).contains(&share(&lopsided, |&n| n > 0)), "the short side comes up");
}

#[test]
fn positions_are_uniform_below_every_bound_up_to_two_to_the_64() {
    for max in [1, 2, 95, 1 << 32, u64::MAX - 1, u64::MAX] {
        let positions = drawn(from_fn(|src| src.number(max)));
        assert!(positions.iter().all(|&position| position <= max));
        // This many parts of (almost) the same length; where there are fewer positions, one of each.
        let parts = max.saturating_add(1).min(32) as u128;
        let part = |position: &u64| Some((u128::from(*position) * parts / (u128::from(max) + 1)) as usize);
        assert_uniform(&format!("0..={max}"), &buckets(&positions, parts as usize, part));
        // A recording source draws the same.
        let recorded = (0..100).map(|seed| Source::random(seed).recording().number(max));
        assert!(recorded.eq(positions[..100].iter().copied()));
    }
}
