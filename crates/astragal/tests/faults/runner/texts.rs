//! Texts without end or measure: values, errors, notes and labels are cut while they are written.

use std::cell::Cell;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};

use astragal::prelude::*;
use astragal::report::{Style, Verdict};
use astragal::spaces::for_all;
use astragal::statistics::Observation;
use astragal::{Check, Report};

use super::subject::{Home, Misused};
use crate::peak::peak_of;

const MEBIBYTE: usize = 1 << 20;

thread_local! {
    /// How many bytes a `Debug` got to write.
    static WRITTEN: Cell<usize> = const { Cell::new(0) };
}

/// A value whose `Debug` writes this many lines.
#[derive(Clone, Copy)]
struct Long {
    lines: usize,
    /// Whether it goes on although it was told that nothing more is taken.
    stubborn: bool,
}

const ENDLESS: Long = Long { lines: usize::MAX, stubborn: false };
const STUBBORN: Long = Long { lines: usize::MAX, stubborn: true };
const HUNDRED_MEGABYTES: Long = Long { lines: 100_000_000 / 20, stubborn: false };

impl fmt::Debug for Long {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.lines {
            const LINE: &str = "a line of the value\n";
            WRITTEN.set(WRITTEN.get() + LINE.len());
            let written = f.write_str(LINE);
            if !self.stubborn {
                written?;
            }
        }
        Ok(())
    }
}

/// A value that writes once, all that it has.
struct AtOnce(String);

impl fmt::Debug for AtOnce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Panics if what it writes is not taken.
struct Unwraps;

impl fmt::Debug for Unwraps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        loop {
            f.write_str("something\n").unwrap();
        }
    }
}

/// How many bytes a report as text may have.
const MOST: usize = 15_000;

#[track_caller]
fn is_short(report: &Report) {
    let text = report.render(Style::plain());
    assert!(text.len() < MOST, "{} bytes", text.len());
    assert!(text.contains(&report.failures[0].token()), "the case is still told: {text}");
}

#[test]
fn a_debug_without_end_is_cut() {
    for value in [ENDLESS, STUBBORN, HUNDRED_MEGABYTES] {
        WRITTEN.set(0);
        let property = |(n, value): (u8, Long)| {
            let _ = value;
            assert!(n < 7);
        };
        let (report, peak) = peak_of(|| Check::new().seed(1).run((any::<u8>(), just(value)), property));
        assert_eq!(report.verdict, Verdict::Failed);
        let text = &report.failures[0].minimal.drawn[0].text;
        assert!(text.starts_with("(7, a line of the value\na line"), "{}", &text[..60]);
        assert!(text.ends_with("… (cut here: the text is too long)"), "{}", &text[text.len() - 60..]);
        assert!(text.len() < MEBIBYTE, "{}", text.len());
        assert!(peak < 200 * MEBIBYTE, "{peak}");
        is_short(&report);
        // A text is written for each of the cases that are compared, of which there are at most some hundreds.
        assert!(WRITTEN.get() < 500 * MEBIBYTE, "{}", WRITTEN.get());
    }
}

#[test]
fn one_text_takes_no_more_than_twice_what_is_kept() {
    for value in [ENDLESS, STUBBORN] {
        WRITTEN.set(0);
        let Observation::Label(label) = Observation::of(&value) else { panic!("not a label") };
        assert!(label.len() < MEBIBYTE && WRITTEN.get() < MEBIBYTE, "{} of {}", label.len(), WRITTEN.get());
    }
    let label = Observation::of(&Unwraps);
    assert!(matches!(label, Observation::Label(label) if label.ends_with("… (cut here: the text is too long)")));
}

#[test]
fn what_is_drawn_returned_noted_or_collected_is_cut() {
    let drawn = Check::new().seed(1).run_drawing(|t| {
        t.draw(just(STUBBORN));
        note!("{STUBBORN:?} and {:?}", ENDLESS);
        collect!("value", ENDLESS);
        assert!(t.draw(any::<u8>()) < 7);
    });
    assert_eq!(drawn.verdict, Verdict::Failed);
    let note = &drawn.failures[0].minimal.notes[0].text;
    assert!(note.starts_with("a line of the value\n") && note.len() < MEBIBYTE, "{}", note.len());
    let returned = Check::new().seed(1).run(any::<u8>(), |n| if n < 7 { Ok(()) } else { Err(STUBBORN) });
    assert!(returned.failures[0].message.len() < MEBIBYTE);
    for report in [drawn, returned] {
        is_short(&report);
    }
}

