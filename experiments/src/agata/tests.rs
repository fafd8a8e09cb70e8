//! Whether runs of a hundred tests find the bugs, and what such a run costs.

use super::contender::Contender;
use super::file::File;
use super::limited::{self, End, MEMORY_MB};
use super::observer::Told;
use super::ours::BY_DEPTH;
use super::subject::{Ast, ClassNames, Number, Qsort, Subject};
use super::{AGATA, QUICKCHECK, RUNS, SMALLCHECK, TARGET, TESTS, inner};
use crate::median::median;
use crate::report::{OURS, Report};
use astragal::prelude::*;
use astragal::spaces::Measure;

pub(super) fn run(report: &mut Report) {
    // The same take part in every row.
    let contenders = inner::contenders::<File>();
    for row in [Ast::ROW, Qsort::ROW, ClassNames::ROW] {
        for contender in &contenders {
            measure(report, row, contender);
        }
        published(report, row);
    }
}

fn measure(report: &mut Report, row: &str, contender: &Contender<File>) {
    let source = contender.source;
    let ran = limited::run(&[inner::SUBCOMMAND, row, source], contender.seconds);
    let told = Told::parse(&ran.printed);
    let runs = told.runs.len();
    let found = told.runs.iter().filter(|run| run.found).count();
    report.add(row, "runs", source, runs as f64);
    if row != Ast::ROW {
        // Runs that are all the same are run once.
        let found = if contender.is_fixed { found * RUNS as usize } else { found };
        report.add(row, "found_of_100", source, found as f64);
    }
    // Of one that ran out in its first run, what there was of that one.
    let (tests, seconds) = if runs == 0 {
        (told.tests_of_last as f64, ran.seconds)
    } else {
        let tests = told.runs.iter().map(|run| run.tests).sum::<u64>() as f64 / runs as f64;
        (tests, median(told.runs.iter().map(|run| run.seconds).collect()))
    };
    report.add(row, "tests", source, tests);
    report.add(row, "seconds", source, seconds);
    let peak = if ran.end == End::OutOfMemory { MEMORY_MB as f64 } else { told.peak_mb };
    report.add(row, "peak_mb", source, peak);
    report.add(row, "out_of_memory", source, f64::from(u8::from(ran.end == End::OutOfMemory)));
    report.add(row, "out_of_time", source, f64::from(u8::from(ran.end == End::OutOfTime)));
    if source == OURS {
        report.note(row, &format!("{OURS}: {:.2} ms for a run", seconds * 1e3));
    }
    if source == BY_DEPTH {
        note_depth(report, row, tests);
    } else if ran.end != End::Finished {
        let of_last = told.tests_of_last;
        report.note(
            row,
            &format!(
                "{source} ran out after {runs} runs and {of_last} tests of the next; it had {} s",
                contender.seconds
            ),
        );
    }
}

/// Says up to which depth this many tests were all there are.
fn note_depth(report: &mut Report, row: &str, tests: f64) {
    let counts: Vec<f64> = if row == Qsort::ROW { by_depth::<Vec<Number>>() } else { by_depth::<File>() };
    let depth = counts.iter().take_while(|&&count| count <= tests).count();
    let next = counts.get(depth).map_or("more".into(), |count| format!("{count:.0}"));
    let complete = depth.checked_sub(1).map_or("no depth".into(), |depth| format!("depth {depth}"));
    report.note(row, &format!("{BY_DEPTH}: all up to {complete}; the next depth has {next} cases"));
}

/// How many values there are up to each depth.
fn by_depth<T: Arbitrary<Gen: Closed>>() -> Vec<f64> {
    const DEPTHS: usize = 8;
    let values = any::<T>().measured(Measure::depth());
    let figure = |depth| values.count_up_to(depth).number().to_string().parse().expect("a number");
    (0..DEPTHS).map(figure).collect()
}

/// The published figures, and our own goals.
fn published(report: &mut Report, row: &str) {
    let everything = TESTS as f64;
    if row == Ast::ROW {
        // It crashed after about 30 tests, with 1.9 GB; a few hours took 57,424,705.
        report.add(row, "tests", QUICKCHECK, 30.0);
        report.add(row, "peak_mb", QUICKCHECK, 1900.0);
        report.add(row, "out_of_memory", QUICKCHECK, 1.0);
        report.add(row, "tests", AGATA, everything);
        report.add(row, "seconds", AGATA, 30.0);
        report.add(row, "tests", SMALLCHECK, 57_424_705.0);
        report.add(row, "tests", TARGET, everything);
        report.add(row, "seconds", TARGET, 0.1);
        report.add(row, "peak_mb", TARGET, 100.0);
    } else {
        let by_quickcheck = if row == Qsort::ROW { 0.0 } else { 13.0 };
        report.add(row, "found_of_100", QUICKCHECK, by_quickcheck);
        report.add(row, "found_of_100", AGATA, RUNS as f64);
        report.add(row, "found_of_100", SMALLCHECK, 0.0);
        report.add(row, "found_of_100", TARGET, RUNS as f64);
    }
}
