//! How a counterexample becomes small, step by step; and how to keep a part of it as it was found.
//!
//! The subject books rooms: a booking is rejected if it overlaps with another of that day.

use std::ops::Range;

use astragal::config::Show;
use astragal::generators::held;
use astragal::prelude::*;
use astragal::shrink::{Shrinker, judging};
use astragal::{Check, Choices};

/// A booking: from a minute of the day, for this many minutes.
type Booking = (u16, u16);

fn minutes(booking: &Booking) -> Range<u16> {
    booking.0..booking.0 + booking.1
}

/// Takes the bookings that are free. It looks at both ends of a booking, but not at what lies between them: a bug.
fn accepted(wanted: &[Booking]) -> Vec<Booking> {
    let mut taken: Vec<Booking> = Vec::new();
    for booking in wanted {
        let new = minutes(booking);
        let clashes = |held: &Booking| minutes(held).contains(&new.start) || minutes(held).contains(&(new.end - 1));
        if !taken.iter().any(clashes) {
            taken.push(*booking);
        }
    }
    taken
}

fn is_overlapping(bookings: &[Booking]) -> bool {
    let mut sorted: Vec<_> = bookings.iter().map(minutes).collect();
    sorted.sort_by_key(|range| range.start);
    sorted.windows(2).any(|pair| pair[0].end > pair[1].start)
}

fn bookings() -> impl Gen<Value = Vec<Booking>> {
    vec_of((0..1_200u16, 1..=240u16), 0..=20)
}

fn main() {
    // Each simpler case on the way is kept if it is asked for. It is a case of the same bug: it fails at the same place.
    let check = || Check::new().seed(3).with(|config| config.show(Show::Steps));
    let report = check().run(bookings(), |wanted| assert!(!is_overlapping(&accepted(&wanted))));
    let failure = &report.failures[0];
    println!("found: {}", failure.original.drawn[0].text);
    for step in &failure.shrinking.evolution {
        println!("       {step}");
    }
    println!(
        "in {} runs of the property, of which {} were simpler",
        failure.shrinking.evaluations, failure.shrinking.steps
    );
    assert_eq!(failure.minimal.drawn[0].text, "[(1, 1), (0, 3)]");
    assert_eq!(failure.shrinking.evolution.len() as u64, failure.shrinking.steps);

    // Where a part must stay as it is, such as the settings of a machine at which it was seen, it is held.
    let closing_time = held(600..1_200u16);
    let report = check().run((closing_time, bookings()), |(closes, wanted)| {
        let late = accepted(&wanted).iter().any(|booking| minutes(booking).end > closes);
        assert!(!late);
    });
    let failure = &report.failures[0];
    let closes = |text: &str| text.trim_start_matches('(').split(',').next().unwrap().to_string();
    println!("found: {}\nsmall: {}", failure.original.drawn[0].text, failure.minimal.drawn[0].text);
    assert_eq!(closes(&failure.minimal.drawn[0].text), closes(&failure.original.drawn[0].text));

    // The shrinker can be used on its own, on any failing case: here, on one that a customer wrote.
    let complaint = vec![(600, 30), (480, 60), (590, 90), (1_000, 5)];
    let choices = vec_of((0..1_200u16, 1..=240u16), 0..=20).choices_of(&complaint).unwrap();
    let mut passes = Vec::new();
    let mut remember = |step: &astragal::shrink::Step<'_>| passes.push(step.pass);
    let mut judge = judging(bookings(), |wanted: &Vec<Booking>| is_overlapping(&accepted(wanted)));
    let shrunk = Shrinker::new(choices).evaluations(500).on_progress(&mut remember).run(&mut judge);
    let small = value_of(&shrunk.choices);
    println!("{complaint:?}\nis made small by {passes:?}\nto {small:?}");
    assert_eq!((small, shrunk.finished), (vec![(1, 1), (0, 3)], true));
}

fn value_of(choices: &Choices) -> Vec<Booking> {
    bookings().replay(choices).unwrap()
}
