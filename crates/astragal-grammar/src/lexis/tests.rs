//! Texts divided: as BNFC divides them, and as an independent reading of the rules does.

use super::*;
use crate::model::{Comment, Item, Label, Layout, Lexis};
use crate::regex::{CharSet, Regex};
use crate::{Builder, Grammar};

fn digits() -> Regex {
    Regex::class([('0', '9')]).plus()
}

fn identifier() -> Regex {
    Regex::Sequence(vec![
        Regex::class([('a', 'z'), ('A', 'Z')]),
        Regex::class([('a', 'z'), ('A', 'Z'), ('0', '9')]).star(),
    ])
}

fn string() -> Regex {
    let plain = Regex::Class(CharSet::from([('"', '"'), ('\\', '\\')]).complement());
    let escape =
        Regex::Sequence(vec![Regex::literal("\\"), Regex::Class(CharSet::from("\"\\nt".chars().map(|c| (c, c))))]);
    Regex::Sequence(vec![Regex::literal("\""), Regex::Either(vec![plain, escape]).star(), Regex::literal("\"")])
}

/// Words, numbers and symbols, with comments; the terminals are given.
fn grammar(terminals: &[&str], layout: Option<Layout>) -> Grammar {
    let mut builder = Builder::new("test");
    let all = builder.category("All");
    let upper = builder.token("Upper", Regex::class([('A', 'Z')]).plus());
    let name = builder.token("Name", identifier().without(Regex::literal("never")));
    let integer = builder.token("Integer", digits());
    let double = builder.token("Double", Regex::Sequence(vec![digits(), Regex::literal("."), digits()]));
    let text = builder.token("Text", string());
    builder.rule(Label::Constructor("Tokens".into()), all, [upper, name, integer, double, text]);
    for terminal in terminals {
        let terminal = builder.terminal(terminal);
        builder.rule(Label::Constructor("Terminal".into()), all, [terminal]);
    }
    builder.comment(Comment { open: "//".into(), close: None });
    builder.comment(Comment { open: "/*".into(), close: Some("*/".into()) });
    if let Some(layout) = layout {
        builder.layout(layout);
    }
    builder.finish()
}

