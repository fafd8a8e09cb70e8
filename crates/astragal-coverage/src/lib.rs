//! Which lines a stretch of a run executed, in programs built with sanitizer coverage; on the stable compiler.
//!
//! `cargo astragal test --coverage` builds such programs, in which the crates of the workspace count. LLVM notes which
//! blocks of a program are entered, if it is built with [`FLAGS`]. This crate has the two symbols that such a program looks for, reads its
//! counters, and finds the lines of a block in the debug information. A program built without them has no counters: then
//! [`is_on`] is `false`, and nothing costs anything.
//!
//! ```
//! astragal_coverage::reset();
//! // .. what is to be looked at
//! let blocks = astragal_coverage::hit();
//! assert!(astragal_coverage::is_on() || blocks.is_empty());
//! ```
//!
//! The counters are those of the whole process: what other threads do meanwhile is counted too. A program that brings a
//! runtime of its own for these counters, such as libFuzzer's, cannot be linked with this crate.
//!
//! It is a crate of its own because reading the counters is unsafe code, which all others forbid: it is in `counters` alone.

mod counters;
mod lines;

pub use counters::{hit, is_on, reset};
pub use lines::{Line, Lines, LinesError};

/// What a program is built with, as the value of `RUSTFLAGS`: every block has a counter and an address.
///
/// Without optimization the blocks are those of the source; and lines are known as far as there is debug information. Flags reach build scripts and
/// procedural macros too, which cannot be linked then, unless cargo is told a `--target`.
///
/// ```
/// assert!(astragal_coverage::FLAGS.starts_with("-Cpasses=sancov-module "));
/// ```
pub const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
    -Cllvm-args=-sanitizer-coverage-inline-bool-flag -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-prune-blocks=0";
