//! Observers: they are told of every case once, in order, and change nothing.

use std::sync::{Arc, Mutex};

use astragal::Case;
use astragal::config::{Phase, Phases};
use astragal::generators::lazy;
use astragal::observe::{self, CaseOutcome, ObservedCase, Observer, RunStart, Word};
use astragal::prelude::*;
use astragal::report::{Origin, RejectedBy, Verdict};
use astragal::statistics::Observation;
use astragal::{Check, Report};

/// Keeps everything it is told of.
#[derive(Default)]
struct Log {
    began: Vec<(String, u64)>,
    cases: Vec<ObservedCase>,
    shrinking: Vec<ObservedCase>,
    verdicts: Vec<String>,
    /// Whether it wants the values.
    values: bool,
}

impl Observer for Log {
    fn wants_values(&self) -> bool {
        self.values
    }

    fn begin(&mut self, run: &RunStart<'_>) {
        assert!(run.settings.iter().any(|setting| setting.name == "seed"));
        self.began.push((run.property.into(), run.seed));
    }

    fn case(&mut self, case: &ObservedCase) {
        self.cases.push(case.clone());
    }

    fn shrinking(&mut self, case: &ObservedCase) {
        assert_eq!(case.number, 0);
        self.shrinking.push(case.clone());
    }

    fn end(&mut self, report: &Report) {
        self.verdicts.push(report.verdict.to_string());
    }
}

/// A run, and what an observer was told of it.
fn observed(check: Check, run: impl FnOnce(Check) -> Report) -> (Report, Log) {
    observed_by(Log::default(), check, run)
}

fn observed_by(log: Log, check: Check, run: impl FnOnce(Check) -> Report) -> (Report, Log) {
    let log = Arc::new(Mutex::new(log));
    let report = run(check.observed_by(log.clone()));
    let log = std::mem::take(&mut *log.lock().unwrap());
    assert_eq!(log.verdicts, [report.verdict.to_string()]);
    assert_eq!(log.began.len(), 1);
    assert!(log.cases.iter().enumerate().all(|(at, case)| case.number == at as u64 + 1));
    agrees(&report, &log);
    (report, log)
}

fn check() -> Check {
    Check::new().seed(5).cases(300).with(|config| config.time(None))
}

fn count(log: &Log, is_one: impl Fn(&ObservedCase) -> bool) -> u64 {
    log.cases.iter().filter(|case| is_one(case)).count() as u64
}

/// The cases add up to what the report says.
fn agrees(report: &Report, log: &Log) {
    let ended = |case: &ObservedCase| matches!(case.outcome, CaseOutcome::Passed | CaseOutcome::Failed { .. });
    let statistics = &report.statistics;
    let guided = |case: &ObservedCase| case.phase == "guided";
    assert_eq!(count(log, |case| ended(case) && !guided(case)), statistics.cases);
    assert_eq!(count(log, |case| case.outcome == CaseOutcome::CutOff), statistics.overruns);
    assert_eq!(count(log, |case| case.outcome == CaseOutcome::Repeated), statistics.repeats);
    assert_eq!(count(log, |case| case.phase == "stored"), statistics.regressions as u64);
    assert_eq!(count(log, |case| case.phase == "examples"), statistics.examples as u64);
    assert_eq!(count(log, |case| case.phase == "targeted" && ended(case)), statistics.targeted);
    assert_eq!(
        count(log, |case| case.phase == "enumerated"),
        statistics.enumerated.as_ref().map_or(0, |enumerated| enumerated.cases)
    );
    for rejection in &statistics.rejections {
        let is_one = |case: &ObservedCase| {
            matches!(&case.outcome, CaseOutcome::Rejected { by, place, .. }
                if (*by, place) == (rejection.by, &rejection.place) && !guided(case))
        };
        assert_eq!(count(log, is_one), rejection.count, "{rejection:?}");
    }
}

