//! Backwards: a value is taken apart as its holes were filled, in the order of the tree.

use std::cell::Cell;
use std::hash::Hash;

use super::both::Both;
use super::holes::ByFunctions;
use super::settings::Settings;
use super::tally::{Filling, Tally};
use super::{Children, Holes, Holey, LABEL, SEVERAL};
use astragal_core::support::trace_of;
use astragal_core::{Back, Draw, IntoLength, Mismatch, Reflect, Reject, Source};

/// Holes whose values come apart: then the generator runs backwards.
pub trait Unbuild: Holes {
    /// Takes apart the trees that a value consists of, one after another.
    fn unbuild(&self, value: &Self::Value, back: &mut Back, walk: &mut Walk<'_>) -> Result<(), Mismatch>;

    /// How many nodes it has.
    fn nodes_of(&self, value: &Self::Value) -> usize;
}

/// How values come apart. See [`Holey::apart`].
#[derive(Clone, Copy, Debug)]
pub struct WayBack<G, A> {
    pub(super) labels: G,
    apart: A,
}

/// What is known while a value is taken apart.
#[derive(Debug)]
pub struct Walk<'a> {
    settings: &'a Settings,
    tally: Tally,
    /// How many nodes the whole value has, as far as it is there.
    nodes: usize,
    /// Whether there are fewer nodes than wanted, so that none of its holes can have been one that could be filled.
    is_short: bool,
    /// Whether several trees grow side by side.
    has_several: bool,
}

impl<C, L, K, T, E, U, B> Holey<ByFunctions<C, E, U, B>>
where
    C: Clone + Hash,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
{
    /// Says how values come apart, so that the generator runs backwards too, and all trees can be enumerated.
    ///
    /// - `labels` is what `expand` draws in a context, as one generator: `expand` begins with `src.draw(..)` of it, and draws nothing
    ///   else.
    /// - `apart` takes a node apart, into what was drawn for it and its children, as references into it. `None`: it is what an
    ///   unfilled hole becomes.
    ///
    /// What is found is replayed and compared, so a mistake here is an error and never another value. Where parts of a value are not
    /// in it as they were built, [`iso`](astragal_core::Gen::iso) of a type in which they are helps.
    ///
    /// Enumerated, counted and drawn uniformly are trees of any number of nodes, if the labels can be (`Closed`): each context is looked
    /// at once, with each of its labels, so they must be few. (Contexts are told from each other by their hash.) With a number of nodes
    /// no description says which trees there are: leave it out, and take those of a [size](astragal_core::Measure).
    ///
    /// Values that are drawn `like` examples are filled from the root on, each hole as often as in the examples: it is the shape that
    /// was learned, and the weighting plays no part.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::holey;
    ///
    /// #[derive(Clone, Debug, PartialEq, Arbitrary)]
    /// enum Tree { Leaf, Node(Box<Tree>, i32, Box<Tree>) }
    /// use Tree::{Leaf, Node};
    ///
    /// let search_trees = holey(
    ///     (0, 99),
    ///     |src, &(low, high)| {
    ///         if low > high { return None }
    ///         let key = src.draw(low..=high);
    ///         Some((key, [(low, key - 1), (key + 1, high)]))
    ///     },
    ///     |_| Leaf,
    ///     |key, [left, right]| Node(Box::new(left), key, Box::new(right)),
    /// )
    /// .apart(
    ///     |&(low, high)| low..=high,
    ///     |tree| match tree {
    ///         Leaf => None,
    ///         Node(left, key, right) => Some((key, [left, right])),
    ///     },
    /// );
    /// let leaf = || Box::new(Leaf);
    /// let reported = Node(Box::new(Node(leaf(), 3, leaf())), 50, Box::new(Node(leaf(), 77, leaf())));
    /// assert!(search_trees.can_make(&reported).is_ok());
    /// let error = search_trees.can_make(&Node(Box::new(Node(leaf(), 60, leaf())), 50, leaf())).unwrap_err();
    /// assert_eq!(error.to_string(), "at hole > hole: 60 is not in 0..=49");
    ///
    /// let shrunk = search_trees.shrink(&reported, |tree| *tree != Leaf).unwrap();
    /// assert_eq!(shrunk.value, Node(leaf(), 0, leaf()));
    /// let whole = search_trees.complete(&astragal::partial!(Node(_, 50, Node(Leaf, 77, Leaf))), 3).unwrap();
    /// assert!(matches!(whole, Node(_, 50, right) if *right == Node(leaf(), 77, leaf())));
    ///
    /// // Two of the five places of the example are nodes.
    /// let like_it = search_trees.clone().like([&Node(Box::new(Node(leaf(), 3, leaf())), 50, leaf())])?;
    /// assert_eq!(like_it.chances("hole"), [("0".to_string(), 0.6), ("1".to_string(), 0.4)]);
    ///
    /// let smallest: Vec<Tree> = search_trees.iter().take(2).collect();
    /// assert_eq!(smallest, [Leaf, Node(leaf(), 0, leaf())]);
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    #[allow(clippy::type_complexity)]
    pub fn apart<G, F, A>(self, labels: F, apart: A) -> Holey<ByFunctions<C, E, U, B, WayBack<F, A>>>
    where
        F: Fn(&C) -> G,
        G: Reflect,
        A: for<'t> Fn(&'t T) -> Option<(&'t G::Value, K::Built<&'t T>)>,
    {
        let ByFunctions { root, expand, unfilled, build, way_back: () } = self.holes;
        let holes = ByFunctions { root, expand, unfilled, build, way_back: WayBack { labels, apart } };
        Holey { holes, settings: self.settings, constructors: self.constructors }
    }
}

