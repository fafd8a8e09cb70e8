//! What a property says about its cases: charts of what it saw, and shares that it requires.

mod chart;
mod coverage;
mod numbers;
mod scores;
mod tally;

pub(crate) use chart::grouped;
pub use chart::{Chart, Row, Summary};
pub use coverage::{Answer, Coverage, Requirement, RequirementState};
pub(crate) use scores::Scores;
pub use tally::{Observation, Tally};