/// What observers are told of cases, except the times.
fn told(log: &Log) -> Vec<String> {
    let told = |case: &ObservedCase| {
        let ObservedCase { number, phase, choices, outcome, words, notes, drawn, .. } = case;
        format!("{number} {phase} {} {outcome:?} {words:?} {notes:?} {drawn:?}", choices.token())
    };
    log.cases.iter().chain(&log.shrinking).map(told).collect()
}

#[test]
fn every_case_is_told_once_with_what_it_said() {
    let property = |n: u32| {
        note!("the number {n}");
        collect!("digit", n % 10);
        classify!("even", n % 2 == 0);
        cover!("any", true, at_least = 1);
        target!("size", n);
    };
    let (report, log) = observed(check(), |check| check.run(any::<u32>(), property));
    assert_eq!(report.verdict, Verdict::Passed);
    for phase in ["enumerated", "random", "targeted"] {
        assert!(log.cases.iter().any(|case| case.phase == phase), "{phase}");
    }
    for case in &log.cases {
        let n = any::<u32>().replay(&case.choices).unwrap();
        let words = [
            Word::Observed("digit".into(), Observation::Number(f64::from(n % 10))),
            Word::Observed("even".into(), Observation::Holds(n % 2 == 0)),
            Word::Covered { percent: 1.0, holds: true, label: "any".into() },
            Word::Scored("size".into(), f64::from(n)),
        ];
        assert_eq!(case.words, words);
        assert_eq!(case.notes.iter().map(|note| &*note.text).collect::<Vec<_>>(), [format!("the number {n}")]);
        assert!(case.drawing.is_some_and(|drawing| drawing <= case.time));
    }
}

#[test]
fn rejected_cases_have_a_place() {
    let filtered = any::<u32>().filter(|n| n % 3 != 0);
    let (report, log) = observed(check(), |check| {
        check.run(filtered, |n| {
            collect!("n", n);
            assume!(n % 4 != 0);
        })
    });
    assert!(report.statistics.rejected() > 0);
    let rejected = |by_whom| {
        let is_one =
            move |case: &&ObservedCase| matches!(&case.outcome, CaseOutcome::Rejected { by, .. } if *by == by_whom);
        log.cases.iter().filter(is_one).collect::<Vec<_>>()
    };
    for case in rejected(RejectedBy::Assumption) {
        let CaseOutcome::Rejected { place: Some(place), .. } = &case.outcome else { panic!("{case:?}") };
        assert!(place.contains("observers.rs"), "{place}");
        // What it said is told, and counts for no chart.
        let n = filtered.replay(&case.choices).unwrap();
        assert_eq!(case.words, [Word::Observed("n".into(), Observation::Number(f64::from(n)))]);
    }
    assert!(!rejected(RejectedBy::Assumption).is_empty());
    let accepted = log.cases.iter().filter(|case| case.outcome == CaseOutcome::Passed).count() as u64;
    assert_eq!((report.statistics.charts.len(), report.statistics.charts[0].total), (1, accepted));
}

#[test]
fn a_failing_case_is_the_last_one() {
    let (report, log) = observed(check(), |check| {
        check.run(any::<Vec<u8>>(), |list| {
            collect!("length", list.len());
            assert!(!list.contains(&200), "two hundred");
        })
    });
    assert_eq!(report.verdict, Verdict::Failed);
    let last = log.cases.last().unwrap();
    assert_eq!(last.choices, report.failures[0].original.choices);
    let CaseOutcome::Failed { origin: Origin::Panicked(Some(place)), message, .. } = &last.outcome else {
        panic!("{last:?}")
    };
    assert!(message.contains("two hundred") && place.contains("observers.rs"));
    assert_eq!(last.words.len(), 1);
    assert_eq!(count(&log, |case| matches!(case.outcome, CaseOutcome::Failed { .. })), 1);
}

