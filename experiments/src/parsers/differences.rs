//! Planted differences between C and copies of its grammar, and an oracle that refuses too much: how many samples it takes to find
//! each, and what is left of the text when it is shrunk.

use super::{AGATA, Effort, grammars};
use crate::median::median;
use crate::report::{OURS, Report};
use astragal::config::{Phase, Phases};
use astragal::grammar::{Fault, Language, Leaf, Node, Sameness, Spacing, Tree, round_trip, same, subset};
use astragal::prelude::*;
use astragal::source::Rng;
use astragal::{Check, Config, Draw};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The source of the figures without enumerated cases, which take turns with random ones: Agata draws at random.
const RANDOM: &str = "ours, at random";
/// The categories in which the thesis looked: whole programs, and expressions by themselves.
const PROGRAM: &str = "TranslationUnit";
const EXPRESSION: &str = "Exp";

pub(super) fn run(report: &mut Report, effort: Effort) {
    let c = grammars::c();
    let copies = [
        ("octal", grammars::c_octal(), Some((83.0, 7.0))),
        ("quote", grammars::c_quote(), Some((30.0, 2.0))),
        ("suffix", grammars::c_suffix(), None),
    ];
    for (name, copy, published) in &copies {
        for (category, suffix) in [(PROGRAM, "program"), (EXPRESSION, "expression")] {
            let row = format!("{name}_{suffix}");
            let [copy, reference] = [copy, &c].map(|language| language.category(category).expect("a category of C"));
            let (languages, property) = both_ways(&copy, &reference);
            measure(report, effort, &row, &languages, property);
            if let (EXPRESSION, &Some(published)) = (category, published) {
                add_published(report, &row, published);
            }
        }
    }
    measure(report, effort, "static_program", &c, subset(&c, demands_a_type(&c)));
    add_published(report, "static_program", (1.0, 3.0));
    let narrow = grammars::c_suffix().category(EXPRESSION).expect("a category of C");
    let reference = c.category(EXPRESSION).expect("a category of C");
    let cycle = round_trip(&narrow, Sameness::ButForTokens, |text: &str| printed(&reference, text));
    measure(report, effort, "suffix_cycle", &narrow, cycle);
}

/// The texts of either of two grammars, on which both must agree.
pub(super) fn both_ways(
    one: &Language,
    other: &Language,
) -> (impl Gen<Value = Tree> + use<>, impl Fn(Tree) -> Result<(), Fault> + use<>) {
    let forth = same(one, one.clone(), other.clone());
    let back = same(other, one.clone(), other.clone());
    let of_one = Arc::clone(one.grammar());
    let property = move |tree: Tree| if Arc::ptr_eq(tree.grammar(), &of_one) { forth(tree) } else { back(tree) };
    (one_of![one: one.clone(), other: other.clone()], property)
}

/// A parser of C as it was in the library that the thesis tested: a declaration of nothing must at least name a type.
pub(super) fn demands_a_type(c: &Language) -> impl Fn(&str) -> Result<(), String> + use<> {
    let c = c.clone();
    move |text| {
        let tree = c.parse(text).map_err(|error| error.to_string())?.first();
        let label = |node: Node<'_>| node.label().to_string();
        let has_no_type = |declaration: Node<'_>| {
            let specifiers = declaration.parts().find_map(Result::ok).expect("a declaration has specifiers");
            let within = specifiers.parts().find_map(Result::ok).map(label);
            label(specifiers) == "SpecifyNoType" || within.is_some_and(|within| within == "PlainNoType")
        };
        let empty = tree.nodes().find(|&node| label(node) == "DeclareTag" && has_no_type(node));
        empty.map_or(Ok(()), |_| Err("empty declaration".into()))
    }
}

