//! Lazy parts in properties: cases are shown with their forced parts, and one run settles all that differ elsewhere.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use crate::smallest;
use astragal::Source;
use astragal::config::Exhaustive;
use astragal::generators::{Lazy, LazyList, lazy};
use astragal::prelude::*;
use astragal::report::{Found, Problem, Style, Verdict};
use astragal::{Check, Config, Report};

use crate::lazy_sorted::is_sorted;

fn check(bound: impl Into<Exhaustive>) -> Check {
    let bound = bound.into();
    Check::new().seed(1).with(|config| config.exhaustive(bound))
}

fn first_line(report: &Report) -> String {
    let mut style = Style::plain();
    style.width = 300;
    report.render(style).lines().next().unwrap().to_string()
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Lazy<Tree>, Lazy<u8>, Lazy<Tree>),
}

impl Tree {
    fn leftmost(&self) -> Option<u8> {
        let Tree::Node(left, key, _) = self else { return None };
        left.leftmost().or(Some(**key))
    }
}

#[derive(Debug, Clone, Arbitrary)]
struct Order {
    id: u32,
    customer: Lazy<String>,
    items: LazyList<u8>,
    note: Option<Lazy<String>>,
}

#[test]
fn a_counterexample_is_shown_with_what_was_looked_at() {
    for seed in 0..10 {
        let check = || Check::new().seed(seed);
        let report = check().run(any::<(Lazy<u32>, Lazy<u32>)>(), |(_, right)| *right < 1_000);
        assert_eq!(smallest(&report), ["(_, 1000)"]);
        let report = check().run(any::<Tree>(), |tree| tree.leftmost().is_none_or(|key| key < 3));
        assert_eq!(smallest(&report), ["Node(Leaf, 3, _)"]);
        let report = check().run(any::<Order>(), |order| order.items.iter().nth(1).is_none_or(|item| **item < 7));
        assert_eq!(smallest(&report), [r#"Order { id: 0, customer: _, items: [_, 7, ..], note: None }"#]);
        let report = check().run(any::<Order>(), |order| order.note.is_none_or(|note| note.is_empty()) || order.id < 5);
        assert_eq!(smallest(&report), [r#"Order { id: 5, customer: _, items: [..], note: Some("a") }"#]);
        // Also where values are drawn in passing; a note shows the parts that are forced later.
        let report = check().run_drawing(|t| {
            let (left, right) = t.draw(any::<(Lazy<bool>, Lazy<u8>)>());
            let list = t.draw(any::<LazyList<u8>>());
            note!("{left:?} {right:?}");
            assert!(list.is_empty() || *right < 2);
        });
        assert_eq!(smallest(&report), ["(_, 2)", "[_, ..]"]);
        assert_eq!(report.failures[0].minimal.notes[0].text, "_ 2");
    }
    // A part that cannot be the simplest, and is never forced.
    let odd = || lazy(any::<u32>().filter(|n| n % 2 == 1));
    for check in [Check::new().seed(1), check(2_000)] {
        let report = check.run((odd(), any::<u32>()), |(_, number)| number < 10);
        assert_eq!((&report.verdict, smallest(&report)), (&Verdict::Failed, vec!["(_, 10)"]));
    }
}

#[test]
fn a_case_without_lazy_parts_is_run_once_to_show_it() {
    let runs = |seed: u64, is_lazy: bool| {
        let check = Check::new().seed(1).cases(1_000);
        let runs = Cell::new(0);
        let count = |number: u8| {
            runs.set(runs.get() + 1);
            number < 1
        };
        let settings = |config: Config| config.set("phases", "random").seed(seed);
        let report = match is_lazy {
            true => check.with(settings).run(any::<Lazy<u8>>(), |number| count(*number)),
            false => check.with(settings).run(any::<u8>(), count),
        };
        // Runs before the first failure do not matter.
        runs.get() - report.statistics.cases
    };
    let [plain, lazy] = [false, true].map(|is_lazy| (0..10).map(|seed| runs(seed, is_lazy)).sum::<u64>());
    assert!(plain < lazy, "{plain} {lazy}");
}

#[test]
fn all_cases_are_settled_by_runs_that_look_at_what_matters() {
    let pair = || (lazy(0..=9u8), lazy(0..=9u8));
    let wide = || (lazy(0..=9u8), any::<Lazy<u64>>());
    for check in [Check::new().seed(1), check(1_000), check(Exhaustive::Size(18))] {
        let runs = Cell::new(0);
        let report = check.clone().run(pair(), |(a, b)| {
            runs.set(runs.get() + 1);
            assert!(*a < 9 || *b < 10);
        });
        assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 9 + 10));
        // A space known only by running is run once more before it is called complete.
        assert_eq!(runs.get(), 2 * (9 + 10));
        let told = "passed: all cases, in 19 runs that drew lazy parts only on demand";
        assert!(first_line(&report).ends_with(told), "{}", first_line(&report));

        let report = check.clone().run(wide(), |(a, b)| *a < 10 || *b == 0);
        assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 10));
        let report = check.clone().run(pair(), |(a, b)| {
            assume!(*a != 3);
            *a != 7 || *b < 5
        });
        assert_eq!(smallest(&report), ["(7, 5)"]);
        let report = check.run(pair(), |(a, _)| assume!(*a != 3));
        assert!(first_line(&report).contains("all cases, in 9 runs"), "{}", first_line(&report));
        assert!(first_line(&report).contains("1 others rejected"), "{}", first_line(&report));
    }
}

