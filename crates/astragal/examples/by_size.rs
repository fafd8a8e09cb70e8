//! Values by size: a subscription service bills plans, and every plan up to a size is billed both ways.
//!
//! The values of a derived type can be enumerated, counted, indexed and drawn uniformly, since what it can make is known before
//! it makes anything.

use std::collections::BTreeMap;

use astragal::prelude::*;
use astragal::spaces::{BigUint, Measure};

/// What a customer has ordered.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Plan {
    Nothing,
    Seat,
    Storage,
    /// Several plans together.
    Bundle(Box<Plan>, Box<Plan>),
    /// One month of it is free.
    Trial(Box<Plan>),
}

use Plan::{Bundle, Nothing, Seat, Storage, Trial};

/// The price of this many months, in cents.
fn price(plan: &Plan, months: u32) -> u32 {
    match plan {
        Nothing => 0,
        Seat => 900 * months,
        Storage => 500 * months,
        Bundle(one, other) => price(one, months) + price(other, months),
        Trial(plan) => price(plan, months.saturating_sub(1)),
    }
}

/// The same in one pass, as the billing of the shop does it. The bug: a trial within a trial gives no second month.
fn billed(plan: &Plan, months: u32) -> u32 {
    fn bill(plan: &Plan, months: u32, is_trial: bool) -> u32 {
        let paid = if is_trial { months.saturating_sub(1) } else { months };
        match plan {
            Nothing => 0,
            Seat => 900 * paid,
            Storage => 500 * paid,
            Bundle(one, other) => bill(one, months, is_trial) + bill(other, months, is_trial),
            Trial(plan) => bill(plan, months, true),
        }
    }
    bill(plan, months, false)
}

fn main() {
    // Enumerated, smallest first: so the first plan for which the two disagree is as small as can be.
    let wrong = any::<Plan>().iter().find(|plan| price(plan, 12) != billed(plan, 12)).expect("there is a bug");
    println!("billed wrongly: {wrong:?}");
    assert_eq!(wrong, Trial(Box::new(Trial(Box::new(Seat)))));

    // By tiers: constants are free, and each constructor with fields costs one.
    for (size, tier) in any::<Plan>().tiers().take(3).enumerate() {
        let plans: Vec<Plan> = tier.collect();
        println!("of size {size}: {} plans, the last is {:?}", plans.len(), plans[plans.len() - 1]);
    }

    // Counted without being enumerated. To ask more than once, keep the counts.
    let plans = any::<Plan>().measured(Measure::tiers());
    assert_eq!((plans.count(0).to_string(), plans.count(1).to_string()), ("3".to_string(), "12".to_string()));
    let many = plans.count(100).to_string();
    println!("of size 100 there are {many}");

    // The one of a rank, at once; and its rank.
    let rank = BigUint::from(10u8).pow(40);
    let plan = plans.nth(&rank).expect("there are more than that");
    assert_eq!(plans.rank(&plan), Ok(rank));

    // Machines can share the work: this one takes every fourth plan, from the second on.
    let mine = any::<Plan>().stripe(1, 4).take(1_000).filter(|plan| price(plan, 12) != billed(plan, 12)).count();
    assert!(mine > 0);

    // What size means is up to you, and more than one thing can be counted: plans by size and by seats.
    let by_seats = any::<Plan>().measured(Measure::tiers().counting("Seat", 3));
    let three_seats: Vec<Plan> = by_seats.having(&[3]).of_size(2).collect();
    println!("three seats: {three_seats:?}");
    assert_eq!(three_seats.len(), 2); // in a bundle in a bundle, on the right or on the left
    let free_of_charge = Measure::tiers().constants(1).constructor("Trial", 2);
    assert_eq!(any::<Plan>().measured(free_of_charge).count(3).to_string(), "12"); // 3 trials, 9 bundles

    // Drawn uniformly: each of the plans of size 2 about as often as any other.
    let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
    let of_two = plans.uniform(2);
    for seed in 0..10_000 {
        *drawn.entry(format!("{:?}", of_two.sample(seed))).or_default() += 1;
    }
    println!(
        "{} plans of size 2, each drawn {:?} to {:?} times",
        drawn.len(),
        drawn.values().min(),
        drawn.values().max()
    );
    assert_eq!(drawn.len().to_string(), plans.count(2).to_string());
}
