//! Enumerates values by size: as choices, and as what a generator makes of them.

use std::cell::RefCell;
use std::rc::Rc;

use super::graph::{Graph, Uncountable};
use super::measure::Measure;
use super::number::{Few, Number};
use super::step::Stepper;
use super::table::Table;
use crate::choices::Choices;
use crate::generator::Draw;
use crate::source::{Reason, Source, Tape};
use crate::space::Space;

/// The choices of all values of a space, smallest first.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::{Listing, Measure};
///
/// let mut listing = Listing::of(&any::<Vec<bool>>().space(), &Measure::tiers()).unwrap();
/// assert_eq!(listing.next_choices().unwrap().numbers().collect::<Vec<_>>(), [0]); // no element
/// assert_eq!(listing.next_choices().unwrap().numbers().collect::<Vec<_>>(), [1, 0]); // one: false
/// assert_eq!(listing.size(), 1);
/// ```
#[derive(Debug)]
pub struct Listing {
    table: Rc<RefCell<Table<Few>>>,
    stepper: Stepper,
    tape: Rc<Tape>,
    sizes: Sizes,
    is_started: bool,
}

/// The sizes that are enumerated, one after the other.
#[derive(Debug)]
struct Sizes {
    others: Vec<u32>,
    now: usize,
    last: usize,
    /// How many values there are up to here, and in all.
    enumerated: Few,
    total: Option<Few>,
    /// Where depth counts, a size has the values of smaller ones too: whether to omit them.
    is_exact: bool,
}

impl Sizes {
    fn new(table: &mut Table<Few>, others: &[u32], first: usize, last: usize, is_exact: bool) -> Sizes {
        let enumerated =
            if table.adds_up() { (0..first).map(|size| at_size(table, size, others)).sum() } else { Few::ZERO };
        // With other variables fixed, the total says nothing.
        let total = if others.is_empty() { table.graph.few() } else { None };
        Sizes { others: others.to_vec(), now: first, last, enumerated, total, is_exact }
    }

    /// Whether the values of the present size were the last ones.
    fn are_over(&self) -> bool {
        self.now >= self.last || self.total.as_ref().is_some_and(|total| self.enumerated >= *total)
    }

    /// Begins with the present size.
    fn begin(&mut self, table: &mut Table<Few>) -> Option<usize> {
        let count = at_size(table, self.now, &self.others);
        if table.adds_up() {
            self.enumerated += count
        } else {
            self.enumerated = count
        }
        table.graph.grid.index(self.now, &self.others)
    }
}

impl Listing {
    /// All values of a space under a measure.
    pub fn of(space: &Space, measure: &Measure) -> Result<Listing, Uncountable> {
        let graph = Graph::new(space, measure)?;
        Ok(Listing::new(Rc::new(RefCell::new(Table::new(graph))), &[], 0, usize::MAX, true))
    }

    /// The values of some sizes.
    #[doc(hidden)]
    pub fn new(table: Rc<RefCell<Table<Few>>>, others: &[u32], first: usize, last: usize, is_exact: bool) -> Listing {
        let sizes = Sizes::new(&mut table.borrow_mut(), others, first, last, is_exact);
        Listing { table, stepper: Stepper::default(), tape: Rc::default(), sizes, is_started: false }
    }

    /// The size of the value that was enumerated last.
    pub fn size(&self) -> usize {
        self.sizes.now
    }

    /// The choices of the next value, without spans.
    pub fn next_choices(&mut self) -> Option<Choices> {
        self.advance().then(|| Choices::from_numbers(self.tape.numbers()))
    }

    /// The choices of the value that was enumerated last.
    pub fn choices(&self) -> Choices {
        Choices::from_numbers(self.tape.numbers())
    }

    /// A source whose choices are those of the value that was enumerated last. See [`next_case`](Listing::next_case).
    pub fn source(&self) -> Source {
        self.tape.source()
    }

    /// Goes on to the next value, for its own [source](Listing::source), which then draws that value.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::{Listing, Measure};
    ///
    /// let mut listing = Listing::of(&any::<i8>().space(), &Measure::tiers()).unwrap();
    /// let mut source = listing.source();
    /// let mut values = Vec::new();
    /// while values.len() < 5 && listing.next_case(&mut source) {
    ///     values.push(source.draw(any::<i8>()));
    /// }
    /// assert_eq!(values, [0, 1, -1, 2, -2]);
    /// ```
    pub fn next_case(&mut self, source: &mut Source) -> bool {
        source.renew();
        self.advance()
    }

    /// Whether all values of its present size have been enumerated, or of the one before.
    pub fn complete_size(&self) -> Option<usize> {
        let is_last = self.stepper.is_last();
        if is_last { Some(self.size()) } else { self.size().checked_sub(1) }
    }

