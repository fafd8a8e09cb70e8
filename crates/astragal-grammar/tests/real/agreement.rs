//! Grammars and real parsers on texts that were written by hand: they agree, and where they differ it is known and has a reason.

use crate::bnfc;
use crate::judge::Verdict;
use crate::texts::{self, Difference, Language};

/// What bison counts: the one conflict is the `else` that could belong to two `if`s.
const CONFLICTS: [(&str, &str); 9] = [
    ("arithmetic", ""),
    ("c", "1 shift/reduce conflict"),
    ("flawed/c_octal", "1 shift/reduce conflict"),
    ("flawed/c_quote", "1 shift/reduce conflict"),
    ("flawed/c_suffix", "1 shift/reduce conflict"),
    ("json", ""),
    ("lbnf", ""),
    ("sexp", ""),
    ("sql", ""),
];

#[test]
fn bnfc_takes_every_grammar() {
    let mut names: Vec<String> = Vec::new();
    for folder in ["", "flawed/"] {
        let files = std::fs::read_dir(bnfc::grammars().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let grammars = files.filter(|file| file.extension().is_some_and(|ending| ending == "cf"));
        names.extend(grammars.map(|file| format!("{folder}{}", file.file_stem().unwrap().to_string_lossy())));
    }
    names.sort();
    assert_eq!(names, CONFLICTS.map(|(name, _)| name), "a grammar is not in the list");
    for (name, conflicts) in CONFLICTS {
        let Some(parser) = bnfc::parser(name) else { return };
        assert!(parser.summary.ends_with("rules accepted"), "{name}: {}", parser.summary);
        assert_eq!(parser.conflicts, conflicts, "{name}");
    }
}

#[test]
fn arithmetic_agrees() {
    agrees(texts::language("arithmetic"));
}

#[test]
fn c_agrees() {
    agrees(texts::language("c"));
}

#[test]
fn json_agrees() {
    agrees(texts::language("json"));
}

#[test]
fn lbnf_agrees() {
    agrees(texts::language("lbnf"));
}

#[test]
fn sexp_agrees() {
    agrees(texts::language("sexp"));
}

#[test]
fn sql_agrees() {
    agrees(texts::language("sql"));
}

/// Checks all texts of a language with the parser of its grammar and with its real parsers.
fn agrees(language: &Language) {
    let mut wrong = Vec::new();
    let all = expectations(language);
    let texts: Vec<&str> = all.iter().map(|expected| expected.text).collect();
    if let Some(parser) = bnfc::parser(language.grammar) {
        for (expected, verdict) in all.iter().zip(parser.judge(&texts)) {
            wrong.extend(expected.complaint("the grammar", &verdict, expected.in_grammar));
        }
    }
    for (name, judge) in language.judges {
        for (expected, verdict) in all.iter().zip(judge(&texts).into_iter().flatten()) {
            let is_parsed = expected.parsed_by.map_or(expected.in_grammar, |parsers| parsers.contains(name));
            wrong.extend(expected.complaint(name, &verdict, is_parsed));
        }
    }
    let (good, texts): (Vec<_>, Vec<_>) =
        all.iter().filter(|expected| expected.in_grammar).map(|e| (e, e.text)).unzip();
    for (name, judge) in language.lenient_judges {
        for (expected, verdict) in good.iter().zip(judge(&texts).into_iter().flatten()) {
            wrong.extend(expected.complaint(name, &verdict, true));
        }
    }
    for (name, judge) in language.judges.iter().chain(language.lenient_judges) {
        for limit in language.limits.iter().filter(|limit| limit.judge == *name) {
            // Alone, so that no other text is the reason.
            let Some(verdict) = judge(&[limit.text]).map(|mut verdicts| verdicts.remove(0)) else { continue };
            if !matches!(&verdict, Verdict::Other(message) if message.contains(limit.message)) {
                wrong.push(format!("{name} is to say {:?} of {:?}, but says {verdict:?}", limit.message, limit.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", language.grammar, wrong.join("\n"));
}

/// What is expected of the parsers.
struct Expected {
    text: &'static str,
    in_grammar: bool,
    /// Which real parsers parse it, if that differs from the grammar.
    parsed_by: Option<&'static [&'static str]>,
    why: &'static str,
}

fn expectations(language: &Language) -> Vec<Expected> {
    let same = |text, in_grammar| Expected { text, in_grammar, parsed_by: None, why: "" };
    let good = language.good.iter().map(|&text| same(text, true));
    let bad = language.bad.iter().map(|&text| same(text, false));
    let limits = language.limits.iter().map(|limit| same(limit.text, true));
    let different = language.differences.iter().map(|&Difference { text, in_grammar, parsed_by, why }| Expected {
        text,
        in_grammar,
        parsed_by: Some(parsed_by),
        why,
    });
    good.chain(bad).chain(limits).chain(different).collect()
}

impl Expected {
    /// What is wrong with a verdict.
    fn complaint(&self, judge: &str, verdict: &Verdict, is_parsed: bool) -> Option<String> {
        let expected = if is_parsed { "is to parse it" } else { "is to reject it" };
        let Expected { text, why, .. } = self;
        (verdict.is_parsed() != is_parsed).then(|| format!("{judge} {expected}, but says {verdict:?}: {text:?} {why}"))
    }
}
