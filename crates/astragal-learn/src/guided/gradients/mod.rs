//! Choice gradients: each choice is made by samples of what can become of its alternatives.
//!
//! ```text
//!   the choices so far ──► the alternatives of the next one ──► samples of each ──► valid? ──► kept, none twice
//!          ▲                  (question)                          (search)             │
//!          └──── one of them, the likelier the more different valid samples there were ◄┘  (gradient)
//! ```
//!
//! The algorithm is that of Goldstein (Property-Based Testing for the People, Figure 3.3; first in Goldstein & Pierce, Parsing
//! Randomness, OOPSLA 2022), and so are two ideas that are only outlined there (3.9.2, 3.9.3): samples in stages, of which each is
//! steered by what was learned at a smaller size; and that what was learned is kept, as a model that makes the same choices
//! later without sampling. The model is [`Weights`], by the context of the choice, as those learned from examples are.
//!
//! What the paper leaves out are choices of very many alternatives, such as any 64-bit number. Of these, some are compared that
//! chance draws.

mod gradient;
mod question;
mod search;

use std::sync::OnceLock;

pub use search::GradientSearch;
use search::How;

use crate::tune::Weights;
use astragal_core::support::{Decider, Replay};
use astragal_core::{
    Back, Choices, Closed, Draw, Filter, Gen, Growth, Mismatch, NodeId, Place, Reflect, Reject, Rng, Shape, Sketch,
    Source,
};

/// How many samples are drawn before the first value is, by default.
const CALLS: u64 = 100_000;
/// How many valid samples are kept to be drawn.
const KEPT: usize = 1 << 14;

/// Values of a generator that meet a condition, found by choice gradients. See [`Guiding::gradients`](super::Guiding::gradients).
#[derive(Clone, Debug)]
pub struct Gradients<G, F> {
    filter: Filter<G, F>,
    how: How,
    /// What is wrong with the settings, and where that was said.
    misuse: Option<(Place, &'static str)>,
    found: OnceLock<Found>,
}

/// What came of the samples.
#[derive(Clone, Debug, Default)]
struct Found {
    valid: Vec<Choices>,
    weights: Weights,
    is_lazy: bool,
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Gradients<G, F> {
    pub(super) fn new(filter: Filter<G, F>, samples: u32, place: Place) -> Gradients<G, F> {
        let how = How { samples, place, stages: Vec::new(), calls: CALLS };
        let misuse = (samples == 0).then_some((place, "without samples no choice can be judged: `.gradients(50)`"));
        Gradients { filter, how, misuse, found: OnceLock::new() }
    }

    /// How many samples are drawn before the first value is; 100,000 by default. One that the generator rejects counts too.
    pub fn calls(self, calls: u64) -> Self {
        Gradients { how: How { calls, ..self.how }, found: OnceLock::new(), ..self }
    }

    /// Samples in stages, at one [size](Gen::at_size) after the other: what was learned at a smaller size steers the samples at
    /// the next one, so that more of them are valid. All stages have the same number of samples.
    ///
    /// It helps where a part of a valid value is valid by itself. Where it is not, as
    /// with variables that are bound further outside, small sizes teach what is wrong for larger ones. Without
    /// stages, sizes change from value to value.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Clone, Debug, PartialEq)]
    /// enum Heap { Empty, Node(#[arbitrary(with = (0..10u8).counted_as("key"))] u8, Box<Heap>, Box<Heap>) }
    ///
    /// fn is_heap(heap: &Heap, most: u8) -> bool {
    ///     let Heap::Node(key, left, right) = heap else { return true };
    ///     *key <= most && is_heap(left, *key) && is_heap(right, *key)
    /// }
    ///
    /// let heaps = any::<Heap>().filter(|heap| is_heap(heap, 9)).gradients(30).staged([1, 2, 4, 8]);
    /// assert!((0..100).all(|seed| is_heap(&heaps.sample(seed), 9)));
    /// ```
    #[track_caller]
    pub fn staged(self, sizes: impl IntoIterator<Item = u32>) -> Self {
        let stages: Vec<u32> = sizes.into_iter().collect();
        let none = stages.is_empty().then(|| (Place::here(), "there is no stage: `.staged([1, 2, 4, 8])`"));
        Gradients { how: How { stages, ..self.how }, misuse: self.misuse.or(none), found: OnceLock::new(), ..self }
    }

    /// What was learned: how many different valid samples each branch led to, by site and by context. It is learned now, if it
    /// was not before. The generator then draws by it [without any sampling](crate::Tuning::tuned).
    ///
    /// Learned is what [tuning](crate::Tuning::like) learns: how often the variants of types and the named arms of sums are taken, and
    /// which numbers and lengths there are.
    ///
    /// ```
    /// use astragal::learn::Context;
    /// use astragal::prelude::*;
    ///
    /// let coin = || one_of![heads: just('h'), tails: just('t')].named("coin");
    /// let coins = || vec_of(coin(), 0..=6);
    /// let few_tails = |coins: &Vec<char>| coins.iter().filter(|&&coin| coin == 't').count() <= 1;
    ///
    /// let weights = coins().filter(few_tails).gradients(20).learned();
    /// assert!(weights.count("coin", "heads") > 1.5 * weights.count("coin", "tails"));
    ///
    /// let model = coins().tuned(&weights).by_context(Context::Depth);
    /// let valid = |draw: &dyn Fn(u64) -> Vec<char>| (0..1_000).filter(|&seed| few_tails(&draw(seed))).count();
    /// assert!(valid(&|seed| model.sample(seed)) > valid(&|seed| coins().sample(seed)) + 100);
    /// ```
    pub fn learned(&self) -> Weights {
        self.found().weights.clone()
    }

    /// Valid values, each with its choices, one after the other and none twice, for as long as new ones are found.
    ///
    /// The same seed gives the same values. Two values count as different if their choices do.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let sorted = vec_of(0..10u8, 0..=8).filter(|list| list.is_sorted()).gradients(20);
    /// for (list, choices) in sorted.search(1).take(1_000) {
    ///     assert!(list.is_sorted());
    ///     assert_eq!(sorted.replay(&choices).unwrap(), list);
    /// }
    /// ```
    pub fn search(&self, seed: u64) -> GradientSearch<'_, G, F> {
        GradientSearch::new(&self.filter.inner, &self.filter.condition, self.how.clone(), seed)
    }

