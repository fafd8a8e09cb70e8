//! Queries on rows, and an optimiser for them.
//!
//! **Planted bug:** the optimiser keeps rows first and changes them afterwards, since that is less work; but what a condition
//! sees is then another row.

/// A query as it was written: each row is changed, and kept if a condition holds for it then.
pub fn as_written<T>(rows: &[T], change: impl Fn(&T) -> T, keep: impl Fn(&T) -> bool) -> Vec<T> {
    rows.iter().map(change).filter(keep).collect()
}

/// The same query with less work: rows that are not kept are not changed.
pub fn optimised<T>(rows: &[T], change: impl Fn(&T) -> T, keep: impl Fn(&T) -> bool) -> Vec<T> {
    rows.iter().filter(|row| keep(row)).map(change).collect()
}
