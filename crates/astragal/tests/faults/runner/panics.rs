//! A property that panics: its own panic comes out in the end, and no other test notices anything.

use std::fmt;
use std::panic::{catch_unwind, panic_any};
use std::sync::atomic::{AtomicU32, Ordering};

use astragal::Check;
use astragal::prelude::*;
use astragal::report::{Origin, Problem, Style, Verdict};

use super::subject::{Home, Ran};

#[property(regressions = "off")]
#[should_panic(expected = "the smallest is 1000")]
fn the_panic_of_the_smallest_case_comes_out(n: u32) {
    assert!(n < 1_000, "the smallest is {n}");
}

struct OwnPayload(#[allow(dead_code, reason = "it is only thrown")] u32);

#[property(regressions = "off")]
#[ignore = "it fails"]
fn throws_a_value(n: u32) {
    if n > 6 {
        panic_any(OwnPayload(n));
    }
}

#[test]
fn what_is_thrown_need_not_be_a_message() {
    let thrown = catch_unwind(throws_a_value).expect_err("it fails");
    let message = thrown.downcast_ref::<String>().expect("what is thrown in the end is a message");
    assert_eq!(message, "the property panicked with a payload that is not a string");
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn quiet_itself(n: u32) {
    // Long enough for the neighbor to panic meanwhile.
    std::thread::sleep(std::time::Duration::from_micros(500));
    assert!(n < 1_000, "an amount of {n}");
}

#[test]
#[ignore = "it fails"]
fn neighbour() {
    std::thread::sleep(std::time::Duration::from_millis(30));
    panic!("a panic of its own");
}

#[test]
fn a_neighbour_panics_as_ever() {
    let home = Home::new();
    let mut command = home.command(&["panics::quiet_itself", "panics::neighbour"]);
    let ran = Ran::of(command.arg("--test-threads=2").output().unwrap());
    ran.failed_saying(&["an amount of 1000", "panicked at", "a panic of its own", "RUST_BACKTRACE=1"]);
    assert_eq!(ran.text.matches("thread 'runner::panics::neighbour'").count(), 1, "{}", ran.text);
    assert_eq!(ran.text.matches("thread 'runner::panics::quiet_itself'").count(), 0, "{}", ran.text);
    // Nothing of the neighbor got into the report.
    assert_eq!(ran.text.matches("a panic of its own").count(), 1, "{}", ran.text);
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a panic in `drop`");
    }
}

#[property(seed = 1)]
#[ignore = "it aborts"]
fn panics_while_unwinding(n: u32) {
    if n > 1_000 {
        let _bomb = Bomb;
        panic!("the first panic");
    }
}

#[test]
fn a_panic_while_unwinding_is_found_by_the_next_run() {
    let home = Home::new();
    let first = home.run("panics::panics_while_unwinding");
    first.died(6);
    first.said(&[
        "of `runner::panics::panics_while_unwinding`",
        "This is a failure",
        "the first panic",
        "a panic in `drop`",
    ]);
    assert!(home.left().iter().any(|(_, text)| text.trim() == "1"), "the seed is on disk: {:?}", home.left());
    let words = ["died by SIGABRT after it panicked at", "n = 1001", "the first panic", "a panic in `drop`"];
    home.run("panics::panics_while_unwinding").failed_saying(&words);
    // From here on it is known what the case does.
    home.run("panics::panics_while_unwinding").failed_saying(&words);
}

#[test]
fn a_panic_in_drop_alone_is_a_failure_like_any_other() {
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        let _bomb = (n > 1_000).then(|| Bomb);
    });
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "1001");
    assert_eq!(report.failures[0].message, "a panic in `drop`");
}

#[property(seed = 1)]
#[ignore = "it aborts"]
fn throws_a_bomb(_: u32) {
    panic_any(Bomb);
}

/// A panic's payload may panic in turn when it is dropped.
#[test]
fn a_payload_that_panics_is_never_green() {
    Home::new()
        .run("panics::throws_a_bomb")
        .failed_saying(&["the property panicked with a payload that is not a string"]);
}

