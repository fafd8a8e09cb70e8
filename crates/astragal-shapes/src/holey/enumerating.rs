//! All trees: the space of a place follows from its context, and so is described once for each context.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::both::Both;
use super::holes::ByFunctions;
use super::unbuilding::WayBack;
use super::{Children, Holes, Holey, LABEL};
use astragal_core::support::Identity;
use astragal_core::{Arm, Call, Closed, Draw, NodeId, Shape, Sketch, Source};

/// Holes of which it is known what they can be filled with: then all trees can be enumerated, of any number of nodes.
pub trait ClosedHoles: Holes {}

impl<H: ClosedHoles> Closed for Holey<H> {}

impl<A: ClosedHoles, B: ClosedHoles> ClosedHoles for Both<A, B> {}

impl<C, L, K, T, E, U, B, F, G, A> ClosedHoles for ByFunctions<C, E, U, B, WayBack<F, A>>
where
    C: Clone + Hash,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
    F: Fn(&C) -> G,
    G: Closed,
{
}

/// What is known of the labels that are drawn in a context.
pub trait Labels<C> {
    /// Whether it is anything.
    const KNOWN: bool;

    /// Their space.
    fn describe(&self, context: &C, sketch: &mut Sketch) -> NodeId;

    /// What tells contexts from each other.
    fn hash(&self, context: &C) -> u64;
}

impl<C> Labels<C> for () {
    const KNOWN: bool = false;

    fn describe(&self, _: &C, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Opaque { what: WHAT })
    }

    fn hash(&self, _: &C) -> u64 {
        0
    }
}

impl<C: Hash, F: Fn(&C) -> G, G: Draw, A> Labels<C> for WayBack<F, A> {
    const KNOWN: bool = true;

    fn describe(&self, context: &C, sketch: &mut Sketch) -> NodeId {
        let labels = (self.labels)(context);
        sketch.in_passing(|sketch| labels.describe(sketch))
    }

    fn hash(&self, context: &C) -> u64 {
        let mut hasher = DefaultHasher::new();
        context.hash(&mut hasher);
        hasher.finish()
    }
}

impl<C, L, K, T, E, U, B, W> ByFunctions<C, E, U, B, W>
where
    C: Clone,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
    W: Labels<C>,
{
    /// The space of the root, if it is known.
    pub(super) fn describe_root(&self, sketch: &mut Sketch) -> Option<NodeId> {
        let function = Identity::unique(1).next()?;
        W::KNOWN.then(|| self.describe_place(function, &self.root, sketch))
    }

    /// The space of a place: empty, or a label and what follows from it.
    fn describe_place(&self, function: Identity, context: &C, sketch: &mut Sketch) -> NodeId {
        let call = Call { function, arguments: self.way_back.hash(context) };
        sketch.called(Some(call), LABEL, WHAT, |sketch| {
            let empty = Arm { label: "empty", weight: 1, node: sketch.add(Shape::Unit) };
            let mut arms = vec![empty];
            if !matches!(self.expand(sketch.reading(&[]), context), Ok(None)) {
                let labels = self.way_back.describe(context, sketch);
                let filled = sketch.family(WHAT, labels, |sketch, choices| {
                    match self.expand(sketch.reading(choices), context) {
                        Ok(Some((_, below))) => {
                            let below = below.into_iter().map(|below| self.describe_place(function, &below, sketch));
                            let below = below.collect();
                            Some(sketch.add(Shape::Product(below)))
                        }
                        Ok(None) => None,
                        Err(_) => sketch.no_value(),
                    }
                });
                arms.push(Arm { label: "filled", weight: 1, node: filled });
            }
            sketch.add(Shape::Sum { site: LABEL, arms, ranked: false })
        })
    }
}

/// What a holey generator is called where it is not described.
pub(super) const WHAT: &str = "holey";