#[test]
fn values_are_told_to_whom_they_matter() {
    let property = |list: Vec<u8>| {
        assume!(list.len() != 3);
        assert!(list.len() < 9 || list[0] < 100);
    };
    let wanting = || Log { values: true, ..Log::default() };
    let (report, log) = observed_by(wanting(), check(), |check| check.run(any::<Vec<u8>>(), property));
    assert_eq!(report.verdict, Verdict::Failed);
    for case in log.cases.iter().chain(&log.shrinking) {
        let value = any::<Vec<u8>>().replay(&case.choices).unwrap();
        assert_eq!(case.drawn[0].text, format!("{value:?}"));
        assert!(case.drawn.len() == 1 && case.drawn[0].name.is_empty());
    }
    let (_, log) = observed(check(), |check| check.run(any::<Vec<u8>>(), property));
    assert!(log.cases.iter().all(|case| case.drawn.is_empty()));
    // One that draws while it runs has the values that it has drawn when it ends; lazy parts are told as they were forced.
    let drawing = |t: &mut Case<'_>| {
        let n = t.draw(0..1_000u32);
        assume!(n % 2 == 0);
        t.draw(0..=n);
    };
    let random = check().with(|config| config.phases(Phases::ALL.without(Phase::Exhaustive)));
    let (_, log) = observed_by(wanting(), random, |check| check.run_drawing(drawing));
    for case in &log.cases {
        let texts: Vec<_> = case.drawn.iter().map(|drawn| drawn.text.clone()).collect();
        assert_eq!(texts, case.choices.numbers().map(|number| number.to_string()).collect::<Vec<_>>());
        assert_eq!(texts.len(), if case.outcome == CaseOutcome::Passed { 2 } else { 1 });
    }
    let pairs = (lazy(0..=9u8), lazy(0..=9u8));
    let (_, log) = observed_by(wanting(), check(), |check| check.run(&pairs, |(first, _)| *first < 10));
    assert!(log.cases.iter().all(|case| case.drawn[0].text == format!("({}, 0)", case.choices.items()[0].value)));
}

#[test]
fn shrinking_is_told_apart_and_the_minimal_case_last() {
    let property = |list: Vec<u16>| {
        collect!("length", list.len());
        assert!(list.iter().all(|&n| n < 300), "too high");
        assert!(list.len() < 12, "too long");
    };
    let (report, log) = observed(check(), |check| check.run(any::<Vec<u16>>(), property));
    let minimal: Vec<_> = log.shrinking.iter().filter(|case| case.phase == "minimal").collect();
    assert_eq!((report.failures.len(), minimal.len()), (2, 2));
    for (case, failure) in minimal.iter().rev().zip(&report.failures) {
        assert_eq!((&case.choices, &case.drawn), (&failure.minimal.choices, &failure.minimal.drawn));
        assert_eq!(case.words.len(), 1);
    }
    assert_eq!(log.shrinking.last().map(|case| &case.choices), Some(&report.failures[0].minimal.choices));
    let steps = log.shrinking.iter().filter(|case| case.phase == "shrink");
    let failed = steps.filter(|case| matches!(case.outcome, CaseOutcome::Failed { .. })).count() as u64;
    assert_eq!(failed, report.failures.iter().map(|failure| failure.shrinking.steps).sum::<u64>());
}

