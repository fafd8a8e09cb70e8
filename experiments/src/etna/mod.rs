//! The experiment `etna`: how soon planted bugs are found, after Shi et al., Etna (ICFP 2023).
//!
//! A task is a mutant and a property that it breaks. A task is solved within a time if all its trials found the bug in less;
//! trials end with the first that finds nothing. Generators are either derived from the type, and cases that do not meet the
//! condition of the property are rejected (and counted as tests), or bespoke, and then everything meets it. With derived generators
//! we take part a second time, guided: what the property rejects is learned first, and not counted.
//!
//! A trial may take one second, or as many as `ETNA_SECONDS` says. With `ETNA_TASKS` set, every task is printed too.

mod bst;
mod contender;
mod hegel;
mod ours;
mod proptest;
mod quickcheck;
mod rbt;
mod score;
mod stlc;
mod task;
mod trial;

use crate::report::{OURS, Report};
pub(crate) use bst::{Bst, Mutant, Tree, find, is_valid, to_list};
use contender::Contender;
pub(crate) use hegel::tree as hegel_tree;
use score::Score;
use task::Task;
pub(crate) use task::Verdict;

const EXPERIMENT: &str = "etna";

/// The default limit of a trial, in seconds: a bug that takes longer is not found soon.
const SECONDS: f64 = 1.0;
/// How many seconds count as soon, and what that is called.
const BUCKETS: [(f64, &str); 4] =
    [(0.1, "solved_100ms"), (1.0, "solved_1s"), (10.0, "solved_10s"), (60.0, "solved_60s")];

/// Runs all tasks of all workloads with every contender.
pub(crate) fn run() -> Report {
    let seconds = std::env::var("ETNA_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SECONDS);
    // Some say on the way out of a run that it failed, which is what is wanted here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut report = Report::new(EXPERIMENT);
    row(&mut report, "bst/derived", &bst::tasks::<Tree>(), seconds);
    row(&mut report, "bst/bespoke", &bst::tasks::<bst::SearchTree>(), seconds);
    row(&mut report, "rbt/derived", &rbt::tasks::<rbt::Tree>(), seconds);
    row(&mut report, "rbt/bespoke", &rbt::tasks::<rbt::Inserted>(), seconds);
    row(&mut report, "rbt/bounds", &rbt::tasks::<rbt::Bounded>(), seconds);
    row(&mut report, "stlc/derived", &stlc::tasks::<stlc::Expr>(), seconds);
    row(&mut report, "stlc/bespoke", &stlc::tasks::<stlc::Typed>(), seconds);
    std::panic::set_hook(hook);
    report
}

fn row(report: &mut Report, row: &str, tasks: &[Task], seconds: f64) {
    report.note(row, &format!("{} tasks of {} trials, each of at most {seconds} s", tasks.len(), score::TRIALS));
    for contender in Contender::ALL.into_iter().filter(|contender| contender.takes_part(row)) {
        let scores: Vec<Score> = tasks.iter().map(|task| Score::of(task, contender, seconds)).collect();
        if std::env::var_os("ETNA_TASKS").is_some() {
            scores.iter().for_each(|score| println!("{row} {} {score}", contender.name()));
        }
        let mut add = |metric, value| report.add(row, metric, contender.name(), value);
        for (within, metric) in BUCKETS.into_iter().filter(|(within, _)| *within <= seconds) {
            add(metric, scores.iter().filter(|score| score.is_solved_within(within)).count() as f64);
        }
        let tests: Vec<f64> = scores.iter().filter_map(Score::tests_if_solved).collect();
        if !tests.is_empty() {
            add("tests_to_failure", tests.iter().sum::<f64>() / tests.len() as f64);
        }
        let unsolved: Vec<String> = scores.iter().filter(|score| !score.is_solved()).map(Score::name).collect();
        if contender.name() == OURS && !unsolved.is_empty() {
            report.note(row, &format!("ours does not solve {}", unsolved.join(", ")));
        }
    }
}
