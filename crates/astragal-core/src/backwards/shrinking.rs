//! Values that no generator made, made as simple as they can be: a bug report, for example.

use std::fmt::{self, Debug};

use crate::choices::Choices;
use crate::generator::reflect::{Mismatch, Reflect, projected};
use crate::rose::judging;
use crate::shrink::Shrinker;

/// The simplest value that still fails. See [`Backwards::shrink`](super::Backwards::shrink).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrunkValue<T> {
    /// The value.
    pub value: T,
    /// Its choices.
    pub choices: Choices,
    /// How often it was asked whether a value fails.
    pub evaluations: u64,
}

/// Why a value cannot be shrunk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotShrunk {
    /// The generator does not make it, so neither does it make simpler ones like it.
    Invalid(Mismatch),
    /// It does not fail.
    Passes,
}

impl fmt::Display for NotShrunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotShrunk::Invalid(mismatch) => write!(f, "the generator does not make this value: {mismatch}"),
            NotShrunk::Passes => f.write_str("the value does not fail: there is nothing to shrink"),
        }
    }
}

impl std::error::Error for NotShrunk {}

impl From<Mismatch> for NotShrunk {
    fn from(mismatch: Mismatch) -> NotShrunk {
        NotShrunk::Invalid(mismatch)
    }
}

/// See [`Backwards::shrink`](super::Backwards::shrink).
pub(super) fn shrink<G: Reflect<Value: PartialEq + Debug> + ?Sized>(
    generator: &G,
    value: &G::Value,
    mut fails: impl FnMut(&G::Value) -> bool,
) -> Result<ShrunkValue<G::Value>, NotShrunk> {
    // The value as the generator makes it is the one that is returned if there is no simpler one.
    let (choices, made) = projected(generator, value)?;
    if !fails(&made) {
        return Err(NotShrunk::Passes);
    }
    let shrunk = Shrinker::new(choices).run(&mut judging(generator, fails));
    let replayed = generator.replay(&shrunk.choices);
    let value = replayed.map_err(|gave_up| Mismatch::at_root(format_args!("it does not replay: {gave_up}")))?;
    Ok(ShrunkValue { value, choices: shrunk.choices, evaluations: shrunk.evaluations + 1 })
}
