//! A part that shrinking leaves as it is.

use std::ops::Range;

use super::{Closed, Draw, Gen};
use crate::choices::Choices;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Growth, Reject, Source};
use crate::space::{NodeId, Sketch};

/// The label of the span.
const LABEL: &str = "held";

/// See [`held`].
#[derive(Clone, Copy, Debug)]
pub struct Held<G>(G);

/// The values of a generator, which shrinking leaves as they are: only the rest of the case is made smaller.
///
/// ```
/// use astragal::Check;
/// use astragal::generators::held;
/// use astragal::prelude::*;
///
/// let report = Check::new().seed(1).run((held(100..200u32), any::<u32>()), |(a, b)| a.saturating_add(b) < 500);
/// let drawn = &report.failures[0].minimal.drawn[0].text;
/// let [a, b] = drawn.trim_matches(['(', ')']).split(", ").collect::<Vec<_>>()[..] else { panic!() };
/// // What was drawn first is what it was; what was drawn then is as small as it can be.
/// assert_eq!(a.parse::<u32>().unwrap() + b.parse::<u32>().unwrap(), 500);
/// ```
pub fn held<G: Draw>(generator: G) -> Held<G> {
    Held(generator)
}

/// The choices of a case that are to be left as they are.
pub fn held_ranges(choices: &Choices) -> impl Iterator<Item = Range<usize>> + '_ {
    choices.spans().iter().filter(|span| span.label().as_str() == LABEL).map(|span| span.range())
}

impl<G: Draw> Draw for Held<G> {
    type Value = G::Value;

    #[inline]
    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        src.open(LABEL);
        let value = self.0.draw(src);
        src.close();
        value
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        self.0.describe(sketch)
    }

    #[inline(always)]
    fn growth(&self) -> Growth {
        self.0.growth()
    }
}

impl<G: Draw> Gen for Held<G> {}

impl<G: Reflect> Reflect for Held<G> {
    fn reflect(&self, value: &G::Value, back: &mut Back) -> Result<(), Mismatch> {
        back.span(LABEL, |back| back.part(&self.0, value).map(drop))
    }
}

impl<G: Closed> Closed for Held<G> {}