/// What a printer of C makes of an expression that has its own way to write suffixes: `0ul` is printed as `0uL`.
pub(super) fn printed(c: &Language, text: &str) -> Result<String, String> {
    let tree = c.parse(text).map_err(|error| error.to_string())?.first();
    let is_integer = |leaf: &Leaf<'_>| match leaf {
        Leaf::Token(id, _) => c.grammar().token(*id).name == "IntegerConstant",
        Leaf::Terminal(_) => false,
    };
    let own = |leaf: Leaf<'_>| match leaf.text().find(['u', 'U', 'l', 'L']) {
        Some(at) if is_integer(&leaf) => {
            let (digits, suffix) = leaf.text().split_at(at);
            format!("{digits}{}", suffix.replace('U', "u").replace('l', "L"))
        }
        _ => leaf.text().to_owned(),
    };
    // Apart, so that they are read as they are.
    Ok(tree.leaves().map(own).collect::<Vec<_>>().join(" "))
}

/// What one run came to.
struct Outcome {
    samples: u64,
    shrinks: u64,
    tokens: usize,
    text: String,
}

fn measure<G: Draw<Value = Tree>>(
    report: &mut Report,
    effort: Effort,
    row: &str,
    generator: &G,
    property: impl Fn(Tree) -> Result<(), Fault>,
) {
    for (source, phases) in [(OURS, Phases::ALL), (RANDOM, Phases::ALL.without(Phase::Exhaustive))] {
        let seeds = (0..effort.runs).map(|run| Rng::new(run).word());
        let run = |seed| outcome(Check::new().seed(seed).cases(effort.samples), phases, generator, &property);
        let outcomes: Vec<Outcome> = seeds.filter_map(run).collect();
        report.add(row, "runs", source, effort.runs as f64);
        report.add(row, "found", source, outcomes.len() as f64);
        if !outcomes.is_empty() {
            add(report, row, source, &outcomes);
        }
    }
}

/// Adds what runs came to.
fn add(report: &mut Report, row: &str, source: &str, outcomes: &[Outcome]) {
    let of = |figure: fn(&Outcome) -> f64| outcomes.iter().map(figure).collect::<Vec<f64>>();
    let most = |figures: Vec<f64>| figures.into_iter().fold(0.0, f64::max);
    report.add(row, "samples_to_find", source, median(of(|outcome| outcome.samples as f64)));
    report.add(row, "samples_worst", source, most(of(|outcome| outcome.samples as f64)));
    report.add(row, "shrinks", source, median(of(|outcome| outcome.shrinks as f64)));
    report.add(row, "shrunk_tokens", source, median(of(|outcome| outcome.tokens as f64)));
    report.add(row, "tokens_worst", source, most(of(|outcome| outcome.tokens as f64)));
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    outcomes.iter().for_each(|outcome| *texts.entry(&outcome.text).or_default() += 1);
    let mut texts: Vec<(&str, usize)> = texts.into_iter().collect();
    texts.sort_by_key(|&(text, times)| (std::cmp::Reverse(times), text));
    let shown: Vec<String> = texts.iter().take(SHOWN).map(|(text, times)| format!("{text} ({times}x)")).collect();
    report.note(row, &format!("{source}: shrunk to {}", shown.join("   ")));
}

/// How many of the shrunk texts are shown.
const SHOWN: usize = 4;

/// Runs the property as a user would; `None` if it finds nothing.
fn outcome<G: Draw<Value = Tree>>(
    check: Check,
    phases: Phases,
    generator: &G,
    property: &impl Fn(Tree) -> Result<(), Fault>,
) -> Option<Outcome> {
    let (samples, has_failed) = (Cell::new(0), Cell::new(false));
    let ran = check.with(|config: Config| config.phases(phases)).run(generator, |tree| {
        let checked = property(tree);
        samples.set(samples.get() + u64::from(!has_failed.get()));
        has_failed.set(has_failed.get() || checked.is_err());
        checked
    });
    let failure = ran.failures.first()?;
    let tree = generator.replay(&failure.minimal.choices).ok()?;
    let (tokens, text) = (tree.leaves().count(), tree.to_text(Spacing::Minimal));
    Some(Outcome { samples: samples.get(), shrinks: failure.shrinking.steps, tokens, text })
}

fn add_published(report: &mut Report, row: &str, (samples, shrinks): (f64, f64)) {
    report.add(row, "samples_to_find", AGATA, samples);
    report.add(row, "shrinks", AGATA, shrinks);
}
