//! The experiment `log`: what the log adds to a case of a true property, apart from formatting its values.

mod subjects;

use std::fmt::Debug;
use std::hint::black_box;
use std::path::Path;

use astragal::config::{Log, Phase, Phases};
use astragal::observe::Observer;
use astragal::{Check, Draw};

use crate::median::median;
use crate::report::Report;
use crate::stopwatch::Stopwatch;

/// How many cases a run has: all of them are written.
const CASES: u64 = 10_000;
/// How often each is measured.
const ROUNDS: usize = 15;
const METRIC: &str = "ns/case";

/// An observer that does nothing; perhaps it wants the values.
struct Idle {
    values: bool,
}

impl Observer for Idle {
    fn wants_values(&self) -> bool {
        self.values
    }
}

/// Measures the rows.
pub(crate) fn run() -> Report {
    let mut report = Report::new("log");
    let folder = std::env::temp_dir().join(format!("astragal-experiment-log-{}", std::process::id()));
    measure(&mut report, &folder, "u32", astragal::any::<u32>);
    measure(&mut report, &folder, "vec_u64", astragal::any::<Vec<u64>>);
    measure(&mut report, &folder, "expressions", astragal::any::<subjects::Expr>);
    let _ = std::fs::remove_dir_all(&folder);
    report
}

/// A row: without the log, with it, what it takes to format the values, and what is left.
fn measure<G: Draw<Value: Debug>>(report: &mut Report, folder: &Path, row: &str, generator: impl Fn() -> G) {
    let check = || {
        Check::new()
            .seed(1)
            .cases(CASES)
            .with(|config| config.time(None).phases(Phases::ALL.without(Phase::Exhaustive)).size(40))
    };
    let run = |check: Check| {
        let watch = Stopwatch::start();
        let report = check.run(generator(), |value| {
            black_box(&value);
        });
        assert_eq!(report.statistics.cases, CASES, "{report}");
        assert!(report.warnings.is_empty(), "{report}");
        watch.seconds() / CASES as f64 * 1e9
    };
    let mut times: [Vec<f64>; 4] = Default::default();
    for round in 0..ROUNDS {
        // Each round writes to files of its own, so that none grows.
        let folder = folder.join(round.to_string());
        let off = run(check());
        // The same values, formatted or not.
        let formatting =
            run(check().observed_by(Idle { values: true })) - run(check().observed_by(Idle { values: false }));
        let on = run(check().with(|config| config.log(Log::Directory(folder.clone()))));
        for (times, time) in times.iter_mut().zip([off, on, formatting, on - off - formatting]) {
            times.push(time);
        }
        let _ = std::fs::remove_dir_all(folder);
    }
    let names = ["off", "on", "formatting", "on, besides formatting"];
    for (name, times) in names.iter().zip(times) {
        report.add(row, METRIC, name, median(times));
    }
}
