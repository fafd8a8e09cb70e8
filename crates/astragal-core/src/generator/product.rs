//! Products: tuples and arrays. The size is divided among the parts that are recursive.

use super::{Any, Arbitrary, Closed, Draw, Just};
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Shape, Sketch};

/// Draws parts one after the other and then does something with them. The matches are nested, so that the last part goes
/// from where it was drawn to where it belongs: a copy of what was just written stalls.
macro_rules! draw_parts {
    ($share:ident, $src:ident, $self:ident, [], $finish:block) => { $finish };
    ($share:ident, $src:ident, $self:ident, [$part:ident $at:tt $($rest:ident $rest_at:tt)*], $finish:block) => {
        match $share.draw($src, &$self.$at) {
            Ok($part) => draw_parts!($share, $src, $self, [$($rest $rest_at)*], $finish),
            Err(reject) => return Err(reject),
        }
    };
}

/// Generators that are drawn one after the other, under a name.
pub trait Parts: Draw {
    /// Draws all of them; if they are several, in a span of that name.
    fn draw_as(&self, name: &'static str, src: &mut Source) -> Result<Self::Value, Reject>;
}

/// No parts.
impl Parts for Just<()> {
    #[inline(always)]
    fn draw_as(&self, _name: &'static str, _src: &mut Source) -> Result<(), Reject> {
        Ok(())
    }
}

/// Calls a macro for tuples of one part to twelve: with the name and the index of each part.
macro_rules! for_tuples {
    ($macro:ident) => {
        $macro! {
            (A 0)
            (A 0 B 1)
            (A 0 B 1 C 2)
            (A 0 B 1 C 2 D 3)
            (A 0 B 1 C 2 D 3 E 4)
            (A 0 B 1 C 2 D 3 E 4 F 5)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
        }
    };
}
pub(super) use for_tuples;

/// A tuple of several parts is a span; of one part it is just that part.
macro_rules! tuples {
    ($(($($part:ident $at:tt)+))+) => {$(
        impl<$($part: Draw),+> Draw for ($($part,)+) {
            type Value = ($($part::Value,)+);

            #[inline(always)]
            fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
                self.draw_as("tuple", src)
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                let parts = vec![$(self.$at.describe(sketch)),+];
                sketch.add(Shape::Product(parts))
            }

            #[inline(always)]
            fn growth(&self) -> Growth {
                let mut most = Growth::Fixed;
                $(
                    let growth = self.$at.growth();
                    if growth > most {
                        most = growth;
                    }
                )+
                most
            }

            #[inline(always)]
            fn has_closures(&self) -> bool {
                false $(|| self.$at.has_closures())+
            }
        }

        impl<$($part: Draw),+> Parts for ($($part,)+) {
            #[inline(always)]
            #[allow(non_snake_case)]
            fn draw_as(&self, name: &'static str, src: &mut Source) -> Result<Self::Value, Reject> {
                let mut share = src.share_among(0 $(| u64::from(self.$at.growth() == Growth::Recursive) << $at)+);
                let spanned = [$($at),+].len() > 1;
                if spanned {
                    src.open(name);
                }
                draw_parts!(share, src, self, [$($part $at)+], {
                    if spanned {
                        src.close();
                    }
                    Ok(($($part,)+))
                })
            }
        }

        impl<$($part: Reflect),+> Reflect for ($($part,)+) {
            fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
                let parts = |back: &mut Back| {
                    $(back.part(&self.$at, &value.$at)?;)+
                    Ok(())
                };
                if [$($at),+].len() > 1 { back.span("tuple", parts) } else { parts(back) }
            }
        }

        impl<$($part: Closed),+> Closed for ($($part,)+) {}

        impl<$($part: Arbitrary),+> Arbitrary for ($($part,)+) {
            type Gen = ($(Any<$part>,)+);

            #[inline(always)]
            fn any() -> Self::Gen {
                ($($part::any(),)+)
            }
        }
    )+};
}

for_tuples!(tuples);

/// Arrays of elements of one generator. See [`array_of`].
#[derive(Clone, Copy, Debug)]
pub struct ArrayOf<G, const N: usize>(G);

/// Arrays whose elements all come from one generator.
///
/// ```
/// use astragal::generators::array_of;
/// use astragal::prelude::*;
///
/// let rgb: [u8; 3] = array_of(0..=255u8).sample(4);
/// # let _ = rgb;
/// ```
pub fn array_of<G: Draw, const N: usize>(element: G) -> ArrayOf<G, N> {
    ArrayOf(element)
}

impl<G: Draw, const N: usize> Draw for ArrayOf<G, N> {
    type Value = [G::Value; N];

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        let recursive = self.0.growth() == Growth::Recursive;
        let mut share = src.share_among(if recursive { u64::MAX >> 64usize.saturating_sub(N) } else { 0 });
        src.open("array");
        let mut slots = [const { None }; N];
        let mut at = 0;
        while at < N {
            match share.draw(src, &self.0) {
                Ok(value) => slots[at] = Some(value),
                Err(reject) => return Err(reject),
            }
            at += 1;
        }
        src.close();
        Ok(slots.map(|slot| slot.expect("every slot was filled")))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let element = self.0.describe(sketch);
        sketch.add(Shape::Product(vec![element; N]))
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.0.growth()
    }
}

impl<G: Reflect, const N: usize> Reflect for ArrayOf<G, N> {
    fn reflect(&self, value: &[G::Value; N], back: &mut Back) -> Result<(), Mismatch> {
        back.span("array", |back| {
            for element in value {
                back.part(&self.0, element)?;
            }
            Ok(())
        })
    }
}

impl<G: Closed, const N: usize> Closed for ArrayOf<G, N> {}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    type Gen = ArrayOf<Any<T>, N>;

    #[inline(always)]
    fn any() -> Self::Gen {
        ArrayOf(T::any())
    }
}
