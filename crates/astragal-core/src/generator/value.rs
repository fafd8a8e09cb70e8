//! Constants, and one of several given values.

use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// See [`just`].
#[derive(Clone, Copy, Debug)]
pub struct Just<T>(T);

/// Always the same value. It takes no choice.
///
/// ```
/// use astragal::prelude::*;
///
/// assert_eq!(just("hello").sample(1), "hello");
/// assert!(just(1).choices_of(&2).is_err());
/// ```
pub const fn just<T: Clone>(value: T) -> Just<T> {
    Just(value)
}

impl<T: Clone> Draw for Just<T> {
    type Value = T;

    #[inline(always)]
    fn draw(&self, _src: &mut Source) -> Result<T, Reject> {
        Ok(self.0.clone())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Unit)
    }
}

impl<T: Clone + PartialEq> Reflect for Just<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        if *value == self.0 { Ok(()) } else { Err(back.mismatch("another value than the only one made here")) }
    }
}

impl<T: Clone> Closed for Just<T> {}

/// See [`select`].
#[derive(Clone, Debug)]
pub struct Select<T> {
    values: Vec<T>,
    place: Place,
}

/// One of the given values, each equally likely; the first is the simplest.
///
/// ```
/// use astragal::prelude::*;
///
/// let suit = select(["clubs", "diamonds", "hearts", "spades"]);
/// assert_eq!(suit.simplest().unwrap(), "clubs");
/// let choices = suit.choices_of(&"hearts").unwrap();
/// assert_eq!(choices.numbers().collect::<Vec<_>>(), [2]);
/// ```
#[track_caller]
pub fn select<T: Clone>(values: impl Into<Vec<T>>) -> Select<T> {
    Select { values: values.into(), place: Place::here() }
}

impl<T: Clone> Draw for Select<T> {
    type Value = T;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        if self.values.is_empty() {
            return Err(src.no_value(Some(self.place), "there is nothing to select from: give at least one value"));
        }
        let at = src.try_number(self.values.len() as u64 - 1)?;
        Ok(self.values[at as usize].clone())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.constants(self.values.len() as u64)
    }
}

impl<T: Clone + PartialEq> Reflect for Select<T> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        reflect_place(&self.values, value, back, "none of the values to select from")
    }
}

/// The choice of a value among given ones, which is its place.
pub(super) fn reflect_place<T: PartialEq>(
    values: &[T],
    value: &T,
    back: &mut Back,
    other: &'static str,
) -> Result<(), Mismatch> {
    let max = values.len() as u64;
    let Some(first) = values.iter().position(|one| one == value) else {
        return Err(back.mismatch(other));
    };
    if !back.wants_all() {
        back.put(first as u64, max - 1);
        return Ok(());
    }
    let equal: Vec<usize> = (first..values.len()).filter(|&at| values[at] == *value).collect();
    back.any_of(equal.len(), |back, nth| {
        back.put(equal[nth] as u64, max - 1);
        Ok(())
    })
}

impl<T: Clone> Closed for Select<T> {}
