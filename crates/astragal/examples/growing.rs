//! Structured growth: start values and small steps find the bugs at the boundaries, and print how they got there.
//!
//! The subjects are a subscription that is renewed every month, and a token bucket that limits the rate of requests.

use std::fmt;

use astragal::prelude::*;
use astragal::report::{Found, Style, Verdict};
use astragal::shapes::{grow, grown};
use astragal::{Check, Report};

#[derive(Clone, Copy, PartialEq)]
struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The calendar, as it should be.
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The next day on which a subscription is renewed. It forgets that most centuries do not begin with a leap year.
fn renewed(on: Date) -> Date {
    let (year, month) = if on.month == 12 { (on.year + 1, 1) } else { (on.year, on.month + 1) };
    let last = match month {
        2 if year % 4 == 0 => 29,
        _ => days_in(year, month),
    };
    Date { year, month, day: on.day.min(last) }
}

fn is_renewed_on_a_day_of_the_calendar(on: Date) -> bool {
    let next = renewed(on);
    next.day <= days_in(next.year, next.month)
}

/// The tokens of a bucket that is filled at a rate. The product does not fit for large numbers.
fn refilled(capacity: u32, tokens: u32, seconds: u32, rate: u32) -> u32 {
    tokens.saturating_add(seconds.wrapping_mul(rate)).min(capacity)
}

fn is_never_emptied_by_time((tokens, seconds, rate): (u32, u32, u32)) -> bool {
    let filled = |seconds| refilled(u32::MAX, tokens, seconds, rate);
    seconds == 0 || filled(seconds) >= filled(seconds - 1)
}

fn path(report: &Report) -> &str {
    &report.failures[0].minimal.drawn[0].text
}

fn main() {
    // By hand: the classes of dates are the ends of long, short and leap months; the steps lead to others like them.
    let date = |year, month, day| Date { year, month, day };
    let dates = grow([date(2023, 1, 1), date(2023, 1, 31), date(2024, 1, 31), date(2023, 12, 31)])
        .steps("next day", |on| (on.day < days_in(on.year, on.month)).then(|| Date { day: on.day + 1, ..*on }))
        .step("next year", |on| Date { year: on.year + 1, day: on.day.min(28), ..*on })
        .step("next century", |on| Date { year: on.year / 100 * 100 + 100, ..*on })
        .take_when(|on| on.day <= days_in(on.year, on.month));
    println!("the first dates:");
    for on in dates.breadth_first().take(8) {
        println!("    {on:?}");
    }

    // A run goes through the list from the front, so the first failing case has the shortest path: nothing is left to shrink.
    let report = Check::new().seed(1).run(dates.clone().first(1_000), |on| is_renewed_on_a_day_of_the_calendar(*on));
    print!("\n{}", report.render(Style::plain()));
    assert_eq!(path(&report), "2023-01-31 -> 2100-01-31 (seed, next century)");
    assert!(matches!(report.failures[0].found, Found::Exhaustive(_)));

    // As a generator it is a random walk. However long that is, it shrinks to the same path.
    let report = Check::new().seed(1).run(dates, |on| is_renewed_on_a_day_of_the_calendar(*on));
    assert_eq!(path(&report), "2023-01-31 -> 2100-01-31 (seed, next century)");

    // For free: the boundaries of three numbers, and what is next to them.
    let buckets = grown(any::<(u32, u32, u32)>());
    let report = Check::new().seed(1).run(buckets.clone().first(1_000), |bucket| is_never_emptied_by_time(*bucket));
    print!("\n{}", report.render(Style::plain()));
    assert_eq!(report.verdict, Verdict::Failed);
    println!("found with {} values", report.statistics.cases);
    assert!(report.statistics.cases < 100);

    // Any property can be grown, without a word in its generator: here all cases are.
    let grown_cases = Check::new().seed(1).with(|config| config.growth(1.0));
    let report = grown_cases.run(any::<(u32, u32, u32)>(), is_never_emptied_by_time);
    print!("\n{}", report.render(Style::plain()));
    let Found::Grown(case, steps) = &report.failures[0].found else { panic!("a boundary is found by growth") };
    println!("case {case} was grown in {} steps", steps.len() - 1);

    // The same in the generator: half of the cases structured, half at random, in one run.
    let report = Check::new().seed(1).run(buckets.or_random(any::<(u32, u32, u32)>()), |bucket| {
        classify!("at random", bucket.path().any(|(label, _)| label == "random"));
        is_never_emptied_by_time(*bucket)
    });
    println!("\nmixed: {}", path(&report));
    assert_eq!(report.verdict, Verdict::Failed);
}
