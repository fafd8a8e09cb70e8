//! A generator and a measure: its values counted, enumerated, indexed and drawn by size.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::rc::Rc;

use num_bigint::BigUint;

use crate::Table;
use crate::boltzmann::Within;
use crate::uniform::{Sizes, Uniform};
use crate::valid::UniformWhere;
use astragal_core::support::{Few, Graph, Parsed, Table as TableOf, at_size};
use astragal_core::{Choices, Closed, Draw, Mismatch, Reflect, Source};
use astragal_core::{Listing, Measure, Rule, Space, Tiers, Uncountable, Values};

/// The values of a closed generator by size. See [`Enumerate::measured`](crate::Enumerate::measured).
///
/// Counts are computed once and kept: reuse this to ask again.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::Measure;
///
/// #[derive(Clone, Debug, PartialEq, Arbitrary)]
/// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = any::<Tree>().measured(Measure::tiers());
/// assert_eq!(trees.count(10).to_string(), "16796"); // a Catalan number
/// assert_eq!(trees.of_size(10).count(), 16_796);
/// let last = trees.of_size(10).last().unwrap();
/// let rank = trees.rank(&last).unwrap();
/// assert_eq!(trees.nth(&rank).unwrap(), last);
/// ```
pub struct Measured<G> {
    generator: Rc<G>,
    table: Rc<RefCell<Table>>,
    /// Enumerated values are not counted as far.
    enumerated: Rc<RefCell<TableOf<Few>>>,
    others: Vec<u32>,
}

/// How many values there are: exactly, or at most, if a condition rejects some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    number: BigUint,
    is_exact: bool,
}

impl Count {
    /// Whether it is exactly that number; otherwise a condition may reject some of the counted values.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The number.
    pub fn number(&self) -> &BigUint {
        &self.number
    }
}

impl Deref for Count {
    type Target = BigUint;

    fn deref(&self) -> &BigUint {
        &self.number
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_exact {
            f.write_str("at most ")?;
        }
        fmt::Display::fmt(&self.number, f)
    }
}

impl PartialEq<u64> for Count {
    fn eq(&self, other: &u64) -> bool {
        self.is_exact && self.number == BigUint::from(*other)
    }
}

impl<G: Closed> Measured<G> {
    /// The values of a generator under a measure, or why they cannot be counted.
    pub fn new(generator: G, measure: &Measure) -> Result<Measured<G>, Uncountable> {
        let graph = Graph::new(&Space::in_full(&generator, u32::MAX).0, measure)?;
        Ok(Measured {
            generator: Rc::new(generator),
            enumerated: Rc::new(RefCell::new(TableOf::new(graph.clone()))),
            table: Rc::new(RefCell::new(Table::new(graph))),
            others: Vec::new(),
        })
    }
}

impl<G: Draw> Measured<G> {
    /// Only the values in which what the measure [counts](Measure::counting) occurs exactly this often.
    pub fn having(&self, others: &[u32]) -> Measured<G> {
        Measured { others: others.to_vec(), ..self.clone() }
    }

    /// Whether sizes are depths: then [`up_to`](Measured::up_to) is the natural unit, and ranks are among those of at most a
    /// depth.
    pub fn is_by_depth(&self) -> bool {
        !self.table.borrow().adds_up()
    }

    /// How many values have a size.
    #[track_caller]
    pub fn count(&self, size: usize) -> Count {
        let mut table = self.table.borrow_mut();
        let mut number = at_size(&mut table, size, &self.others);
        if !table.adds_up() && size > 0 {
            number -= at_size(&mut table, size - 1, &self.others);
        }
        Count { number, is_exact: !table.graph.is_filtered }
    }

    /// How many values have at most a size.
    #[track_caller]
    pub fn count_up_to(&self, size: usize) -> Count {
        let mut table = self.table.borrow_mut();
        let first = if table.adds_up() { 0 } else { size };
        let number = (first..=size).map(|size| at_size(&mut table, size, &self.others)).sum();
        Count { number, is_exact: !table.graph.is_filtered }
    }

