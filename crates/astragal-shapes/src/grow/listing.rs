//! Growth as a list: breadth first, and no value twice.

use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::sync::OnceLock;

use super::reach::{Node, Reach, path_to, print_of};
use super::{Grow, Growing, Grown};
use astragal_core::{Back, Closed, Draw, Gen, Mismatch, NodeId, Reflect, Reject, Sketch, Source};

/// How many states are tried to find one more value, before giving up.
const PATIENCE: usize = 100_000;

/// All values of a growth, breadth first, without duplicates. See [`Growing::breadth_first`].
///
/// It remembers every state that it reached, and a fingerprint of 16 bytes of every value: this is the one thing here
/// whose memory grows.
pub struct BreadthFirst<'a, P: Grow> {
    growing: &'a Growing<P>,
    reach: Reach<P>,
    /// What the values print that were given out.
    values: HashSet<u128>,
}

impl<P: Grow> Growing<P> {
    /// All values in the order of their paths: the start values, then what one step makes of each of them, and so on.
    /// Duplicates are skipped, so every value comes with a shortest path.
    ///
    /// Two values are the same if they print the same. It ends when nothing new can be reached, or when 100,000 steps in
    /// a row led to nothing new.
    ///
    /// ```
    /// use astragal::shapes::{grow, grown};
    /// use astragal::prelude::*;
    ///
    /// let numbers = grow([0]).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3);
    /// let enumerated: Vec<i32> = numbers.breadth_first().take(7).map(|n| *n).collect();
    /// assert_eq!(enumerated, [0, 1, -1, 2, 3, -2, -3]);
    ///
    /// let bytes = grown(any::<u8>());
    /// let enumerated: Vec<u8> = bytes.breadth_first().map(|n| *n).collect();
    /// assert_eq!(enumerated[..5], [0, 1, 2, 255, 253]); // the boundaries first,
    /// assert_eq!(enumerated.len(), 256); // and all others after them
    /// ```
    pub fn breadth_first(&self) -> BreadthFirst<'_, P>
    where
        P::Value: Debug,
    {
        BreadthFirst { growing: self, reach: Reach::new(), values: HashSet::new() }
    }

    /// A generator of the first values of [`breadth_first`](Growing::breadth_first). Its one choice is the place in that
    /// list, so a value with a shorter path is simpler.
    ///
    /// A run with at least `limit` cases goes through the list from the front and runs each value once: a failure is the
    /// first value that fails, and a pass covers all of them.
    ///
    /// ```
    /// use astragal::Check;
    /// use astragal::shapes::grown;
    /// use astragal::prelude::*;
    /// use astragal::report::Verdict;
    ///
    /// let temperatures = grown(-40..=50i8).first(500); // there are but 91
    /// let report = Check::new().seed(1).run(&temperatures, |t| i32::from(*t) * 9 / 5 + 32 < 200);
    /// assert_eq!(report.verdict, Verdict::PassedExhaustively);
    ///
    /// let report = Check::new().seed(1).run(&temperatures, |t| *t < 48);
    /// assert_eq!(report.failures[0].minimal.drawn[0].text, "50 (seed)");
    /// ```
    pub fn first(self, limit: usize) -> FirstGrown<P>
    where
        P::Value: Debug,
    {
        FirstGrown { growing: self, limit, listing: OnceLock::new() }
    }

    /// The value of a node, with its path.
    fn grown_at(&self, nodes: &[Node<P::State>], at: usize) -> Option<Grown<P::Value>> {
        let staged = |node: &Node<P::State>| Some((node.label.clone(), self.plant.value(&node.state)?));
        let mut stages: Vec<_> = path_to(nodes, at).into_iter().map(staged).collect::<Option<_>>()?;
        let last = stages.pop()?;
        Some(Grown::new(stages, last))
    }
}

impl<P: Grow<Value: Debug>> BreadthFirst<'_, P> {
    /// The index of the next node whose value is a new one.
    fn next_node(&mut self) -> Option<usize> {
        for _ in 0..PATIENCE {
            let Some(node) = self.reach.step(&self.growing.plant)? else { continue };
            let Some((value, rejection)) = self.growing.judged(&self.reach.nodes[node].state) else { continue };
            if rejection.is_none() && self.values.insert(print_of(&value)) {
                return Some(node);
            }
        }
        None
    }
}

impl<P: Grow<Value: Debug>> Iterator for BreadthFirst<'_, P> {
    type Item = Grown<P::Value>;

    fn next(&mut self) -> Option<Grown<P::Value>> {
        let node = self.next_node()?;
        self.growing.grown_at(&self.reach.nodes, node)
    }
}

impl<P: Grow> Debug for BreadthFirst<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BreadthFirst").field("reached", &self.reach.nodes.len()).finish_non_exhaustive()
    }
}

/// The first values of a growth. See [`Growing::first`].
pub struct FirstGrown<P: Grow> {
    growing: Growing<P>,
    limit: usize,
    listing: OnceLock<Listing<P::State>>,
}

/// What was enumerated: all states, and those whose values count.
struct Listing<S> {
    nodes: Vec<Node<S>>,
    enumerated: Vec<usize>,
}

impl<P: Grow<Value: Debug>> FirstGrown<P> {
    fn listing(&self) -> &Listing<P::State> {
        self.listing.get_or_init(|| {
            let mut all = self.growing.breadth_first();
            let enumerated = std::iter::from_fn(|| all.next_node()).take(self.limit).collect();
            Listing { nodes: all.reach.nodes, enumerated }
        })
    }

    /// The largest choice.
    fn max(&self) -> u64 {
        (self.listing().enumerated.len() as u64).saturating_sub(1)
    }
}

impl<P: Grow<Value: Debug>> Draw for FirstGrown<P> {
    type Value = Grown<P::Value>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        let Listing { nodes, enumerated } = self.listing();
        if enumerated.is_empty() {
            let condition = self.growing.conditions.first();
            return Err(match condition {
                _ if self.growing.plant.starts().is_empty() => self.growing.plant.no_start(src),
                Some(condition) if self.limit > 0 => src.reject_at(condition.place, 1),
                _ => src.misuse(None, "the first 0 values of a growth are none: ask for at least one"),
            });
        }
        let at = src.try_number(self.max())? as usize;
        self.growing.grown_at(nodes, enumerated[at]).ok_or_else(|| src.rejection())
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.number(self.max())
    }
}

impl<P: Grow<Value: Debug>> Reflect for FirstGrown<P> {
    /// By what the value prints; the path does not matter.
    fn reflect(&self, value: &Self::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.unlisted();
        let Listing { nodes, enumerated } = self.listing();
        let print = print_of(&**value);
        let prints_so =
            |at: &usize| self.growing.plant.value(&nodes[*at].state).is_some_and(|own| print_of(&own) == print);
        match enumerated.iter().position(prints_so) {
            Some(at) => {
                back.put(at as u64, self.max());
                Ok(())
            }
            None => Err(back.mismatch(format_args!("{:?} is not among the first {}", **value, enumerated.len()))),
        }
    }
}

impl<P: Grow<Value: Debug>> Closed for FirstGrown<P> {}

impl<P: Grow<Value: Debug>> Gen for FirstGrown<P> {}

impl<P: Grow + Clone> Clone for FirstGrown<P> {
    fn clone(&self) -> FirstGrown<P> {
        FirstGrown { growing: self.growing.clone(), limit: self.limit, listing: OnceLock::new() }
    }
}

impl<P: Grow + Debug> Debug for FirstGrown<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FirstGrown").field("growing", &self.growing).field("limit", &self.limit).finish_non_exhaustive()
    }
}
