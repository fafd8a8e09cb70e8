//! Guided generation: values that meet a condition, found by learning from those that were found before.
//!
//! Where hardly any value is valid, to draw and reject is hopeless. Choice gradients (`gradients`; Goldstein & Pierce, Parsing
//! Randomness, OOPSLA 2022) sample what can become of each next choice, which fails where samples are never valid: of an AVL
//! tree chance guesses the order of the keys, the balance and every height. But *parts* of valid values are found easily,
//! and they are what larger ones are made of. So this search never begins anew: it takes a valid value and changes it by a
//! **move** (`moves`): another part in the place of one, another number, other parts around a number.
//!
//! Learning is local. A part fits a place mostly because of the choices next to it, those of the span that it is in. So
//! parts of valid values are kept by the choices that were around them: all together, each alone (`pools`). This is a tree
//! language that is learned from examples, whose states are what a span itself says; the condition says of each combination
//! whether it is valid, and is called on every value before it is given out.
//!
//! Where parts are lazy the condition is called while they are drawn, and parts it did not force do not matter. So it is a
//! *partial* value that is rejected or valid. All that agree with it are known then (`decided`), a move changes only forced
//! parts, and the rest of a valid value is drawn by chance (`complete`), several times.
//!
//! Which moves pay differs from condition to condition, so that is learned too (`odds`). And a value is never tried twice
//! (`seen`). All of it works on choices as flat rows of words (`script`, `outline`): nothing need be known of the generator,
//! which may be a closure, and the condition is a function of the value, whatever it looks like. What a generator makes of a
//! script that was put together is written down as it runs (`stage`, `prompt`).

mod analogy;
mod complete;
mod decided;
mod gradients;
mod guide;
mod known;
mod learned;
mod moves;
mod odds;
mod outline;
mod pools;
mod prompt;
mod script;
mod search;
mod seen;
mod stage;

use std::sync::OnceLock;

use complete::Completing;
pub use gradients::{GradientSearch, Gradients};
use guide::Guide;
pub use learned::Learned;
use script::choices;
pub use search::Search;

use astragal_core::support::Decider;
use astragal_core::{
    Back, Closed, Draw, Filter, Gen, Growth, Mismatch, NodeId, Place, Reason, Reflect, Reject, Rng, Shape, Sketch,
    Source,
};

/// How often the condition is called before the first value is drawn, by default.
const CALLS: u64 = 10_000;
/// How many values are drawn before it is left to chance.
const TRIES: u32 = 4;

/// Values of a generator that meet a condition, drawn by what was learned about it. See [`Guiding::guided`].
#[derive(Clone, Debug)]
pub struct Guided<G, F> {
    filter: Filter<G, F>,
    calls: u64,
    given: Option<Learned>,
    guide: OnceLock<Guide>,
}

/// Generation that is guided by a condition: what a [`Filter`] can be made to do.
pub trait Guiding: Sized {
    /// The generator whose values are filtered.
    type Inner: Draw;
    /// The condition.
    type Condition: Fn(&<Self::Inner as Draw>::Value) -> bool;

    /// Learns what the condition asks for, and draws by that: for conditions that chance hardly ever meets.
    ///
    /// What can be made, and what is made of given choices, stays the same; failures shrink and replay as they do without it.
    /// It learns once, when it first draws, from a fixed seed: so the same seed gives the same value. Every value that is
    /// drawn was checked. Nothing need be known of the condition or the generator; the more of its parts are spans of
    /// their own, as those of derived types are, the more can be learned.
    ///
    /// Where parts are [`Lazy`](astragal_core::Lazy), they are drawn when the condition forces them: rejecting a partial value
    /// rejects all that agree with it, without another call. Parts that the condition does not force before it accepts are
    /// left to chance.
    ///
    /// Values **do not follow the distribution** of the generator among those that are valid: they are values found in the
    /// search, and others made of their parts. Statistics collected about such cases describe the search.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }
    ///
    /// fn keys(tree: &Tree, into: &mut Vec<u8>) {
    ///     if let Tree::Node(left, key, right) = tree {
    ///         keys(left, into);
    ///         into.push(*key);
    ///         keys(right, into);
    ///     }
    /// }
    /// fn sorted(tree: &Tree) -> Vec<u8> {
    ///     let mut all = Vec::new();
    ///     keys(tree, &mut all);
    ///     all
    /// }
    ///
    /// let search_trees = any::<Tree>().filter(|tree| sorted(tree).is_sorted_by(|a, b| a < b)).guided();
    /// let largest = (0..100).map(|seed| sorted(&search_trees.sample(seed)).len()).max().unwrap();
    /// assert!(largest >= 6); // chance would hardly find one of more than four keys
    /// ```
    ///
    /// It is the stronger way: use [`gradients`](Guiding::gradients) where the published algorithm is wanted, or weights that
    /// draw valid values without the condition.
    fn guided(self) -> Guided<Self::Inner, Self::Condition>;

