//! Divides a text by the longest match; and for texts that are not divided beforehand, says where a token may end.

use std::fmt;
use std::sync::Arc;

use super::LexisError;
use super::automaton::{Automaton, DEAD, START, State};
use super::classes::Classes;
use super::layout::Blocks;
use super::whole::{Match, WHITE, patterns, whole};
use crate::excerpt::{Place, excerpt, line_at};
use crate::model::{Grammar, Item, Lexis, TokenId};
use crate::regex::{CharSet, Regex};

/// A terminal or a token in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is: a terminal or a token.
    pub item: Item,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends. A terminal that indentation implies is empty.
    pub end: usize,
}

/// Divides texts as a grammar says.
///
/// ```
/// use astragal_grammar::{Builder, Label, Lexer, Regex};
///
/// let mut sums = Builder::new("sums");
/// let (exp, plus) = (sums.category("Exp"), sums.terminal("+"));
/// let number = sums.token("Number", Regex::class([('0', '9')]).plus());
/// sums.rule(Label::Constructor("Add".into()), exp, [exp, plus, number]);
///
/// let lexer = Lexer::new(&sums.finish())?;
/// let lexemes = lexer.scan("10 + 2")?;
/// assert_eq!(lexemes.iter().map(|lexeme| (lexeme.item, lexeme.start, lexeme.end)).collect::<Vec<_>>(), [
///     (number, 0, 2), (plus, 3, 4), (number, 5, 6),
/// ]);
/// assert_eq!(lexer.scan("10 - 2").unwrap_err().to_string(), "\
/// line 1, column 4: nothing begins with `-`
///   10 - 2
///      ^");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lexer {
    classes: Classes,
    division: Division,
}

#[derive(Clone, Debug)]
enum Division {
    Longest {
        automaton: Automaton<Match>,
        /// Which tokens lose some of their texts to what comes before them.
        loses: Vec<bool>,
        blocks: Option<Blocks>,
        /// Whether a match that begins with white space is nothing but that; and whether a space ends every match.
        has_plain_white: bool,
        is_separable: bool,
    },
    Characters {
        tokens: Vec<Automaton<bool>>,
    },
}

impl Grammar {
    /// The lexer of its texts, which is made once. It is of no use after the grammar was changed: a clone has one of its own.
    ///
    /// # Errors
    /// If an automaton would be too large, or if a layout lacks a terminal.
    pub fn lexer(&self) -> Result<Arc<Lexer>, LexisError> {
        (*self.lexer.get(|| Lexer::new(self).map(Arc::new))).clone()
    }
}

impl Lexer {
    /// The lexer of a grammar.
    pub fn new(grammar: &Grammar) -> Result<Lexer, LexisError> {
        let patterns = match &grammar.lexis {
            Lexis::Longest { comments, .. } => patterns(grammar, comments),
            Lexis::Characters => patterns(grammar, &[]),
        };
        let letters = grammar.terminals.iter().flat_map(|terminal| terminal.text.chars());
        let mut letters: Vec<char> = letters.collect();
        letters.sort_unstable();
        letters.dedup();
        let letters: Vec<CharSet> = letters.into_iter().map(|c| CharSet::from([(c, c)])).collect();
        let mut sets: Vec<&CharSet> = letters.iter().collect();
        patterns.iter().for_each(|(_, regex)| collect_sets(regex, &mut sets));
        let classes = Classes::of(sets);
        let division = match &grammar.lexis {
            Lexis::Longest { layout, .. } => {
                let (automaton, loses) = whole(grammar, &classes, &patterns)?;
                let blocks = layout.as_ref().map(|layout| Blocks::new(grammar, layout)).transpose()?;
                let has_plain_white = has_plain_white(&automaton, &classes);
                let space = classes.class(' ');
                let is_separable =
                    automaton.all_states(|state, what| what.item().is_none() || automaton.step(state, space) == DEAD);
                Division::Longest { automaton, loses, blocks, has_plain_white, is_separable }
            }
            Lexis::Characters => {
                let automaton = |token: &crate::model::Token| Automaton::of(&classes, &token.regex, &token.name);
                Division::Characters { tokens: grammar.tokens.iter().map(automaton).collect::<Result<_, _>>()? }
            }
        };
        Ok(Lexer { classes, division })
    }

