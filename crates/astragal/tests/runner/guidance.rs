//! Where conditions reject most cases, the report tells how much guided generation would change.

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Found, Style, Verdict};

use super::subjects::Tree;

/// Few trees are search trees by chance.
fn is_rare(tree: &Tree<u8>) -> bool {
    tree.keys().len() >= 4 && tree.is_search_tree()
}

#[test]
fn a_run_that_gives_up_tells_what_guidance_would_change() {
    let check = || Check::new().seed(5).with(|config| config.set("phases", "random"));
    let report = check().run(any::<Tree<u8>>(), |tree| {
        assume!(is_rare(&tree));
    });
    assert_eq!(report.verdict, Verdict::GaveUp, "{:?}", report.statistics);
    let guidance = report.statistics.guidance.expect("a figure");
    let by_chance = report.statistics.cases as f64 / report.statistics.rejected() as f64;
    assert!(guidance.let_through as f64 / guidance.of as f64 > 5.0 * by_chance, "{guidance:?}, {by_chance}");
    let text = report.render(Style::plain()).replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("satisfies the assumption; guided generation reaches 1 in"), "{text}");
    assert!(text.contains("`.filter(..).guided()`"), "{text}");
    let again = check().run(any::<Tree<u8>>(), |tree| {
        assume!(is_rare(&tree));
    });
    assert_eq!(again.statistics.guidance, report.statistics.guidance);
}

#[test]
fn a_run_that_passes_with_few_cases_tells_it_too() {
    let condition = |tree: &Tree<u8>| tree.keys().len() >= 3 && tree.is_search_tree();
    let report =
        Check::new().seed(5).cases(100).with(|config| config.set("phases", "random")).run(any::<Tree<u8>>(), |tree| {
            assume!(condition(&tree));
        });
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.guidance.is_some_and(|guidance| guidance.let_through > 0), "{:?}", report.statistics);
}

#[test]
fn where_most_cases_are_let_through_nobody_needs_it() {
    let report = Check::new().seed(1).run(any::<u64>(), |n| {
        assume!(n % 4 == 0);
    });
    assert_eq!((report.verdict, report.statistics.guidance), (Verdict::Passed, None));
}

#[test]
fn a_bug_that_is_found_on_the_way_is_a_bug() {
    // One run of nine gets there.
    let found = (0..60).any(|seed| {
        let check = Check::new().seed(seed).with(|config| config.set("phases", "random,shrink"));
        let report = check.run(any::<Tree<u8>>(), |tree| {
            assume!(is_rare(&tree));
            assert!(tree.keys().len() < 7, "a large one");
        });
        assert!(matches!(report.verdict, Verdict::Failed | Verdict::GaveUp | Verdict::Vacuous), "{:?}", report.verdict);
        let guided = report.failures.iter().find(|failure| matches!(failure.found, Found::Guided(_)));
        guided.is_some_and(|failure| failure.minimal.drawn[0].text.matches("Node").count() == 7)
    });
    assert!(found);
}

#[test]
fn a_report_on_guided_values_says_that_they_are_not_distributed_as_others() {
    let sorted = vec_of(0..100u8, 0..=9).filter(|list| list.is_sorted()).guided();
    let report = Check::new().seed(1).run((&sorted, any::<bool>()), |(list, _)| collect!("length", list.len()));
    assert!(report.statistics.guided);
    assert!(report.render(Style::plain()).contains("guided values do not follow the distribution of their generator"));
    let plain = Check::new().seed(1).run(any::<Vec<u8>>(), |list| collect!("length", list.len()));
    assert!(!plain.statistics.guided && !plain.render(Style::plain()).contains("guided"));
}