    /// How many values there are in all; `None` if they are infinitely many, or too many to write the number down.
    pub fn total(&self) -> Option<Count> {
        let table = self.table.borrow();
        table.graph.total().map(|number| Count { number, is_exact: !table.graph.is_filtered })
    }

    /// The values of a size.
    pub fn of_size(&self, size: usize) -> Values<G> {
        self.listing(size, size, true)
    }

    /// The values of at most a size. (By depth, they come in the order of their parts, not of their depths.)
    pub fn up_to(&self, size: usize) -> Values<G> {
        let first = if self.table.borrow().adds_up() { 0 } else { size };
        self.listing(first, size, false)
    }

    /// All values, smallest first.
    pub fn iter(&self) -> Values<G> {
        self.listing(0, usize::MAX, true)
    }

    /// The values of each size, size by size.
    pub fn tiers(&self) -> Tiers<G> {
        Tiers::new(Rc::clone(&self.generator), Rc::clone(&self.enumerated), &self.others)
    }

    /// Every `step`-th value from the `first` on, so that machines can share the work: `stripe(k, 4)` for k from 0 to 3.
    ///
    /// # Panics
    /// If `step` is zero.
    #[track_caller]
    pub fn stripe(&self, first: u64, step: u64) -> Values<G> {
        assert!(step > 0, "a stripe goes on by at least one");
        self.iter().striped(first, step)
    }

    fn listing(&self, first: usize, last: usize, is_exact: bool) -> Values<G> {
        let listing = Listing::new(Rc::clone(&self.enumerated), &self.others, first, last, is_exact);
        Values::new(Rc::clone(&self.generator), listing)
    }

    /// The value of a rank, at once, in the order of [`iter`](Measured::iter); `None` if there are fewer values.
    ///
    /// Where a condition rejects values, or where depth counts, the values before it are enumerated.
    pub fn nth(&self, rank: &BigUint) -> Option<G::Value> {
        if self.is_enumerated() {
            return self.iter().nth(usize::try_from(rank).ok()?);
        }
        let (size, rank) = self.size_at(rank)?;
        self.value_at(size, rank)
    }

    /// The value of a rank among those of a size, at once; by depth, among those of at most that depth.
    #[track_caller]
    pub fn nth_of_size(&self, size: usize, rank: &BigUint) -> Option<G::Value> {
        if self.table.borrow().graph.is_filtered {
            return self.listing(size, size, false).nth(usize::try_from(rank).ok()?);
        }
        let count = at_size(&mut self.table.borrow_mut(), size, &self.others);
        if *rank < count { self.value_at(size, rank.clone()) } else { None }
    }

    fn value_at(&self, size: usize, rank: BigUint) -> Option<G::Value> {
        let mut numbers = Vec::new();
        let table = self.table.borrow();
        let index = table.graph.grid.index(size, &self.others)?;
        table.unrank(table.graph.root, index, rank, &mut numbers);
        drop(table);
        Source::replay(Choices::from_numbers(numbers)).try_draw(&self.generator).ok()
    }

    /// Whether ranks are known only by enumeration.
    fn is_enumerated(&self) -> bool {
        let table = self.table.borrow();
        table.graph.is_filtered || !table.adds_up()
    }

    /// The size of a rank, and the rank among those of that size.
    fn size_at(&self, rank: &BigUint) -> Option<(usize, BigUint)> {
        let mut table = self.table.borrow_mut();
        let total = if self.others.is_empty() { table.graph.counted() } else { None };
        if total.is_some_and(|total| *rank >= total) {
            return None;
        }
        let mut rank = rank.clone();
        for size in 0.. {
            let count = at_size(&mut table, size, &self.others);
            if rank < count {
                return Some((size, rank));
            }
            rank -= count;
        }
        None
    }

