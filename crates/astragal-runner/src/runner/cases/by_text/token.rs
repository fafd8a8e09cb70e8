//! The text of a value in tokens, and how far two texts agree.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use astragal_core::__private::sort_by;
use astragal_core::{Draw, any};

/// What a token is. Tokens of one kind can replace each other: there is a choice that makes the one from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `12`, `-0.5`, `1e300`.
    Number,
    /// The name of a type, a variant or a field; `true`, `NaN`.
    Word,
    /// A character within quotes, as it is escaped there.
    Letter,
    /// Everything else.
    Mark(char),
}

/// A token and the text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
}

/// A text in one line, cut into tokens. White space outside of quotes is not a token.
pub(super) struct Text {
    text: String,
    tokens: Vec<(Kind, Range<usize>)>,
    /// The numbers, in the order of their texts.
    sorted: Vec<Range<usize>>,
}

/// How far a text agrees with another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Agreement {
    /// How many tokens are the same, from the first on.
    pub(super) same: usize,
    /// How many more are of the same kind.
    alike: usize,
    /// How many numbers are nowhere in the other text. Sorted values are made in another order than they are printed.
    missing: Reverse<usize>,
    /// How many tokens there are too many or too few.
    pub(super) unlike: Reverse<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Text {
        let mut tokens = Vec::new();
        let mut at = 0;
        let mut quote = None;
        while let Some(letter) = text[at..].chars().next() {
            let rest = &text[at..];
            let (kind, length) = match quote {
                Some(closing) if letter == closing => {
                    quote = None;
                    (Kind::Mark(letter), letter.len_utf8())
                }
                Some(_) => (Kind::Letter, letter_len(rest)),
                None if letter == '"' || is_char_literal(rest) => {
                    quote = Some(letter);
                    (Kind::Mark(letter), 1)
                }
                None if letter.is_alphabetic() || letter == '_' => {
                    let is_inside = |letter: char| letter.is_alphanumeric() || letter == '_';
                    (Kind::Word, rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len()))
                }
                // A number after a point has no fraction of its own: `10.0.0.1`.
                None => match number_len(rest, text[..at].ends_with('.')) {
                    0 => (Kind::Mark(letter), letter.len_utf8()),
                    length => (Kind::Number, length),
                },
            };
            if kind == Kind::Letter || !letter.is_whitespace() {
                tokens.push((kind, at..at + length));
            }
            at += length;
        }
        let numbers = tokens.iter().filter(|(kind, _)| *kind == Kind::Number);
        let mut sorted: Vec<Range<usize>> = numbers.map(|(_, range)| range.clone()).collect();
        sort_by(&mut sorted, |one, other| text[one.clone()].cmp(&text[other.clone()]));
        Text { text, tokens, sorted }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn token(&self, at: usize) -> Option<Token<'_>> {
        self.tokens.get(at).map(|(kind, range)| Token { kind: *kind, text: &self.text[range.clone()] })
    }

    fn all(&self) -> impl Iterator<Item = Token<'_>> {
        (0..self.tokens.len()).filter_map(|at| self.token(at))
    }

    /// In how many tokens the text begins as another one.
    pub(super) fn same(&self, other: &Text) -> usize {
        self.all().zip(other.all()).take_while(|(one, other)| one == other).count()
    }

    pub(super) fn agreement(&self, other: &Text) -> Agreement {
        let same = self.same(other);
        let rest = self.all().zip(other.all()).skip(same);
        let alike = rest.take_while(|(one, other)| one.kind == other.kind).count();
        let missing = Reverse(other.numbers_not_in(self).count());
        Agreement { same, alike, missing, unlike: Reverse(self.tokens.len().abs_diff(other.tokens.len())) }
    }

    /// How many parts the brackets around a token have, or letters the quotes; the innermost first.
    pub(super) fn parts_around(&self, at: usize) -> Vec<usize> {
        let mut parts = Vec::new();
        let mut depth = 0;
        for first in (1..=at.min(self.tokens.len())).rev() {
            match self.tokens[first - 1].0 {
                Kind::Mark(']' | '}' | ')') => depth += 1,
                Kind::Mark('[' | '{' | '(') if depth > 0 => depth -= 1,
                Kind::Mark('[' | '{' | '(') => parts.push(self.parts_from(first)),
                // It opens if there is nothing but letters from there on.
                Kind::Mark('"') if parts.is_empty() && depth == 0 && self.letters_from(first) >= at - first => {
                    parts.push(self.letters_from(first));
                }
                _ => {}
            }
        }
        parts
    }

    fn letters_from(&self, first: usize) -> usize {
        self.tokens[first..].iter().take_while(|(kind, _)| *kind == Kind::Letter).count()
    }

    /// How many parts there are from a token on up to the bracket that closes.
    fn parts_from(&self, first: usize) -> usize {
        let (mut commas, mut depth, mut is_empty) = (0, 0, true);
        for (kind, _) in &self.tokens[first..] {
            match kind {
                Kind::Mark(']' | '}' | ')') if depth == 0 => break,
                Kind::Mark(']' | '}' | ')') => depth -= 1,
                Kind::Mark('[' | '{' | '(') => depth += 1,
                Kind::Mark(',') if depth == 0 => commas += 1,
                _ => {}
            }
            is_empty = false;
        }
        if is_empty { 0 } else { commas + 1 }
    }

    /// The numbers that are nowhere in another text.
    pub(super) fn numbers_not_in(&self, other: &Text) -> impl Iterator<Item = Token<'_>> {
        let numbers = self.all().filter(|token| token.kind == Kind::Number);
        numbers.filter(|number| other.sorted.binary_search_by(|at| other.text[at.clone()].cmp(number.text)).is_err())
    }
}

