//! How large values of a deeply nested type become as the bound grows.

use super::contender::Contender;
use super::file::{self, File};
use super::limited::{self, End};
use super::{EXPERIMENT, inner};
use crate::report::Report;
use std::io::Write as _;

/// What the limited process is told.
pub(super) const ROW: &str = "sizes";

/// The bounds: 10, 20, and so on.
const STEPS: u32 = 10;
const STEP: u32 = 10;
/// How many values are drawn within each bound.
const VALUES: u64 = 20;
/// The seconds that a contender has for all bounds.
const SECONDS: u64 = 10;

pub(super) fn run(report: &mut Report) {
    let contenders = inner::contenders::<File>();
    let sources = contenders.iter().filter(|contender| contender.draw.is_some()).map(|contender| contender.source);
    for source in sources {
        let ran = limited::run(&[inner::SUBCOMMAND, ROW, source], SECONDS);
        report.absorb(&ran.printed);
        if ran.end != End::Finished {
            let end = if ran.end == End::OutOfMemory { "memory" } else { "time" };
            report.note(&row(STEPS * STEP), &format!("{source} ran out of {end}"));
        }
    }
}

/// Draws values within each bound and tells their sizes, as far as it comes.
pub(super) fn tell(contender: &Contender<File>) {
    let draw = contender.draw.as_ref().expect("a contender that draws");
    for bound in (1..=STEPS).map(|step| step * STEP) {
        let sizes: Vec<u64> = (0..VALUES).map(|seed| file::constructors(&draw(bound, seed))).collect();
        let mut report = Report::new(EXPERIMENT);
        let mean = sizes.iter().sum::<u64>() as f64 / VALUES as f64;
        report.add(&row(bound), "constructors_mean", contender.source, mean);
        report.add(&row(bound), "constructors_max", contender.source, sizes.into_iter().max().unwrap_or(0) as f64);
        print!("{}", report.lines());
        let _ = std::io::stdout().flush();
    }
}

fn row(bound: u32) -> String {
    format!("ast within {bound}")
}