    /// The size of a value.
    pub fn size_of(&self, value: &G::Value) -> Result<usize, Mismatch>
    where
        G: Reflect<Value: PartialEq + Debug>,
    {
        let stride = self.table.borrow().graph.grid.stride;
        self.parsed(&self.generator.choices_of(value)?).map(|parsed| parsed.size / stride)
    }

    /// The rank of a value, in the order of [`iter`](Measured::iter): `nth` of it gives the value back.
    pub fn rank(&self, value: &G::Value) -> Result<BigUint, Mismatch>
    where
        G: Reflect<Value: PartialEq + Debug>,
    {
        let wanted = self.generator.choices_of(value)?;
        let parsed = self.parsed(&wanted)?;
        if self.is_enumerated() {
            // Conditions skip: the rank is the number of values before it.
            let mut values = self.iter();
            let mut rank = BigUint::ZERO;
            while values.next().is_some() {
                if values.choices().numbers().eq(wanted.numbers()) {
                    return Ok(rank);
                }
                rank += 1u8;
            }
            return Err(Mismatch::at_root("the value is not among the enumerated ones"));
        }
        let mut table = self.table.borrow_mut();
        let size = parsed.size / table.graph.grid.stride;
        let before: BigUint = (0..size).map(|size| at_size(&mut table, size, &self.others)).sum();
        table.fill(size);
        Ok(before + table.rank(&parsed, parsed.size))
    }

    /// The rank of a value among those of its size; by depth, among those of at most a depth.
    pub fn rank_up_to(&self, size: usize, value: &G::Value) -> Result<BigUint, Mismatch>
    where
        G: Reflect<Value: PartialEq + Debug>,
    {
        self.rank_of_choices(size, &self.generator.choices_of(value)?)
    }

    /// As [`rank_up_to`](Measured::rank_up_to), of the value that choices make.
    #[doc(hidden)]
    pub fn rank_of_choices(&self, size: usize, choices: &Choices) -> Result<BigUint, Mismatch> {
        let parsed = self.parsed(choices)?;
        let mut table = self.table.borrow_mut();
        table.fill(size);
        let index = if table.graph.rule == Rule::Sum { parsed.size } else { size };
        Ok(table.rank(&parsed, index))
    }

    fn parsed(&self, choices: &Choices) -> Result<Parsed, Mismatch> {
        let table = self.table.borrow();
        let parsed = table.parse(table.graph.root, &mut choices.numbers());
        parsed.ok_or_else(|| Mismatch::at_root("the value is not one of those that are counted"))
    }

    /// A generator that draws each value of a size (or of a range of sizes) with exactly the same chance.
    ///
    /// Its choices are those of the generator itself: so a failing value shrinks and replays like any other, and need
    /// not keep its size.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::Measure;
    ///
    /// let lists = any::<Vec<u8>>().measured(Measure::tiers()).uniform(6..=8);
    /// assert!(lists.sample(1).len() <= 8);
    /// ```
    #[track_caller]
    pub fn uniform(&self, sizes: impl Into<Sizes>) -> Uniform<G> {
        Uniform::new(Rc::clone(&self.generator), Rc::clone(&self.table), self.others.clone(), sizes.into())
    }

    /// A generator that draws a value whose size is in a range, however large: of the values of one size each has the same
    /// chance.
    ///
    /// Nothing is counted, so values may have millions of parts; but how often each size comes up is left to chance, where
    /// [`uniform`](Measured::uniform) over a range would draw nearly all at its end. It is a Boltzmann sampler (Duchon,
    /// Flajolet, Louchard and Schaeffer, 2004): it draws values until one fits, so the range should be some percent wide.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::Measure;
    ///
    /// #[derive(Clone, Debug, Arbitrary)]
    /// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    ///
    /// let trees = any::<Tree>().measured(Measure::tiers()); // so the size is the number of nodes
    /// let tree = trees.within(900..=1_100).sample(1);
    /// let nodes = format!("{tree:?}").matches("Node").count();
    /// assert!((900..=1_100).contains(&nodes));
    /// ```
    ///
    /// Values may be deep: draw very large ones inside [`deep`](astragal_core::deep). The parts of sets, bags, maps, functions and
    /// subsequences depend on each other, and depths are not sums: with them, and where no value has such a size, drawing is
    /// a usage error.
    #[track_caller]
    pub fn within(&self, sizes: impl Into<Sizes>) -> Within<G> {
        Within::new(Rc::clone(&self.generator), &self.table, &self.others, sizes.into())
    }
}

