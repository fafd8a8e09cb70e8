//! "There is" and "for all" inside of properties, and all counterexamples up to a bound.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::smallest;
use astragal::config::{Exhaustive, Phase, Phases};
use astragal::generators::tiered;
use astragal::prelude::*;
use astragal::report::{Origin, Problem, Style, Verdict};
use astragal::spaces::{ResultTier, among, counterexamples, holds, results, witnesses};
use astragal::spaces::{exists, exists_unique, for_all};
use astragal::{Check, Draw};
use astragal::{Reject, Source};

/// The message of a function's panic.
fn message_of<R>(work: impl FnOnce() -> R) -> String {
    let Err(thrown) = catch_unwind(AssertUnwindSafe(work)) else { panic!("it throws nothing") };
    *thrown.downcast::<String>().expect("a panic has a text")
}

#[test]
fn the_first_witness_is_the_smallest() {
    let adds_up = |list: &Vec<u8>| list.iter().map(|&n| u32::from(n)).sum::<u32>() == 3;
    let found = exists(any::<Vec<u8>>(), |list| adds_up(&list));
    let at = any::<Vec<u8>>().iter().position(|list| adds_up(&list)).unwrap();
    assert_eq!(found.witness(), any::<Vec<u8>>().iter().nth(at).as_ref());
    assert_eq!(found.searched().values(), at as u64 + 1);
    assert_eq!(exists(any::<(u8, u8)>(), |(a, b)| a * b == 6).expect_found(), (2, 3));
}

#[test]
fn answers_say_what_was_searched() {
    let nothing = |_| false;
    assert_eq!(
        among(200).exists(any::<Vec<bool>>(), |_| false).to_string(),
        "no witness among the first 200 values, all up to size 6"
    );
    assert_eq!(exists(any::<u8>(), nothing).to_string(), "no witness among all 256 values");
    assert_eq!(exists(just(7), |n| n == 8).to_string(), "no witness among the only possible value");
    assert_eq!(
        exists(any::<u64>(), |n| n > 5_000).to_string(),
        "no witness among the first 1000 values, all up to size 999"
    );
    let (size, depth) = (Exhaustive::Size(2), Exhaustive::Depth(2));
    assert_eq!(
        among(size).for_all(any::<Vec<bool>>(), |_| true).to_string(),
        "no counterexample among the first 7 values, all up to size 2"
    );
    assert_eq!(
        among(depth).for_all(any::<Vec<bool>>(), |_| true).to_string(),
        "no counterexample among the first 7 values, all up to depth 2"
    );
    assert_eq!(exists(any::<i8>(), |n| n < -2).to_string(), "-3 is a witness");
    assert_eq!(for_all(any::<i8>(), |n| n > -3).to_string(), "-3 is a counterexample");
    // A bound that is just as large as the domain has seen all of it.
    assert!(among(256).exists(any::<u8>(), nothing).searched().is_all());
    assert!(!among(255).exists(any::<u8>(), nothing).searched().is_all());
    assert!(among(Exhaustive::Size(255)).exists(any::<u8>(), nothing).searched().is_all());
    assert_eq!(among(0).exists(any::<u8>(), |_| true).to_string(), "no witness among the first 0 values");
}

#[test]
fn one_and_only_one() {
    assert_eq!(exists_unique(any::<i32>(), |n| n * n == 9).to_string(), "two witnesses: 3 and -3");
    assert_eq!(exists_unique(any::<i32>(), |n| n * n == 9).witness(), None);
    assert_eq!(exists_unique(any::<i32>(), |n| n * n == 9).witnesses(), [3, -3]);
    assert_eq!(exists_unique(any::<u8>(), |n| n == 9).to_string(), "9 is the only witness among all 256 values");
    assert_eq!(exists_unique(any::<u8>(), |_| false).to_string(), "no witness among all 256 values");
    // A value that two arms make is still one.
    let overlapping = one_of![int(0..4u8), int(2..6u8)];
    assert!(exists_unique(overlapping, |n| n == 3).is_found());
}

