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
//! **Backwards, and all of them**: if it is said how a value comes apart and which labels there are in a context
//! ([`Holey::apart`]), a value that was never drawn has choices too, and the space of a place follows from its context.
//!
//! The tree that grows ([`Partial`]) and the [`Weighting`] are in `astragal-core`, `holes`. `growing` is the generator where
//! chance decides, `reading` where choices are given, `unbuilding` where a value is; `tally` is what they agree on.
//! `enumerating` describes all trees.

mod both;
mod children;
mod enumerating;
mod growing;
mod holes;
mod reading;
mod settings;
mod tally;
mod unbuilding;

use std::fmt;
use std::sync::Arc;

pub use both::{Both, Either};
pub use children::Children;
pub use enumerating::ClosedHoles;
pub use holes::{ByFunctions, Holes};
use settings::Settings;
pub use unbuilding::{Unbuild, Walk, WayBack};

#[cfg(doc)]
use astragal_core::Partial;
use astragal_core::{Draw, Gen, Growth, IntoLength, NodeId, Place, Reject, Shape, Sketch, Source, Weighting};

/// The label of the span of every place.
const LABEL: &str = "hole";
/// The label of the span around several trees.
const SEVERAL: &str = "holes";

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
    C: Clone,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
{
    Holey::new(ByFunctions { root, expand, unfilled, build, way_back: () })
}

/// What a label is called.
type Constructors<H> = dyn Fn(&<H as Holes>::Label) -> &'static str + Send + Sync;

/// A generator of trees that grow hole by hole. See [`holey`].
pub struct Holey<H: Holes> {
    holes: H,
    settings: Settings,
    constructors: Option<Arc<Constructors<H>>>,
}

impl<H: Holes> Holey<H> {
    /// A generator of trees whose holes are of a type of your own.
    #[track_caller]
    pub fn new(holes: H) -> Holey<H> {
        Holey { holes, settings: Settings::new(Place::here()), constructors: None }
    }

    /// How many nodes a tree has: `30`, `0..=30`, or `1..` up to the size. Each number is as likely. If contexts do not
    /// allow as many, there are as many as they do.
    #[must_use]
    #[track_caller]
    pub fn nodes(mut self, nodes: impl IntoLength) -> Holey<H> {
        self.settings.nodes = nodes.into_length().at(Place::here());
        self.settings.is_exact = false;
        self
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
        let mut holey = self.nodes(nodes);
        holey.settings.is_exact = true;
        holey
    }

    /// Which hole is filled next, and so which shape trees have.
    #[must_use]
    pub fn weighted(mut self, weighting: Weighting) -> Holey<H> {
        self.settings.weighting = weighting;
        self
    }

