//! All values of a generator: by size, by their choices, and as a language.

use std::fmt::Debug;

use num_bigint::BigUint;

use crate::measured::{Count, Measured};
use crate::uniform::{Sizes, Uniform};
use astragal_core::support::Price;
use astragal_core::{Choices, Closed, Derivative, Gen, Leaves, Measure, Mismatch, Place, Reflect, Tiers, Values};

/// All that a generator can make: enumerated, ranked, drawn uniformly; and the words that encode it.
///
/// Where the space is known ([`Closed`](astragal_core::Closed)), values go by size, and none need be made to count them. Any other
/// generator, such as a closure, is run along all paths of its choices.
///
/// ```
/// use astragal::prelude::*;
///
/// let known = any::<Option<bool>>();
/// assert_eq!(known.iter().collect::<Vec<_>>(), [None, Some(false), Some(true)]);
///
/// let closure = from_fn(|src| src.draw(0..3u8) * 10);
/// assert_eq!(closure.by_choices().map(|(value, _)| value).collect::<Vec<_>>(), [0, 10, 20]);
/// ```
pub trait Enumerate: Gen {
    /// Its values by size, where a measure says what size is: counted, enumerated, indexed, drawn uniformly.
    ///
    /// # Panics
    /// If the values cannot be counted under that measure: see [`Measured::new`].
    #[track_caller]
    fn measured(self, measure: Measure) -> Measured<Self>
    where
        Self: Closed + Sized,
    {
        Measured::new(self, &measure).unwrap_or_else(|uncountable| panic!("{uncountable}"))
    }

