//! The experiment `compile`: what one property test costs a crate's build.

mod scratch;
mod subject;

use crate::report::{OURS, Report};
use scratch::Scratch;
use subject::Subject;

/// What a subject's build was measured to take.
#[derive(Clone, Copy)]
struct Build {
    crates: f64,
    cold_s: f64,
    incremental_s: f64,
}

impl Build {
    fn of(subject: &Subject) -> Self {
        eprintln!("building a test with {} ...", subject.source);
        let scratch = Scratch::new(subject);
        Self {
            crates: scratch.crates() as f64,
            cold_s: scratch.cold_seconds(),
            incremental_s: scratch.incremental_seconds(),
        }
    }
}

type Figure = fn(Build) -> f64;

const ROWS: [(&str, Figure); 3] = [
    ("crates", |build| build.crates),
    ("cold_s", |build| build.cold_s),
    ("incremental_s", |build| build.incremental_s),
];

/// Our builds with and without default features, each beside the same figures of the peers.
pub(crate) fn run() -> Report {
    let ours = subject::ours().map(|(metric, subject)| (metric, Build::of(&subject)));
    let peers: Vec<(&'static str, Build)> =
        subject::peers().iter().map(|peer| (peer.source, Build::of(peer))).collect();
    let mut report = Report::new("compile");
    for (row, figure) in ROWS {
        for (metric, build) in ours {
            report.add(row, metric, OURS, figure(build));
            for (source, build) in &peers {
                report.add(row, metric, source, figure(*build));
            }
        }
    }
    report
}
