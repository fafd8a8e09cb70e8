//! Our own side of the experiment `gen`: each value is a case of its own, as in a test, edge bias included.

use super::budgeted::{self, Choices};
use super::contender::Contender;
use super::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET};
use super::plain;
use super::shapes::{Elements, Json, MAX_LIST, MAX_STRING, Row, Tree, text};
use crate::fallible::fallible;
use crate::median::median_of;
use crate::report::{OURS, Report};
use astragal::Draw;
use astragal::prelude::*;
use astragal::{Reject, Source};
use std::hint::black_box;
use std::time::Instant;

/// The source of the figures of derived generators.
const DERIVED: &str = "derived";
/// The source of the figures of functions that pass rejections on with `?`.
const FALLIBLE: &str = "try_draw";
/// How many numbers the row `u64` draws in one case.
pub(super) const NUMBERS_PER_CASE: usize = 1_000;

/// Our contenders in `row`. A recursive shape has three: the algorithm that all libraries run, the same where each draw may be
/// rejected, and the derived generator.
pub(super) fn contenders(row: Row) -> Vec<Contender> {
    let others = match row {
        Row::Json => vec![
            each_a_case(FALLIBLE, fallible(|src| budgeted::json(src, JSON_BUDGET))),
            each_a_case(DERIVED, any::<Json>().at_size(JSON_BUDGET as u32)),
        ],
        Row::Tree => vec![
            each_a_case(FALLIBLE, fallible(|src| budgeted::tree(src, TREE_BUDGET))),
            each_a_case(DERIVED, any::<Tree>().at_size(TREE_BUDGET as u32)),
        ],
        _ => Vec::new(),
    };
    Vec::from_iter([contender(row)].into_iter().chain(others))
}

fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => {
            let draw = |cases: &mut Cases| drawn(cases.source.try_draw(any::<u64>()));
            Contender::drawing_in_cases(OURS, Cases::new(), NUMBERS_PER_CASE, Cases::begin, draw)
        }
        Row::VecU64 => each_a_case(OURS, vec_of(any::<u64>(), 0..=MAX_LIST)),
        Row::String => each_a_case(OURS, string_of(any::<char>(), 0..=MAX_STRING)),
        Row::Json => each_a_case(OURS, from_fn(|src| plain::json(src, JSON_BUDGET))),
        Row::Tree => each_a_case(OURS, from_fn(|src| plain::tree(src, TREE_BUDGET))),
    }
}

fn each_a_case<G: Draw<Value: Elements> + 'static>(source: &'static str, generator: G) -> Contender {
    let mut cases = Cases::new();
    Contender::drawing(source, move || drawn(cases.next().try_draw(&generator)))
}

impl plain::Draws for Source {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        self.number(bound as u64 - 1) as usize
    }

    #[inline]
    fn coin(&mut self) -> bool {
        self.draw(any::<bool>())
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.draw(any::<u64>())
    }

    #[inline]
    fn number(&mut self) -> i64 {
        self.draw(any::<i64>())
    }

    #[inline]
    fn text(&mut self) -> String {
        self.draw(text())
    }
}

impl Choices for Source {
    type Rejection = Reject;

    #[inline]
    fn below(&mut self, bound: usize) -> Result<usize, Reject> {
        Ok(Source::try_number(self, bound as u64 - 1)? as usize)
    }

    #[inline]
    fn coin(&mut self) -> Result<bool, Reject> {
        self.try_draw(any::<bool>())
    }

    #[inline]
    fn word(&mut self) -> Result<u64, Reject> {
        self.try_draw(any::<u64>())
    }

    #[inline]
    fn number(&mut self) -> Result<i64, Reject> {
        self.try_draw(any::<i64>())
    }

    #[inline]
    fn text(&mut self) -> Result<String, Reject> {
        self.try_draw(text())
    }
}

/// One case after the other, each from a seed of its own, in one source: as a runner does it.
struct Cases {
    source: Source,
    seed: u64,
}

impl Cases {
    fn new() -> Cases {
        Cases { source: Source::random(SEED), seed: SEED }
    }

    fn begin(&mut self) {
        self.seed += 1;
        self.source.restart(self.seed);
    }

    fn next(&mut self) -> &mut Source {
        self.begin();
        &mut self.source
    }
}

fn drawn<T>(value: Result<T, Reject>) -> T {
    value.unwrap_or_else(|_| unreachable!("nothing here is rejected"))
}

/// Figures that concern only us: a rejected draw, and recording as a multiple of random drawing.
pub(super) fn own_figures(report: &mut Report) {
    report.add("reject", "ns_per_draw", OURS, ns_per_rejected_draw());
    report.add("record", "ratio_to_random", OURS, recording_to_random());
}

fn ns_per_rejected_draw() -> f64 {
    let rejecting = fallible(|src| -> Result<u64, Reject> { Err(src.rejection()) });
    const DRAWS: u32 = 1_000_000;
    median_of(11, || {
        let mut source = Source::random(SEED);
        let start = Instant::now();
        for _ in 0..DRAWS {
            let _ = black_box(source.try_draw(black_box(&rejecting)));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(DRAWS)
    })
}

fn recording_to_random() -> f64 {
    let lists = vec_of(any::<u64>(), 0..=MAX_LIST);
    let time = |record: bool| {
        let start = Instant::now();
        let mut cases = Cases::new();
        for seed in 0..20_000 {
            if record {
                let mut source = Source::random(seed).recording();
                black_box(drawn(source.try_draw(&lists)));
                black_box(source.recorded());
            } else {
                black_box(drawn(cases.next().try_draw(&lists)));
            }
        }
        start.elapsed().as_secs_f64()
    };
    median_of(11, || time(true) / time(false))
}
