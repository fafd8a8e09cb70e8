//! Equations that are found: those that are known of lists, truth values and numbers, none that follows from others, and none that is wrong.

use std::panic::AssertUnwindSafe;

use astragal::prelude::*;
use astragal::spaces::{Equations, conjecture};

fn append(mut list: Vec<u8>, other: Vec<u8>) -> Vec<u8> {
    list.extend(other);
    list
}

fn reverse(mut list: Vec<u8>) -> Vec<u8> {
    list.reverse();
    list
}

fn sort(mut list: Vec<u8>) -> Vec<u8> {
    list.sort_unstable();
    list
}

/// Before the first that is not smaller.
fn insert(x: u8, mut list: Vec<u8>) -> Vec<u8> {
    let at = list.iter().position(|y| *y >= x).unwrap_or(list.len());
    list.insert(at, x);
    list
}

fn is_sorted(list: Vec<u8>) -> bool {
    list.is_sorted()
}

fn total(list: Vec<u8>) -> u32 {
    list.iter().map(|&x| u32::from(x)).sum()
}

/// It panics where there is none.
fn head(list: Vec<u8>) -> u8 {
    list[0]
}

fn texts(found: &Equations) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

fn has(found: &Equations, text: &str) -> bool {
    texts(found).iter().any(|other| other == text)
}

#[test]
fn lists_have_their_laws_and_no_consequences_of_them() {
    let found = conjecture! {
        for xs, ys, zs in any::<Vec<u8>>();
        for l, m, n in int(0..1_000usize);
        append;
        reverse;
        || Vec::<u8>::new();
        || 0usize;
        |list: Vec<u8>| list.len();
        |a: usize, b: usize| a + b;
    };
    let found = found.equations();
    assert!(found.is_complete(), "{found}");
    assert_eq!(
        texts(&found),
        [
            "reverse(Vec::<u8>::new()) == Vec::<u8>::new()",
            "Vec::<u8>::new().len() == 0usize",
            "append(xs, Vec::<u8>::new()) == xs",
            "append(Vec::<u8>::new(), xs) == xs",
            "reverse(reverse(xs)) == xs",
            "reverse(xs).len() == xs.len()",
            "l + 0usize == l",
            "l + m == m + l",
            "reverse(append(xs, ys)) == append(reverse(ys), reverse(xs))",
            "append(append(xs, ys), zs) == append(xs, append(ys, zs))",
            "(l + m) + n == l + (m + n)",
            "append(xs, ys).len() == xs.len() + ys.len()",
        ]
    );
}

#[test]
fn truth_values_have_the_laws_of_de_morgan_and_they_are_proved() {
    let found = conjecture! {
        for p, q, r in any::<bool>();
        |p: bool, q: bool| p && q;
        |p: bool, q: bool| p || q;
        |p: bool| !p;
        || true;
        || false;
    };
    let found = found.equations();
    assert!(found.is_complete() && found.iter().all(|equation| equation.is_exhaustive()), "{found}");
    for law in ["(p && q) == (q && p)", "((p && q) && r) == (p && (q && r))", "!!p == p", "(p && true) == p", "p || !p"]
    {
        assert!(has(&found, law), "{law}:\n{found}");
    }
    // The other one follows: both sides negated.
    let de_morgan = ["!(p || q) == (!p && !q)", "!(p && q) == (!p || !q)"];
    assert_eq!(de_morgan.iter().filter(|law| has(&found, law)).count(), 1, "{found}");
    let shares = ["(p || (q && r)) == ((p || q) && (p || r))", "(p && (q || r)) == ((p && q) || (p && r))"];
    assert!(shares.iter().any(|law| has(&found, law)), "{found}");
    assert!(!has(&found, "(true && p) == p") && !has(&found, "(false || p) == p"), "{found}");
}

