//! What holes are filled with, and what is built of them: by functions, or by a type of one's own.

use std::fmt;

use super::Children;
use super::enumerating::Labels;
use astragal_core::{NodeId, Reject, Sketch, Source};

/// What a hole is filled with, and what a tree is built of: what is behind [`holey`](super::holey).
pub trait Holes {
    /// What is known of a hole.
    type Context;
    /// What is drawn for a node.
    type Label;
    /// The contexts of the children of a node.
    type Children: Children<Self::Context>;
    /// What is built at a place.
    type Part;
    /// What is built of all.
    type Value;

    /// The contexts of the roots. Most have one; several grow side by side.
    fn roots(&self) -> Vec<Self::Context>;

    /// Draws a label that suits a context, with the contexts of the children; `None` if none does.
    #[allow(clippy::type_complexity)]
    fn expand(
        &self,
        src: &mut Source,
        context: &Self::Context,
    ) -> Result<Option<(Self::Label, Self::Children)>, Reject>;

    /// What an unfilled hole becomes.
    fn unfilled(&self, context: &Self::Context) -> Self::Part;

    /// Builds a node of its label and its children.
    fn build(
        &self,
        label: Self::Label,
        children: <Self::Children as Children<Self::Context>>::Built<Self::Part>,
    ) -> Self::Part;

    /// Puts together what the roots have become. It takes as many parts as there are roots.
    fn whole(&self, parts: &mut dyn Iterator<Item = Self::Part>) -> Self::Value;

    /// How many children a node has, if that is always the same.
    fn children(&self) -> Option<usize> {
        Self::Children::ALWAYS
    }

    /// Describes what the roots can become, with any number of nodes; `None` if that is not known.
    fn describe(&self, sketch: &mut Sketch) -> Option<NodeId> {
        let _ = sketch;
        None
    }
}

impl<H: Holes> Holes for &H {
    type Context = H::Context;
    type Label = H::Label;
    type Children = H::Children;
    type Part = H::Part;
    type Value = H::Value;

    fn roots(&self) -> Vec<H::Context> {
        (**self).roots()
    }

    fn expand(&self, src: &mut Source, context: &H::Context) -> Result<Option<(H::Label, H::Children)>, Reject> {
        (**self).expand(src, context)
    }

    fn unfilled(&self, context: &H::Context) -> H::Part {
        (**self).unfilled(context)
    }

    fn build(&self, label: H::Label, children: <H::Children as Children<H::Context>>::Built<H::Part>) -> H::Part {
        (**self).build(label, children)
    }

    fn whole(&self, parts: &mut dyn Iterator<Item = H::Part>) -> H::Value {
        (**self).whole(parts)
    }

    fn children(&self) -> Option<usize> {
        (**self).children()
    }

    fn describe(&self, sketch: &mut Sketch) -> Option<NodeId> {
        (**self).describe(sketch)
    }
}

/// Holes by functions. See [`holey`](super::holey).
#[derive(Clone, Copy)]
pub struct ByFunctions<C, E, U, B, W = ()> {
    pub(super) root: C,
    pub(super) expand: E,
    pub(super) unfilled: U,
    pub(super) build: B,
    /// How values come apart, if that was said.
    pub(super) way_back: W,
}

impl<C, L, K, T, E, U, B, W> Holes for ByFunctions<C, E, U, B, W>
where
    C: Clone,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
    W: Labels<C>,
{
    type Context = C;
    type Label = L;
    type Children = K;
    type Part = T;
    type Value = T;

    fn roots(&self) -> Vec<C> {
        vec![self.root.clone()]
    }

    fn expand(&self, src: &mut Source, context: &C) -> Result<Option<(L, K)>, Reject> {
        src.in_plain_code(|src| (self.expand)(src, context))
    }

    fn unfilled(&self, context: &C) -> T {
        (self.unfilled)(context)
    }

    fn build(&self, label: L, children: K::Built<T>) -> T {
        (self.build)(label, children)
    }

    fn whole(&self, parts: &mut dyn Iterator<Item = T>) -> T {
        parts.next().expect("the root was built")
    }

    fn describe(&self, sketch: &mut Sketch) -> Option<NodeId> {
        self.describe_root(sketch)
    }
}

impl<C, E, U, B, W> fmt::Debug for ByFunctions<C, E, U, B, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByFunctions")
    }
}