impl Token<'_> {
    pub(super) fn whole(self) -> Option<i128> {
        if self.kind == Kind::Number { self.text.parse().ok() } else { None }
    }

    pub(super) fn float(self) -> Option<f64> {
        let is_float = self.kind == Kind::Number || matches!(self.text, "NaN" | "inf");
        if is_float { self.text.parse().ok() } else { None }
    }

    /// The character that a letter represents.
    pub(super) fn letter(self) -> Option<char> {
        if self.kind != Kind::Letter {
            return None;
        }
        let Some(escape) = self.text.strip_prefix('\\') else { return self.text.chars().next() };
        Some(match escape.chars().next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'u' => {
                let digits = escape.strip_prefix("u{")?.strip_suffix('}')?;
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            other => other,
        })
    }

    /// The order in which generators have what can replace a token.
    pub(super) fn order(self, other: Token<'_>) -> Option<Ordering> {
        if let (Some(one), Some(other)) = (self.whole(), other.whole()) {
            return Some(one.cmp(&other));
        }
        if let (Some(one), Some(other)) = (self.float(), other.float()) {
            return one.partial_cmp(&other);
        }
        Some(rank(self.letter()?)?.cmp(&rank(other.letter()?)?))
    }
}

/// The rank of a character among all of them.
pub(super) fn rank(letter: char) -> Option<u64> {
    any::<char>().choices_of(&letter).ok()?.numbers().next()
}

/// How long the character or the escape is that a text starts with.
fn letter_len(text: &str) -> usize {
    let Some(escape) = text.strip_prefix('\\') else { return text.chars().next().map_or(0, char::len_utf8) };
    let length = match escape.strip_prefix("u{").and_then(|code| code.find('}')) {
        Some(digits) => digits + 3,
        None => escape.chars().next().map_or(0, char::len_utf8),
    };
    1 + length
}

fn is_char_literal(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('\'') else { return false };
    inside.get(letter_len(inside)..).is_some_and(|rest| rest.starts_with('\''))
}

/// How long the number is that a text starts with; zero if there is none.
fn number_len(text: &str, is_whole: bool) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let sign = usize::from(text.starts_with('-'));
    let mut end = sign + digits(sign);
    if end == sign {
        return 0;
    }
    if text[end..].starts_with('.') && !is_whole {
        let fraction = digits(end + 1);
        let goes_on = |after: usize| text[after..].starts_with('.') && digits(after + 1) > 0;
        if fraction > 0 && !goes_on(end + 1 + fraction) {
            end += 1 + fraction;
        }
    }
    if text[end..].starts_with('e') {
        let sign = end + 1 + usize::from(text[end + 1..].starts_with('-'));
        let exponent = digits(sign);
        if exponent > 0 {
            end = sign + exponent;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        Text::new(text.into()).all().map(|token| token.text.to_string()).collect()
    }

    #[test]
    fn a_text_is_cut_into_what_choices_make() {
        assert_eq!(words("A { x: -1.5e-7, y: [0..3] }").join(" "), "A { x : -1.5e-7 , y : [ 0 . . 3 ] }");
        assert_eq!(
            words(r#"("a\"\u{1b} é", '\'', 10.0.0.1)"#).join("|"),
            r#"(|"|a|\"|\u{1b}| |é|"|,|'|\'|'|,|10|.|0|.|0|.|1|)"#
        );
        assert_eq!(words("don't \"never closed").len(), 3 + 1 + 12);
        assert_eq!(words("\\"), ["\\"]);
        assert_eq!(words("\"\\"), ["\"", "\\"]);
    }

    #[test]
    fn parts_are_counted_around_a_place() {
        let text = Text::new(r#"Some([(1, 2), [], "abc"])"#.into());
        let at = |wanted: &str| text.all().position(|token| token.text == wanted).unwrap();
        let around = |at| text.parts_around(at);
        assert_eq!([around(at("[")), around(at("1")), around(at("b"))], [vec![1], vec![2, 3, 1], vec![3, 3, 1]]);
        let empty = at("2") + 4;
        assert_eq!((text.token(empty).unwrap().text, around(empty)), ("]", vec![0, 3, 1]));
        assert_eq!(Text::new("\"\"".into()).parts_around(1), [0]);
    }

    #[test]
    fn agreement_is_first_of_tokens_and_then_of_kinds() {
        let agreement = |one: &str, other: &str| Text::new(one.into()).agreement(&Text::new(other.into()));
        assert!(agreement("[1, 2]", "[1, 3]") > agreement("[1, 2]", "[1]"));
        assert!(agreement("[5, 6]", "[0, 0]") > agreement("[5, 6]", "[0]"));
        assert_eq!(agreement("[1, 2]", "[1, 2]").same, 5);
    }
}