#[test]
fn quantifiers_nest() {
    // Every byte but 0 has something it divides, and only 1 divides all.
    let divides = |a: u8, b: u8| a != 0 && b % a == 0;
    assert!(for_all(1..=255u8, |a| exists(1..=255u8, |b| divides(a, b))).holds());
    let all = exists_unique(any::<u8>(), |a| for_all(any::<u8>(), |b| divides(a, b)));
    assert_eq!(all.expect_found(), 1);
    // The mean of two numbers is between them: of three numbers, in any order.
    let between =
        for_all(0..8u8, |a| for_all(0..8u8, |b| exists(0..8u8, |c| a.min(b) <= c && c <= a.max(b)).is_found()));
    between.expect_holds();
}

#[test]
fn a_property_may_return_a_quantifier() {
    let root = |n: u8| exists(any::<u8>(), |root| root.checked_mul(root) == Some(n));
    let report = Check::new().seed(1).run(any::<u8>(), root);
    assert_eq!((&report.verdict, smallest(&report)), (&Verdict::Failed, vec!["2"]));
    assert_eq!(report.failures[0].message, "no witness among all 256 values");
    assert_eq!(report.failures[0].origin, Origin::ReturnedFalse);
    assert!(
        report.render(Style::plain()).contains("no witness among all 256 values"),
        "{}",
        report.render(Style::plain())
    );

    let report = Check::new().seed(1).run(any::<u8>(), |n| {
        assume!([0, 1, 4, 9, 16].contains(&n));
        root(n)
    });
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 5));
    let report = Check::new().seed(1).run(any::<u8>(), |n| {
        assume!(n > 0);
        for_all(any::<u8>(), |m| m / n <= m)
    });
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 255));
    let report = Check::new().seed(1).run(any::<u8>(), |n| for_all(any::<u8>(), |m| m.checked_add(n).is_some()));
    assert_eq!((smallest(&report), &*report.failures[0].message), (vec!["1"], "255 is a counterexample"));
}

#[test]
fn what_is_expected_fails_where_it_is_asked_for() {
    let line = line!() + 1;
    let report = Check::new().seed(1).run(any::<u8>(), |n| exists(any::<u8>(), |m| m > n).expect_found() > n);
    let report2 = Check::new().seed(1).run(any::<u8>(), |n| for_all(any::<u8>(), |m| m >= n).expect_holds());
    for (report, line, minimal) in [(&report, line, "255"), (&report2, line + 1, "1")] {
        let Origin::Panicked(Some(place)) = &report.failures[0].origin else { panic!("{:?}", report.failures[0]) };
        assert!(place.contains(&format!("quantifiers.rs:{line}:")), "{place}");
        assert_eq!(smallest(report), [minimal]);
    }
    assert_eq!(report.failures[0].message, "no witness among all 256 values");
    assert_eq!(message_of(|| exists_unique(any::<i8>(), |n| n * n == 4).expect_found()), "two witnesses: 2 and -2");
}

/// A case that fails must fail whenever it is run: first of many or alone, on one thread or on two.
#[test]
fn what_fails_for_want_of_a_witness_fails_wherever_it_is_run() {
    // Each case is a search, and a machine may be busy.
    let patient = || Check::new().seed(1).with(|config| config.time(None).shrink_time(Duration::MAX));
    let far = |n: u32| exists(any::<u32>(), |m| m > 900 && m % 7 == n % 7);
    let report = patient().cases(100).run(any::<u32>(), far);
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::Passed, 100));
    let too_far = |n: u32| exists(any::<u32>(), |m| m > 4_900 + n % 128);
    let runs = [1, 2].map(|threads| {
        patient().with(|config| config.threads(threads)).cases(60).run_on_threads(any::<u32>(), too_far)
    });
    for report in &runs {
        assert_eq!((&report.verdict, smallest(report)), (&Verdict::Failed, smallest(&runs[0])));
        assert_eq!(smallest(report)[0].parse::<u32>().unwrap() % 128, 99);
        assert_eq!(report.failures[0].found, runs[0].failures[0].found);
        assert_eq!(report.failures[0].message, "no witness among the first 5000 values, all up to size 4999");
    }
    // Its token replays it.
    let token = runs[0].failures[0].minimal.choices.token();
    let report = patient().with(|config| config.replay(token)).run(any::<u32>(), too_far);
    assert_eq!(smallest(&report), smallest(&runs[0]));
}

