//! Booleans, orderings, numbers without zero, and what wraps a number; and the types with one value.

use std::cmp::{Ordering, Reverse};
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::RangeFull;

use crate::generator::adapt::Iso;
use crate::generator::pointer::{Wrapped, Wrapper, wrappers};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Any, Arbitrary, Closed, Draw, Int, Just, just};
use crate::source::{Reject, Source};
use crate::space::{NodeId, Sketch};

/// Booleans: one choice, of which `false` is the simpler.
#[derive(Clone, Copy, Debug)]
pub struct Bool;

impl Draw for Bool {
    type Value = bool;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<bool, Reject> {
        match src.offset(1, 0) {
            Ok(offset) => Ok(offset == 1),
            Err(reject) => Err(reject),
        }
    }

    #[inline(always)]
    fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<bool>, Reject> {
        src.offsets(count, 1, 0, |offset| offset == 1)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.constants(2)
    }
}

impl Reflect for Bool {
    fn reflect(&self, value: &bool, back: &mut Back) -> Result<(), Mismatch> {
        back.put(u64::from(*value), 1);
        Ok(())
    }
}

impl Closed for Bool {}

impl Arbitrary for bool {
    type Gen = Bool;

    #[inline(always)]
    fn any() -> Bool {
        Bool
    }
}

impl Arbitrary for Ordering {
    type Gen = Iso<Int<i8>, fn(i8) -> Ordering, fn(&Ordering) -> Option<i8>>;

    /// `Equal` is the simplest.
    fn any() -> Self::Gen {
        Iso::new(Int::from(-1..=1), |sign| sign.cmp(&0), |ordering| Some(*ordering as i8))
    }
}

/// Numbers without zero: one is the simplest, and those above it move down by one.
macro_rules! nonzero {
    ($($type:ident)+) => {$(
        impl Arbitrary for NonZero<$type> {
            type Gen = Iso<Int<$type>, fn($type) -> NonZero<$type>, fn(&NonZero<$type>) -> Option<$type>>;

            fn any() -> Self::Gen {
                #[allow(unused_comparisons)]
                Iso::new(
                    Int::from($type::MIN..=$type::MAX - 1),
                    |n| NonZero::new(if n >= 0 { n + 1 } else { n }).unwrap_or(NonZero::<$type>::MIN),
                    |n| Some(if n.get() > 0 { n.get() - 1 } else { n.get() }),
                )
            }
        }
    )+};
}

nonzero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

wrappers! {
    Wrapping<T>, wrap: Wrapping, look: |number| number.0;
    Saturating<T>, wrap: Saturating, look: |number| number.0;
    Reverse<T>, wrap: Reverse, look: |reverse| reverse.0;
}

macro_rules! units {
    ($($value:expr => $type:ty $(, $param:ident)?;)+) => {$(
        impl$(<$param: ?Sized + 'static>)? Arbitrary for $type {
            type Gen = Just<$type>;

            #[inline(always)]
            fn any() -> Self::Gen {
                just($value)
            }
        }
    )+};
}

units! {
    () => ();
    .. => RangeFull;
    PhantomData => PhantomData<T>, T;
}
