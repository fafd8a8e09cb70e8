//! Wrong texts: what is said of them.

use std::sync::Arc;

use astragal::prelude::*;
use astragal_grammar::{
    Builder, CategoryId, Item, Label, Lexeme, Lexis, Parser, Regex, SyntaxProblem, TerminalId, TokenId,
};

use crate::grammars::{c, grammar, json};
use crate::scanner::{parse, scan};

fn error(parser: &Parser, text: &str) -> String {
    parse(parser, text).unwrap_err().to_string()
}

#[test]
fn an_error_shows_the_place_and_what_was_being_read() {
    let parser = Parser::new(json());
    assert_eq!(
        error(&parser, "{\n  \"a\": 1,\n  \"b\" 2\n}"),
        r#"line 3, column 7: found `2`, expected `:`
    "b" 2
        ^ while reading `Member`, which began at line 3, column 3"#
    );
    assert_eq!(
        error(&parser, "[0, [1, 2"),
        r#"line 1, column 10: found the end of the text, expected `]` or `,`
  [0, [1, 2
           ^ while reading `Value`, which began at line 1, column 5"#
    );
    assert_eq!(
        error(&parser, "[1, 2]]"),
        r#"line 1, column 7: found `]`, expected the end of the text
  [1, 2]]
        ^"#
    );
    assert_eq!(
        error(&parser, ""),
        "line 1, column 1: found the end of the text, expected String, Number, `{`, `[`, `true`, `false` or `null`\n  \n  ^"
    );
}

#[test]
fn what_ends_something_is_expected_first() {
    let parser = Parser::new(c());
    assert_eq!(
        error(&parser, "int main(void) {\n\tx = f(1 2);\n}"),
        "line 2, column 10: found `2`, expected `)`, `,`, `=`, `*`, `(`, `[`, `++`, `--`, `&`, `-` or 28 others\n\
        \x20 \tx = f(1 2);\n\
        \x20 \t        ^ while reading `Exp`, which began at line 2, column 6"
    );
    let at_end = error(&parser, "int main(void) {\n  return 1;\n\n");
    assert!(
        at_end
            .starts_with("line 2, column 12: found the end of the text, expected `}`, Ident, Integer, Char, String, "),
        "{at_end}"
    );
    assert!(at_end.ends_with("^ while reading `Compound`, which began at line 1, column 16"), "{at_end}");
}

#[test]
fn long_lines_are_cut_and_wide_characters_counted() {
    let parser = Parser::new(json());
    let text = format!("[{}2 3, {}4]", "\"ä\", ".repeat(40), "5, ".repeat(90));
    let error = parse(&parser, &text).unwrap_err();
    assert_eq!((error.line, error.column), (1, 204));
    let shown = error.to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].starts_with("  ..") && lines[1].ends_with(".."), "{shown}");
    let caret = lines[2].chars().position(|c| c == '^').unwrap();
    assert_eq!(lines[1].chars().nth(caret), Some('3'), "{shown}");
}

/// Letters, and any number of spaces: read character by character.
fn spaced() -> Parser {
    let mut builder = Builder::new("spaced");
    builder.lexis(Lexis::Characters);
    let [list, word] = ["List", "Word"].map(|name| builder.category(name));
    let space = builder.token("Space", Regex::class([(' ', ' '), ('\n', '\n')]).plus());
    let [begin, end, letter] = ["begin", "end", "é"].map(|text| builder.terminal(text));
    builder.rule(Label::One, list, [word]);
    builder.rule(Label::Cons, list, [word, space, list]);
    builder.rule(Label::Constructor("Block".into()), word, [begin, space, list, space, end]);
    builder.rule(Label::Constructor("É".into()), word, [letter]);
    Parser::new(Arc::new(builder.finish()))
}

fn spaces(text: &str) -> impl Fn(TokenId, usize) -> std::ops::RangeInclusive<usize> {
    move |_, at| at + 1..=text.len() - text[at..].trim_start_matches([' ', '\n']).len()
}

