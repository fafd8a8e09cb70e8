//! Plain code keeps the laws, and what it cannot draw is a rejection and nothing else.

use crate::{forwards, simplest};
use astragal::prelude::*;
use astragal::{Check, Reason, Verdict};

/// Some bytes, which may be turned round.
fn bytes() -> impl Gen<Value = Vec<u8>> {
    compose(|src| {
        let count = src.roll(0..9usize);
        let mut all = Vec::from_iter((0..count).map(|_| src.roll(any::<u8>())));
        if src.roll_number(1) == 1 {
            all.reverse();
        }
        all
    })
}

#[test]
fn plain_code_keeps_the_laws() {
    forwards(bytes());
    forwards(vec_of(bytes(), 0..3));
    assert_eq!(simplest(bytes()), []);
}

#[test]
fn plain_code_makes_the_choices_of_a_closure() {
    let closure = from_fn(|src| {
        let count = src.draw(0..9usize)?;
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(src.draw(any::<u8>())?);
        }
        if src.number(1)? == 1 {
            all.reverse();
        }
        Ok(all)
    });
    for seed in 0..100 {
        assert_eq!(bytes().sample(seed), closure.sample(seed));
        assert_eq!(bytes().record(seed).unwrap(), closure.record(seed).unwrap());
    }
}

#[test]
fn what_is_refused_inside_is_a_rejection_that_says_where() {
    let never = any::<u8>().filter(|_| false);
    let reason = |gave_up: astragal::GaveUp| gave_up.reason().clone();
    let refused = reason(compose(|src| (src.roll(any::<u8>()), src.roll(&never))).try_sample(1).unwrap_err());
    let Reason::Condition { place, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(place.file(), file!());

    #[allow(clippy::reversed_empty_ranges)]
    let misused = compose(|src| src.roll(5..2u8));
    assert!(matches!(reason(misused.try_sample(1).unwrap_err()), Reason::Usage { .. }));

    let endless = compose(|src| while src.roll(1..=9u8) != 0 {});
    assert_eq!(reason(endless.replay(&Choices::default()).unwrap_err()), Reason::Overrun);
}

#[test]
fn what_a_property_cannot_be_given_is_left_out_and_is_no_failure() {
    let never = any::<u8>().filter(|_| false);
    let sometimes = compose(|src| if src.roll_number(9) == 0 { src.roll(&never) } else { src.roll(0..9u8) });
    let report = Check::new().seed(1).cases(200).run(sometimes, |n| n < 9);
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.rejected() > 0, "{report:?}");
}

#[test]
fn plain_code_stands_in_plain_code_and_under_conditions() {
    let odd = compose(|src| src.roll(any::<u8>())).filter(|n| n % 2 == 1);
    let nested = compose(|src| (src.roll(&odd), src.roll(compose(|src| src.roll(0..3u8)))));
    assert!((0..100).all(|seed| nested.sample(seed).0 % 2 == 1));
}

#[test]
fn a_panic_in_plain_code_stays_one() {
    let broken = compose(|src| assert!(src.roll(0..10u8) > 20, "too small"));
    let panic = std::panic::catch_unwind(|| broken.try_sample(1)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"too small"));
}
