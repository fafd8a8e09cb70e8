//! How well properties specify a function: counts of mutants, kills and survivors, against those that are computed here in another way
//! or were published.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use astragal::config::Exhaustive;
use astragal::generators::btree_map_of;
use astragal::prelude::*;
use astragal::spaces::{Fit, Measure, Mutant, Specification};

fn lists() -> impl Gen<Value = Vec<u8>> + Closed + use<> {
    vec_of(0..4u8, ..)
}

fn sorted(list: &[u8]) -> Vec<u8> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted
}

type Sort = Mutant<Vec<u8>, Vec<u8>>;

/// The sorting example of FitSpec.
fn sorting(mutants: Exhaustive) -> Fit<Vec<u8>, Vec<u8>> {
    let contains = |sort: &Sort, (one, list): (u8, Vec<u8>)| sort.call(&list).contains(&one) == list.contains(&one);
    let specification = Specification::of("sort", lists(), lists(), |list| sorted(list))
        .property("1", lists(), |sort, list| sort.call(&list).is_sorted())
        .property("2", lists(), |sort, list| sort.call(&list).len() == list.len())
        .property("3", (0..4u8, lists()), contains)
        .property("4", (0..4u8, lists()), contains)
        .property("5", (0..4u8, lists()), |sort, (one, mut list)| {
            list.push(one);
            sort.call(&list)[0] == *list.iter().min().unwrap()
        });
    specification.mutants(mutants).cases(4_000).fit().unwrap()
}

#[test]
fn mutants_of_sorting_are_those_that_were_counted_by_another_program() {
    // Of each size: how many mutants there are up to it, and how many each property kills.
    let counted = [
        (2, 2, [0, 2, 2, 2, 1]),
        (4, 19, [1, 17, 17, 17, 10]),
        (6, 136, [20, 124, 128, 128, 81]),
        (8, 900, [202, 849, 865, 865, 586]),
        (9, 2_276, [593, 2_176, 2_194, 2_194, 1_537]),
    ];
    for (size, mutants, kills) in counted {
        let fit = sorting(Exhaustive::Size(size));
        assert_eq!((fit.mutants(), fit.survivors(), fit.is_exhaustive()), (mutants, 0, false), "size {size}");
        let killed = ["1", "2", "3", "4", "5"].map(|property| fit.mutants() - fit.survivors_of(&[property]));
        assert_eq!(killed, kills, "size {size}");
    }
}

#[test]
fn sorting_has_the_conjectures_that_were_published() {
    // Of 4,000 mutants. Which of those of size 10 are among them depends on the order within a size; so the number of survivors, too,
    // of which there are six of that size.
    let fit = sorting(Exhaustive::First(4_000));
    assert_eq!(fit.mutants(), 4_000);
    assert_eq!(fit.minimal_subsets(), [["1", "2", "3"], ["1", "2", "4"]]);
    let conjectures = fit.conjectures();
    assert_eq!((&conjectures[0].premise[..], &conjectures[0].conclusion[..]), (&["3".into()][..], &["4".into()][..]));
    assert_eq!((&conjectures[1].premise.join(" "), &*conjectures[1].conclusion), (&"1 3".into(), &["5".into()][..]));
    assert_eq!(conjectures.iter().map(|one| one.is_equivalence).collect::<Vec<_>>(), [true, false]);
    let smallest = fit.smallest_survivor().unwrap();
    let change: Vec<_> = smallest.changes().collect();
    let [(argument, result)] = change[..] else { panic!("{smallest:?}") };
    assert!(result.is_sorted() && argument.len() == 3 && result.len() == 3 && sorted(argument) != *result);
    assert!(fit.to_string().contains("4,000 mutants (all up to size 9)"), "{fit}");
}

#[test]
fn all_functions_of_two_bits_are_tried() {
    let bits = any::<(bool, bool)>;
    let fit = Specification::of("and", bits(), any::<bool>(), |(a, b)| *a && *b)
        .property("commutes", bits(), |and, (a, b)| and.call(&(a, b)) == and.call(&(b, a)))
        .property("idempotent", any::<bool>(), |and, a| and.call(&(a, a)) == a)
        .property("zero", any::<bool>(), |and, a| !and.call(&(a, false)))
        .property("one", any::<bool>(), |and, a| and.call(&(a, true)) == a)
        .fit()
        .unwrap();
    assert_eq!((fit.mutants(), fit.is_exhaustive()), (15, true));
    // A function is a table of four bits: bit 2a + b.
    let at = |table: u32, a: u32, b: u32| table >> (2 * a + b) & 1;
    let holds: [&dyn Fn(u32) -> bool; 4] = [
        &|table| at(table, 0, 1) == at(table, 1, 0),
        &|table| (0..2).all(|a| at(table, a, a) == a),
        &|table| (0..2).all(|a| at(table, a, 0) == 0),
        &|table| (0..2).all(|a| at(table, a, 1) == a),
    ];
    let names = ["commutes", "idempotent", "zero", "one"];
    for set in 0..16u32 {
        let survives = |table: &u32| (0..4).all(|property| set >> property & 1 == 0 || holds[property](*table));
        let others = (0..16).filter(|table| *table != 0b1000).filter(survives).count();
        let chosen: Vec<&str> = (0..4).filter(|at| set >> at & 1 == 1).map(|at| names[at]).collect();
        assert_eq!(fit.survivors_of(&chosen), others as u64, "{chosen:?}");
    }
    let three = |last| vec!["commutes", "idempotent", last];
    assert_eq!(fit.minimal_subsets(), [vec!["zero", "one"], three("zero"), three("one")]);
    // Two arguments have two names.
    let first = fit.smallest_survivor_of(&["commutes"]).unwrap();
    assert_eq!(format!("{first:?}"), "|x, y| match (x, y) { (false, false) => true, _ => and(x, y) }");
}

