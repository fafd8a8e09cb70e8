//! Writes a sequence again, unit by unit; it stays well formed.

use super::{Choices, Unit, Writer};

/// A sequence with something else in place of some units: `write` writes what becomes of each, or names the span that stays
/// and whose units are next. It is walked without recursion, so depth costs no stack.
pub(crate) fn rewritten(of: &Choices, mut write: impl FnMut(&mut Writer, Unit) -> Option<usize>) -> Choices {
    let mut writer = Writer::default();
    let mut levels = vec![of.units()];
    while let Some(level) = levels.last_mut() {
        let Some(unit) = level.next() else {
            levels.pop();
            writer.close();
            continue;
        };
        if let Some(span) = write(&mut writer, unit) {
            writer.open(of.spans[span].label.clone());
            levels.push(of.units_of(span));
        }
    }
    writer.finish()
}
