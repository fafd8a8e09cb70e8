//! Guided generation: flight plans that keep many rules at once, which chance hardly ever draws.
//!
//! The subject adds up the fuel of a plan. Its bug needs at least three legs; but what is drawn at random is hardly ever a plan
//! at all, since each leg must start where the last one ended, at a later time, with fuel for the way.

use astragal::Check;
use astragal::learn::Learned;
use astragal::prelude::*;
use astragal::report::{Style, Verdict};

/// A leg: from an airport to another one, at an hour, with an amount of fuel.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Leg {
    #[arbitrary(with = 0..6u8)]
    from: u8,
    #[arbitrary(with = 0..6u8)]
    to: u8,
    #[arbitrary(with = 0..48u8)]
    hour: u8,
    #[arbitrary(with = 0..=100u8)]
    fuel: u8,
}

fn hours(leg: &Leg) -> u8 {
    leg.from.abs_diff(leg.to)
}

/// The rules, as written in the program under test: nothing in them was written for the sake of drawing plans.
fn is_plan(legs: &[Leg]) -> bool {
    let each = legs.iter().all(|leg| leg.from != leg.to && leg.fuel >= 10 * hours(leg));
    let joined =
        legs.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].hour + hours(&pair[0]) < pair[1].hour);
    each && joined && legs.first().is_none_or(|leg| leg.from == 0)
}

/// The subject: everything after the first leg has only seven bits, which is enough for one more.
fn total_fuel(legs: &[Leg]) -> u32 {
    let (early, late) = legs.split_at(legs.len().min(1));
    let sum = |legs: &[Leg]| legs.iter().map(|leg| u32::from(leg.fuel)).sum::<u32>();
    sum(early) + sum(late) % 128
}

fn holds(legs: Vec<Leg>) -> bool {
    total_fuel(&legs) == legs.iter().map(|leg| u32::from(leg.fuel)).sum()
}

fn main() {
    let plans = || vec_of(any::<Leg>(), 0..=8).filter(|legs| is_plan(legs));

    let random = (0..100_000).filter_map(|seed| vec_of(any::<Leg>(), 0..=8).try_sample(seed).ok());
    let lengths: Vec<usize> = random.filter(|legs| is_plan(legs)).map(|plan| plan.len()).collect();
    let longest = lengths.iter().max().copied().unwrap_or(0);
    println!("by chance: {} of 100000 are plans, the longest has {longest} legs", lengths.len());

    let guided = plans().guided();
    let longest = (0..1_000).map(|seed| guided.sample(seed).len()).max().unwrap_or(0);
    println!("guided:    1000 of 1000 are plans, the longest has {longest} legs");
    let found = guided.search(1).calls_at_most(100_000).count();
    println!("           {found} different plans in 100000 calls of the condition");

    // Choice gradients, as published: each choice by samples of what can become of its alternatives.
    let found = plans().gradients(50).search(1).calls_at_most(100_000).count();
    println!("gradients: {found} different plans in 100000 samples");

    // In a property it is a generator like any other: failing cases are shrunk as without it.
    let report = Check::new().seed(1).cases(500).run(&guided, holds);
    assert_eq!(report.verdict, Verdict::Failed);
    print!("{}", report.render(Style::plain()));

    // The learned weights can be kept in a file, so that a test need not learn them each time.
    let text = guided.learned().to_string();
    let learned: Learned = text.parse().expect("it was written just now");
    assert!(is_plan(&plans().guided().knowing(learned).sample(1)));
    println!("what was learned: {} plans, {} bytes", text.lines().count() - 1, text.len());
}