impl<H: Unbuild> Reflect for Holey<H> {
    fn reflect(&self, value: &H::Value, back: &mut Back) -> Result<(), Mismatch> {
        let settings = &self.settings;
        let nodes = self.holes.nodes_of(value);
        let is_short = nodes < settings.nodes.min && !back.has_holes();
        if is_short && settings.is_exact {
            let wanted = settings.nodes.min;
            return Err(back.mismatch(format_args!("it has {nodes} nodes, and not {wanted}")));
        }
        let trees = self.holes.roots().len();
        let (has_several, tally) = (trees != 1, Tally::new(&settings.nodes, trees));
        let mut walk = Walk { settings, tally, nodes, is_short, has_several };
        back.span(if has_several { SEVERAL } else { LABEL }, |back| self.holes.unbuild(value, back, &mut walk))
    }
}

impl<A: Unbuild, B: Unbuild> Unbuild for Both<A, B> {
    fn unbuild(&self, (one, other): &Self::Value, back: &mut Back, walk: &mut Walk<'_>) -> Result<(), Mismatch> {
        self.one.unbuild(one, back, walk)?;
        self.other.unbuild(other, back, walk)
    }

    fn nodes_of(&self, (one, other): &Self::Value) -> usize {
        self.one.nodes_of(one) + self.other.nodes_of(other)
    }
}

impl<C, L, K, T, E, U, B, F, G, A> Unbuild for ByFunctions<C, E, U, B, WayBack<F, A>>
where
    C: Clone + Hash,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
    F: Fn(&C) -> G,
    G: Reflect,
    A: for<'t> Fn(&'t T) -> Option<(&'t G::Value, K::Built<&'t T>)>,
{
    fn unbuild(&self, value: &T, back: &mut Back, walk: &mut Walk<'_>) -> Result<(), Mismatch> {
        if walk.has_several {
            return self.unbuild_child(&self.root, value, back, walk);
        }
        self.unbuild_place(&self.root, value, back, walk)
    }

    fn nodes_of(&self, value: &T) -> usize {
        let (mut nodes, mut below) = (0, vec![value]);
        while let Some(value) = below.pop() {
            if let Some((_, children)) = (self.way_back.apart)(value) {
                nodes += 1;
                below.extend(children);
            }
        }
        nodes
    }
}

