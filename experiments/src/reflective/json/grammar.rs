//! The grammar of JSON as generators: each production is a function, each alternative a labeled pick.
//!
//! All weights are one, as in a grammar. What the examples say about them is for tuning to find out.

use super::read;
use super::tree::{Checked, ESCAPES, Exp, Int, Json, List, MARKS, Number, Pair, checksum};
use astragal::generators::Chars;
use astragal::prelude::*;

/// What a string may contain besides letters and digits.
const SPECIAL: &str = "/+:@$!'(,.)-#_ ";

/// The text of a document with its checksum. No grammar without context has those: the checksum is computed.
pub(crate) fn with_checksum() -> impl Reflect<Value = String> {
    checked().iso(|checked| checked.to_string(), |text| read::checked(text))
}

#[generator]
fn checked() -> Checked {
    let payload = draw!(start());
    Checked { checksum: checksum(&payload), payload }
}

#[generator]
fn start() -> Json {
    pick! {
        array: 1 => {
            let elements = draw!(array());
            Json::Array(Box::new(elements))
        },
        object: 1 => {
            let members = draw!(object());
            Json::Object(Box::new(members))
        },
    }
}

#[generator]
fn value() -> Json {
    pick! {
        null: 1 => Json::Null,
        yes: 1 => Json::True,
        no: 1 => Json::False,
        number: 1 => {
            let number = draw!(number());
            Json::Number(number)
        },
        text: 1 => {
            let text = draw!(text());
            Json::Text(text)
        },
        array: 1 => {
            let elements = draw!(array());
            Json::Array(Box::new(elements))
        },
        object: 1 => {
            let members = draw!(object());
            Json::Object(Box::new(members))
        },
    }
}

#[generator]
fn array() -> List<Json> {
    pick! {
        empty: 1 => List::End,
        some: 1 => {
            let first = draw!(value());
            let rest = draw!(elements());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn elements() -> List<Json> {
    pick! {
        end: 1 => List::End,
        more: 1 => {
            let first = draw!(value());
            let rest = draw!(elements());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn object() -> List<Pair> {
    pick! {
        empty: 1 => List::End,
        some: 1 => {
            let first = draw!(pair());
            let rest = draw!(members());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn members() -> List<Pair> {
    pick! {
        end: 1 => List::End,
        more: 1 => {
            let first = draw!(pair());
            let rest = draw!(members());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn pair() -> Pair {
    let key = draw!(text());
    let value = draw!(value());
    Pair { key, value }
}

#[generator]
fn text() -> List<char> {
    pick! {
        empty: 1 => List::End,
        some: 1 => {
            let first = draw!(character());
            let rest = draw!(characters());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn characters() -> List<char> {
    pick! {
        end: 1 => List::End,
        more: 1 => {
            let first = draw!(character());
            let rest = draw!(characters());
            List::More(first, Box::new(rest))
        },
    }
}

/// Each of these sets is a production too, whose alternatives are its characters.
#[generator]
fn character() -> char {
    pick! {
        letter: 1 => {
            let c = draw!(one_of_chars(Chars::letters(), "letter"));
            c
        },
        digit: 1 => {
            let c = draw!(digit());
            c
        },
        special: 1 => {
            let c = draw!(one_of_chars(Chars::from_ranges(SPECIAL.chars().map(|c| c..=c)), "special"));
            c
        },
        escaped: 1 => {
            let c = draw!(one_of_chars(Chars::from_ranges(ESCAPES.map(|escape| escape.1..=escape.1)), "escaped"));
            c
        },
    }
}

fn one_of_chars(chars: Chars, name: &'static str) -> impl Reflect<Value = char> {
    chars.counted_as(name)
}

fn digit() -> impl Reflect<Value = char> {
    one_of_chars(Chars::range('0'..='9'), "digit")
}

fn nonzero() -> impl Reflect<Value = char> {
    one_of_chars(Chars::range('1'..='9'), "nonzero")
}

#[generator]
fn digits() -> List<char> {
    let first = draw!(digit());
    let rest = draw!(more_digits());
    List::More(first, Box::new(rest))
}

#[generator]
fn more_digits() -> List<char> {
    pick! {
        end: 1 => List::End,
        more: 1 => {
            let first = draw!(digit());
            let rest = draw!(more_digits());
            List::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn number() -> Number {
    pick! {
        int: 1 => {
            let int = draw!(int());
            Number::Int(int)
        },
        frac: 1 => {
            let int = draw!(int());
            let frac = draw!(digits());
            Number::Frac(int, frac)
        },
        exp: 1 => {
            let int = draw!(int());
            let exp = draw!(exp());
            Number::Exp(int, exp)
        },
        frac_exp: 1 => {
            let int = draw!(int());
            let frac = draw!(digits());
            let exp = draw!(exp());
            Number::FracExp(int, frac, exp)
        },
    }
}

#[generator]
fn int() -> Int {
    pick! {
        digit: 1 => {
            let first = draw!(digit());
            Int::Digit(first)
        },
        digits: 1 => {
            let first = draw!(nonzero());
            let rest = draw!(digits());
            Int::Digits(first, rest)
        },
        minus_digit: 1 => {
            let first = draw!(digit());
            Int::MinusDigit(first)
        },
        minus_digits: 1 => {
            let first = draw!(nonzero());
            let rest = draw!(digits());
            Int::MinusDigits(first, rest)
        },
    }
}

#[generator]
fn exp() -> Exp {
    let mark = draw!(select(MARKS).counted_as("mark"));
    let digits = draw!(digits());
    Exp { mark, digits }
}
