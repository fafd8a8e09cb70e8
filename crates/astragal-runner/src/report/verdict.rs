//! Verdicts on a property, and the problems for which there is none.

use std::fmt;

use astragal_core::Place;

/// The verdict on a property. Only a pass makes a test green.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// No case failed.
    Passed,
    /// No case failed, and there are no others.
    PassedExhaustively,
    /// A case fails.
    Failed,
    /// A case failed, and did not fail when it was run again.
    Flaky,
    /// Too few cases got past the filters and assumptions.
    GaveUp,
    /// Not a single case was run to its end.
    Vacuous,
    /// Nothing can be said, for this reason.
    Unknown(Problem),
}

impl Verdict {
    /// Whether it is a pass.
    ///
    /// ```
    /// use astragal::report::Verdict;
    ///
    /// assert!(Verdict::Passed.is_pass());
    /// assert!(!Verdict::Vacuous.is_pass());
    /// ```
    pub fn is_pass(&self) -> bool {
        matches!(self, Verdict::Passed | Verdict::PassedExhaustively)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Passed => "passed",
            Verdict::PassedExhaustively => "passed exhaustively",
            Verdict::Failed => "failed",
            Verdict::Flaky => "flaky",
            Verdict::GaveUp => "gave up",
            Verdict::Vacuous => "vacuous",
            Verdict::Unknown(_) => "unknown",
        })
    }
}

/// Why nothing can be said about a property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The property or a generator is misconfigured, or a setting or a file of regressions cannot be read.
    Usage {
        /// What is wrong, and what to do.
        message: String,
        /// Where.
        place: Option<Place>,
    },
    /// The generator is not a function of its choices.
    NotDeterministic(String),
    /// A required share of cases was not reached (see `cover!`).
    NotCovered(String),
    /// The run was interrupted.
    Interrupted,
    /// A bug in Astragal.
    Bug(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Usage { message, place: Some(place) } => write!(f, "{message} (at {place})"),
            Problem::Usage { message, place: None } | Problem::NotDeterministic(message) => f.write_str(message),
            Problem::NotCovered(message) => f.write_str(message),
            Problem::Interrupted => f.write_str("the run was interrupted"),
            Problem::Bug(message) => {
                write!(f, "this is a bug in Astragal, not in the property; please report it: {message}")
            }
        }
    }
}
