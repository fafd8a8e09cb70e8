//! Arrangements of given values: permutations and subsequences.

use super::{Closed, Draw, IntoLength};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::Length;
use crate::source::{Growth, Place, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// See [`permutation_of`].
#[derive(Clone, Debug)]
pub struct Permutation<T>(Vec<T>);

/// The given values in any order, each order equally likely; the given order is the simplest.
///
/// ```
/// use astragal::generators::permutation_of;
/// use astragal::prelude::*;
///
/// let shuffled = permutation_of([1, 2, 3, 4]);
/// assert_eq!(shuffled.simplest().unwrap(), [1, 2, 3, 4]);
/// let mut sorted = shuffled.sample(8);
/// sorted.sort();
/// assert_eq!(sorted, [1, 2, 3, 4]);
/// ```
pub fn permutation_of<T: Clone>(values: impl Into<Vec<T>>) -> Permutation<T> {
    Permutation(values.into())
}

impl<T: Clone> Draw for Permutation<T> {
    type Value = Vec<T>;

    /// Each choice says which of the values that are left comes next. The last one is not a choice.
    fn draw(&self, src: &mut Source) -> Result<Vec<T>, Reject> {
        let mut values = self.0.clone();
        src.open("permutation");
        for at in 0..values.len().saturating_sub(1) {
            let next = src.try_number((values.len() - 1 - at) as u64)?;
            values[at..=at + next as usize].rotate_right(1);
        }
        src.close();
        Ok(values)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let parts = (1..self.0.len()).rev().map(|max| sketch.constants(max as u64 + 1)).collect();
        sketch.add(Shape::Product(parts))
    }
}

impl<T: Clone + PartialEq> Reflect for Permutation<T> {
    fn reflect(&self, value: &Vec<T>, back: &mut Back) -> Result<(), Mismatch> {
        back.span("permutation", |back| {
            let mut left: Vec<&T> = self.0.iter().collect();
            if value.len() != left.len() {
                return Err(back.mismatch(format_args!("{} values instead of {}", value.len(), left.len())));
            }
            for one in value {
                let Some(next) = left.iter().position(|&other| other == one) else {
                    return Err(back.mismatch("a value that is not among those to permute, or occurs too often"));
                };
                if left[next + 1..].contains(&one) {
                    back.unlisted(); // any of the equal ones could come now
                }
                if left.len() > 1 {
                    back.put(next as u64, left.len() as u64 - 1);
                }
                left.remove(next);
            }
            Ok(())
        })
    }
}

impl<T: Clone> Closed for Permutation<T> {}

/// See [`subsequence_of`].
#[derive(Clone, Debug)]
pub struct Subsequence<T> {
    values: Vec<T>,
    length: Length,
}

/// Some of the given values, in their order; all selections of a length are equally likely.
///
/// ```
/// use astragal::generators::subsequence_of;
/// use astragal::prelude::*;
///
/// let some = subsequence_of(['a', 'b', 'c', 'd'], 2..=3).sample(5);
/// assert!(some.is_sorted() && (2..=3).contains(&some.len()));
/// ```
#[track_caller]
pub fn subsequence_of<T: Clone>(values: impl Into<Vec<T>>, length: impl IntoLength) -> Subsequence<T> {
    let values = values.into();
    let mut length = length.into_length().at(Place::here());
    length.max = length.max.min(values.len());
    Subsequence { values, length }
}

impl<T: Clone> Draw for Subsequence<T> {
    type Value = Vec<T>;

    /// A length, and for each value how many are skipped before it.
    fn draw(&self, src: &mut Source) -> Result<Vec<T>, Reject> {
        src.open_opaque("subsequence");
        let count = self.length.draw(src, Growth::Fixed, size_of::<T>())?;
        let mut chosen = Vec::with_capacity(count);
        let mut at = 0;
        for needed in (1..=count).rev() {
            let spare = (self.values.len() - at - needed) as u64;
            let random = |src: &mut Source| {
                // Walk over what may be skipped: each of the `spare + needed` values is needed with equal chance.
                let mut gap = 0;
                while gap < spare && src.steer(spare - gap + needed as u64 - 1) >= needed as u64 {
                    gap += 1;
                }
                gap
            };
            let gap = src.leaf(spare, random, |&gap| gap, |choice| choice)?;
            at += gap as usize;
            chosen.push(self.values[at].clone());
            at += 1;
        }
        src.close();
        Ok(chosen)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let Length { min, max, .. } = self.length;
        sketch.add(Shape::Selection { from: self.values.len(), min, max })
    }
}

impl<T: Clone + PartialEq> Reflect for Subsequence<T> {
    fn reflect(&self, value: &Vec<T>, back: &mut Back) -> Result<(), Mismatch> {
        back.span("subsequence", |back| {
            self.length.reflect(value.len(), back)?;
            let mut at = 0;
            for (done, one) in value.iter().enumerate() {
                let needed = value.len() - done;
                let spare = self.values.len() - at - needed;
                let Some(gap) = self.values[at..=at + spare].iter().position(|other| other == one) else {
                    return Err(back.mismatch("a value that is not among those to choose from, or not in this order"));
                };
                if self.values[at + gap + 1..=at + spare].contains(one) {
                    back.unlisted();
                }
                back.put(gap as u64, spare as u64);
                at += gap + 1;
            }
            Ok(())
        })
    }
}

impl<T: Clone> Closed for Subsequence<T> {}
