//! Are these properties a specification? Functions that are almost `sort` tell what is missing, and what is too much.
//!
//! A mutant of a function has other results for some small arguments. Properties that specify the function kill all of them: a survivor
//! is another function with the same properties. The example is that of FitSpec, with the same conjectures.

use astragal::config::Exhaustive;
use astragal::prelude::*;
use astragal::spaces::{Fit, Mutant, Specification};

/// Lists of numbers below four: small types have small mutants.
fn lists() -> impl Gen<Value = Vec<u8>> + Closed + use<> {
    vec_of(0..4u8, ..)
}

fn sorted(list: &[u8]) -> Vec<u8> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted
}

type Sort = Mutant<Vec<u8>, Vec<u8>>;

fn is_ordered(sort: &Sort, list: Vec<u8>) -> bool {
    sort.call(&list).is_sorted()
}

fn keeps_the_length(sort: &Sort, list: Vec<u8>) -> bool {
    sort.call(&list).len() == list.len()
}

fn keeps_elements(sort: &Sort, (one, list): (u8, Vec<u8>)) -> bool {
    sort.call(&list).contains(&one) == list.contains(&one)
}

fn adds_none(sort: &Sort, (one, list): (u8, Vec<u8>)) -> bool {
    sort.call(&list).iter().all(|other| *other != one) == list.iter().all(|other| *other != one)
}

/// It panics where the result is empty, which is a failure as any other.
fn begins_with_the_least(sort: &Sort, (one, mut list): (u8, Vec<u8>)) {
    list.push(one);
    assert_eq!(sort.call(&list)[0], *list.iter().min().unwrap());
}

fn keeps_how_often(sort: &Sort, (one, list): (u8, Vec<u8>)) -> bool {
    let count = |list: &[u8]| list.iter().filter(|other| **other == one).count();
    count(&sort.call(&list)) == count(&list)
}

/// A first attempt: five properties that all hold.
fn first_attempt() -> Fit<Vec<u8>, Vec<u8>> {
    let fit = Specification::of("sort", lists(), lists(), |list| sorted(list))
        .property("ordered", lists(), is_ordered)
        .property("length", lists(), keeps_the_length)
        .property("contains", (0..4u8, lists()), keeps_elements)
        .property("lacks", (0..4u8, lists()), adds_none)
        .property("least first", (0..4u8, lists()), begins_with_the_least);
    fit.mutants(Exhaustive::Size(10)).cases(4_000).fit().unwrap()
}

/// The same without what follows, and with what was missing.
fn refined() -> Fit<Vec<u8>, Vec<u8>> {
    let fit = Specification::of("sort", lists(), lists(), |list| sorted(list))
        .property("ordered", lists(), is_ordered)
        .property("length", lists(), keeps_the_length)
        .property("contains", (0..4u8, lists()), keeps_elements)
        .property("how often", (0..4u8, lists()), keeps_how_often);
    fit.mutants(Exhaustive::Size(10)).cases(4_000).fit().unwrap()
}

fn main() {
    let fit = first_attempt();
    println!("{fit}");
    // Nothing says how often an element occurs.
    assert_eq!((fit.mutants(), fit.survivors()), (5_752, 6));
    let smallest = format!("{:?}", fit.smallest_survivor().unwrap());
    assert_eq!(smallest, "|x| match x { [0, 1, 1] => [0, 0, 1], _ => sort(x) }");
    // What is only ordered may forget its argument.
    let forgets = format!("{:?}", fit.smallest_survivor_of(&["ordered"]).unwrap());
    assert_eq!(forgets, "|x| match x { [0] => [], _ => sort(x) }");
    // Two properties say the same, and one follows from others.
    assert_eq!(fit.minimal_subsets(), [["ordered", "length", "contains"], ["ordered", "length", "lacks"]]);
    let conjectures = fit.conjectures();
    assert!(conjectures[0].is_equivalence);
    assert_eq!(
        (&conjectures[0].premise[..], &conjectures[0].conclusion[..]),
        (&["contains".into()][..], &["lacks".into()][..])
    );
    assert_eq!(conjectures[1].conclusion, ["least first"]);

    println!("\nrefined:\n");
    let fit = refined();
    println!("{fit}");
    // Ordered, and a permutation of its argument: that is what sorting is.
    assert_eq!((fit.mutants(), fit.survivors()), (5_752, 0));
    assert_eq!(fit.minimal_subsets(), [["ordered", "how often"]]);
}
