//! The text of an outline: words, texts in quotes, and lists of these in parentheses.

use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use super::ListKind;
use super::outline::{MOST_LEVELS, Outline};
use crate::choices::ParseError;

const KINDS: [(&str, ListKind); 5] = [
    ("sequence", ListKind::Sequence),
    ("bag", ListKind::Bag),
    ("set", ListKind::Set),
    ("map", ListKind::Map),
    ("distinct", ListKind::Distinct),
];

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outline::Unit => f.write_str("unit"),
            Outline::Number { max, both } => write!(f, "(number {max} {both})"),
            Outline::Character { count } => write!(f, "(character {count})"),
            Outline::Constants { count } => write!(f, "(constants {count})"),
            Outline::Product(parts) => {
                f.write_str("(product")?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                f.write_str(")")
            }
            Outline::Family { first, rests } => {
                write!(f, "(family {first}")?;
                rests.iter().try_for_each(|rest| write!(f, " {rest}"))?;
                f.write_str(")")
            }
            Outline::Sum { name, arms } => {
                write!(f, "(sum {}", Quoted(name))?;
                arms.iter().try_for_each(|(label, arm)| write!(f, " ({} {arm})", Quoted(label)))?;
                f.write_str(")")
            }
            Outline::List { kind, min, max, element } => {
                let kind = KINDS.iter().find(|(_, known)| known == kind).map_or("", |(name, _)| name);
                let max = max.map_or_else(|| "-".into(), |max| max.to_string());
                write!(f, "(list {kind} {min} {max} {element})")
            }
            Outline::Selection { from, min, max } => write!(f, "(selection {from} {min} {max})"),
            Outline::Function { argument, result } => write!(f, "(function {argument} {result})"),
            Outline::Type { name, of } => write!(f, "(type {} {of})", Quoted(name)),
            Outline::Same { name } => write!(f, "(same {})", Quoted(name)),
            Outline::Mapped(of) => write!(f, "(mapped {of})"),
            Outline::Lazy(of) => write!(f, "(lazy {of})"),
            Outline::Steered(of) => write!(f, "(steered {of})"),
            Outline::Filtered { place, of } => write!(f, "(filtered {} {of})", Quoted(place)),
            Outline::Opaque { what } => write!(f, "(opaque {})", Quoted(what)),
            Outline::Omitted => f.write_str("omitted"),
        }
    }
}

struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

impl FromStr for Outline {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outline, ParseError> {
        let mut reader = Reader { chars: text.chars().peekable() };
        let outline = reader.outline(0).filter(|_| reader.next().is_none());
        outline.ok_or_else(|| ParseError::in_line(1, "this is not an outline"))
    }
}

