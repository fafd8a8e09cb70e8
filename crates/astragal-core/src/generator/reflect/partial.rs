//! Values with holes: parts that are not there yet, known by their address.

use std::any::type_name;
use std::fmt::{self, Debug};

use super::projection::{confirmed, trace_of};
use super::{Back, Mismatch, Reflect};
use crate::source::mix;

/// How often holes are refilled when the result is rejected.
const TRIES: u64 = 100;

/// A value of which some parts are still to be made. See [`Backwards::complete`](crate::Backwards::complete).
///
/// The placeholder in a hole does not matter: any value of its type will do.
pub struct Incomplete<T> {
    /// In a box, since holes are known by their address.
    value: Box<T>,
    holes: Vec<Hole>,
}

/// A part that is not there yet: where it is, and of which type (a struct has the address of its first field).
///
/// A part behind a pointer has two such places; the one that is asked for is filled.
#[derive(Clone, Debug)]
pub struct Hole(Vec<(usize, &'static str)>);

impl Hole {
    /// A part.
    pub(crate) fn of<P>(part: &P) -> Hole {
        Hole(vec![(std::ptr::from_ref(part).addr(), type_name::<P>())])
    }

    /// Or another, with the same content.
    pub(super) fn or<P>(mut self, part: &P) -> Hole {
        self.0.extend(Hole::of(part).0);
        self
    }

    fn is_at(&self, address: usize, name: &str) -> bool {
        self.0.iter().any(|&(at, of)| at == address && of == name)
    }
}

impl<T> Incomplete<T> {
    /// A value without holes.
    pub fn new(value: T) -> Incomplete<T> {
        Incomplete { value: Box::new(value), holes: Vec::new() }
    }

    /// Makes a part a hole.
    ///
    /// ```
    /// use astragal::backwards::Incomplete;
    ///
    /// let order = Incomplete::new(("espresso", 2, [0.0, 0.0])).without(|order| &order.1).without(|order| &order.2[0]);
    /// assert_eq!(order.holes(), 2);
    /// ```
    pub fn without<P>(self, part: impl FnOnce(&T) -> &P) -> Incomplete<T> {
        self.without_all(|value| vec![part(value)])
    }

    /// Makes parts holes, however many they are.
    pub fn without_all<P>(mut self, parts: impl FnOnce(&T) -> Vec<&P>) -> Incomplete<T> {
        let found = parts(&self.value);
        self.holes.extend(found.into_iter().map(Hole::of));
        self
    }

    /// A value whose holes are known.
    pub(super) fn with_holes(value: Box<T>, holes: Vec<Hole>) -> Incomplete<T> {
        Incomplete { value, holes }
    }

    /// How many holes there are.
    pub fn holes(&self) -> usize {
        self.holes.len()
    }
}

impl<T> Debug for Incomplete<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Incomplete").field("holes", &self.holes.len()).finish_non_exhaustive()
    }
}

/// Fills the holes of a value: see [`Backwards::complete`](crate::Backwards::complete).
pub(crate) fn complete<G: Reflect<Value: PartialEq + Debug> + ?Sized>(
    generator: &G,
    partial: &Incomplete<G::Value>,
    seed: u64,
) -> Result<G::Value, Mismatch> {
    // Whether the parts that are given come out as they are can be seen where what is in the holes fits too.
    if let Ok(choices) = trace_of(generator, &partial.value) {
        confirmed(generator, &partial.value, &choices)?;
    }
    let mut rejected = None;
    for attempt in 0..TRIES {
        let mut back = Back::filling(Holes::new(partial.holes.clone(), mix(seed ^ attempt << 48)));
        let outcome = back.part(generator, &partial.value).map(drop);
        if let (Ok(()), Some(missed)) = (&outcome, back.holes().and_then(Holes::missed)) {
            let of = partial.holes[missed].0[0].1;
            return Err(Mismatch::at_root(format_args!(
                "a hole of the type `{of}` is not drawn as a part: it is in another hole, or in what a function (`iso`) \
                 makes a whole of"
            )));
        }
        let choices = back.finish(outcome)?;
        // Conditions on parts with holes were left for now.
        match generator.replay(&choices) {
            Ok(value) => return Ok(value),
            Err(gave_up) => rejected = Some(gave_up),
        }
    }
    let rejected = rejected.map(|gave_up| gave_up.to_string()).unwrap_or_default();
    Err(Mismatch::at_root(format_args!("nothing that was tried for the holes fits the rest of the value: {rejected}")))
}

/// The holes of a value that is being taken apart.
#[derive(Debug)]
pub(super) struct Holes {
    places: Vec<Hole>,
    /// Which were filled, in the order of the trace.
    filled: Vec<usize>,
    seed: u64,
}

impl Holes {
    fn new(places: Vec<Hole>, seed: u64) -> Holes {
        Holes { places, filled: Vec::new(), seed }
    }

    /// The seed for a hole, if there is one here.
    pub(super) fn open(&mut self, address: usize, name: &'static str) -> Option<u64> {
        let found = self.places.iter().position(|hole| hole.is_at(address, name))?;
        self.filled.push(found);
        Some(mix(self.seed ^ (found as u64 + 1) << 32))
    }

    /// How many were filled.
    pub(super) fn filled(&self) -> usize {
        self.filled.len()
    }

    /// Forgets what was filled since.
    pub(super) fn truncate(&mut self, filled: usize) {
        self.filled.truncate(filled);
    }

    /// A hole that was not filled.
    fn missed(&self) -> Option<usize> {
        (0..self.places.len()).find(|hole| !self.filled.contains(hole))
    }
}
