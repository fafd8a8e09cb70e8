//! A parameter of a run: its limits, and the value that was in force.

use std::path::Path;
use std::sync::Arc;

/// A parameter that a generator of the property declares, and its value in the run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParameterInForce {
    /// Its name.
    pub name: String,
    /// Its value in this run.
    pub value: f64,
    /// The smallest value that it may have.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Its value unless a file sets another.
    pub default: f64,
    /// Whether it is a whole number.
    pub is_whole: bool,
    /// The file that sets its value, if one does.
    pub set_in: Option<Arc<Path>>,
}
