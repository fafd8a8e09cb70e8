//! Values that lead to a place in the code: found by what the code forces, where chance does not come.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use astragal::config::Exhaustive;
use astragal::generators::{Lazy, lazy};
use astragal::prelude::*;
use astragal::spaces::{self, Reached, among};
use astragal::{Check, reach};

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Expr {
    Num(#[arbitrary(with = lazy(0..10u8))] Lazy<u8>),
    Neg(Lazy<Expr>),
    Add(Lazy<Expr>, Lazy<Expr>),
    Mul(Lazy<Expr>, Lazy<Expr>),
}

use Expr::{Add, Mul, Neg, Num};

/// What a simplifier does with an expression. It looks at no more than it has to.
fn rule(expr: &Expr) -> &'static str {
    let Mul(left, right) = expr else { return "none" };
    if let Num(one) = &**right {
        reach!("a number on the right");
        return if **one == 1 { "times one" } else { "none" };
    }
    let Add(sum, _) = &**left else { return "none" };
    let (Neg(negated), Neg(other)) = (&**sum, &**right) else { return "none" };
    let (Neg(twice), Num(three)) = (&**negated, &**other) else { return "none" };
    match &**twice {
        Num(seven) if **seven == 7 && **three == 3 => {
            reach!("deep");
            "deep"
        }
        Neg(deeper) if matches!(**deeper, Neg(_)) && matches!(**twice, Num(_)) => {
            reach!("impossible");
            "impossible"
        }
        _ => "none",
    }
}

#[test]
fn a_place_that_chance_does_not_reach_is_found_in_few_runs() {
    assert!((0..10_000).all(|seed| rule(&any::<Expr>().sample(seed)) != "deep"));
    let found = spaces::reach(any::<Expr>(), "deep", rule);
    assert_eq!(format!("{:?}", found.value().unwrap()), "Mul(Add(Neg(Neg(Num(7))), _), Neg(Num(3)))");
    assert!(found.runs() < 2_000, "{}", found.runs());
    assert_eq!(found.passed(), ["a number on the right"]);
    // Its choices make it again, and what was not forced is the simplest.
    let replayed = any::<Expr>().replay(found.choices().unwrap()).unwrap();
    assert_eq!(rule(&replayed), "deep");
    assert!(
        matches!(&replayed, Mul(left, _) if matches!(&**left, Add(_, other) if matches!(&**other, Num(zero) if **zero == 0)))
    );
    // It is not found in fewer runs, and a bound may be a size.
    assert!(!among(found.runs() - 1).reach(any::<Expr>(), "deep", rule).is_reached());
    assert!(among(found.runs()).reach(any::<Expr>(), "deep", rule).is_reached());
    let sizes: Vec<bool> =
        (15..25).map(|size| among(Exhaustive::Size(size)).reach(any::<Expr>(), "deep", rule).is_reached()).collect();
    assert!(sizes.is_sorted() && !sizes[0] && sizes[9], "{sizes:?}");
}

#[test]
fn a_place_that_cannot_be_reached_is_said_to_be_so() {
    // There are expressions without end, and what the code forces of them differs in 73 ways.
    let found = spaces::reach(any::<Expr>(), "impossible", rule);
    assert!(!found.is_reached() && found.is_complete());
    assert_eq!((found.runs(), found.passed()), (73, &["a number on the right", "deep"][..]));

    // This one looks at all of an expression.
    fn height(expr: &Expr) -> u32 {
        match expr {
            Num(_) => 0,
            Neg(inner) => 1 + height(inner),
            Add(one, other) | Mul(one, other) => 1 + height(one).max(height(other)),
        }
    }
    let code = |expr: &Expr| match height(expr) {
        0 => reach!("number"),
        30.. => reach!("high"),
        _ => {}
    };
    let found = among(3_000).reach(any::<Expr>(), "high", code);
    assert!(!found.is_reached() && !found.is_complete());
    assert_eq!(
        found.to_string(),
        "nothing was found that reaches \"high\" in 3,000 runs, and there are other values; reached on the way: \"number\""
    );

    // Where values are few, all of them are tried: one run for those that differ in what is not forced.
    let both = |(a, b): &(Lazy<u8>, Lazy<u8>)| {
        if **a >= 3 {
            reach!("three");
            if **b > **a && **b < 3 {
                reach!("between");
            }
        }
    };
    let found = spaces::reach((lazy(0..10u8), lazy(0..10u8)), "between", both);
    assert!(found.is_complete());
    assert_eq!(
        found.to_string(),
        "nothing reaches \"between\": all values were tried, in 73 runs; reached on the way: \"three\""
    );
    let thrown = catch_unwind(AssertUnwindSafe(|| found.expect_reached())).unwrap_err();
    assert!(thrown.downcast_ref::<String>().unwrap().starts_with("nothing reaches \"between\""));
}