/// The lexemes of a text, each as its kind and its text.
fn divided(grammar: &Grammar, text: &str) -> Result<String, String> {
    let lexemes = Lexer::new(grammar).unwrap().scan(text).map_err(|error| error.to_string())?;
    let shown = lexemes.iter().map(|lexeme| match lexeme.item {
        Item::Token(id) => format!("{}:{}", grammar.token(id).name, &text[lexeme.start..lexeme.end]),
        Item::Terminal(id) => grammar.terminal(id).to_owned(),
        Item::Category(_) => unreachable!(),
    });
    Ok(shown.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_longest_match_wins_and_then_the_first() {
    let grammar = grammar(&["if", "=", "==", "=>", "/", "*", ".", "ABC"], None);
    let divided = |text: &str| divided(&grammar, text).unwrap();
    assert_eq!(divided("if ifx xif IF"), "if Name:ifx Name:xif Upper:IF");
    assert_eq!(divided("ABC ABCD ABc"), "ABC Upper:ABCD Name:ABc");
    assert_eq!(divided("===>= ="), "== => = =");
    assert_eq!(divided("1.5 1. 5 1.x"), "Double:1.5 Integer:1 . Integer:5 Integer:1 . Name:x");
    assert_eq!(divided("a/b // c\nd/* e **/f /*/ g */h"), "Name:a / Name:b Name:d Name:f Name:h");
    assert_eq!(divided("a /* b"), "Name:a / * Name:b"); // a comment that is not closed is none
    assert_eq!(divided(r#""a\"b" "é""#), r#"Text:"a\"b" Text:"é""#);
    assert_eq!(divided("nevermore never"), "Name:nevermore Name:neve Name:r");
    assert_eq!(divided(" \t\r\n"), "");
}

#[test]
fn what_nothing_matches_is_an_error_that_points_at_it() {
    let grammar = grammar(&["="], None);
    let error = |text: &str| divided(&grammar, text).unwrap_err();
    assert_eq!(error("a =\n\té @ b\nc"), "line 2, column 2: nothing begins with `é`\n  \té @ b\n  \t^");
    assert_eq!(
        error("a = \"b c"),
        "line 1, column 5: the text ends within what begins with `\"b c`\n  a = \"b c\n      ^"
    );
    assert_eq!(error("a \"b\\x"), "line 1, column 3: nothing begins with `\"b\\x`\n  a \"b\\x\n    ^");
    let long = error(&format!("{} ? {}", "a ".repeat(100), "b ".repeat(100)));
    assert!(long.lines().all(|line| line.chars().count() < 110), "{long}");
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[1].chars().nth(lines[2].chars().count() - 1), Some('?'));
}

#[test]
fn a_difference_is_one_wherever_it_is() {
    let mut builder = Builder::new("test");
    let all = builder.category("All");
    // Pairs of letters, none of them `ab`; and no text may be one of two.
    let letter = || Regex::class([('a', 'c')]);
    let pair = Regex::Sequence(vec![letter(), letter()]).without(Regex::literal("ab"));
    let pairs = pair.star().without(Regex::Either(vec![Regex::literal("acca"), Regex::empty()]));
    let token = builder.token("Pairs", pairs);
    builder.rule(Label::Constructor("Pairs".into()), all, [token]);
    builder.lexis(Lexis::Characters);
    let lexer = Lexer::new(&builder.finish()).unwrap();
    let Item::Token(token) = token else { unreachable!() };
    let is_one = |text: &str| {
        let pairs: Vec<&str> = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap()).collect();
        text.len() % 2 == 0 && !pairs.contains(&"ab") && !["acca", ""].contains(&text)
    };
    let mut texts = vec![String::new()];
    for length in 0..6 {
        texts.extend(
            texts
                .clone()
                .into_iter()
                .filter(|text| text.len() == length)
                .flat_map(|text| ["a", "b", "c"].map(|c| text.clone() + c)),
        );
    }
    assert!(texts.len() > 1000);
    for text in &texts {
        assert_eq!(lexer.is_token(token, text), is_one(text), "{text}");
        let ends: Vec<usize> = (0..=text.len()).filter(|&end| is_one(&text[..end])).collect();
        assert_eq!(lexer.ends(token, text, 0).collect::<Vec<_>>(), ends, "{text}");
    }
    assert_eq!(lexer.ends(token, "xbbab", 1).collect::<Vec<_>>(), [3]);
}

#[test]
fn an_expression_with_too_many_states_is_an_error() {
    let mut builder = Builder::new("test");
    let all = builder.category("All");
    let either = || Regex::class([('a', 'b')]);
    let far = std::iter::repeat_with(either).take(20).collect();
    let token = builder.token("Far", Regex::Sequence(vec![either().star(), Regex::literal("a"), Regex::Sequence(far)]));
    builder.rule(Label::Constructor("Far".into()), all, [token]);
    let error = Lexer::new(&builder.finish()).unwrap_err().to_string();
    assert_eq!(error, "the automaton of the token `Far` is too large: simplify the regular expression");
}

#[test]
fn indentation_stands_for_braces() {
    let layout = |toplevel| Layout { words: vec!["let".into(), "do".into()], stops: vec!["in".into()], toplevel };
    let terminals = ["let", "do", "in", "{", "}", ";", "="];
    let local = grammar(&terminals, Some(layout(false)));
    let divided_as =
        |grammar: &Grammar, text: &str| divided(grammar, text).unwrap().replace("Name:", "").replace("Integer:", "");
    let local_as = |text: &str| divided_as(&local, text);
    assert_eq!(local_as("let x = 1\n    y = 2\nin x"), "let { x = 1 ; y = 2 } in x");
    assert_eq!(local_as("let x = 1 in x"), "let { x = 1 } in x");
    assert_eq!(local_as("let { x = 1 ; y = 2 }\nin x"), "let { x = 1 ; y = 2 } in x");
    assert_eq!(local_as("let x = do a\n           b\n    y = 2\nin x"), "let { x = do { a ; b } ; y = 2 } in x");
    assert_eq!(local_as("let x = do a\n           b in y"), "let { x = do { a ; b } in y }");
    assert_eq!(local_as("do\n  a\n    b\n  c"), "do { a b ; c }");
    assert_eq!(local_as("{ do a }"), "{ do { a } }");
    assert_eq!(local_as("do"), "do { }");
    assert_eq!(local_as("a\nb"), "a b");
    assert!(divided(&local, "a }").unwrap_err().contains("this brace closes nothing"));

    let top = grammar(&terminals, Some(layout(true)));
    let top_as = |text: &str| divided_as(&top, text);
    assert_eq!(top_as("a = 1\n  b\nc = do\n  d\n  e\nf"), "a = 1 b ; c = do { d ; e } ; f ;");
    assert_eq!(top_as("a ;\nb ;"), "a ; b ;");
    assert_eq!(top_as("a = let { b = 1 } in c ; d"), "a = let { b = 1 } in c ; d ;");
    assert_eq!(top_as(""), "");

    let error = Lexer::new(&grammar(&["let"], Some(layout(false)))).unwrap_err().to_string();
    assert_eq!(error, "a layout needs the terminal `{`, which no rule has");
}

/// Reads the rules of the longest match from scratch, with a matcher that goes back.
#[test]
fn scanning_is_what_the_rules_say() {
    let grammar = grammar(&["if", "a", "ab", "=", "==", "/", "*"], None);
    let lexer = Lexer::new(&grammar).unwrap();
    let mut state = 1u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let letters: Vec<char> = "aabbifA1.= =/*\n\"\\é".chars().collect();
    let mut divided = 0;
    for _ in 0..3_000 {
        let text: String = (0..next(14)).map(|_| letters[next(letters.len() as u64) as usize]).collect();
        let expected = by_hand(&grammar, &text);
        let found = lexer
            .scan(&text)
            .ok()
            .map(|lexemes| lexemes.iter().map(|lexeme| (lexeme.item, lexeme.start, lexeme.end)).collect::<Vec<_>>());
        divided += usize::from(found.is_some());
        assert_eq!(found, expected, "{text:?}");
    }
    assert!(divided > 1_000);
}

fn by_hand(grammar: &Grammar, text: &str) -> Option<Vec<(Item, usize, usize)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        // The longest, and of those the first: skipped things, terminals, tokens.
        let white = rest.len() - rest.trim_start_matches(WHITE).len();
        let line = if rest.starts_with("//") { rest.find('\n').unwrap_or(rest.len()) } else { 0 };
        let block = rest.strip_prefix("/*").and_then(|rest| rest.find("*/")).map_or(0, |end| end + 4);
        let mut best = (None, white.max(line).max(block));
        for (id, terminal) in grammar.terminals.iter().enumerate() {
            if rest.starts_with(&terminal.text) && terminal.text.len() > best.1 {
                best = (Some(Item::Terminal(crate::TerminalId(id as u32))), terminal.text.len());
            }
        }
        for (id, token) in grammar.tokens.iter().enumerate() {
            let ends = matches(&token.regex, rest, vec![0]);
            let longest = ends.into_iter().max().unwrap_or(0);
            if longest > best.1 {
                best = (Some(Item::Token(crate::TokenId(id as u32))), longest);
            }
        }
        if best.1 == 0 {
            return None;
        }
        found.extend(best.0.map(|item| (item, at, at + best.1)));
        at += best.1;
    }
    Some(found)
}