    /// Draws by choice gradients, as published (Goldstein, Property-Based Testing for the People, Figure 3.3): at each choice, for
    /// each alternative, `samples` samples of what can become of it. How many different ones among them are valid is how likely the
    /// alternative is chosen; if none is valid, chance chooses as ever.
    ///
    /// Use [`guided`](Guiding::guided) where hardly any sample would be valid: it finds far more values. Gradients need some that
    /// are, but what they [learn](Gradients::learned) is weights of branches, which a person reads, and by which valid values are
    /// drawn without any sampling.
    ///
    /// All samples that were valid are kept. They are what is drawn: it samples once, when it first draws, from a fixed seed, so
    /// the same seed gives the same value; failures shrink and replay as they do without it. Of a choice with more than 64
    /// alternatives, 64 are compared that chance draws. Values do not follow the distribution of the generator among those
    /// that are valid. Parts must not be [`Lazy`](astragal_core::Lazy): they are drawn in another order.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let sorted = vec_of(0..10u8, 0..=8).filter(|list| list.is_sorted()).gradients(20);
    /// assert!((0..100).all(|seed| sorted.sample(seed).is_sorted()));
    /// let long = (0..1_000).filter(|&seed| sorted.sample(seed).len() >= 5).count();
    /// assert!(long > 200); // by chance, it would be one in a hundred
    /// ```
    #[track_caller]
    fn gradients(self, samples: u32) -> Gradients<Self::Inner, Self::Condition>;
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Guiding for Filter<G, F> {
    type Inner = G;
    type Condition = F;

    fn guided(self) -> Guided<G, F> {
        Guided { filter: self, calls: CALLS, given: None, guide: OnceLock::new() }
    }

    fn gradients(self, samples: u32) -> Gradients<G, F> {
        Gradients::new(self, samples, Place::here())
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Guided<G, F> {
    /// How often the condition is called before the first value is drawn; 10,000 times by default.
    pub fn calls(self, calls: u64) -> Self {
        Guided { calls, guide: OnceLock::new(), ..self }
    }

    /// Draws by what was learned before: the condition is not called for the sake of learning.
    pub fn knowing(self, learned: Learned) -> Self {
        Guided { given: Some(learned), guide: OnceLock::new(), ..self }
    }

    /// What was learned, to be kept for the next time. It is learned now, if it was not before.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::learn::Learned;
    ///
    /// let sorted = || vec_of(0..100u8, 0..=9).filter(|list| list.is_sorted()).guided();
    /// let text = sorted().learned().to_string();
    ///
    /// let learned: Learned = text.parse()?;
    /// assert!(sorted().knowing(learned).sample(1).is_sorted());
    /// # Ok::<(), astragal::choices::ParseError>(())
    /// ```
    pub fn learned(&self) -> Learned {
        self.guide().learned(&self.filter.inner)
    }

    /// Valid values, each with its choices (a flat sequence), one after the other and none twice, for as long as new ones are
    /// found: learning as it goes, it is better the longer it runs.
    ///
    /// The same seed gives the same values. Two values count as different if their choices do. Of values that are valid whatever
    /// some of their lazy parts are, a few are given for each call of the condition; all of their parts are drawn.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let sorted = vec_of(0..10u8, 0..=8).filter(|list| list.is_sorted()).guided();
    /// for (list, choices) in sorted.search(1).take(1_000) {
    ///     assert!(list.is_sorted());
    ///     assert_eq!(sorted.replay(&choices).unwrap(), list);
    /// }
    /// ```
    pub fn search(&self, seed: u64) -> Search<'_, G, F> {
        Search::new(&self.filter.inner, &self.filter.condition, seed)
    }

    fn guide(&self) -> &Guide {
        self.guide.get_or_init(|| match &self.given {
            Some(learned) => Guide::knowing(learned, &self.filter.inner),
            None => Guide::learn(self.search(0).calls_at_most(self.calls)),
        })
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Draw for Guided<G, F> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_given() || self.guide().is_empty() {
            return self.filter.draw(src);
        }
        let Filter { inner, condition, .. } = &self.filter;
        let start = src.retry_point();
        for _ in 0..TRIES {
            let mut rng = Rng::new(src.steer(u64::MAX));
            let script = self.guide().script(inner, condition, &mut rng);
            let drawn = if self.guide().is_lazy() {
                // Parts that the condition does not force are still left to chance, and may be lazy.
                src.decided_by(Decider::Producer(Box::new(Completing::new(script))), |src| inner.draw(src))
            } else {
                src.decided_by(Decider::numbers(choices(&script).numbers().collect()), |src| inner.draw(src))
            };
            match drawn {
                Ok(value) if condition(&value) => return Ok(value),
                Err(reject) if matches!(src.reason(), Some(Reason::Usage { .. })) => return Err(reject),
                // What was learned is about another condition, or about a generator that is not a function of its choices.
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

impl<G: Reflect, F: Fn(&G::Value) -> bool> Reflect for Guided<G, F> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        self.filter.reflect(value, back)
    }
}

impl<G: Closed, F: Fn(&G::Value) -> bool> Closed for Guided<G, F> {}
impl<G: Draw, F: Fn(&G::Value) -> bool> Gen for Guided<G, F> {}
