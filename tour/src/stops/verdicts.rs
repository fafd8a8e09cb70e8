//! What a run says when there is no counterexample to show.

use std::cell::Cell;

use astragal::Report;
use astragal::prelude::*;
use astragal::report::{Style, Verdict};

use super::Stop;
use crate::hunt::check;
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Verdicts: only a pass is green", visit };

/// Whether a verdict is the one that is expected.
type Expected = fn(&Verdict) -> bool;

/// All values of a small type.
pub fn exhaustive() -> Report {
    check("or is and of the opposites").run(any::<(bool, bool)>(), |(a, b)| (a | b) != (!a & !b))
}

/// It fails once, and not again.
pub fn flaky() -> Report {
    let runs = Cell::new(0);
    check("depends on the weather").run(any::<u64>(), |_| runs.replace(runs.get() + 1) != 10)
}

/// Hardly a case gets past the assumption.
pub fn gave_up() -> Report {
    check("of words and their checksums").run(any::<(u64, u64)>(), |(word, sum)| {
        assume!(sum % 300 == (word / 7 + 77) % 300);
        assert!(sum < u64::MAX);
    })
}

/// No case gets past it.
pub fn vacuous() -> Report {
    check("of nothing").run(any::<u8>(), |n| {
        assume!(n.count_ones() > 8);
        assert_eq!(n, 0);
    })
}

/// A misconfigured generator: there is nothing to select from.
pub fn misused() -> Report {
    check("of an empty list").run(select(Vec::<u8>::new()), |n| n > 0)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A test that checks nothing must not be green. So there are more verdicts than passed and failed, and each says \
         what to do. A property whose values are few is checked for all of them, which is more than a pass.",
    );
    page.code(include_str!("verdicts.rs"), "fn vacuous");
    page.gap();
    let expected: [(Report, Expected); 5] = [
        (exhaustive(), |verdict| *verdict == Verdict::PassedExhaustively),
        (flaky(), |verdict| *verdict == Verdict::Flaky),
        (gave_up(), |verdict| *verdict == Verdict::GaveUp),
        (vacuous(), |verdict| *verdict == Verdict::Vacuous),
        (misused(), |verdict| matches!(verdict, Verdict::Unknown(_))),
    ];
    for (report, is_expected) in expected {
        let text = report.render(Style::plain());
        let headline = text.split("\n\n").next().unwrap_or_default();
        let colour = if report.verdict.is_pass() { Colour::Green } else { Colour::Yellow };
        for line in headline.lines() {
            page.line(page.painted(colour, line));
        }
        if !is_expected(&report.verdict) {
            return Err(format!("{} was {}", report.property, report.verdict));
        }
    }
    Ok(())
}
