//! How one case ended, and how a property failed.

use super::Complaint;
use super::panics::Thrown;
use crate::report::{Origin, Payload};

/// How one case ended.
pub(crate) enum Ended {
    /// The property held.
    Passed,
    /// A filter or an assumption rejected it, or it was cut off.
    Rejected,
    /// The property was not run, because the runner did not ask for it.
    Skipped,
    /// The property failed.
    Failed(Box<Fault>),
}

/// What is added to the message of a failure before the property ran.
pub(crate) const STILL_DRAWING: &str = "\n(its arguments were being drawn: the property itself did not run)";

/// How a property failed.
pub(crate) struct Fault {
    pub(crate) origin: Origin,
    pub(crate) message: String,
    pub(crate) backtrace: Option<String>,
    /// What it threw, to be thrown again.
    pub(crate) payload: Option<Payload>,
}

impl Fault {
    /// By what it returned.
    pub(crate) fn returned(complaint: Complaint) -> Fault {
        Fault { origin: complaint.origin, message: complaint.message, backtrace: None, payload: None }
    }

    /// The same failure, without what was thrown, which cannot be copied.
    pub(crate) fn like(fault: &Fault) -> Fault {
        let Fault { origin, message, backtrace, .. } = fault;
        Fault { origin: origin.clone(), message: message.clone(), backtrace: backtrace.clone(), payload: None }
    }

    /// By the death of its process, and what that said last.
    pub(crate) fn died(how: String, last_words: &str) -> Fault {
        let message = match last_words.trim() {
            "" => how.clone(),
            words => format!("{how}\n{words}"),
        };
        Fault { origin: Origin::Died(how), message, backtrace: None, payload: None }
    }

    /// By what it threw.
    pub(crate) fn thrown(thrown: Thrown) -> Fault {
        let Thrown { place, message, backtrace, payload, .. } = thrown;
        Fault { origin: Origin::Panicked(place), message, backtrace, payload: Some(payload) }
    }
}
