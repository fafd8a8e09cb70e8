//! What chance draws: every rule of a large grammar soon, and values of all sizes.

use astragal::prelude::*;
use astragal_grammar::{Language, RuleId};

use crate::subjects::{ARITHMETIC, C, JSON, SEXPS, language};

/// The number of samples in which each rule occurs, and the sizes of all, in order.
fn sampled(language: &Language, samples: u64) -> (Vec<u32>, Vec<usize>) {
    let mut hits = vec![0; language.grammar().rules.len()];
    let mut sizes = Vec::new();
    for seed in 0..samples {
        let tree = language.sample(seed);
        let mut rules: Vec<RuleId> = tree.rules().collect();
        rules.sort();
        rules.dedup();
        rules.iter().for_each(|rule| hits[rule.index()] += 1);
        sizes.push(tree.size());
    }
    sizes.sort();
    (hits, sizes)
}

#[test]
fn all_rules_of_a_large_grammar_are_drawn() {
    let c = language("c", C);
    assert!(c.grammar().rules.len() > 200);
    let (hits, sizes) = sampled(&c, 2_000);
    for (rule, hits) in hits.iter().enumerate() {
        assert!(*hits >= 3, "{} in {hits} of 2,000", c.grammar().display_rule(RuleId(rule as u32)));
    }
    assert!(sizes[1_000] > 100 && sizes[1_999] < 5_000, "{} {}", sizes[1_000], sizes[1_999]);
}

#[test]
fn values_are_neither_tiny_nor_huge() {
    for (name, rules) in [("arithmetic", ARITHMETIC), ("json", JSON), ("sexps", SEXPS), ("c", C)] {
        let (_, sizes) = sampled(&language(name, rules), 300);
        assert!(sizes[0] < 40 && sizes[150] > 40 && sizes[299] < 2_000, "{name}: {sizes:?}");
        // The size steers.
        let mean = |size| {
            let language = language(name, rules).at_size(size);
            (0..100).map(|seed| language.sample(seed).size()).sum::<usize>() / 100
        };
        let means = [0, 10, 100, 1_000].map(mean);
        assert!(means.is_sorted() && means[3] > 4 * means[2] && means[0] < 40, "{name}: {means:?}");
    }
}

/// Each level of a list of lists of lists has its turn.
#[test]
fn what_is_deep_is_drawn_too() {
    let rules = r#"
        File.   File   ::= [Module]
        terminator Module ";"
        Module. Module ::= "module" [Class]
        terminator Class ";"
        Class.  Class  ::= "class" [Method]
        terminator Method ";"
        Method. Method ::= "method" [Statement]
        terminator Statement ";"
        Call.   Statement ::= Exp
        Loop.   Statement ::= "loop" "{" [Statement] "}"
        Sum.    Exp  ::= Exp "+" Exp1
        Pair.   Exp1 ::= Exp1 "," Exp2
        Name.   Exp2 ::= Name
        coercions Exp 2
    "#;
    let files = language("files", rules);
    let (hits, _) = sampled(&files, 1_000);
    assert!(hits.iter().all(|&hits| hits > 100), "{hits:?}");
}

/// Weights that are given are the ones that count.
#[test]
fn weights_are_followed() {
    let mut grammar = crate::subjects::grammar("arithmetic", ARITHMETIC);
    let weigh = |grammar: &mut astragal_grammar::Grammar, label: &str, weight: u32| {
        let rule = grammar.rules.iter_mut().find(|rule| rule.label.to_string() == label).unwrap();
        rule.weight = weight;
    };
    weigh(&mut grammar, "Add", 0);
    weigh(&mut grammar, "Sub", 5);
    let weighted = Language::new(grammar.into()).unwrap();
    let (hits, sizes) = sampled(&weighted, 300);
    assert_eq!(hits[0], 0);
    assert!(hits[1] > 200, "{hits:?}");
    assert!(sizes[299] < 5_000);
    // What is never drawn is still a tree of the language.
    let plain = language("arithmetic", ARITHMETIC);
    let sum = (0..).map(|seed| plain.sample(seed)).find(|tree| tree.rules().any(|rule| rule == RuleId(0))).unwrap();
    let replayed = weighted.replay(&plain.choices_of(&sum).unwrap()).unwrap();
    assert_eq!(replayed.to_string(), sum.to_string());
}
