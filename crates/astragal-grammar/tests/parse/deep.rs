//! Long and deep texts: linear memory, and no recursion.

use std::thread;

use astragal::backwards::Overlap;
use astragal_grammar::{Grammar, Leaf, Parser, Tree};

use crate::grammars::{c, grammar, json};
use crate::scanner::parse;

/// Long enough for a stack to overflow, and for quadratic memory to be noticed.
const LONG: usize = 100_000;

/// Parses on a small stack, with at most this many items of the chart for each byte.
fn parse_long(lines: &str, text: String, items: usize) -> Tree {
    let parser = Parser::new(grammar("long", lines));
    let run = move || {
        let tree = {
            let parser = parser.limit(items * text.len());
            let forest = parse(&parser, &text).unwrap();
            assert_eq!(forest.ways(), Overlap::Exactly(1));
            assert!(forest.ambiguity().is_none());
            assert_eq!(forest.trees().count(), 1);
            forest.first()
        };
        assert_eq!(tree.leaves().map(Leaf::text).collect::<String>(), text);
        // Shown and compared without recursion too.
        assert!(tree == tree.clone() && !format!("{tree:?}").is_empty());
        tree
    };
    thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap()
}

#[test]
fn nested_deeply() {
    let text = format!("{}x{}", "(".repeat(LONG), ")".repeat(LONG));
    assert_eq!(parse_long("P. E ::= \"(\" E \")\" \n X. E ::= \"x\"", text, 4).size(), LONG + 1);
}

#[test]
fn lists_that_are_recursive_on_the_right() {
    let text = format!("{}x", "x,".repeat(LONG));
    assert_eq!(parse_long("C. L ::= E \",\" L \n O. L ::= E \n X. E ::= \"x\"", text, 5).size(), 2 * LONG + 2);
}

#[test]
fn lists_that_are_recursive_on_the_right_and_may_be_empty() {
    assert_eq!(parse_long("C. L ::= E L \n N. L ::= \n X. E ::= \"x\"", "x".repeat(LONG), 5).size(), 2 * LONG + 1);
}

#[test]
fn lists_that_are_recursive_on_the_left() {
    assert_eq!(parse_long("C. L ::= L E \n N. L ::= \n X. E ::= \"x\"", "x".repeat(LONG), 5).size(), 2 * LONG + 1);
}

/// Each place may be the end of the list, as far as the next lexeme tells: without chains, there would be half of the square of
/// the length of items.
#[test]
fn lists_whose_end_is_not_seen() {
    let lines = "S. S ::= L \"x\" \n C. L ::= E L \n O. L ::= E \n X. E ::= \"x\"";
    assert_eq!(parse_long(lines, "x".repeat(LONG), 6).size(), 2 * LONG - 1);
    // The same through several categories.
    let lines = "S. S ::= L \"x\" \n C. L ::= E M \n O. L ::= E \n M. M ::= N \n N. N ::= \"+\" L \n X. E ::= \"x\"";
    parse_long(lines, format!("{}x", "x+".repeat(LONG)) + "x", 8);
}

#[test]
fn operators_that_are_recursive_on_both_sides_of_levels() {
    let lines = "\
        A. E ::= F \"=\" E \n _. E ::= F \n B. F ::= F \"+\" G \n _. F ::= G \n C. G ::= \"-\" G \n _. G ::= H \n \
        P. H ::= \"(\" E \")\" \n X. H ::= \"x\"";
    let text = format!("{}x{}", "x=-(x+".repeat(LONG / 4), ")".repeat(LONG / 4));
    parse_long(lines, text, 8);
}

#[test]
fn hidden_left_recursion() {
    assert_eq!(
        parse_long("C. L ::= N L E \n O. L ::= E \n N. N ::= \n X. E ::= \"x\"", "x".repeat(LONG), 6).size(),
        3 * LONG - 1
    );
}

/// Chains whose parts have chains.
#[test]
fn lists_in_lists() {
    let parser = Parser::new(json());
    let (mut text, mut sizes) = (String::from("[1,2,3]"), 1 + 3 * 3);
    for _ in 0..6 {
        text = format!("[{text},{text},4,{{\"a\":{text},\"b\":5,\"c\":6}}]");
        // An array and its list, a number, an object and its list of names and values, two of them numbers.
        sizes = 3 * sizes + 1 + 4 + 2 + 1 + 3 * 3 + 2 * 2;
    }
    let forest = parse(&parser, &text).unwrap();
    let tree = forest.first();
    assert_eq!(tree.leaves().map(Leaf::text).collect::<String>(), text);
    assert_eq!((forest.ways(), tree.size()), (Overlap::Exactly(1), sizes));
}

/// The whole text is not left out of a chain that goes on.
#[test]
fn the_whole_text_may_be_in_a_chain() {
    let lines = "X. S ::= X \n A. X ::= \"a\" A \n B. X ::= \"a\" \n C. X ::= A \"b\" \n S. A ::= S";
    assert_eq!(tree(grammar("chain", lines), "aa"), "X (A (S (X B)))");
    assert_eq!(tree(grammar("chain", lines), "abb"), "X (C (S (X (C (S (X B))))))");
}

#[test]
fn threads_may_share_a_parser() {
    let parser = Parser::new(json());
    let sizes: Vec<usize> = thread::scope(|scope| {
        let parse = |length: usize| parse(&parser, &format!("[{}1]", "1,".repeat(length))).unwrap().first().size();
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(move || parse(number * 100))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(sizes, [4, 304, 604, 904]);
}

fn tree(grammar: std::sync::Arc<Grammar>, text: &str) -> String {
    let parser = Parser::new(grammar);
    let forest = parse(&parser, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(forest.ways(), Overlap::Exactly(1), "{}", forest.ambiguity().unwrap());
    format!("{:?}", forest.first())
}

#[test]
fn json_has_its_tree() {
    assert_eq!(
        tree(json(), r#"{"a": [1, {}, true], "b": null}"#),
        "Object (Cons (Member \"a\" (Array (ConsV (Number 1) (ConsV Empty (OneV True))))) (One (Member \"b\" Null)))"
    );
}

#[test]
fn c_has_its_tree() {
    assert_eq!(
        tree(c(), "int f(void) { return a[1] + -b * 2 == c ? x = y : z, 3; }"),
        "Program (OneX (Function (OneS Int) (FunD (Name f) (OneP (ParamA (OneS Void)))) (Block NoDecls (Stms (Return \
         (OptExp (Op1_0 (Cond (Op9_0 (Op12_0 (Index (Var a) (IntLit 1)) (Op13_0 (Neg (Var b)) (IntLit 2))) (Var c)) \
         (Assign0 (Var x) (Var y)) (Var z)) (IntLit 3)))) NoStms))))"
    );
}