#[test]
fn each_phase_has_its_name() {
    let phases = |log: &Log| {
        let mut phases: Vec<&str> = log.cases.iter().map(|case| case.phase).collect();
        phases.dedup();
        phases.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let (_, log) = observed(check(), |check| check.run(any::<bool>(), |_| true));
    assert_eq!(phases(&log), ["enumerated"]);
    let (_, log) = observed(check(), |check| check.run_with_examples(any::<bool>(), &[&|| true, &|| false], |_| true));
    assert_eq!(phases(&log), ["examples", "enumerated"]);
    let (report, log) = observed(check(), |check| check.run_with_values(any::<u8>(), [7, 200], |n| n < 200));
    assert_eq!((phases(&log), log.cases.len()), (vec!["pinned".into()], 2));
    let token = report.failures[0].token();
    let replaying = check().with(|config| config.replay(token.clone()));
    let (_, log) = observed(replaying, |check| check.run(any::<u8>(), |n| n < 200));
    assert_eq!((phases(&log), log.cases.len()), (vec!["replayed".into()], 1));
    let (_, log) = observed(check().pin(token), |check| check.run(any::<u8>(), |_| true));
    assert_eq!(phases(&log), ["pinned", "enumerated"]);
    let (_, log) = observed(check(), |check| check.run(vec_of(0..100u8, 4..=6), |list| assume!(list.is_sorted())));
    assert_eq!(phases(&log).last().map(String::as_str), Some("guided"));
}

#[test]
fn stored_cases_are_told_first() {
    let directory = std::env::temp_dir().join(format!("astragal-observers-{}", std::process::id()));
    let stored = || {
        let directory = directory.display().to_string();
        check().named("stored").with(|config| config.regressions(astragal::config::Folder::Directory(directory.into())))
    };
    let run = |check: Check| check.run(any::<u32>(), |n| n < 1_000);
    let (_, first) = observed(stored(), run);
    assert!(first.cases.iter().all(|case| case.phase != "stored"));
    let (_, second) = observed(stored(), run);
    assert_eq!(second.cases.iter().map(|case| case.phase).collect::<Vec<_>>(), ["stored"]);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn on_any_number_of_threads_the_same_cases_are_told() {
    let passing = |n: u32| {
        assume!(n % 7 != 3);
        note!("{n}");
        collect!("digit", n % 10);
        target!("n", n);
    };
    let failing = |n: u32| assert!(n < 1 << 20);
    for property in [&passing as &(dyn Fn(u32) + Sync), &failing] {
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let check = check().cases(2_000).with(|config| config.threads(threads));
            told(&observed(check, |check| check.run_on_threads(any::<u32>(), property)).1)
        });
        assert_eq!(one, two);
        assert_eq!(one, four);
    }
}

#[test]
fn repeated_cases_are_told() {
    let (report, log) = observed(check(), |check| check.run(any::<Vec<bool>>(), |_| true));
    assert!(report.statistics.repeats > 0);
    let repeated = log.cases.iter().filter(|case| case.outcome == CaseOutcome::Repeated);
    assert!(repeated.into_iter().all(|case| case.phase == "random" && !case.choices.is_empty()));
}

#[test]
fn cases_that_draw_while_they_run_are_told() {
    let property = |t: &mut Case<'_>| {
        let n = t.draw(0..1_000u32);
        let m = t.draw(0..=n);
        note!("{m}");
        assert!(m <= n);
    };
    let random = check().with(|config| config.phases(Phases::ALL.without(Phase::Exhaustive)));
    let (_, log) = observed(random, |check| check.run_drawing(property));
    for case in &log.cases {
        assert_eq!((case.choices.len(), case.drawing), (2, None));
        assert_eq!(case.notes[0].text, case.choices.numbers().last().unwrap().to_string());
    }
}

#[test]
fn an_enumeration_that_is_given_up_is_told_and_not_counted() {
    let log = Arc::new(Mutex::new(Log::default()));
    let report = check().observed_by(log.clone()).run_drawing(|t| t.draw(0..1_000_000u32) < 1_000_000);
    let log = std::mem::take(&mut *log.lock().unwrap());
    assert!(report.statistics.enumerated.is_none());
    assert_eq!(count(&log, |case| case.phase == "random"), report.statistics.cases);
    assert_eq!(count(&log, |case| case.phase == "enumerated"), 1);
}

