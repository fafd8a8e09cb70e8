//! The experiment with little effort, and what its subjects are.

use super::*;
use crate::report::OURS;

const QUICK: Effort =
    Effort { runs: 5, samples: 2_000, bytes: 20_000, longest: 20_000, covers: 1, cover_samples: 2_000, documents: 100 };

fn figure(report: &Report, row: &str, metric: &str) -> f64 {
    report.value(row, metric, OURS).unwrap_or_else(|| panic!("{row} has no {metric}:\n{}", report.table()))
}

/// How small texts are is that of the median: a few whole programs end with more tokens, because what is nested in a declarator has
/// no simpler place that one edit leads to.
#[test]
fn what_is_planted_is_found_and_shrunk() {
    let mut report = Report::new(EXPERIMENT);
    differences::run(&mut report, QUICK);
    let planted = ["octal_program", "octal_expression", "quote_program", "quote_expression", "suffix_program"];
    for row in planted.into_iter().chain(["suffix_expression", "static_program", "suffix_cycle"]) {
        assert_eq!(figure(&report, row, "found"), QUICK.runs as f64, "{}", report.table());
        assert!(figure(&report, row, "samples_worst") <= 1_000.0, "{}", report.table());
        assert!(figure(&report, row, "shrunk_tokens") <= 10.0, "{}", report.table());
        let is_program = row.ends_with("_program") && row != "static_program";
        assert!(is_program || figure(&report, row, "tokens_worst") <= 2.0, "{}", report.table());
    }
}

#[test]
fn all_productions_are_covered() {
    let mut report = Report::new(EXPERIMENT);
    for (name, language) in grammars::all() {
        cover::cover(&mut report, name, OURS, QUICK, &language, &language);
        assert_eq!(figure(&report, name, "rules_%_2000"), 100.0, "{}", report.table());
        assert!(figure(&report, name, "pairs_%_2000") > 95.0, "{}", report.table());
    }
}

#[test]
fn documents_like_examples_are_like_them() {
    let mut report = Report::new(EXPERIMENT);
    like::run(&mut report, QUICK);
    let [tuned, untuned] = ["js_tuned", "js_untuned"].map(|metric| figure(&report, "like_examples", metric));
    assert!(tuned < untuned / 2.0, "{}", report.table());
}

#[test]
fn speed_is_measured_of_every_grammar() {
    let mut report = Report::new(EXPERIMENT);
    speed::run(&mut report, QUICK);
    for (name, _) in grammars::all() {
        assert!(figure(&report, &format!("speed_{name}"), "mean_bytes") > 1.0);
    }
}

#[test]
fn pairs_are_a_production_and_one_below_it() {
    let json = grammars::json();
    let pairs = cover::pairs(&json);
    let document = json.parse("[{\"a\":[null]},1]").expect("a text of JSON").first();
    let seen: Vec<_> = cover::pairs_of(&document).collect();
    assert!(seen.iter().all(|pair| pairs.contains(pair)), "{seen:?}");
    // Each node but the root is below one.
    assert_eq!(seen.len(), document.nodes().count() - 1);
}

#[test]
fn the_oracle_and_the_printer_are_those_of_the_thesis() {
    let c = grammars::c();
    let oracle = differences::demands_a_type(&c);
    assert!(oracle("static ;").is_err() && oracle("volatile;").is_err() && oracle("int static").is_err());
    assert!(oracle("int;").is_ok() && oracle("static int;").is_ok() && oracle("static a;").is_ok());
    let expressions = c.category("Exp").expect("C has expressions");
    let printed = |text| differences::printed(&expressions, text).expect("an expression");
    assert_eq!(printed("0ul"), "0uL");
    assert_eq!(printed("0xAUl+ull"), "0xAuL + ull");
}
