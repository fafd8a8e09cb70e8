//! Texts: a lexer reads just what was drawn, however it is spaced.

use std::sync::Arc;

use astragal::prelude::*;
use astragal_grammar::{Builder, Comment, Grammar, Item, Label, Language, Layout, Leaf, Lexer, Regex, Spacing};

use crate::subjects::{ARITHMETIC, C, JSON, SEXPS, language};

/// The leaves that a lexer reads.
fn read<'a>(lexer: &Lexer, grammar: &'a Grammar, text: &'a str) -> Vec<Leaf<'a>> {
    let lexemes = lexer.scan(text).unwrap_or_else(|error| panic!("{error}"));
    let leaf = |item, start, end| match item {
        Item::Terminal(id) => Leaf::Terminal(grammar.terminal(id)),
        Item::Token(id) => Leaf::Token(id, &text[start..end]),
        Item::Category(_) => unreachable!(),
    };
    lexemes.into_iter().map(|lexeme| leaf(lexeme.item, lexeme.start, lexeme.end)).collect()
}

/// The same choices make a tree and its text, and the leaves of the one are what is read of the other.
fn is_read_as_drawn(language: &Language, seeds: u64) {
    let lexer = language.grammar().lexer().unwrap();
    for seed in 0..seeds {
        let (tree, choices) = language.record(seed).unwrap();
        let leaves: Vec<Leaf<'_>> = tree.leaves().collect();
        for spacing in [Spacing::Minimal, Spacing::Pretty] {
            let text = language.texts(spacing).replay(&choices).unwrap();
            assert_eq!(read(&lexer, language.grammar(), &text), leaves, "{text}");
            assert_eq!(tree.to_text(spacing), text);
        }
    }
}

#[test]
fn what_is_read_is_what_was_drawn() {
    for (name, rules) in [("arithmetic", ARITHMETIC), ("json", JSON), ("sexps", SEXPS), ("c", C)] {
        is_read_as_drawn(&language(name, rules), 150);
    }
    // Terminals that are parts of each other, of tokens, and of comments, in any order.
    let tangled = r#"
        One.   Word ::= "a"
        Two.   Word ::= "ab"
        Three. Word ::= "abc"
        Four.  Word ::= "c"
        Five.  Word ::= "b"
        Dot.   Word ::= "."
        Slash. Word ::= "/"
        Star.  Word ::= "*"
        Both.  Word ::= "*/"
        Equal. Word ::= "="
        Twice. Word ::= "==="
        Minus. Word ::= "-"
        Arrow. Word ::= "->"
        Int.   Word ::= Integer
        Real.  Word ::= Double
        terminator Word ""
        comment "//"
        comment "/*" "*/"
        comment "-->" 
    "#;
    is_read_as_drawn(&language("tangled", tangled).category("[Word]").unwrap(), 1_000);
}

#[test]
fn there_is_a_space_only_where_it_is_needed() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let text = (0..).map(|seed| arithmetic.texts(Spacing::Minimal).sample(seed)).find(|text| text.len() > 100).unwrap();
    assert!(!text.contains(' '), "{text}");

    // Every text without one of its spaces is read as something else.
    let c = language("c", C);
    let lexer = c.grammar().lexer().unwrap();
    let mut spaces = 0;
    for seed in 0..30 {
        let text = c.texts(Spacing::Minimal).sample(seed);
        let leaves = read(&lexer, c.grammar(), &text);
        let mut places: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        places.retain(|&at| lexer.scan(&text).unwrap().iter().all(|lexeme| !(lexeme.start..lexeme.end).contains(&at)));
        for at in places {
            spaces += 1;
            let without = format!("{}{}", &text[..at], &text[at + 1..]);
            let read = lexer.scan(&without).is_ok().then(|| read(&lexer, c.grammar(), &without));
            assert_ne!(read.as_ref(), Some(&leaves), "{text} at {at}");
        }
    }
    assert!(spaces > 100, "{spaces}");
}

#[test]
fn pretty_texts_are_as_a_person_writes_them() {
    let words = "f ( x , y ) { g ( ) ; { h [ x ] = { a , b } ; } { } } ; if x { k ; }";
    let items: Vec<String> = words.split(' ').map(|word| format!("\"{word}\"")).collect();
    let only = language("only", &format!("Only. Only ::= {}", items.join(" ")));
    let expected = "\
f (x, y) {
  g ();
  {
    h [x] = {
      a, b
    };
  }
  {
  }
};
if x {
  k;
}";
    assert_eq!(only.simplest().unwrap().to_string(), expected);
}

