//! How the size of a value is divided: among its dimensions, and among the recursions of one dimension.

use std::fmt;

use crate::source::Rng;

/// Divides the size of a value. Implement it for a strategy of your own.
///
/// A value is made from its highest dimension down. For each dimension there is a total, and the total is divided among the
/// recursions in it: the outermost list, then the lists in it, then the strings in those.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shapes::agata::{self, Level, Sizes};
/// use astragal::source::Rng;
///
/// /// One recursion of each dimension gets everything, the others nothing.
/// #[derive(Debug)]
/// struct OneTakesAll;
///
/// impl Sizes for OneTakesAll {
///     fn totals(&self, dimensions: u32, bound: u32, _rng: &mut Rng) -> Vec<u32> {
///         vec![bound; dimensions as usize]
///     }
///
///     fn divide(&self, level: &Level<'_>, rng: &mut Rng) -> Vec<u32> {
///         let mut sizes = vec![0; level.entries.len()];
///         if let Some(last) = sizes.len().checked_sub(1) {
///             sizes[rng.up_to(last as u64) as usize] = level.total;
///         }
///         sizes
///     }
/// }
///
/// let lists = any::<Vec<Vec<bool>>>().by(agata::with(OneTakesAll)).at_size(7);
/// let list = lists.sample(1);
/// assert_eq!(list.len(), 7);
/// assert_eq!(list.concat().len(), 7);
/// ```
pub trait Sizes: fmt::Debug + Send + Sync {
    /// What each dimension gets of a value with this many dimensions, the highest first.
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32>;

    /// What each recursion of a dimension gets.
    fn divide(&self, level: &Level<'_>, rng: &mut Rng) -> Vec<u32> {
        level.piles(rng)
    }

    /// Whether some dimension must get exactly the bound. Then no value belongs to two bounds. One that misses its bound, because
    /// nothing is in that dimension, is planned again, in the end so that something is.
    fn is_exact(&self) -> bool {
        false
    }
}

/// One dimension of a value that is being planned.
#[derive(Debug)]
#[non_exhaustive]
pub struct Level<'a> {
    /// Which dimension it is; 1 is the lowest.
    pub dimension: u32,
    /// The dimension of the value.
    pub highest: u32,
    /// The size of the case.
    pub bound: u32,
    /// What this dimension gets.
    pub total: u32,
    /// The recursions in it.
    pub entries: &'a [Entry],
    /// How it is divided, unless a strategy knows better.
    pub piles: Piles,
}

/// A recursion in a value that is being planned: the outermost part, not each step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The name of its type, or `list`, or `number`.
    pub name: &'static str,
}

impl Level<'_> {
    /// The total, divided at random.
    pub fn piles(&self, rng: &mut Rng) -> Vec<u32> {
        self.piles.divide(self.total, self.entries.len(), rng)
    }
}

/// How a number is divided at random into parts that add up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piles {
    /// Each way to divide it is equally likely. So one part may well be large and the others small.
    #[default]
    Compositions,
    /// One after the other is thrown onto a random pile. So all are of about the same size.
    Throws,
}

impl Piles {
    /// `count` numbers that add up to a total.
    ///
    /// ```
    /// use astragal::shapes::agata::Piles;
    /// use astragal::source::Rng;
    ///
    /// let piles = Piles::Compositions.divide(100, 7, &mut Rng::new(1));
    /// assert_eq!(piles.len(), 7);
    /// assert_eq!(piles.iter().sum::<u32>(), 100);
    /// ```
    pub fn divide(self, total: u32, count: usize, rng: &mut Rng) -> Vec<u32> {
        match (self, count) {
            (_, 0) => Vec::new(),
            (_, 1) => vec![total],
            (Piles::Throws, _) => {
                let mut piles = vec![0; count];
                for _ in 0..total {
                    piles[rng.up_to(count as u64 - 1) as usize] += 1;
                }
                piles
            }
            (Piles::Compositions, _) => composition(u64::from(total), count as u64, rng),
        }
    }
}

/// Stars and bars: of `total + count - 1` places in a row some are bars, and the stars between two bars are a pile.
fn composition(total: u64, count: u64, rng: &mut Rng) -> Vec<u32> {
    let (mut stars, mut bars) = (total, count - 1);
    let mut piles = vec![0];
    // Place by place: a bar with the chance of the bars that are left.
    while bars > 0 {
        if stars == 0 {
            piles.extend((0..bars).map(|_| 0));
            return piles;
        }
        if rng.below(stars + bars) < bars {
            bars -= 1;
            piles.push(0);
        } else {
            stars -= 1;
            if let Some(pile) = piles.last_mut() {
                *pile += 1;
            }
        }
    }
    if let Some(pile) = piles.last_mut() {
        *pile += stars as u32;
    }
    piles
}