#[derive(Clone)]
struct Unprintable(u32);

impl fmt::Debug for Unprintable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("a panic in `Debug`")
    }
}

#[test]
fn a_value_that_cannot_be_printed_is_a_failure_all_the_same() {
    let report = Check::new().seed(1).run(any::<u32>().map(Unprintable), |value| assert!(value.0 < 1_000, "too large"));
    assert_eq!(report.verdict, Verdict::Failed, "{}", report.render(Style::plain()));
    let numbers: Vec<u64> = report.failures[0].minimal.choices.numbers().collect();
    assert_eq!(numbers, [1_000], "{}", report.render(Style::plain()));
    assert!(report.render(Style::plain()).contains(&report.failures[0].token()));
}

#[test]
fn two_panics_at_two_places_are_told_apart() {
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        assert!(n < 1_000_000, "much too large");
        assert!(n < 1_000 || n % 2 == 0, "odd");
    });
    // From the one, shrinking leads to the other: so the second place is reported with the first.
    let [failure] = &report.failures[..] else { panic!("{:?}", report.failures) };
    let [elsewhere] = &failure.elsewhere[..] else { panic!("{:?}", failure.elsewhere) };
    assert_eq!(failure.minimal.drawn[0].text, "1001");
    assert_eq!(elsewhere.choices.numbers().collect::<Vec<_>>(), [1_000_000]);
    assert_ne!(failure.origin, elsewhere.origin);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn under_a_hook_of_its_own(n: u32) {
    static SET: std::sync::Once = std::sync::Once::new();
    SET.call_once(|| std::panic::set_hook(Box::new(|_| eprintln!("the user's hook"))));
    assert!(n < 1_000, "an amount of {n}");
}

const UNDER_A_HOOK_OF_ITS_OWN: u32 = line!() - 3;

#[property(seed = 1)]
#[ignore = "it fails"]
fn under_a_hook_for_each_case(n: u32) {
    std::panic::set_hook(Box::new(|_| ()));
    assert!(n < 1_000, "an amount of {n}");
}

#[property(seed = 1)]
#[ignore = "it is for the hook of a case"]
fn under_a_silent_hook(_: u32) {
    std::panic::set_hook(Box::new(|_| ()));
}

/// Ours comes back before the case is run again, and the other one is called as usual.
#[test]
fn a_hook_that_replaces_ours_takes_nothing() {
    let ran = Home::new().run("panics::under_a_hook_of_its_own");
    ran.failed_saying(&["an amount of 1000", "the user's hook", "under_a_hook_of_its_own` failed"]);
    ran.failed_saying(&[&format!("{UNDER_A_HOOK_OF_ITS_OWN} |     assert!(n < 1_000"), "^^^^^^^"]);
    assert!(!ran.text.contains("is not known"), "{}", ran.text);
}

/// Then the place cannot be known, and the report says so.
#[test]
fn a_hook_for_each_case_takes_only_the_place() {
    let ran = Home::new().run("panics::under_a_hook_for_each_case");
    ran.failed_saying(&["an amount of 1000", "n = 1000", "the place of the panic is not known", "set_hook"]);
}

/// A later test panics as usual, and a property knows where.
#[test]
fn the_hook_of_a_case_is_gone_after_its_run() {
    let home = Home::new();
    let before = "panics::under_a_silent_hook";
    // Tests are run in the order of their names.
    let mut command = home.command(&[before, "panics::zz_neighbour_after_a_hook", "panics::zz_property_after_a_hook"]);
    let ran = Ran::of(command.arg("--test-threads=1").output().unwrap());
    ran.failed_saying(&[
        "a panic of its own",
        "zz_neighbour_after_a_hook' ",
        "panicked at",
        "^^^^^^^",
        "too large: 1000",
    ]);
    assert!(!ran.text.contains("is not known"), "{}", ran.text);
}

