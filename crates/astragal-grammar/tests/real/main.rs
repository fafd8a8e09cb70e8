//! The grammars of the repository against real parsers: the ones that BNFC makes of the same files, and those of the languages.
//!
//! `judge` is how a parser is asked about many texts at once; `bnfc`, `gcc` and `scripts` are the parsers; `texts` are written
//! by hand, with what each parser is to say. The other modules are the tests. A test whose parser is not installed is skipped,
//! and says so; `cargo xtask test` installs all of them, and then nothing is skipped.

#![forbid(unsafe_code)]

mod agreement;
mod bnfc;
mod corpus;
mod gcc;
mod judge;
mod programs;
mod samples;
mod scripts;
mod texts;