#[test]
fn numbers_have_the_laws_of_a_ring() {
    let found = conjecture! {
        for a, b, c in any::<u32>();
        || 0u32;
        || 1u32;
        |a: u32, b: u32| a.wrapping_add(b);
        |a: u32, b: u32| a.wrapping_mul(b);
    };
    let found = found.equations();
    assert_eq!(
        texts(&found)[..8],
        [
            "a.wrapping_add(0u32) == a",
            "a.wrapping_add(b) == b.wrapping_add(a)",
            "a.wrapping_mul(0u32) == 0u32",
            "a.wrapping_mul(1u32) == a",
            "a.wrapping_mul(b) == b.wrapping_mul(a)",
            "a.wrapping_add(b).wrapping_add(c) == a.wrapping_add(b.wrapping_add(c))",
            "a.wrapping_mul(b).wrapping_mul(c) == a.wrapping_mul(b.wrapping_mul(c))",
            "a.wrapping_mul(b.wrapping_add(c)) == a.wrapping_mul(b).wrapping_add(a.wrapping_mul(c))",
        ]
    );
    assert!(found.iter().all(|equation| equation.cases() > 300), "{found}");
}

#[test]
fn conditions_are_found_where_an_equation_needs_one() {
    let found = conjecture! {
        for x, y, z in any::<u8>();
        |x: u8, y: u8| x.max(y);
        |x: u8, y: u8| x.min(y);
        if |x: u8, y: u8| x <= y;
    };
    let found = found.equations();
    assert!(has(&found, "x.min(x.max(y)) == x") && has(&found, "x <= x.max(y)"), "{found}");
    assert!(has(&found, "x <= y ==> x.max(y) == y"), "{found}");
    // That of the minimum follows, because `x.min(x.max(y)) == x`; and so does what is around either.
    let conditional: Vec<_> = found.iter().filter(|law| law.is_conditional()).collect();
    assert!(!texts(&found).iter().any(|law| law.ends_with("x.min(y) == x")), "{found}");
    assert!(conditional.len() <= 3, "{found}");

    let found = conjecture! {
        for x, y in any::<u8>();
        for xs in any::<Vec<u8>>();
        sort;
        insert;
        || Vec::<u8>::new();
        if is_sorted;
    };
    let found = found.equations();
    let laws = [
        "is_sorted(sort(xs))",
        "insert(x, sort(xs)) == sort(insert(x, xs))",
        "insert(x, insert(y, xs)) == insert(y, insert(x, xs))",
        "is_sorted(xs) ==> sort(xs) == xs",
    ];
    assert!(laws.iter().all(|law| has(&found, law)), "{found}");
    // It holds of `sort(xs)`, which is sorted.
    assert!(has(&found, "sort(sort(xs)) == sort(xs)"), "{found}");
}

#[test]
fn what_is_known_under_a_weaker_condition_is_not_said_again() {
    let found = conjecture! {
        for x, y in any::<u8>();
        |x: u8, y: u8| x.max(y);
        if |x: u8, y: u8| x < y;
        if |x: u8, y: u8| x <= y;
    };
    let found = found.size(5).equations();
    let under =
        |condition: &str| texts(&found).iter().filter(|text| text.starts_with(condition)).cloned().collect::<Vec<_>>();
    assert!(under("x <= y ==>").contains(&"x <= y ==> x.max(y) == y".into()), "{found}");
    assert!(under("x < y ==>").contains(&"x < y ==> !(y <= x)".into()), "{found}");
    assert!(!under("x < y ==>").iter().any(|text| text.ends_with("x.max(y) == y")), "{found}");
}

