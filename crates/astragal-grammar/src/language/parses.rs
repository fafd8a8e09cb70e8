//! All trees of a text, one after the other: where texts meet the parser.

use super::compiled::Compiled;
use crate::tree::Tree;

/// Gives all trees of a text to a function, as it asks for them; or says why there are none.
#[cfg(not(test))]
pub(super) fn with_parses<R>(
    _language: &Compiled,
    _text: &str,
    _with: impl FnOnce(&mut dyn Iterator<Item = Tree>) -> R,
) -> Result<R, String> {
    Err("texts are not parsed yet".to_owned())
}

/// The same by a parser that is as simple as can be.
#[cfg(test)]
pub(super) fn with_parses<R>(
    language: &Compiled,
    text: &str,
    with: impl FnOnce(&mut dyn Iterator<Item = Tree>) -> R,
) -> Result<R, String> {
    super::reference::parse(&language.grammar, &language.lexer, language.start, text)
        .map(|trees| with(&mut trees.into_iter()))
}
