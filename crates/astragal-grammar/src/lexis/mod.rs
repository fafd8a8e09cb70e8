//! How texts are divided into terminals and tokens: by automata, as LBNF has it or character by character.
//!
//! ```text
//!   regular expressions -- classes: which characters are alike
//!                            `-- automaton: one kind of token, by derivatives
//!                                   `-- whole: all of them, and who wins
//!   text -- scan: the longest matches -- layout: braces and semicolons by indentation
//! ```

mod automaton;
mod classes;
mod layout;
mod scan;
mod whole;

use std::fmt;

pub(crate) use automaton::{Automaton, DEAD, START, State};
pub use scan::{LexError, Lexeme, Lexer};
pub(crate) use whole::{Match, WHITE};

/// Why the texts of a grammar cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexisError(String);

impl LexisError {
    fn new(message: impl Into<String>) -> LexisError {
        LexisError(message.into())
    }

    fn too_large(what: String) -> LexisError {
        LexisError(format!("the automaton of {what} is too large: simplify the regular expression"))
    }
}

impl fmt::Display for LexisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LexisError {}

#[cfg(test)]
mod tests;
