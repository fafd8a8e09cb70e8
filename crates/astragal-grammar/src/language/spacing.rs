//! Writes the leaves of a text so that a lexer reads just them: with as little space as that takes, or as a person would.
//!
//! Whether two leaves need a space between them is not a matter of two leaves alone (`1`, `.` and `5` may be read as one number). So
//! the writer goes on with the automaton of the lexer beyond the end of each leaf, for as long as that may still match something
//! longer. What would make it match is not written without a space before it.

use std::fmt;

use crate::lexis::{Automaton, DEAD, Lexer, Match, START, State};
use crate::tree::{Leaf, Tree};

/// What is written between the terminals and tokens of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spacing {
    /// A space only where the lexer would otherwise read something else, or might, depending on what follows.
    #[default]
    Minimal,
    /// As a person would write it: a space between most, and new lines and indentation at `{`, `}` and `;`.
    Pretty,
    /// As little as possible, mostly; but anywhere there may be white space and comments.
    Random,
}

/// The texts of white space that are tried between two leaves.
const SEPARATORS: [&str; 4] = [" ", "\n", "\n ", " \n"];

/// See the module.
#[derive(Debug)]
pub(super) struct Printer<'a> {
    lexer: &'a Lexer,
    automaton: Option<&'a Automaton<Match>>,
    text: String,
    /// What longer matches have come to that began with leaves before.
    threads: Vec<State>,
    /// Room for what they come to next.
    next_threads: Vec<State>,
    is_pretty: bool,
    /// Where the text before the leaves ends.
    start: usize,
    indent: usize,
    last: Last,
    /// Whether what was written last is white space, and the state after it.
    white: Option<State>,
    has_failed: bool,
}

/// The leaf before, as far as that matters for what is pretty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Nothing,
    OpenBrace,
    CloseBrace,
    Semicolon,
    Bracket,
    Other,
}

/// Where a printer was. See [`Printer::mark`].
#[derive(Debug)]
pub(super) struct Mark {
    length: usize,
    threads: Vec<State>,
    indent: usize,
    last: Last,
    white: Option<State>,
    has_failed: bool,
}

/// A text before the leaves, and what longer matches have come to that begin in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    text: String,
    threads: Vec<State>,
}

