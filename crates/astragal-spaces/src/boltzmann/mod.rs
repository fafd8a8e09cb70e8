//! Values of about a size, each of the same size with the same chance, where there are too many to count: Boltzmann
//! samplers (Duchon, Flajolet, Louchard and Schaeffer, 2004).
//!
//! Each part is drawn by itself, with a chance that depends on one number `x` alone; what size comes out is up to chance,
//! so values are drawn until one has a size in the range. No table is needed, and no big integers: the parts of a space as
//! a `grammar`, its generating functions at `x` (`oracle`, by `series`), and the draw (`sampler`).

mod grammar;
mod oracle;
mod sampler;
mod series;

use std::cell::RefCell;
use std::rc::Rc;

use self::grammar::{Extent, Grammar};
use self::sampler::Sampler;
use crate::Table;
use crate::uniform::Sizes;
use astragal_core::support::Decider;
use astragal_core::support::same_values;
use astragal_core::{Draw, Growth, NodeId, Place, Reason, Reject, Shape, Sketch, Source};

/// How many values in the range are tried where conditions reject values.
const TRIES: u32 = 1_000;
/// How many values may be drawn until one is in the range. (Of trees of a million nodes it takes tens of thousands.)
const DRAWS: u64 = 1 << 22;
/// How many parts they may have together for each unit of size, if the range begins at half its end; a range that is half
/// as wide takes twice as many. (Of trees some tens are drawn.)
const PARTS: u64 = 1 << 9;
/// But not more than for a range that is one in this many sizes.
const NARROW: u64 = 16;
/// How many parts are drawn in any case, how many for a narrow range, and how many at most.
const FEWEST: u64 = 1 << 20;
const FEWEST_IF_NARROW: u64 = 1 << 28;
const MOST: u64 = 1 << 32;

/// Draws values of about a size. See [`Measured::within`](super::Measured::within).
#[derive(Debug)]
pub struct Within<G> {
    generator: Rc<G>,
    sampler: Rc<Result<Sampler, String>>,
    sizes: Sizes,
    place: Place,
}

impl<G> Clone for Within<G> {
    fn clone(&self) -> Self {
        let Within { generator, sampler, sizes, place } = self;
        Within { generator: Rc::clone(generator), sampler: Rc::clone(sampler), sizes: *sizes, place: *place }
    }
}

impl<G: Draw> Within<G> {
    #[track_caller]
    pub(super) fn new(generator: Rc<G>, table: &RefCell<Table>, others: &[u32], sizes: Sizes) -> Within<G> {
        let sampler = if others.is_empty() {
            Grammar::new(&table.borrow().graph).and_then(|grammar| sampler(&grammar, sizes))
        } else {
            Err("only sizes can be drawn within a range: `uniform` draws those `having` something else too".into())
        };
        Within { generator, sampler: Rc::new(sampler), sizes, place: Place::here() }
    }
}

/// A sampler whose mean size is in the middle of the range, as far as there are sizes in it.
fn sampler(grammar: &Grammar, sizes: Sizes) -> Result<Sampler, String> {
    let Sizes { first, last } = sizes;
    let extent = grammar.extent(grammar.root).ok_or("there is no value at all, of whatever size")?;
    let Extent { least, most, period } = extent;
    let low = match (first.checked_sub(least), period) {
        (None | Some(0), _) => Some(least),
        (Some(_), 0) => None,
        (Some(above), period) => above.div_ceil(period).checked_mul(period).and_then(|above| least.checked_add(above)),
    };
    let high = last.min(most);
    let Some(low) = low.filter(|&low| low <= high && first <= last) else {
        return Err(format!("no value has a size from {first} to {last}: {}", possible(extent)));
    };
    // At the very ends `x` would be zero or infinite.
    let mean = (low as f64 / 2.0 + high as f64 / 2.0).min(most as f64 - 0.5).max(least as f64 + 0.5);
    // Where the sums are beyond what floats hold, values stay far smaller than they should be.
    let is_near = |reached: f64| reached - least as f64 >= (low - least) as f64 / 16.0;
    match oracle::tune(grammar, mean) {
        Some(point) if is_near(point.mean) => Ok(Sampler::new(grammar, &point)),
        _ => Err(format!(
            "there are too many values of a size from {first} to {last} to weigh them: let numbers cost something"
        )),
    }
}

/// How many parts may be drawn until a value is in the range.
fn budget(Sizes { first, last }: Sizes) -> u64 {
    let narrow = last as u64 / (last - first).saturating_add(1) as u64 + 1;
    let for_narrow = (PARTS * NARROW).saturating_mul(last as u64).max(FEWEST_IF_NARROW);
    PARTS.saturating_mul(last as u64).saturating_mul(narrow).min(for_narrow).clamp(FEWEST, MOST)
}

/// Which sizes there are, in words.
fn possible(Extent { least, most, period }: Extent) -> String {
    match (period, most) {
        (0, _) => format!("all have size {least}"),
        (1, usize::MAX) => format!("the smallest has size {least}"),
        (1, _) => format!("sizes go from {least} to {most}"),
        (_, usize::MAX) => format!("sizes are {least}, {}, {} and so on", least + period, least + 2 * period),
        _ if most - least == period => format!("sizes are {least} and {most}"),
        _ => format!("sizes go from {least} to {most} in steps of {period}"),
    }
}

impl<G> Within<G> {
    /// The choices of a value whose size is in the range, or why there are none.
    fn plan(&self, sampler: &Sampler, src: &mut Source) -> Result<Vec<u64>, String> {
        let Sizes { first, last } = self.sizes;
        let budget = budget(self.sizes);
        let (mut numbers, mut open) = (Vec::new(), Vec::new());
        let (mut drawn, mut tries, mut nearest) = (0, 0, None);
        while drawn < budget && tries < DRAWS {
            let tried = sampler.attempt(last, src, &mut numbers, &mut open);
            // One that is cut off is left to the generator to reject.
            if tried.is_cut || (first..=last).contains(&tried.size) {
                return Ok(numbers);
            }
            drawn += tried.parts;
            tries += 1;
            nearest = nearest.max(Some(tried.size).filter(|&size| size < first));
        }
        let nearest = nearest.map_or(String::new(), |size| format!(", the nearest below had size {size}"));
        Err(format!(
            "of {tries} values none had a size from {first} to {last}{nearest}: \
             if there are such sizes, give a wider range, or draw by `uniform`, which counts"
        ))
    }
}

impl<G: Draw> Draw for Within<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        // A misconfigured range is a usage error for enumeration and replay, too.
        let sampler = match &*self.sampler {
            Ok(sampler) => sampler,
            Err(problem) => return Err(src.misuse(Some(self.place), problem.clone())),
        };
        if src.is_given() {
            return self.generator.draw(src);
        }
        let start = src.retry_point();
        let mut tried = 1;
        loop {
            let numbers = match self.plan(sampler, src) {
                Ok(numbers) => numbers,
                Err(problem) => return Err(src.misuse(Some(self.place), problem)),
            };
            let drawn = src.decided_by(Decider::numbers(numbers), |src| self.generator.draw(src));
            // A condition rejected it; one that is too deep or too long would be so again.
            let is_rejected = drawn.is_err() && matches!(src.reason(), Some(Reason::Condition { .. }));
            if !is_rejected || tried == TRIES {
                return drawn;
            }
            src.rewind(start);
            tried += 1;
        }
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let of = self.generator.describe(sketch);
        sketch.add(Shape::Steered { of, guided: false })
    }

    fn growth(&self) -> Growth {
        self.generator.growth()
    }
}

same_values!(Within);
