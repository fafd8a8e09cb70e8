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
mod language;
mod lexis;
mod model;
mod regex;
mod tree;

pub use builder::Builder;
pub use language::{Language, LanguageError, Spacing, Texts};
pub use lexis::{LexError, Lexeme, Lexer, LexisError};
pub use model::{
    Category, CategoryId, Comment, Grammar, Item, Label, Layout, Lexis, Rule, RuleId, Terminal, TerminalId, Token,
    TokenId,
};
pub use regex::{CharSet, Regex};
pub use tree::{Leaf, Node, Spot, Tree, TreeWriter};
