//! The experiment `cgs`: how many different valid values are found, where hardly any value is valid (Goldstein & Pierce,
//! Parsing Randomness: Table 3.2 and Figure 3.5).
//!
//! The published runs take a minute, which is what `--full` does; else they take a second of work (or `CGS_SECONDS`). A subject of the paper
//! has ten runs, as there, with a mean and a standard deviation. Then there are a number of calls of the condition: `CGS_CALLS`.
//! How different the values are is measured on what was found with these calls. `CGS_ROWS` names the rows that are measured.

mod budget;
mod chart;
mod diversity;
mod labelled;
mod lazy;
mod methods;
mod model;
mod subjects;
#[cfg(test)]
mod tests;

use crate::picture::save;
use crate::report::{OURS, Report};
use crate::statistics::{deviation, mean};
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
/// Choice gradients, as published: `gradients` of the library, measured here.
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
/// The runs of a subject of the paper, with other seeds each, and of the other subjects.
const TRIALS: u64 = 10;
const FEW_TRIALS: u64 = 2;
/// How long each is.
const SECONDS: f64 = 1.0;
const FULL_SECONDS: f64 = 60.0;

/// How much is measured.
struct Effort {
    /// A run.
    budget: Budget,
    trials: u64,
    /// The runs whose calls are counted.
    calls: u64,
    model: model::Effort,
    /// The names of the rows, if not all of them are wanted.
    rows: Option<String>,
}

impl Effort {
    fn of_command(full: bool) -> Effort {
        let number = |name: &str| {
            let given = std::env::var(name).ok()?;
            Some(given.replace('_', "").parse::<f64>().unwrap_or_else(|_| panic!("{name} is a number")))
        };
        let seconds = number("CGS_SECONDS").unwrap_or(if full { FULL_SECONDS } else { SECONDS });
        Effort {
            budget: Budget::Seconds(seconds),
            trials: TRIALS,
            calls: number("CGS_CALLS").map_or(CALLS, |calls| calls as u64),
            model: model::Effort { draws: 100_000, calls: CALLS },
            rows: std::env::var("CGS_ROWS").ok(),
        }
    }

    fn wants(&self, row: &str) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows.split(',').any(|wanted| wanted == row))
    }

    /// The metric of what a run finds.
    fn unique(&self) -> String {
        match self.budget {
            Budget::Seconds(seconds) => format!("unique_{seconds}s"),
            Budget::Calls(calls) => format!("unique_{calls}calls"),
        }
    }
}