/// Where a match can end that begins at one of some places.
fn matches(regex: &Regex, text: &str, starts: Vec<usize>) -> Vec<usize> {
    let mut ends = match regex {
        Regex::Class(set) => {
            let next =
                |start: usize| text[start..].chars().next().filter(|c| set.contains(*c)).map(|c| start + c.len_utf8());
            starts.into_iter().filter_map(next).collect()
        }
        Regex::Sequence(parts) => parts.iter().fold(starts, |starts, part| matches(part, text, starts)),
        Regex::Either(parts) => parts.iter().flat_map(|part| matches(part, text, starts.clone())).collect(),
        Regex::Repeat { part, min, once } => {
            let mut ends = if *min == 0 { starts.clone() } else { Vec::new() };
            let mut last = starts;
            loop {
                last = matches(part, text, last);
                last.retain(|end| !ends.contains(end));
                ends.extend(&last);
                if last.is_empty() || *once {
                    break ends;
                }
            }
        }
        Regex::Difference(one, other) => starts
            .into_iter()
            .flat_map(|start| {
                let without = matches(other, text, vec![start]);
                matches(one, text, vec![start]).into_iter().filter(move |end| !without.contains(end))
            })
            .collect(),
    };
    ends.sort_unstable();
    ends.dedup();
    ends
}