    /// The size at which labels are drawn; by default that of the tree.
    #[must_use]
    pub fn label_size(mut self, size: u32) -> Holey<H> {
        self.settings.label_size = Some(size);
        self
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
    pub fn labels(mut self, seed: u64) -> Holey<H> {
        self.settings.labels = Some(seed);
        self
    }

    /// Says what the labels are called: then a [`Weighting`] knows the [constructors](Partial::constructor) above a hole.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Weighting, holey};
    ///
    /// #[derive(Clone, Debug, PartialEq)]
    /// enum Expr { Var, Not(Box<Expr>), And(Box<Expr>, Box<Expr>) }
    ///
    /// // Negations stay on the outside: what is below an `And` is hardly ever negated, since nothing below a `Not` grows there.
    /// let exprs = holey(
    ///     (),
    ///     |src, ()| Some(match src.draw(0..2u8) { 0 => ("Not", vec![()]), _ => ("And", vec![(), ()]) }),
    ///     |()| Expr::Var,
    ///     |name, parts| {
    ///         let mut parts = parts.into_iter().map(Box::new);
    ///         let mut next = || parts.next().unwrap();
    ///         if name == "Not" { Expr::Not(next()) } else { Expr::And(next(), next()) }
    ///     },
    /// )
    /// .constructors(|name| name)
    /// .weighted(Weighting::of(|tree, hole| match tree.parent(hole).map(|parent| tree.constructor(parent)) {
    ///     Some("Not") => 0.0,
    ///     _ => 1.0,
    /// }));
    /// assert!((0..100).all(|seed| !format!("{:?}", exprs.clone().nodes(..9).sample(seed)).contains("Not(And")));
    /// ```
    #[must_use]
    pub fn constructors(self, name: impl Fn(&H::Label) -> &'static str + Send + Sync + 'static) -> Holey<H> {
        Holey { constructors: Some(Arc::new(name)), ..self }
    }

    /// Trees of this kind and of another, which grow side by side: there is one set of holes, and one number of nodes for both.
    /// Each step chooses among all holes.
    ///
    /// What is said of this one (how many nodes, which weighting) is said of both. The other one must be plain: say it after
    /// `and`. More than two are `one.and(two).and(three)`; what is made of the pair is said by [`map`](Gen::map) at the end.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::{Weighting, holey};
    ///
    /// let trees = holey((), |_, ()| Some(((), [(), ()])), |()| 0, |(), [left, right]: [u32; 2]| 1 + left + right);
    /// let lists = holey(
    ///     (),
    ///     |src, ()| Some((src.draw('a'..='z'), [()])),
    ///     |()| String::new(),
    ///     |letter, [rest]: [String; 1]| format!("{letter}{rest}"),
    /// );
    /// let twenty = trees.and(lists).exactly(20).weighted(Weighting::by_depth(2.0));
    /// for seed in 0..100 {
    ///     let (nodes, list) = twenty.sample(seed);
    ///     assert_eq!(nodes as usize + list.len(), 20);
    /// }
    /// ```
    #[must_use]
    #[track_caller]
    pub fn and<I: Holes>(self, other: Holey<I>) -> Holey<Both<H, I>>
    where
        H::Label: 'static,
        I::Label: 'static,
    {
        let constructors: Option<Arc<Constructors<Both<H, I>>>> = match (self.constructors, other.constructors) {
            (None, None) => None,
            (one, of_other) => Some(Arc::new(move |label| match label {
                Either::One(label) => one.as_ref().map_or("", |name| name(label)),
                Either::Other(label) => of_other.as_ref().map_or("", |name| name(label)),
            })),
        };
        let here = Place::here();
        let lost = other.settings.says_something().then_some(here);
        let contradiction = self.settings.contradiction.or(other.settings.contradiction).or(lost);
        let settings = Settings { contradiction, ..self.settings };
        Holey { holes: Both { one: self.holes, other: other.holes }, settings, constructors }
    }

    /// The weighting, where the number of children is known.
    fn with_children(&self, weighting: Weighting) -> Weighting {
        weighting.for_children(|| self.holes.children())
    }

    fn check_children(&self, src: &mut Source, weighting: &Weighting, children: usize) -> Result<(), Reject> {
        weighting.fits(children).map_err(|message| src.misuse(Some(self.settings.place), message))
    }

    #[cold]
    fn stuck(&self, src: &mut Source, allowed: usize) -> Reject {
        let wanted = self.settings.nodes.min;
        let message = format!("{wanted} nodes were asked for, but the contexts allow {allowed} here");
        src.misuse(self.settings.nodes.place, message)
    }

    #[cold]
    fn rejected_by_weights(&self, src: &mut Source, placed: usize) -> Reject {
        let wanted = self.settings.nodes.min;
        let message = format!(
            "at least {wanted} nodes were asked for, but after {placed} the weighting gives every hole the weight 0"
        );
        src.misuse(self.settings.nodes.place, message)
    }
}

impl<H: Holes> Draw for Holey<H> {
    type Value = H::Value;

    fn draw(&self, src: &mut Source) -> Result<H::Value, Reject> {
        let roots = self.holes.roots();
        src.open_opaque(if roots.len() == 1 { LABEL } else { SEVERAL });
        let parts = if src.is_given() || src.is_decided(LABEL) {
            self.read(src, &roots)
        } else {
            self.grow(src, roots).map(|(parts, _)| parts)
        };
        match parts {
            Ok(parts) => {
                src.close();
                Ok(self.holes.whole(&mut parts.into_iter()))
            }
            Err(reject) => Err(reject),
        }
    }

    /// Planned is nothing in it: it has its own order.
    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let is_any_number = (self.settings.nodes.min, self.settings.nodes.max) == (0, usize::MAX);
        match is_any_number.then(|| self.holes.describe(sketch)).flatten() {
            Some(of) => sketch.add(Shape::Steered { of, guided: false }),
            None => sketch.add(Shape::Opaque { what: std::any::type_name::<Self>() }),
        }
    }

    fn growth(&self) -> Growth {
        if self.settings.nodes.max == usize::MAX { Growth::Recursive } else { Growth::Fixed }
    }
}

impl<H: Holes> Gen for Holey<H> {}

impl<H: Holes + Clone> Clone for Holey<H> {
    fn clone(&self) -> Holey<H> {
        let Holey { holes, settings, constructors } = self;
        Holey { holes: holes.clone(), settings: settings.clone(), constructors: constructors.clone() }
    }
}

impl<H: Holes> fmt::Debug for Holey<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holey")
            .field("nodes", &(self.settings.nodes.min..=self.settings.nodes.max))
            .field("weighting", &self.settings.weighting)
            .finish_non_exhaustive()
    }
}