#[test]
fn texts_have_others_around_them() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let lexer = arithmetic.grammar().lexer().unwrap();
    let inside = arithmetic.within("(x/", "*y)+z");
    for spacing in [Spacing::Minimal, Spacing::Pretty, Spacing::Random] {
        for seed in 0..200 {
            let text = inside.texts(spacing).sample(seed);
            assert!(text.starts_with("(x/") && text.ends_with("*y)+z"), "{text}");
            assert!(lexer.scan(&text).unwrap().len() >= 9, "{text}");
        }
    }
    let returned = arithmetic.within("return", "0");
    assert_eq!(returned.texts(Spacing::Minimal).simplest().unwrap(), "return 0 0");
    // What the lexer cannot read is kept apart.
    let host = arithmetic.within("a ? b", "? c");
    for spacing in [Spacing::Minimal, Spacing::Pretty, Spacing::Random] {
        let texts = host.texts(spacing);
        for seed in 0..100 {
            let (text, choices) = texts.record(seed).unwrap();
            assert!(text.starts_with("a ? b ") && text.ends_with("? c"), "{text}");
            assert_eq!(texts.replay(&texts.choices_of(&text).unwrap()).unwrap(), text);
            assert_eq!(texts.replay(&choices).unwrap(), text);
        }
    }
    assert_eq!(host.texts(Spacing::Minimal).simplest().unwrap(), "a ? b 0? c");
}

/// A quotation mark as a terminal and texts in quotation marks as tokens: some trees have no text.
#[test]
fn what_cannot_be_kept_apart_is_rejected() {
    let mut builder = Builder::new("quotes");
    let (all, item) = (builder.category("[Item]"), builder.category("Item"));
    let mark = builder.terminal("\"");
    let inner = Regex::Class(astragal_grammar::CharSet::from([('"', '"')]).complement());
    let quote = || Regex::literal("\"");
    let text = builder.token("Text", Regex::Sequence(vec![quote(), inner.star(), quote()]));
    builder.rule(Label::Nil, all, []);
    builder.rule(Label::Cons, all, [item, all]);
    builder.rule(Label::Constructor("Mark".into()), item, [mark]);
    builder.rule(Label::Constructor("Text".into()), item, [text]);
    let quotes = Language::new(Arc::new(builder.finish())).unwrap();
    let lexer = quotes.grammar().lexer().unwrap();
    let mut drawn = 0;
    for seed in 0..200 {
        let Ok((text, _)) = quotes.texts(Spacing::Minimal).at_size(4).record(seed) else { continue };
        drawn += 1;
        let marks = lexer.scan(&text).unwrap().iter().filter(|lexeme| lexeme.item == mark).count();
        assert!(marks < 2, "{text}");
    }
    assert!(drawn > 100, "{drawn}");
    assert!((0..50).any(|seed| quotes.sample(seed).to_text(Spacing::Minimal).contains("\" \"")));
}

#[test]
fn texts_with_a_layout_are_written_with_braces() {
    for toplevel in [false, true] {
        let mut builder = Builder::new("layout");
        let (program, statement, exp) =
            (builder.category("[Statement]"), builder.category("Statement"), builder.category("Exp"));
        let [open, close, semicolon, let_, in_, equals] =
            ["{", "}", ";", "let", "in", "="].map(|text| builder.terminal(text));
        let name = builder.token("Name", Regex::class([('a', 'z')]).plus());
        builder.rule(Label::Nil, program, []);
        builder.rule(Label::One, program, [statement]);
        builder.rule(Label::Cons, program, [statement, semicolon, program]);
        builder.rule(Label::Constructor("Set".into()), statement, [name, equals, exp]);
        builder.rule(Label::Constructor("Name".into()), exp, [name]);
        builder.rule(Label::Constructor("Let".into()), exp, [let_, open, program, close, in_, exp]);
        builder.comment(Comment { open: "--".into(), close: None });
        builder.layout(Layout { words: vec!["let".into()], stops: vec!["in".into()], toplevel });
        let language = Language::new(Arc::new(builder.finish())).unwrap();
        let lexer = language.grammar().lexer().unwrap();
        for spacing in [Spacing::Minimal, Spacing::Pretty, Spacing::Random] {
            let texts = language.texts(spacing);
            let mut with_comments = 0;
            for seed in 0..300 {
                let text = texts.sample(seed);
                with_comments += usize::from(text.contains("--"));
                let read = read(&lexer, language.grammar(), &text);
                // Nothing is read that is not written.
                let written: usize = read.iter().map(|leaf| leaf.text().len()).sum();
                let comments = text.lines().map(|line| line.split("--").next().unwrap_or_default());
                assert_eq!(comments.flat_map(str::split_whitespace).map(str::len).sum::<usize>(), written, "{text}");
            }
            assert_eq!(with_comments > 10, spacing == Spacing::Random);
        }
    }
}

/// Read character by character, a text is what its leaves are one after the other.
#[test]
fn texts_of_characters_are_joined() {
    let words = language("words", "Word. Text ::= Name\n More. Text ::= Text \" \" Name\n characters");
    for spacing in [Spacing::Minimal, Spacing::Pretty, Spacing::Random] {
        for seed in 0..50 {
            let (tree, choices) = words.record(seed).unwrap();
            let joined: String = tree.leaves().map(Leaf::text).collect();
            assert_eq!(words.texts(spacing).replay(&choices).unwrap(), joined);
            assert_eq!(tree.to_text(spacing), joined);
        }
    }
}
