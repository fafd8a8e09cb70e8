//! Usage errors, and mistakes of our own: neither is ever a counterexample, and neither is ever green.

use std::cell::Cell;

use astragal::generators::{Fun, hash_set_of, subsequence_of};
use astragal::prelude::*;
use astragal::report::{Problem, Style, Verdict};
use astragal::{Check, Choices, Report};

use super::subject::{Home, Ran};

#[track_caller]
fn is_usage_error(report: &Report, words: &[&str]) {
    let Verdict::Unknown(Problem::Usage { .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(report.failures.is_empty(), "{report:?}");
    let text = report.render(Style::plain());
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
}

#[test]
#[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
fn wrong_use_is_told_where_it_stands() {
    let line = line!() + 1;
    is_usage_error(&Check::new().seed(1).run(int(5..=2), |_: i32| ()), &[&format!("misuse.rs:{line}"), "5..=2"]);
    is_usage_error(
        &Check::new().seed(1).run(5..2u8, |_| ()),
        &["no integer is in 5..2", "in a generator of its arguments"],
    );
    is_usage_error(&Check::new().seed(1).run(0..0usize, |_| ()), &["no integer is in 0..0: the range is empty"]);
    is_usage_error(&Check::new().seed(1).run(select(Vec::<u8>::new()), |_| ()), &["misuse.rs:"]);
    is_usage_error(&Check::new().seed(1).run(vec_of(any::<u8>(), 5..=2), |_| ()), &["5..=2"]);
    let line = line!() + 1;
    let sets = hash_set_of(any::<Option<bool>>(), 4..=9);
    is_usage_error(
        &Check::new().seed(1).run(sets, |_| ()),
        &["4 distinct values are required, but there are only 3", &format!("misuse.rs:{line}")],
    );
}

#[property(seed = 1)]
#[ignore = "it is run as a child"]
fn passes(n: u32) {
    assert!(n.checked_add(0) == Some(n));
}

#[test]
fn a_wrong_setting_is_told_in_the_first_line() {
    let ran = Home::new().run_with("misuse::passes", "ASTRAGAL_CASES", "x");
    ran.failed_saying(&["was not checked:", "ASTRAGAL_CASES: `cases` takes a whole number", "not `x`"]);
    assert!(!ran.text.contains("usage error"), "{}", ran.text);
}

/// The token of a `u64`, as a report has it, in the hands of another property: here and in a child process.
#[test]
fn a_replay_token_of_another_property_is_rejected_by_a_test() {
    let token = any::<u64>().record(3).unwrap().1.replay_token();
    for isolated in ["true", "false"] {
        let home = Home::new();
        let mut command = home.command(&["misuse::passes"]);
        command.env("ASTRAGAL_REPLAY", &token).env("ASTRAGAL_ISOLATED", isolated);
        let ran = Ran::of(command.output().unwrap());
        ran.failed_saying(&["was not checked", "(ASTRAGAL_REPLAY)", "does not fit this property", "another property"]);
    }
    let own = any::<u32>().record(3).unwrap().1.replay_token();
    assert!(Home::new().run_with("misuse::passes", "ASTRAGAL_REPLAY", &own).status.success());
}

#[test]
fn wrong_use_deep_inside_is_wrong_use() {
    let line = line!() + 3;
    let sometimes = from_fn(|src| {
        let n = src.draw(0..1_000_000u32);
        if n > 10 { src.draw(n..n) } else { n }
    });
    // It is reported where it was drawn from first, not where that was.
    let outer = from_fn(move |src| src.draw(vec_of(&sometimes, 1..9)));
    is_usage_error(&Check::new().seed(1).run(outer, |_| ()), &["no integer is in", &format!("misuse.rs:{line}")]);
}

#[test]
#[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
fn wrong_use_in_a_derived_generator_stands_at_its_field() {
    #[derive(Debug, Arbitrary)]
    struct Wrong {
        _right: u8,
        #[arbitrary(with = 5..2)]
        _empty: u8,
    }
    let line = line!() - 3;
    is_usage_error(
        &Check::new().seed(1).run(any::<Wrong>(), |_| ()),
        &["no integer is in 5..2", &format!("misuse.rs:{line}")],
    );
}

#[test]
fn a_rejection_that_is_unwrapped_is_wrong_use() {
    let line = line!() + 1;
    let unwrapped = from_fn(|src| src.try_draw(any::<u8>().filter(|n| *n > 253)).unwrap());
    let words = ["a rejected draw was unwrapped", &format!("misuse.rs:{line}"), "`?`"];
    is_usage_error(&Check::new().seed(1).run(unwrapped, |_| ()), &words);
}

#[test]
fn a_draw_that_is_wrong_use_leaves_the_property() {
    let line = line!() + 3;
    let report = Check::new().seed(1).run_drawing(|t| {
        let n = t.draw(any::<u32>());
        let _ = t.draw(n..n);
        unreachable!("nothing was drawn");
    });
    is_usage_error(&report, &["no integer is in", &format!("misuse.rs:{line}")]);
}

#[test]
fn settings_that_cannot_be_are_wrong_use() {
    let report = Check::new().seed(1).with(|config| config.minima(9)).run(any::<u8>(), |_| ());
    is_usage_error(&report, &["`minima` takes a whole number from 1 to 5, not `9`"]);
    assert_eq!(report.statistics.cases, 0);
    is_usage_error(
        &Check::new().seed(1).pin("a1-nonsense").run(any::<u8>(), |_| ()),
        &["the pinned case `a1-nonsense`"],
    );
}

/// Nothing else ends a case, and no child process finds the property of a library call.
#[test]
fn limits_that_nobody_keeps_are_wrong_use() {
    let second = std::time::Duration::from_secs(1);
    let report = Check::new().seed(1).with(|config| config.timeout(second)).run(any::<u8>(), |_| ());
    is_usage_error(&report, &["`timeout` needs `isolated`"]);
    let report = Check::new().seed(1).with(|config| config.isolated(true)).run(any::<u8>(), |_| ());
    is_usage_error(&report, &["`isolated` needs a test", "`#[property(isolated)]`"]);
}

/// Values that cannot be drawn within a range of sizes, and ranges that no value fits in.
#[cfg(feature = "spaces")]
#[test]
fn sizes_that_cannot_be_drawn_are_wrong_use() {
    use astragal::spaces::Measure;
    use std::collections::{BTreeMap, BTreeSet};

    #[derive(Debug, Arbitrary)]
    enum Tree {
        Leaf,
        Node(Box<Tree>, Box<Tree>),
    }
    #[derive(Debug, Arbitrary)]
    enum Coins {
        None,
        Three(Box<Coins>),
        Five(Box<Coins>),
    }
    let (tiers, size) = (Measure::tiers, Measure::size);

    let line = line!() + 1;
    let sets = any::<Vec<BTreeSet<u8>>>().measured(tiers()).within(10..=20);
    is_usage_error(
        &Check::new().seed(1).run(&sets, |_| ()),
        &[&format!("misuse.rs:{line}"), "a set, a bag or a map", "`uniform`"],
    );
    let maps = any::<BTreeMap<u8, u8>>().measured(tiers()).within(10..=20);
    is_usage_error(&Check::new().seed(1).run(&maps, |_| ()), &["a set, a bag or a map"]);
    let functions = any::<(u8, Fun<u8, bool>)>().measured(tiers()).within(10..=20);
    is_usage_error(&Check::new().seed(1).run(&functions, |_| ()), &["a function", "`uniform`"]);
    let selections = subsequence_of([1, 2, 3], 0..=3).measured(tiers()).within(0..=2);
    is_usage_error(&Check::new().seed(1).run(&selections, |_| ()), &["a subsequence", "`uniform`"]);
    let deep = any::<Tree>().measured(Measure::depth()).within(10..=20);
    is_usage_error(&Check::new().seed(1).run(&deep, |_| ()), &["by depth", "`uniform`"]);
    let counted = any::<Tree>().measured(tiers().counting("Leaf", 9)).within(2..=3);
    is_usage_error(&Check::new().seed(1).run(&counted, |_| ()), &["only sizes", "`uniform`"]);

    let finite = any::<(u8, bool)>().measured(tiers()).within(300..=400);
    is_usage_error(&Check::new().seed(1).run(&finite, |_| ()), &["from 300 to 400: sizes go from 0 to 255"]);
    let fixed = any::<[bool; 3]>().measured(tiers()).within(300..=400);
    is_usage_error(&Check::new().seed(1).run(&fixed, |_| ()), &["from 300 to 400: all have size 0"]);
    let odd = any::<Tree>().measured(size()).within(1_000);
    is_usage_error(&Check::new().seed(1).run(&odd, |_| ()), &["from 1000 to 1000: sizes are 1, 3, 5 and so on"]);
    let small = vec_of(any::<bool>(), 5..=9).measured(tiers()).within(0..=4);
    is_usage_error(&Check::new().seed(1).run(&small, |_| ()), &["from 0 to 4: sizes go from 5 to 9"]);
    #[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
    let empty = any::<Tree>().measured(tiers()).within(9..=5);
    is_usage_error(&Check::new().seed(1).run(&empty, |_| ()), &["no value has a size from 9 to 5"]);

    let free = tiers().numbers(astragal::spaces::Numbers::Free, 0);
    let many = (vec_of(any::<u64>(), 1_000), any::<Vec<bool>>()).measured(free).within(1_900..=2_100);
    let problem = many.try_sample(1).unwrap_err().to_string();
    assert!(problem.contains("too many values") && problem.contains("let numbers cost something"), "{problem}");

    // Coins of three and five pay all but some amounts, which only trying tells.
    let by_amount = || tiers().constructor("Three", 3).constructor("Five", 5);
    let gap = any::<Coins>().measured(by_amount()).within(7);
    is_usage_error(
        &Check::new().seed(1).run(&gap, |_| ()),
        &["values none had a size from 7 to 7, the nearest below had size 6"],
    );
    let paid = any::<Coins>().measured(by_amount()).within(8);
    for seed in 0..10 {
        let coins = format!("{:?}", paid.sample(seed));
        assert_eq!((coins.matches("Three").count(), coins.matches("Five").count()), (1, 1), "{coins}");
    }
}

#[test]
fn a_demand_of_more_than_everything_is_wrong_use() {
    let report = Check::new().seed(1).run(any::<u64>(), |n| cover!("large", n > 7, at_least = 200));
    is_usage_error(&report, &["200"]);
}

/// A test that ends at an assumption would be green.
#[test]
fn an_assumption_outside_of_a_property_is_told_where_it_stands() {
    fn helper(n: u32) -> bool {
        assume!(n > 5, "numbers are large");
        true
    }
    assert!(helper(6));
    for on_a_thread in [false, true] {
        let home = Home::new();
        let test = if on_a_thread { "misuse::assumes_on_a_thread" } else { "misuse::assumes_in_a_plain_test" };
        let ran = home.run(test);
        ran.failed_saying(&["misuse.rs:", "`assume!` does not hold, and there is no case to reject"]);
    }
    let report = Check::new().seed(1).run(any::<u32>(), |n| assert!(helper(n)));
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.rejected() > 0);
}

#[test]
#[ignore = "it is used wrongly"]
fn assumes_in_a_plain_test() {
    assume!(std::env::args().count() == 0);
}

#[test]
#[ignore = "it is used wrongly"]
fn assumes_on_a_thread() {
    std::thread::spawn(|| assume!(std::env::args().count() == 0)).join().unwrap();
}

/// The library is made to panic in its own code, which a hand-written generator can do: an arm that is not in a plan.
fn breaks_astragal(n: u32) -> u32 {
    let plan = astragal::__private::Plan::of_space(&any::<Option<u8>>().space(), false);
    plan.arm(n as usize + 1_000) as u32
}

#[track_caller]
fn is_our_bug(report: &Report) {
    let Verdict::Unknown(Problem::Bug(message)) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("astragal-core"), "{message}");
    assert!(report.failures.is_empty(), "{report:?}");
    let text = report.render(Style::plain());
    assert!(text.contains("bug in Astragal") && text.contains("please report it"), "{text}");
}

