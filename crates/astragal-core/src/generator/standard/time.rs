//! Durations, and points in time.

use std::ops::{Range, RangeInclusive};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::generator::adapt::Iso;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Arbitrary, Closed, Draw, Int, Ranged};
use crate::source::{Reject, Scale, Source};
use crate::space::{NodeId, Shape, Sketch};

/// Durations of all magnitudes: a span of whole seconds and nanoseconds. Zero is the simplest, then whole seconds.
#[derive(Clone, Copy, Debug)]
pub struct Durations;

const LABEL: &str = "duration";
const LAST_NANO: u64 = 999_999_999;

/// Whole seconds of any magnitude: a few are likelier than all that there are.
fn seconds(src: &mut Source) -> u64 {
    if src.is_special() {
        return if src.steer(1) == 0 { 0 } else { u64::MAX };
    }
    src.steer(u64::MAX) >> src.steer(63)
}

/// Nanoseconds: none, a few milliseconds, or any number.
fn nanoseconds(src: &mut Source) -> u64 {
    if src.is_special() {
        return [0, 1, LAST_NANO - 1, LAST_NANO][src.steer(3) as usize];
    }
    match src.steer(2) {
        0 => 0,
        1 => src.steer(999) * 1_000_000,
        _ => src.steer(LAST_NANO),
    }
}

impl Draw for Durations {
    type Value = Duration;

    fn draw(&self, src: &mut Source) -> Result<Duration, Reject> {
        src.open(LABEL);
        let whole = src.leaf_on(u64::MAX, Scale::Around(0), seconds, |&number| number, |choice| choice)?;
        let part = src.leaf_on(LAST_NANO, Scale::Around(0), nanoseconds, |&number| number, |choice| choice)?;
        src.close();
        Ok(Duration::new(whole, part as u32))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let parts = vec![sketch.number(u64::MAX), sketch.number(LAST_NANO)];
        sketch.add(Shape::Product(parts))
    }
}

impl Reflect for Durations {
    fn reflect(&self, value: &Duration, back: &mut Back) -> Result<(), Mismatch> {
        back.span(LABEL, |back| {
            back.put(value.as_secs(), u64::MAX);
            back.put(value.subsec_nanos().into(), LAST_NANO);
            Ok(())
        })
    }
}

impl Closed for Durations {}

impl Arbitrary for Duration {
    type Gen = Durations;

    fn any() -> Durations {
        Durations
    }
}

/// Durations of a range, to the nanosecond. The start is the simplest.
///
/// ```
/// use std::time::Duration;
///
/// use astragal::prelude::*;
///
/// let timeout = Duration::from_millis(5)..=Duration::from_secs(30);
/// assert_eq!(timeout.simplest().unwrap(), Duration::from_millis(5));
/// assert!(timeout.contains(&timeout.sample(1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DurationsBetween {
    low: Duration,
    high: Duration,
    /// An empty range as it was written, without its end.
    written: Option<(Duration, Duration)>,
}

impl DurationsBetween {
    /// How many nanoseconds come after the start.
    fn after(&self) -> Int<u128> {
        Int::from(0..=self.high.saturating_sub(self.low).as_nanos())
    }
}

impl Draw for DurationsBetween {
    type Value = Duration;

    fn draw(&self, src: &mut Source) -> Result<Duration, Reject> {
        let DurationsBetween { low, high, written } = self;
        if low > high {
            let range = match written {
                Some((start, end)) => format!("{start:?}..{end:?}"),
                None => format!("{low:?}..={high:?}"),
            };
            return Err(src.no_value(None, format!("no duration is in {range}: the range is empty")));
        }
        let after = self.after().draw(src)?;
        let second = u128::from(LAST_NANO + 1);
        Ok(*low + Duration::new((after / second) as u64, (after % second) as u32))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.after().describe(sketch)
    }
}

impl Reflect for DurationsBetween {
    fn reflect(&self, value: &Duration, back: &mut Back) -> Result<(), Mismatch> {
        let DurationsBetween { low, high, .. } = self;
        if !(low..=high).contains(&value) {
            return Err(back.mismatch(format_args!("{value:?} is not in {low:?}..={high:?}")));
        }
        self.after().reflect(&(*value - *low).as_nanos(), back)
    }
}

impl Closed for DurationsBetween {}

impl Ranged for Duration {
    type Gen = DurationsBetween;

    fn half_open(range: Range<Duration>) -> DurationsBetween {
        const NANO: Duration = Duration::from_nanos(1);
        match range.end.checked_sub(NANO) {
            Some(high) if range.start < range.end => DurationsBetween { low: range.start, high, written: None },
            // An empty range, which drawing reports.
            _ => DurationsBetween { low: NANO, high: Duration::ZERO, written: Some((range.start, range.end)) },
        }
    }

    fn inclusive(range: RangeInclusive<Duration>) -> DurationsBetween {
        DurationsBetween { low: *range.start(), high: *range.end(), written: None }
    }
}

/// The seconds around 1970 that every platform knows: from the year 1601 through 9999.
const SECONDS: RangeInclusive<i64> = -11_644_473_600..=253_402_300_799;
/// Every platform distinguishes times this many nanoseconds apart.
const TICK: u32 = 100;

/// Whole seconds since 1970, rounded down, and ticks.
type Instant = (i64, u32);

fn at_instant((seconds, ticks): Instant) -> SystemTime {
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let start = if seconds < 0 { UNIX_EPOCH - whole } else { UNIX_EPOCH + whole };
    start + Duration::from_nanos(u64::from(ticks) * u64::from(TICK))
}

fn instant_of(time: &SystemTime) -> Option<Instant> {
    let (seconds, nanos) = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (i64::try_from(after.as_secs()).ok()?, after.subsec_nanos()),
        Err(error) => {
            let before = error.duration();
            let seconds = -i64::try_from(before.as_secs()).ok()?;
            match before.subsec_nanos() {
                0 => (seconds, 0),
                nanos => (seconds - 1, 1_000_000_000 - nanos),
            }
        }
    };
    (nanos % TICK == 0).then_some((seconds, nanos / TICK))
}

impl Arbitrary for SystemTime {
    type Gen = Iso<(Int<i64>, Int<u32>), fn(Instant) -> SystemTime, fn(&SystemTime) -> Option<Instant>>;

    /// From the year 1601 through 9999, in steps of 100 nanoseconds: what every platform can represent. The start of
    /// 1970 is the simplest.
    fn any() -> Self::Gen {
        Iso::new((Int::from(SECONDS), Int::from(0..1_000_000_000 / TICK)), at_instant, instant_of)
    }
}
