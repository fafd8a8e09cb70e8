//! What a user writes who tunes nothing, run by our own runner: its sizes, its moods, its order.

use super::bst::{Bst, Key, Tree, Val};
use super::loose::{Loose, fit};
use super::property::Draws;
use super::protocol::{FEW_RUNS, PATIENCE, Pair, RUNS};
use crate::fallible::fallible;
use astragal::Source;
use astragal::config::{Phase, Phases};
use astragal::prelude::*;
use astragal::{Check, Reject};
use std::cell::Cell;

/// Draws a tree with keys from 0 to the given one.
pub(super) type DrawTree = fn(&mut Source, Key) -> Result<Tree, Reject>;

/// A way in which a user may write it.
pub(super) struct Way {
    pub(super) name: &'static str,
    pub(super) tree: DrawTree,
    /// How many failing runs a pair are affordable.
    pub(super) runs: u64,
}

/// The plainest way, and others.
pub(super) const WAYS: &[Way] = &[
    Way { name: "default", tree: by_pick, runs: RUNS },
    Way { name: "default_bool", tree: by_bool, runs: FEW_RUNS },
    Way { name: "default_derived", tree: by_type, runs: FEW_RUNS },
    Way { name: "default_insert", tree: by_insertion, runs: FEW_RUNS },
];

fn by_bool(src: &mut Source, most: Key) -> Result<Tree, Reject> {
    fn bst(src: &mut Source, low: Key, high: Key) -> Result<Tree, Reject> {
        if low > high || !src.try_draw(any::<bool>())? {
            return Ok(Tree::Leaf);
        }
        let key = src.try_draw(low..=high)?;
        let val = src.try_draw(any::<Val>())?;
        let left = src.try_draw(fallible(|src| bst(src, low, key - 1)))?;
        let right = src.try_draw(fallible(|src| bst(src, key + 1, high)))?;
        Ok(Tree::node(left, key, val, right))
    }
    bst(src, 0, most)
}

fn by_pick(src: &mut Source, most: Key) -> Result<Tree, Reject> {
    fn bst(low: Key, high: Key) -> impl Gen<Value = Tree> {
        fallible(move |src| {
            if low > high {
                return Ok(Tree::Leaf);
            }
            src.try_draw(one_of![leaf: just(Tree::Leaf), node: fallible(move |src| node(src, low, high))])
        })
    }
    fn node(src: &mut Source, low: Key, high: Key) -> Result<Tree, Reject> {
        let key = src.try_draw(low..=high)?;
        let val = src.try_draw(any::<Val>())?;
        let left = src.try_draw(bst(low, key - 1).boxed())?;
        let right = src.try_draw(bst(key + 1, high).boxed())?;
        Ok(Tree::node(left, key, val, right))
    }
    src.try_draw(bst(0, most))
}

/// Derived, and then fitted into the bounds.
fn by_type(src: &mut Source, most: Key) -> Result<Tree, Reject> {
    Ok(fit(&src.try_draw(any::<Loose>())?, 0, most, &|val| val))
}

/// A list of pairs, inserted one after the other.
fn by_insertion(src: &mut Source, most: Key) -> Result<Tree, Reject> {
    let pairs = src.try_draw(vec_of((0..=most, any::<Val>()), ..))?;
    Ok(Bst::CORRECT.tree_of(&pairs))
}

/// Draws what a property asks for.
struct Arguments<'a> {
    src: &'a mut Source,
    most: Key,
    tree: DrawTree,
}

impl Draws for Arguments<'_> {
    type Rejection = Reject;

    fn key(&mut self) -> Result<Key, Reject> {
        self.src.try_draw(0..=self.most)
    }

    fn value(&mut self) -> Result<Val, Reject> {
        self.src.try_draw(any::<Val>())
    }

    fn tree(&mut self) -> Result<Tree, Reject> {
        let (tree, most) = (self.tree, self.most);
        self.src.try_draw(fallible(|src| tree(src, most)))
    }
}

/// How many cases our runner runs until a property fails, not counting those that its precondition rejects.
pub(super) fn cases_to_failure(pair: &Pair, run: u64, tree: DrawTree) -> Option<u64> {
    /// A run of ours is a thousand cases; if all pass, the next one goes on.
    const THOUSANDS: u64 = PATIENCE / 1_000;
    let bst = Bst(Some(pair.bug));
    let cases = Cell::new(0);
    let failed = Cell::new(false);
    let find_only = Phases::ALL.without(Phase::Shrink).without(Phase::Explain);
    let arguments = fallible(|src| {
        let most = Key::try_from(src.size()).unwrap_or(Key::MAX);
        pair.property.draw(&mut Arguments { src, most, tree })
    });
    for again in 0..THOUSANDS {
        let seed = pair.seed().wrapping_add((run * THOUSANDS + again) << 20);
        let _ = Check::new().seed(seed).with(|config| config.phases(find_only)).run(&arguments, |drawn| {
            let holds = (pair.property.holds)(bst, &drawn);
            assume!(holds.is_some());
            if !failed.get() {
                cases.set(cases.get() + 1);
                failed.set(holds == Some(false));
            }
            holds != Some(false)
        });
        if failed.get() {
            return Some(cases.get());
        }
    }
    None
}