/// What a text is made of.
#[derive(PartialEq)]
enum Token {
    Open,
    Close,
    Word(String),
    Text(String),
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<Token> {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
        Some(match self.chars.next()? {
            '(' => Token::Open,
            ')' => Token::Close,
            '"' => {
                let mut text = String::new();
                loop {
                    match self.chars.next()? {
                        '"' => break Token::Text(text),
                        '\\' => text.push(self.chars.next()?),
                        c => text.push(c),
                    }
                }
            }
            first => {
                let mut word = String::from(first);
                while let Some(c) = self.chars.next_if(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | '"')) {
                    word.push(c);
                }
                Token::Word(word)
            }
        })
    }

    fn outline(&mut self, level: usize) -> Option<Outline> {
        let first = self.next()?;
        self.outline_from(first, level)
    }

    fn outline_from(&mut self, first: Token, level: usize) -> Option<Outline> {
        match first {
            Token::Word(word) if word == "unit" => return Some(Outline::Unit),
            Token::Word(word) if word == "omitted" => return Some(Outline::Omitted),
            Token::Open if level < MOST_LEVELS => {}
            _ => return None,
        }
        let outline = match &*self.word()? {
            "number" => Outline::Number { max: self.number()?, both: self.number()? },
            "character" => Outline::Character { count: self.number()? },
            "constants" => Outline::Constants { count: self.number()? },
            "product" => return Some(Outline::Product(self.outlines(level)?)),
            "family" => return Some(Outline::Family { first: self.inner(level)?, rests: self.outlines(level)? }),
            "sum" => {
                let (name, mut arms) = (self.text()?, Vec::new());
                loop {
                    match self.next()? {
                        Token::Close => return Some(Outline::Sum { name, arms }),
                        Token::Open => arms.push((self.text()?, self.outline(level + 1)?)),
                        Token::Word(_) | Token::Text(_) => return None,
                    }
                    self.close()?;
                }
            }
            "list" => {
                let kind = self.word()?;
                let kind = KINDS.iter().find(|(name, _)| *name == kind)?.1;
                let min = self.number()?;
                let max = match &*self.word()? {
                    "-" => None,
                    max => Some(max.parse().ok()?),
                };
                Outline::List { kind, min, max, element: self.inner(level)? }
            }
            "selection" => Outline::Selection { from: self.number()?, min: self.number()?, max: self.number()? },
            "function" => Outline::Function { argument: self.inner(level)?, result: self.inner(level)? },
            "type" => Outline::Type { name: self.text()?, of: self.inner(level)? },
            "same" => Outline::Same { name: self.text()? },
            "mapped" => Outline::Mapped(self.inner(level)?),
            "lazy" => Outline::Lazy(self.inner(level)?),
            "steered" => Outline::Steered(self.inner(level)?),
            "filtered" => Outline::Filtered { place: self.text()?, of: self.inner(level)? },
            "opaque" => Outline::Opaque { what: self.text()? },
            _ => return None,
        };
        self.close()?;
        Some(outline)
    }

    /// Those that are left.
    fn outlines(&mut self, level: usize) -> Option<Vec<Outline>> {
        let mut parts = Vec::new();
        loop {
            match self.next()? {
                Token::Close => return Some(parts),
                first => parts.push(self.outline_from(first, level + 1)?),
            }
        }
    }

    fn inner(&mut self, level: usize) -> Option<Box<Outline>> {
        self.outline(level + 1).map(Box::new)
    }

    fn word(&mut self) -> Option<String> {
        match self.next()? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        match self.next()? {
            Token::Text(text) => Some(text),
            _ => None,
        }
    }

    fn number<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    fn close(&mut self) -> Option<()> {
        (self.next()? == Token::Close).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Draw, Gen, any, fun_of, hash_map_of, int, lazy, subsequence_of, vec_of};

    #[track_caller]
    fn is(generator: impl Draw, text: &str) {
        let outline = generator.space().outline();
        assert_eq!(outline.to_string(), text);
        assert_eq!(text.parse::<Outline>().unwrap(), outline);
    }

    #[test]
    fn an_outline_is_read_as_it_was_written() {
        is(any::<()>(), "unit");
        is(any::<(u8, i8)>(), "(product (number 255 0) (number 255 127))");
        is(vec_of(any::<u8>(), 2..5), "(list sequence 2 4 (number 255 0))");
        is(hash_map_of(any::<u8>(), any::<()>(), ..), "(list map 0 - (product (number 255 0) unit))");
        is(subsequence_of(vec![1, 2, 3], 1..=2), "(selection 3 1 2)");
        is(fun_of(any::<u8>(), any::<u8>()), "(function (number 255 0) (number 255 0))");
        is(lazy(any::<u8>()), "(lazy (number 255 0))");
        is(int(1..=2u8).and_then(|n| 0..n), "(family (number 1 0) (product (number 0 0)) (product (number 1 0)))");
        is(any::<u8>().map(|n| n), "(mapped (number 255 0))");
        let opaque = crate::generator::from_fn(|_| ()).space().outline();
        assert!(matches!(&opaque, Outline::Opaque { what } if what.contains("FromFn")), "{opaque}");
        assert_eq!(opaque.to_string().parse::<Outline>().unwrap(), opaque);
    }

    #[test]
    fn what_is_not_an_outline_is_an_error() {
        for text in
            ["", "(", ")", "(unit)", "unit unit", "(number 1)", "(number -1 0)", "(sum \"a\" (unit))", "(same \"a"]
        {
            assert!(text.parse::<Outline>().is_err(), "{text}");
        }
        assert!("(mapped ".repeat(1_000_000).parse::<Outline>().is_err());
    }

    #[test]
    fn an_outline_is_small() {
        fn wide<G: Draw + Clone>(part: G) -> impl Draw + Clone {
            (part.clone(), part.clone(), part.clone(), part.clone(), part)
        }
        let text = wide(wide(wide(wide(wide(any::<bool>()))))).space().outline().to_string();
        assert!(text.contains("omitted") && text.len() < 20_000, "{}", text.len());
        assert_eq!(text.parse::<Outline>().unwrap().to_string(), text);
    }
}
