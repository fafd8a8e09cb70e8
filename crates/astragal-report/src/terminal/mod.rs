//! The model as text for a terminal.

use crate::model::{Change, Model, Property};

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many columns there are.
    pub width: usize,
    /// Whether to use colors.
    pub color: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 100, color: false }
    }
}

/// One aligned line for each property, worst first.
pub fn overview(_model: &Model, _style: Style) -> String {
    todo!()
}

/// Everything about one property.
pub fn property(_property: &Property, _style: Style) -> String {
    todo!()
}

/// What changed between two runs.
pub fn changes(_changes: &[Change], _style: Style) -> String {
    todo!()
}

/// Makes text from a log harmless for a terminal: control characters, escapes and characters that change direction are shown as text.
pub fn harmless(_text: &str) -> String {
    todo!()
}