#[test]
#[ignore = "it fails"]
fn zz_neighbour_after_a_hook() {
    panic!("a panic of its own");
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn zz_property_after_a_hook(n: u32) {
    assert!(n < 1_000, "too large: {n}");
}

/// A case may look at what its own hook heard, and the hook of a test stays set.
#[test]
fn a_hook_is_called_whoever_has_set_it() {
    let home = Home::new();
    let ran = Ran::of(home.command(&["panics::counts_with_a_hook"]).output().unwrap());
    assert!(ran.status.success(), "{}", ran.text);
}

#[test]
#[ignore = "it has a hook"]
fn counts_with_a_hook() {
    static HEARD: AtomicU32 = AtomicU32::new(0);
    static SET: std::sync::Once = std::sync::Once::new();
    std::panic::set_hook(Box::new(|_| _ = HEARD.fetch_add(1_000_000, Ordering::SeqCst)));
    let report = Check::new().seed(1).run(any::<u32>(), |_| {
        SET.call_once(|| std::panic::set_hook(Box::new(|_| _ = HEARD.fetch_add(1, Ordering::SeqCst))));
        let before = HEARD.load(Ordering::SeqCst);
        assert!(catch_unwind(|| panic!("it is heard")).is_err());
        assert_eq!(HEARD.load(Ordering::SeqCst), before + 1);
    });
    assert_eq!(report.verdict, Verdict::Passed, "{}", report.render(Style::plain()));
    HEARD.store(0, Ordering::SeqCst);
    assert!(catch_unwind(|| panic!("the hook of the test hears it")).is_err());
    assert_eq!(HEARD.load(Ordering::SeqCst), 1_000_000);
}

#[test]
fn a_returned_error_is_a_failure_and_no_usage_error() {
    let report =
        Check::new().seed(1).run(any::<u8>(), |n| if n > 9 { Err(format!("{n} is too large")) } else { Ok(()) });
    assert!(!matches!(report.verdict, Verdict::Unknown(Problem::Usage { .. })));
    assert!(matches!(report.failures[0].origin, Origin::ReturnedError(_)));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "10");
}

struct NotShown(u8);

impl fmt::Debug for NotShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..100 => f.write_str("small"),
            100..200 => panic!("in Debug"),
            _ => Err(fmt::Error),
        }
    }
}

#[test]
fn a_value_that_cannot_be_shown_does_not_hide_the_failure() {
    for (least, shown) in
        [(7, "small"), (107, "<its Debug panicked: in Debug>"), (207, "<its formatting returned an error>")]
    {
        let report = Check::new().seed(1).run(any::<u8>().map(NotShown), |n| assert!(n.0 < least, "the real failure"));
        assert_eq!((&report.verdict, &*report.failures[0].message), (&Verdict::Failed, "the real failure"));
        let text = &report.failures[0].minimal.drawn[0].text;
        assert!(text.starts_with(shown), "{text}");
        let report = Check::new().seed(1).run_drawing(|t| {
            let n = t.draw(any::<u8>().map(NotShown));
            assert!(n.0 < least, "the real failure");
        });
        assert_eq!((&report.verdict, &*report.failures[0].message), (&Verdict::Failed, "the real failure"));
    }
}

#[test]
fn a_panic_while_drawing_is_told_from_one_of_the_property() {
    let explosive = any::<u32>().map(|n| if n >= 7 { panic!("boom") } else { n });
    let report = Check::new().seed(1).run(explosive, |n| assert!(n < 7));
    assert_eq!(report.verdict, Verdict::Failed);
    let message = &report.failures[0].message;
    assert_eq!(message, "boom\n(its arguments were being drawn: the property itself did not run)");
    // In a property that draws while it runs, both are one.
    let report = Check::new().seed(1).run_drawing(|t| assert!(t.draw(explosive) < 7));
    assert_eq!(report.failures[0].message, "boom");
}

#[property]
#[should_panic]
#[ignore = "it fails"]
fn is_meant_to_fail_and_runs_on_nothing(n: u8) {
    assume!(u16::from(n) > 300);
}

