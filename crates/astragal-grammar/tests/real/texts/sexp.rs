//! Texts of S-expressions.

use super::Language;

pub(crate) const LANGUAGE: Language = Language {
    grammar: "sexp",
    // No parser of Scheme is among the programs that `cargo xtask test` installs.
    judges: &[],
    lenient_judges: &[],
    good: &[
        "a",
        "()",
        "( )",
        "(a b c)",
        "(a . b)",
        "(a b . (c d))",
        "((a) (b (c)))",
        "'a",
        "'(1 2)",
        "`(a ,b ,@c)",
        "''a",
        "#(1 2 3)",
        "#()",
        "#t #f #true #false",
        "0 -1 +2 1.5 .5 -.5 1. 1e10 1.5E-3 007",
        "+ - ... <=? list->vector a+b set! ->x -x +@ --1",
        "\"\" \"a b\" \"\\\"\\\\\\n\\x41;\" \"a\nb\" \"é\"",
        "(define (f x) ; comment\n  (* x 2)) ; end",
        "a\"b\"c",
        "(a)(b)",
        "'()",
        "(.5)",
        "(a .5)",
    ],
    bad: &[
        "", "(", ")", "(a", "a)", "(. a)", "(a .)", "(a . b c)", "(a . b . c)", "'", "(')", "`", ",", ",@", "#", "#a", "#tf",
        "#(1 . 2)", "1a", "1+", ".", "..", "....", "+5x", "\"", "\"a", "\"\\q\"", "\"\\x41\"", "\"\\x;\"", "[a]", "{a}", "|a|",
        "#\\a", "; only a comment", "1.2.3", "1e", "a'b)", "é",
    ],
    differences: &[],
    limits: &[],
};
