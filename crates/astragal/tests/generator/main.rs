//! Generators that are written as functions, `#[generator]`: forwards, backwards, and what their choices are.

#![cfg(feature = "derive")]

#[cfg(feature = "spaces")]
mod built;
#[cfg(all(feature = "spaces", feature = "shapes"))]
mod described;
mod forms;
mod hygiene;
mod paper;
mod partial;
mod parts;
mod recursion;
mod terms;
mod trees;

use astragal::laws::Laws;
use astragal::prelude::*;

/// All laws of a generator that runs both ways.
#[track_caller]
fn both_ways<T: std::fmt::Debug + PartialEq>(generator: impl Reflect<Value = T>) {
    if let Err(broken) = Laws::of(&generator).backwards() {
        panic!("{broken}");
    }
}

/// That the choices of a value make it.
#[track_caller]
fn there_and_back<T: std::fmt::Debug + PartialEq>(generator: impl Reflect<Value = T>, value: &T) {
    let choices = generator.choices_of(value).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(&generator.replay(&choices).unwrap(), value);
}