#[test]
fn what_is_rejected_is_no_witness_and_no_counterexample() {
    let odd_squares = |n: u8| {
        assume!(n % 2 == 1);
        n == 8
    };
    let found = exists(any::<u8>(), odd_squares);
    assert_eq!(found.to_string(), "no witness among all 256 values (128 of them rejected)");
    assert!(
        for_all(any::<u8>(), |n| {
            assume!(n < 9);
            n < 9
        })
        .holds()
    );
    // The value is rejected, not the case; the answer for the case is known, too.
    let report = Check::new().seed(1).run(any::<u8>(), |n| {
        let smaller = for_all(any::<u8>(), |m| {
            assume!(m < n);
            m < 255
        });
        assert_eq!(smaller.searched().rejected(), 256 - u64::from(n));
        assume!(n != 7);
        smaller.holds()
    });
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 255));
    assert_eq!(report.statistics.rejected(), 1);
}

#[test]
fn an_assumption_in_a_check_inside_of_a_quantifier_is_that_of_the_check() {
    let checked = |n: u8| {
        Check::new().seed(1).run(any::<u8>(), |m| {
            assume!(m < 10);
            m < n
        })
    };
    assert_eq!(exists(any::<u8>(), |n| checked(n).verdict.is_pass()).expect_found(), 10);
}

#[test]
fn a_search_in_which_all_is_rejected_is_not_a_pass() {
    let large = any::<u64>().filter(|n| *n > 1 << 60);
    let nothing = for_all(&large, |_| true);
    assert!(!nothing.holds() && nothing.counterexample().is_none());
    assert_eq!(nothing.to_string(), "unknown: the first 1000 values, all up to size 999 (1000 of them rejected)");
    assert!(!exists(&large, |_| true).is_found());
    assert!(!holds(large, 100, |_| ()));
    // Where there are no others it holds, as it does for an empty set.
    assert!(for_all(any::<u8>().filter(|_| false), |_| false).holds());
    assert!(holds(any::<u8>().filter(|_| false), 1_000, |_| false));
}

#[test]
fn what_is_said_inside_of_a_quantifier_is_said_of_the_case() {
    let report = Check::new().seed(1).run(any::<bool>(), |flag| {
        for_all(0..3u8, |n| {
            collect!("inner", (flag, n));
            true
        })
    });
    assert_eq!(report.statistics.charts[0].total, 6);
    let report = Check::new().seed(1).run(any::<u8>(), |n| {
        for_all(0..3u8, |m| {
            note!("asked about {m}");
            m + n < 100
        })
    });
    let notes: Vec<_> = report.failures[0].minimal.notes.iter().map(|note| &*note.text).collect();
    assert_eq!((smallest(&report), notes), (vec!["98"], vec!["asked about 0", "asked about 1", "asked about 2"]));
}

#[test]
fn a_panic_of_a_predicate_goes_on_its_way() {
    let report = Check::new().seed(1).run(any::<u8>(), |n| exists(any::<u8>(), |m| m / n == 1));
    assert!(matches!(&report.failures[0].origin, Origin::Panicked(Some(place)) if place.contains("quantifiers.rs")));
    assert_eq!(smallest(&report), ["0"]);
}

/// It says that it is closed, and is not.
struct Impostor;

impl Draw for Impostor {
    type Value = u8;

    fn draw(&self, src: &mut Source) -> Result<u8, Reject> {
        any::<u8>().draw(src)
    }
}

