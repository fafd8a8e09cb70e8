//! Grammars of ten thousand rules, and trees as deep: on a small stack.

use std::sync::Arc;

use astragal::prelude::*;
use astragal::shapes::{Strategy, Weighting, agata};
use astragal_grammar::{Builder, Label, Language, Spacing};

/// Runs a closure on a thread with a stack of this many bytes.
fn with_stack(bytes: usize, run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(bytes).spawn(run).unwrap().join().unwrap();
}

/// A category for each number, which ends or goes on with the next; the last begins anew.
fn chain(count: usize, is_coercion: bool) -> Language {
    let mut builder = Builder::new("chain");
    let categories: Vec<_> = (0..count).map(|at| builder.category(&format!("C{at}x"))).collect();
    let [open, close] = ["(", ")"].map(|text| builder.terminal(text));
    for (at, &category) in categories.iter().enumerate() {
        let word = builder.terminal(&format!("w{at}"));
        builder.rule(Label::Constructor(format!("End{at}")), category, [word]);
        match categories.get(at + 1) {
            Some(&next) if is_coercion => builder.rule(Label::Coercion, category, [next]),
            Some(&next) => builder.rule(Label::Constructor(format!("Next{at}")), category, [open, next]),
            None => builder.rule(Label::Constructor("Again".into()), category, [open, categories[0], close]),
        };
    }
    Language::new(Arc::new(builder.finish())).unwrap()
}

#[test]
fn ten_thousand_categories_in_a_chain() {
    with_stack(512 * 1024, || {
        let chain = chain(5_000, false);
        assert_eq!(chain.simplest().unwrap().to_string(), "w0");
        let space = chain.space();
        assert!(space.is_recursive() && space.most_values().is_none());
        let (tree, choices) = chain.record(3).unwrap();
        assert_eq!(chain.replay(&choices).unwrap(), tree);
        assert_eq!(chain.choices_of(&tree).unwrap(), choices);
        assert!(chain.clone().by(agata::linear()).sample(1).size() > 0);
        assert_eq!(chain.clone().by(Strategy::holey(Weighting::equal()).exactly(9)).sample(1).rules().count(), 10);
        assert_eq!((&chain).nth(&20u32.into()).unwrap().rules().count(), 21);
        assert_eq!((&chain).uniform(30).sample(1).rules().count(), 31);
        assert!(chain.texts(Spacing::Random).try_sample(1).is_ok());
    });
}

#[test]
fn ten_thousand_levels_of_precedence() {
    with_stack(512 * 1024, || {
        let chain = chain(5_000, true);
        assert!((0..50).all(|seed| chain.try_sample(seed).is_ok()));
        let tree = chain.sample(2);
        assert_eq!(chain.replay(&chain.choices_of(&tree).unwrap()).unwrap(), tree);
    });
}

#[test]
fn ten_thousand_rules_of_one_category() {
    with_stack(512 * 1024, || {
        let mut builder = Builder::new("wide");
        let word = builder.category("Word");
        for at in 0..10_000 {
            let text = builder.terminal(&format!("word{at}"));
            builder.rule(Label::Constructor(format!("Word{at}")), word, [text]);
        }
        let wide = Language::new(Arc::new(builder.finish())).unwrap();
        assert_eq!((&wide).iter().count(), 10_000);
        assert_eq!(wide.choices_of(&wide.sample(1)).unwrap().len(), 1);
    });
}

/// A tree that is nested a hundred thousand times takes no stack, forwards or backwards.
#[test]
fn deep_trees() {
    with_stack(512 * 1024, || {
        let brackets = crate::subjects::language("brackets", "Nest. B ::= \"(\" B \")\"\n Leaf. B ::= \"x\"");
        let deep = brackets.by(Strategy::holey(Weighting::equal()).exactly(50_000)).sample(1);
        assert_eq!(deep.rules().count(), 50_001);
        let language = crate::subjects::language("brackets", "Nest. B ::= \"(\" B \")\"\n Leaf. B ::= \"x\"");
        let choices = language.choices_of(&deep).unwrap();
        assert_eq!(language.replay(&choices).unwrap(), deep);
        assert_eq!(deep.to_text(Spacing::Minimal).len(), 100_001);
        assert!(format!("{deep:?}").len() > 100_000);
    });
}

/// Parts that are shared are counted once, not once for each way that leads to them.
#[test]
fn shared_parts() {
    let mut rules = String::new();
    for at in 0..80 {
        rules += &format!("Left{at}. C{at}x ::= \"l\" C{}x\n Right{at}. C{at}x ::= \"r\" C{}x\n", at + 1, at + 1);
    }
    let shared = crate::subjects::language("shared", &(rules + "End. C80x ::= \"e\""));
    assert_eq!(shared.space().most_values(), None); // more than 64 bits can tell
    let last = (astragal::spaces::BigUint::from(1u32) << 80u32) - 1u32;
    assert_eq!((&shared).nth(&last).unwrap().to_text(Spacing::Minimal), "r".repeat(80) + "e");
    assert!((&shared).nth(&(last + 1u32)).is_none());
}