impl<C, L, K, T, E, U, B, F, G, A> ByFunctions<C, E, U, B, WayBack<F, A>>
where
    C: Clone + Hash,
    K: Children<C>,
    E: Fn(&mut Source, &C) -> Option<(L, K)>,
    U: Fn(&C) -> T,
    B: Fn(L, K::Built<T>) -> T,
    F: Fn(&C) -> G,
    G: Reflect,
    A: for<'t> Fn(&'t T) -> Option<(&'t G::Value, K::Built<&'t T>)>,
{
    /// What is at the next place, in a span of its own.
    fn unbuild_child(&self, context: &C, value: &T, back: &mut Back, walk: &mut Walk<'_>) -> Result<(), Mismatch> {
        walk.tally.reach();
        if back.has_holes() {
            let others = walk.nodes - self.nodes_of(value).min(walk.nodes);
            let most = match walk.settings.nodes.max {
                usize::MAX => usize::MAX,
                max => max.saturating_sub(others),
            };
            let missing = Missing { holes: self, context, settings: walk.settings, most, drawn: Cell::new(0) };
            if back.fill_hole(&missing, value)? {
                let drawn = missing.drawn.get();
                walk.nodes = others + drawn;
                walk.tally.place_all(drawn);
                return Ok(());
            }
        }
        back.span(LABEL, |back| self.unbuild_place(context, value, back, walk))
    }

    /// What is at a place whose span is open.
    fn unbuild_place(&self, context: &C, value: &T, back: &mut Back, walk: &mut Walk<'_>) -> Result<(), Mismatch> {
        let filling = walk.tally.next();
        let Some((drawn, children)) = (self.way_back.apart)(value) else {
            return self.unbuild_hole(context, filling, back, walk);
        };
        if filling == Filling::Never {
            let most = walk.settings.nodes.max;
            return Err(back.mismatch(format_args!("it has more than {most} nodes")));
        }
        back.put(filling.bound(), filling.bound());
        let labels = (self.way_back.labels)(context);
        let filled = back.made(|back| back.part(&labels, drawn))?;
        let choices = trace_of(&labels, filled.as_ref().unwrap_or(drawn))?;
        let Ok(Some((_, below))) = self.expand(&mut Source::replay(choices), context) else {
            return Err(back.mismatch("nothing is drawn in this context"));
        };
        let (below, children): (Vec<C>, Vec<&T>) = (below.into_iter().collect(), children.into_iter().collect());
        if below.len() != children.len() {
            let (found, drawn) = (children.len(), below.len());
            return Err(back.mismatch(format_args!("it has {found} children, but with this label {drawn} are drawn")));
        }
        walk.tally.place(below.len());
        below.iter().zip(children).try_for_each(|(context, child)| self.unbuild_child(context, child, back, walk))
    }

    /// A hole that was not filled: by choice, or because nothing suits its context.
    fn unbuild_hole(
        &self,
        context: &C,
        filling: Filling,
        back: &mut Back,
        walk: &mut Walk<'_>,
    ) -> Result<(), Mismatch> {
        if !walk.is_short && filling != Filling::Must {
            back.put(0, filling.bound());
            return Ok(());
        }
        let mut src = Source::replay(Default::default()).recording();
        let is_stuck = matches!(self.expand(&mut src, context), Ok(None)) && src.recorded().numbers().next().is_none();
        if !is_stuck {
            let wanted = walk.settings.nodes.min;
            return Err(back.mismatch(format_args!("at least {wanted} nodes are wanted, and here could be one more")));
        }
        back.put(filling.bound(), filling.bound());
        Ok(())
    }
}

/// Draws what is missing from a value at a place.
struct Missing<'a, H, C> {
    holes: &'a H,
    context: &'a C,
    settings: &'a Settings,
    /// The most nodes that it may have.
    most: usize,
    /// How many it has.
    drawn: Cell<usize>,
}

impl<H: Holes<Context = C>, C: Clone> Draw for Missing<'_, H, C> {
    type Value = H::Part;

    fn draw(&self, src: &mut Source) -> Result<H::Part, Reject> {
        let nodes = (0..=self.most).into_length();
        let settings = Settings { nodes, is_exact: false, ..self.settings.clone() };
        let holey = Holey { holes: self.holes, settings, constructors: None };
        src.open(LABEL);
        let (mut parts, nodes) = holey.grow(src, vec![self.context.clone()])?;
        src.close();
        self.drawn.set(nodes);
        Ok(parts.pop().expect("the root was built"))
    }
}
