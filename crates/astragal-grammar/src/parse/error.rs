//! What is wrong with a text: where it can no longer be continued, what would have been possible there, and what was being read.

use std::error::Error;
use std::fmt;

use super::chart::ChartItem;
use super::input::{Input, Places};
use super::recognize::Recognizer;
use super::tables::{Next, Tables};
use crate::excerpt::{Place, excerpt, line_at};
use crate::model::{Item, TokenId};

/// A text that is not of a grammar: the first place at which no text of the grammar goes on as this one does.
///
/// ```text
/// line 3, column 7: found `2`, expected `;`, `+` or `*`
///   x = 1 2;
///         ^ while reading `Stm`, which began at line 3, column 1
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte of the text.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, in characters, from 1.
    pub column: usize,
    /// What is the matter there.
    pub problem: SyntaxProblem,
    /// What was begun and is not over, if anything was.
    pub within: Option<Box<Begun>>,
    /// The line itself.
    source: String,
}

/// What is wrong at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxProblem {
    /// Something else is expected.
    Unexpected {
        /// What is there; `None` for the end of the text.
        found: Option<String>,
        /// What could be there: literal texts in backticks, names of tokens, or "the end of the text". What goes on with the
        /// longest part of the text is first, what begins something is last.
        expected: Vec<String>,
    },
    /// The text is so ambiguous that it takes more than this many items to go on.
    Limit(usize),
}

/// A part of a text that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The kind of its category: `Exp` for `Exp2`.
    pub category: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column where it begins, in characters, from 1.
    pub column: usize,
}

impl SyntaxError {
    fn new(text: &str, offset: usize, problem: SyntaxProblem, within: Option<Box<Begun>>) -> SyntaxError {
        let Place { line, column } = Place::of(text, offset);
        let source = line_at(text, offset).to_owned();
        SyntaxError { offset, line, column, problem, within, source }
    }

    /// There are too many items.
    pub(super) fn limit(text: &str, places: &Places, set: usize, limit: usize) -> SyntaxError {
        SyntaxError::new(text, places.bytes(text, set, set).start, SyntaxProblem::Limit(limit), None)
    }

    /// The farthest place that a recognizer came to.
    pub(super) fn unexpected<I: Input>(
        mut recognizer: Recognizer<'_, I>,
        text: &str,
        places: &Places,
        limit: usize,
    ) -> SyntaxError {
        let tables = recognizer.tables;
        let (set, items) = recognizer.farthest(limit);
        let offset = places.bytes(text, set, set).start;
        let mut expected = Expected::new(tables);
        let mut within: Option<(u32, u32)> = None;
        for &ChartItem { dot, origin, .. } in items {
            let place = tables.dot(dot);
            expected.add(dot, origin);
            if place.next != Next::Nothing {
                within = Some(within.map_or((origin, place.category), |known| known.min((origin, place.category))));
            }
        }
        if set == 0 {
            expected.predict(recognizer.start);
        }
        let is_whole = match set {
            0 => tables.skeleton.nullable[recognizer.start as usize],
            _ => recognizer.completed(recognizer.start, 0).is_some(),
        };
        let found = places.found(tables, text, set);
        let problem = SyntaxProblem::Unexpected { found, expected: expected.names(is_whole) };
        let within = within.map(|(origin, category)| {
            let start = places.bytes(text, origin as usize, origin as usize).start;
            let Place { line, column } = Place::of(text, start);
            let category = tables.grammar.categories[category as usize].kind.clone();
            Box::new(Begun { category, line, column })
        });
        SyntaxError::new(text, offset, problem, within)
    }
}

impl Places {
    /// What is in the text at a set.
    fn found(&self, tables: &Tables, text: &str, set: usize) -> Option<String> {
        match self {
            Places::Lexemes(lexemes) => {
                let lexeme = lexemes.get(set)?;
                let written = self.text(text, set, set + 1);
                let name = match lexeme.item {
                    // Layout makes some that are not written.
                    Item::Terminal(id) if written.is_empty() => {
                        tables.grammar.terminals.get(id.index()).map_or("", |terminal| &terminal.text)
                    }
                    _ => written,
                };
                Some(name.to_owned())
            }
            Places::Characters => text.get(set..)?.chars().next().map(String::from),
        }
    }
}

