//! The middle of repeated measurements.

/// The middle one of the figures, of which there must be at least one.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
