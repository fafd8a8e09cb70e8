//! Generators that are written as functions, `#[generator]`: what the code refers to that the macro writes.

use std::rc::Rc;
use std::sync::Arc;

use super::path::{self, Halt, Path};
use super::{Closed, Draw};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::Branches;
use crate::source::{MOST_ARMS, Place, Reject, Returns, Rng, Source, Turn, comes_back_by};
use crate::space::{Call, NodeId, Sketch};

/// A function and its arguments: both ways, and described.
#[derive(Clone, Copy, Debug)]
pub struct Written<A, F, B, D> {
    name: &'static str,
    arguments: A,
    recurs: bool,
    forwards: F,
    backwards: B,
    described: D,
}

/// Runs the function that is being drawn again, from its beginning, to find out what it does.
#[derive(Clone, Copy)]
pub struct Again<'a>(&'a dyn Fn(&mut Source));

/// The first half: how values are drawn. `recurs` says that it has picks that find out whether they recur.
#[inline(always)]
pub fn forwards<A, T, F>(name: &'static str, recurs: bool, arguments: A, forwards: F) -> Written<A, F, (), ()>
where
    A: Clone,
    F: Fn(A, &mut Source, Again<'_>) -> Result<T, Reject>,
{
    Written { name, arguments, recurs, forwards, backwards: (), described: () }
}

impl<A, F> Written<A, F, (), ()> {
    /// The second half: how they are taken apart.
    #[inline(always)]
    pub fn backwards<T, B>(self, backwards: B) -> Written<A, F, B, ()>
    where
        F: Fn(A, &mut Source, Again<'_>) -> Result<T, Reject>,
        B: Fn(A, &T, &mut Back) -> Result<(), Mismatch>,
    {
        let Written { name, arguments, recurs, forwards, described, .. } = self;
        Written { name, arguments, recurs, forwards, backwards, described }
    }
}

impl<A, F, B> Written<A, F, B, ()> {
    /// What is known of them before they are drawn. `what` is said of the function where that is too much, and `call` tells a call
    /// from one with other arguments, if it can.
    #[inline(always)]
    pub fn described<K, S>(self, what: &'static str, call: K, steps: S) -> Written<A, F, B, Described<K, S>>
    where
        A: Clone,
        K: Fn(&A) -> Option<Call>,
        S: Fn(A, &mut Path<'_>) -> Result<(), Halt>,
    {
        let Written { name, arguments, recurs, forwards, backwards, .. } = self;
        Written { name, arguments, recurs, forwards, backwards, described: Described { what, call, steps } }
    }
}

/// How a function is described.
#[derive(Clone, Copy, Debug)]
pub struct Described<K, S> {
    what: &'static str,
    call: K,
    steps: S,
}

impl<A, T, F, B, K, S> Draw for Written<A, F, B, Described<K, S>>
where
    A: Clone,
    F: Fn(A, &mut Source, Again<'_>) -> Result<T, Reject>,
    K: Fn(&A) -> Option<Call>,
    S: Fn(A, &mut Path<'_>) -> Result<(), Halt>,
{
    type Value = T;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        src.open_described(self.name, self.described.what);
        if let Err(reject) = src.has_room() {
            return Err(reject);
        }
        let turns = if self.recurs { src.recursions().turns() } else { 0 };
        match (self.forwards)(self.arguments.clone(), src, Again(&|src| drop(self.draw(src)))) {
            Ok(value) => {
                if self.recurs {
                    src.recursions().end_turns(turns);
                }
                src.close();
                Ok(value)
            }
            Err(reject) => {
                if self.recurs {
                    src.recursions().forget_turns(turns);
                }
                Err(reject)
            }
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let Written { name, arguments, described: Described { what, call, steps }, .. } = self;
        sketch.called(call(arguments), name, what, |sketch| {
            path::described(what, sketch, &|path| steps(arguments.clone(), path))
        })
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

impl<A, T, F, B, K, S> Closed for Written<A, F, B, Described<K, S>>
where
    A: Clone,
    F: Fn(A, &mut Source, Again<'_>) -> Result<T, Reject>,
    K: Fn(&A) -> Option<Call>,
    S: Fn(A, &mut Path<'_>) -> Result<(), Halt>,
{
}

impl<A, T, F, B, K, S> Reflect for Written<A, F, B, Described<K, S>>
where
    A: Clone,
    F: Fn(A, &mut Source, Again<'_>) -> Result<T, Reject>,
    K: Fn(&A) -> Option<Call>,
    S: Fn(A, &mut Path<'_>) -> Result<(), Halt>,
    B: Fn(A, &T, &mut Back) -> Result<(), Mismatch>,
{
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        back.span(self.name, |back| (self.backwards)(self.arguments.clone(), value, back))
    }
}

/// The arms of a `pick!`, by rank.
#[derive(Clone, Copy, Debug)]
pub struct Picks<const N: usize> {
    /// The name of the pick.
    pub site: &'static str,
    /// The names of the arms.
    pub labels: &'static [&'static str; N],
    /// How often chance takes an arm, against the others.
    pub weights: [u32; N],
    /// Whether the guard of an arm holds.
    pub open: [bool; N],
}

impl<const N: usize> Branches for Picks<N> {
    #[inline(always)]
    fn count(&self) -> usize {
        N
    }

    #[inline(always)]
    fn weight(&self, arm: usize) -> u32 {
        if self.open[arm] { self.weights[arm] } else { 0 }
    }

    fn label(&self, arm: usize) -> &'static str {
        self.labels[arm]
    }

    fn is_shut(&self, arm: usize) -> bool {
        !self.open[arm]
    }

    #[inline(always)]
    fn lot(&self, rng: &mut Rng) -> usize {
        let total: u64 = (0..N).map(|arm| u64::from(self.weight(arm))).sum();
        if total == 0 {
            return (0..N).find(|&arm| self.open[arm]).unwrap_or_default();
        }
        let mut ticket = rng.below(total);
        let mut arm = 0;
        while arm + 1 < N && ticket >= u64::from(self.weight(arm)) {
            ticket -= u64::from(self.weight(arm));
            arm += 1;
        }
        arm
    }
}

/// Chooses an arm by weight.
#[inline(always)]
#[track_caller]
pub fn pick<const N: usize>(src: &mut Source, picks: &Picks<N>) -> Result<usize, Reject> {
    if !picks.open.contains(&true) {
        return Err(src.rejection());
    }
    if src.is_watched() {
        return pick_watched(src, *picks);
    }
    src.pick_among(picks.site, picks)
}

/// Apart, and with a copy of its own, so that the arms are written down only where choices are watched.
#[cold]
#[inline(never)]
fn pick_watched<const N: usize>(src: &mut Source, picks: Picks<N>) -> Result<usize, Reject> {
    src.pick_among(picks.site, &picks)
}

/// Chooses an arm of a pick without weights: one to which its arms come back grows to the size, and ends.
///
/// `returns` says how often an arm comes back where the text shows it; else it is found out by trying.
#[inline(never)]
#[track_caller]
pub fn pick_to_size<const N: usize>(
    src: &mut Source,
    picks: &Picks<N>,
    returns: [Option<u8>; N],
    again: Again<'_>,
) -> Result<usize, Reject> {
    if N > MOST_ARMS || src.is_given() || src.is_decided(picks.site) {
        return pick(src, picks);
    }
    let place = Place::here();
    let probe = |size| {
        let mut found: Returns = [0; MOST_ARMS];
        for arm in 0..N {
            found[arm] = match returns[arm] {
                Some(times) => times,
                None if picks.open[arm] => comes_back_by(place, arm, size, again.0),
                // It may be open further inside: better to take it for one that goes on.
                None => 1,
            };
        }
        let recurring = found[..N].iter().filter(|&&times| times > 0).count();
        (1..N).contains(&recurring).then_some(found)
    };
    let arm = match src.turn(place, N, |arm| picks.open[arm], probe) {
        Turn::Plain => return pick(src, picks),
        _ if !picks.open.contains(&true) => return Err(src.rejection()),
        Turn::Arm(arm) => arm,
        Turn::End => match (0..N).find(|&arm| picks.open[arm] && returns[arm] == Some(0)) {
            Some(arm) => arm,
            None => return Err(src.rejection()),
        },
    };
    match src.picked(picks.site, picks, arm) {
        Ok(()) => Ok(arm),
        Err(reject) => Err(reject),
    }
}

/// Writes the arm of a pick with guards: its rank is that among the open ones.
pub fn put_branch(back: &mut Back, site: &'static str, label: &'static str, arm: usize, open: &[bool]) {
    let is_open = |open: &&bool| **open;
    let (rank, count) = (open[..arm].iter().filter(is_open).count(), open.iter().filter(is_open).count());
    back.put_branch(site, label, rank, count.max(1));
}

/// What `recover = ..` may be: the value, or an `Option` of it.
#[diagnostic::on_unimplemented(
    message = "`recover = ..` gives a `{Self}`, but what is drawn is a `{T}`",
    label = "should be a `{T}`, or an `Option` of one"
)]
pub trait Recovered<T> {
    /// The value, if there is one.
    fn recovered(self) -> Option<T>;
}

impl<T> Recovered<T> for T {
    fn recovered(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Recovered<T> for Option<T> {
    fn recovered(self) -> Option<T> {
        self
    }
}

/// Takes apart a value that is not part of the result, but computed from it.
pub fn recover<G: Reflect + ?Sized>(
    back: &mut Back,
    generator: &G,
    found: impl Recovered<G::Value>,
    name: &str,
) -> Result<G::Value, Mismatch> {
    match found.recovered() {
        Some(value) => {
            back.made(|back| back.part(generator, &value))?;
            Ok(value)
        }
        None => Err(back.mismatch(format_args!("`{name}` cannot be recovered from this value"))),
    }
}

/// Takes apart the number of elements that a loop makes.
pub fn recover_count<G: Reflect<Value: TryFrom<usize>> + ?Sized>(
    back: &mut Back,
    generator: &G,
    length: usize,
    name: &str,
) -> Result<G::Value, Mismatch> {
    recover(back, generator, G::Value::try_from(length).ok(), name)
}

/// A part that was computed: it must be the same.
pub fn same<T: PartialEq>(back: &mut Back, part: &T, computed: &T, text: &str) -> Result<(), Mismatch> {
    if part == computed { Ok(()) } else { Err(back.mismatch(format_args!("this is not the value of `{text}`"))) }
}

/// What a pointer points to.
pub trait Pointer {
    /// Its type.
    type Inside;
    /// The value behind it.
    fn inside(&self) -> &Self::Inside;
}

macro_rules! pointers {
    ($($pointer:ident),+) => {$(
        impl<T> Pointer for $pointer<T> {
            type Inside = T;
            fn inside(&self) -> &T {
                self
            }
        }
    )+};
}
pointers!(Box, Rc, Arc);
