//! Two holey generators as one: their trees have one set of holes and one number of nodes.

use super::{Children, Holes};
use astragal_core::{NodeId, Reject, Shape, Sketch, Source};

/// Trees of two kinds that grow side by side. See [`Holey::and`](super::Holey::and).
#[derive(Clone, Copy, Debug)]
pub struct Both<A, B> {
    pub(super) one: A,
    pub(super) other: B,
}

/// Of the one kind or of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Either<A, B> {
    /// Of the first.
    One(A),
    /// Of the second.
    Other(B),
}

/// Why it is certain that a part is of a kind.
const CERTAIN: &str = "children are of the kind of their node";

impl<A, B> Either<A, B> {
    fn one(self) -> Option<A> {
        match self {
            Either::One(one) => Some(one),
            Either::Other(_) => None,
        }
    }

    fn other(self) -> Option<B> {
        match self {
            Either::One(_) => None,
            Either::Other(other) => Some(other),
        }
    }
}

impl<A: Holes, B: Holes> Holes for Both<A, B> {
    type Context = Either<A::Context, B::Context>;
    type Label = Either<A::Label, B::Label>;
    type Children = Vec<Self::Context>;
    type Part = Either<A::Part, B::Part>;
    type Value = (A::Value, B::Value);

    fn roots(&self) -> Vec<Self::Context> {
        let ones = self.one.roots().into_iter().map(Either::One);
        ones.chain(self.other.roots().into_iter().map(Either::Other)).collect()
    }

    fn expand(
        &self,
        src: &mut Source,
        context: &Self::Context,
    ) -> Result<Option<(Self::Label, Self::Children)>, Reject> {
        Ok(match context {
            Either::One(context) => self
                .one
                .expand(src, context)?
                .map(|(label, below)| (Either::One(label), below.into_iter().map(Either::One).collect())),
            Either::Other(context) => self
                .other
                .expand(src, context)?
                .map(|(label, below)| (Either::Other(label), below.into_iter().map(Either::Other).collect())),
        })
    }

    fn unfilled(&self, context: &Self::Context) -> Self::Part {
        match context {
            Either::One(context) => Either::One(self.one.unfilled(context)),
            Either::Other(context) => Either::Other(self.other.unfilled(context)),
        }
    }

    fn build(&self, label: Self::Label, children: Vec<Self::Part>) -> Self::Part {
        let children = children.into_iter();
        match label {
            Either::One(label) => {
                let children = A::Children::built(children.map(|child| child.one().expect(CERTAIN)));
                Either::One(self.one.build(label, children))
            }
            Either::Other(label) => {
                let children = B::Children::built(children.map(|child| child.other().expect(CERTAIN)));
                Either::Other(self.other.build(label, children))
            }
        }
    }

    fn whole(&self, parts: &mut dyn Iterator<Item = Self::Part>) -> Self::Value {
        let one = self.one.whole(&mut (&mut *parts).map(|part| part.one().expect(CERTAIN)));
        (one, self.other.whole(&mut parts.map(|part| part.other().expect(CERTAIN))))
    }

    fn children(&self) -> Option<usize> {
        self.one.children().filter(|_| self.one.children() == self.other.children())
    }

    fn describe(&self, sketch: &mut Sketch) -> Option<NodeId> {
        let parts = vec![self.one.describe(sketch)?, self.other.describe(sketch)?];
        Some(sketch.add(Shape::Product(parts)))
    }
}
