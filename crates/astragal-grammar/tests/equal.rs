//! Two grammars are compared: by all of their small texts, and at random beyond them.

#![forbid(unsafe_code)]

use std::fmt::Write;
use std::path::Path;

use astragal_grammar::{Effort, Grammar, Language, equal};

fn language(name: &str, text: &str) -> Language {
    Language::new(Grammar::from_lbnf(name, text).unwrap().grammar).unwrap()
}

/// Only one text of 16,384 differs, in the middle of them.
#[test]
fn a_rare_difference_is_found_by_enumeration_alone() {
    let words = |besides: &str| {
        let word = r#"["abcd"] "#.repeat(7);
        language("words", &format!("Word. Text ::= Word ; token Word {word}{besides} ;"))
    };
    let (all, most) = (words(""), words(r#"- {"dcbdabc"}"#));
    let enumerated = Effort { enumerated: 20_000, drawn: 0, seed: 1 };
    let random = Effort { enumerated: 0, drawn: 300, seed: 1 };
    for (one, other, has, lacks) in [(&all, &most, "first", "second"), (&most, &all, "second", "first")] {
        assert_eq!(equal(one, other, random).unwrap()[0].drawn, 300);
        let fault = equal(one, other, enumerated).unwrap_err();
        assert_eq!(fault.text, "dcbdabc");
        let shown = fault.to_string();
        assert!(shown.contains(&format!("the {has} grammar, `words`, has it: one of its smallest texts")), "{shown}");
        assert!(shown.contains(&format!("the {lacks} grammar, `words`, refuses it: line 1, column 1")), "{shown}");
        assert!(shown.ends_with("built by\n  Word. Text ::= Word"), "{shown}");
    }
    let [one, other] = equal(&all, &all, enumerated).unwrap();
    assert_eq!(one, other);
    assert_eq!(one.to_string(), "all 16384 texts of `words`");
}

/// Only texts of more than 15 words differ, of which there are more than can be enumerated.
#[test]
fn a_difference_in_large_texts_is_found_at_random_alone() {
    let item = "A. Item ::= \"a\" ; B. Item ::= \"b\" ;";
    let any = language("any", &format!("None. Items ::= ; Some. Items ::= Item Items ; {item}"));
    let mut few = String::new();
    for number in 0..15 {
        let next = number + 1;
        write!(few, "None{number}. Rest{number}A ::= ; Some{number}. Rest{number}A ::= Item Rest{next}A ; ").unwrap();
    }
    let few = language("few", &format!("entrypoints Rest0A ; {few} None15. Rest15A ::= ; {item}"));
    let enumerated = Effort { enumerated: 3_000, drawn: 0, seed: 1 };
    let [one, other] = equal(&any, &few, enumerated).unwrap();
    assert_eq!((one.enumerated, one.complete), (3_000, other.complete));
    assert!(one.complete.is_some_and(|size| size > 5) && !one.is_all, "{one}");
    let fault = equal(&any, &few, Effort { enumerated: 0, drawn: 200, seed: 1 }).unwrap_err();
    assert_eq!(fault.text, "a".repeat(16));
    let shown = fault.to_string();
    assert!(shown.contains("the first grammar, `any`, has it: found at random"), "{shown}");
    assert!(shown.contains("the second grammar, `few`, refuses it: line 1, column 16: found `a`"), "{shown}");
}

#[test]
fn comments_and_ambiguity_are_compared() {
    let sums = r#"Add. Sum ::= Sum "+" Sum ; Num. Sum ::= "n" ;"#;
    let effort = Effort { enumerated: 500, drawn: 300, seed: 1 };
    let [plain, commented] = ["", "comment \"#\" ;"].map(|comment| language("sums", &format!("{sums} {comment}")));
    let fault = equal(&plain, &commented, effort).unwrap_err();
    assert!(fault.text.contains('#') && fault.to_string().contains("the second grammar, `sums`, has it"), "{fault}");
    let single = language("sums", r#"Add. Sum ::= Num "+" Sum ; One. Sum ::= Num ; N. Num ::= "n" ;"#);
    let [one, other] = equal(&plain, &single, effort).unwrap();
    assert!(one.enumerated < 20 && other.complete == Some(50), "{one}\n{other}");
}

#[test]
fn flawed_grammars_differ() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let load = |name: &str| Language::new(Grammar::load(folder.join(name)).unwrap().grammar).unwrap();
    let c = load("c.cf");
    // The part of the text in which the flaw is, and which of the two grammars has it.
    for (name, has, flaw) in [
        ("flawed/c_octal.cf", "second", &["08", "09"][..]),
        ("flawed/c_quote.cf", "second", &["'''"]),
        ("flawed/c_suffix.cf", "first", &["uL", "Ul", "lU", "Lu"]),
    ] {
        let fault = equal(&c, &load(name), Effort { enumerated: 500, drawn: 2_000, seed: 1 }).unwrap_err();
        assert!(fault.to_string().contains(&format!("the {has} grammar")), "{name}: {fault}");
        assert!(flaw.iter().any(|flaw| fault.text.contains(flaw)) && fault.text.len() < 60, "{name}: {fault}");
    }
}