#[test]
fn a_label_that_is_not_there_is_told_from_one_that_is_not_reached() {
    let found = spaces::reach(any::<Expr>(), "depe", rule);
    assert!(found.to_string().ends_with("; reached on the way: \"a number on the right\", \"deep\""), "{found}");
    let found = among(500).reach(any::<Expr>(), "deep", |_| "not called");
    assert_eq!(
        found.to_string(),
        "nothing reaches \"deep\": all values were tried, in 4 runs; no `reach!` was run on this thread"
    );
    // A mark on another thread is not one of this search.
    let elsewhere = |n: &u8| {
        let n = *n;
        std::thread::spawn(move || {
            if n == 3 {
                reach!("three")
            }
        })
        .join()
        .unwrap();
    };
    let found = spaces::reach(0..5u8, "three", elsewhere);
    assert!(found.is_complete() && found.passed().is_empty());
}

#[test]
fn a_run_ends_where_the_place_is_reached() {
    let after = Cell::new(0);
    let code = |n: &u8| {
        if *n == 3 {
            reach!("three");
        }
        if *n == 2 {
            panic!("two");
        }
        after.set(after.get() + 1);
    };
    let found = spaces::reach(any::<u8>(), "three", code);
    assert_eq!((found.value(), found.runs(), after.get()), (Some(&3), 4, 2));
    assert_eq!(found.to_string(), "3 reaches \"three\", in run 4");
    let found = among(3).reach(any::<u8>(), "three", code);
    assert!(found.to_string().contains("in 3 runs, and there are other values; 1 runs panicked"), "{found}");

    // What is rejected is not run: by a filter, or by an assumption in the code.
    let code = |n: &u8| {
        assume!(n % 3 != 0);
        if *n > 200 {
            reach!("large");
        }
    };
    let found = spaces::reach(int(0..=9u8).filter(|n| n % 2 == 1), "large", code);
    assert!(found.is_complete());
    assert_eq!(found.runs(), 3);
    assert!(found.to_string().contains("; 7 values were rejected"), "{found}");
    // A mark outside of a search does nothing.
    rule(&any::<Expr>().sample(1));
    reach!("nothing");
}

#[test]
fn searches_nest_and_are_requirements_of_properties() {
    let small = |limit: u8| {
        move |n: &u8| {
            if *n > limit {
                reach!("above")
            }
        }
    };
    let report = Check::new().seed(1).run(0..=9u8, |limit| spaces::reach(any::<u8>(), "above", small(limit)));
    assert!(report.verdict.is_pass());
    let report = Check::new().seed(1).run(0..=9u8, |limit| -> Reached<u8> {
        assume!(limit != 3);
        spaces::reach(0..=5u8, "above", small(limit))
    });
    assert_eq!(report.failures[0].minimal.drawn[0].text, "5");
    let message = &report.failures[0].message;
    assert!(message.contains("nothing reaches \"above\": all values were tried, in 6 runs"), "{message}");

    // One search within another.
    let outer = |n: &u8| {
        let inner = spaces::reach(0..=9u8, "inner", |m: &u8| {
            if m == n {
                reach!("inner")
            }
        });
        if inner.is_reached() && *n == 4 {
            reach!("outer");
        }
    };
    assert_eq!(spaces::reach(any::<u8>(), "outer", outer).expect_reached(), 4);
}

#[test]
fn misuse_is_a_usage_error() {
    let message = |work: &dyn Fn()| {
        let thrown = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
        thrown.downcast_ref::<String>().unwrap().clone()
    };
    let by_depth = || drop(among(Exhaustive::Depth(3)).reach(any::<u8>(), "a", |_| ()));
    assert!(message(&by_depth).contains("a search for a place has no bound of depth"), "{}", message(&by_depth));
    let wrong = || drop(spaces::reach(int(5..5u8), "a", |_| ()));
    assert!(message(&wrong).contains("no integer is in 5..5: the range is empty"), "{}", message(&wrong));
    let times = Cell::new(0);
    let flaky = || {
        drop(spaces::reach(any::<u8>(), "once", |_| {
            times.set(times.get() + 1);
            if times.get() == 1 {
                reach!("once");
            }
        }));
    };
    assert!(message(&flaky).contains("the code is not a function of the value"));
}
