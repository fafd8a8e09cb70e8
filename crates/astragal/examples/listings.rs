//! Values that you enumerate yourself: the years of a calendar, century by century, and codes with a check digit.
//!
//! What has an order of its own, simplest first, need not be squeezed into ranges and filters: say which values there are, and the
//! generator draws, shrinks, counts and enumerates them, alone and as parts of others.

use std::sync::LazyLock;

use astragal::Check;
use astragal::generators::{Listed, listed, tiered};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::spaces::{Measure, results};

/// Whether a year has 366 days, as a shop has it. The bug: it knows the calendar of Julius Caesar.
fn has_leap_day(year: u32) -> bool {
    year % 4 == 0
}

/// The days of a year, as an astronomer counts them.
fn days(year: u32) -> u32 {
    let leap_days = |year: u32| year / 4 - year / 100 + year / 400;
    365 + leap_days(year) - leap_days(year - 1)
}

/// Numbers whose digits add up to a multiple of ten: codes with a check digit, which go on forever.
fn codes() -> impl Iterator<Item = u64> {
    fn digits(n: u64) -> u64 {
        if n < 10 { n } else { n % 10 + digits(n / 10) }
    }
    (0..).filter(|n| digits(*n) % 10 == 0)
}

/// They are taken once, since the field that has one draws from a generator that is made again for each value.
static CODES: LazyLock<Listed<u64>> = LazyLock::new(|| listed(codes()));

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Parcel {
    #[arbitrary(with = &*CODES)]
    code: u64,
    is_fragile: bool,
}

fn main() {
    // By size, which is up to you: here it is the century.
    let years = tiered(|century| (2000..2100).map(move |year| year + 100 * century as u32));

    // Not one counterexample, but how they are spread: three centuries of four are wrong, by one year each.
    for tier in results(&years, |year| has_leap_day(year) == (days(year) == 366)).take(8) {
        println!("century {}: {} years are right, {:?} wrong", tier.size, tier.passed, tier.failing);
        assert_eq!(tier.failing.is_empty(), tier.size % 4 == 0);
        assert_eq!(tier.passed + tier.failing.len() as u64, 100);
    }

    // In a property it is drawn at random, and shrinks towards the first year.
    let report = Check::new().seed(1).run(&years, |year| has_leap_day(year) == (days(year) == 366));
    println!("the first wrong year: {}", report.failures[0].minimal.drawn[0].text);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "2100");

    // As a part of other values: counted and enumerated with them, and taken apart.
    let parcels = any::<Parcel>().measured(Measure::tiers());
    println!("small parcels: {:?}", parcels.up_to(2).collect::<Vec<_>>());
    assert!(parcels.count(1) == 2 && parcels.count(2) == 2); // a struct costs one
    let choices = any::<Parcel>().choices_of(&Parcel { code: 28, is_fragile: true }).expect("28 is a code");
    assert_eq!(choices.numbers().collect::<Vec<_>>(), [2, 1]); // the third code: 0, 19, 28
    assert!(any::<Parcel>().choices_of(&Parcel { code: 29, is_fragile: true }).is_err());

    // The laws find what is wrong with a listing: this one has zero twice.
    let broken = Laws::of(&listed((0..).map(|n: u32| n / 2))).distinct().unwrap_err();
    println!("{broken}");
}