impl Closed for Impostor {}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn wrong_use_is_no_counterexample() {
    let usage = |report: astragal::Report| match report.verdict {
        Verdict::Unknown(Problem::Usage { message, place }) => {
            assert!(report.failures.is_empty());
            assert!(place.unwrap().to_string().contains("quantifiers.rs"));
            message
        }
        other => panic!("{other:?}"),
    };
    let empty = || vec_of(any::<u8>(), 5..=3);
    let impossible = "no length is in 5..=3: the range is empty";
    assert!(usage(Check::new().seed(1).run(any::<u8>(), |_| exists(empty(), |_| true))).contains(impossible));
    assert!(usage(Check::new().seed(1).run(any::<u64>(), |_| !holds(empty(), 10, |_| true))).contains(impossible));
    assert!(message_of(|| exists(empty(), |_| true)).contains(impossible));
    assert!(message_of(|| counterexamples(empty(), 10, |_| true).count()).contains(impossible));
    let told = usage(Check::new().seed(1).run(any::<u8>(), |_| for_all(Impostor, |_| true)));
    assert!(told.contains("cannot be enumerated") && told.contains("Impostor"), "{told}");
    assert!(message_of(|| witnesses(Impostor, 10, |_| true).count()).contains("Impostor"));
}

#[test]
fn all_counterexamples_and_all_witnesses() {
    let wrong: Vec<u8> = counterexamples(any::<u8>(), 500, |n| assert!(n % 50 != 7, "of seven")).collect();
    assert_eq!(wrong, [7, 57, 107, 157, 207]);
    let right: Vec<u8> = witnesses(any::<u8>(), 500, |n| n % 50 == 7).collect();
    assert_eq!(right, wrong);
    // Returned failures count, too; rejected values are skipped.
    let wrong = counterexamples(any::<u8>(), 100, |n| {
        assume!(n != 57);
        if n % 50 == 7 { Err("of seven") } else { Ok(n != 3) }
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [3, 7]);
    let wrong = counterexamples(0..9u8, 100, |n| exists(0..9u8, |m| m > n)).collect::<Vec<_>>();
    assert_eq!(wrong, [8]);
}

#[test]
fn bounds_are_values_sizes_or_depths() {
    let of = |bound: Exhaustive| counterexamples(any::<Vec<bool>>(), bound, |_| false).count();
    assert_eq!(of(Exhaustive::First(12)), 12);
    assert_eq!(of(Exhaustive::Size(3)), 1 + 2 + 4 + 8);
    assert_eq!(of(Exhaustive::Auto), 1_000);
    assert_eq!(of(Exhaustive::Depth(2)), any::<Vec<bool>>().up_to_depth(2).count());
    assert_eq!(counterexamples(any::<bool>(), 12, |_| false).count(), 2);
    assert!(holds(any::<Vec<bool>>(), Exhaustive::Size(4), |list| list.len() <= 4));
    assert!(!holds(any::<Vec<bool>>(), Exhaustive::Size(5), |list| list.len() <= 4));
}

#[test]
fn results_come_by_size() {
    let of = |tier: &ResultTier<Vec<bool>>| (tier.size, tier.passed, tier.rejected, tier.failing.len());
    let short = results(any::<Vec<bool>>(), |list| {
        assume!(list.first() != Some(&true));
        assert!(list.len() < 3, "{list:?}");
    });
    let tiers: Vec<_> = short.take(5).collect();
    assert_eq!(
        tiers.iter().map(of).collect::<Vec<_>>(),
        [(0, 1, 0, 0), (1, 1, 1, 0), (2, 2, 2, 0), (3, 0, 4, 4), (4, 0, 8, 8)]
    );
    assert_eq!(tiers[3].failing[0], [false, false, false]);
    // Sizes without a value are there, and more values than are run at once; the end is that of the values.
    let even_sizes = tiered(|size| (size <= 16 && size % 2 == 0).then_some(size));
    let few: Vec<_> = results(even_sizes, |n| n < 12).map(|tier| (tier.passed, tier.failing)).collect();
    assert_eq!((few.len(), few.iter().map(|(passed, _)| passed).sum::<u64>()), (17, 6));
    assert_eq!(few.into_iter().map(|(_, failing)| failing).collect::<Vec<_>>().concat(), [12, 14, 16]);
    let all: Vec<_> = results(any::<Vec<bool>>(), |list| list != [true; 11]).take(12).collect();
    assert_eq!((all[10].passed, all[11].passed), (1 << 10, (1 << 11) - 1));
    assert_eq!(results(any::<bool>(), |_| true).count(), 1);
}

#[test]
fn counterexamples_come_as_they_are_asked_for() {
    let seen = RefCell::new(Vec::new());
    let mut wrong = counterexamples(any::<u64>(), u64::MAX, |n| {
        seen.borrow_mut().push(n);
        n % 10 != 9
    });
    assert_eq!((wrong.next(), wrong.next()), (Some(9), Some(19)));
    // Each is seen once; it is made again to be given away.
    assert_eq!(*seen.borrow(), (0..20).collect::<Vec<u64>>());
}

#[test]
fn a_list_of_counterexamples_inside_of_a_property_is_its_own_affair() {
    let calls = Cell::new(0);
    let report = Check::new().seed(1).run(any::<bool>(), |flag| {
        let wrong: Vec<u8> = counterexamples(any::<u8>(), 300, |n| {
            calls.set(calls.get() + 1);
            assume!(n < 200);
            collect!("n", n);
            assert!(n < 150 || flag);
        })
        .collect();
        assert_eq!(wrong.len(), if flag { 0 } else { 50 });
    });
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 2));
    assert_eq!(calls.get(), 512);
    assert!(report.statistics.charts.is_empty() && report.statistics.rejections.is_empty());
}