impl Before {
    /// A text before others. If the lexer cannot read it, a space keeps it apart from them.
    pub(super) fn new(lexer: &Lexer, text: &str) -> Before {
        let Some(automaton) = lexer.automaton() else { return Before { text: text.to_owned(), threads: Vec::new() } };
        let mut threads = Vec::new();
        let read = lexer.scan_with(text, |_, start, _| {
            let state = lexer.run(automaton, START, &text[start..]);
            if state != DEAD && automaton.extends(state) {
                threads.push(state);
            }
        });
        match read {
            Ok(()) => Before { text: text.to_owned(), threads },
            Err(_) => {
                let space = if text.ends_with(char::is_whitespace) { "" } else { " " };
                Before { text: format!("{text}{space}"), threads: Vec::new() }
            }
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(lexer: &'a Lexer, before: &Before, spacing: Spacing) -> Printer<'a> {
        Printer {
            lexer,
            automaton: lexer.automaton(),
            text: before.text.clone(),
            threads: before.threads.clone(),
            next_threads: Vec::new(),
            is_pretty: spacing == Spacing::Pretty,
            start: before.text.len(),
            indent: 0,
            last: Last::Nothing,
            white: None,
            has_failed: false,
        }
    }

    /// What is written so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What it takes to go back to here.
    pub(super) fn mark(&self) -> Mark {
        let Printer { indent, last, white, has_failed, .. } = *self;
        Mark { length: self.text.len(), threads: self.threads.clone(), indent, last, white, has_failed }
    }

    /// Takes back what was written since.
    pub(super) fn rewind(&mut self, to: Mark) {
        self.text.truncate(to.length);
        (self.threads, self.indent, self.last) = (to.threads, to.indent, to.last);
        (self.white, self.has_failed) = (to.white, to.has_failed);
    }

    /// The whole text, with another after it; and whether some leaf could not be kept apart from those before it.
    pub(super) fn finish(mut self, after: &str) -> (String, bool) {
        self.end(after);
        (self.text, self.has_failed)
    }

    /// Writes the text after the leaves.
    pub(super) fn end(&mut self, after: &str) {
        if !after.is_empty() {
            let start = self.text.len();
            self.text.push_str(after);
            self.settle(start, "");
        }
    }

    /// Writes a leaf of which the state at its end is known.
    #[inline]
    pub(super) fn leaf_to(&mut self, leaf: &str, end: State) {
        let start = self.text.len();
        self.text.push_str(leaf);
        self.leaf_from(start, end);
    }

    /// Writes a leaf.
    pub(super) fn leaf(&mut self, leaf: &str) {
        let end = self.automaton.map_or(DEAD, |automaton| self.lexer.run(automaton, START, leaf));
        self.leaf_to(leaf, end);
    }

    /// Writes a leaf that the function appends to the text.
    #[inline]
    pub(super) fn leaf_by<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<(), E> {
        let start = self.text.len();
        write(&mut self.text)?;
        let end = match self.automaton {
            Some(automaton) => self.lexer.run(automaton, START, &self.text[start..]),
            None => DEAD,
        };
        self.leaf_from(start, end);
        Ok(())
    }

    /// The text from a place on is a leaf.
    #[inline]
    fn leaf_from(&mut self, start: usize, end: State) {
        let Some(automaton) = self.automaton else { return };
        if self.is_pretty {
            let wanted = self.wanted(start);
            self.settle(start, wanted);
        } else if !self.threads.is_empty() || self.white.is_some() {
            let wanted = if self.is_at_margin(start) { " " } else { "" };
            self.settle(start, wanted);
        }
        self.white = None;
        if automaton.extends(end) {
            self.threads.push(end);
        }
    }

    /// Whether a leaf would be at the first column of a line, where a layout takes it for another item.
    fn is_at_margin(&self, start: usize) -> bool {
        start > self.start && self.text[..start].ends_with('\n') && self.lexer.has_top_layout()
    }

    /// Writes a character of white space.
    pub(super) fn white(&mut self, c: char) {
        let start = self.text.len();
        self.text.push(c);
        let Some(automaton) = self.automaton else { return };
        let begun = self.white.take().unwrap_or(START);
        self.settle(start, "");
        self.white = Some(self.lexer.run(automaton, begun, &self.text[start..]));
    }

    /// Writes a comment that the function appends to the text.
    pub(super) fn comment<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<(), E> {
        let start = self.text.len();
        write(&mut self.text)?;
        if let Some(automaton) = self.automaton {
            let end = self.lexer.run(automaton, START, &self.text[start..]);
            self.settle(start, "");
            self.white = None;
            if automaton.extends(end) {
                self.threads.push(end);
            }
        }
        Ok(())
    }

    /// Puts white space before what is written from a place on, so that it is read by itself.
    fn settle(&mut self, start: usize, wanted: &str) {
        let Some(automaton) = self.automaton else { return };
        self.threads.extend(self.white.filter(|&state| !self.is_plain_white(automaton, state)));
        if self.threads.is_empty() && wanted.is_empty() {
            return;
        }
        let is_top = self.lexer.has_top_layout();
        let separators = SEPARATORS.into_iter().filter(|separator| !is_top || !separator.ends_with('\n'));
        let mut left = std::mem::take(&mut self.next_threads);
        let found = std::iter::once(wanted).chain(separators).find(|separator| {
            left.clear();
            self.threads.iter().all(|&thread| {
                let state = self
                    .pass(automaton, thread, separator)
                    .and_then(|state| self.pass(automaton, state, &self.text[start..]));
                left.extend(state.filter(|&state| state != DEAD));
                state.is_some_and(|state| state == DEAD || self.is_safe(automaton, state))
            })
        });
        self.has_failed |= found.is_none();
        self.text.insert_str(start, found.unwrap_or(" "));
        self.next_threads = std::mem::replace(&mut self.threads, left);
    }

    /// Where a longer match comes to with a text; `None` if it matches.
    #[inline]
    fn pass(&self, automaton: &Automaton<Match>, mut state: State, text: &str) -> Option<State> {
        for c in text.chars() {
            if state == DEAD {
                break;
            }
            state = self.lexer.step(automaton, state, c);
            if automaton.accept(state) != Match::Nothing {
                return None;
            }
        }
        Some(state)
    }

    /// Whether white space can still end a longer match.
    fn is_safe(&self, automaton: &Automaton<Match>, state: State) -> bool {
        [' ', '\n'].iter().any(|&c| self.lexer.step(automaton, state, c) == DEAD)
    }

    /// Whether nothing but more white space follows white space in a match.
    fn is_plain_white(&self, automaton: &Automaton<Match>, state: State) -> bool {
        self.lexer.has_plain_white() || !automaton.extends(state)
    }

    /// What is between a leaf and the one before, where it is to be pretty.
    fn wanted(&mut self, start: usize) -> &'static str {
        let next = &self.text[start..];
        let (last, closes) = (self.last, next == "}");
        if closes {
            self.indent = self.indent.saturating_sub(1);
        }
        let punctuates = matches!(next, ")" | "]" | "," | ";");
        let is_line = match last {
            Last::Nothing => false,
            Last::OpenBrace | Last::Semicolon => true,
            Last::CloseBrace => !punctuates,
            Last::Bracket | Last::Other => closes,
        };
        self.last = match next {
            "{" => Last::OpenBrace,
            "}" => Last::CloseBrace,
            ";" => Last::Semicolon,
            "(" | "[" => Last::Bracket,
            _ => Last::Other,
        };
        // At the first column, a layout takes whatever is not after a semicolon for another item.
        let is_margin = self.indent == 0 && last != Last::Semicolon && !closes && self.lexer.has_top_layout();
        let wanted = match last {
            _ if is_line && !is_margin => new_line(self.indent),
            Last::Nothing | Last::Bracket => "",
            _ if punctuates => "",
            _ => " ",
        };
        self.indent += usize::from(self.last == Last::OpenBrace);
        wanted
    }
}

/// A new line and its indentation, which has a bound.
fn new_line(indent: usize) -> &'static str {
    const DEEPEST: usize = 40;
    const LINE: &str = "\n                                                                                ";
    const { assert!(LINE.len() == 1 + 2 * DEEPEST) };
    &LINE[..1 + 2 * indent.min(DEEPEST)]
}

impl Tree {
    /// Its text. [`Spacing::Random`] is for texts that are [drawn](crate::Language::texts): here it is as little as possible.
    ///
    /// A tree may have no text that is read as it: where a grammar has a quotation mark as a terminal and texts in quotation marks as
    /// tokens, for example. Then this is one that is read as something else.
    pub fn to_text(&self, spacing: Spacing) -> String {
        match self.grammar().lexer() {
            Ok(lexer) => {
                let mut printer = Printer::new(&lexer, &Before::default(), spacing);
                self.leaves().for_each(|leaf| printer.leaf(leaf.text()));
                printer.finish("").0
            }
            // Nothing can read it anyway.
            Err(_) => self.leaves().map(Leaf::text).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Its text, [as a person would write it](Spacing::Pretty).
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(Spacing::Pretty))
    }
}