/// What the paper says of a subject: how many values its two methods find in a minute, their ratio (as first published), and the
/// mean sizes of what they find.
struct Published {
    rejection: f64,
    gradients: f64,
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
pub(crate) fn run(full: bool) -> Report {
    run_with(&Effort::of_command(full))
}

fn run_with(effort: &Effort) -> Report {
    let mut report = Report::new(EXPERIMENT);
    let published = |rejection, gradients, ratio, rejection_size, gradients_size| {
        Some(Published { rejection, gradients, ratio, rejection_size, gradients_size })
    };
    let trees = Rules { is_valid: subjects::is_search_tree, size: subjects::tree_size, spell: subjects::spell_tree };
    let spell: fn(&Vec<u8>, &mut Spelling) = |list, into| subjects::spell_list(list, into);
    let lists = Rules { is_valid: |list: &Vec<u8>| subjects::is_sorted(list), size: Vec::len, spell };
    let avl = Rules { is_valid: subjects::is_avl, size: subjects::avl_size, spell: subjects::spell_avl };
    let terms = Rules { is_valid: subjects::is_typed, size: subjects::term_size, spell: subjects::spell_term };

    let row = Row {
        name: "bst",
        samples: 50,
        space: Some(94_335.0),
        published: published(7_354.0, 22_107.0, 3.0, 4.45, 5.33),
    };
    measure(&mut report, effort, &row, &subjects::trees::<false>(5, 10), &trees);
    let row = Row {
        name: "sorted",
        samples: 50,
        space: Some(30_045_015.0),
        published: published(5_768.0, 59_677.0, 10.3, 5.31, 8.27),
    };
    measure(&mut report, effort, &row, &subjects::lists::<false>(20, 10), &lists);
    let row =
        Row { name: "avl", samples: 500, space: Some(7_393.0), published: published(129.0, 219.0, 1.7, 2.13, 2.49) };
    measure(&mut report, effort, &row, &subjects::avl_trees(5, 10), &avl);
    let row =
        Row { name: "stlc", samples: 400, space: None, published: published(70_127.0, 280_091.0, 4.0, 7.56, 9.73) };
    measure(&mut report, effort, &row, &subjects::terms(5, 4), &terms);

    let row = |name, samples| Row { name, samples, space: None, published: None };
    measure(&mut report, effort, &row("bst99", 50), &subjects::trees::<false>(7, 100), &trees);
    measure(&mut report, effort, &row("sorted99", 50), &subjects::lists::<false>(7, 100), &lists);
    measure(&mut report, effort, &row("avl99", 500), &subjects::avl_trees(7, 100), &avl);
    measure(&mut report, effort, &row("stlc99", 400), &subjects::terms(7, 100), &terms);

    let lazy_trees = Rules { is_valid: lazy::is_search_tree, size: lazy::tree_size, spell: lazy::spell_tree };
    let chains = Rules { is_valid: lazy::is_sorted, size: lazy::length, spell: lazy::spell_list };
    let (depth, longest, keys) = (5, 20, 10);
    let eager = (&subjects::trees::<false>(depth, keys), &subjects::trees::<true>(depth, keys), &trees);
    let lazy = (&LazyTrees::<false> { depth, keys }, &LazyTrees::<true> { depth, keys }, &lazy_trees);
    measure_lazy(&mut report, effort, "bst_lazy", eager, lazy);
    let eager = (&subjects::lists::<false>(longest, keys), &subjects::lists::<true>(longest, keys), &lists);
    let lazy = (&Chains::<false> { longest, keys }, &Chains::<true> { longest, keys }, &chains);
    measure_lazy(&mut report, effort, "sorted_lazy", eager, lazy);
    model::measure_all(&mut report, effort.model, |row| effort.wants(row));
    report
}

/// A generator, the same one with its choices counted, and which of its values are valid.
type Subject<'a, G, C> = (&'a G, &'a C, &'a Rules<<G as Draw>::Value>);

/// A subject with lazy parts, against the same one without any.
fn measure_lazy<E: Gen, L: Gen<Value: Hash + Eq>>(
    report: &mut Report,
    effort: &Effort,
    row: &str,
    (eager, counted_eager, eager_rules): Subject<'_, E, impl Gen<Value = E::Value>>,
    (lazy, counted_lazy, rules): Subject<'_, L, impl Gen<Value = L::Value>>,
) {
    if !effort.wants(row) {
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
        let trials = FEW_TRIALS.min(effort.trials);
        let unique = (0..trials).map(|seed| timed(method, effort.budget, seed).unique).sum::<f64>();
        report.add(row, &effort.unique(), method, unique / trials as f64);
        let before = subjects::choices_drawn();
        let Outcome { unique, calls, .. } = counted(method, Budget::Calls(effort.calls), 1);
        report.add(row, "unique_by_calls", method, unique);
        report.add(row, "choices_per_call", method, (subjects::choices_drawn() - before) as f64 / calls as f64);
    }
    report.note(row, "guided eager: the same values without lazy parts, and a condition that sees all of them");
}