    /// How many values there are in all; `None` if they are infinitely many, or may as well be.
    pub fn total(&self) -> Option<u128> {
        let goes_on = self.table.borrow().graph.goes_on;
        self.sizes.total.as_ref().filter(|_| !goes_on).and_then(Few::wide)
    }

    /// Omits the values that are larger.
    #[must_use]
    pub fn up_to(mut self, size: usize) -> Listing {
        self.sizes.last = size;
        self
    }

    /// Omits the values that are larger than this, in place of those that were omitted before.
    #[doc(hidden)]
    pub fn go_on_to(&mut self, size: usize) {
        self.sizes.last = size;
    }

    /// Goes on to the next value, whose choices are then on the tape.
    #[doc(hidden)]
    pub fn advance(&mut self) -> bool {
        let mut numbers = self.tape.write();
        loop {
            let mut has_next = self.is_started && self.stepper.step(&self.table.borrow(), &mut numbers);
            while !has_next {
                if self.is_started {
                    if self.sizes.are_over() {
                        return false;
                    }
                    self.sizes.now += 1;
                }
                self.is_started = true;
                let index = self.sizes.begin(&mut self.table.borrow_mut());
                has_next = index.is_some_and(|index| self.stepper.start(&self.table.borrow(), index, &mut numbers));
            }
            let table = self.table.borrow();
            if table.adds_up() || !self.sizes.is_exact {
                return true;
            }
            let parsed = table.parse(table.graph.root, &mut numbers.iter().copied());
            if parsed.is_some_and(|parsed| parsed.size == self.sizes.now) {
                return true;
            }
        }
    }
}

/// How many values have a size (where depth counts: at most that).
pub fn at_size<N: Number>(table: &mut Table<N>, size: usize, others: &[u32]) -> N {
    table.fill(size);
    let root = table.graph.root;
    table.graph.grid.index(size, others).map_or(N::ZERO, |index| table.count(root, index).clone())
}

/// The values of a generator, smallest first. See `Enumerate::iter`.
pub struct Values<G> {
    generator: Rc<G>,
    listing: Listing,
    source: Source,
    /// How many are skipped before the next one, and then between two.
    skip: u64,
    step: u64,
}

impl<G: Draw> Values<G> {
    /// The values that a listing enumerates.
    #[doc(hidden)]
    pub fn new(generator: Rc<G>, listing: Listing) -> Values<G> {
        let source = listing.tape.source();
        Values { generator, listing, source, skip: 0, step: 1 }
    }

    /// Every `step`-th value from the `first` on.
    #[doc(hidden)]
    pub fn striped(self, first: u64, step: u64) -> Values<G> {
        Values { skip: first, step, ..self }
    }

    /// The choices of the value that was enumerated last.
    pub fn choices(&self) -> Choices {
        Choices::from_numbers(self.listing.tape.numbers())
    }

    /// The size of the value that was enumerated last.
    pub fn size(&self) -> usize {
        self.listing.size()
    }
}

impl<G: Draw> Iterator for Values<G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        loop {
            for _ in 0..=self.skip {
                if !self.listing.advance() {
                    return None;
                }
            }
            self.skip = self.step - 1;
            self.source.renew();
            match self.generator.draw(&mut self.source) {
                Ok(value) => return Some(value),
                Err(_) => {
                    if let Some(reason @ Reason::Usage { .. }) = self.source.reason() {
                        panic!("usage error: {reason}");
                    }
                }
            }
        }
    }
}

impl<G> std::fmt::Debug for Values<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values").field("size", &self.listing.size()).finish_non_exhaustive()
    }
}

/// The values of a generator by size, each size a sequence of its own. See `Enumerate::tiers`.
#[derive(Debug)]
pub struct Tiers<G> {
    generator: Rc<G>,
    table: Rc<RefCell<Table<Few>>>,
    sizes: Sizes,
    is_started: bool,
}

impl<G: Draw> Tiers<G> {
    /// The sizes of a table.
    #[doc(hidden)]
    pub fn new(generator: Rc<G>, table: Rc<RefCell<Table<Few>>>, others: &[u32]) -> Tiers<G> {
        let sizes = Sizes::new(&mut table.borrow_mut(), others, 0, usize::MAX, true);
        Tiers { generator, table, sizes, is_started: false }
    }
}

impl<G: Draw> Iterator for Tiers<G> {
    type Item = Values<G>;

    fn next(&mut self) -> Option<Values<G>> {
        if std::mem::replace(&mut self.is_started, true) {
            if self.sizes.are_over() {
                return None;
            }
            self.sizes.now += 1;
        }
        self.sizes.begin(&mut self.table.borrow_mut());
        let Sizes { now, others, .. } = &self.sizes;
        let listing = Listing::new(Rc::clone(&self.table), others, *now, *now, true);
        Some(Values::new(Rc::clone(&self.generator), listing))
    }
}
