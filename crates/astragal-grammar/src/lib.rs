//! Grammars as generators of text: **a grammar is a parser of choices too**.
//!
//! A grammar is written in LBNF or EBNF. From it come trees and texts, drawn as from every generator; and from a text come the
//! trees that it has, so that everything that runs backwards works on text. Start reading at `model`, what a grammar is; then
//! `tree`, what is drawn and parsed.
//!
//! ```text
//!   LBNF, EBNF, Builder --> model (Grammar) --> language: trees, texts --> properties: subset, same, round trip, ..
//!                              |                    |
//!                              `--> lexis (tokens) -+-> parse: all trees of a text
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

// Tests inside of the crate share their subjects with those outside of it.
#[cfg(test)]
extern crate self as astragal_grammar;

mod builder;
mod cache;
mod derivative;
mod ebnf;
mod error;
mod excerpt;
mod graph;
mod language;
mod lbnf;
mod lexis;
mod load;
mod model;
mod oracle;
mod parse;
mod pattern;
mod properties;
mod regex;
mod rust_types;
mod syntax;
mod tree;
mod warnings;

pub use builder::Builder;
pub use ebnf::Spaces;
pub use error::{GrammarError, GrammarErrors, Warning};
pub use language::{Language, LanguageError, Spacing, TextError, Texts};
pub use lexis::{LexError, Lexeme, Lexer, LexisError};
pub use load::{Loaded, embedded};
pub use model::{
    Category, CategoryId, Comment, Definition, Grammar, Item, Label, Layout, Lexis, Rule, RuleId, Step, Terminal,
    TerminalId, Token, TokenId,
};
pub use oracle::{Answer, Command, CommandError, Oracle};
pub use parse::{Ambiguity, Begun, Forest, Parser, SyntaxError, SyntaxProblem, Trees};
pub use properties::{
    Compared, Effort, Fault, NearMiss, NearMisses, Said, Sameness, equal, known, negative, round_trip, same, subset,
    superset,
};
pub use regex::{CharSet, Regex};
pub use syntax::{Syntax, Term};
pub use tree::{Leaf, Node, Tree, TreeWriter};