    /// The lexemes of a text, in order, without white space and comments. Where the grammar has a layout, the braces and semicolons
    /// that indentation implies are among them.
    ///
    /// # Errors
    /// Where nothing matches; and everywhere if texts of the grammar are not divided before they are parsed
    /// ([`Lexis::Characters`]).
    pub fn scan(&self, text: &str) -> Result<Vec<Lexeme>, LexError> {
        let mut lexemes = Vec::with_capacity(text.len() / 4);
        self.scan_with(text, |what, start, end| {
            if let Some(item) = what.item() {
                lexemes.push(Lexeme { item, start, end });
            }
        })?;
        match &self.division {
            Division::Longest { blocks: Some(blocks), .. } => blocks.resolve(lexemes, text),
            _ => Ok(lexemes),
        }
    }

    /// Divides a text, white space and comments included.
    pub(crate) fn scan_with(&self, text: &str, mut found: impl FnMut(Match, usize, usize)) -> Result<(), LexError> {
        let Division::Longest { automaton, .. } = &self.division else {
            return Err(LexError::new(text, 0, "texts of this grammar are not divided before they are parsed".into()));
        };
        let mut start = 0;
        while start < text.len() {
            let (mut at, mut state) = (start, START);
            let (mut end, mut what) = (start, Match::Nothing);
            while at < text.len() {
                let (class, length) = self.classes.at(text, at);
                state = automaton.step(state, class);
                if state == DEAD {
                    break;
                }
                at += length;
                let accepted = automaton.accept(state);
                if accepted != Match::Nothing {
                    (end, what) = (at, accepted);
                }
            }
            if what == Match::Nothing {
                return Err(nothing_matches(text, start, at));
            }
            found(what, start, end);
            start = end;
        }
        Ok(())
    }

    /// All places at which a token that begins `at` a place of a text may end, from the nearest to the farthest. None if texts are
    /// divided by the longest match.
    ///
    /// # Panics
    /// If `at` is beyond the end of the text, or inside of a character.
    pub fn ends<'a>(&'a self, token: TokenId, text: &'a str, at: usize) -> impl Iterator<Item = usize> + use<'a> {
        let automaton = match &self.division {
            Division::Characters { tokens } => Some(&tokens[token.index()]),
            Division::Longest { .. } => None,
        };
        let mut rest = text[at..].chars();
        let mut state = START;
        let mut is_first = true;
        std::iter::from_fn(move || {
            let automaton = automaton?;
            loop {
                if std::mem::take(&mut is_first) {
                    if automaton.accept(START) {
                        return Some(at);
                    }
                    continue;
                }
                state = automaton.step(state, self.classes.class(rest.next()?));
                if state == DEAD {
                    rest = "".chars();
                    return None;
                }
                if automaton.accept(state) {
                    return Some(text.len() - rest.as_str().len());
                }
            }
        })
    }

    /// The automaton of all that is matched, if texts are divided by the longest match.
    pub(crate) fn automaton(&self) -> Option<&Automaton<Match>> {
        match &self.division {
            Division::Longest { automaton, .. } => Some(automaton),
            Division::Characters { .. } => None,
        }
    }

    /// The state after a character.
    #[inline]
    pub(crate) fn step(&self, automaton: &Automaton<Match>, state: State, c: char) -> State {
        automaton.step(state, self.classes.class(c))
    }

    /// The state after a text, from a state on.
    #[inline]
    pub(crate) fn run(&self, automaton: &Automaton<Match>, state: State, text: &str) -> State {
        automaton.run(&self.classes, state, text)
    }

    /// Whether a text is one of a token, and is read as that.
    #[inline]
    pub(crate) fn is_token(&self, token: TokenId, text: &str) -> bool {
        match &self.division {
            Division::Longest { automaton, .. } => {
                automaton.accept(automaton.run(&self.classes, START, text)) == Match::Token(token)
            }
            Division::Characters { tokens } => {
                let automaton = &tokens[token.index()];
                automaton.accept(automaton.run(&self.classes, START, text))
            }
        }
    }

