//! The runner of `astragal`: properties, cases, evaluators, verdicts, observers, regressions, settings and the report.
//!
//! Use this crate through `astragal`. To understand the code, read `property/mod.rs`, what a property is; then
//! `evaluate/mod.rs`, how one case is run; then `runner/mod.rs`, which cases are run in which order, and why; then
//! `report/mod.rs`, what comes of it as data, and `report/terminal/mod.rs`, how that is printed.

#![forbid(unsafe_code)]

mod check;
mod evaluate;
mod property;
#[cfg(feature = "quantify")]
mod quantify;
mod report;
mod runner;
mod store;
mod test;
mod thread;

pub mod config;
pub mod observe;
pub mod protocol;
pub mod statistics;

pub use check::Check;
pub use config::Config;
pub use property::{Case, Complaint, Outcome};
#[cfg(feature = "quantify")]
pub use quantify::{
    Among, Counterexamples, Existence, Searched, Universal, among, counterexamples, exists, exists_unique, for_all,
    holds, witnesses,
};
pub use report::{
    Always, Domain, Drawn, Effort, Efforts, Elsewhere, Failure, Found, Guidance, Listed, Note, Now, Origin, Problem,
    ReadBy, Refuser, Rejection, Report, Reread, Sample, Score, Shrinking, SourceCode, Statistics, Stored, StrayPanic,
    Style, Variable, Verdict,
};
pub use store::{Entry, Loaded, Regressions, Running, Saved, Scratch, Warning};
pub use test::{check, check_with};

/// What the code that macros write refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::config::Config;
    pub use crate::property::said::{classified, collected, covered, noted, refused, scored};
    pub use crate::property::{Argument, Shown, Target};
    pub use crate::test::{run_property, run_property_async};
}
