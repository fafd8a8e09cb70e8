//! Properties of the library, in all the ways to write one.

use std::collections::BTreeSet;

use astragal::prelude::*;
use outside::cache::Cache;
use outside::intervals::Intervals;
use outside::log::{Damage, Decoder, decode, encode, push_number, take_number};
use outside::wrap::wrap;

// The arguments are drawn by their types.
#[property]
fn a_log_is_read_as_it_was_written(records: Vec<Vec<u8>>) {
    assert_eq!(decode(&encode(&records)), Ok(records));
}

// The answer may be a bool, and some cases are always tried.
#[property(example(0), example(127), example(128), example(u32::MAX))]
fn a_number_takes_no_more_bytes_than_it_needs(number: u32) -> bool {
    let mut bytes = Vec::new();
    push_number(&mut bytes, number);
    bytes.len() == (32 - number.leading_zeros()).div_ceil(7).max(1) as usize
        && take_number(&mut &bytes[..]) == Ok(Some(number))
}

// Or a `Result`, so that `?` can be used.
#[property]
fn what_is_read_is_written_the_same(#[from(damaged_logs())] bytes: Vec<u8>) -> Result<(), Damage> {
    assume!(decode(&bytes).is_ok());
    classify!("empty", bytes.is_empty());
    assert_eq!(encode(&decode(&bytes)?), bytes);
    Ok(())
}

/// Logs, half of them with a byte changed.
fn damaged_logs() -> impl Gen<Value = Vec<u8>> {
    from_fn(|src| {
        let mut bytes = encode(&src.draw(vec_of(vec_of(any::<u8>(), 0..=200), 0..=4)));
        if !bytes.is_empty() && src.draw(any::<bool>()) {
            let at = src.draw(0..bytes.len());
            bytes[at] = src.draw(any::<u8>());
        }
        bytes
    })
}

// In a child process, an abort or an endless loop is a failure with a counterexample too.
#[property(isolated, timeout = "5s", memory = "2G", cases = 200)]
fn no_bytes_harm_the_decoder(bytes: Vec<u8>) {
    if let Ok(records) = decode(&bytes) {
        assert!(records.iter().map(Vec::len).sum::<usize>() <= bytes.len());
    }
    let mut rest = &bytes[..];
    if let Ok(Some(number)) = take_number(&mut rest) {
        let mut written = Vec::new();
        push_number(&mut written, number);
        assert_eq!([&written, rest].concat(), bytes);
    }
}

// An async property runs on the runtime of the test attribute below it.
#[property(cases = 200)]
#[tokio::test]
async fn a_log_may_arrive_in_pieces(records: Vec<Vec<u8>>, #[from(1..=20usize)] piece: usize) {
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let bytes = encode(&records);
    let sending = tokio::spawn(async move {
        for piece in bytes.chunks(piece) {
            sender.send(piece.to_vec()).await.expect("the receiver is there");
        }
    });
    let mut decoder = Decoder::default();
    let mut received = Vec::new();
    while let Some(piece) = receiver.recv().await {
        received.extend(decoder.feed(&piece).expect("no damage"));
    }
    sending.await.expect("all was sent");
    assert!(decoder.is_between_records());
    assert_eq!(received, records);
}

// Cases run on two threads, and one argument names its generator.
#[property(threads = 2)]
fn intervals_are_a_set(#[from(vec_of((any::<u8>(), any::<u8>()), 0..=8))] ranges: Vec<(u8, u8)>, probe: u8) {
    let mut intervals = Intervals::default();
    let mut model = BTreeSet::new();
    for &(low, high) in &ranges {
        intervals.insert(low..=high);
        model.extend(low..=high);
    }
    note!("the parts are {:?}", intervals.parts());
    assert_eq!(intervals.len(), model.len());
    assert_eq!(intervals.contains(probe), model.contains(&probe));
    assert!(intervals.parts().windows(2).all(|pair| pair[0].1 < u8::MAX && pair[0].1 + 1 < pair[1].0));
}

// `collect!` shows what the cases were like, and `cover!` requires a share of them to be so.
#[property]
fn the_order_of_inserting_does_not_matter(#[from(vec_of(ranges(), 0..=6))] ranges: Vec<(u8, u8)>) {
    let of = |ranges: &mut dyn Iterator<Item = &(u8, u8)>| {
        let mut intervals = Intervals::default();
        ranges.for_each(|&(low, high)| intervals.insert(low..=high));
        intervals
    };
    let forwards = of(&mut ranges.iter());
    collect!("parts", forwards.parts().len());
    cover!("in several parts", forwards.parts().len() > 1, at_least = 20);
    cover!("merged", forwards.parts().len() < ranges.len(), at_least = 20);
    assert_eq!(forwards, of(&mut ranges.iter().rev()));
}

/// Short ranges, which are not empty.
fn ranges() -> impl Gen<Value = (u8, u8)> {
    (0..=230u8, 0..=25u8).map(|(low, length)| (low, low + length))
}

// A borrowed argument is drawn as its owned type. A text needs no generator of its own to be strange.
#[property(example("", 0), example("a  b", 1), example("\u{a0}x\ty\n", 3))]
fn wrapping_keeps_the_words(text: &str, #[from(0..=30usize)] width: usize) {
    let lines = wrap(text, width);
    assert!(text.split_whitespace().eq(lines.iter().flat_map(|line| line.split_whitespace())));
    for line in &lines {
        assert!(line.chars().count() <= width || !line.contains(' '), "{line:?} is too long");
    }
}

// The text comes from a regular expression.
#[property]
fn no_line_could_take_the_next_word(
    #[from(string_matching("([a-z]{1,9} ){0,30}"))] text: String,
    #[from(1..=30usize)] width: usize,
) {
    let lines = wrap(&text, width);
    collect!(lines.len());
    for pair in lines.windows(2) {
        let next = pair[1].split(' ').next().unwrap_or_default();
        assert!(pair[0].len() + 1 + next.len() > width, "{pair:?}");
    }
}

// Values are drawn along the way, each depending on what happened so far: a test against a model.
#[test]
fn the_cache_forgets_what_was_not_used_for_longest() {
    check(|t| {
        let capacity = t.draw(1..=4usize);
        let mut cache = Cache::new(capacity);
        let mut model: Vec<(u8, u16)> = Vec::new(); // the most recently used is last
        for _ in 0..t.draw(0..=30u32) {
            let key = t.draw(0..8u8);
            let held = model.iter().position(|(held, _)| *held == key).map(|at| model.remove(at));
            if t.draw(any::<bool>()) {
                let value = t.draw(any::<u16>());
                let full = held.is_none() && model.len() == capacity;
                let gone = if full { Some(model.remove(0)) } else { held };
                model.push((key, value));
                assert_eq!(cache.put(key, value), gone);
            } else {
                assert_eq!(cache.get(&key), held.as_ref().map(|(_, value)| value));
                model.extend(held);
            }
            assert_eq!(cache.len(), model.len());
        }
    });
}
