//! The experiment `cgs`: how many different valid values are found, where hardly any value is valid (Goldstein & Pierce,
//! Parsing Randomness: Table 3.2 and Figure 3.5).
//!
//! The published runs take a minute; these take a second of work (or `CGS_SECONDS`), and then a number of calls of the condition:
//! `CGS_CALLS`. How different the values are is measured on what was found with these calls.

mod budget;
mod chart;
mod diversity;
mod lazy;
mod methods;
mod subjects;
#[cfg(test)]
mod tests;

use crate::report::{OURS, Report};
use crate::stopwatch::Stopwatch;
use astragal::Draw;
use astragal::prelude::*;
use budget::{Budget, Outcome};
use lazy::{Chains, LazyTrees};
use methods::Rules;
use std::hash::Hash;
use subjects::Spelling;

const EXPERIMENT: &str = "cgs";
const REJECTION: &str = "rejection";
/// Choice gradients, as published, measured here.
const GRADIENTS: &str = "gradients";
/// The published figures.
const PAPER: &str = "paper";
/// Guided search where no part is lazy.
const EAGER: &str = "guided eager";
const TARGET: &str = "target";
/// How often guided search is to find as many as rejection does, and otherwise which share of all values it is to find.
const WANTED_RATIO: f64 = 10.0;
const WANTED_SHARE: f64 = 0.75;
/// The number of calls unless `CGS_CALLS` says otherwise. The published definition has 40,000,000.
const CALLS: u64 = 1_000_000;
/// Runs of a second, with other seeds each; their mean counts.
const TRIALS: u64 = 2;
/// Where the pictures go.
const FOLDER: &str = "target/experiments/cgs";

/// What the paper says of a subject: the ratio of its two methods, and the mean sizes of what they find.
struct Published {
    ratio: f64,
    rejection_size: f64,
    gradients_size: f64,
}

struct Row<'a> {
    name: &'a str,
    /// Samples for each choice.
    samples: u32,
    /// How many valid values there are, where that is known.
    space: Option<f64>,
    published: Option<Published>,
}

/// The four subjects of the paper, and the same with a hundred keys (or numbers) at depth 7.
pub(crate) fn run() -> Report {
    let mut report = Report::new(EXPERIMENT);
    let published = |ratio, rejection_size, gradients_size| Some(Published { ratio, rejection_size, gradients_size });
    let trees = Rules { is_valid: subjects::is_search_tree, size: subjects::tree_size, spell: subjects::spell_tree };
    let spell: fn(&Vec<u8>, &mut Spelling) = |list, into| subjects::spell_list(list, into);
    let lists = Rules { is_valid: |list: &Vec<u8>| subjects::is_sorted(list), size: Vec::len, spell };
    let avl = Rules { is_valid: subjects::is_avl, size: subjects::avl_size, spell: subjects::spell_avl };
    let terms = Rules { is_valid: subjects::is_typed, size: subjects::term_size, spell: subjects::spell_term };

    let row = Row { name: "bst", samples: 50, space: Some(94_335.0), published: published(3.0, 4.45, 5.33) };
    measure(&mut report, &row, &subjects::trees::<false>(5, 10), &trees);
    let row = Row { name: "sorted", samples: 50, space: Some(30_045_015.0), published: published(10.3, 5.31, 8.27) };
    measure(&mut report, &row, &subjects::lists::<false>(20, 10), &lists);
    let row = Row { name: "avl", samples: 500, space: Some(7_393.0), published: published(1.7, 2.13, 2.49) };
    measure(&mut report, &row, &subjects::avl_trees(5, 10), &avl);
    let row = Row { name: "stlc", samples: 400, space: None, published: published(4.0, 7.56, 9.73) };
    measure(&mut report, &row, &subjects::terms(5, 4), &terms);

    let row = |name, samples| Row { name, samples, space: None, published: None };
    measure(&mut report, &row("bst99", 50), &subjects::trees::<false>(7, 100), &trees);
    measure(&mut report, &row("sorted99", 50), &subjects::lists::<false>(7, 100), &lists);
    measure(&mut report, &row("avl99", 500), &subjects::avl_trees(7, 100), &avl);
    measure(&mut report, &row("stlc99", 400), &subjects::terms(7, 100), &terms);

    let lazy_trees = Rules { is_valid: lazy::is_search_tree, size: lazy::tree_size, spell: lazy::spell_tree };
    let chains = Rules { is_valid: lazy::is_sorted, size: lazy::length, spell: lazy::spell_list };
    let (depth, longest, keys) = (5, 20, 10);
    let eager = (&subjects::trees::<false>(depth, keys), &subjects::trees::<true>(depth, keys), &trees);
    let lazy = (&LazyTrees::<false> { depth, keys }, &LazyTrees::<true> { depth, keys }, &lazy_trees);
    measure_lazy(&mut report, "bst_lazy", eager, lazy);
    let eager = (&subjects::lists::<false>(longest, keys), &subjects::lists::<true>(longest, keys), &lists);
    let lazy = (&Chains::<false> { longest, keys }, &Chains::<true> { longest, keys }, &chains);
    measure_lazy(&mut report, "sorted_lazy", eager, lazy);
    report
}

