//! Sums of the standard library: options, results, and what is one of two things.

use std::marker::PhantomData;

use crate::generator::forward::like_its_parts;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::generator::{Any, Arbitrary, ArbitraryWith, Closed, Draw, SharedParams};
use crate::source::Branches;
use crate::source::{Growth, Reject, Source};
use crate::space::{Arm, NodeId, Shape, Sketch, Space};

/// The branches of a sum, simplest first, with their weights.
pub(super) struct Labels<const N: usize>(pub(super) [(&'static str, u32); N]);

impl<const N: usize> Branches for Labels<N> {
    #[inline(always)]
    fn count(&self) -> usize {
        N
    }

    #[inline(always)]
    fn weight(&self, arm: usize) -> u32 {
        self.0[arm].1
    }

    fn label(&self, arm: usize) -> &'static str {
        self.0[arm].0
    }

    fn is_open(&self, _arm: usize) -> bool {
        true
    }
}

impl<const N: usize> Labels<N> {
    /// A span of a pick and what was picked.
    #[inline(always)]
    pub(super) fn draw<T>(
        &self,
        src: &mut Source,
        site: &'static str,
        draw_arm: impl FnOnce(&mut Source, usize) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        src.open(site);
        let arm = match src.pick_among(site, self) {
            Ok(arm) => arm,
            Err(reject) => return Err(reject),
        };
        match draw_arm(src, arm) {
            Ok(value) => {
                src.close();
                Ok(value)
            }
            Err(reject) => Err(reject),
        }
    }

    /// The same backwards.
    pub(super) fn reflect(
        &self,
        back: &mut Back,
        site: &'static str,
        arm: usize,
        reflect_arm: impl FnOnce(&mut Back) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        back.span(site, |back| {
            back.put_branch(site, self.label(arm), arm, N);
            reflect_arm(back)
        })
    }

    pub(super) fn describe(&self, sketch: &mut Sketch, site: &'static str, nodes: [NodeId; N]) -> NodeId {
        let arms = self.0.into_iter().zip(nodes).map(|((label, weight), node)| Arm { label, weight, node }).collect();
        sketch.add(Shape::Sum { site, arms, ranked: false })
    }
}

/// Optional values of a generator. See [`option_of`].
#[derive(Clone, Copy, Debug)]
pub struct OptionOf<G>(G);

/// Optional values: `None`, which is simplest, once in four, else `Some` value of a generator.
///
/// Where the values are recursive, it is `None` with one chance in size + 1: so a type that ends only in an `Option` grows
/// to its size, and ends.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::option_of;
///
/// let maybe_digit = option_of(0..10u8);
/// assert_eq!(maybe_digit.simplest().unwrap(), None);
/// assert!(maybe_digit.choices_of(&Some(7)).is_ok());
/// assert!(maybe_digit.choices_of(&Some(10)).is_err());
/// ```
pub fn option_of<G: Draw>(some: G) -> OptionOf<G> {
    OptionOf(some)
}

const OPTION: &str = "option";

impl<G: Draw> OptionOf<G> {
    #[inline(always)]
    fn labels(none: u32, some: u32) -> Labels<2> {
        Labels([("None", none), ("Some", some)])
    }
}

impl<G: Draw> Draw for OptionOf<G> {
    type Value = Option<G::Value>;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        // As in a recursive enum: it stops with one chance in size + 1.
        let some = if self.0.growth() == Growth::Recursive { src.recursion_size() } else { 3 };
        Self::labels(1, some).draw(src, OPTION, |src, arm| {
            if arm == 0 {
                return Ok(None);
            }
            match self.0.draw(src) {
                Ok(value) => Ok(Some(value)),
                Err(reject) => Err(reject),
            }
        })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let nodes = [sketch.add(Shape::Unit), self.0.describe(sketch)];
        Self::labels(1, 3).describe(sketch, OPTION, nodes)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.0.growth()
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        self.0.has_closures()
    }
}

impl<G: Reflect> Reflect for OptionOf<G> {
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        Self::labels(1, 3).reflect(back, OPTION, usize::from(value.is_some()), |back| match value {
            Some(value) => back.part(&self.0, value).map(drop),
            None => Ok(()),
        })
    }
}

impl<G: Closed> Closed for OptionOf<G> {}

impl<T: Arbitrary> Arbitrary for Option<T> {
    type Gen = OptionOf<Any<T>>;

    #[inline(always)]
    fn any() -> Self::Gen {
        OptionOf(T::any())
    }
}

impl<T: ArbitraryWith> ArbitraryWith for Option<T> {
    type Params = T::Params;
    type Gen = OptionOf<T::Gen>;

    fn any_with(params: SharedParams<T::Params>) -> Self::Gen {
        OptionOf(T::any_with(params))
    }
}

