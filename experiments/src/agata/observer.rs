//! Watches the tests of one run: how many there were until the first failure, and how long that took.

use crate::stopwatch::Stopwatch;
use std::cell::{Cell, RefCell};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// About how often the tests so far are reported, in case the process does not live to report the rest.
const OFTEN: Duration = Duration::from_millis(10);

/// One run.
pub(super) struct Observer {
    watch: Stopwatch,
    told: Cell<Instant>,
    tests: Cell<u64>,
    /// When a test failed, how long it took until then.
    failed: RefCell<Option<f64>>,
}

impl Observer {
    /// A run begins.
    pub(super) fn new() -> Observer {
        let told = Cell::new(Instant::now());
        Observer { watch: Stopwatch::start(), told, tests: Cell::new(0), failed: RefCell::new(None) }
    }

    /// A test ended. Those after a failure do not count: some libraries cannot be told to stop.
    pub(super) fn note(&self, holds: bool) {
        if self.failed.borrow().is_some() {
            return;
        }
        self.tests.set(self.tests.get() + 1);
        if !holds {
            *self.failed.borrow_mut() = Some(self.watch.seconds());
        }
        if self.told.get().elapsed() >= OFTEN {
            println!("{TESTS} {} {}", self.tests.get(), peak_mb());
            let _ = std::io::stdout().flush();
            self.told.set(Instant::now());
        }
    }

    /// The run is over: it is reported.
    pub(super) fn finish(self) {
        let failed = self.failed.borrow().is_some();
        let seconds = self.failed.borrow().unwrap_or_else(|| self.watch.seconds());
        println!("{RUN} {} {} {seconds} {}", self.tests.get(), u8::from(failed), peak_mb());
        let _ = std::io::stdout().flush();
    }
}

/// Begins a line about the tests of a run that is not over.
const TESTS: &str = "tests";
/// Begins a line about a run that is over.
const RUN: &str = "run";

/// The most memory that this process has held so far, where the system says so.
fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kilobytes| kilobytes / 1024.0)
}

/// A run, as it was reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) tests: u64,
    pub(super) found: bool,
    pub(super) seconds: f64,
}

/// What a process told of its runs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Told {
    pub(super) runs: Vec<Run>,
    /// The tests of a run that did not end.
    pub(super) tests_of_last: u64,
    /// The most memory that the process held, as far as it was reported.
    pub(super) peak_mb: f64,
}

impl Told {
    pub(super) fn parse(printed: &str) -> Told {
        let mut told = Told::default();
        for line in printed.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                [TESTS, tests, peak_mb] => {
                    told.tests_of_last = tests.parse().expect("a number of tests");
                    told.peak_mb = peak_mb.parse().expect("megabytes");
                }
                [RUN, tests, found, seconds, peak_mb] => {
                    told.tests_of_last = 0;
                    told.peak_mb = peak_mb.parse().expect("megabytes");
                    told.runs.push(Run {
                        tests: tests.parse().expect("a number of tests"),
                        found: found == "1",
                        seconds: seconds.parse().expect("seconds"),
                    });
                }
                _ => {}
            }
        }
        told
    }
}
