//! The median of repeated measurements.

/// The median of the figures, of which there must be at least one.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The median of `rounds` measurements.
pub(crate) fn median_of(rounds: usize, mut measure: impl FnMut() -> f64) -> f64 {
    median((0..rounds).map(|_| measure()).collect())
}