    fn found(&self) -> &Found {
        self.found.get_or_init(|| {
            let mut search = self.search(0).calls_at_most(self.how.calls);
            let (mut valid, mut rng, mut count) = (Vec::new(), Rng::new(0), 0);
            for (_, choices) in &mut search {
                count += 1;
                let place = if valid.len() < KEPT { valid.len() } else { rng.below(count) as usize };
                match valid.get_mut(place) {
                    Some(kept) => *kept = choices,
                    None if place < KEPT => valid.push(choices),
                    None => {}
                }
            }
            Found { valid, weights: search.weights().clone(), is_lazy: search.is_lazy() }
        })
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Draw for Gradients<G, F> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_given() {
            return self.filter.draw(src);
        }
        if let Some((place, message)) = self.misuse {
            return Err(src.misuse(Some(place), message));
        }
        let found = self.found();
        if found.is_lazy {
            let message = "choices are made in order here, and lazy parts are drawn on demand: use `.guided()`";
            return Err(src.misuse(Some(self.how.place), message));
        }
        if let Some(last) = found.valid.len().checked_sub(1) {
            let start = src.retry_point();
            let choices = found.valid[src.steer(last as u64) as usize].clone();
            let replayed = Decider::Producer(Box::new(Replay::new(choices)));
            match src.decided_by(replayed, |src| self.filter.inner.draw(src)) {
                Ok(value) if (self.filter.condition)(&value) => return Ok(value),
                // The generator, or the condition, is not a function of what it is given.
                Ok(_) | Err(_) => src.rewind(start),
            }
        }
        self.filter.draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.filter.describe(sketch);
        sketch.add(Shape::Steered { of, guided: true })
    }

    fn growth(&self) -> Growth {
        self.filter.growth()
    }

    fn has_closures(&self) -> bool {
        self.filter.has_closures()
    }
}

impl<G: Reflect, F: Fn(&G::Value) -> bool> Reflect for Gradients<G, F> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        self.filter.reflect(value, back)
    }
}

impl<G: Closed, F: Fn(&G::Value) -> bool> Closed for Gradients<G, F> {}
impl<G: Draw, F: Fn(&G::Value) -> bool> Gen for Gradients<G, F> {}
