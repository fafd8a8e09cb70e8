//! A constructor with generators in place of its parts, `built!`: what the code refers to that the macro writes.

use super::forward::pass_on;
use super::product::{Parts, for_tuples};
use super::{Closed, Draw, Just};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Reject, Source};

/// Values of one constructor. Its space is that of its parts.
///
/// Backwards the parts are lent, not copied: so what is remembered of them by their address, and holes, are found.
#[derive(Clone, Copy, Debug)]
pub struct Built<G, F, P> {
    name: &'static str,
    parts: G,
    there: F,
    apart: P,
}

/// The generators of the parts, for a constructor of this name.
#[inline(always)]
pub const fn built<G>(name: &'static str, parts: G) -> Built<G, (), ()> {
    Built { name, parts, there: (), apart: () }
}

/// A generator of a part: anything else is a compile error at that part.
#[inline(always)]
pub const fn part<G: Draw>(generator: G) -> G {
    generator
}

impl<G, F, P> Built<G, F, P> {
    fn other(&self, back: &mut Back) -> Mismatch {
        back.mismatch(format_args!("this is not made by `{}`", self.name))
    }
}

impl<T, G: Parts, F: Fn(G::Value) -> T, P> Draw for Built<G, F, P> {
    type Value = T;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        match self.parts.draw_as(self.name, src) {
            Ok(parts) => Ok((self.there)(parts)),
            Err(reject) => Err(reject),
        }
    }

    pass_on!(parts: describe, growth, has_closures);
}

impl<T, G: Parts + Closed, F: Fn(G::Value) -> T, P> Closed for Built<G, F, P> {}

impl Built<Just<()>, (), ()> {
    /// How the value is made, and how it is known.
    #[inline(always)]
    pub fn both_ways<T, F: Fn(()) -> T, P: Fn(&T) -> Option<()>>(self, there: F, apart: P) -> Built<Just<()>, F, P> {
        Built { name: self.name, parts: self.parts, there, apart }
    }
}

impl<T, F: Fn(()) -> T, P: Fn(&T) -> Option<()>> Reflect for Built<Just<()>, F, P> {
    fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
        (self.apart)(value).ok_or_else(|| self.other(back))
    }
}

/// What lends the parts of a value has a type of its own for each number of them.
macro_rules! built {
    ($(($($part:ident $at:tt)+))+) => {$(
        impl<$($part),+> Built<($($part,)+), (), ()> {
            /// How the parts are put together, and how they are found in the value.
            #[inline(always)]
            pub fn both_ways<T, There, Apart>(self, there: There, apart: Apart) -> Built<($($part,)+), There, Apart>
            where
                $($part: Draw,)+
                There: Fn(($($part::Value,)+)) -> T,
                Apart: Fn(&T) -> Option<($(&$part::Value,)+)>,
            {
                Built { name: self.name, parts: self.parts, there, apart }
            }
        }

        impl<T, There, Apart, $($part: Reflect),+> Reflect for Built<($($part,)+), There, Apart>
        where
            There: Fn(($($part::Value,)+)) -> T,
            Apart: Fn(&T) -> Option<($(&$part::Value,)+)>,
        {
            fn reflect(&self, value: &T, back: &mut Back) -> Result<(), Mismatch> {
                let Some(lent) = (self.apart)(value) else { return Err(self.other(back)) };
                let parts = |back: &mut Back| {
                    $(back.part(&self.parts.$at, lent.$at)?;)+
                    Ok(())
                };
                if [$($at),+].len() > 1 { back.span(self.name, parts) } else { parts(back) }
            }
        }
    )+};
}

for_tuples!(built);