#[test]
fn a_panic_of_our_own_is_our_bug_and_is_not_shrunk() {
    let broken = Cell::new(0);
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        if n > 1_000 {
            broken.set(broken.get() + 1);
            breaks_astragal(n);
        }
    });
    is_our_bug(&report);
    assert_eq!(broken.get(), 1, "it was run again");
    let generator = any::<u32>().map(|n| if n > 1_000 { breaks_astragal(n) } else { n });
    is_our_bug(&Check::new().seed(1).run(generator, |_| ()));
    is_our_bug(&Check::new().seed(1).with(|config| config.threads(2)).run_on_threads(any::<u32>(), |n| {
        if n > 1_000 {
            breaks_astragal(n);
        }
    }));
}

#[test]
fn a_panic_of_our_own_in_a_known_case_is_our_bug() {
    let token = Choices::from_numbers([5_000]).token();
    is_our_bug(&Check::new().seed(1).pin(token).run(any::<u32>(), |n| {
        if n == 5_000 {
            breaks_astragal(n);
        }
    }));
}

/// It comes up only while another bug is shrunk: that bug is reported, and no smaller case is made of ours.
#[test]
fn a_panic_of_our_own_while_shrinking_is_no_smaller_case() {
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        if (1_000..2_000).contains(&n) {
            breaks_astragal(n);
        }
        assert!(n < 1_000, "too large");
    });
    assert_eq!(report.verdict, Verdict::Failed, "{}", report.render(Style::plain()));
    assert_eq!(report.failures.len(), 1);
    let smallest: u32 = report.failures[0].minimal.drawn[0].text.parse().unwrap();
    assert!(smallest >= 2_000, "{smallest}");
}