/// A generator, the same one with its choices counted, and which of its values are valid.
type Subject<'a, G, C> = (&'a G, &'a C, &'a Rules<<G as Draw>::Value>);

/// A subject with lazy parts, against the same one without any.
fn measure_lazy<E: Gen, L: Gen<Value: Hash + Eq>>(
    report: &mut Report,
    row: &str,
    (eager, counted_eager, eager_rules): Subject<'_, E, impl Gen<Value = E::Value>>,
    (lazy, counted_lazy, rules): Subject<'_, L, impl Gen<Value = L::Value>>,
) {
    if !is_wanted(row) {
        return;
    }
    let timed = |method: &str, budget, seed| match method {
        REJECTION => methods::rejection(lazy, rules, budget, seed),
        EAGER => methods::guided(eager, eager_rules, budget, seed),
        _ => methods::guided(lazy, rules, budget, seed),
    };
    let counted = |method: &str, budget, seed| match method {
        REJECTION => methods::rejection(counted_lazy, rules, budget, seed),
        EAGER => methods::guided(counted_eager, eager_rules, budget, seed),
        _ => methods::guided(counted_lazy, rules, budget, seed),
    };
    for method in [REJECTION, EAGER, OURS] {
        let unique = (0..TRIALS).map(|seed| timed(method, Budget::Seconds(seconds()), seed).unique).sum::<f64>();
        report.add(row, &unique_in_time(), method, unique / TRIALS as f64);
        let before = subjects::choices_drawn();
        let Outcome { unique, calls, .. } = counted(method, Budget::Calls(calls()), 1);
        report.add(row, "unique_by_calls", method, unique);
        report.add(row, "choices_per_call", method, (subjects::choices_drawn() - before) as f64 / calls as f64);
    }
    report.note(row, "guided eager: the same values without lazy parts, and a condition that sees all of them");
}

/// Whether a row is measured: all are, unless `CGS_ROWS` names some.
fn is_wanted(row: &str) -> bool {
    std::env::var("CGS_ROWS").map_or(true, |rows| rows.split(',').any(|wanted| wanted == row))
}

fn seconds() -> f64 {
    let given = std::env::var("CGS_SECONDS").ok();
    given.map_or(1.0, |seconds| seconds.parse().expect("CGS_SECONDS is a number"))
}

/// The metric of what is found in that time.
fn unique_in_time() -> String {
    format!("unique_{}s", seconds())
}

fn calls() -> u64 {
    let given = std::env::var("CGS_CALLS").ok();
    given.map_or(CALLS, |calls| calls.replace('_', "").parse().expect("CGS_CALLS is a number"))
}

