//! The stops of the tour, each in a file of its own.

pub mod all_cases;
mod backwards;
pub mod bug_report;
mod by_size;
mod distributions;
pub mod functions;
mod fuzzer_bytes;
mod grammar;
pub mod looked_at;
pub mod more_bugs;
pub mod one_bug;
mod sampling;
mod seen;
pub mod shapes;
mod speed;
pub mod verdicts;
pub mod what_matters;

use crate::page::Page;

/// One stop: its title, and what it shows.
#[derive(Debug)]
pub struct Stop {
    /// The heading of its page.
    pub title: &'static str,
    /// Fills the page, or says what did not go as planned.
    pub visit: fn(&mut Page) -> Result<(), String>,
}

/// All stops, in the order of the tour.
pub const STOPS: &[Stop] = &[
    sampling::STOP,
    one_bug::STOP,
    more_bugs::STOP,
    what_matters::STOP,
    distributions::STOP,
    verdicts::STOP,
    by_size::STOP,
    shapes::STOP,
    all_cases::STOP,
    looked_at::STOP,
    functions::STOP,
    backwards::STOP,
    bug_report::STOP,
    fuzzer_bytes::STOP,
    grammar::STOP,
    speed::STOP,
    seen::STOP,
];
