//! Required shares are decided rightly and soon, and charts count what was seen.

use astragal::source::Rng;
use astragal::statistics::{Answer, Coverage, Observation, Requirement, Tally};

/// Cases until the requirement is decided, looking after each few of them; `Unsure` if that takes too many.
fn run(requirement: &Requirement, share: f64, rng: &mut Rng, each: u64, most: u64) -> (Answer, u64) {
    let bound = (share * 2_f64.powi(53)) as u64;
    let (mut successes, mut trials) = (0, 0);
    while trials < most {
        for _ in 0..each {
            successes += u64::from(rng.word() >> 11 < bound);
        }
        trials += each;
        let answer = requirement.answer(successes, trials);
        if answer != Answer::Unsure {
            return (answer, trials);
        }
    }
    (Answer::Unsure, trials)
}

/// How many of `count` runs end with each answer, and their median length.
fn runs(percent: f64, confidence: f64, share: f64, count: u64, each: u64) -> (u64, u64, u64) {
    let requirement = Requirement::new("it", percent, confidence).unwrap();
    let mut rng = Rng::new(percent.to_bits() ^ share.to_bits());
    let ends: Vec<_> = (0..count).map(|_| run(&requirement, share, &mut rng, each, 1_000_000)).collect();
    let with = |answer| ends.iter().filter(|end| end.0 == answer).count() as u64;
    assert_eq!(with(Answer::Unsure), 0, "{percent} % required, {share} true: some runs did not end");
    let mut lengths: Vec<_> = ends.iter().map(|end| end.1).collect();
    lengths.sort_unstable();
    (with(Answer::Met), with(Answer::Missed), lengths[lengths.len() / 2])
}

#[test]
fn a_share_just_as_required_is_hardly_ever_missed() {
    // The chance of each is at most 1 in 1,000, so more than 8 of 2,000 has a chance of less than 1 in 4,000.
    let (_, missed, _) = runs(50.0, 0.999, 0.5, 2_000, 20);
    assert!(missed <= 8, "{missed} of 2,000");
    // With the usual confidence there is none.
    assert_eq!(runs(50.0, 0.999_999, 0.5, 300, 20).1, 0);
    assert_eq!(runs(10.0, 0.999_999, 0.1, 30, 50).1, 0);
    assert_eq!(runs(100.0, 0.999_999, 1.0, 30, 1), (30, 0, runs(100.0, 0.999_999, 1.0, 30, 1).2));
}

#[test]
fn looking_after_every_case_keeps_the_promise_even_of_a_low_confidence() {
    // A test for a fixed number of cases would be wrong far more often than its level, if one looks after every case.
    for percent in [30.0, 60.0, 90.0] {
        let (_, missed, _) = runs(percent, 0.9, percent / 100.0, 400, 1);
        assert!(missed <= 40 + 18, "{percent} %: {missed} of 400 wrongly missed");
        let (met, _, _) = runs(percent, 0.9, percent / 100.0 * 0.9, 400, 1);
        assert!(met <= 40 + 18, "{percent} %: {met} of 400 wrongly met");
    }
}

#[test]
fn a_share_far_from_what_is_required_is_decided_within_a_few_hundred_cases() {
    let usual = 0.999_999;
    for (percent, share, answer, most) in [
        (10.0, 0.3, Answer::Met, 150),
        (10.0, 0.2, Answer::Met, 400),
        (10.0, 0.0, Answer::Missed, 200),
        (10.0, 0.02, Answer::Missed, 400),
        (50.0, 0.9, Answer::Met, 100),
        (50.0, 0.2, Answer::Missed, 150),
        (1.0, 0.05, Answer::Met, 500),
        (90.0, 0.5, Answer::Missed, 100),
        (100.0, 1.0, Answer::Met, 200),
        (100.0, 0.9, Answer::Missed, 30),
    ] {
        let (met, missed, median) = runs(percent, usual, share, 200, 1);
        let expected = if answer == Answer::Met { (200, 0) } else { (0, 200) };
        assert_eq!((met, missed), expected, "{percent} % required, {share} true");
        assert!(median <= most, "{percent} % required, {share} true: half of the runs take more than {median} cases");
    }
}

#[test]
fn shares_within_the_tolerance_are_decided_too() {
    for share in [0.18, 0.19, 0.195, 0.2] {
        let (met, missed, median) = runs(20.0, 0.999_999, share, 20, 50);
        assert_eq!(met + missed, 20);
        assert!(median < 100_000, "{share}: {median}");
    }
}

#[test]
fn huge_and_impossible_counts_have_an_answer() {
    let requirement = Requirement::new("it", 1e-9, 0.999_999).unwrap();
    assert_eq!(requirement.answer(0, 0), Answer::Unsure);
    assert_eq!(requirement.answer(u64::MAX, u64::MAX), Answer::Met);
    assert_eq!(requirement.answer(0, u64::MAX), Answer::Missed);
    assert_eq!(requirement.answer(10, 5), Answer::Met);
    for wrong in [0.0, -1.0, 100.1, f64::NAN, f64::INFINITY] {
        assert!(Requirement::new("it", wrong, 0.99).is_err());
        assert!(Coverage::new(0.99).note(wrong, true, "it").unwrap_err().contains("\"it\" requires"));
    }
    assert!(Requirement::new("it", 5.0, 1.0).is_err());
}

