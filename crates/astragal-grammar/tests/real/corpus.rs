//! Whole programs of C, coverage of the grammars by hand-written texts, and grammars with a flaw.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::bnfc::{self, Parser};
use crate::gcc;
use crate::judge::Verdict;
use crate::scripts;
use crate::texts;

/// The programs: name and text. They are complete, valid C89 and need no preprocessor.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/corpus");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &Path| fs::read_to_string(file).unwrap();
    files.iter().map(|file| (file.file_name().unwrap().to_string_lossy().into_owned(), read(file))).collect()
}

#[test]
fn every_parser_takes_the_programs() {
    let programs = programs();
    assert!(programs.len() >= 13, "{} programs", programs.len());
    let texts: Vec<&str> = programs.iter().map(|(_, text)| text.as_str()).collect();
    if let Some(parser) = bnfc::parser("c") {
        for ((name, _), verdict) in programs.iter().zip(parser.judge(&texts)) {
            assert_eq!(verdict, Verdict::Accepted, "the grammar on {name}");
        }
    }
    for (name, text) in &programs {
        let Some(verdict) = gcc::judge_program(text) else { break };
        assert_eq!(verdict, Verdict::Accepted, "gcc on {name}");
    }
    for ((name, _), verdict) in programs.iter().zip(scripts::pycparser(&texts).into_iter().flatten()) {
        assert!(verdict.is_parsed(), "pycparser on {name}: {verdict:?}");
    }
}

#[test]
fn every_rule_is_in_a_text() {
    for language in texts::ALL {
        let Some(parser) = bnfc::parser(language.grammar) else { return };
        let mut texts: Vec<String> = language.good.iter().map(|&text| text.to_owned()).collect();
        if language.grammar == "c" {
            texts.extend(programs().into_iter().map(|(_, text)| text));
        }
        let used: BTreeSet<String> = texts.iter().flat_map(|text| constructors(&parser.tree(text))).collect();
        let grammar = fs::read_to_string(bnfc::grammars().join(language.grammar).with_extension("cf")).unwrap();
        let missing: Vec<&str> = labels(&grammar).filter(|label| !used.contains(*label)).collect();
        assert!(missing.is_empty(), "no text of {} has {}", language.grammar, missing.join(", "));
    }
}

/// The labels of a grammar: in these files a rule begins a line.
fn labels(grammar: &str) -> impl Iterator<Item = &str> {
    grammar.lines().filter_map(|line| {
        let (label, rest) = line.split_once('.')?;
        let is_name = label.starts_with(char::is_uppercase) && label.chars().all(char::is_alphanumeric);
        (is_name && rest.contains("::=")).then_some(label)
    })
}

/// The words of a tree that are not in quotes; a few that are do no harm.
fn constructors(tree: &str) -> Vec<String> {
    let words = tree.split(|c: char| "()[], ".contains(c));
    words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

/// A grammar with a flaw, what it takes and C does not have, and what it lacks.
struct Flawed {
    grammar: &'static str,
    takes: &'static [&'static str],
    lacks: &'static [&'static str],
}

const FLAWED: [Flawed; 3] = [
    Flawed { grammar: "flawed/c_octal", takes: &["int x = 08;", "int x = 0129L;"], lacks: &[] },
    Flawed { grammar: "flawed/c_quote", takes: &["int x = ''';", "int x = L''';"], lacks: &[] },
    Flawed {
        grammar: "flawed/c_suffix",
        takes: &[],
        lacks: &["int x = 1uL;", "int x = 1Ul;", "int x = 0x1lU;", "int x = 07Lu;"],
    },
];

#[test]
fn flawed_grammars_have_one_flaw_each() {
    let Some(correct) = bnfc::parser("c") else { return };
    let verdicts =
        |parser: &Parser, texts: &[&str]| -> Vec<bool> { parser.judge(texts).iter().map(Verdict::is_parsed).collect() };
    for Flawed { grammar, takes, lacks } in FLAWED {
        let Some(flawed) = bnfc::parser(grammar) else { return };
        assert!(verdicts(&flawed, takes).iter().all(|&taken| taken), "{grammar} takes {takes:?}");
        assert!(verdicts(&correct, takes).iter().all(|&taken| !taken), "c does not take {takes:?}");
        assert!(verdicts(&flawed, lacks).iter().all(|&taken| !taken), "{grammar} lacks {lacks:?}");
        assert!(verdicts(&correct, lacks).iter().all(|&taken| taken), "c takes {lacks:?}");
        for (text, is_c) in takes.iter().map(|text| (text, false)).chain(lacks.iter().map(|text| (text, true))) {
            let Some(verdicts) = gcc::judge(&[text]) else { continue };
            assert_eq!(verdicts[0].is_parsed(), is_c, "gcc on {text}: {verdicts:?}");
        }
        // Nothing else differs.
        let file = |name: &str| fs::read_to_string(bnfc::grammars().join(name).with_extension("cf")).unwrap();
        let definitions = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with("--"));
            let code = lines.collect::<Vec<_>>().join("\n");
            code.split("\n\n").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        let [ours, theirs] = [definitions(&file("c")), definitions(&file(grammar))];
        let differ = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs);
        let differ: Vec<&str> = differ.map(|(ours, _)| ours.split('\n').next().unwrap_or_default()).collect();
        assert_eq!((ours.len(), differ.len()), (theirs.len(), 1), "{grammar}: {differ:?}");
        assert!(differ[0].starts_with("token "), "{grammar}: {differ:?}");
    }
}
