//! How often a value is drawn, estimated by drawing.

use std::fmt::{self, Debug};

use super::projection::same;
use crate::generator::Draw;
use crate::source::{GaveUp, mix};

/// Of a thousand intervals, one misses.
const DEVIATIONS: f64 = 3.290_526_731_491_9;

/// How often a value was drawn. See [`Backwards::estimated_probability_of`](crate::Backwards::estimated_probability_of).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    drawn: u32,
    samples: u32,
}

impl Estimate {
    /// How many samples were this value.
    pub fn drawn(&self) -> u32 {
        self.drawn
    }

    /// How many samples there were.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The share of the samples that were this value.
    pub fn share(&self) -> f64 {
        f64::from(self.drawn) / f64::from(self.samples.max(1))
    }

    /// Where the probability lies, with a confidence of 99.9%: Wilson's interval.
    pub fn interval(&self) -> (f64, f64) {
        let samples = f64::from(self.samples);
        if self.samples == 0 {
            return (0.0, 1.0);
        }
        let spread = DEVIATIONS * DEVIATIONS / samples;
        let center = (self.share() + spread / 2.0) / (1.0 + spread);
        let variance = self.share() * (1.0 - self.share()) / samples + spread / (4.0 * samples);
        let half = DEVIATIONS * variance.sqrt() / (1.0 + spread);
        ((center - half).max(0.0), (center + half).min(1.0))
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{:.4} ({low:.4} to {high:.4}, {} samples)", self.share(), self.samples)
    }
}

/// See [`Backwards::estimated_probability_of`](crate::Backwards::estimated_probability_of).
pub(crate) fn estimate<G: Draw<Value: PartialEq + Debug> + ?Sized>(
    generator: &G,
    value: &G::Value,
    samples: u32,
    seed: u64,
) -> Result<Estimate, GaveUp> {
    let mut drawn = 0;
    for sample in 0..samples {
        drawn += u32::from(same(value, &generator.try_sample(mix(seed ^ u64::from(sample) << 32))?));
    }
    Ok(Estimate { drawn, samples })
}