#[test]
fn what_is_wrong_anywhere_is_not_claimed() {
    /// It forgets one of more than three.
    fn forgetful(mut list: Vec<u8>) -> Vec<u8> {
        list.reverse();
        if list.len() > 3 {
            list.pop();
        }
        list
    }
    let found = conjecture! {
        for xs, ys, zs in any::<Vec<u8>>();
        append;
        forgetful;
    };
    let found = found.equations();
    assert!(!texts(&found).iter().any(|text| text.contains("forgetful")), "{found}");

    // They leave most numbers as they are: all small ones, or all that chance is likely to draw.
    fn small(n: u32) -> u32 {
        if n > 1 << 30 { 0 } else { n }
    }
    fn large(n: u32) -> u32 {
        if n == 77 { 78 } else { n }
    }
    let found = conjecture! {
        for n in any::<u32>();
        small;
        large;
    };
    let found = found.equations();
    assert!(!has(&found, "small(n) == n") && !has(&found, "large(n) == n"), "{found}");
    assert!(has(&found, "small(small(n)) == small(n)") && has(&found, "large(large(n)) == large(n)"), "{found}");
    // What holds where lists are not sorted says nothing of those that are.
    let found = conjecture! {
        for xs, ys, zs in any::<Vec<u8>>();
        append;
        sort;
        if is_sorted;
    };
    let found = found.equations();
    assert!(has(&found, "is_sorted(sort(xs))"), "{found}");
    assert!(!has(&found, "is_sorted(append(xs, sort(ys))) == is_sorted(append(xs, ys))"), "{found}");
    // Where 77 is not among the cases that are tried, the cases are counted, and there are few.
    let found = conjecture! {
        for n in any::<u32>();
        large;
    };
    let found = found.cases(20).equations();
    assert_eq!(texts(&found), ["large(n) == n"]);
    assert_eq!(found.iter().next().unwrap().cases(), 40);
}

#[test]
fn a_panic_is_a_result() {
    let found = conjecture! {
        for x in any::<u8>();
        for xs, ys, zs in any::<Vec<u8>>();
        append;
        reverse;
        head;
        |x: u8| vec![x];
        || Vec::<u8>::new();
    };
    let found = found.size(5).equations();
    let always = found.iter().find(|law| law.to_string() == "head(append(vec![x], xs)) == x").unwrap();
    assert_eq!(always.panics(), 0);
    let sometimes = found.iter().find(|law| law.to_string() == "head(append(xs, reverse(xs))) == head(xs)").unwrap();
    assert!(sometimes.panics() > 0 && sometimes.panics() < sometimes.cases(), "{found}");
    // It always panics: nothing is said of it.
    assert!(!texts(&found).iter().any(|law| law.contains("head(Vec::<u8>::new())")), "{found}");
    assert_is_pasted(&found);
}

/// The properties of equations are in this file, as they are printed.
fn assert_is_pasted(found: &Equations) {
    let pasted = include_str!("conjectures.rs").replace("\r\n", "\n");
    for property in found.iter().map(|equation| equation.property()) {
        assert!(pasted.contains(&format!("\n{property}\n")), "{}", found.properties());
    }
}

#[test]
fn properties_are_as_they_were_pasted() {
    let found = conjecture! {
        for list in vec_of(0..10u8, 0..=5);
        for x in 0..10u8;
        sort;
        insert;
        total;
        if is_sorted;
    };
    assert_is_pasted(&found.equations());
}

#[test]
fn the_number_of_terms_has_a_limit() {
    let signature = || {
        conjecture! {
            for xs, ys, zs in any::<Vec<u8>>();
            append;
            reverse;
        }
    };
    let few = signature().terms(100).equations();
    assert_eq!((few.terms(), few.is_complete()), (100, false));
    assert!(
        few.to_string().ends_with("(100 terms, as many as are allowed: all up to size 4, and some of size 5)\n"),
        "{few}"
    );
    let all = signature().equations();
    assert!(all.is_complete() && all.terms() > 300);
    // What is found first is the same.
    assert!(texts(&few).iter().all(|law| has(&all, law)) && has(&few, "reverse(reverse(xs)) == xs"));
    // One seed, one result, and the laws do not depend on it.
    assert_eq!(signature().seed(7).equations(), signature().seed(7).equations());
    assert_eq!(texts(&signature().seed(8).equations()), texts(&all));
}

