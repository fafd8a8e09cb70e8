//! What the runner promises: verdicts, phases, statistics, and small counterexamples however the cases are run.

#[cfg(feature = "derive")]
mod asking;
mod by_text;
mod claims;
#[cfg(all(feature = "derive", feature = "spaces"))]
mod conjectures;
mod counting;
mod determinism;
mod exhaustive;
mod explaining;
mod growth;
mod guidance;
mod lazy;
#[path = "../subjects/lazy_sorted.rs"]
mod lazy_sorted;
mod log;
mod log_files;
mod log_sample;
mod log_schema;
mod observers;
mod parameters;
#[cfg(feature = "spaces")]
mod quantifiers;
mod saying;
mod shrinking;
mod sizes;
#[cfg(feature = "spaces")]
mod specification;
mod strategies;
#[path = "../../examples/subjects/mod.rs"]
mod subjects;
mod targeting;
mod threads;
mod tokens;
mod true_claims;
mod verdicts;
mod versions;

use astragal::Report;

/// The values of the smallest failing case.
fn smallest(report: &Report) -> Vec<&str> {
    report.failures[0].minimal.drawn.iter().map(|drawn| &*drawn.text).collect()
}
