//! Where there are few cases, all of them are run.

use crate::smallest;
use astragal::Source;
use astragal::config::Exhaustive;
use astragal::prelude::*;
use astragal::report::{Found, Problem, Style, Verdict};
use astragal::{Check, Draw};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

fn all<T: std::fmt::Debug + Ord>(generator: impl Draw<Value = T>) -> (Verdict, u64, usize) {
    let seen = RefCell::new(BTreeSet::new());
    let report = Check::new().seed(1).run(generator, |value| {
        seen.borrow_mut().insert(value);
    });
    (report.verdict, report.statistics.cases, seen.into_inner().len())
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
enum Signal {
    Off,
    On { bright: bool },
    Blink(#[arbitrary(with = 1..=3u8)] u8, Option<bool>),
}

#[test]
fn small_domains_are_exhausted() {
    assert_eq!(all(any::<(bool, bool)>()), (Verdict::PassedExhaustively, 4, 4));
    assert_eq!(all(any::<Signal>()), (Verdict::PassedExhaustively, 1 + 2 + 9, 12));
    assert_eq!(all(any::<u8>()), (Verdict::PassedExhaustively, 256, 256));
    assert_eq!(all(vec_of(any::<bool>(), 0..=3)), (Verdict::PassedExhaustively, 15, 15));
    assert_eq!(all(just(7)), (Verdict::PassedExhaustively, 1, 1));
    assert_eq!(all(any::<u8>().filter(|n| n % 2 == 0)), (Verdict::PassedExhaustively, 128, 128));
    let dependent = from_fn(|src: &mut Source| {
        let n = src.draw(0..4u32);
        (n, src.draw(0..=n))
    });
    assert_eq!(all(dependent), (Verdict::PassedExhaustively, 10, 10));
}

#[test]
fn large_domains_are_not() {
    assert_eq!(all(any::<u64>()).0, Verdict::Passed);
    assert_eq!(all(any::<Vec<bool>>()).0, Verdict::Passed);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
    enum Nat {
        Zero,
        Next(Box<Nat>),
    }
    assert_eq!(all(any::<Nat>()).0, Verdict::Passed);
}

#[test]
fn the_one_case_that_fails_is_found() {
    let report = Check::new().seed(1).run(any::<(u8, bool)>(), |(n, flag)| n != 131 || !flag);
    assert!(matches!(report.failures[0].found, Found::Exhaustive(_)));
    assert_eq!(smallest(&report), ["(131, true)"]);
}

#[test]
fn assumptions_leave_fewer() {
    let report = Check::new().seed(1).run(any::<(bool, bool)>(), |(a, b)| {
        assume!(a || b);
        collect!("both", a && b);
    });
    assert_eq!((&report.verdict, report.statistics.cases), (&Verdict::PassedExhaustively, 3));
    assert_eq!(report.statistics.rejected(), 1);
    assert_eq!(report.statistics.charts[0].total, 3);
}

/// Enumerated cases need to know how they are counted.
#[cfg(feature = "spaces")]
mod enumerated {
    use std::cell::RefCell;
    use std::process::Command;

    use crate::smallest;
    use astragal::Source;
    use astragal::config::Exhaustive;
    use astragal::prelude::*;
    use astragal::report::{EnumeratedCases, Found, Problem, Style, Verdict};
    use astragal::{Check, Config, Report};

    fn checked(check: Check, property: impl Fn(Vec<bool>)) -> (Report, Vec<Vec<bool>>) {
        let seen = RefCell::new(Vec::new());
        let report = check.run(any::<Vec<bool>>(), |list| {
            seen.borrow_mut().push(list.clone());
            property(list);
        });
        (report, seen.into_inner())
    }

    fn first_line(report: &Report) -> String {
        let mut style = Style::plain();
        style.width = 300;
        report.render(style).lines().next().unwrap().to_string()
    }

    #[test]
    fn so_many_or_all_up_to_a_size_or_a_depth_and_no_others() {
        let bounds = [
            (Exhaustive::First(500), "500", 500, Some(7), "500 cases, all enumerated (complete up to size 7)"),
            (Exhaustive::Size(6), "size 6", 127, Some(6), "127 cases, all enumerated (complete up to size 6)"),
            (Exhaustive::Depth(3), "depth 3", 15, Some(3), "15 cases, all enumerated (complete up to depth 3)"),
        ];
        for (bound, text, cases, all_up_to, told) in bounds {
            let by_value = |config: Config| config.exhaustive(bound);
            let by_text = |config: Config| config.set("exhaustive", text);
            let expected: Vec<Vec<bool>> = any::<Vec<bool>>().iter().take(cases).collect();
            for check in [Check::new().seed(1).with(by_value), Check::new().seed(1).with(by_text)] {
                let (report, seen) = checked(check, |_| ());
                assert_eq!((report.verdict.clone(), report.statistics.cases), (Verdict::Passed, cases as u64));
                let by_depth = matches!(bound, Exhaustive::Depth(_));
                assert_eq!(
                    report.statistics.enumerated,
                    Some(EnumeratedCases { cases: cases as u64, all_up_to, by_depth })
                );
                assert_eq!(seen, expected, "{text}");
                assert!(first_line(&report).contains(told), "{}", first_line(&report));
            }
        }
    }

    #[test]
    fn what_is_all_there_is_is_said_to_be_all() {
        let run =
            |bound: Exhaustive| Check::new().seed(1).with(|config| config.exhaustive(bound)).run(any::<u8>(), |_| ());
        assert_eq!(run(Exhaustive::First(500)).verdict, Verdict::PassedExhaustively);
        assert_eq!(run(Exhaustive::First(255)).verdict, Verdict::Passed);
        assert!(first_line(&run(Exhaustive::First(500))).contains("all 256 possible cases"));
    }

    #[test]
    fn what_a_condition_lets_through_is_counted() {
        let (report, seen) = checked(Check::new().seed(1).with(|config| config.exhaustive(500)), |list| {
            assume!(list.is_sorted());
        });
        // Of each length there is one more than it is long.
        let sorted = seen.iter().filter(|list| list.is_sorted()).count() as u64;
        assert_eq!((report.statistics.cases, report.statistics.rejected()), (sorted, 500 - sorted));
        let line = first_line(&report);
        let told = format!(
            "500 cases, all enumerated (complete up to size 7), {sorted} ran to the end, {} rejected by assume! at",
            500 - sorted
        );
        assert!(line.contains(&told), "{line}");

        // The same where all cases were enumerated.
        let pairs = Check::new().seed(1).run(any::<(bool, Option<bool>)>(), |(a, b)| assume!(b.is_none_or(|b| a == b)));
        assert_eq!((&pairs.verdict, pairs.statistics.cases), (&Verdict::PassedExhaustively, 4));
        assert!(first_line(&pairs).contains("all 4 possible cases, 2 others rejected"), "{}", first_line(&pairs));
        let filtered = Check::new().seed(1).run(any::<u8>().filter(|n| n % 4 == 0), |_| ());
        assert!(
            first_line(&filtered).contains("all 64 possible cases, 192 others rejected"),
            "{}",
            first_line(&filtered)
        );
    }

    #[test]
    fn a_condition_that_lets_nothing_through_is_not_a_pass() {
        let settings = |config: Config| config.exhaustive(100);
        let report = Check::new().seed(1).with(settings).run(any::<u64>(), |_| assume!(false));
        assert_eq!(report.verdict, Verdict::Vacuous);
    }

    #[test]
    fn enumerated_cases_take_turns_with_random_ones_which_do_not_repeat_them() {
        let (report, seen) = checked(Check::new().seed(1), |_| ());
        assert_eq!((&report.verdict, seen.len()), (&Verdict::Passed, 1_000));
        let first: Vec<Vec<bool>> = any::<Vec<bool>>().iter().take(100).collect();
        assert_eq!(seen[..4], first[..4]);
        for list in &first {
            assert_eq!(seen.iter().filter(|seen| *seen == list).count(), 1, "{list:?}");
        }
        // One for three random ones: whenever the time is used up there are some of each kind.
        let enumerated = seen[..200].iter().filter(|list| first.contains(list)).count();
        assert!((40..=64).contains(&enumerated), "{enumerated}");
        assert!(seen.iter().any(|list| list.len() > 20), "the others are drawn");
        let told = "passed: 1,000 cases, including 100 enumerated (complete up to size 5), none rejected, ";
        assert!(first_line(&report).contains(told), "{}", first_line(&report));
        assert!(report.statistics.repeats > 200, "{}", report.statistics.repeats);
        let told = format!("{} repeats of enumerated cases skipped", report.statistics.repeats);
        assert!(first_line(&report).contains(&told), "{}", first_line(&report));
        // One in ten, if those are fewer; and none without that phase.
        let (report, _) = checked(Check::new().seed(1).cases(50), |_| ());
        assert_eq!(report.statistics.enumerated.unwrap().cases, 5);
        let (report, _) = checked(Check::new().seed(1).with(|config| config.set("phases", "-exhaustive")), |_| ());
        assert_eq!((report.statistics.enumerated, report.statistics.repeats), (None, 0));
        let (report, _) = checked(Check::new().seed(1).with(|config| config.set("phases", "exhaustive")), |_| ());
        assert_eq!((report.statistics.enumerated.unwrap().cases, report.statistics.cases), (100, 100));
    }

    /// Shares are demanded of chance, which draws the same small cases again and again.
    #[test]
    fn what_cover_demands_is_demanded_of_all_that_chance_draws() {
        let report =
            Check::new().seed(1).run(any::<Vec<bool>>(), |list| cover!("empty", list.is_empty(), at_least = 1));
        assert_eq!(
            (&report.verdict, report.statistics.repeats),
            (&Verdict::Passed, 0),
            "{:?}",
            report.statistics.covered
        );
    }

    /// However many are rejected, and whichever kind of case makes up for them.
    #[test]
    fn exactly_as_many_cases_pass_as_were_asked_for() {
        for seed in 0..60 {
            for (cases, one_in) in [(200, 4), (100, 16), (30, 3)] {
                let check = Check::new().seed(seed).cases(cases);
                let report = check.run(any::<u64>(), |n| assume!(n % one_in == 0));
                assert_eq!(
                    (report.verdict, report.statistics.cases),
                    (Verdict::Passed, cases),
                    "{seed}: 1 in {one_in}"
                );
            }
        }
    }

    #[test]
    fn a_small_case_that_fails_is_found_among_those_enumerated() {
        let at = any::<Vec<bool>>().iter().position(|list| list == [true, false]).unwrap() as u64;
        let (report, _) = checked(Check::new().seed(1), |list| assert_ne!(list, [true, false]));
        assert_eq!((&report.failures[0].found, smallest(&report)), (&Found::Exhaustive(at + 1), vec!["[true, false]"]));
    }

    #[derive(Debug, Clone, Arbitrary)]
    struct Half {
        _known: bool,
        #[arbitrary(opaque = from_fn(|src| src.draw(0..9u8)))]
        _unknown: u8,
    }

    #[test]
    fn an_opaque_part_is_named() {
        fn message_of(report: Report) -> String {
            assert!(report.failures.is_empty());
            let Verdict::Unknown(Problem::Usage { message, .. }) = report.verdict else {
                panic!("{:?}", report.verdict)
            };
            message
        }
        let check = || Check::new().seed(1).with(|config| config.exhaustive(Exhaustive::Depth(5)));
        let dependent = any::<u64>().and_then(|n| vec_of(any::<u8>(), n as usize % 9));
        let closure = from_fn(|src: &mut Source| src.draw(0..9u8));
        for (message, part) in [
            (message_of(check().run((any::<u8>(), &dependent), |_| ())), "AndThen"),
            (message_of(check().run(vec_of(&closure, 0..3), |_| ())), "FromFn"),
            (message_of(check().run(any::<Vec<Half>>(), |_| ())), "Half._unknown"),
            (message_of(check().run_drawing(|t| t.draw(any::<u8>()) < 255)), "known only by running it"),
        ] {
            assert!(message.contains("`exhaustive = depth 5` cannot be done") && message.contains(part), "{message}");
        }
        // Nothing is enumerated unless it is asked for.
        assert!(Check::new().seed(1).run((any::<u8>(), &dependent), |_| ()).verdict.is_pass());
    }

    #[test]
    fn two_threads_find_the_same() {
        let runs = [1, 2].map(|threads| {
            let settings = |config: Config| config.threads(threads).exhaustive(5_000);
            Check::new().seed(1).with(settings).run_on_threads(any::<Vec<u8>>(), |list| {
                assume!(list.len() != 2);
                collect!("length", list.len());
                assert!(!list.contains(&1) || list.last() != Some(&2), "a one, and a two at the end");
            })
        });
        for report in &runs {
            assert_eq!((&report.verdict, smallest(report)), (&Verdict::Failed, smallest(&runs[0])));
            assert_eq!(report.failures[0].found, runs[0].failures[0].found);
            assert_eq!(report.statistics.rejections, runs[0].statistics.rejections);
            assert_eq!(report.statistics.cases, runs[0].statistics.cases);
        }
        assert!(matches!(runs[0].failures[0].found, Found::Exhaustive(_)));
        let passed = [1, 2].map(|threads| {
            let settings = |config: Config| config.threads(threads).exhaustive(Exhaustive::Size(7));
            let report =
                Check::new().seed(1).with(settings).run_on_threads(any::<Vec<u8>>(), |list| assume!(list.len() != 2));
            (report.verdict, report.statistics.cases, report.statistics.rejections, report.statistics.enumerated)
        });
        assert_eq!(passed[0], passed[1]);
    }

    /// What this program prints when it runs one test with something in its environment.
    fn output_of(test: &str, environment: &[(&str, &str)]) -> String {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let names = std::env::vars_os().map(|(name, _)| name);
        for name in names.filter(|name| name.to_string_lossy().starts_with("ASTRAGAL_")) {
            command.env_remove(name);
        }
        let test = format!("exhaustive::enumerated::{test}");
        let output = command.args(["--exact", &test, "--ignored", "--nocapture"]).envs(environment.iter().copied());
        String::from_utf8_lossy(&output.output().unwrap().stderr).into_owned()
    }

    fn cases_of(test: &str, environment: &[(&str, &str)]) -> usize {
        output_of(test, environment).lines().filter(|line| line.starts_with("case ")).count()
    }

    #[property(exhaustive = 500)]
    #[ignore = "another test counts its cases"]
    fn first(list: Vec<bool>) {
        eprintln!("case {list:?}");
    }

    #[property(exhaustive = "size 6")]
    #[ignore = "another test counts its cases"]
    fn by_size(list: Vec<bool>) {
        eprintln!("case {list:?}");
    }

    #[property(exhaustive = "depth 3")]
    #[ignore = "another test counts its cases"]
    fn by_depth(list: Vec<bool>) {
        eprintln!("case {list:?}");
    }

    #[property]
    #[ignore = "another test counts its cases"]
    fn as_usual(list: Vec<bool>) {
        eprintln!("case {list:?}");
    }

    #[test]
    fn attributes_and_the_environment_say_what_is_enumerated() {
        assert_eq!(["first", "by_size", "by_depth"].map(|test| cases_of(test, &[])), [500, 127, 15]);
        for (value, cases) in [("500", 500), ("size 6", 127), ("depth 3", 15), ("auto", 1_000)] {
            // The environment takes precedence.
            for test in ["as_usual", "first"] {
                assert_eq!(cases_of(test, &[("ASTRAGAL_EXHAUSTIVE", value)]), cases, "{test}, {value}");
            }
        }
        let wrong = output_of("as_usual", &[("ASTRAGAL_EXHAUSTIVE", "size six")]);
        assert!(wrong.contains("`exhaustive` takes `auto`, or how many cases to enumerate"), "{wrong}");
    }

    fn is_wrong(list: &[u8]) {
        assert!(!list.contains(&1) || list.last() != Some(&2), "a one, and a two at the end");
    }

    #[property(exhaustive = 500, regressions = "off", color = "never")]
    #[ignore = "fails; another test runs it"]
    fn fails_here(list: Vec<u8>) {
        is_wrong(&list);
    }

    #[property(exhaustive = "depth 5", regressions = "off", color = "never")]
    #[ignore = "fails; another test runs it"]
    fn fails_with_an_opaque_part(#[from(from_fn(|src| src.draw(0..9u8)))] digit: u8) {
        assert!(digit < 9);
    }

    #[test]
    fn a_child_process_finds_the_same() {
        let environments: [&[_]; 3] = [&[], &[("ASTRAGAL_ISOLATED", "true")], &[("ASTRAGAL_THREADS", "2")]];
        let [here, isolated, threads] = environments.map(|environment| {
            let output = output_of("fails_here", environment);
            // How it is run differs, and is shown among the settings.
            let lines = output.lines().filter(|line| !line.contains("settings:") && !line.contains("thread '"));
            let wanted = |line: &&str| {
                ["found by enumeration, case", "└ list =", "ASTRAGAL_REPLAY"].iter().any(|part| line.contains(part))
            };
            lines.filter(wanted).map(ToString::to_string).collect::<Vec<_>>()
        });
        assert!(here.len() == 3 && here[0].contains("found by enumeration, case "), "{here:?}");
        assert_eq!(here, isolated);
        assert_eq!(here, threads);
        let opaque = output_of("fails_with_an_opaque_part", &[]);
        assert!(opaque.contains("was not checked") && opaque.contains("FromFn"), "{opaque}");
    }
}

#[test]
fn what_has_no_weight_is_not_enumerated_unless_somebody_asks() {
    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    enum Fault {
        None,
        #[arbitrary(weight = 0)]
        PowerCut,
        Delay(bool),
    }
    let never = |fault: Fault| fault != Fault::PowerCut;
    assert_eq!(Check::new().seed(1).run(any::<Fault>(), never).verdict, Verdict::Passed);
    let in_lists = Check::new().seed(1).run(any::<Vec<Fault>>(), |faults| !faults.contains(&Fault::PowerCut));
    assert_eq!(in_lists.verdict, Verdict::Passed);
    let asked = Check::new().seed(1).with(|config| config.exhaustive(Exhaustive::Size(3))).run(any::<Fault>(), never);
    assert_eq!(asked.verdict, Verdict::Failed);
}

#[test]
fn listing_leaves_time_for_random_cases() {
    let slow = Check::new().seed(1).cases(1 << 40).with(|config| config.time(Some(Duration::from_millis(400))));
    let report = slow.run(any::<Vec<u32>>(), |_| std::thread::sleep(Duration::from_millis(10)));
    let (cases, enumerated) = (report.statistics.cases, report.statistics.enumerated.as_ref().unwrap().cases);
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(report.statistics.out_of_time);
    // The first turn is theirs, and then one case for three random ones: whenever the clock stops the run.
    assert!(enumerated > 0 && enumerated <= 16 + cases / 4, "{enumerated} of {cases} were enumerated");
    let text = report.render(Style::plain()).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("stopped at the time limit"), "{text}");
}

#[test]
fn what_is_demanded_of_all_cases_is_decided() {
    let report = Check::new().seed(1).run(any::<u8>(), |n| cover!("never", u16::from(n) > 300, at_least = 20));
    assert!(matches!(report.verdict, Verdict::Unknown(Problem::NotCovered(_))), "{:?}", report.verdict);
    let report = Check::new().seed(1).run(any::<u8>(), |n| cover!("many", n > 100, at_least = 20));
    assert_eq!(report.verdict, Verdict::PassedExhaustively);
    assert!(report.render(Style::plain()).contains("many: 60.5% of 256 cases, 20% required: met"));
    // It is demanded of chance, which has weights.
    let mostly = one_of![9 => just(true), 1 => just(false)];
    let report = Check::new().seed(1).run(mostly, |yes| cover!("yes", yes, at_least = 80));
    assert_eq!(report.verdict, Verdict::Passed, "{}", report.render(Style::plain()));
}

/// Where conditions reject most random cases, the small ones go on being enumerated.
#[test]
fn listing_goes_on_as_long_as_cases_are_rejected() {
    let many = Check::new().seed(1).cases(2_000).with(|config| config.time(None));
    let report = many.run(any::<u32>(), |n| {
        assume!(n % 7 == 0);
        true
    });
    assert_eq!(report.statistics.cases, 2_000);
    let (enumerated, rejected) = (report.statistics.enumerated.as_ref().unwrap().cases, report.statistics.rejected());
    assert!(enumerated > rejected / 4, "{enumerated} were enumerated, and {rejected} rejected");
}
