//! Blocks by indentation: the braces and semicolons that a layout implies, as lexemes of their own.
//!
//! As BNFC resolves them: after a layout word that no brace follows, a block begins at the column of the next lexeme. A line that
//! begins at this column is another item of the block, one that begins before it ends the block, and so does a stop word. Braces that
//! are written are a block in which indentation means nothing. Columns are those of the text.

use super::LexisError;
use super::scan::{LexError, Lexeme};
use crate::model::{Grammar, Item, Layout, TerminalId};

/// The terminals of a layout.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    words: Vec<Item>,
    stops: Vec<Item>,
    toplevel: bool,
    open: Item,
    close: Item,
    separator: Item,
}

/// A block that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// In braces that are written, or the top level without a layout.
    Explicit,
    /// The top level.
    Top,
    /// By indentation: from this column on.
    Implicit(usize),
}

impl Block {
    /// The column of its items.
    fn column(self) -> Option<usize> {
        match self {
            Block::Explicit => None,
            Block::Top => Some(1),
            Block::Implicit(column) => Some(column),
        }
    }
}

impl Blocks {
    pub(super) fn new(grammar: &Grammar, layout: &Layout) -> Result<Blocks, LexisError> {
        let find = |text: &str| {
            let at = grammar.terminals.iter().position(|terminal| terminal.text == text);
            at.map(|at| Item::Terminal(TerminalId(at as u32)))
        };
        let needed = |text: &str, is_needed: bool| match find(text) {
            Some(found) => Ok(found),
            None if !is_needed => Ok(Item::Terminal(TerminalId(u32::MAX))),
            None => Err(LexisError::new(format!("a layout needs the terminal `{text}`, which no rule has"))),
        };
        let has_words = !layout.words.is_empty();
        Ok(Blocks {
            words: layout.words.iter().filter_map(|word| find(word)).collect(),
            stops: layout.stops.iter().filter_map(|word| find(word)).collect(),
            toplevel: layout.toplevel,
            open: needed("{", has_words)?,
            close: needed("}", has_words)?,
            separator: needed(";", has_words || layout.toplevel)?,
        })
    }

    pub(super) fn is_toplevel(&self) -> bool {
        self.toplevel
    }

    /// The lexemes of a text with those that its indentation implies.
    pub(super) fn resolve(&self, lexemes: Vec<Lexeme>, text: &str) -> Result<Vec<Lexeme>, LexError> {
        let mut places = Places::new(text);
        let mut found: Vec<Lexeme> = Vec::with_capacity(lexemes.len() + lexemes.len() / 4);
        let mut blocks = vec![if self.toplevel { Block::Top } else { Block::Explicit }];
        let mut line_before = 0;
        let mut rest = lexemes.into_iter().peekable();
        while let Some(lexeme) = rest.next() {
            let (line, column) = places.of(lexeme.start);
            let begins_line = std::mem::replace(&mut line_before, line) != line;
            let before = found.last().map_or(0, |last| last.end);
            let inserted = |item| Lexeme { item, start: before, end: before };
            let is_stop = self.stops.contains(&lexeme.item);
            if lexeme.item == self.open {
                blocks.push(Block::Explicit);
                found.push(lexeme);
                continue;
            }
            // A line that begins to the left of a block ends it. A stop word ends the block that it is in, and those around it that
            // begin to its right; a brace ends those that indentation has opened within its own.
            let mut is_first = true;
            while let Some(&Block::Implicit(start)) = blocks.last() {
                let is_left = column < start && (begins_line || is_stop);
                if !(is_left || is_stop && is_first || lexeme.item == self.close) {
                    break;
                }
                is_first = false;
                blocks.pop();
                found.push(inserted(self.close));
            }
            if lexeme.item == self.close {
                if blocks.len() < 2 {
                    return Err(LexError::new(text, lexeme.start, "this brace closes nothing".into()));
                }
                blocks.pop();
                found.push(lexeme);
                continue;
            }
            let is_item = begins_line && !is_stop && blocks.last().and_then(|block| block.column()) == Some(column);
            if is_item && found.last().is_some_and(|last| last.item != self.separator && last.item != self.open) {
                found.push(inserted(self.separator));
            }
            found.push(lexeme);
            if self.words.contains(&lexeme.item) && rest.peek().is_none_or(|next| next.item != self.open) {
                let column = rest.peek().map_or(column, |next| places.of(next.start).1);
                found.push(Lexeme { item: self.open, start: lexeme.end, end: lexeme.end });
                blocks.push(Block::Implicit(column));
            }
        }
        let end = found.last().map_or(0, |last| last.end);
        while let Some(block) = blocks.pop() {
            let item = match block {
                Block::Explicit => continue,
                Block::Implicit(_) => self.close,
                Block::Top if found.last().is_none_or(|last| last.item == self.separator) => continue,
                Block::Top => self.separator,
            };
            found.push(Lexeme { item, start: end, end });
        }
        Ok(found)
    }
}

/// Lines and columns of places that are asked for in order, more or less. A tab ends at the next multiple of eight.
struct Places<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Places<'a> {
        Places { text, at: 0, line: 1, column: 1 }
    }

    fn of(&mut self, place: usize) -> (usize, usize) {
        if place < self.at {
            *self = Places::new(self.text);
        }
        for c in self.text[self.at..place].chars() {
            match c {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                '\t' => self.column = self.column.div_ceil(8) * 8 + 1,
                _ => self.column += 1,
            }
        }
        self.at = place;
        (self.line, self.column)
    }
}