#[property]
#[should_panic]
#[ignore = "it leaves no file"]
fn is_meant_to_fail(n: u32) {
    assert!(n < 1_000);
}

#[test]
fn what_is_meant_to_fail_must_fail_and_is_not_stored() {
    let home = Home::new();
    let ran = home.run("panics::is_meant_to_fail_and_runs_on_nothing");
    ran.failed_saying(&["rejected by assume!", "test did not panic as expected"]);
    let ran = home.run("panics::is_meant_to_fail");
    ran.said(&["n = 1000", "1 passed"]);
    assert!(home.left().iter().all(|(path, _)| path.extension().is_none_or(|it| it != "txt")), "{:?}", home.left());
}

/// Does something when it is dropped.
struct Trap(fn());

impl Drop for Trap {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn throws_what_panics_when_dropped(n: u32) {
    if n > 1_000 {
        panic_any(Trap(|| panic!("dropped")));
    }
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn throws_what_exits_when_dropped(n: u32) {
    if n > 1_000 {
        panic_any(Trap(|| std::process::exit(7)));
    }
}

#[property(seed = 1, isolated)]
#[ignore = "it fails"]
fn throws_what_exits_when_dropped_in_isolation(n: u32) {
    if n > 1_000 {
        panic_any(Trap(|| std::process::exit(7)));
    }
}

#[test]
fn what_is_thrown_may_do_anything_when_it_is_dropped() {
    for subject in [
        "throws_what_panics_when_dropped",
        "throws_what_exits_when_dropped",
        "throws_what_exits_when_dropped_in_isolation",
    ] {
        let ran = Home::new().run(&format!("panics::{subject}"));
        ran.failed_saying(&[
            "n = 1001",
            "the property panicked with a payload that is not a string",
            "ASTRAGAL_REPLAY=",
        ]);
        assert!(!ran.text.contains("bug in Astragal"), "{}", ran.text);
    }
    let report = Check::new().seed(1).run(any::<u32>(), |n| {
        if n > 1_000 {
            panic_any(Trap(|| panic!("dropped")));
        }
    });
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "1001");
}

/// A panic's kind is not read off its text: a property may say anything.
#[test]
fn a_message_like_one_of_ours_is_a_failure_of_the_property() {
    for message in [
        "a part has no value, and there is no way to reject the whole: too many choices",
        "called `Result::unwrap()` on an `Err` value: Reject (why: see Source::reason)",
        "`assume!` does not hold, and there is no case to leave out: it was called outside of a property (in a plain test \
         write `assert!`), or on a thread that a property has started (call it on the property's own thread)",
        "panic in a destructor during cleanup",
        "panic in a function that cannot unwind",
        "the property panicked with a payload that is not a string",
    ] {
        let report = Check::new().seed(1).run(any::<u32>(), |n| assert!(n <= 1_000, "{message}"));
        assert_eq!(report.verdict, Verdict::Failed, "{message}");
        assert_eq!(report.failures[0].minimal.drawn[0].text, "1001", "{message}");
        assert_eq!(report.failures[0].message, message);
    }
}

/// How often the innermost check may run on a case before the test gives up.
const MOST: u32 = 100_000;

fn nested(levels: u32, runs: &AtomicU32) {
    astragal::check_with(
        |config| config.cases(3).seed(1).regressions(astragal::config::Folder::Off),
        |t| {
            let n = t.draw(any::<u8>());
            if levels > 1 {
                nested(levels - 1, runs);
            }
            if runs.fetch_add(1, Ordering::Relaxed) > MOST {
                eprintln!("too many");
                std::process::abort();
            }
            assert!(n < 3, "too large");
        },
    );
}

#[test]
#[ignore = "it fails"]
fn checks_inside_of_checks() {
    nested(4, &AtomicU32::new(0));
}

/// Each check looks for the smallest case of its own; that of an inner one is looked for once, when its case is shown.
#[test]
fn checks_inside_of_checks_do_not_multiply() {
    Home::new().run("panics::checks_inside_of_checks").failed_saying(&["too large", "3"]);
}
