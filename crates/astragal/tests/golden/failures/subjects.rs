//! Properties that fail, each in its own way. They are run by `failures.rs`, which compares what they print.

use astragal::Case;
use astragal::generators::{Lazy, LazyList, lazy};
use astragal::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Server {
    name: String,
    port: u16,
    limits: Limits,
    aliases: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Limits {
    connections: u32,
    per_second: Option<u32>,
    burst: bool,
}

/// Reads back what was written, but for one field.
fn write_and_read(server: &Server) -> Server {
    let mut read = server.clone();
    read.limits.per_second = read.limits.per_second.filter(|&limit| limit < 1_000);
    read
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn round_trip(server: Server) {
    let read = write_and_read(&server);
    assert_eq!(read, server, "after a round trip");
}

/// The median of a list.
fn median(numbers: &[i32]) -> i32 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn median_is_in_range(numbers: &[i32], factor: i32, #[from(string_of('a'..='z', 1..=8))] label: String) {
    let middle = median(numbers);
    note!("{label}: {middle} of {}", numbers.len());
    assert!(i64::from(middle) * i64::from(factor) <= i64::MAX / 2);
}

#[derive(Debug)]
#[allow(dead_code, reason = "what it holds is printed")]
enum ParseError {
    Unexpected { letter: char, at: usize },
}

fn parse(text: &str) -> Result<usize, ParseError> {
    match text.char_indices().find(|(_, letter)| !letter.is_ascii_digit()) {
        Some((at, letter)) => Err(ParseError::Unexpected { letter, at }),
        None => Ok(text.len()),
    }
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn numbers_are_parsed(#[from(string_of('0'..='_', 1..=6))] text: &str) -> Result<(), ParseError> {
    let digits = parse(text)?;
    assert_eq!(digits, text.len());
    Ok(())
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn not_every_time(number: u64) {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let runs = RUNS.fetch_add(1, Ordering::Relaxed);
    assert!(number < 10 || runs % 3 != 1, "run by an unlucky number");
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn rare_numbers(#[from(any::<u64>().filter(|n| n % 1_000_003 == 77_777))] number: u64) {
    assert!(number % 1_000_003 == 77_777);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn rare_pairs(a: u32, b: u32) {
    assume!((a, b) == (5, 7));
    assert_eq!(a + 2, b);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn two_bugs(amount: u32, name: String) {
    note!("for {name:?}");
    assert!(amount < 1_000_000, "an amount of {amount} is too large");
    assert!(amount < 1_000 || amount % 2 == 0);
}

#[property(seed = 1, minima = 2)]
#[ignore = "it fails"]
fn two_minima(list: Vec<u8>) {
    let sum: u32 = list.iter().map(|&n| u32::from(n)).sum();
    assert!(sum < 300 || list.len() % 7 != 3);
}

#[test]
#[ignore = "it fails"]
fn stack() {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            let mut stack = Vec::new();
            let steps = t.draw(1..=20usize);
            for _ in 0..steps {
                if t.draw(any::<bool>()) {
                    stack.push(t.draw(any::<u8>()));
                } else {
                    stack.pop();
                }
            }
            note!("the stack is {stack:?}");
            assert!(stack.len() < 3);
        },
    );
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn empty_range(#[from(int(5..=2))] number: i32) {
    assert!(number > 0);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn long_function(keys: Vec<u8>, wanted: u8) {
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    for key in &keys {
        *counts.entry(*key).or_default() += 1;
    }
    let total: usize = counts.values().sum();
    assert_eq!(total, keys.len());

    let mut most = None;
    for (key, count) in &counts {
        let better = match most {
            Some((_, best)) => *count > best,
            None => true,
        };
        if better {
            most = Some((*key, *count));
        }
    }

    let is_there = keys.contains(&wanted);
    note!("most often: {most:?}");
    if is_there {
        // A comment in between.
        let count = counts[&wanted];
        let (_, best) = most.unwrap();
        assert!(count <= best);
        assert!(count < 2, "{wanted} is there twice");
    }
    let _ = total;
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn distribution(list: Vec<u8>) {
    collect!("length", list.len() / 8);
    cover!("long", list.len() > 60, at_least = 90);
    assert!(list.len() < 10_000);
}

#[property(seed = 1, example(7, 3))]
#[ignore = "it fails"]
fn example_fails(a: u8, b: u8) -> bool {
    a <= b
}

#[property(seed = 1, pin = "a1--egDE7n6Sg")]
#[ignore = "it fails"]
fn pinned_case_fails(number: u32) {
    assert!(number < 1_000, "{number} is too large");
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Order {
    customer: Lazy<String>,
    #[arbitrary(with = lazy(1..=9u8))]
    priority: Lazy<u8>,
    prices: LazyList<u8>,
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn prices_rise(order: Order, comment: Lazy<String>) {
    let mut last = 0;
    for price in &order.prices {
        assert!(last <= **price || *order.priority < 3, "{} after {last}: {order:?}", **price);
        last = **price;
    }
    drop(comment);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn orders_stay_small(#[from(vec_of(0..=1_000u32, 0..=30))] prices: Vec<u32>) {
    let total: u32 = prices.iter().sum();
    target!(total);
    target!("per item", f64::from(total) / (prices.len() as f64 + 0.1));
    assert!(total < 25_000, "a total of {total}");
}

#[property(seed = 1, phases = "random")]
#[ignore = "it fails"]
fn few_are_sorted(list: Vec<u16>) {
    assume!(list.len() > 3 && list.is_sorted());
    assert!(list[0] <= list[3]);
}

/// What is drawn elsewhere has its number, too.
fn command(t: &mut Case) -> u8 {
    t.draw(0..=3u8)
}

#[test]
#[ignore = "it fails"]
fn last_of_many() {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            let limit = t.draw(1..=20usize);
            let last = command(t);
            let mut open = 0;
            for _ in 0..t.draw(0..=30) {
                match t.draw(select(["open", "close"])) {
                    "open" => open += 1,
                    _ => assert!(open < 10 || last < 2 || limit < 5),
                }
            }
        },
    );
}