fn measure<T: Hash + Eq>(
    report: &mut Report,
    effort: &Effort,
    row: &Row<'_>,
    generator: &impl Gen<Value = T>,
    rules: &Rules<T>,
) {
    if !effort.wants(row.name) {
        return;
    }
    let run = |method: &str, budget, seed| match method {
        REJECTION => methods::rejection(generator, rules, budget, seed),
        GRADIENTS => methods::gradients(generator, rules, row.samples, budget, seed),
        _ => methods::guided(generator, rules, budget, seed),
    };
    let trials = if row.published.is_some() { effort.trials } else { FEW_TRIALS.min(effort.trials) };
    let methods = [REJECTION, GRADIENTS, OURS];
    let timed = methods.map(|method| Trials::of((0..trials).map(|seed| run(method, effort.budget, seed))));
    let counted = methods.map(|method| run(method, Budget::Calls(effort.calls), 1));
    let unique = effort.unique();
    for (at, method) in methods.into_iter().enumerate() {
        report.add(row.name, &unique, method, mean(&timed[at].unique));
        report.add(row.name, &format!("{unique}_deviation"), method, deviation(&timed[at].unique));
        report.add(row.name, "unique_by_calls", method, counted[at].unique);
        if let Some(distance) = counted[at].sample.distance() {
            report.add(row.name, "diversity", method, distance);
        }
        report.add(row.name, "unique_parts", method, counted[at].sample.parts());
        report.add(row.name, "mean_size", method, timed[at].size);
        if let Some(space) = row.space {
            report.add(row.name, "space_share", method, mean(&timed[at].unique) / space);
        }
    }
    let [rejection, gradients, guided] = timed.each_ref();
    let over_rejection = |trials: &Trials| mean(&trials.unique) / mean(&rejection.unique);
    report.add(row.name, "paper_over_rejection", OURS, over_rejection(gradients));
    report.add(row.name, "ours_over_rejection", OURS, over_rejection(guided));
    report.add(row.name, "ours_over_rejection", TARGET, WANTED_RATIO);
    if row.space.is_some() {
        report.add(row.name, "space_share", TARGET, WANTED_SHARE);
    }
    if let Some(published) = &row.published {
        report.add(row.name, "paper_over_rejection", PAPER, published.ratio);
        let by_calls = counted[1].unique / counted[0].unique;
        report.add(row.name, "paper_over_rejection_by_calls", OURS, by_calls);
        report.add(row.name, "paper_over_rejection_by_calls", PAPER, published.ratio);
        report.add(row.name, "size_rejection", OURS, rejection.size);
        report.add(row.name, "size_rejection", PAPER, published.rejection_size);
        report.add(row.name, "size_gradients", OURS, gradients.size);
        report.add(row.name, "size_gradients", PAPER, published.gradients_size);
        let note =
            format!("published, in 60 s: {} by rejection, {} by gradients", published.rejection, published.gradients);
        report.note(row.name, &note);
    }
    let names = [REJECTION, GRADIENTS, "guided"];
    let over_time: Vec<_> = names.into_iter().zip(&timed).map(|(name, trials)| (name, &trials.curve[..])).collect();
    let by_size: Vec<_> = names.into_iter().zip(&timed).map(|(name, trials)| (name, &trials.sizes[..])).collect();
    let title = format!("{}: different valid values over time", row.name);
    save(report, row.name, &chart::over_time(&title, &over_time));
    let title = format!("{}: sizes of the valid values", row.name);
    save(report, &format!("{}_sizes", row.name), &chart::by_size(&title, &by_size));
    learning(report, row, generator, rules);
    report.note(
        row.name,
        &format!(
            "by calls: {}; {} samples for each choice; {trials} runs of {:?}",
            effort.calls, row.samples, effort.budget
        ),
    );
}

/// The runs of a method.
struct Trials {
    /// How many values each found.
    unique: Vec<f64>,
    /// The mean size of a value.
    size: f64,
    /// How many values of each size all runs found.
    sizes: Vec<u64>,
    /// The first run, over time.
    curve: Vec<(f64, f64)>,
}

impl Trials {
    fn of(outcomes: impl Iterator<Item = Outcome>) -> Trials {
        let mut all = Trials { unique: Vec::new(), size: 0.0, sizes: Vec::new(), curve: Vec::new() };
        let mut means = Vec::new();
        for outcome in outcomes {
            all.unique.push(outcome.unique);
            means.push(outcome.size());
            all.sizes.resize(all.sizes.len().max(outcome.sizes.len()), 0);
            all.sizes.iter_mut().zip(&outcome.sizes).for_each(|(sum, count)| *sum += count);
            if all.curve.is_empty() {
                all.curve = outcome.curve;
            }
        }
        all.size = mean(&means);
        all
    }
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