#[test]
fn the_smallest_counterexample_comes_first() {
    for check in [Check::new().seed(1), check(500), check(Exhaustive::Size(5))] {
        let report = check.run(any::<LazyList<u8>>(), |list| is_sorted(&list));
        let failure = &report.failures[0];
        // [], [0], [1], [0, 0], [2], and then this one.
        assert_eq!(failure.found, Found::Exhaustive(6));
        assert_eq!(failure.original.drawn[0].text, "[1, 0, ..]");
        assert_eq!(smallest(&report), ["[1, 0, ..]"]);
    }
    let report = check(500).run(any::<Tree>(), |tree| tree.leftmost() != Some(3));
    assert_eq!(smallest(&report), ["Node(Leaf, 3, _)"]);
}

#[test]
fn so_many_runs_or_all_up_to_a_size() {
    let all = |list: &LazyList<u64>| list.iter().map(|element| **element).collect::<Vec<u64>>();
    let seen = RefCell::new(Vec::new());
    let report = check(Exhaustive::Size(6)).run(any::<LazyList<u64>>(), |list| seen.borrow_mut().push(all(&list)));
    let seen = seen.into_inner();
    // An element costs one and itself: of each size there are as many as there are ways to write it as a sum.
    assert_eq!((seen.len(), seen.iter().collect::<BTreeSet<_>>().len()), (64, 64));
    assert!(seen.iter().map(|list| list.len() as u64 + list.iter().sum::<u64>()).is_sorted());
    let enumerated = report.statistics.enumerated.as_ref().unwrap();
    assert_eq!((&report.verdict, enumerated.cases, enumerated.all_up_to), (&Verdict::Passed, 64, Some(6)));

    let report = check(70).run(any::<LazyList<u64>>(), |list| _ = all(&list));
    let enumerated = report.statistics.enumerated.as_ref().unwrap();
    assert_eq!((&report.verdict, enumerated.cases, enumerated.all_up_to), (&Verdict::Passed, 70, Some(6)));
    // Unless they are asked for, random ones follow.
    let report = Check::new().seed(1).run(any::<LazyList<u64>>(), |list| _ = all(&list));
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::Passed, 1_000));
    assert_eq!(report.statistics.enumerated.unwrap().cases, 100);
}

#[test]
fn so_are_the_cases_of_a_closure() {
    let dependent = || {
        from_fn(|src: &mut Source| {
            let n = src.draw(0..60u32);
            (n, src.draw(0..=n))
        })
    };
    let seen = RefCell::new(Vec::new());
    let report = check(5_000).run(dependent(), |pair| seen.borrow_mut().push(pair));
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 60 * 61 / 2));
    let seen = seen.into_inner();
    let (first, again) = seen.split_at(60 * 61 / 2);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 60 * 61 / 2, "none comes twice");
    assert_eq!(first, again);
    assert!(first_line(&report).contains("all 1,830 possible cases"), "{}", first_line(&report));
    let report = check(500).run(dependent(), |_| ());
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::Passed, 500));
    let report = check(Exhaustive::Size(9)).run(dependent(), |(n, m)| assert!(n + m <= 9 && m <= n));
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::Passed, 30));
    assert_eq!(report.statistics.enumerated.unwrap().all_up_to, Some(9));

    let lists = || int(1..9usize).and_then(|n| vec_of(any::<u8>(), n));
    let report = check(5_000).run(lists(), |list| list != [1, 3]);
    assert!(matches!(report.failures[0].found, Found::Exhaustive(_)));
    assert_eq!(smallest(&report), ["[1, 3]"]);
    let report = check(5_000).run_drawing(|t| {
        let n = t.draw(0..4u8);
        let parts: Vec<Lazy<u64>> = t.draw(vec_of(any::<Lazy<u64>>(), usize::from(n)));
        assert!(parts.len() == usize::from(n) && t.draw(0..=n) <= n);
    });
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 1 + 2 + 3 + 4));
    assert!(first_line(&report).contains("all cases, in 10 runs"), "{}", first_line(&report));
}

#[test]
fn a_case_that_was_tried_and_rejected_does_not_hide_another() {
    let report = Check::new().seed(1).run_drawing(|t| {
        let _ = t.draw(any::<u64>());
        assume!(false);
    });
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::Vacuous, 0));
}

#[test]
fn a_depth_is_known_of_whole_values() {
    let depth = || check(Exhaustive::Depth(2));
    let opaque = depth().run(any::<u64>().and_then(|n| vec_of(any::<u8>(), n as usize % 9)), |_| ());
    let Verdict::Unknown(Problem::Usage { message, .. }) = opaque.verdict else { panic!("{:?}", opaque.verdict) };
    let expected = if cfg!(feature = "spaces") { "AndThen" } else { "feature `count`" };
    assert!(message.contains("`exhaustive = depth 2` cannot be done") && message.contains(expected), "{message}");
    if cfg!(feature = "spaces") {
        let report = depth().run(any::<LazyList<bool>>(), |list| list.iter().count() < 3);
        assert_eq!(report.verdict, Verdict::Passed);
    }
}

#[test]
fn threads_find_the_same_counterexample() {
    let settings = |config: Config| config.threads(2).exhaustive(500);
    let report = Check::new().seed(1).with(settings).run_on_threads(any::<Tree>(), |tree| tree.leftmost() != Some(3));
    assert_eq!(smallest(&report), ["Node(Leaf, 3, _)"]);
    let pair = any::<(Lazy<bool>, Lazy<Option<bool>>)>();
    let report = Check::new().seed(1).with(settings).run_on_threads(pair, |(a, _)| [false, true].contains(&*a));
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 6));
    assert!(first_line(&report).contains("all 6 possible cases"), "{}", first_line(&report));
}
