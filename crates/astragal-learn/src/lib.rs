//! Chances that are learned: from examples (`tune`), or from a condition that chance hardly ever meets (`guided`).

#![forbid(unsafe_code)]
#![allow(clippy::question_mark)]

mod guided;
mod tune;

pub use guided::{GradientSearch, Gradients, Guided, Guiding, Learned, Search};
pub use tune::{Context, CountedAs, Tuned, Tuning, Untuned, Weights};
