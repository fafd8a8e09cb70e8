//! Drawn texts against real parsers. The parser that BNFC makes of a grammar takes all of them and none of the near misses; the
//! parsers of the language take them too, or say a rule that no grammar has.

use std::collections::BTreeMap;

use astragal::prelude::*;
use astragal::shapes::Strategy;
use astragal_grammar::{Grammar, Language, NearMiss, Spacing};

use crate::bnfc;
use crate::judge::Verdict;
use crate::texts;

/// How many texts are drawn, each from its own seed, size, strategy and spacing, and how many near misses.
const TEXTS: u64 = 10_000;
const NEAR_MISSES: u64 = 1_000;
/// How many texts are given to the parsers of the language, some of which take milliseconds a text.
const SOME: usize = 2_000;
const ALL: usize = TEXTS as usize;

#[test]
fn drawn_arithmetic_is_judged_alike() {
    assert_eq!(differences("arithmetic", SOME), NONE);
}

#[test]
fn drawn_c_is_judged_alike() {
    assert_eq!(differences("c", SOME), NONE);
}

#[test]
fn drawn_json_is_judged_alike() {
    assert_eq!(differences("json", SOME), NONE);
}

#[test]
fn drawn_lbnf_is_judged_alike() {
    assert_eq!(differences("lbnf", SOME), NONE);
}

#[test]
fn drawn_sexp_is_judged_alike() {
    assert_eq!(differences("sexp", SOME), NONE);
}

#[test]
fn drawn_sql_is_judged_alike() {
    assert_eq!(differences("sql", SOME), NONE);
}

/// `cargo test -p astragal-grammar --test real -- --ignored --nocapture` prints how many texts were rejected by which rules.
#[test]
#[ignore = "takes minutes: the same with all texts for the parsers of the languages"]
fn all_drawn_texts_are_judged_alike() {
    let all: Vec<String> = texts::ALL.iter().flat_map(|language| differences(language.grammar, ALL)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

const NONE: [String; 0] = [];

/// A drawn text, and how it was spaced.
struct Drawn {
    text: String,
    spacing: Spacing,
}

/// Where the parsers of a language differ from its grammar on drawn texts, of which real parsers are given this many.
fn differences(name: &str, real: usize) -> Vec<String> {
    let loaded = Grammar::load(bnfc::grammars().join(name).with_extension("cf")).unwrap();
    let language = Language::new(loaded.grammar).unwrap();
    let known = texts::language(name);
    let drawn = draw(&language, TEXTS);
    let misses = (0..NEAR_MISSES).filter_map(|seed| language.near_misses().try_sample(seed).ok());
    let misses: Vec<NearMiss> = misses.collect();
    assert!(misses.len() as u64 > NEAR_MISSES / 2, "{} near misses of {name}", misses.len());
    let mut wrong = Vec::new();
    if let Some(parser) = bnfc::parser(name) {
        let judge = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| in_bytes(name, text)).collect();
            Some(parser.judge(&texts))
        };
        wrong.extend(complaints(&language, "BNFC's parser", &judge, &drawn, |_| None));
        wrong.extend(taken("BNFC's parser", &judge, &misses));
        println!("{name}: BNFC's parser was asked about {} texts and {} near misses", drawn.len(), misses.len());
    }
    for (judge_name, judge) in known.judges.iter().chain(known.lenient_judges) {
        let rule = |message: &str| {
            let limits = known.limits.iter().filter(|limit| limit.judge == *judge_name);
            let limits = limits.map(|limit| (limit.message, limit.message));
            let rules = known.rules.iter().filter(|rules| rules.judge == *judge_name);
            let rules = rules.flat_map(|rules| rules.messages.iter().map(|part| (*part, rules.why)));
            rules.chain(limits).find(|(part, _)| message.contains(part)).map(|(_, why)| why)
        };
        let some = &drawn[..drawn.len().min(real)];
        wrong.extend(complaints(&language, judge_name, judge, some, rule));
        // The other grammars leave out something that parsers of the language take.
        if name == "json" {
            wrong.extend(taken(judge_name, judge, &misses));
        }
    }
    wrong
}

/// Which near misses a judge takes.
fn taken(name: &str, judge: &dyn Fn(&[&str]) -> Option<Vec<Verdict>>, misses: &[NearMiss]) -> Vec<String> {
    let texts: Vec<&str> = misses.iter().map(|miss| miss.text.as_str()).collect();
    let verdicts = judge(&texts).into_iter().flatten();
    // A limit of the parser may come before the mistake.
    let taken = misses.iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Accepted);
    taken.map(|(miss, _)| format!("{name} takes {:?}, where {}", miss.text, miss.change)).collect()
}

