//! What is parsed: lexemes, or a text in which terminals and tokens match with any length.
//!
//! The chart has one set for each place between lexemes, or for each byte. The place of a set in the text is known here alone.

use std::ops::Range;

use super::tables::Tables;
use crate::lexis::Lexeme;
use crate::model::TokenId;

/// What the chart asks a text.
pub(super) trait Input {
    /// The number of the last set. The first is 0.
    fn last(&self) -> usize;

    /// The class of lookahead at a set.
    fn class(&self, set: usize) -> usize;

    /// Where a symbol that begins at a set may end, which is always a later set: as places for [`end`](Input::end), which are
    /// good until this is called for another set.
    fn matches(&mut self, symbol: u32, set: usize) -> Range<usize>;

    /// The set at one of the places.
    fn end(&self, place: usize) -> usize;
}

/// A text that was divided already.
pub(super) struct Lexemes<'a> {
    pub(super) tables: &'a Tables,
    pub(super) lexemes: &'a [Lexeme],
}

impl Input for Lexemes<'_> {
    fn last(&self) -> usize {
        self.lexemes.len()
    }

    #[inline]
    fn class(&self, set: usize) -> usize {
        match self.lexemes.get(set) {
            None => self.tables.looks.end,
            Some(lexeme) => self.tables.symbol(lexeme.item).map_or(self.tables.looks.unknown, |symbol| symbol as usize),
        }
    }

    #[inline]
    fn matches(&mut self, symbol: u32, set: usize) -> Range<usize> {
        if self.class(set) == symbol as usize { set + 1..set + 2 } else { 0..0 }
    }

    #[inline]
    fn end(&self, place: usize) -> usize {
        place
    }
}

/// A text read character by character. A set is a byte of it.
pub(super) struct Characters<'a, F> {
    tables: &'a Tables,
    text: &'a str,
    token_ends: F,
    /// The set that was asked for last, and the ends of all symbols that were asked for there.
    set: usize,
    ends: Vec<usize>,
    /// By symbol: whether it is among them, and where.
    known: Vec<(usize, Range<usize>)>,
}

impl<'a, F, I> Characters<'a, F>
where
    F: Fn(TokenId, usize) -> I,
    I: IntoIterator<Item = usize>,
{
    pub(super) fn new(tables: &'a Tables, text: &'a str, token_ends: F) -> Characters<'a, F> {
        let symbols = tables.grammar.terminals.len() + tables.grammar.tokens.len();
        let known = vec![(usize::MAX, 0..0); symbols];
        Characters { tables, text, token_ends, set: usize::MAX, ends: Vec::new(), known }
    }
}

impl<F, I> Input for Characters<'_, F>
where
    F: Fn(TokenId, usize) -> I,
    I: IntoIterator<Item = usize>,
{
    fn last(&self) -> usize {
        self.text.len()
    }

    fn class(&self, set: usize) -> usize {
        let byte = self.text.as_bytes().get(set);
        byte.map_or(self.tables.looks.end, |byte| self.tables.looks.bytes[usize::from(*byte)] as usize)
    }

    fn matches(&mut self, symbol: u32, set: usize) -> Range<usize> {
        if self.set != set {
            self.set = set;
            self.ends.clear();
        }
        let (at, known) = &self.known[symbol as usize];
        if *at == set {
            return known.clone();
        }
        let grammar = &self.tables.grammar;
        let first = self.ends.len();
        match grammar.terminals.get(symbol as usize) {
            Some(terminal) => {
                if self.text.as_bytes()[set..].starts_with(terminal.text.as_bytes()) {
                    self.ends.push(set + terminal.text.len());
                }
            }
            None => {
                let token = TokenId(symbol - grammar.terminals.len() as u32);
                let ends = (self.token_ends)(token, set).into_iter();
                self.ends.extend(ends.filter(|end| *end > set && self.text.is_char_boundary(*end)));
                self.ends[first..].sort_unstable();
            }
        }
        // Each once: an end that is given twice would be two ways to read one token.
        let mut kept = first;
        for at in first..self.ends.len() {
            if kept == first || self.ends[kept - 1] != self.ends[at] {
                self.ends[kept] = self.ends[at];
                kept += 1;
            }
        }
        self.ends.truncate(kept);
        self.known[symbol as usize] = (set, first..kept);
        first..kept
    }

    fn end(&self, place: usize) -> usize {
        self.ends[place]
    }
}

/// Where the sets of a chart are in a text.
#[derive(Clone, Debug)]
pub(super) enum Places {
    Lexemes(Vec<Lexeme>),
    Characters,
}

impl Places {
    /// The bytes between two sets.
    pub(super) fn bytes(&self, text: &str, start: usize, end: usize) -> Range<usize> {
        let Places::Lexemes(lexemes) = self else { return start..end };
        let start_byte = lexemes.get(start).map_or_else(|| self.end_byte(text), |lexeme| lexeme.start);
        if start >= end {
            return start_byte..start_byte;
        }
        start_byte..lexemes.get(end - 1).map_or(start_byte, |lexeme| lexeme.end.max(start_byte))
    }

    /// Where the text is over: after its last lexeme.
    fn end_byte(&self, text: &str) -> usize {
        match self {
            Places::Lexemes(lexemes) => lexemes.last().map_or(0, |lexeme| lexeme.end),
            Places::Characters => text.len(),
        }
    }

    /// The text between two sets.
    pub(super) fn text<'a>(&self, text: &'a str, start: usize, end: usize) -> &'a str {
        text.get(self.bytes(text, start, end)).unwrap_or_default()
    }
}
