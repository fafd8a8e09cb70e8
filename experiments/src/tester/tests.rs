//! That the properties are what they say: falsifiable, by the bug alone, and nothing smaller fails.

use super::contender::Contender;
use super::falsifiable::Falsifiable;
use super::input::Input;
use super::{library, measure};
use crate::etna::Verdict;
use crate::report::OURS;
use astragal::prelude::*;
use astragal::spaces::Measure;
use std::collections::BTreeSet;

/// How many values are enumerated and drawn for each property.
const ENUMERATED: usize = 3_000;
const DRAWN: u64 = 300;

/// What is wrong with a property itself.
pub(super) fn check<T: Input>(falsifiable: &Falsifiable<T>) -> Result<(), String> {
    let fixed = |value: &T| match falsifiable.judge_fixed(value) {
        Some(Verdict::Fails) => Err(format!("{value:?} fails without the bug")),
        _ => Ok(()),
    };
    if falsifiable.known().is_empty() {
        return Err("no failure is known".into());
    }
    for value in falsifiable.known() {
        fixed(value)?;
        if falsifiable.judge(value) != Verdict::Fails {
            return Err(format!("{value:?} does not fail"));
        }
        if !falsifiable.is_minimal(value) {
            return Err(format!("{value:?} is known, and not minimal"));
        }
    }
    for value in any::<T>().measured(Measure::tiers()).iter().take(ENUMERATED) {
        fixed(&value)?;
        if falsifiable.judge(&value) == Verdict::Fails && !falsifiable.is_minimal(&value) {
            return Err(format!("{value:?} fails, and no minimal failure comes before it"));
        } else if falsifiable.judge(&value) == Verdict::Fails {
            break;
        }
    }
    (0..DRAWN).try_for_each(|seed| fixed(&any::<T>().sample(seed)))
}

#[test]
fn every_bug_fails_its_property_and_its_smallest_failure_is_known() {
    let checks = library().into_iter().map(|subject| (subject.name(), subject.bug(), subject.check()));
    let wrong: Vec<_> = checks.filter(|(_, bug, check)| bug.is_empty() || check.is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn names_differ_and_there_are_enough() {
    let library = library();
    let names: BTreeSet<&str> = library.iter().map(|subject| subject.name()).collect();
    assert_eq!(names.len(), library.len());
    assert!(names.len() >= 60, "{}", names.len());
}

#[test]
fn every_contender_finds_the_easiest_bug() {
    let easy: Vec<_> = library().into_iter().filter(|subject| subject.name() == "lists/heap_sort").collect();
    let contenders = [Contender::defaults(), Contender::strategies()].concat();
    let report = measure(&easy, &contenders, &[], 1);
    let found = |contender: &Contender| report.value("all properties", "found_10000", &contender.name);
    // Some weightings are for binary trees, and there is no condition that could guide.
    let took_part: Vec<_> = contenders.iter().filter(|contender| found(contender).is_some()).collect();
    assert!(took_part.len() + 4 >= contenders.len(), "{}", took_part.len());
    for contender in took_part {
        assert_eq!(found(contender), Some(100.0), "{}", contender.name);
    }
    let minimal = report.value("lists/heap_sort", "minimal", OURS);
    assert_eq!(minimal, Some(100.0));
}

#[test]
fn guided_search_is_for_conditions() {
    let dates = library().into_iter().filter(|subject| subject.name().starts_with("dates/m"));
    let contenders = Contender::strategies().into_iter().filter(|contender| contender.name == "guided");
    let report = measure(&dates.collect::<Vec<_>>(), &contenders.collect::<Vec<_>>(), &[], 1);
    assert_eq!(report.value("dates/months_later", "found", "guided"), Some(100.0));
}

#[test]
fn the_table_has_a_line_for_each_property_and_a_summary() {
    let some: Vec<_> = library().into_iter().filter(|subject| subject.name().starts_with("containers/r")).collect();
    let table = measure(&some, &Contender::defaults()[..1], &[], 2).table();
    for text in ["tests_to_failure", "containers/ring", "containers/recently_used", "all properties", "found_100"] {
        assert!(table.contains(text), "{table}");
    }
}

#[test]
fn the_same_seeds_give_the_same_figures() {
    let some =
        || library().into_iter().filter(|subject| subject.name().starts_with("machines/gau")).collect::<Vec<_>>();
    let contenders = Contender::defaults();
    assert_eq!(measure(&some(), &contenders, &[], 1).tsv(), measure(&some(), &contenders, &[], 1).tsv());
}
