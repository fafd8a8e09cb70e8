//! Every value of a size with the same chance: a random rank, and its choices as a plan for the generator.

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use num_bigint::BigUint;

use crate::Table;
use astragal_core::support::Decider;
use astragal_core::support::at_size;
use astragal_core::support::same_values;
use astragal_core::{Draw, Growth, NodeId, Place, Reject, Shape, Sketch, Source};

/// How many ranks are tried where conditions reject values.
const TRIES: u32 = 1_000;

/// A size, or a range of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl From<usize> for Sizes {
    fn from(size: usize) -> Sizes {
        Sizes { first: size, last: size }
    }
}

impl From<RangeInclusive<usize>> for Sizes {
    fn from(sizes: RangeInclusive<usize>) -> Sizes {
        Sizes { first: *sizes.start(), last: *sizes.end() }
    }
}

impl From<Range<usize>> for Sizes {
    fn from(sizes: Range<usize>) -> Sizes {
        // An empty range has no value, which drawing reports.
        Sizes { first: sizes.start.max(usize::from(sizes.end == 0)), last: sizes.end.saturating_sub(1) }
    }
}

/// Draws uniformly. See [`Measured::uniform`](super::Measured::uniform).
#[derive(Debug)]
pub struct Uniform<G> {
    generator: Rc<G>,
    table: Rc<RefCell<Table>>,
    others: Vec<u32>,
    sizes: Sizes,
    /// How many values there are.
    total: BigUint,
    place: Place,
}

impl<G> Clone for Uniform<G> {
    fn clone(&self) -> Self {
        let Uniform { generator, table, others, sizes, total, place } = self;
        Uniform {
            generator: Rc::clone(generator),
            table: Rc::clone(table),
            others: others.clone(),
            sizes: *sizes,
            total: total.clone(),
            place: *place,
        }
    }
}

impl<G: Draw> Uniform<G> {
    #[track_caller]
    pub(crate) fn new(generator: Rc<G>, table: Rc<RefCell<Table>>, others: Vec<u32>, mut sizes: Sizes) -> Uniform<G> {
        let mut filled = table.borrow_mut();
        if !filled.adds_up() {
            sizes.first = sizes.last; // at most that depth
        }
        let total = (sizes.first..=sizes.last).map(|size| at_size(&mut filled, size, &others)).sum();
        drop(filled);
        Uniform { generator, table, others, sizes, total, place: Place::here() }
    }

    /// The choices of a random value.
    fn plan(&self, src: &mut Source) -> Option<Vec<u64>> {
        let mut rank = random_below(&self.total, src);
        let mut table = self.table.borrow_mut();
        for size in self.sizes.first..=self.sizes.last {
            let count = at_size(&mut table, size, &self.others);
            if rank < count {
                let mut numbers = Vec::new();
                let index = table.graph.grid.index(size, &self.others)?;
                table.unrank(table.graph.root, index, rank, &mut numbers);
                return Some(numbers);
            }
            rank -= count;
        }
        None
    }
}

/// A random number below a bound that is not zero: as many random bits as it has, until they are below it.
fn random_below(bound: &BigUint, src: &mut Source) -> BigUint {
    let bits = bound.bits();
    loop {
        let words = (0..bits.div_ceil(32)).map(|word| {
            let left = (bits - 32 * word).min(32);
            src.steer((1 << left) - 1) as u32
        });
        let number = BigUint::new(words.collect());
        if number < *bound {
            return number;
        }
    }
}

impl<G: Draw> Draw for Uniform<G> {
    type Value = G::Value;

    fn draw(&self, src: &mut Source) -> Result<G::Value, Reject> {
        if src.is_given() {
            return self.generator.draw(src);
        }
        if self.total == BigUint::ZERO {
            let Sizes { first, last } = self.sizes;
            return Err(src.misuse(Some(self.place), format!("no value has a size from {first} to {last}")));
        }
        let start = src.retry_point();
        let mut tried = 1;
        loop {
            let Some(numbers) = self.plan(src) else { return Err(src.reject_at(self.place, tried)) };
            match src.decided_by(Decider::numbers(numbers), |src| self.generator.draw(src)) {
                Ok(value) => return Ok(value),
                Err(reject) if tried == TRIES => return Err(reject),
                Err(_) => src.rewind(start),
            }
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

same_values!(Uniform);
