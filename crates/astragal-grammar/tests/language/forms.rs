//! What categories become: arms behind levels, lists, products; and grammars that have no text.

use std::sync::Arc;

use astragal::prelude::*;
use astragal_grammar::{Builder, Grammar, Label, Language, LanguageError, Regex, Spacing, Tree};

use crate::subjects::{ARITHMETIC, grammar, language};

fn outline(language: &Language) -> String {
    language.space().outline().to_string()
}

fn error(grammar: Grammar) -> String {
    let error: LanguageError = Language::new(Arc::new(grammar)).unwrap_err();
    error.to_string()
}

#[test]
fn levels_of_precedence_are_one_pick() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let (tree, choices) = arithmetic.record(1).unwrap();
    let picks = choices.picks();
    let exps = picks.iter().filter(|pick| pick.site.as_str() == "Exp").count();
    let coercions = tree.rules().filter(|&rule| tree.grammar().rule(rule).label == Label::Coercion).count();
    let brackets = tree.leaves().filter(|leaf| leaf.text() == "(").count();
    assert_eq!(exps, tree.rules().count() - (coercions - brackets));
    let outline = outline(&arithmetic);
    assert!(outline.starts_with(r#"(type "Exp" (sum "Exp" ("Add" (product (same "Exp")"#), "{outline}");
    assert!(outline.contains(r#"("\"(\" Exp \")\"" (product (same "Exp")))"#), "{outline}");
}

#[test]
fn levels_in_a_circle_are_arms() {
    let rules = r#"
        _. A ::= B
        _. B ::= A
        C. B ::= "c"
    "#;
    let circle = language("circle", rules);
    let texts: Vec<String> = (0..100).map(|seed| circle.sample(seed).to_string()).collect();
    assert!(texts.iter().all(|text| text == "c"));
    let deep = (0..).map(|seed| circle.sample(seed)).find(|tree| tree.size() > 6).unwrap();
    assert_eq!(circle.replay(&circle.choices_of(&deep).unwrap()).unwrap(), deep);
}

/// A list of each kind: all its texts with few elements are drawn, and each reflects.
#[test]
fn lists_have_the_texts_that_their_rules_say() {
    let cases: [(&str, &[&str]); 6] = [
        (r#"separator X ",""#, &["", "x", "x,", "x,x", "x,x,"]),
        (r#"separator nonempty X ",""#, &["x", "x,x", "x,x,x"]),
        (r#"terminator X ";""#, &["", "x;", "x;x;"]),
        (r#"terminator nonempty X ";""#, &["x;", "x;x;"]),
        (r#"terminator X """#, &["", "x", "xx"]),
        (r#"terminator nonempty X """#, &["x", "xx", "xxx"]),
    ];
    for (list, expected) in cases {
        let lists = language("lists", &format!("X. X ::= \"x\"\n {list}")).category("[X]").unwrap();
        let mut first: Vec<String> = (&lists).iter().take(12).map(|tree| tree.to_text(Spacing::Minimal)).collect();
        let drawn: Vec<Tree> = (0..300).map(|seed| lists.clone().at_size(9).sample(seed)).collect();
        for tree in &drawn {
            assert_eq!(lists.replay(&lists.choices_of(tree).unwrap()).unwrap(), *tree);
        }
        for text in expected {
            assert!(first.iter().any(|one| one == text), "{list}: {text:?} is not among {first:?}");
            assert!(drawn.iter().any(|tree| tree.to_text(Spacing::Minimal) == *text), "{list}: {text:?} is not drawn");
        }
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 12, "{list}");
    }
}

/// Rules of lists that are not those of one list, which are arms like any others.
#[test]
fn other_list_rules_are_arms() {
    let mut builder = Builder::new("odd");
    let (list, x) = (builder.category("[X]"), builder.token("X", Regex::class([('x', 'z')])));
    let [open, dots] = ["(", ".."].map(|text| builder.terminal(text));
    builder.rule(Label::Nil, list, [dots]); // the end is written
    builder.rule(Label::Cons, list, [open, x, list]);
    builder.rule(Label::Cons, list, [list, x]); // from the left
    let odd = Language::new(Arc::new(builder.finish())).unwrap();
    for seed in 0..200 {
        let tree = odd.sample(seed);
        assert_eq!(odd.replay(&odd.choices_of(&tree).unwrap()).unwrap(), tree);
    }
    assert!(outline(&odd).contains(r##"("(:)#2""##), "{}", outline(&odd));
}

#[test]
fn elements_of_a_list_are_units() {
    let words = language("words", "Word. Word ::= Name\n separator Word \",\"").category("[Word]").unwrap();
    let list =
        (0..).map(|seed| words.sample(seed)).find(|tree| tree.to_text(Spacing::Minimal).matches(',').count() > 6);
    let choices = words.choices_of(&list.unwrap()).unwrap();
    assert!((0..choices.spans().len()).any(|span| choices.list(span).is_some_and(|list| list.elements.len() > 6)));
}

#[test]
fn what_has_no_text_is_an_error() {
    assert_eq!(error(Builder::new("nothing").finish()), "the grammar `nothing` has no category");
    let endless = grammar("endless", "Again. A ::= \"a\" A");
    assert_eq!(error(endless), "every text of `A` would be infinite: it needs a rule that ends");
    let mut builder = Builder::new("some");
    let (a, x) = (builder.category("A"), builder.terminal("x"));
    builder.rule(Label::Constructor("A".into()), a, [x]);
    builder.category("Empty");
    let some = Language::new(Arc::new(builder.finish())).unwrap();
    assert_eq!(some.category("Empty").unwrap_err().to_string(), "`Empty` has no rule");
    let mut builder = Builder::new("taken");
    let (a, _, word) = (builder.category("A"), builder.terminal("b"), builder.token("Word", Regex::literal("b")));
    builder.rule(Label::Constructor("Word".into()), a, [word]);
    let taken = error(builder.finish());
    assert_eq!(taken, "`A` has no text: no text is read as the token `Word`, since others come before it");
}

/// Rules without a finite text are not drawn, and neither are internal ones.
#[test]
fn what_has_no_text_is_not_drawn() {
    let mut builder = Builder::new("some");
    let (a, endless, x) = (builder.category("A"), builder.category("Endless"), builder.terminal("x"));
    builder.rule(Label::Constructor("Never".into()), a, [endless]);
    builder.rule(Label::Constructor("Endless".into()), endless, [x, endless]);
    let internal = builder.rule(Label::Constructor("Internal".into()), a, [x]);
    builder.rule_mut(internal).is_internal = true;
    builder.rule(Label::Constructor("Twice".into()), a, [x, x]);
    let language = Language::new(Arc::new(builder.finish())).unwrap();
    assert_eq!((&language).iter().map(|tree| tree.to_text(Spacing::Minimal)).collect::<Vec<_>>(), ["xx"]);
}

/// What is read as something else is not the text of a token: reserved words, and what comes before it.
#[test]
fn tokens_are_read_as_themselves() {
    let mut builder = Builder::new("tokens");
    let all = builder.category("All");
    let upper = builder.token("Upper", Regex::class([('a', 'b')]));
    let word = builder.token("Word", Regex::class([('a', 'c')]).plus().without(Regex::literal("ccc")));
    let reserved = builder.terminal("cc");
    builder.rule(Label::Constructor("Upper".into()), all, [upper]);
    builder.rule(Label::Constructor("Word".into()), all, [word]);
    builder.rule(Label::Constructor("Reserved".into()), all, [reserved]);
    let language = Language::new(Arc::new(builder.finish())).unwrap();
    let words = (0..2_000).map(|seed| language.sample(seed)).filter(|tree| format!("{tree:?}").starts_with("Word"));
    let words: Vec<String> = words.map(|tree| tree.to_string()).collect();
    assert!(words.len() > 300);
    assert!(words.iter().all(|word| !["a", "b", "cc", "ccc"].contains(&word.as_str())), "{words:?}");
    assert!(["c", "aa", "cccc"].iter().all(|text| words.iter().any(|word| word == text)), "{words:?}");
    let all: Vec<String> = (&language).iter().take(30).map(|tree| tree.to_string()).collect();
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "{all:?}"); // nothing is read in two ways
}
