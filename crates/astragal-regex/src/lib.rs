//! Strings that match a regular expression: drawn, described, and taken apart again.
//!
//! `pattern` reads the expression, `generator` makes strings of it and finds the way back.

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

mod generator;
mod pattern;

pub use generator::StringMatching;
pub use pattern::{PatternError, string_matching, try_string_matching};