impl<G: Draw> Measured<G> {
    /// A generator that draws each *valid* value of a size with exactly the same chance.
    ///
    /// Parts of the values should be lazy: what makes a value invalid is then known by a few of its choices, and all values
    /// that agree in those are never drawn again (Claessen, Duregård and Pałka, 2015). So rare values are found that
    /// filtering would not find.
    ///
    /// ```
    /// use astragal::generators::LazyList;
    /// use astragal::prelude::*;
    /// use astragal::spaces::Measure;
    ///
    /// fn is_sorted(list: &LazyList<u8>) -> bool {
    ///     let mut last = 0;
    ///     list.iter().all(|element| last <= **element && { last = **element; true })
    /// }
    ///
    /// // Of the 33,554,432 lists of size 26, 2,436 are sorted: the partitions of 26.
    /// let lists = any::<LazyList<u8>>().measured(Measure::tiers());
    /// assert_eq!(lists.count(26), 33_554_432);
    /// let sorted = lists.uniform_where(26, is_sorted).unwrap();
    /// assert!(is_sorted(&sorted.sample(1)));
    /// ```
    ///
    /// Spaces that cannot be counted part by part are an `Err`: sets, functions, conditions inside, depth.
    #[track_caller]
    pub fn uniform_where<P: Fn(&G::Value) -> bool>(
        &self,
        size: usize,
        valid: P,
    ) -> Result<UniformWhere<G, P>, Uncountable> {
        UniformWhere::new(Rc::clone(&self.generator), Rc::clone(&self.table), size, valid)
    }
}

impl<G: Reflect<Value: PartialEq + Debug>> Measured<G> {
    /// As [`iter`](Measured::iter), without repetition: where arms of a sum overlap, a value appears only as its
    /// generator takes it apart.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::Measure;
    ///
    /// let overlapping = one_of![int(0..4u8), int(2..6u8)].measured(Measure::tiers());
    /// assert_eq!(overlapping.iter().count(), 8);
    /// let mut values: Vec<u8> = overlapping.distinct().collect();
    /// values.sort();
    /// assert_eq!(values, [0, 1, 2, 3, 4, 5]);
    /// ```
    pub fn distinct(&self) -> impl Iterator<Item = G::Value> + '_ {
        let mut values = self.iter();
        std::iter::from_fn(move || {
            loop {
                let value = values.next()?;
                let enumerated = values.choices();
                let table = self.table.borrow();
                let rank = |numbers: &mut dyn Iterator<Item = u64>| {
                    let parsed = table.parse(table.graph.root, &mut &mut *numbers)?;
                    Some((parsed.size, table.rank(&parsed, parsed.size)))
                };
                // A value without a way back is not known to be a duplicate.
                let Ok(own) = self.generator.choices_of(&value) else { return Some(value) };
                if own.numbers().eq(enumerated.numbers()) || rank(&mut own.numbers()) == rank(&mut enumerated.numbers())
                {
                    return Some(value);
                }
            }
        })
    }
}

impl<G> Clone for Measured<G> {
    fn clone(&self) -> Self {
        Measured {
            generator: Rc::clone(&self.generator),
            table: Rc::clone(&self.table),
            enumerated: Rc::clone(&self.enumerated),
            others: self.others.clone(),
        }
    }
}

impl<G> Debug for Measured<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measured").field("others", &self.others).finish_non_exhaustive()
    }
}