    /// Whether some text that the regular expression of a token matches is not read as that token.
    pub(crate) fn loses(&self, token: TokenId) -> bool {
        match &self.division {
            Division::Longest { loses, .. } => loses[token.index()],
            Division::Characters { .. } => false,
        }
    }

    /// Whether there is any text of a token.
    pub(crate) fn has_text(&self, token: TokenId) -> bool {
        match &self.division {
            Division::Longest { automaton, .. } => automaton.any_accept(|what| what == Match::Token(token)),
            Division::Characters { tokens } => tokens[token.index()].any_accept(|accepts| accepts),
        }
    }

    /// Whether a match that begins with white space is nothing but that.
    pub(crate) fn has_plain_white(&self) -> bool {
        match &self.division {
            Division::Longest { has_plain_white, .. } => *has_plain_white,
            Division::Characters { .. } => true,
        }
    }

    /// Whether any two terminals or tokens can be kept apart, by a space or without one, whatever is around them.
    pub(crate) fn is_separable(&self) -> bool {
        match &self.division {
            Division::Longest { has_plain_white, is_separable, blocks, .. } => {
                *has_plain_white && *is_separable && blocks.is_none()
            }
            Division::Characters { .. } => true,
        }
    }

    /// Whether indentation means something.
    pub(crate) fn has_layout(&self) -> bool {
        matches!(&self.division, Division::Longest { blocks: Some(_), .. })
    }

    /// Whether the top level of texts is a block by indentation.
    pub(crate) fn has_top_layout(&self) -> bool {
        matches!(&self.division, Division::Longest { blocks: Some(blocks), .. } if blocks.is_toplevel())
    }
}

/// Whether a match that begins with white space is nothing but that.
fn has_plain_white(automaton: &Automaton<Match>, classes: &Classes) -> bool {
    let white: Vec<u16> = WHITE.iter().map(|&c| classes.class(c)).collect();
    let is_plain = |state: State| {
        let goes_on = |class: u16| automaton.step(state, class) != DEAD;
        automaton.accept(state) == Match::White
            && (0..classes.count() as u16).all(|class| white.contains(&class) || !goes_on(class))
    };
    let firsts: Vec<State> = white.iter().map(|&class| automaton.step(START, class)).collect();
    let seconds = firsts.iter().flat_map(|&first| white.iter().map(move |&class| automaton.step(first, class)));
    firsts.iter().copied().chain(seconds).all(is_plain)
}

/// The sets of characters that a regular expression has.
fn collect_sets<'a>(regex: &'a Regex, into: &mut Vec<&'a CharSet>) {
    match regex {
        Regex::Class(set) => into.push(set),
        Regex::Sequence(parts) | Regex::Either(parts) => parts.iter().for_each(|part| collect_sets(part, into)),
        Regex::Repeat { part, .. } => collect_sets(part, into),
        Regex::Difference(one, other) => {
            collect_sets(one, into);
            collect_sets(other, into);
        }
    }
}

/// A text that cannot be divided, and where: its message has the line and points at the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexError {
    /// Where, in bytes.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line itself.
    pub source_line: String,
    /// What is wrong there.
    pub message: String,
}

/// How much of a text is shown in a message, in characters.
const SHOWN: usize = 20;

fn nothing_matches(text: &str, start: usize, stopped: usize) -> LexError {
    let read = text[start..].char_indices().take_while(|&(at, _)| start + at <= stopped).map(|(_, c)| c);
    let shown: String = read.take(SHOWN).collect();
    let shown = shown.trim_end();
    let message = if stopped == text.len() && stopped > start {
        format!("the text ends within what begins with `{shown}`")
    } else {
        format!("nothing begins with `{shown}`")
    };
    LexError::new(text, start, message)
}

impl LexError {
    /// An error at a place of a text.
    pub(crate) fn new(text: &str, offset: usize, message: String) -> LexError {
        let Place { line, column } = Place::of(text, offset);
        LexError { offset, line, column, source_line: line_at(text, offset).to_owned(), message }
    }
}

impl fmt::Display for LexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &LexError { line, column, ref source_line, ref message, .. } = self;
        let [source, caret] = excerpt(source_line, column, 1);
        write!(f, "{}: {message}\n  {source}\n  {caret}", Place { line, column })
    }
}

impl std::error::Error for LexError {}
