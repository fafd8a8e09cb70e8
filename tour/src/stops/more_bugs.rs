//! The other planted bugs, found in the same way; and two of them in one property.

use std::collections::BTreeSet;

use astragal::Report;
use astragal::prelude::*;
use astragal::report::Failure;

use super::Stop;
use crate::hunt::{check, only, show};
use crate::library::calendar::Date;
use crate::library::run_length::{pack, unpack};
use crate::library::search_tree::SearchTree;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "More bugs, found the same way", visit };

/// A run of equal bytes, which plain random bytes would never contain.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Run {
    /// Which byte.
    pub byte: u8,
    /// How often.
    #[arbitrary(with = 1..=300usize)]
    pub length: usize,
}

/// Packing and then unpacking gives the same bytes.
pub fn unpacks(runs: Vec<Run>) {
    let bytes: Vec<u8> = runs.iter().flat_map(|run| vec![run.byte; run.length]).collect();
    assert_eq!(unpack(&pack(&bytes)).map(|unpacked| unpacked.len()), Ok(bytes.len()));
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
        let keys = src.draw(vec_of(0..20u8, 1..=20));
        let remove = src.draw(select(keys.clone()));
        Removal { keys, remove }
    })
}

/// Removing a key from a tree removes that key and no other.
pub fn removes_one_key(case: Removal) {
    let mut tree: SearchTree<u8> = case.keys.iter().copied().collect();
    let mut model: BTreeSet<u8> = case.keys.iter().copied().collect();
    tree.remove(&case.remove);
    model.remove(&case.remove);
    assert_eq!(tree.keys(), Vec::from_iter(&model));
}

/// Dates, many of them in years that are not as others.
pub fn dates() -> impl Gen<Value = Date> {
    from_fn(|src| {
        let year = src.draw(select([2000, 1999, 1996, 1900, 2100]));
        let month = src.draw(1..=12u8);
        let last = match month {
            2 if year == 2000 || year == 1996 => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        Date { year, month, day: src.draw(1..=last) }
    })
}

/// The day after a date is a date.
pub fn next_is_a_date(date: Date) {
    let next = date.next();
    assert!(next.month <= 12, "there is no month {}", next.month);
    let is_leap = next.year % 4 == 0 && (next.year % 100 != 0 || next.year % 400 == 0);
    assert!(is_leap || next.month != 2 || next.day < 29, "no leap year: {}", next.year);
}

/// The bug in the run-length codec.
pub fn find_in_codec() -> Report {
    check("what is packed unpacks").run(any::<Vec<Run>>(), unpacks)
}

/// The bug in the search tree.
pub fn find_in_tree() -> Report {
    check("one key is removed").run(removals(), removes_one_key)
}

/// The bugs in the calendar.
pub fn find_in_calendar() -> Report {
    check("the next day is a date").run(dates(), next_is_a_date)
}

fn visit(page: &mut Page) -> Result<(), String> {
    let source = include_str!("more_bugs.rs");
    page.prose(
        "A codec is checked by going there and back. Random bytes hold no runs, so it is given runs: what is special \
         about the cases is said by a type, and derived.",
    );
    page.code(source, "struct Run");
    page.code(source, "fn unpacks");
    tell(page, only(&find_in_codec())?);
    page.prose(
        "A data structure is checked against a simple model. Where a part depends on another, as the key to remove \
         depends on the keys, a closure draws one after the other.",
    );
    page.code(source, "fn removals");
    page.code(source, "fn removes_one_key");
    tell(page, only(&find_in_tree())?);
    page.prose(
        "A property may fail in several ways. Failures at different places are different bugs: each is made small on its \
         own, and a small case of one does not hide the other.",
    );
    page.code(source, "fn next_is_a_date");
    let mut report = find_in_calendar();
    show(page, &mut report);
    if report.failures.len() == 2 { Ok(()) } else { Err("the calendar has two bugs".to_string()) }
}

/// The smallest case of a bug, and what it was before.
fn tell(page: &mut Page, bug: &Failure) {
    let case: Vec<&str> = bug.minimal.drawn.iter().map(|drawn| &*drawn.text).collect();
    let (before, after) = (bug.original.choices.len(), bug.minimal.choices.len());
    page.gap();
    page.fact("made small", format_args!("from {before} choices to {after}, in {} runs", bug.shrinking.evaluations));
    page.fact("counterexample", page.painted(Colour::Yellow, case.join(", ")));
    page.fact("failure", &bug.message);
    page.fact("replay token", bug.minimal.choices.token());
}
