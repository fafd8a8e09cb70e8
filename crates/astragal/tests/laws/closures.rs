//! Plain code keeps the laws, and what it cannot draw is a rejection and nothing else.

use crate::{forwards, simplest};
use astragal::Choices;
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::source::Reason;
use astragal::{Check, Draw, Reject, Source};

/// Some bytes, which may be turned round.
fn bytes() -> impl Gen<Value = Vec<u8>> {
    from_fn(|src| {
        let count = src.draw(0..9usize);
        let mut all = Vec::from_iter((0..count).map(|_| src.draw(any::<u8>())));
        if src.number(1) == 1 {
            all.reverse();
        }
        all
    })
}

#[test]
fn plain_code_keeps_the_laws() {
    forwards(bytes());
    forwards(vec_of(bytes(), 0..3));
    assert_eq!(simplest(bytes()), Vec::<u8>::new());
}

/// The same bytes, drawn by code that passes rejections on.
struct Fallible;

impl Draw for Fallible {
    type Value = Vec<u8>;

    fn draw(&self, src: &mut Source) -> Result<Vec<u8>, Reject> {
        src.open("closure");
        let count = src.try_draw(0..9usize)?;
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(src.try_draw(any::<u8>())?);
        }
        if src.try_number(1)? == 1 {
            all.reverse();
        }
        src.close();
        Ok(all)
    }
}

#[test]
fn plain_code_makes_the_choices_of_code_that_passes_rejections_on() {
    for seed in 0..100 {
        assert_eq!(bytes().sample(seed), Fallible.sample(seed));
        assert_eq!(bytes().record(seed).unwrap(), Fallible.record(seed).unwrap());
    }
}

#[test]
fn a_rejected_draw_is_a_rejection_that_says_where() {
    let never = any::<u8>().filter(|_| false);
    let reason = |gave_up: astragal::source::GaveUp| gave_up.reason().clone();
    let rejected = reason(from_fn(|src| (src.draw(any::<u8>()), src.draw(&never))).try_sample(1).unwrap_err());
    let Reason::Condition { place, .. } = rejected else { panic!("{rejected:?}") };
    assert_eq!(place.file(), file!());

    #[allow(clippy::reversed_empty_ranges)]
    let misused = from_fn(|src| src.draw(5..2u8));
    assert!(matches!(reason(misused.try_sample(1).unwrap_err()), Reason::Usage { .. }));

    let endless = from_fn(|src| while src.draw(1..=9u8) != 0 {});
    assert_eq!(reason(endless.replay(&Choices::default()).unwrap_err()), Reason::Overrun);
}

#[test]
fn a_rejected_case_is_not_a_failure() {
    let never = any::<u8>().filter(|_| false);
    let sometimes = from_fn(|src| if src.number(9) == 0 { src.draw(&never) } else { src.draw(0..9u8) });
    let report = Check::new().seed(1).cases(200).run(sometimes, |n| n < 9);
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.rejected() > 0, "{report:?}");
}

#[test]
fn plain_code_works_in_plain_code_and_under_conditions() {
    let odd = from_fn(|src| src.draw(any::<u8>())).filter(|n| n % 2 == 1);
    let nested = from_fn(|src| (src.draw(&odd), src.draw(from_fn(|src| src.draw(0..3u8)))));
    assert!((0..100).all(|seed| nested.sample(seed).0 % 2 == 1));
}

#[test]
fn plain_code_can_reject() {
    let even = from_fn(|src| {
        let n = src.draw(any::<u8>());
        if n % 2 == 1 {
            src.reject()
        }
        n
    });
    let line = line!() - 4;
    assert!((0..100).all(|seed| even.sample(seed) % 2 == 0));
    let never = from_fn(|src| -> u8 { src.reject() });
    let Reason::Condition { place, .. } = never.try_sample(1).unwrap_err().reason().clone() else { panic!("{line}") };
    assert_eq!((place.file(), place.line()), (file!(), line + 6));
}

#[test]
fn a_panic_in_plain_code_stays_one() {
    let broken = from_fn(|src| assert!(src.draw(0..10u8) > 20, "too small"));
    let panic = std::panic::catch_unwind(|| broken.try_sample(1)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"too small"));
}