#[test]
fn a_case_counts_once_and_only_if_it_is_kept() {
    let mut coverage = Coverage::new(0.999_999);
    coverage.note(50.0, true, "a").unwrap();
    coverage.note(50.0, true, "a").unwrap();
    coverage.note(50.0, false, "a").unwrap();
    coverage.case_ends();
    coverage.note(50.0, true, "a").unwrap();
    coverage.case_discarded();
    // A requirement that comes up later was not met by the cases before.
    coverage.note(20.0, true, "b").unwrap();
    coverage.case_ends();
    let counts = |coverage: &Coverage| {
        coverage.states().iter().map(|state| (state.label.clone(), state.successes, state.trials)).collect::<Vec<_>>()
    };
    assert_eq!(counts(&coverage), [("a".into(), 1, 2), ("b".into(), 1, 2)]);
    let other = coverage.clone();
    coverage.absorb(other).unwrap();
    assert_eq!(counts(&coverage), [("a".into(), 2, 4), ("b".into(), 2, 4)]);
    let rejected = coverage.note(60.0, true, "a").unwrap_err();
    assert!(rejected.contains("50 % of the cases in one place and 60 % in another"), "{rejected}");
}

#[test]
fn what_is_decided_stays_decided() {
    let mut coverage = Coverage::new(0.999_999);
    let mut case = |holds| {
        coverage.note(50.0, holds, "it").unwrap();
        coverage.case_ends();
        coverage.look()
    };
    let answers: Vec<_> = (0..200).map(|_| case(true)).collect();
    assert_eq!((answers[0], answers[199]), (Answer::Unsure, Answer::Met));
    assert!((0..2_000).all(|_| case(false) == Answer::Met));
    assert_eq!(Coverage::new(0.9).look(), Answer::Met);
}

/// The charts as text.
fn shown(tally: &Tally, width: usize) -> String {
    tally.charts().iter().flat_map(|chart| chart.lines(width)).map(|line| line + "\n").collect()
}

#[test]
fn tallies_of_threads_merge_in_any_order() {
    let part = |seed| {
        let mut rng = Rng::new(seed);
        let mut tally = Tally::new();
        for _ in 0..2_000 {
            tally.add("wide", Observation::Number(rng.word() as f64 - 1e18));
            tally.add("narrow", Observation::Number(rng.up_to(30) as f64));
            tally.add("label", Observation::Label(["a", "b", "c"][rng.up_to(2) as usize].into()));
            tally.add("class", Observation::Holds(rng.up_to(9) == 0));
        }
        tally
    };
    let merged = |parts: &[u64]| {
        let mut all = Tally::new();
        parts.iter().for_each(|seed| all.absorb(part(*seed)));
        all
    };
    let mut right = merged(&[2, 3]);
    right.absorb(part(1));
    assert_eq!(merged(&[1, 2, 3]).charts(), right.charts());
    let total: u64 = right.charts()[1].rows.iter().map(|row| row.count).sum();
    assert_eq!(total, 6_000);
}

#[test]
fn labels_and_numbers_without_end_take_bounded_room() {
    let mut tally = Tally::new();
    for number in 0..100_000_u32 {
        tally.add("label", Observation::Label(number.to_string().into()));
        tally.add("label", Observation::Label("often".into()));
        tally.add("number", Observation::of(&number));
    }
    let charts = tally.charts();
    assert_eq!((charts[0].rows.len(), charts[0].rows[0].label.as_str()), (1_000, "often"));
    assert_eq!(charts[0].other.as_ref().unwrap().count, 100_000 - 999);
    assert_eq!(charts[0].total, 200_000);
    let summary = charts[1].summary.unwrap();
    assert_eq!((summary.min, summary.max), (0.0, 99_999.0));
    assert!((48_000.0..=52_000.0).contains(&summary.median), "{summary:?}");
    assert!(charts.iter().all(|chart| chart.lines(60).len() <= 11));
}

#[test]
fn charts_show_what_was_seen() {
    let mut tally = Tally::new();
    for number in 0..100_u32 {
        tally.add("length", Observation::of(&(number / 2)));
        tally.add("magnitude", Observation::of(&10_f64.powi((number / 5) as i32)));
        tally.add("empty", Observation::Holds(number == 0));
        tally.add(
            "kind",
            Observation::Label(if number < 99 { "usual" } else { "a\nlong and unusual label of a case" }.into()),
        );
    }
    tally.add("odd", Observation::Number(f64::NAN));
    tally.add("odd", Observation::Number(-0.0));
    tally.add("odd", Observation::Number(0.0));
    let expected = "\
classes (of 100)
  empty   1.0 %  ▎
length (of 100; min 0, median 24, max 49)
    0..5  10.0 %  ██████████████████████████████
   5..10  10.0 %  ██████████████████████████████
  10..15  10.0 %  ██████████████████████████████
  15..20  10.0 %  ██████████████████████████████
  20..25  10.0 %  ██████████████████████████████
  25..30  10.0 %  ██████████████████████████████
  30..35  10.0 %  ██████████████████████████████
  35..40  10.0 %  ██████████████████████████████
  40..45  10.0 %  ██████████████████████████████
  45..50  10.0 %  ██████████████████████████████
magnitude (of 100; min 1, median 1e9, max 1e19)
    1..10000  20.0 %  ██████████████████████████
  10000..1e8  20.0 %  ██████████████████████████
   1e8..1e12  20.0 %  ██████████████████████████
  1e12..1e16  20.0 %  ██████████████████████████
  1e16..1e20  20.0 %  ██████████████████████████
kind (of 100)
             usual  99.0 %  ████████████████████
  a\\nlong and unu…   1.0 %  ▎
odd (of 1)
  NaN 100.0 %  █████████████████████████████████
odd (of 2; min 0, median 0, max 0)
  0 100.0 %  ███████████████████████████████████
";
    assert_eq!(shown(&tally, 48), expected);
    let lines = |width: usize| tally.charts().iter().flat_map(|chart| chart.lines(width)).collect::<Vec<_>>();
    assert!(lines(80).iter().all(|line| line.chars().count() <= 80));
    assert!(lines(0).iter().all(|line| line.chars().count() <= 40));
}
