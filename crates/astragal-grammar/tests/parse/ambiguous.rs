//! Texts with several trees, or infinitely many: their order, their number, and how that is reported.

use astragal::backwards::Overlap;
use astragal_grammar::{CategoryId, Parser};

use crate::grammars::{c, grammar};
use crate::scanner::{parse, scan};

const SUMS: &str = "Sub. E ::= E \"-\" E \n Num. E ::= Integer";

#[test]
fn trees_come_in_order() {
    let parser = Parser::new(grammar("sums", SUMS));
    let forest = parse(&parser, "1 - 2 - 3 - 4").unwrap();
    let trees: Vec<String> = forest.trees().map(|tree| format!("{tree:?}").replace("Num ", "")).collect();
    assert_eq!(
        trees,
        [
            "Sub (Sub (Sub (1) (2)) (3)) (4)",
            "Sub (Sub (1) (Sub (2) (3))) (4)",
            "Sub (Sub (1) (2)) (Sub (3) (4))",
            "Sub (1) (Sub (Sub (2) (3)) (4))",
            "Sub (1) (Sub (2) (Sub (3) (4)))",
        ]
    );
    assert_eq!(forest.first(), forest.trees().next().unwrap());
    assert_eq!(format!("{forest:?}"), "Forest(5 ways of \"1 - 2 - 3 - 4\")");
}

#[test]
fn rules_come_in_the_order_of_the_grammar() {
    let parser = Parser::new(grammar(
        "names",
        "Two. S ::= A A \n B. S ::= B \n X. A ::= \"x\" \n XX. B ::= \"x\" \"x\" \n Y. B ::= A \"x\"",
    ));
    let trees: Vec<String> = parse(&parser, "x x").unwrap().trees().map(|tree| format!("{tree:?}")).collect();
    assert_eq!(trees, ["Two X X", "B XX", "B (Y X)"]);
    let lines = "P. S ::= A \n Q. S ::= B \n R. S ::= C \n A. A ::= \"x\" \n B. B ::= \"x\" \n C. C ::= \"x\" \n X. S ::= \"x\"";
    let parser = Parser::new(grammar("letters", lines));
    let trees: Vec<String> = parse(&parser, "x").unwrap().trees().map(|tree| format!("{tree:?}")).collect();
    assert_eq!(trees, ["P A", "Q B", "R C", "X"]);
}

#[test]
fn an_ambiguity_names_both_ways() {
    let parser = Parser::new(grammar("sums", SUMS));
    let ambiguity = parse(&parser, "1 - 2 - 3").unwrap().ambiguity().unwrap();
    assert_eq!(
        ambiguity.to_string(),
        "line 1, column 1: `1 - 2 - 3` can be read in 2 ways: as `Sub (Sub (Num 1) (Num 2)) (Num 3)` or as `Sub (Num 1) (Sub (Num 2) (Num 3))`"
    );
    assert_eq!((ambiguity.bytes.clone(), ambiguity.category), (0..9, CategoryId(0)));
    assert_eq!(ambiguity.rules().0, ambiguity.rules().1);
    assert!(parse(&parser, "1 - 2").unwrap().ambiguity().is_none());
}

/// Trees do not show coercions, so the rules are shown.
#[test]
fn an_ambiguity_of_coercions_names_rules() {
    let lines = "_. S ::= A \n _. S ::= B \n _. A ::= C \n _. B ::= C \n X. C ::= \"x\"";
    let ambiguity = parse(&Parser::new(grammar("levels", lines)), "x").unwrap().ambiguity().unwrap();
    let message = ambiguity.to_string();
    assert!(message.ends_with("`x` can be read in 2 ways: by `_. S ::= A` or by `_. S ::= B`"), "{message}");
    let lines = "_. S ::= A A \n _. A ::= C \n _. A ::= \n X. C ::= \"x\"";
    let ambiguity = parse(&Parser::new(grammar("levels", lines)), "x").unwrap().ambiguity().unwrap();
    let message = ambiguity.to_string();
    assert!(message.ends_with("`x` can be read in 2 ways: by `_. S ::= A A`, with different parts"), "{message}");
}

