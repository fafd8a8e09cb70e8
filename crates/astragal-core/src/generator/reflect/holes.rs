//! What `partial!` writes: a value with something in its holes, and where they are.

use std::any::type_name;
use std::rc::Rc;
use std::sync::Arc;

pub use super::partial::Hole;
use super::partial::Incomplete;
use crate::generator::{Arbitrary, Draw, any};

/// A value, and a walk through it that notes its holes.
pub fn incomplete<T>(value: T, walk: impl FnOnce(&T, &mut Vec<Hole>)) -> Incomplete<T> {
    let value = Box::new(value);
    let mut holes = Vec::new();
    walk(&value, &mut holes);
    Incomplete::with_holes(value, holes)
}

/// The placeholder in a hole: the simplest value of its type.
///
/// # Panics
/// If the usual generator of the type makes none.
#[track_caller]
pub fn hole<T: Arbitrary>() -> T {
    let generator = any::<T>();
    match generator.simplest().or_else(|_| generator.try_sample(0)) {
        Ok(value) => value,
        Err(gave_up) => panic!("no value fits a hole of the type `{}`: {gave_up}", type_name::<T>()),
    }
}

/// A part that fits into a field: as it is, or in the pointer that the field has.
#[diagnostic::on_unimplemented(message = "a `{Self}` does not fit where a `{S}` belongs", label = "expected a `{S}`")]
pub trait Slot<S> {
    /// The part as the field has it.
    fn fitted(self) -> S;
}

/// A field in which a part is found.
pub trait Inside<T> {
    /// The part.
    fn found(&self) -> &T;
}

impl<T> Slot<T> for T {
    fn fitted(self) -> T {
        self
    }
}

impl<T> Inside<T> for T {
    fn found(&self) -> &T {
        self
    }
}

impl Slot<String> for &str {
    fn fitted(self) -> String {
        self.to_owned()
    }
}

/// A part in its field.
pub fn slot<T: Slot<S>, S>(part: T) -> S {
    part.fitted()
}

/// The part of a field.
pub fn inside<C: Inside<T>, T>(field: &C) -> &T {
    field.found()
}

/// A part of a value that is a hole.
#[derive(Debug)]
pub struct Spot<'a, T>(pub &'a T);

/// A hole in a field that is not a pointer.
pub trait NoteOther {
    /// Where it is.
    fn note(&self) -> Hole;
}

/// A hole in a field that is a pointer: drawing it, with the pointer or without, fills it.
pub trait NotePointer {
    /// Where it is.
    fn note(&self) -> Hole;
}

impl<T> NoteOther for Spot<'_, T> {
    fn note(&self) -> Hole {
        Hole::of(self.0)
    }
}

macro_rules! pointers {
    ($($pointer:ident),+) => {$(
        impl<T> Slot<$pointer<T>> for T {
            fn fitted(self) -> $pointer<T> {
                $pointer::new(self)
            }
        }

        impl<T> Inside<T> for $pointer<T> {
            fn found(&self) -> &T {
                self
            }
        }
    )+};
}
pointers!(Box, Rc, Arc);

impl<T> NotePointer for &Spot<'_, Box<T>> {
    fn note(&self) -> Hole {
        Hole::of(self.0).or(&**self.0)
    }
}

impl<T> NotePointer for &Spot<'_, Rc<T>> {
    fn note(&self) -> Hole {
        Hole::of(self.0).or(&**self.0)
    }
}

impl<T> NotePointer for &Spot<'_, Arc<T>> {
    fn note(&self) -> Hole {
        Hole::of(self.0).or(&**self.0)
    }
}