#[test]
fn characters_are_read_without_lexemes() {
    let parser = spaced();
    let text = "é  begin é end\n\n";
    let forest = parser.parse_characters(CategoryId(0), text.trim_end(), spaces(text.trim_end())).unwrap();
    assert_eq!(format!("{:?}", forest.first()), "(:) É    ((:[]) (Block   ((:[]) É)  ))");
    let text = "é begin\n  é é\nedn";
    let error = parser.parse_characters(CategoryId(0), text, spaces(text)).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"line 3, column 1: found `e`, expected `end`, `begin` or `é`
  edn
  ^ while reading `Word`, which began at line 1, column 3"#
    );
}

/// Ends in any order, some of them twice and some that are none.
#[test]
fn ends_of_tokens_are_a_set() {
    let mut builder = Builder::new("words");
    builder.lexis(Lexis::Characters);
    let (list, word) = (builder.category("List"), builder.token("Word", Regex::class([('a', 'é')]).star()));
    builder.rule(Label::Constructor("Two".into()), list, [word, word]);
    let parser = Parser::new(Arc::new(builder.finish()));
    let forest = parser.parse_characters(CategoryId(0), "aé", |_, at| [3, at, 1, 2, 3, 1, 99, usize::MAX, 0]).unwrap();
    // Nothing and all, one letter each, all and nothing; two is within a letter.
    let trees: Vec<String> = forest.trees().map(|tree| format!("{tree:?}")).collect();
    assert_eq!(trees, ["Two aé ", "Two a é", "Two  aé"]);
}

#[test]
fn what_layout_added_is_named() {
    let parser = Parser::new(grammar("block", "B. B ::= \"{\" S \";\" \"}\" \n S. S ::= \"x\""));
    let text = "x";
    let lexeme = |terminal, start, end| Lexeme { item: Item::Terminal(TerminalId(terminal)), start, end };
    let lexemes = vec![lexeme(0, 0, 0), lexeme(3, 0, 1), lexeme(2, 1, 1)];
    let error = parser.parse_lexemes(CategoryId(0), text, lexemes).unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 2: found `}`, expected `;`\n"), "{error}");
}

#[test]
fn a_text_may_be_too_ambiguous() {
    let parser = Parser::new(grammar("pairs", "Two. S ::= S S \n X. S ::= \"x\"")).limit(1000);
    assert!(parse(&parser, "xxx").is_ok());
    let error = parse(&parser, &"x".repeat(100)).unwrap_err();
    assert_eq!(error.problem, SyntaxProblem::Limit(1000));
    assert!(error.to_string().contains("too ambiguous: reading on takes more than 1000 items"), "{error}");
    // Also after that.
    assert!(parse(&parser, "xxx").is_ok());
}

#[test]
fn a_category_without_texts_expects_nothing() {
    let parser = Parser::new(grammar("never", "Loop. S ::= \"x\" S"));
    assert!(error(&parser, "x").starts_with("line 1, column 1: found `x`, but nothing can be here\n"));
}

/// Whatever a text is, it has trees or an error which points into it.
#[property(seed = 1, cases = 300, time = "none")]
fn no_text_is_too_strange(text: String, seed: u8) {
    for parser in [Parser::new(json()), Parser::new(c())] {
        // Lexemes that a scanner would never make: any item of the grammar, and some that it does not have.
        let mut lexemes = scan(parser.grammar(), &text);
        for (at, lexeme) in lexemes.iter_mut().enumerate() {
            match (at * 7 + usize::from(seed)) % 5 {
                0 => lexeme.item = Item::Terminal(TerminalId((at + usize::from(seed)) as u32 % 200)),
                1 => lexeme.item = Item::Token(TokenId(at as u32 % 7)),
                2 => lexeme.item = Item::Category(CategoryId(0)),
                3 => lexeme.end += usize::from(seed),
                _ => (),
            }
        }
        for category in 0..parser.grammar().categories.len() {
            match parser.parse_lexemes(CategoryId(category as u32), &text, lexemes.clone()) {
                Ok(forest) => _ = forest.trees().take(3).count(),
                Err(error) => assert!(!error.to_string().is_empty() && error.line >= 1 && error.column >= 1),
            }
        }
    }
}
