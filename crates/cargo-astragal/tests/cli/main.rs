//! Runs the real program on a small package, on logs that are written here, and on bad input.

mod bad_input;
mod coverage;
mod grammar;
mod logs;
mod planted;
mod properties;
mod regressions;
mod serve;
mod support;
#[cfg(unix)]
mod terminal;
