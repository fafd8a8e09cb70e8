//! Texts of arithmetic.

use super::{Difference, Language};
use crate::scripts::python_expression;

const PYTHON: &str = "python";

pub(crate) const LANGUAGE: Language = Language {
    grammar: "arithmetic",
    judges: &[(PYTHON, python_expression)],
    lenient_judges: &[],
    good: &[
        "0",
        "10",
        "1.5",
        "0.25e-3",
        "1E+5",
        "x",
        "x1",
        "x_y",
        "andy",
        "1+2-3",
        "1 + 2 * 3 / 4",
        "-1",
        "--1",
        "-+-1",
        "2**3**4",
        "-2**-3",
        "(2)",
        "((2))",
        "(1 + 2) * 3",
        "f(1)",
        "sqrt(x, y + 1, f(2))",
        "2 ** (1 + x)",
        "f(-1) ** 2",
        "1\n+\n2",
        "\t1",
    ],
    bad: &[
        "", " ", "+", "1+", "*1", "1 2", "1 x", "2x", "1 + * 2", "(", ")", "(1", "1)", "f(", "f(1", "f(1,,2)", "f(,)",
        "1***2", "1**", "01", "00x", "1e", "1e+", "1..2", "1.2.3", "1_", "and", "x if", "not", "x y", "é 1", "1 = 1",
        "$", "0x",
    ],
    differences: &[
        Difference { text: "7 // 2 % 3", in_grammar: false, parsed_by: &[PYTHON], why: "choice: not these operators" },
        Difference { text: "1_000", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no digits in groups" },
        Difference { text: "0x10", in_grammar: false, parsed_by: &[PYTHON], why: "choice: decimal numbers alone" },
        Difference { text: "2j", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no imaginary numbers" },
        Difference { text: "00", in_grammar: false, parsed_by: &[PYTHON], why: "choice: one zero is enough" },
        Difference { text: "01.5", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no leading zeros" },
        Difference { text: "1.", in_grammar: false, parsed_by: &[PYTHON], why: "choice: digits on both sides" },
        Difference { text: "f()", in_grammar: false, parsed_by: &[PYTHON], why: "choice: functions have arguments" },
        Difference { text: "f(1,)", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no comma at the end" },
        Difference { text: "None", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no keyword is a name" },
        Difference { text: "_", in_grammar: false, parsed_by: &[PYTHON], why: "choice: a name begins with a letter" },
        Difference { text: "()", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no tuples" },
        Difference { text: "1, 2", in_grammar: false, parsed_by: &[PYTHON], why: "choice: no tuples" },
        Difference { text: "é", in_grammar: false, parsed_by: &[PYTHON], why: "choice: names in ASCII" },
    ],
    limits: &[],
    rules: &[],
};
