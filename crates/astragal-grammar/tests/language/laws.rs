//! The laws of generators, on trees and on texts.

use astragal::laws::Laws;
use astragal_grammar::Spacing;

use crate::subjects::{ARITHMETIC, C, JSON, SEXPS, language};

/// How many cases are tried at each of five sizes.
const CASES: u64 = 20;

fn trees(name: &str, rules: &str) {
    let language = language(name, rules);
    let laws = Laws::of(&language).cases(CASES);
    laws.backwards().unwrap();
    laws.counting().unwrap();
    laws.ranking().unwrap();
    laws.derivatives().unwrap();
}

#[test]
fn arithmetic() {
    trees("arithmetic", ARITHMETIC);
}

#[test]
fn json() {
    trees("json", JSON);
}

#[test]
fn sexps() {
    trees("sexps", SEXPS);
}

/// Not counted: there are too many rules.
#[test]
fn c() {
    Laws::of(&language("c", C)).cases(5).backwards().unwrap();
}

#[test]
fn texts() {
    for (name, rules) in [("arithmetic", ARITHMETIC), ("json", JSON), ("sexps", SEXPS)] {
        let language = language(name, rules);
        for spacing in [Spacing::Minimal, Spacing::Pretty, Spacing::Random] {
            let texts = language.texts(spacing);
            let laws = Laws::of(&texts).cases(CASES / 2);
            laws.forwards().unwrap();
            laws.counting().unwrap();
        }
    }
}

/// Trees of a grammar that reads characters one by one.
#[test]
fn characters() {
    let rules = r#"
        Word. Text ::= Name
        More. Text ::= Text " " Name
        characters
    "#;
    trees("words", rules);
    Laws::of(&language("words", rules).texts(Spacing::Random)).cases(CASES).forwards().unwrap();
}
