//! Holey generators: trees that grow where there is a hole, and whose shape is a parameter.
//!
//! (Cutler, Goldstein, Claessen, Hughes and Pierce, *Holey Generators!*)
//!
//! A recursive generator decides at each node by itself whether to go on. None sees the whole tree, so how many nodes there
//! will be, and of what shape the tree will be, is hard to say and harder to change: divide a size among the children and all
//! trees are bushy; don't, and most of them are empty.
//!
//! Here a tree begins as one *hole*. A hole is a place where a node can be; what is known of it is its *context*, such as the
//! bounds between which a key must lie. To fill it is to draw a label that suits the context, and to leave as many holes as
//! the node has children, each with a context of its own. So invariants hold by construction, and a context that no label
//! suits closes its hole.
//!
//! **The order is global.** Each step fills one hole of the whole tree, wherever it is, until there are as many nodes as
//! there should be: no more, and no fewer unless all holes are closed. Which one is next is a [`Weighting`]. It may look at all
//! that is there, so a single parameter makes all trees stringy, bushy, leaning, or uniformly distributed.
//!
//! **Choices are in the order of the tree**, not in that of filling. The order of filling only steers, so it is not recorded:
//! the same tree can be grown in many orders, and a failing case must not depend on which one it was. The record holds what
//! a parser would read: for each hole one choice, 0 for empty and 1 for filled, then the choices of the label, then the
//! children, each place a span of its own. So replay, shrinking and storing see a tree, and a subtree can be removed, or put
//! in place of another, without any other node being touched.
//!
//! The two orders meet in the seeds: **each label has a seed of its own**, which depends on the path to its hole and on
//! nothing else. In effect there is one infinite tree of labels, and the weighting cuts a finite shape from it. So what is
//! drawn in one order is written down in another without being drawn again; and one tree of labels can be used for many shapes
//! ([`Holey::labels`]).
//!
//! The tree that grows ([`Partial`]) and the [`Weighting`] are in `astragal-core`, `holes`. `growing` is the generator where
//! chance decides, `reading` where choices are given; `tally` is what they agree on.

mod children;
mod growing;
mod reading;
mod tally;

use std::fmt;

pub use children::Children;

#[cfg(doc)]
use astragal_core::Partial;
use astragal_core::{Draw, Gen, Growth, IntoLength, Length, Place, Reject, Source, Weighting};

/// The label of the span of every place.
const LABEL: &str = "hole";

/// What a hole is filled with, and what a tree is built of: what is behind [`holey`].
pub trait Holes {
    /// What is known of a hole.
    type Context;
    /// What is drawn for a node.
    type Label;
    /// The contexts of the children of a node.
    type Children: Children<Self::Context>;
    /// What is built.
    type Value;

    /// The context of the root.
    fn root(&self) -> &Self::Context;

    /// Draws a label that suits a context, with the contexts of the children; `None` if none does.
    #[allow(clippy::type_complexity)]
    fn expand(
        &self,
        src: &mut Source,
        context: &Self::Context,
    ) -> Result<Option<(Self::Label, Self::Children)>, Reject>;

    /// What an unfilled hole becomes.
    fn unfilled(&self, context: &Self::Context) -> Self::Value;

    /// Builds a node of its label and its children.
    fn build(
        &self,
        label: Self::Label,
        children: <Self::Children as Children<Self::Context>>::Built<Self::Value>,
    ) -> Self::Value;
}

/// Holes by functions. See [`holey`].
#[derive(Clone, Copy)]
pub struct ByFunctions<C, E, U, B> {
    root: C,
    expand: E,
    unfilled: U,
    build: B,
}

