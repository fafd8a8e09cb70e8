//! Every call of a property is reported, every number agrees with the others, and one bug is reported as one.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use crate::smallest;
use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Found, Problem, Style, Verdict};

#[test]
fn every_call_is_told() {
    let run = |failing: u32| {
        let calls = Cell::new(0);
        let report = Check::new().seed(3).run(any::<Vec<u32>>(), |list| {
            calls.set(calls.get() + 1);
            assert!(list.iter().all(|n| n % 128 != failing), "one of these");
        });
        (report, calls.get())
    };
    let (passed, calls) = run(200);
    assert_eq!((passed.verdict, passed.efforts.calls(), calls), (Verdict::Passed, 1_000, 1_000));
    let (failed, calls) = run(77);
    assert_eq!((failed.verdict.clone(), failed.efforts.calls()), (Verdict::Failed, calls));
    let efforts = failed.efforts;
    assert_eq!(efforts.searching.calls, failed.statistics.cases);
    for part in [efforts.confirming, efforts.shrinking, efforts.explaining, efforts.other_bugs] {
        assert!(part.calls > 0, "{efforts:?}");
    }
    let text = failed.render(Style::plain());
    let told = format!("to search, {} to confirm, {} to shrink", efforts.confirming.calls, efforts.shrinking.calls);
    assert!(text.contains(&told), "{text}");
    // Looking for other bugs takes no more cases than were left.
    assert!(failed.statistics.cases + efforts.other_bugs.calls <= 1_000 + 100, "{efforts:?}");
}

#[test]
fn the_number_of_the_failing_case_is_that_of_the_cases() {
    for seed in 0..20 {
        let report = Check::new().seed(seed).run(any::<u64>(), |n| {
            assume!(n % 3 != 1);
            assert!(n < 1 << 50, "a large one");
        });
        if let Found::Random(number) = report.failures[0].found {
            assert_eq!(number, report.statistics.cases, "{seed}");
        }
    }
}

#[test]
fn stored_cases_are_among_all_there_are() {
    let report = Check::new().seed(1).pin("a1-AAAAAA").run(any::<bool>(), |_| ());
    let text = report.render(Style::plain());
    assert!(!text.contains("all 3 cases"), "{text}");
}

/// State that one run leaves behind must not hide the rest of the cases.
#[test]
fn a_property_that_draws_nothing_at_first_is_not_proved() {
    let first = AtomicBool::new(true);
    let report = Check::new().seed(1).run_drawing(|t| {
        if !first.swap(false, Ordering::SeqCst) {
            let n = t.draw(any::<u32>());
            assert!(n < 1_000);
        }
    });
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::NotDeterministic(_))), "{:?}", report.verdict);

    let calls = AtomicU32::new(0);
    let report = Check::new().seed(1).run_drawing(|t| {
        if calls.fetch_add(1, Ordering::SeqCst) < 2 {
            let _ = t.draw(any::<bool>());
        } else {
            let n = t.draw(any::<u32>());
            assert!(n < 1_000);
        }
    });
    assert!(!report.verdict.is_pass(), "{:?}", report.verdict);
    // A pool that the first case fills.
    let pool = std::sync::Mutex::new(Vec::new());
    let report = Check::new().seed(1).run_drawing(|t| {
        let mut pool = pool.lock().unwrap();
        if pool.is_empty() {
            pool.extend(0..10u32);
            return;
        }
        let n = t.draw(select(pool.clone()));
        assert!(n < 9);
    });
    assert!(!report.verdict.is_pass(), "{:?}", report.verdict);
}

/// A cache of the least recently used that forgets to count an update as a use.
struct Cache {
    items: Vec<(u8, u8)>,
    has_bug: bool,
}

impl Cache {
    fn put(&mut self, key: u8, value: u8) {
        match self.items.iter().position(|item| item.0 == key) {
            Some(at) if self.has_bug => self.items[at].1 = value,
            Some(at) => {
                self.items.remove(at);
                self.items.push((key, value));
            }
            None => self.items.push((key, value)),
        }
        if self.items.len() > 2 {
            self.items.remove(0);
        }
    }
}

