//! Strings from regular expressions, against the `regex` crate as the judge.

use astragal::Choices;
use astragal::generators::try_string_matching;
use astragal::prelude::*;
use regex::Regex;

use crate::standard::check;

/// Patterns, with texts that match and texts that do not.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    ("", &[""], &["a"]),
    ("abc", &["abc"], &["", "ab", "abcd", "abd"]),
    ("[a-z]", &["a", "q"], &["", "A", "aa"]),
    ("[^a-z]", &["A", "\n", "é"], &["a"]),
    (".", &["x", "😀"], &["\n", ""]),
    ("(?s).", &["\n"], &[""]),
    ("a*", &["", "a", "aaaaaaaa"], &["b", "aab"]),
    ("a+", &["a", "aaa"], &["", "b"]),
    ("a?b?c?", &["", "ac", "abc", "b"], &["ba"]),
    ("a{3}", &["aaa"], &["aa", "aaaa"]),
    ("a{2,4}", &["aa", "aaaa"], &["a", "aaaaa"]),
    ("a{2,}", &["aa", "aaaaaa"], &["a"]),
    ("cat|dog|", &["cat", "dog", ""], &["cow"]),
    ("(?i)straße", &["STRAßE", "straẞe"], &["strasse"]),
    ("(?i:a)b", &["Ab", "ab"], &["AB"]),
    (r"\d{4}-\d{2}-\d{2}", &["2024-02-30", "１２３４-01-01"], &["2024-2-30"]),
    (r"(?-u:\d+)", &["0123"], &["１"]),
    (r"\w+@\w+\.(com|org)", &["me@here.org", "é1@_.com"], &["me@here.net"]),
    (r"\p{Greek}+", &["αβγ", "Ω"], &["abc"]),
    (r"\p{Lu}\p{Ll}*( \p{Lu}\p{Ll}*)*", &["Ada Lovelace", "É"], &["ada", "Ada  L"]),
    (r"((a|b)*c)*", &["", "c", "abcbac", "ccc"], &["ab"]),
    (r"(a*)*", &["", "aaaa"], &["ab"]),
    (r"(a?){5}", &["", "aaa", "aaaaa"], &["aaaaaa"]),
    (r"(a|aa)+b?a*", &["aaaa", "aabaa"], &["abb", ""]),
    (r"^[\w&&[^\d]]+$", &["word", "é"], &["w0rd", ""]),
    (r"^a$|^b+$", &["a", "bbb"], &["ab"]),
    (r#""(\\[nrt"\\]|[^"\\])*""#, &[r#""""#, r#""a\nb\"c""#], &[r#"""#, r#""\""#]),
    (r"(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}", &["127.0.0.1"], &["127.0.0", "01.0.0.0"]),
    (r"(?x) [+-]? [0-9]+ (\.[0-9]+)?", &["-1.5", "7"], &["1."]),
    (r"[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}", &["123e4567-e89b-12d3-a456-426614174000"], &["123e4567"]),
];

#[test]
fn what_is_drawn_matches_and_what_matches_runs_backwards() {
    for (pattern, matching, others) in TABLE {
        let generator = string_matching(pattern);
        let judge = Regex::new(&format!("^(?:{pattern})$")).unwrap();
        check(pattern, &generator);
        for seed in 0..300 {
            let text = generator.sample(seed);
            assert!(judge.is_match(&text), "{text:?} does not match {pattern}");
        }
        for text in *matching {
            assert!(judge.is_match(text), "the table is wrong: {text:?} does not match {pattern}");
            let choices = generator.choices_of(&text.to_string()).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            assert_eq!(generator.replay(&choices).unwrap(), *text);
        }
        for text in *others {
            assert!(!judge.is_match(text), "the table is wrong: {text:?} matches {pattern}");
            let mismatch = generator.choices_of(&text.to_string()).unwrap_err();
            assert!(mismatch.path().contains("regex"), "{mismatch}");
        }
    }
}