    /// Its values by size, smallest first, as [LeanCheck's tiers](Measure::tiers).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let tiers: Vec<Vec<(u8, bool)>> = any::<(u8, bool)>().tiers().take(2).map(Iterator::collect).collect();
    /// assert_eq!(tiers, [[(0, false), (0, true)], [(1, false), (1, true)]]);
    /// ```
    #[track_caller]
    fn tiers(self) -> Tiers<Self>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).tiers()
    }

    /// All its values, smallest first: the tiers one after the other.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists: Vec<Vec<u8>> = any::<Vec<u8>>().iter().take(5).collect();
    /// assert_eq!(lists, [vec![], vec![0], vec![0, 0], vec![1], vec![0, 0, 0]]);
    /// assert_eq!(any::<Option<bool>>().iter().count(), 3);
    /// ```
    #[track_caller]
    fn iter(self) -> Values<Self>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).iter()
    }

    /// All its values of at most a depth, as SmallCheck enumerates them.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists: Vec<Vec<bool>> = any::<Vec<bool>>().up_to_depth(1).collect();
    /// assert_eq!(lists, [vec![], vec![false], vec![true]]);
    /// ```
    #[track_caller]
    fn up_to_depth(self, depth: usize) -> Values<Self>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::depth()).up_to(depth)
    }

    /// How many values have a size, by [LeanCheck's tiers](Measure::tiers).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<Vec<bool>>().count(100).to_string(), (1u128 << 100).to_string());
    /// ```
    #[track_caller]
    fn count(self, size: usize) -> Count
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).count(size)
    }

    /// The value of a rank in the order of [`iter`](Enumerate::iter), at once; `None` if there are fewer values.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let googol = "1".to_string() + &"0".repeat(100);
    /// let value = any::<Vec<bool>>().nth(&googol.parse().unwrap()).unwrap();
    /// assert_eq!(value.len(), 332);
    /// assert_eq!(any::<Vec<bool>>().rank(&value).unwrap().to_string(), googol);
    /// ```
    #[track_caller]
    fn nth(self, rank: &BigUint) -> Option<Self::Value>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).nth(rank)
    }

    /// The rank of a value in the order of [`iter`](Enumerate::iter).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<(i32, i32)>().rank(&(2, 2)).unwrap().to_string(), "24");
    /// ```
    #[track_caller]
    fn rank(self, value: &Self::Value) -> Result<BigUint, Mismatch>
    where
        Self: Closed + Reflect<Value: PartialEq + Debug> + Sized,
    {
        self.measured(Measure::tiers()).rank(value)
    }

    /// Draws every value of a size, or of a range of sizes, with exactly the same chance.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = any::<Vec<bool>>().uniform(3);
    /// assert_eq!(lists.sample(7).len(), 3);
    /// ```
    ///
    /// A closure may draw from it what depends on what was drawn before, which no description knows: here the keys of a search tree,
    /// and then one of all shapes of that size (`Gen (Enumerate a)`; Cutler et al., Holey Generators!, section 7). The size only steers
    /// chance, so a value that is shrunk may have another one: where others depend on it, a `filter` says so.
    ///
    /// ```
    /// use astragal::generators::btree_set_of;
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary)]
    /// enum Shape { Leaf, Node(Box<Shape>, Box<Shape>) }
    ///
    /// fn nodes(shape: &Shape) -> usize {
    ///     match shape {
    ///         Shape::Leaf => 0,
    ///         Shape::Node(left, right) => 1 + nodes(left) + nodes(right),
    ///     }
    /// }
    ///
    /// /// The tree with these keys, from left to right.
    /// fn labelled(shape: &Shape, keys: &mut impl Iterator<Item = u8>) -> String {
    ///     match shape {
    ///         Shape::Leaf => ".".to_string(),
    ///         Shape::Node(left, right) => {
    ///             let left = labelled(left, keys);
    ///             let key = keys.next().unwrap();
    ///             format!("({left} {key} {})", labelled(right, keys))
    ///         }
    ///     }
    /// }
    ///
    /// let search_trees = from_fn(|src| {
    ///     let keys = src.draw(btree_set_of(0..100u8, 0..=9));
    ///     let shape = src.draw(any::<Shape>().uniform(keys.len()).filter(|shape| nodes(shape) == keys.len()));
    ///     labelled(&shape, &mut keys.into_iter())
    /// });
    /// assert_eq!(search_trees.simplest().unwrap(), ".");
    /// let (tree, choices) = search_trees.record(5).unwrap();
    /// assert_eq!(search_trees.replay(&choices).unwrap(), tree);
    /// ```
    #[track_caller]
    fn uniform(self, sizes: impl Into<Sizes>) -> Uniform<Self>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).uniform(sizes)
    }

    /// Every `step`-th value from the `first` on, so that machines can share an enumeration.
    #[track_caller]
    fn stripe(self, first: u64, step: u64) -> Values<Self>
    where
        Self: Closed + Sized,
    {
        self.measured(Measure::tiers()).stripe(first, step)
    }

    /// All values, each with its choices, by how many they take: those of one choice, of two, and so on; of those that
    /// take as many, the simplest first.
    ///
    /// Nothing need be known of the generator, which may be a closure: it is run along all paths of its choices, and
    /// rejected ones are skipped. If its values are finite, the iterator ends. Choices of a wide range, such as those of
    /// `any::<u64>()`, have too many values for anything else to appear soon: see [`by_weight`](Enumerate::by_weight).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let sorted_pair = from_fn(|src| {
    ///     let low = src.draw(0..4u8);
    ///     (low, src.draw(low..4))
    /// });
    /// let pairs: Vec<_> = sorted_pair.by_choices().map(|(pair, _)| pair).collect();
    /// assert_eq!(pairs.len(), 10);
    /// assert_eq!(pairs[..5], [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]);
    /// ```
    fn by_choices(self) -> Leaves<Self>
    where
        Self: Sized,
    {
        Leaves::new(self, Price::Choices)
    }

    /// As [`by_choices`](Enumerate::by_choices), where a larger number costs more: each choice costs one and its number. So
    /// there are finitely many values of each cost, whatever the generator.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists: Vec<Vec<u64>> = any::<Vec<u64>>().by_weight().map(|(list, _)| list).take(6).collect();
    /// assert_eq!(lists, [vec![], vec![0], vec![1], vec![2], vec![0, 0], vec![3]]);
    /// ```
    fn by_weight(self) -> Leaves<Self>
    where
        Self: Sized,
    {
        Leaves::new(self, Price::Weight)
    }

    /// Its language: all sequences of choices that encode a value, by their length, then by their numbers.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = vec_of(any::<bool>(), 0..=2);
    /// let words: Vec<Vec<u64>> = lists.language().map(|word| word.numbers().collect()).take(4).collect();
    /// assert_eq!(words, [vec![0], vec![1, 0], vec![1, 1], vec![2, 0, 0]]);
    /// ```
    fn language(self) -> impl Iterator<Item = Choices>
    where
        Self: Sized,
    {
        let mut leaves = self.by_choices();
        std::iter::from_fn(move || {
            loop {
                let (_, word) = leaves.next()?;
                // A set drops duplicates: that is another word, which is enumerated at its own place.
                if word.len() == leaves.asked() {
                    return Some(word);
                }
            }
        })
    }

    /// What is left once the first choice is made: a generator of the values that begin with it. Its
    /// [language](Enumerate::language) has the rest of the words that do.
    ///
    /// The first choice is no longer one of its choices, and is not recorded. One that is not possible leaves nothing: every case
    /// is rejected.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = vec_of(0..10u8, 0..=5);
    /// let pairs = lists.clone().derivative(2); // the first choice is the length
    /// assert_eq!(pairs.sample(1).len(), 2);
    /// assert_eq!(pairs.derivative(7).sample(1)[0], 7); // the second the first element
    /// assert!(lists.derivative(6).try_sample(1).is_err());
    /// ```
    #[track_caller]
    fn derivative(self, choice: u64) -> Derivative<Self>
    where
        Self: Sized,
    {
        Derivative { inner: self, first: choice, place: Place::here() }
    }
}

impl<G: Gen + ?Sized> Enumerate for G {}
