//! Strings that match a regular expression: drawn, described, and taken apart again.
//!
//! `pattern` makes a graph of the expression, which `astragal-pattern` reads; `generator` makes strings of it and finds the way back.

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

mod generator;
mod pattern;

pub use astragal_pattern::PatternError;
pub use generator::StringMatching;
#[doc(hidden)]
pub use generator::{Pattern, PatternNode};
pub use pattern::{string_matching, try_string_matching};