#[test]
fn lazy_parts_are_told_as_they_were_looked_at() {
    let pairs = (lazy(0..=9u8), lazy(0..=9u8));
    let (report, log) = observed(check(), |check| {
        check.run(&pairs, |(first, second)| {
            collect!("first", *first);
            assert!(*first < 9 || *second < 10);
        })
    });
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert_eq!(log.cases.len(), 9 + 10);
    for case in &log.cases {
        let (first, _) = pairs.replay(&case.choices).unwrap();
        assert_eq!(case.words, [Word::Observed("first".into(), Observation::Number(f64::from(*first)))]);
    }
}

#[test]
fn registered_observers_see_every_run() {
    static NAMES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    struct Named(String, u64);
    impl Observer for Named {
        fn case(&mut self, _case: &ObservedCase) {
            self.1 += 1;
        }
        fn end(&mut self, report: &Report) {
            assert_eq!(self.1, report.statistics.cases);
            NAMES.lock().unwrap().push(self.0.clone());
        }
    }
    observe::register(|run| {
        let is_mine = run.property.starts_with("registered");
        is_mine.then(|| Box::new(Named(run.property.into(), 0)) as Box<dyn Observer>)
    });
    let _ = check().named("registered one").run(any::<u8>(), |_| true);
    let _ = check().named("another").run(any::<u8>(), |_| true);
    let _ = check().named("registered two").run(any::<u64>(), |_| true);
    assert_eq!(*NAMES.lock().unwrap(), ["registered one", "registered two"]);
}

#[test]
fn an_observer_that_panics_is_told_no_more() {
    struct Faulty;
    impl Observer for Faulty {
        fn case(&mut self, case: &ObservedCase) {
            assert!(case.number < 3, "three is too many");
        }
    }
    let (report, log) = observed(check().observed_by(Faulty), |check| check.run(any::<u8>(), |_| true));
    assert_eq!((report.verdict, log.cases.len()), (Verdict::PassedExhaustively, 256));
    assert_eq!(report.warnings, ["an observer panicked, and was not called again: three is too many"]);
}

/// For each run of a property: how many cases an observer was told of, and how many the report counts.
static COUNTED: Mutex<Vec<(String, u64, u64)>> = Mutex::new(Vec::new());

/// Counts cases and what they say.
#[derive(Default)]
struct Counting {
    cases: u64,
}

impl Observer for Counting {
    fn wants_values(&self) -> bool {
        true
    }

    fn case(&mut self, case: &ObservedCase) {
        let has_passed = case.outcome == CaseOutcome::Passed;
        // A rejected case of these says nothing before it is rejected.
        let n: u64 = case.drawn[0].text.parse().unwrap();
        assert_eq!(case.choices.numbers().collect::<Vec<_>>(), [n]);
        self.cases += u64::from(case.words.len() == usize::from(has_passed));
    }

    fn end(&mut self, report: &Report) {
        let counted = report.statistics.cases + report.statistics.rejected();
        COUNTED.lock().unwrap().push((report.property.clone(), self.cases, counted));
    }
}

#[property(seed = 1, cases = 40, isolated)]
fn in_a_child(n: u32) {
    assume!(n % 3 != 0);
    collect!("digit", n % 10);
}

#[property(seed = 1, cases = 40)]
#[tokio::test]
async fn on_a_task(n: u32) {
    assume!(n % 3 != 0);
    collect!("digit", n % 10);
}

#[test]
fn cases_in_a_child_process_or_on_a_task_are_told() {
    observe::register(|run| {
        let is_mine = run.property.ends_with("in_a_child") || run.property.ends_with("on_a_task");
        is_mine.then(|| Box::<Counting>::default() as Box<dyn Observer>)
    });
    in_a_child();
    on_a_task();
    let counted = std::mem::take(&mut *COUNTED.lock().unwrap());
    for name in ["in_a_child", "on_a_task"] {
        let of = counted.iter().filter(|counted| counted.0.ends_with(name)).collect::<Vec<_>>();
        assert!(!of.is_empty() && of.iter().all(|(_, told, counted)| told == counted && *told >= 40), "{of:?}");
    }
}
