//! A replay token is a case of the property that made it: every other property rejects it, and says so.

use std::collections::BTreeSet;
use std::fmt::Debug;

use astragal::prelude::*;
use astragal::report::{Found, Problem, Style, Verdict};
use astragal::{Check, Choices, Draw, Report};

/// A case of a generator, as the report of a property that fails would have it.
fn recorded<G: Draw<Value: Debug>>(generator: G) -> Choices {
    let report = Check::new().seed(7).run(generator, |_| false);
    assert_eq!(report.verdict, Verdict::Failed);
    let failure = &report.failures[0];
    assert_eq!(failure.token(), failure.minimal.choices.replay_token());
    failure.original.choices.clone()
}

fn replay<G: Draw<Value: Debug>>(token: &str, generator: G) -> Report {
    Check::new().seed(1).with(|config| config.replay(token.to_string())).run(generator, |_| ())
}

fn pinned<G: Draw<Value: Debug>>(token: &str, generator: G) -> Report {
    Check::new().seed(1).cases(1).pin(token).run(generator, |_| ())
}

#[track_caller]
fn is_rejected(report: &Report, parts: &[&str]) {
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    let text = report.render(Style::plain());
    for part in parts.iter().chain(&["does not fit this property", "was made by another property"]) {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!text.contains("smaller values"), "{text}");
}

/// Tokens of one generator on another one, as they are written and as they once were.
#[track_caller]
fn are_rejected<A: Draw<Value: Debug>, B: Draw<Value: Debug>>(made_by: A, read_by: B) {
    let choices = recorded(made_by);
    for token in [choices.replay_token(), choices.token()] {
        is_rejected(&replay(&token, &read_by), &["the case to replay", &token, "the property that the report named"]);
        is_rejected(
            &pinned(&token, &read_by),
            &["the pinned case", &token, "tests/runner/tokens.rs:", "Remove the pin"],
        );
    }
}

#[test]
fn a_token_of_another_property_is_rejected() {
    are_rejected(any::<u64>().filter(|n| *n > 1 << 60), any::<Vec<u8>>());
    are_rejected(any::<u8>().filter(|n| *n > 100), any::<Vec<String>>());
    are_rejected((any::<u8>(), vec_of(any::<char>(), 3..=9)), (any::<u8>(), any::<bool>()));
    are_rejected(vec_of(any::<u64>(), 3), any::<bool>());
}

/// A generator with as many choices, all of which fit, is told apart by its shape alone.
#[test]
fn a_token_whose_numbers_would_fit_is_rejected() {
    let token = recorded(int(0..9u8)).replay_token();
    is_rejected(&replay(&token, int(0..1_000u32)), &[&token]);
    is_rejected(&pinned(&token, any::<u64>()), &[&token, "use `a2-"]);
}

#[test]
fn a_token_is_rejected_where_a_property_draws_while_it_runs() {
    let token = recorded(any::<(u8, String)>()).replay_token();
    let report =
        Check::new().seed(1).with(|config| config.replay(token)).run_drawing(|t| drop(t.draw(any::<Vec<bool>>())));
    is_rejected(&report, &["the case to replay"]);
}

#[track_caller]
fn fits<G: Draw<Value: Debug>>(generator: G) {
    for seed in 0..20 {
        let report =
            Check::new().seed(seed).with(|config| config.set("phases", "random,shrink")).run(&generator, |_| false);
        let failure = &report.failures[0];
        // The smallest case, and one of any size.
        for token in
            [failure.token(), generator.record(seed).unwrap().1.replay_token(), failure.minimal.choices.token()]
        {
            assert_eq!(replay(&token, &generator).verdict, Verdict::Passed, "{token}");
            assert!(pinned(&token, &generator).verdict.is_pass(), "{token}");
        }
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf(u16),
    Node(Box<Tree>, Box<Tree>),
}

#[test]
fn a_token_fits_its_own_property() {
    fits(any::<u64>());
    fits(any::<(u8, String, Option<i32>)>());
    fits(any::<Vec<Vec<u16>>>());
    fits(any::<BTreeSet<u8>>());
    fits(any::<Tree>());
    fits(any::<f64>());
    fits(any::<u32>().filter(|n| n % 3 == 0));
    fits(any::<u8>().and_then(|n| vec_of(0..=n, 0..=4)));
    fits(one_of![any::<u8>().map(u64::from), 500..900u64]);
    fits(just(7));
}

/// Draws after the code under test has run may depend on it: they may change when a bug is fixed.
#[test]
fn what_is_drawn_later_may_change() {
    let length = std::cell::Cell::new(5usize);
    let check = |config: &dyn Fn(Check) -> Check| {
        config(Check::new().seed(3)).run_drawing(|t| {
            let list = t.draw(any::<Vec<u8>>());
            let at = t.draw(0..=length.get());
            assert!(at < 3 || length.get() != 5, "{list:?}");
        })
    };
    let token = check(&|check| check).failures[0].token();
    assert_eq!(check(&|check| check.pin(&token)).failures[0].found, Found::Pinned);
    length.set(9);
    let report = check(&|check| check.pin(&token));
    assert_eq!(report.verdict, Verdict::Passed);
    length.set(1);
    let report = check(&|check| check.pin(&token));
    assert_eq!((report.verdict, report.warnings.len()), (Verdict::Passed, 1), "{:?}", report.warnings);
}

#[test]
fn names_do_not_count() {
    #[derive(Debug, Clone, Arbitrary)]
    enum Renamed {
        #[allow(dead_code)]
        Tip(u16),
        #[allow(dead_code)]
        Fork(Box<Renamed>, Box<Renamed>),
    }
    let token = any::<Tree>().record(5).unwrap().1.replay_token();
    assert_eq!(replay(&token, any::<Renamed>()).verdict, Verdict::Passed);
}
