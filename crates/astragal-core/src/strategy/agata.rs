//! Agata's strategies: how a size is divided over the dimensions of a value, so that it grows as fast as one wants.
//!
//! In a list of lists of lists, of up to `n` elements each, there may be `n³` elements. Agata divides instead: the lists of
//! one dimension share a size, so that there are no more than `n` elements in each dimension, and the value grows linearly
//! with its dimensions. (J. Duregård, *AGATA: Random generation of test data*, 2009.)
//!
//! | strategy | what a dimension gets | in all, at most |
//! | --- | --- | --- |
//! | [`linear`] | up to the bound | bound × dimensions |
//! | [`quadratic`] | the lower, the more | bound × dimensions² / 2 |
//! | [`exponential`] | up to the bound for *each* recursion | bound ^ dimensions |
//! | [`fixed`] | its share of the bound | the bound |
//! | [`partitions`] | one exactly the bound, the others up to it | bound × dimensions |
//! | [`mixed`] | as one of the others, another from value to value | |
//!
//! Numbers, strings and collections take part: a number of size 7 is 7 or -7.

use std::sync::Arc;

pub use super::sizes::{Entry, Level, Piles, Sizes};
use super::{Counted, Filling, Grown, Kind, Strategy};
use crate::source::Rng;

/// Each dimension gets up to the bound, divided among its recursions: Agata's own strategy.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shapes::agata;
///
/// let lists = any::<Vec<Vec<Vec<bool>>>>().by(agata::linear()).at_size(50);
/// let list = lists.sample(1);
/// assert!(list.len() <= 50 && list.concat().len() <= 50 && list.concat().concat().len() <= 50);
/// ```
pub fn linear() -> Strategy {
    named("agata:linear", Linear)
}

/// The lower a dimension, the more it gets: up to the bound for the highest, twice the bound for the next, and so on.
pub fn quadratic() -> Strategy {
    named("agata:quadratic", Quadratic)
}

/// Each recursion gets up to the bound, whatever the others have: values grow exponentially with their dimension. A plan of
/// more than a million parts is cut short.
pub fn exponential() -> Strategy {
    named("agata:exponential", Exponential)
}

/// The bound is divided among the dimensions.
pub fn fixed() -> Strategy {
    named("agata:fixed", Fixed)
}

/// One dimension has exactly the bound, the others up to it. So a value belongs to one bound only, whatever its type.
///
/// Where the type has no such value, because all its numbers and lists are shorter, that is a usage error of `by`; as
/// a setting for all properties, or as one of [several](mixed), the strategy then draws what there is.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shapes::agata;
///
/// let lists = any::<Vec<Option<Vec<()>>>>().by(agata::partitions()).at_size(9);
/// for seed in 0..100 {
///     let list = lists.sample(seed);
///     let inner = list.iter().flatten().map(Vec::len).sum::<usize>();
///     assert_eq!(list.len().max(inner), 9);
/// }
/// ```
pub fn partitions() -> Strategy {
    named("agata:partitions", Partitions)
}

/// One of the others, at random for each value.
pub fn mixed() -> Strategy {
    let all = [linear(), exponential(), quadratic(), fixed(), partitions()];
    Strategy { name: "agata:random".into(), kind: Kind::Mixed(all.map(|one| (1, one)).into()) }
}

/// A strategy of your own. See [`Sizes`].
pub fn with(sizes: impl Sizes + 'static) -> Strategy {
    let name = format!("agata:{sizes:?}");
    Strategy { name: name.into(), ..named("", sizes) }
}

fn named(name: &'static str, sizes: impl Sizes + 'static) -> Strategy {
    let grown = Grown {
        sizes: Arc::new(sizes),
        filling: Filling::Divided,
        piles: Piles::default(),
        plans: Counted { lists: true, numbers: true },
        if_nested: false,
        exactly: false,
        at_most: Vec::new(),
    };
    Strategy { name: name.into(), kind: Kind::Grown(grown) }
}

fn up_to(most: u32, rng: &mut Rng) -> u32 {
    rng.up_to(most.into()) as u32
}

#[derive(Debug)]
struct Linear;

impl Sizes for Linear {
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32> {
        (0..dimensions).map(|_| up_to(bound, rng)).collect()
    }
}

#[derive(Debug)]
struct Quadratic;

impl Sizes for Quadratic {
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32> {
        (1..=dimensions).map(|times| up_to(bound.saturating_mul(times), rng)).collect()
    }
}

#[derive(Debug)]
struct Exponential;

impl Sizes for Exponential {
    fn totals(&self, dimensions: u32, bound: u32, _rng: &mut Rng) -> Vec<u32> {
        vec![bound; dimensions as usize]
    }

    fn divide(&self, level: &Level<'_>, rng: &mut Rng) -> Vec<u32> {
        level.entries.iter().map(|_| up_to(level.bound, rng)).collect()
    }
}

#[derive(Debug)]
struct Fixed;

impl Sizes for Fixed {
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32> {
        Piles::Compositions.divide(bound, dimensions as usize, rng)
    }
}

#[derive(Debug)]
struct Partitions;

impl Sizes for Partitions {
    fn totals(&self, dimensions: u32, bound: u32, rng: &mut Rng) -> Vec<u32> {
        let mut totals: Vec<u32> = (0..dimensions).map(|_| up_to(bound, rng)).collect();
        if let Some(last) = totals.len().checked_sub(1) {
            totals[up_to(last as u32, rng) as usize] = bound;
        }
        totals
    }

    fn is_exact(&self) -> bool {
        true
    }
}