#[test]
fn an_ambiguity_is_the_first_in_the_text() {
    let parser = Parser::new(c());
    let text = "int f(int a) {\n  a = 1;\n  if (a) if (b) x; else y;\n  return 1;\n}";
    let forest = parse(&parser, text).unwrap();
    let ambiguity = forest.ambiguity().unwrap();
    assert_eq!(&text[ambiguity.bytes.clone()], "if (a) if (b) x; else y;");
    assert_eq!(
        ambiguity.to_string(),
        "line 3, column 3: `if (a) if (b) x; else y;` can be read in 2 ways: as `If (Var a) (IfElse (Var b) (Exp (Var x)) (Exp (Var \
         y)))` or as `IfElse (Var a) (If (Var b) (Exp (Var x))) (Exp (Var y))`"
    );
    assert_eq!(forest.ways(), Overlap::Exactly(2));
    assert_eq!(forest.trees().count(), 2);
}

#[test]
fn ways_are_counted_without_being_made() {
    let parser = Parser::new(grammar("sums", SUMS));
    let ways = |operators: usize| parse(&parser, &format!("{}1", "1 - ".repeat(operators))).unwrap().ways();
    // Catalan numbers.
    assert_eq!(ways(10), Overlap::Exactly(16_796));
    assert_eq!(ways(30), Overlap::Exactly(3_814_986_502_092_304));
    assert_eq!(ways(100), Overlap::AtLeast(u128::MAX));
    let forest = parse(&parser, &format!("{}1", "1 - ".repeat(100))).unwrap();
    assert_eq!(forest.trees().take(3).count(), 3);
}

#[test]
fn a_category_may_be_itself() {
    let parser = Parser::new(grammar("cycle", "Same. A ::= A \n Other. A ::= B \n X. A ::= \"x\" \n Back. B ::= A"));
    let forest = parse(&parser, "x").unwrap();
    assert_eq!(forest.ways(), Overlap::Infinite);
    let trees: Vec<String> = forest.trees().map(|tree| format!("{tree:?}")).collect();
    assert_eq!(trees, ["X"]);
    assert_eq!(
        forest.ambiguity().unwrap().to_string(),
        "line 1, column 1: `x` can be read in infinitely many ways: as `X` or as `Same X`"
    );
    // From B, A is not below itself.
    let b = parser.grammar().category_named("B").unwrap();
    let forest = parser.parse_lexemes(b, "x", scan(parser.grammar(), "x")).unwrap();
    assert_eq!(forest.trees().map(|tree| format!("{tree:?}")).collect::<Vec<_>>(), ["Back X"]);
}

#[test]
fn many_cyclic_parts_take_no_longer_than_one() {
    let parser = Parser::new(grammar(
        "cycles",
        "C. L ::= L A \n O. L ::= A \n Same. A ::= A \n Other. A ::= B \n X. A ::= \"x\" \n Back. B ::= A",
    ));
    let forest = parse(&parser, &"x".repeat(20_000)).unwrap();
    assert_eq!(forest.first().size(), 40_000);
    assert_eq!(forest.ways(), Overlap::Infinite);
}

#[test]
fn the_empty_text_may_be_ambiguous() {
    let parser = Parser::new(grammar("empty", "Two. S ::= A A \n N. A ::= \n M. A ::= B \n B. B ::="));
    let forest = parse(&parser, "").unwrap();
    assert_eq!(forest.ways(), Overlap::Exactly(4));
    let trees: Vec<String> = forest.trees().map(|tree| format!("{tree:?}")).collect();
    assert_eq!(trees, ["Two N N", "Two N (M B)", "Two (M B) N", "Two (M B) (M B)"]);
    assert_eq!(
        forest.ambiguity().unwrap().to_string(),
        "line 1, column 1: the empty text can be read in 2 ways: as `N` or as `M B`"
    );
}