/// A text for a lexer of bytes. In LBNF a character in quotation marks is one of Unicode, for BNFC's lexers in C one byte.
fn in_bytes(name: &str, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if name == "lbnf" {
        for at in 1..characters.len().saturating_sub(1) {
            if !characters[at].is_ascii() && [characters[at - 1], characters[at + 1]] == ['\'', '\''] {
                characters[at] = 'x';
            }
        }
    }
    characters.into_iter().collect()
}

/// Texts of all sizes, by all strategies, in all spacings.
fn draw(language: &Language, count: u64) -> Vec<Drawn> {
    const SPACINGS: [Spacing; 3] = [Spacing::Minimal, Spacing::Pretty, Spacing::Random];
    // Uniform weights are for binary trees alone.
    let strategies: Vec<Strategy> =
        Strategy::known().filter(|strategy| !strategy.to_string().ends_with("uniform")).collect();
    let generators = SPACINGS.map(|spacing| {
        let texts = language.texts(spacing);
        strategies.iter().map(|strategy| texts.clone().by(strategy.clone())).collect::<Vec<_>>()
    });
    let draw = |seed: u64| {
        let spacing = (seed % 3) as usize;
        // By the plans of the other strategies even small texts are long.
        let (strategy, size) = match seed % 10 {
            0 => (2 + (seed / 10) as usize % (strategies.len() - 2), 1 + seed / 10 % 6),
            1..=3 => (0, 1 + seed % 60),
            _ => (1, 1 + seed % 100),
        };
        let text = generators[spacing][strategy].clone().at_size(size as u32).sample(seed);
        Drawn { text, spacing: SPACINGS[spacing] }
    };
    (0..count).map(draw).collect()
}

/// Of how many kinds of messages a text is made smaller.
const SHRUNK: usize = 3;

/// What a judge says of drawn texts that it is not to say: once for each kind of message, of the smallest text for which it says that.
fn complaints(
    language: &Language,
    name: &str,
    judge: &dyn Fn(&[&str]) -> Option<Vec<Verdict>>,
    drawn: &[Drawn],
    rule: impl Fn(&str) -> Option<&'static str>,
) -> Vec<String> {
    let texts: Vec<&str> = drawn.iter().map(|drawn| drawn.text.as_str()).collect();
    let Some(verdicts) = judge(&texts) else { return Vec::new() };
    let mut kinds: BTreeMap<String, (usize, &Drawn)> = BTreeMap::new();
    let mut rejected: BTreeMap<&str, usize> = BTreeMap::new();
    for (drawn, verdict) in drawn.iter().zip(&verdicts) {
        match verdict {
            Verdict::Accepted => continue,
            Verdict::Other(message) => {
                if let Some(why) = rule(message) {
                    *rejected.entry(why).or_default() += 1;
                    continue;
                }
            }
            Verdict::Syntax(_) => {}
        }
        let (count, smallest) = kinds.entry(kind(verdict)).or_insert((0, drawn));
        *count += 1;
        if drawn.text.len() < smallest.text.len() {
            *smallest = drawn;
        }
    }
    let accepted = verdicts.iter().filter(|verdict| **verdict == Verdict::Accepted).count();
    println!("{name} accepts {accepted} of {} texts", drawn.len());
    rejected.iter().for_each(|(why, count)| println!("  and rejects {count}: {why}"));
    let complaint = |(number, (what, (count, drawn))): (usize, (String, (usize, &Drawn)))| {
        // Each text that is tried takes a process of its own.
        if number >= SHRUNK {
            return format!("{name} says {what} of {count} texts, such as {:?}", drawn.text);
        }
        let says_the_same = |text: &String| judge(&[text]).is_some_and(|verdicts| kind(&verdicts[0]) == what);
        let shrunk = language.texts(drawn.spacing).shrink(&drawn.text, says_the_same);
        let text = shrunk.map_or_else(|_| drawn.text.clone(), |shrunk| shrunk.value);
        format!("{name} says {what} of {count} texts, such as {text:?}")
    };
    kinds.into_iter().enumerate().map(complaint).collect()
}

/// A verdict with a message that is the same for texts that differ in their names and numbers.
fn kind(verdict: &Verdict) -> String {
    let (what, message) = match verdict {
        Verdict::Accepted => return "accepted".into(),
        Verdict::Syntax(message) => ("syntax error", message),
        Verdict::Other(message) => ("another reason", message),
    };
    let mut parts = message.split(['\'', '"', '`']);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        plain += if number % 2 == 0 { "'_" } else { "'" };
        plain += if number % 2 == 0 { "" } else { part };
    }
    let plain: String = plain.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect();
    format!("{what} ({plain})")
}
