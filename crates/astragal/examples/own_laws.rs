//! Checks the laws of hand-written generators: three that break a law, and how each is fixed.

use std::cell::Cell;

use astragal::Source;
use astragal::backwards::{Back, Mismatch};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::{Draw, Reject};

/// Intervals whose ends are in order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    low: u8,
    high: u8,
}

/// A generator of its own, to run backwards where a closure would run forwards only.
struct Intervals {
    /// Whether the parts are put into a span, so that an interval is one unit.
    spanned: bool,
}

const LABEL: &str = "interval";

impl Draw for Intervals {
    type Value = Interval;

    fn draw(&self, src: &mut Source) -> Result<Interval, Reject> {
        if self.spanned {
            src.open(LABEL);
        }
        let low = src.try_draw(0..=100u8)?;
        let high = src.try_draw(low..=100)?;
        if self.spanned {
            src.close();
        }
        Ok(Interval { low, high })
    }
}

impl Reflect for Intervals {
    fn reflect(&self, interval: &Interval, back: &mut Back) -> Result<(), Mismatch> {
        let parts = |back: &mut Back| {
            (0..=100u8).reflect(&interval.low, back)?;
            (interval.low..=100).reflect(&interval.high, back)
        };
        if self.spanned { back.span(LABEL, parts) } else { parts(back) }
    }
}

fn main() {
    // Two choices beside each other: a list of intervals could not tell where one ends and the next begins.
    let broken = Laws::of(&Intervals { spanned: false }).backwards().unwrap_err();
    println!("without a span: {broken}");
    assert_eq!(broken.law(), "one unit");

    // In a span they are one unit, and every law holds, backwards too.
    Laws::of(&Intervals { spanned: true }).backwards().unwrap();
    let lists = vec_of(Intervals { spanned: true }, 0..=5);
    Laws::of(&lists).backwards().unwrap();

    // A closure that remembers something between draws is not a function of its choices.
    let count = Cell::new(0u32);
    let numbered = from_fn(|src| {
        count.set(count.get() + 1);
        (count.get(), src.draw(any::<bool>()))
    });
    let broken = Laws::of(&numbered).forwards().unwrap_err();
    println!("with a counter: {broken}");
    assert_eq!(broken.law(), "factoring");

    // It draws everything it needs; then a replay knows all of it.
    let numbered = from_fn(|src| (src.draw(0..1_000u32), src.draw(any::<bool>())));
    Laws::of(&numbered).forwards().unwrap();

    // A way back that is not the inverse is found by drawing, reflecting and replaying.
    let even = int(0..50u32).iso(|half| half * 2, |even| Some(even / 2 + 1));
    let broken = Laws::of(&even).backwards().unwrap_err();
    println!("with a wrong way back: {broken}");
    let even = int(0..50u32).iso(|half| half * 2, |even| (even % 2 == 0).then_some(even / 2));
    Laws::of(&even).backwards().unwrap();
}