/// Panics of the property are quiet; a panic of the caller between two items is not the property's.
#[test]
fn panics_between_two_counterexamples_are_as_ever() {
    let program = std::env::current_exe().unwrap();
    let run = |test: &str| {
        let output =
            std::process::Command::new(&program).args(["--exact", test, "--ignored", "--nocapture"]).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (_, said) = run("quantifiers::panics_twice");
    assert!(said.contains("between the two"), "{said}");
    assert!(!said.contains("of the property"), "{said}");
}

#[test]
#[ignore = "fails; another test runs it"]
fn panics_twice() {
    for wrong in counterexamples(any::<u8>(), 20, |n| assert!(n < 10, "of the property")) {
        assert_ne!(wrong, 11, "between the two");
    }
}

#[test]
fn later_cases_look_further_and_a_case_looks_as_far_as_it_can_before_it_fails() {
    let looked = Cell::new(0u64);
    let furthest = RefCell::new(Vec::new());
    let report = Check::new().seed(1).cases(2_000).with(|config| config.time(None)).run(any::<u64>(), |_| {
        looked.set(0);
        let found = exists(any::<u64>(), |n| {
            looked.set(looked.get().max(n));
            n == 3_000
        });
        furthest.borrow_mut().push(looked.get());
        found
    });
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.statistics.cases, 2_000);
    // Enumerated cases look far at once. The first random ones miss it, and are run again; later ones need not be.
    let furthest = furthest.into_inner();
    assert!(furthest.contains(&999) && furthest.len() > 2_000, "{}", furthest.len());
    assert_eq!(furthest.last(), Some(&3_000));

    // A value that is found only by looking far is found again when the case is run alone.
    for threads in [1, 2] {
        let phases = Phases::ALL.without(Phase::Exhaustive);
        let check = Check::new().seed(1).cases(510).with(|config| config.threads(threads).phases(phases).time(None));
        let report = check.run_on_threads(any::<u64>(), |_| !exists(any::<u64>(), |n| n == 3_000).is_found());
        assert_eq!(report.verdict, Verdict::Failed, "{threads}");
        assert!(
            matches!(report.failures[0].found, astragal::report::Found::Random(502)),
            "{:?}",
            report.failures[0].found
        );
    }
    let report = Check::new().seed(1).run(any::<bool>(), |_| exists(any::<u64>(), |n| n == 10_000));
    assert_eq!(report.verdict, Verdict::Failed);
    assert!(report.failures[0].message.contains("among the first 5000 values"), "{}", report.failures[0].message);
}
