//! Statistics of the cases: charts of what they were like, and required shares.

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