/// A type that is one of two things.
pub trait Sides: Sized {
    /// The one.
    type One;
    /// The other.
    type Other;
    /// What the pick is called, and its two branches.
    const NAMES: [&'static str; 3];

    /// Makes the one.
    fn one(value: Self::One) -> Self;

    /// Makes the other.
    fn other(value: Self::Other) -> Self;

    /// Which it is.
    fn sides(&self) -> Result<&Self::One, &Self::Other>;
}

/// Values that are one of two things, each as likely as the other: `any::<Result<T, E>>()` and the like.
///
/// The one is simpler than the other, except where it is recursive and the other is not, or both are and the other ends
/// sooner: then the other is, so that the simplest value ends.
pub struct EitherOf<S, A, B> {
    one: A,
    other: B,
    sides: PhantomData<fn() -> S>,
}

like_its_parts!(EitherOf<S; A, B> { one, other, sides });

/// Results of two generators.
pub type ResultOf<A, B> = EitherOf<Result<<A as Draw>::Value, <B as Draw>::Value>, A, B>;

/// Results: `Ok` of one generator or `Err` of another, each as likely as the other.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::generators::result_of;
///
/// let reply = result_of(0..10u8, just("timeout"));
/// assert_eq!(reply.simplest().unwrap(), Ok(0));
/// assert!(reply.choices_of(&Err("timeout")).is_ok());
/// ```
pub fn result_of<A: Draw, B: Draw>(ok: A, err: B) -> ResultOf<A, B> {
    EitherOf::new(ok, err)
}

impl<S, A, B> EitherOf<S, A, B> {
    #[inline(always)]
    pub(super) const fn new(one: A, other: B) -> Self {
        EitherOf { one, other, sides: PhantomData }
    }
}

impl<S: Sides, A: Draw<Value = S::One>, B: Draw<Value = S::Other>> EitherOf<S, A, B> {
    /// Whether the one recurs, and the other.
    #[inline(always)]
    fn recurs(&self) -> (bool, bool) {
        (self.one.growth() == Growth::Recursive, self.other.growth() == Growth::Recursive)
    }

    /// Whether the other is the simpler.
    #[inline(always)]
    fn is_other_first(&self) -> bool {
        match self.recurs() {
            (true, true) => self.ends_with_other(),
            (one, _) => one,
        }
    }

    /// Both recur. Which of them ends sooner is known where all is described. (This is done anew for each value: a generator
    /// that may be borrowed has no place to keep it, and such types are rare.)
    #[cold]
    fn ends_with_other(&self) -> bool {
        let space = Space::of(self);
        let [_, _, other_label] = S::NAMES;
        matches!(space.shape(space.root()), Shape::Sum { arms, .. } if arms[0].label == other_label)
    }

    /// The branches by rank.
    #[inline(always)]
    fn labels(other_first: bool, one: u32, other: u32) -> Labels<2> {
        let [_, one_label, other_label] = S::NAMES;
        if other_first {
            Labels([(other_label, other), (one_label, one)])
        } else {
            Labels([(one_label, one), (other_label, other)])
        }
    }
}

impl<S: Sides, A: Draw<Value = S::One>, B: Draw<Value = S::Other>> Draw for EitherOf<S, A, B> {
    type Value = S;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<S, Reject> {
        let other_first = self.is_other_first();
        let size = src.recursion_size();
        let (one, other) = match self.recurs() {
            // As in a recursive enum: it stops with one chance in size + 1.
            (true, false) => (size, 1),
            (false, true) => (1, size),
            // Both recur: when the size is used up, it is the one that ends sooner.
            (true, true) if size == 0 => (u32::from(!other_first), u32::from(other_first)),
            _ => (1, 1),
        };
        Self::labels(other_first, one, other).draw(src, S::NAMES[0], |src, arm| {
            if (arm == 0) != other_first {
                match self.one.draw(src) {
                    Ok(value) => Ok(S::one(value)),
                    Err(reject) => Err(reject),
                }
            } else {
                match self.other.draw(src) {
                    Ok(value) => Ok(S::other(value)),
                    Err(reject) => Err(reject),
                }
            }
        })
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let nodes = [self.one.describe(sketch), self.other.describe(sketch)];
        let sum = Self::labels(false, 1, 1).describe(sketch, S::NAMES[0], nodes);
        sketch.ends_first(sum)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        let (one, other) = (self.one.growth(), self.other.growth());
        if one > other { one } else { other }
    }
}

impl<S: Sides, A: Reflect<Value = S::One>, B: Reflect<Value = S::Other>> Reflect for EitherOf<S, A, B> {
    fn reflect(&self, value: &S, back: &mut Back) -> Result<(), Mismatch> {
        let other_first = self.is_other_first();
        let sides = value.sides();
        let arm = usize::from(sides.is_err() != other_first);
        Self::labels(other_first, 1, 1).reflect(back, S::NAMES[0], arm, |back| match sides {
            Ok(one) => back.part(&self.one, one).map(drop),
            Err(other) => back.part(&self.other, other).map(drop),
        })
    }
}

impl<S: Sides, A: Closed + Draw<Value = S::One>, B: Closed + Draw<Value = S::Other>> Closed for EitherOf<S, A, B> {}

impl<T, E> Sides for Result<T, E> {
    type One = T;
    type Other = E;
    const NAMES: [&'static str; 3] = ["result", "Ok", "Err"];

    #[inline(always)]
    fn one(value: T) -> Self {
        Ok(value)
    }

    #[inline(always)]
    fn other(value: E) -> Self {
        Err(value)
    }

    fn sides(&self) -> Result<&T, &E> {
        self.as_ref()
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    type Gen = ResultOf<Any<T>, Any<E>>;

    #[inline(always)]
    fn any() -> Self::Gen {
        EitherOf::new(T::any(), E::any())
    }
}