#[test]
fn every_text_over_a_small_alphabet_is_judged_alike() {
    let texts = string_of('a'..='c', 0..=7);
    for pattern in
        ["(a|b)*abb", "(ab?)*c{1,2}", "((a|ab)(c|bcd)*)*", "(a*b*)*c", "(a|b|c){2,5}", "(aa|aab?)*", "a*?b+?c?"]
    {
        let generator = string_matching(pattern);
        let judge = Regex::new(&format!("^(?:{pattern})$")).unwrap();
        for seed in 0..400 {
            let text = texts.sample(seed);
            let found = generator.choices_of(&text);
            assert_eq!(found.is_ok(), judge.is_match(&text), "{text:?} and {pattern}");
            if let Ok(choices) = found {
                assert_eq!(generator.replay(&choices).unwrap(), text);
            }
        }
    }
}

#[test]
fn the_simplest_text_is_the_first_and_shortest() {
    for (pattern, simple) in
        [("[0-9a-z]{2,5}", "aa"), ("x+|y", "x"), ("(b|a)c*", "a"), (r"\d+", "0"), ("(no|yes)!", "no!")]
    {
        assert_eq!(string_matching(pattern).replay(&Choices::default()).unwrap(), simple, "{pattern}");
    }
}

#[test]
fn a_mismatch_says_where_the_text_stops_fitting() {
    let dates = string_matching(r"\d{4}-\d{2}");
    let error = dates.choices_of(&"2024-x1".to_string()).unwrap_err().to_string();
    assert_eq!(error, r#"at regex: the text does not match the pattern `\d{4}-\d{2}` from character 5 on: "x1""#);
    let error = dates.choices_of(&"2024-".to_string()).unwrap_err().to_string();
    assert_eq!(error, r"at regex: the text ends before the pattern `\d{4}-\d{2}` does");
}

#[test]
fn what_is_not_supported_is_named() {
    let error = |pattern: &str| try_string_matching(pattern).unwrap_err().to_string();
    assert!(error(r"\bword\b").contains(r"word boundaries (`\b`"));
    assert!(error("a^b").contains("`^` is supported only at the start"));
    assert!(error("(a$)*").contains("`$` is supported only at the end"));
    assert!(error("[a&&b]").contains("empty"));
    assert!(error(r"(?-u:\xFF)").contains("UTF-8"));
    assert!(error("(").contains("does not parse"));
    assert!(error(&"(".repeat(1_000)).contains("does not parse"), "deep nesting is an error, not an overflow");
}

#[test]
fn what_unwrap_shows_can_be_read() {
    let error = try_string_matching("[a-z").unwrap_err();
    let shown = format!("{error:?}");
    assert_eq!(shown, error.to_string());
    assert!(shown.contains("\n    [a-z\n    ^\n"), "{shown}");
}

#[test]
fn ambiguous_patterns_and_long_texts_are_quick() {
    // If all ways through a pattern were tried, one by one, this would never end.
    for (pattern, text) in [
        ("(a*)*b", "a".repeat(300)),
        ("(a|a)*b", "a".repeat(2_000)),
        ("(a|aa)+b", "a".repeat(2_000)),
        ("(.*)(.*)(.*)(.*)x", "a".repeat(300)),
    ] {
        let generator = string_matching(pattern);
        assert!(generator.choices_of(&text).is_err());
        let text = text + &pattern[pattern.len() - 1..];
        assert_eq!(generator.replay(&generator.choices_of(&text).unwrap()).unwrap(), text);
    }
    let long = "word ".repeat(20_000);
    let words = string_matching(r"(\w+ )*");
    assert_eq!(words.replay(&words.choices_of(&long).unwrap()).unwrap(), long);
}

#[test]
fn texts_follow_the_size() {
    let generator = string_matching("(ab*)*");
    let longest = |size: u32| (0..200).map(|seed| (&generator).at_size(size).sample(seed).len()).max().unwrap();
    assert!(longest(1) < 40 && longest(1_000) > 200, "{} and {}", longest(1), longest(1_000));
    assert_eq!(format!("{generator:?}"), r#"StringMatching("(ab*)*")"#);
}

#[test]
fn a_wrong_pattern_is_a_usage_error_where_it_is_written() {
    let (line, wrong) = (line!(), string_matching("[a-z"));
    let gave_up = wrong.try_sample(1).unwrap_err();
    assert!(matches!(gave_up.reason(), astragal::source::Reason::Usage { .. }), "{gave_up}");
    let text = gave_up.to_string();
    assert!(text.contains("unclosed character class") && text.contains(&format!("{}:{line}", file!())), "{text}");
    assert!(wrong.choices_of(&"a".to_string()).is_err());
}
