//! A small library as a user might have it: a log of records, sets of numbers as intervals, a cache, and text wrapping.
//!
//! It knows nothing of Astragal, which is a dev-dependency: see `tests/`.

#![forbid(unsafe_code)]

pub mod cache;
pub mod intervals;
pub mod log;
pub mod wrap;
