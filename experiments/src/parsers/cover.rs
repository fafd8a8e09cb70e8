//! How much of a grammar samples cover: its productions, and pairs of a production and one that is directly below it.

use super::{Effort, grammars};
use crate::median::median;
use crate::report::{OURS, Report};
use astragal::Draw;
use astragal::grammar::{Item, Language, RuleId, Tree};
use astragal::prelude::*;
use astragal::shapes::{Strategy, Weighting, agata};
use astragal::source::Rng;
use std::collections::BTreeSet;

/// After how many samples it is said what is covered.
const STEPS: [u64; 3] = [100, 1_000, 2_000];

pub(super) fn run(report: &mut Report, effort: Effort) {
    for (name, language) in grammars::all() {
        let row = format!("cover_{name}");
        cover(report, &row, OURS, effort, &language, &language);
        if name == "c" || name == "json" {
            for strategy in [agata::linear(), agata::quadratic(), Strategy::holey(Weighting::equal())] {
                let planned = language.clone().by(strategy.clone());
                cover(report, &row, &strategy.to_string(), effort, &language, &planned);
            }
        }
    }
}

/// A production and one below it.
type Pair = (RuleId, RuleId);

/// All pairs that trees of a language may have.
pub(super) fn pairs(language: &Language) -> BTreeSet<Pair> {
    let grammar = language.grammar();
    let below = |rule: RuleId| {
        let categories = grammar.rule(rule).items.iter().filter_map(|item| match item {
            Item::Category(id) => Some(*id),
            Item::Terminal(_) | Item::Token(_) => None,
        });
        categories
            .flat_map(|id| grammar.rules_of(id))
            .filter(|(_, rule)| !rule.is_internal)
            .map(move |(id, _)| (rule, id))
    };
    language.rules().into_iter().flat_map(below).collect()
}

/// The pairs of a tree.
pub(super) fn pairs_of(tree: &Tree) -> impl Iterator<Item = Pair> {
    tree.nodes().flat_map(|node| node.parts().filter_map(Result::ok).map(move |part| (node.rule_id(), part.rule_id())))
}

/// Adds what trees of a language cover, which a generator draws.
pub(super) fn cover(
    report: &mut Report,
    row: &str,
    source: &str,
    effort: Effort,
    language: &Language,
    generator: &impl Draw<Value = Tree>,
) {
    let (all_rules, all_pairs) = (language.rules().len(), pairs(language).len());
    let mut to_cover = Vec::new();
    let mut at_steps = [const { (Vec::new(), Vec::new()) }; STEPS.len()];
    let mut last = BTreeSet::new();
    let (mut drawn, mut nodes) = (0, 0);
    for run in 0..effort.covers {
        let (mut rules, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut covered_after = None;
        let mut seeds = Rng::new(run);
        for sample in 1..=effort.cover_samples {
            let tree = generator.sample(seeds.word());
            (drawn, nodes) = (drawn + 1, nodes + tree.nodes().count());
            rules.extend(tree.rules());
            let is_counted = sample <= STEPS[STEPS.len() - 1];
            if is_counted {
                seen.extend(pairs_of(&tree));
            }
            if let Some(at) = STEPS.iter().position(|&step| step == sample) {
                at_steps[at].0.push(100.0 * rules.len() as f64 / all_rules as f64);
                at_steps[at].1.push(100.0 * seen.len() as f64 / all_pairs as f64);
            }
            if rules.len() == all_rules && covered_after.is_none() {
                covered_after = Some(sample);
            }
            if covered_after.is_some() && !is_counted {
                break;
            }
        }
        if covered_after.is_none() {
            last = language.rules().into_iter().filter(|rule| !rules.contains(rule)).collect();
        }
        // One that does not cover all counts as the most.
        to_cover.push(covered_after.unwrap_or(effort.cover_samples) as f64);
    }
    report.add(row, "rules", source, all_rules as f64);
    report.add(row, "pairs", source, all_pairs as f64);
    report.add(row, "mean_nodes", source, nodes as f64 / f64::from(drawn));
    let worst = to_cover.iter().copied().fold(0.0, f64::max);
    report.add(row, "samples_to_cover", source, median(to_cover));
    report.add(row, "samples_worst", source, worst);
    for (step, (rules, pairs)) in STEPS.iter().zip(at_steps) {
        if !rules.is_empty() {
            report.add(row, &format!("rules_%_{step}"), source, median(rules));
            report.add(row, &format!("pairs_%_{step}"), source, median(pairs));
        }
    }
    if !last.is_empty() {
        let names: Vec<String> =
            last.iter().take(3).map(|&rule| language.grammar().display_rule(rule).to_string()).collect();
        let count = last.len();
        report.note(
            row,
            &format!("{source}: {count} rules not after {} samples: {}", effort.cover_samples, names.join("   ")),
        );
    }
}