#[test]
fn wrong_signatures_are_usage_errors() {
    let message = |work: &dyn Fn() -> Equations| {
        let thrown = std::panic::catch_unwind(AssertUnwindSafe(work)).unwrap_err();
        thrown.downcast_ref::<String>().cloned().or(thrown.downcast_ref::<&str>().map(ToString::to_string)).unwrap()
    };
    let twice = || conjecture! { for x in any::<u8>(); for x in any::<bool>(); }.equations();
    assert_eq!(message(&twice), "there are two variables `x`");
    let two = || conjecture! { for x in any::<u8>(); for y in 0..9u8; }.equations();
    assert_eq!(
        message(&two),
        "there are two generators of `u8`: `any::<u8>()` and `0..9u8`; name all variables of a type at once"
    );
    let again = || conjecture! { for xs in any::<Vec<u8>>(); reverse; sort; reverse; }.equations();
    assert_eq!(message(&again), "`reverse` is there twice");
    let wrong = || conjecture! { for xs in any::<Vec<u8>>(); if reverse; }.equations();
    assert_eq!(message(&wrong), "`reverse` is not a condition: it returns `Vec<u8>`");
    let rejects = || conjecture! { for n in int(0..1_000u32).filter(|n| *n > 5_000); |n: u32| n / 2; }.equations();
    assert_eq!(message(&rejects), "`int(0..1_000u32).filter(|n| *n > 5_000)` rejected 100 random cases");
}

// What was printed, and pasted here.

#[property]
fn reverse_vec_u8_new_is_vec_u8_new() {
    assert_eq!(reverse(Vec::<u8>::new()), Vec::<u8>::new());
}

#[property]
fn append_xs_vec_u8_new_is_xs(xs: Vec<u8>) {
    assert_eq!(append(xs.clone(), Vec::<u8>::new()), xs);
}

#[property]
fn append_vec_u8_new_xs_is_xs(xs: Vec<u8>) {
    assert_eq!(append(Vec::<u8>::new(), xs.clone()), xs);
}

#[property]
fn reverse_reverse_xs_is_xs(xs: Vec<u8>) {
    assert_eq!(reverse(reverse(xs.clone())), xs);
}

#[property]
fn reverse_vec_x_is_vec_x(x: u8) {
    assert_eq!(reverse(vec![x]), vec![x]);
}

#[property]
fn head_vec_x_is_x(x: u8) {
    assert_eq!(head(vec![x]), x);
}

#[property]
fn head_append_xs_xs_is_head_xs(xs: Vec<u8>) {
    let left = std::panic::catch_unwind(|| head(append(xs.clone(), xs.clone()))).ok();
    let right = std::panic::catch_unwind(|| head(xs.clone())).ok();
    assert_eq!(left, right);
}

#[property]
fn reverse_append_xs_ys_is_append_reverse_ys_reverse_xs(xs: Vec<u8>, ys: Vec<u8>) {
    assert_eq!(reverse(append(xs.clone(), ys.clone())), append(reverse(ys), reverse(xs)));
}

#[property]
fn append_append_xs_ys_zs_is_append_xs_append_ys_zs(xs: Vec<u8>, ys: Vec<u8>, zs: Vec<u8>) {
    assert_eq!(append(append(xs.clone(), ys.clone()), zs.clone()), append(xs, append(ys, zs)));
}

#[property]
fn head_append_xs_reverse_xs_is_head_xs(xs: Vec<u8>) {
    let left = std::panic::catch_unwind(|| head(append(xs.clone(), reverse(xs.clone())))).ok();
    let right = std::panic::catch_unwind(|| head(xs.clone())).ok();
    assert_eq!(left, right);
}

#[property]
fn head_append_vec_x_xs_is_x(x: u8, xs: Vec<u8>) {
    assert_eq!(head(append(vec![x], xs)), x);
}

#[property]
fn sort_sort_list_is_sort_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>) {
    assert_eq!(sort(sort(list.clone())), sort(list));
}

#[property]
fn total_sort_list_is_total_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>) {
    assert_eq!(total(sort(list.clone())), total(list));
}

#[property]
fn is_sorted_sort_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>) {
    assert!(is_sorted(sort(list)));
}

#[property]
fn insert_x_sort_list_is_sort_insert_x_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>, #[from(0..10u8)] x: u8) {
    assert_eq!(insert(x, sort(list.clone())), sort(insert(x, list)));
}

#[property]
fn is_sorted_insert_x_list_is_is_sorted_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>, #[from(0..10u8)] x: u8) {
    assert_eq!(is_sorted(insert(x, list.clone())), is_sorted(list));
}

#[property]
fn is_sorted_list_implies_sort_list_is_list(#[from(vec_of(0..10u8, 0..=5))] list: Vec<u8>) {
    assume!(is_sorted(list.clone()));
    assert_eq!(sort(list.clone()), list);
}
