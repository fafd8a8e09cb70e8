//! Parses a definition: what begins with a word of its own, and rules, which begin with a label.

use super::definition::{Definition, Separation};
use super::lexer::{Word, is_reserved};
use super::parser::{Parser, Stop};
use crate::error::Span;

/// The highest level that `coercions` makes.
const HIGHEST: u32 = 1000;

impl<'a> Parser<'a, '_> {
    pub(super) fn definition(&mut self) -> Result<Definition<'a>, Stop> {
        let Word::Name(word) = *self.word() else { return self.labelled(false) };
        if !is_reserved(word) {
            return self.labelled(false);
        }
        self.advance();
        match word {
            "internal" => self.labelled(true),
            "token" => self.token(false),
            "position" if self.take_word("token") => self.token(true),
            "position" => Err(self.unexpected("`token` after `position`")),
            "comment" => {
                let open = self.text("the text that opens the comment, in quotes")?;
                let close = matches!(self.word(), Word::Text(_)).then(|| self.text("")).transpose()?;
                Ok(Definition::Comment { open, close })
            }
            "entrypoints" => {
                let mut cats = vec![self.category("a category")?];
                while self.take(",") {
                    cats.push(self.category("a category")?);
                }
                Ok(Definition::EntryPoints(cats))
            }
            "separator" | "terminator" => {
                let by = if word == "separator" { Separation::Separator } else { Separation::Terminator };
                let is_nonempty = self.take_word("nonempty");
                let cat = self.category("a category, or `nonempty` and a category")?;
                let (text, _) = self.text(&format!("the {word} in quotes; `\"\"` for none"))?;
                Ok(Definition::List { cat, by, text, is_nonempty })
            }
            "delimiters" => self.delimiters(),
            "coercions" => self.coercions(),
            "rules" => {
                let name = self.name("a category")?;
                self.expect("::=")?;
                let mut sides = vec![self.parts()?];
                while self.take("|") {
                    sides.push(self.parts()?);
                }
                Ok(Definition::Rules { name, sides })
            }
            "define" => self.define(),
            "layout" if self.take_word("toplevel") => Ok(Definition::LayoutToplevel),
            "layout" if self.take_word("stop") => Ok(Definition::LayoutStop(self.texts("words in quotes")?)),
            "layout" => Ok(Definition::Layout(self.texts("words in quotes, `stop` or `toplevel`")?)),
            _ => {
                let help = "it is reserved for regular expressions and pragmas";
                self.diagnosis.error(self.before, format!("a definition cannot begin with `{word}`"), help);
                Err(Stop)
            }
        }
    }

    fn texts(&mut self, expected: &str) -> Result<Vec<(String, Span)>, Stop> {
        let mut texts = vec![self.text(expected)?];
        while self.take(",") {
            texts.push(self.text("a text in quotes")?);
        }
        Ok(texts)
    }

    fn token(&mut self, has_position: bool) -> Result<Definition<'a>, Stop> {
        let name = self.name("the name of the token")?;
        Ok(Definition::Token { name, regex: self.regex(0)?, has_position })
    }

    fn delimiters(&mut self) -> Result<Definition<'a>, Stop> {
        let cat = self.category("a category")?;
        let (open, _) = self.text("the text before the list, in quotes")?;
        let (close, _) = self.text("the text after the list, in quotes")?;
        let by = match self.word() {
            Word::Name("separator") => Some(Separation::Separator),
            Word::Name("terminator") => Some(Separation::Terminator),
            _ => None,
        };
        let by = match by {
            Some(by) => {
                self.advance();
                Some((by, self.text("a text in quotes")?.0))
            }
            None => None,
        };
        Ok(Definition::Delimited { cat, around: [open, close], by, is_nonempty: self.take_word("nonempty") })
    }

    fn coercions(&mut self) -> Result<Definition<'a>, Stop> {
        let name = self.name("a category")?;
        let Word::Integer(digits) = *self.word() else {
            return Err(self.unexpected("the number of the highest level"));
        };
        match digits.parse() {
            Ok(highest @ 1..=HIGHEST) => {
                self.advance();
                Ok(Definition::Coercions { name, highest })
            }
            _ => Err(self.stop(format!("the highest level is a number from 1 to {HIGHEST}"), "")),
        }
    }
}