#[test]
fn one_bug_that_shows_at_several_places_is_one_bug() {
    let report = Check::new().seed(1).run(vec_of((0..4u8, 0..4u8), 0..=12), |puts| {
        let mut caches = [true, false].map(|has_bug| Cache { items: Vec::new(), has_bug });
        for (key, value) in puts {
            caches.iter_mut().for_each(|cache| cache.put(key, value));
            let [subject, model] = &caches;
            assert_eq!(subject.items.len(), model.items.len(), "length");
            for (at, item) in model.items.iter().enumerate() {
                if key == 3 {
                    assert_eq!(subject.items[at], *item, "after the last key");
                } else if at == 0 {
                    assert_eq!(subject.items[at], *item, "the first");
                } else {
                    assert_eq!(subject.items[at], *item, "another");
                }
            }
        }
    });
    assert_eq!((&report.verdict, report.failures.len()), (&Verdict::Failed, 1), "{}", report.render(Style::plain()));
    assert!(!report.failures[0].elsewhere.is_empty());
    let text = report.render(Style::plain());
    assert!(!text.contains("different bugs"), "{text}");
    for elsewhere in &report.failures[0].elsewhere {
        assert!(
            text.contains(&elsewhere.origin.to_string()) && text.contains(&elsewhere.choices.replay_token()),
            "{text}"
        );
    }
}

#[test]
fn bugs_of_which_none_leads_to_the_other_are_told_apart() {
    for seed in 0..5 {
        let report = Check::new().seed(seed).run(any::<(u16, u16)>(), |(a, b)| {
            assert!(a < 500, "the first");
            assert!(b < 500, "the second");
        });
        let mut minima: Vec<_> = report.failures.iter().map(|failure| &*failure.minimal.drawn[0].text).collect();
        minima.sort_unstable();
        assert_eq!(minima, ["(0, 500)", "(500, 0)"]);
    }
}

/// A case that fails in half of its runs is called flaky whatever the coin says, and is never stored.
#[test]
fn what_fails_in_half_of_its_runs_is_flaky() {
    let mut believed = 0;
    for seed in 0..400u64 {
        // A coin of its own, as a hash map has.
        let coin = Cell::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let toss = || {
            coin.set(coin.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
            coin.get() >> 63 == 1
        };
        let report = Check::new().seed(seed).run(any::<u32>(), |n| assert!(n < 100 || toss(), "sometimes"));
        match report.verdict {
            // If another case, which had passed, fails now, it is not counted how often this one does.
            Verdict::Flaky => {
                let (failed, runs) = report.failures[0].flaky.unwrap_or((1, 10));
                assert!(0 < failed && failed < runs && runs >= 10, "{failed} of {runs}");
            }
            _ => believed += 1,
        }
    }
    assert!(believed <= 2, "{believed} of 400 were believed");
}

#[test]
fn an_example_that_fails_only_sometimes_is_flaky() {
    let calls = Cell::new(0);
    let report = Check::new().seed(1).run_with_examples(any::<u32>(), &[&|| 7], |_| {
        calls.set(calls.get() + 1);
        assert!(calls.get() % 3 != 1);
    });
    assert_eq!(report.verdict, Verdict::Flaky);
}

/// `time` bounds the whole run, and the report says what it cut short.
#[test]
fn the_time_of_a_run_bounds_what_is_done_about_a_failure() {
    let slow = |list: Vec<u32>| {
        if list.iter().sum::<u32>() >= 1_000 {
            std::thread::sleep(Duration::from_millis(200));
            panic!("a large sum");
        }
    };
    let hurried = |config: astragal::Config| config.time(Duration::from_secs(2));
    let report = Check::new().seed(1).with(hurried).run(vec_of(0..1_000u32, 0..=30), slow);
    assert_eq!(report.verdict, Verdict::Failed);
    assert!(!report.failures[0].shrinking.finished && report.failures[0].shrinking.out_of_time);
    assert!(report.render(Style::plain()).contains("(stopped at the time limit)"));
    assert_eq!(smallest(&report).len(), 1);
}