#[test]
fn kills_are_those_of_a_search_through_all_cases() {
    // Properties that ask for several arguments, for others than their case has, and after one result for another.
    let small = || vec_of(any::<bool>(), ..);
    let count = |list: &Vec<bool>| list.iter().filter(|bit| **bit).count() as u8 % 3;
    type Count<'f> = &'f dyn Fn(&Vec<bool>) -> u8;
    let properties: [fn(Count<'_>, &Vec<bool>) -> bool; 4] = [
        |f, list| f(&list.iter().rev().copied().collect()) == f(list),
        |f, list| f(&vec![true; f(list) as usize]) == f(list),
        |f, list| list.first() == Some(&true) || f(&[&[true], &list[..]].concat()) == (f(list) + 1) % 3,
        |f, list| f(&Vec::new()) == 0 && (list.is_empty() || f(&list[1..].to_vec()) <= f(list) || f(list) == 0),
    ];
    let mut specification = Specification::of("count", small(), 0..3u8, count);
    for (at, property) in properties.into_iter().enumerate() {
        let property = move |f: &Mutant<Vec<bool>, u8>, list| property(&|list| f.call(list), &list);
        specification = specification.property(at.to_string(), small(), property);
    }
    let fit = specification.mutants(Exhaustive::Size(5)).cases(Exhaustive::Size(7)).fit().unwrap();

    let maps = btree_map_of(small(), 0..3u8, ..).measured(Measure::tiers());
    let (mut mutants, mut kills) = (0, [0; 4]);
    for map in maps.up_to(5) {
        let map: BTreeMap<Vec<bool>, u8> = map;
        if map.is_empty() || map.iter().any(|(list, result)| count(list) == *result) {
            continue;
        }
        mutants += 1;
        let mutant = |list: &Vec<bool>| map.get(list).copied().unwrap_or_else(|| count(list));
        for (at, property) in properties.iter().enumerate() {
            let cases = small().measured(Measure::tiers());
            kills[at] += u64::from(cases.up_to(7).any(|list| !property(&mutant, &list)));
        }
    }
    assert_eq!(fit.mutants(), mutants);
    assert_eq!(["0", "1", "2", "3"].map(|name| mutants - fit.survivors_of(&[name])), kills);
    assert!(kills.iter().all(|kills| *kills > 0 && *kills < mutants), "{kills:?} of {mutants}");
}

#[test]
fn a_property_that_the_function_does_not_have_is_an_error() {
    let double = || Specification::of("double", 0..100u8, 0..200u8, |n| n * 2);
    let unsatisfied = double().property("odd", 0..100u8, |double, n| double.call(&n) % 2 == n % 2).fit().unwrap_err();
    assert_eq!((&*unsatisfied.property, &*unsatisfied.counterexample), ("odd", "1"));
    let text = "the function does not satisfy `odd`: it fails for 1: the property returned false";
    assert_eq!(unsatisfied.to_string(), text);
    // A panic is not printed, and a case that is rejected says nothing.
    let rejecting = double().property("some", 0..100u8, |double, n| {
        assume!(n > 5);
        assert!(double.call(&n) > n, "not larger");
    });
    let fit = rejecting.mutants(50).fit().unwrap();
    assert!(fit.to_string().contains("some, for all 100 values (6 of them rejected)"), "{fit}");
}

#[test]
fn what_kills_nothing_is_useless() {
    let fit = Specification::of("not", any::<bool>(), any::<bool>(), |bit| !bit)
        .property("differs", any::<bool>(), |not, bit| not.call(&bit) != bit)
        .property("is", any::<bool>(), |not, bit| not.call(&bit) || !not.call(&bit))
        .fit()
        .unwrap();
    assert_eq!((fit.useless(), fit.conjectures()), (vec!["is"], vec![]));
    assert!(fit.to_string().contains("kills no mutant: is\n"), "{fit}");
    let smallest = fit.smallest_survivor_of(&["is"]).unwrap();
    assert_eq!(format!("{smallest:?}"), "|x| match x { false => false, _ => not(x) }");
    // A specification without properties is satisfied by all.
    let none = Specification::of("not", any::<bool>(), any::<bool>(), |bit| !bit).fit().unwrap();
    assert_eq!((none.survivors(), none.minimal_subsets()), (3, vec![vec![]]));
}

#[test]
fn a_function_of_one_result_has_no_mutants() {
    let fit = Specification::of("drop", any::<Vec<u8>>(), just(()), |_| ()).mutants(10).fit().unwrap();
    assert_eq!((fit.mutants(), fit.survivors()), (0, 0));
}

#[test]
fn wrong_specifications_are_usage_errors() {
    let message = |work: &dyn Fn()| {
        let thrown = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
        thrown.downcast_ref::<String>().cloned().or(thrown.downcast_ref::<&str>().map(ToString::to_string)).unwrap()
    };
    let not = || Specification::of("not", any::<bool>(), any::<bool>(), |bit| !bit);
    let same = || drop(not().property("a", just(()), |_, ()| ()).property("a", just(()), |_, ()| ()));
    assert_eq!(message(&same), "there are two properties `a`");
    let unknown = || _ = not().fit().unwrap().survivors_of(&["a"]);
    assert_eq!(message(&unknown), "there is no property `a`");
    let many = || drop((0..17).fold(not(), |not, at| not.property(at.to_string(), just(()), |_, ()| ())));
    assert_eq!(message(&many), "a specification has at most 16 properties");
}