fn measure<T: Hash + Eq>(report: &mut Report, row: &Row<'_>, generator: &impl Gen<Value = T>, rules: &Rules<T>) {
    if !is_wanted(row.name) {
        return;
    }
    let run = |method: &str, budget, seed| match method {
        REJECTION => methods::rejection(generator, rules, budget, seed),
        GRADIENTS => methods::gradients(generator, rules, row.samples, budget, seed),
        _ => methods::guided(generator, rules, budget, seed),
    };
    let methods = [REJECTION, GRADIENTS, OURS];
    let timed = methods.map(|method| {
        let trials: Vec<Outcome> = (0..TRIALS).map(|seed| run(method, Budget::Seconds(seconds()), seed)).collect();
        let mean = |of: fn(&Outcome) -> f64| trials.iter().map(of).sum::<f64>() / TRIALS as f64;
        let (unique, size) = (mean(|trial| trial.unique), mean(|trial| trial.size));
        (unique, size, trials.into_iter().next().map_or(Vec::new(), |trial| trial.curve))
    });
    let counted = methods.map(|method| run(method, Budget::Calls(calls()), 1));
    for (at, method) in methods.into_iter().enumerate() {
        report.add(row.name, &unique_in_time(), method, timed[at].0);
        report.add(row.name, "unique_by_calls", method, counted[at].unique);
        if let Some(distance) = counted[at].sample.distance() {
            report.add(row.name, "diversity", method, distance);
        }
        report.add(row.name, "unique_parts", method, counted[at].sample.parts());
        report.add(row.name, "mean_size", method, timed[at].1);
        if let Some(space) = row.space {
            report.add(row.name, "space_share", method, timed[at].0 / space);
        }
    }
    let [rejection, gradients, guided] = timed;
    report.add(row.name, "paper_over_rejection", OURS, gradients.0 / rejection.0);
    report.add(row.name, "ours_over_rejection", OURS, guided.0 / rejection.0);
    report.add(row.name, "ours_over_rejection", TARGET, WANTED_RATIO);
    if row.space.is_some() {
        report.add(row.name, "space_share", TARGET, WANTED_SHARE);
    }
    if let Some(published) = &row.published {
        report.add(row.name, "paper_over_rejection", PAPER, published.ratio);
        let by_calls = counted[1].unique / counted[0].unique;
        report.add(row.name, "paper_over_rejection_by_calls", OURS, by_calls);
        report.add(row.name, "paper_over_rejection_by_calls", PAPER, published.ratio);
        report.add(row.name, "size_rejection", OURS, rejection.1);
        report.add(row.name, "size_rejection", PAPER, published.rejection_size);
        report.add(row.name, "size_gradients", OURS, gradients.1);
        report.add(row.name, "size_gradients", PAPER, published.gradients_size);
    }
    let lines = [(REJECTION, &rejection.2[..]), (GRADIENTS, &gradients.2[..]), ("guided", &guided.2[..])];
    picture(row.name, &lines);
    learning(report, row, generator, rules);
    report.note(
        row.name,
        &format!("by calls: {}; {} samples for each choice; {TRIALS} runs of {} s", calls(), row.samples, seconds()),
    );
}

/// What the generator costs that learns by itself: the time until its first value, and for a value after that.
fn learning<T>(report: &mut Report, row: &Row<'_>, generator: &impl Gen<Value = T>, rules: &Rules<T>) {
    const DRAWS: u64 = 1_000;
    let guided = generator.filter(rules.is_valid).guided();
    let start = Stopwatch::start();
    guided.sample(0);
    report.add(row.name, "learning_ms", OURS, start.seconds() * 1e3);
    let start = Stopwatch::start();
    let total: usize = (0..DRAWS).map(|seed| (rules.size)(&guided.sample(seed))).sum();
    report.add(row.name, "draw_us", OURS, start.seconds() * 1e6 / DRAWS as f64);
    report.add(row.name, "draw_size", OURS, total as f64 / DRAWS as f64);
}

fn picture(name: &str, lines: &[chart::Line<'_>]) {
    let svg = chart::over_time(&format!("{name}: different valid values over time"), lines);
    let written = std::fs::create_dir_all(FOLDER).and_then(|()| std::fs::write(format!("{FOLDER}/{name}.svg"), svg));
    if let Err(error) = written {
        eprintln!("{FOLDER}/{name}.svg: {error}");
    }
}
