//! The runner of `astragal`: properties, cases, evaluators, verdicts, observers, regressions, settings and the report.
//!
//! Use this crate through `astragal`. To understand the code, read `property/mod.rs` (what a property is), `evaluate/mod.rs` (how one
//! case is run), `runner/mod.rs` (which cases are run in which order, and why), `report/mod.rs` (the result, as data) and
//! `report/terminal/mod.rs` (how it is printed), in this order.

#![forbid(unsafe_code)]

mod check;
mod coverage;
mod evaluate;
mod log;
mod parameter;
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
#[doc(hidden)]
pub use log::{LOG_IS_INCOMPLETE, can_log};
pub use parameter::{Parameter, ParameterNumber, Parameterized, parameter};
pub use property::{Case, Complaint, Outcome};
#[cfg(feature = "quantify")]
pub use quantify::{
    Among, Conjecture, Counterexamples, Equation, Equations, Existence, Fit, Mutant, ResultTier, Results, Searched,
    Signature, Specification, Universal, Unsatisfied, among, counterexamples, exists, exists_unique, for_all, holds,
    results, witnesses,
};
pub use report::{
    Always, Domain, Drawn, Effort, Efforts, Elsewhere, EnumeratedCases, FailingLines, Failure, Found, Guidance, Note,
    Now, Origin, ParameterInForce, Problem, ReadBy, RejectedBy, Rejection, Report, Reread, Sample, Score, ShrinkRun,
    SourceCode, Statistics, Stored, StrayPanic, Style, Variable, Verdict,
};
pub use store::{Entry, Loaded, Regressions, Running, Saved, Scratch, Warning, WeightsFile};
pub use test::{check, check_with};

/// Places in the code under test. They are not beside the macro `reach!`, with which the function would be imported.
#[cfg(feature = "quantify")]
pub mod places {
    pub use crate::quantify::{Reached, reach};
}

/// Items that the code of the macros refers to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::config::Config;
    pub use crate::property::said::{classified, collected, covered, noted, reached, rejected, scored};
    pub use crate::property::{Argument, Shown, Target};
    #[cfg(feature = "quantify")]
    pub use crate::quantify::{Callable, Comparable, Kind, Signature};
    pub use crate::test::{run_property, run_property_async};
}
