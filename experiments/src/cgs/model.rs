//! What gradients learn as a model: the share of valid values that it draws without any sampling.

use super::labelled;
use super::{GRADIENTS, REJECTION, subjects};
use crate::report::{OURS, Report};
use astragal::generators::sized;
use astragal::learn::{Context, Weights};
use astragal::prelude::*;
use std::cell::Cell;
use std::collections::HashSet;
use std::hash::Hash;

/// A model that was learned in stages, by depth.
const STAGED: &str = "ours staged";
/// How often branches count that no valid sample took.
const POSSIBLE: f64 = 0.1;

/// How many values are drawn, and how many samples there are to learn from.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) draws: u64,
    pub(super) calls: u64,
}

struct Row<'a, T> {
    name: &'a str,
    /// Samples for each choice.
    samples: u32,
    is_valid: fn(&T) -> bool,
    size: fn(&T) -> usize,
    /// The depths of the stages; the last one is that of the subject.
    stages: &'a [u32],
}

/// The four subjects of the paper, with names for their choices.
pub(super) fn measure_all(report: &mut Report, effort: Effort, is_wanted: impl Fn(&str) -> bool) {
    let depths = [1, 2, 3, 4, 5];
    if is_wanted("bst_model") {
        let (is_valid, size) = (subjects::is_search_tree, subjects::tree_size);
        let row = Row { name: "bst_model", samples: 50, is_valid, size, stages: &depths };
        measure(report, &row, effort, |depth| labelled::tree(depth, 10));
    }
    if is_wanted("sorted_model") {
        let (is_valid, size) = (labelled::is_sorted, labelled::length);
        let row = Row { name: "sorted_model", samples: 50, is_valid, size, stages: &[1, 2, 4, 8, 14, 20] };
        measure(report, &row, effort, |longest| labelled::list(longest, 10));
    }
    if is_wanted("avl_model") {
        let (is_valid, size) = (subjects::is_avl, subjects::avl_size);
        let row = Row { name: "avl_model", samples: 500, is_valid, size, stages: &depths };
        measure(report, &row, effort, |depth| labelled::avl(depth, 10));
    }
    if is_wanted("stlc_model") {
        let (is_valid, size) = (subjects::is_typed, subjects::term_size);
        let row = Row { name: "stlc_model", samples: 400, is_valid, size, stages: &depths };
        measure(report, &row, effort, |depth| labelled::term(depth, 4));
    }
}

fn measure<T: Hash + Eq, G: Gen<Value = T>>(
    report: &mut Report,
    row: &Row<'_, T>,
    effort: Effort,
    subject: impl Fn(u32) -> G,
) {
    let deepest = row.stages.last().copied().unwrap_or_default();
    let generator = subject(deepest);
    let valid = Cell::new(0u64);
    let condition = |value: &T| {
        let is_valid = (row.is_valid)(value);
        valid.set(valid.get() + u64::from(is_valid));
        is_valid
    };
    let gradients = (&generator).filter(&condition).gradients(row.samples);
    let mut search = gradients.search(0).calls_at_most(effort.calls);
    search.by_ref().for_each(drop);
    let share = valid.get() as f64 / effort.calls as f64;
    let sizes = sized(|size| subject(size.min(deepest)));
    let staged = sizes.filter(row.is_valid).gradients(row.samples).calls(effort.calls).staged(row.stages.to_vec());
    let model = |weights: &Weights| (&generator).tuned(weights).by_context(Context::Depth).smoothed(POSSIBLE);
    let (at_once, staged) = (model(search.weights()), model(&staged.learned()));
    report.add(row.name, "valid_share", GRADIENTS, share);
    drawn(report, row, effort.draws, REJECTION, |seed| generator.sample(seed));
    drawn(report, row, effort.draws, OURS, |seed| at_once.sample(seed));
    drawn(report, row, effort.draws, STAGED, |seed| staged.sample(seed));
    let note = format!(
        "{} values of each, without a condition; learned from {} samples, {} of each choice; gradients: the share of these \
         samples; by chance, most valid values are the smallest",
        effort.draws, effort.calls, row.samples
    );
    report.note(row.name, &note);
}

/// The share of valid values, how many different ones there are, and their mean size.
fn drawn<T: Hash + Eq>(report: &mut Report, row: &Row<'_, T>, draws: u64, source: &str, draw: impl Fn(u64) -> T) {
    let valid: Vec<T> = (0..draws).map(draw).filter(row.is_valid).collect();
    report.add(row.name, "valid_share", source, valid.len() as f64 / draws as f64);
    let different: HashSet<T> = valid.into_iter().collect();
    report.add(row.name, "unique_drawn", source, different.len() as f64);
    let total: usize = different.iter().map(row.size).sum();
    report.add(row.name, "mean_size", source, total as f64 / different.len().max(1) as f64);
}