/// Which symbols are expected.
struct Expected<'a> {
    tables: &'a Tables,
    /// By symbol: the set where the longest rule begins that expects it.
    origins: Vec<Option<u32>>,
    predicted: Vec<bool>,
}

impl<'a> Expected<'a> {
    fn new(tables: &'a Tables) -> Expected<'a> {
        let symbols = tables.grammar.terminals.len() + tables.grammar.tokens.len();
        Expected { tables, origins: vec![None; symbols], predicted: vec![false; tables.grammar.categories.len()] }
    }

    fn add(&mut self, dot: u32, origin: u32) {
        match self.tables.dot(dot).next {
            Next::Symbol(symbol) => {
                let known = &mut self.origins[symbol as usize];
                *known = Some(known.map_or(origin, |known| known.min(origin)));
            }
            Next::Category(category) => self.predict(category),
            Next::Nothing => (),
        }
    }

    fn predict(&mut self, category: u32) {
        for category in self.tables.predicts.columns(category as usize) {
            self.predicted[category] = true;
        }
    }

    /// What is expected, by name: what goes on with something long first, what begins something last; tokens before terminals.
    fn names(mut self, is_whole: bool) -> Vec<String> {
        for place in self.tables.skeleton.dots.iter().filter(|place| place.is_corner) {
            if let (Next::Symbol(symbol), true) = (place.next, self.predicted[place.category as usize]) {
                self.origins[symbol as usize].get_or_insert(u32::MAX);
            }
        }
        let grammar = &self.tables.grammar;
        let origins = self.origins.iter().enumerate().filter_map(|(symbol, origin)| Some((*origin.as_ref()?, symbol)));
        let mut symbols: Vec<(u32, usize)> = origins.collect();
        symbols.sort_by_key(|(origin, symbol)| (*origin, *symbol < grammar.terminals.len(), *symbol));
        let names = symbols.iter().map(|(_, symbol)| match grammar.terminals.get(*symbol) {
            Some(terminal) => format!("`{}`", terminal.text.escape_debug()),
            None => grammar.token(TokenId((*symbol - grammar.terminals.len()) as u32)).name.clone(),
        });
        is_whole.then(|| "the end of the text".to_owned()).into_iter().chain(names).collect()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &SyntaxError { line, column, ref problem, ref within, ref source, .. } = self;
        let [source, caret] = excerpt(source, column, 1);
        write!(f, "{}: {problem}\n  {source}\n  {caret}", Place { line, column })?;
        match within.as_deref() {
            Some(&Begun { ref category, line, column }) => {
                write!(f, " while reading `{category}`, which began at {}", Place { line, column })
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for SyntaxProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 10;
        let (found, expected) = match self {
            SyntaxProblem::Limit(limit) => {
                return write!(f, "the text is too ambiguous: reading on takes more than {limit} items of the chart");
            }
            SyntaxProblem::Unexpected { found, expected } => (found, expected),
        };
        match found {
            Some(found) => write!(f, "found `{}`", found.escape_debug())?,
            None => f.write_str("found the end of the text")?,
        }
        let shown = if expected.len() <= SHOWN + 1 { expected.len() } else { SHOWN };
        for (at, name) in expected[..shown].iter().enumerate() {
            f.write_str(match at {
                0 => ", expected ",
                _ if at + 1 == expected.len() => " or ",
                _ => ", ",
            })?;
            f.write_str(name)?;
        }
        if expected.is_empty() {
            f.write_str(", but nothing can be here")?;
        } else if shown < expected.len() {
            write!(f, " or {} others", expected.len() - shown)?;
        }
        Ok(())
    }
}

impl Error for SyntaxError {}
