//! The parser agrees with a naive one: on small grammars of every kind, and on all short texts.

use std::sync::Arc;

use astragal::backwards::Overlap;
use astragal::prelude::*;
use astragal_grammar::{
    Builder, CategoryId, Forest, Grammar, Item, Label, Leaf, Lexeme, Lexis, Node, Parser, Regex, SyntaxProblem,
    TerminalId, TokenId, Tree,
};

use crate::reference::{Count, Reference};

/// More trees than this are not compared one by one.
const MANY: usize = 500;

/// A part of a rule of a small grammar. Categories are counted modulo how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
enum Part {
    A,
    B,
    Category(#[arbitrary(with = 0..4)] usize),
}

/// The rules of each category.
type Rules = Vec<Vec<Vec<Part>>>;

fn rules() -> impl Gen<Value = Rules> {
    vec_of(vec_of(vec_of(any::<Part>(), 0..=3), 1..=3), 1..=4)
}

/// The grammar of some rules, in which `A` and `B` are made by this.
fn grammar(rules: &Rules, lexis: Lexis, mut letter: impl FnMut(&mut Builder, Part) -> Item) -> Arc<Grammar> {
    let mut builder = Builder::new("small");
    builder.lexis(lexis);
    let categories: Vec<Item> = (0..rules.len()).map(|at| builder.category(&format!("C{at}x"))).collect();
    for (category, rules) in rules.iter().enumerate() {
        for (number, parts) in rules.iter().enumerate() {
            let mut items = Vec::new();
            for part in parts {
                items.push(match part {
                    Part::Category(at) => categories[at % categories.len()],
                    Part::A | Part::B => letter(&mut builder, *part),
                });
            }
            builder.rule(Label::Constructor(format!("R{category}{number}")), categories[category], items);
        }
    }
    Arc::new(builder.finish())
}

/// All texts of two letters up to a length.
fn texts(longest: u32) -> impl Iterator<Item = String> {
    (0..=longest).flat_map(|length| {
        (0..1u32 << length).map(move |bits| (0..length).map(|at| if bits >> at & 1 == 0 { 'a' } else { 'b' }).collect())
    })
}

fn longest_match() -> Lexis {
    Lexis::Longest { comments: Vec::new(), layout: None }
}

fn terminal(builder: &mut Builder, part: Part) -> Item {
    builder.terminal(if part == Part::A { "a" } else { "b" })
}

/// Each letter is a lexeme; those that the grammar does not have are of a terminal that it does not have either.
fn lexemes(grammar: &Grammar, text: &str) -> Vec<Lexeme> {
    let lexeme = |(at, letter): (usize, &str)| {
        let id = grammar.terminals.iter().position(|terminal| terminal.text == letter);
        Lexeme { item: Item::Terminal(TerminalId(id.map_or(99, |id| id as u32))), start: at, end: at + 1 }
    };
    text.split("").filter(|letter| !letter.is_empty()).enumerate().map(lexeme).collect()
}

fn has_parts(tree: &Tree) {
    let mut nodes = vec![tree.root()];
    while let Some(node) = nodes.pop() {
        let mut parts = node.parts();
        for item in &node.rule().items {
            match item {
                Item::Terminal(_) => (),
                Item::Token(id) => assert!(matches!(parts.next(), Some(Err((token, _))) if token == *id), "{tree:?}"),
                Item::Category(id) => {
                    let Some(Ok(part)) = parts.next() else { panic!("{tree:?} has too few parts") };
                    assert_eq!(part.rule().category, *id, "{tree:?}");
                    nodes.push(part);
                }
            }
        }
        assert!(parts.next().is_none(), "{tree:?} has too many parts");
    }
}

/// What trees are ordered by: rules, and where their parts begin from the last to the first, later ones first.
fn order(tree: &Tree) -> Vec<i64> {
    let mut order = Vec::new();
    let mut nodes = vec![(tree.root(), 0)];
    while let Some((node, start)) = nodes.pop() {
        order.push(i64::from(node.rule_id().0));
        let mut parts = node.parts();
        let mut at = start;
        let (mut begins, mut below) = (Vec::new(), Vec::new());
        for item in &node.rule().items {
            begins.push(-(at as i64));
            at += match item {
                Item::Terminal(id) => tree.grammar().terminal(*id).len(),
                _ => match parts.next() {
                    Some(Ok(part)) => {
                        below.push((part, at));
                        length(part)
                    }
                    Some(Err((_, text))) => text.len(),
                    None => 0,
                },
            };
        }
        order.extend(begins.iter().rev());
        nodes.extend(below.into_iter().rev());
    }
    order
}

fn length(node: Node<'_>) -> usize {
    let items = node.rule().items.iter();
    let terminals = items.filter_map(|item| match item {
        Item::Terminal(id) => Some(node.tree().grammar().terminal(*id).len()),
        _ => None,
    });
    let parts = node.parts().map(|part| part.map_or_else(|(_, text)| text.len(), length));
    terminals.sum::<usize>() + parts.sum::<usize>()
}

fn spelled(tree: &Tree) -> String {
    tree.leaves().map(Leaf::text).collect()
}

/// Everything that holds of the trees of a text.
fn agrees(forest: &Forest, reference: &Reference<'_>, text: &str, ways: Count) {
    let expected = match ways {
        Count::Finite(count) => {
            assert_eq!(forest.ways(), Overlap::Exactly(count), "{text:?}");
            count
        }
        Count::Infinite => {
            assert_eq!(forest.ways(), Overlap::Infinite, "{text:?}");
            reference.count_without_detours()
        }
    };
    let trees: Vec<Tree> = forest.trees().take(MANY).collect();
    if expected < MANY as u128 {
        assert_eq!(trees.len() as u128, expected, "{text:?}: {trees:?}");
    }
    assert_eq!(forest.first(), trees[0]);
    for tree in &trees {
        has_parts(tree);
        assert_eq!(spelled(tree), text, "{tree:?}");
    }
    // So none is there twice.
    let orders: Vec<Vec<i64>> = trees.iter().map(order).collect();
    assert!(orders.is_sorted_by(|one, other| one < other), "{text:?}: {trees:?}");
    match forest.ambiguity() {
        None => assert_eq!(forest.ways(), Overlap::Exactly(1), "{text:?}"),
        Some(ambiguity) => {
            assert_ne!(forest.ways(), Overlap::Exactly(1), "{text:?}");
            assert_ne!(ambiguity.first, ambiguity.second);
            for tree in [&ambiguity.first, &ambiguity.second] {
                has_parts(tree);
                assert_eq!(spelled(tree), text[ambiguity.bytes.clone()]);
                assert_eq!(tree.root().rule().category, ambiguity.category);
            }
            assert!(ambiguity.to_string().contains("can be read in"));
        }
    }
}

#[property(seed = 1, cases = 400, time = "none")]
fn lexemes_have_the_trees_that_a_naive_parser_finds(#[from(rules())] rules: Rules) {
    let grammar = grammar(&rules, longest_match(), terminal);
    let parser = Parser::new(Arc::clone(&grammar));
    for text in texts(6) {
        let matches = |item: Item, start: usize, end: usize| match item {
            Item::Terminal(id) => text[start..end] == *grammar.terminal(id),
            _ => false,
        };
        let reference = Reference { grammar: &grammar, length: text.len(), matches: &matches };
        let ways = reference.count();
        match parser.parse_lexemes(CategoryId(0), &text, lexemes(&grammar, &text)) {
            Ok(forest) => agrees(&forest, &reference, &text, ways),
            Err(error) => assert_eq!(ways, Count::Finite(0), "{text:?}: {error}"),
        }
    }
}

/// Where a text is wrong, and what is expected there, by trying all continuations.
#[property(seed = 1, cases = 200, time = "none")]
fn errors_are_where_no_text_goes_on(#[from(rules())] rules: Rules) {
    let grammar = grammar(&rules, longest_match(), terminal);
    let parser = Parser::new(Arc::clone(&grammar));
    let reference = |text: &str, ask: &dyn Fn(&Reference<'_>) -> bool| {
        let matches = |item: Item, start: usize, end: usize| match item {
            Item::Terminal(id) => text[start..end] == *grammar.terminal(id),
            _ => false,
        };
        ask(&Reference { grammar: &grammar, length: text.len(), matches: &matches })
    };
    let is_beginning = |text: &str| reference(text, &|reference| reference.is_beginning());
    for text in texts(4) {
        let Err(error) = parser.parse_lexemes(CategoryId(0), &text, lexemes(&grammar, &text)) else { continue };
        let offset = (0..=text.len()).rev().find(|end| is_beginning(&text[..*end])).unwrap_or(0);
        assert_eq!(error.offset, offset, "{text:?}: {error}");
        assert_eq!((error.line, error.column), (1, offset + 1));
        let mut names: Vec<String> = Vec::new();
        if reference(&text[..offset], &|reference| reference.count() != Count::Finite(0)) {
            names.push("the end of the text".to_owned());
        }
        let letters = ["a", "b"].into_iter().filter(|letter| is_beginning(&format!("{}{letter}", &text[..offset])));
        names.extend(letters.map(|letter| format!("`{letter}`")));
        let SyntaxProblem::Unexpected { found, mut expected } = error.problem.clone() else { panic!("{error}") };
        assert_eq!(found.as_deref(), text.get(offset..offset + 1));
        expected.sort_by_key(|name| name.starts_with('`').then(|| name.clone()));
        assert_eq!(expected, names, "{text:?}: {error}");
    }
}

/// Terminals and tokens of any length, which may be empty and overlap.
fn of_any_length(builder: &mut Builder, number: usize) -> Item {
    let [a, b] = ["a", "b"].map(Regex::literal);
    match number % 5 {
        0 => builder.terminal("a"),
        1 => builder.terminal("ab"),
        2 => builder.token("As", a.star()),
        3 => builder.token("Bs", b.plus()),
        _ => builder.token("Any", Regex::Either(vec![a, b])),
    }
}

/// Whether a token matches a text.
fn is_token(name: &str, text: &str) -> bool {
    match name {
        "As" => text.chars().all(|c| c == 'a'),
        "Bs" => !text.is_empty() && text.chars().all(|c| c == 'b'),
        _ => text.len() == 1,
    }
}

#[property(seed = 1, cases = 200, time = "none")]
fn characters_have_the_trees_that_a_naive_parser_finds(#[from(rules())] rules: Rules, seed: u8) {
    let mut number = usize::from(seed);
    let grammar = grammar(&rules, Lexis::Characters, |builder, part| {
        number = number * 7 + if part == Part::A { 3 } else { 5 };
        number %= 1009;
        of_any_length(builder, number)
    });
    let parser = Parser::new(Arc::clone(&grammar));
    for text in texts(5) {
        let ends = |token: TokenId, start: usize| {
            let (name, text) = (&grammar.token(token).name, &text);
            (start..=text.len()).filter(move |end| is_token(name, &text[start..*end]))
        };
        let matches = |item: Item, start: usize, end: usize| match item {
            Item::Terminal(id) => text[start..end] == *grammar.terminal(id),
            Item::Token(id) => is_token(&grammar.token(id).name, &text[start..end]),
            Item::Category(_) => false,
        };
        let reference = Reference { grammar: &grammar, length: text.len(), matches: &matches };
        let ways = reference.count();
        match parser.parse_characters(CategoryId(0), &text, ends) {
            Ok(forest) => agrees(&forest, &reference, &text, ways),
            Err(error) => assert_eq!(ways, Count::Finite(0), "{text:?}: {error}"),
        }
    }
}
