//! A generator that draws by weights.

use std::sync::Arc;

use super::chances::{Chances, How};
use super::weights::Weights;
use astragal_core::support::Decider;
use astragal_core::support::{Adviser, same_values};
use astragal_core::{Draw, Growth, NodeId, Place, Reject, Shape, Sketch, Source};

/// What of the context of a choice decides how it is made.
///
/// In a context that was seen fewer than three times, the next coarser one decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// Nothing: a branch is taken as often as at this site altogether. (The site of a number is the field it is in.)
    #[default]
    Site,
    /// The pick around it, and which branch was taken there.
    Parent,
    /// And how many picks of the same site are around it; around a number, around the pick that it belongs to.
    Depth,
}

/// Values of a generator, drawn by weights. See [`like`](super::Tuning::like), [`unlike`](super::Tuning::unlike) and
/// [`tuned`](super::Tuning::tuned).
///
/// Examples that end make values that end: counted by site, values have on average as many parts as the examples (a few more where
/// lists nest, of which one in fifty has any length), and the size plays no other part. Otherwise (in contexts, unlike, smoothed) they
/// might grow without end, so they are cut. From a hundred picks of one site in each other on, or as many as the size if that is
/// more, and when a value has made more choices than all examples together and four for each unit of the size (if unlike, only
/// these), picks are the simplest and lists the shortest.
///
/// [`plain_probability_of`](astragal_core::Backwards::plain_probability_of) and [`plain_chance_of`](astragal_core::Draw::plain_chance_of) are those of drawing by the
/// weights: of three coins that the examples show one is heads, so heads has a third.
///
/// ```
/// use astragal::prelude::*;
///
/// let coin = one_of![heads: just('h'), tails: just('t')].named("coin").like(&['h', 't', 't'])?;
/// assert!((coin.plain_probability_of(&'h')?.value() - 1.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), astragal::backwards::Mismatch>(())
/// ```
///
/// [`Lazy`](astragal_core::Lazy) parts are not tuned.
#[derive(Clone, Debug)]
pub struct Tuned<G> {
    generator: G,
    weights: Weights,
    how: How,
    chances: Arc<Chances>,
    /// Where a number was given that is none.
    misuse: Option<Place>,
}

impl<G> Tuned<G> {
    pub(super) fn new(generator: G, weights: Weights, is_inverted: bool) -> Tuned<G> {
        let how = How { context: Context::Site, is_inverted, extra: 0.0 };
        let chances = Arc::new(Chances::new(&weights, how));
        Tuned { generator, weights, how, chances, misuse: None }
    }

    fn drawn(self, how: How) -> Tuned<G> {
        let chances = Arc::new(Chances::new(&self.weights, how));
        Tuned { how, chances, ..self }
    }

    /// What of the context of a choice decides how it is made: nothing by default.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::learn::Context;
    ///
    /// #[derive(Arbitrary, Clone, Debug, PartialEq)]
    /// enum Text { Word(u8), Bold(Box<Text>), Pair(Box<Text>, Box<Text>) }
    /// use Text::*;
    ///
    /// // What is bold is a word, in all examples.
    /// let bold = || Box::new(Bold(Box::new(Word(1))));
    /// let example = Pair(bold(), Box::new(Pair(bold(), bold())));
    /// let texts = any::<Text>().like(&[example])?.by_context(Context::Parent);
    /// assert!((0..100).all(|seed| !format!("{:?}", texts.sample(seed)).contains("Bold(Pair")));
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    pub fn by_context(self, context: Context) -> Tuned<G> {
        let how = How { context, ..self.how };
        self.drawn(how)
    }

    /// Counts every branch this much more often than it was seen: branches that no example takes become possible. (A number of a large
    /// range, and the length of a list, is as often any at all.)
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let coin = one_of![heads: just('h'), tails: just('t')].named("coin").like(&['h', 'h', 'h'])?;
    /// assert_eq!(coin.chances("coin")[1], ("tails".to_string(), 0.0));
    /// assert_eq!(coin.smoothed(1.0).chances("coin")[1], ("tails".to_string(), 0.2));
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    #[track_caller]
    pub fn smoothed(self, more: f64) -> Tuned<G> {
        if !(more.is_finite() && more >= 0.0) {
            return Tuned { misuse: Some(Place::here()), ..self };
        }
        let how = How { extra: more, ..self.how };
        self.drawn(how)
    }

    /// What was learned.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How likely each branch of a site is that the weights know, without regard to the context.
    pub fn chances(&self, site: &str) -> Vec<(String, f64)> {
        self.chances.of_site(site)
    }
}

impl<G: Draw> Draw for Tuned<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if let Some(place) = self.misuse {
            return Err(src.misuse(Some(place), "smoothing needs a number that is zero or more: `.smoothed(1.0)`"));
        }
        if src.is_given() && !src.is_accounting() {
            return self.generator.draw(src);
        }
        let adviser: Arc<dyn Adviser> = self.chances.clone();
        src.decided_by(Decider::Adviser(adviser), |src| self.generator.draw(src))
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.generator.describe(sketch);
        sketch.add(Shape::Steered { of, guided: false })
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }

    fn has_closures(&self) -> bool {
        self.generator.has_closures()
    }
}

same_values!(Tuned);
