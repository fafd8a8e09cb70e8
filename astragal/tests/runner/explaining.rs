//! Which parts of a counterexample do not matter.

use astragal::prelude::*;
use astragal::{Check, Report};

/// The parts of the first value that are free.
fn free(report: &Report) -> Vec<&str> {
    let drawn = &report.failures[0].minimal.drawn[0];
    drawn.free.iter().map(|stretch| &drawn.text[stretch.clone()]).collect()
}

#[test]
fn an_argument_that_does_not_matter_is_free() {
    let report = Check::new().seed(1).run(any::<(u32, u32)>(), |(a, _)| assert!(a < 50));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "(50, 0)");
    assert_eq!(free(&report), ["0"]);
}

#[test]
fn elements_that_do_not_matter_are_free_and_the_others_are_not() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| assert!(list.len() < 4 || list[2] < 9));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[0, 0, 9, 0]");
    assert_eq!(free(&report), ["0", "0", "0"]);
}

#[test]
fn where_everything_matters_nothing_is_free() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| assert!(list != [3, 1, 4]));
    if let Some(failure) = report.failures.first() {
        assert!(failure.minimal.drawn[0].free.is_empty());
    }
    let report = Check::new().seed(1).run(any::<(u8, u8)>(), |(a, b)| assert!(a != b || a < 7));
    assert_eq!(free(&report), [""; 0]);
}

#[test]
fn a_whole_value_can_be_free() {
    let report = Check::new().seed(1).run(any::<Vec<u8>>(), |_| panic!("always"));
    assert_eq!(free(&report), ["[]"]);
}