impl<C, L, K, T, E, U, B> Holes for ByFunctions<C, E, U, B>
where
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
{
    type Context = C;
    type Label = L;
    type Children = K;
    type Value = T;

    fn root(&self) -> &C {
        &self.root
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
}

/// Trees that grow hole by hole, with an invariant: how many nodes they have and what shape is said from outside.
///
/// - `root` is the context of the root.
/// - `expand` fills a hole with a context: it draws a label, and says which contexts the children have, as an array
///   (`[left, right]`), a `Vec` or an `Option`. `None`: nothing suits this context, so it is not a hole. It must depend on
///   nothing but the context and what it draws.
/// - `unfilled` is what an unfilled hole becomes.
/// - `build` makes a node of a label and of what the children were built to.
///
/// By default there are from 0 nodes to as many as the size, each number as likely, and holes are filled
/// [equally likely](Weighting::equal).
///
/// ```
/// use astragal::shapes::{Weighting, holey};
/// use astragal::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// enum Tree { Leaf, Node(Box<Tree>, i32, Box<Tree>) }
///
/// // Search trees: a context is the bounds of the keys.
/// let search_trees = holey(
///     (0, 99),
///     |src, &(low, high)| {
///         if low > high { return None }
///         let key = src.draw(low..=high);
///         Some((key, [(low, key - 1), (key + 1, high)]))
///     },
///     |_| Tree::Leaf,
///     |key, [left, right]| Tree::Node(Box::new(left), key, Box::new(right)),
/// )
/// .nodes(0..=30)
/// .weighted(Weighting::uniform());
///
/// fn keys(tree: &Tree) -> Vec<i32> {
///     match tree {
///         Tree::Leaf => vec![],
///         Tree::Node(left, key, right) => [keys(left), vec![*key], keys(right)].concat(),
///     }
/// }
/// let (tree, choices) = search_trees.record(2).unwrap();
/// assert!(keys(&tree).is_sorted() && keys(&tree).len() <= 30);
/// assert_eq!(search_trees.replay(&choices).unwrap(), tree);
/// assert_eq!(search_trees.simplest().unwrap(), Tree::Leaf);
/// assert_eq!(keys(&search_trees.nodes(12).sample(1)).len(), 12);
/// ```
#[track_caller]
pub fn holey<C, L, K, T, E, U, B>(root: C, expand: E, unfilled: U, build: B) -> Holey<ByFunctions<C, E, U, B>>
where
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
{
    Holey::new(ByFunctions { root, expand, unfilled, build })
}

/// A generator of trees that grow hole by hole. See [`holey`].
#[derive(Clone)]
pub struct Holey<H> {
    holes: H,
    nodes: Length,
    is_exact: bool,
    weighting: Weighting,
    label_size: Option<u32>,
    labels: Option<u64>,
    place: Place,
}

impl<H: Holes> Holey<H> {
    /// A generator of trees whose holes are of a type of your own.
    #[track_caller]
    pub fn new(holes: H) -> Holey<H> {
        Holey {
            holes,
            nodes: Length::open(),
            is_exact: false,
            weighting: Weighting::equal(),
            label_size: None,
            labels: None,
            place: Place::here(),
        }
    }

    /// How many nodes a tree has: `30`, `0..=30`, or `1..` up to the size. Each number is as likely. If contexts do not
    /// allow as many, there are as many as they do.
    #[must_use]
    #[track_caller]
    pub fn nodes(self, nodes: impl IntoLength) -> Holey<H> {
        Holey { nodes: nodes.into_length().at(Place::here()), is_exact: false, ..self }
    }

    /// Exactly this many nodes. If contexts do not allow that many, it is a usage error.
    ///
    /// ```
    /// use astragal::shapes::holey;
    /// use astragal::prelude::*;
    ///
    /// let countdown = holey(
    ///     41u32,
    ///     |_, &n| (n > 0).then(|| (n, [n - 1])),
    ///     |_| vec![],
    ///     |n, [mut list]: [Vec<u32>; 1]| { list.insert(0, n); list },
    /// );
    /// assert_eq!(countdown.clone().exactly(3).sample(1), [41, 40, 39]);
    /// let rejection = countdown.exactly(60).try_sample(1).unwrap_err().to_string();
    /// assert!(rejection.contains("60 nodes were asked for, but the contexts allow 41 here"), "{rejection}");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn exactly(self, nodes: usize) -> Holey<H> {
        Holey { is_exact: true, ..self.nodes(nodes) }
    }

    /// Which hole is filled next, and so which shape trees have.
    #[must_use]
    pub fn weighted(self, weighting: Weighting) -> Holey<H> {
        Holey { weighting, ..self }
    }

    /// The size at which labels are drawn; by default that of the tree.
    #[must_use]
    pub fn label_size(self, size: u32) -> Holey<H> {
        Holey { label_size: Some(size), ..self }
    }

    /// Fixes the labels: one infinite tree of them, by a seed. Chance only decides which of its nodes there are.
    ///
    /// For properties that are about shapes; a run that has seen many shapes has seen them with the same labels.
    ///
    /// ```
    /// use astragal::shapes::holey;
    /// use astragal::prelude::*;
    ///
    /// // Paths to the nodes, with their labels.
    /// let trees = holey(
    ///     String::new(),
    ///     |src, path| Some(((path.clone(), src.draw(0..1000)), [format!("{path}l"), format!("{path}r")])),
    ///     |_| vec![],
    ///     |label, [left, right]: [Vec<(String, i32)>; 2]| [vec![label], left, right].concat(),
    /// );
    /// let mut seen = std::collections::HashMap::new();
    /// for seed in 0..100 {
    ///     for (path, label) in trees.clone().labels(7).sample(seed) {
    ///         assert_eq!(*seen.entry(path).or_insert(label), label);
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn labels(self, seed: u64) -> Holey<H> {
        Holey { labels: Some(seed), ..self }
    }

    #[cold]
    fn stuck(&self, src: &mut Source, allowed: usize) -> Reject {
        let wanted = self.nodes.min;
        let message = format!("{wanted} nodes were asked for, but the contexts allow {allowed} here");
        src.misuse(self.nodes.place, message)
    }

    #[cold]
    fn rejected_by_weights(&self, src: &mut Source, placed: usize) -> Reject {
        let wanted = self.nodes.min;
        let message = format!(
            "at least {wanted} nodes were asked for, but after {placed} the weighting gives every hole the weight 0"
        );
        src.misuse(self.nodes.place, message)
    }
}

impl<H: Holes> Draw for Holey<H> {
    type Value = H::Value;

    fn draw(&self, src: &mut Source) -> Result<H::Value, Reject> {
        src.open_opaque(LABEL);
        let value = if src.is_given() { self.read(src) } else { self.grow(src) };
        match value {
            Ok(value) => {
                src.close();
                Ok(value)
            }
            Err(reject) => Err(reject),
        }
    }

    fn growth(&self) -> Growth {
        if self.nodes.max == usize::MAX { Growth::Recursive } else { Growth::Fixed }
    }
}

impl<H: Holes> Gen for Holey<H> {}

impl<H> fmt::Debug for Holey<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holey")
            .field("nodes", &(self.nodes.min..=self.nodes.max))
            .field("weighting", &self.weighting)
            .finish_non_exhaustive()
    }
}

impl<C, E, U, B> fmt::Debug for ByFunctions<C, E, U, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByFunctions")
    }
}
