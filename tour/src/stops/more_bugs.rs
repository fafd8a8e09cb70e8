//! The other planted bugs, found in the same way.

use std::collections::BTreeSet;
use std::fmt::Debug;

use astragal::prelude::*;

use super::Stop;
use crate::hunt::{Counterexample, hunt};
use crate::library::run_length::{pack, unpack};
use crate::library::search_tree::SearchTree;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Two more bugs, found the same way", visit };

/// A run of equal bytes, which plain random bytes would never contain.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Run {
    /// Which byte.
    pub byte: u8,
    /// How often.
    #[arbitrary(with = 1..=300usize)]
    pub length: usize,
}

/// What was packed unpacks to the same bytes.
pub fn unpacks(runs: &[Run]) -> Result<(), String> {
    let bytes: Vec<u8> = runs.iter().flat_map(|run| vec![run.byte; run.length]).collect();
    match unpack(&pack(&bytes)) {
        Ok(unpacked) if unpacked == bytes => Ok(()),
        Ok(unpacked) => Err(format!("{} bytes unpack to {}", bytes.len(), unpacked.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// The keys of a tree, in the order in which they are inserted, and one of them to be removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    /// What is inserted.
    pub keys: Vec<u8>,
    /// What is removed.
    pub remove: u8,
}

/// Trees, and one of their keys.
pub fn removals() -> impl Gen<Value = Removal> {
    from_fn(|src| {
        let keys = src.draw(vec_of(0..20u8, 1..=20))?;
        let remove = src.draw(select(keys.clone()))?;
        Ok(Removal { keys, remove })
    })
}

/// Removing a key from a tree removes that key and no other.
pub fn removes_one_key(case: &Removal) -> Result<(), String> {
    let mut tree: SearchTree<u8> = case.keys.iter().copied().collect();
    let mut model: BTreeSet<u8> = case.keys.iter().copied().collect();
    tree.remove(&case.remove);
    model.remove(&case.remove);
    if tree.keys().into_iter().eq(&model) {
        return Ok(());
    }
    Err(format!("{:?} are left instead of {model:?}", tree.keys()))
}

/// The bug in the run-length codec.
pub fn find_in_codec() -> Option<Counterexample<Vec<Run>>> {
    hunt(&any::<Vec<Run>>(), |runs| unpacks(runs))
}

/// The bug in the search tree.
pub fn find_in_tree() -> Option<Counterexample<Removal>> {
    hunt(&removals(), removes_one_key)
}

fn visit(page: &mut Page) -> Result<(), String> {
    let source = include_str!("more_bugs.rs");
    page.prose(
        "A codec is checked by going there and back. Random bytes hold no runs, so it is given runs: what is special \
         about the cases is said by a type, and derived.",
    );
    page.code(source, "struct Run");
    page.code(source, "fn unpacks");
    show(page, "the run-length codec", find_in_codec())?;
    page.prose(
        "A data structure is checked against a simple model. Where a part depends on another, as the key to remove \
         depends on the keys, a closure draws one after the other.",
    );
    page.code(source, "fn removals");
    page.code(source, "fn removes_one_key");
    show(page, "the search tree", find_in_tree())
}

fn show<T: Debug>(page: &mut Page, subject: &str, bug: Option<Counterexample<T>>) -> Result<(), String> {
    let bug = bug.ok_or_else(|| format!("the planted bug in {subject} was not found"))?;
    let counterexample = page.painted(Colour::Yellow, format_args!("{:?}", bug.value));
    page.gap();
    page.fact("found at seed", format_args!("{}, with {} choices", bug.seed, bug.found_choices.len()));
    page.fact("counterexample", counterexample);
    page.fact("failure", bug.failure);
    page.fact("replay token", bug.choices.token());
    Ok(())
}