#[test]
fn a_quantifier_names_a_long_witness() {
    let report = Check::new().seed(1).run(any::<u8>(), |n| {
        for_all(just(STUBBORN), |_| n < 7).expect_holds();
    });
    assert!(report.failures[0].message.ends_with("is a counterexample"));
    is_short(&report);
    // The text was cut by unwinding, and no panic is left over: a thread that panics elsewhere is not mistaken for this one.
    let ((begin, began), (end, ended)) = (channel::<()>(), channel::<()>());
    let elsewhere = std::thread::spawn(move || {
        let _waits = Waits(begin, ended);
        std::panic::resume_unwind(Box::new(()));
    });
    began.recv().unwrap();
    assert!(!std::thread::panicking());
    drop(end);
    assert!(elsewhere.join().is_err());
}

/// Tells that it is being dropped, and waits.
struct Waits(Sender<()>, Receiver<()>);

impl Drop for Waits {
    fn drop(&mut self) {
        let _ = self.0.send(());
        let _ = self.1.recv();
    }
}

#[test]
fn long_values_differ_by_what_is_kept_of_them() {
    let text = |end: &str| format!("{}{end}", "x".repeat(3 * MEBIBYTE));
    assert_eq!(Observation::of(&AtOnce(text("a"))), Observation::of(&AtOnce(text("b"))));
    assert_eq!(Observation::of(&text("a")), Observation::of(&text("b")));
    assert_ne!(Observation::of(&AtOnce("a".into())), Observation::of(&AtOnce("b".into())));
}

#[test]
fn long_notes_messages_and_warnings_are_cut() {
    let long = "y".repeat(MEBIBYTE / 8);
    let text = long.as_str();
    let fails = |n: u8| assert!(n < 7, "{text}");
    let reports = [
        Check::new().seed(1).run(any::<u8>(), |n| {
            note!("{text}");
            (0..1_000).for_each(|number| note!("note {number}"));
            fails(n);
        }),
        Check::new().seed(1).run(any::<u8>(), |n| if n < 7 { Ok(()) } else { Err(text.to_string()) }),
        Check::new().seed(1).run(any::<u8>(), |n| assert_eq!(n.min(6), n, "{text}")),
        Check::new().seed(1).run(any::<u8>(), |n| assert_ne!(n, n.min(6), "{text}\n{text}")),
        Check::new().seed(1).run(any::<u8>(), |n| assert_eq!(if n < 7 { "" } else { text }, "")),
        Check::new().seed(1).run(any::<u8>(), |n| assert_ne!(if n < 7 { "" } else { text }, text)),
    ];
    for report in reports {
        is_short(&report);
    }
    let usage = Check::new().seed(1).run(Misused(text.to_string()), |_| ()).render(Style::plain());
    assert!(usage.len() < MOST && usage.contains("… (cut: the whole text has 131,"), "{} bytes", usage.len());
    let setting = Check::new().seed(1).with(|config| config.set("cases", text)).run(any::<u8>(), |_| ());
    assert!(setting.render(Style::plain()).len() < MOST);
}

#[property(seed = 1)]
#[ignore = "it fails"]
fn fails_with_long_texts(n: u8) {
    let long = "z".repeat(MEBIBYTE);
    note!("noted {long} at last");
    if n >= 7 {
        panic!("said {long} at last");
    }
}

#[test]
#[ignore = "it fails"]
fn draws_long_texts() {
    astragal::check_with(
        |config| config.seed(1),
        |t| {
            t.draw(just(STUBBORN));
            if t.draw(any::<u8>()) < 7 { Ok(()) } else { Err("z".repeat(MEBIBYTE) + " at last") }
        },
    );
}

#[test]
fn texts_are_in_a_file_in_full_if_the_user_wants_them() {
    let home = Home::new();
    let file = |property: &str| {
        let ran = home.run_with(property, "ASTRAGAL_SHOW", "full");
        assert!(ran.text.len() < 2 * MOST, "{}", ran.text.len());
        let line = ran.text.lines().find_map(|line| line.strip_prefix("values, notes and messages in full: "));
        assert!(line.is_some_and(|line| line.ends_with("full.txt")), "{}", ran.text);
        let left = home.left().into_iter().filter(|(path, _)| path.ends_with("full.txt"));
        left.map(|(path, text)| std::fs::remove_file(path).map(|()| text).unwrap()).collect::<String>()
    };
    let long = "z".repeat(MEBIBYTE);
    let text = file("texts::fails_with_long_texts");
    assert!(text.contains("\nn = 7\n") && text.contains(&format!("\nnoted {long} at last\n")));
    assert!(text.contains(&format!("\nsaid {long} at last\n")));
    let text = file("texts::draws_long_texts");
    assert!(text.contains("\ndraw 1 = a line of the value\n"));
    assert!(text.contains(&format!("the property returned an error: \"{long} at last\"\n")));
    assert_eq!(text.matches("… (cut here: the text is too long)").count(), 1, "after 64 MiB");
    assert!(!home.run("texts::fails_with_long_texts").text.contains("in full"));
}
