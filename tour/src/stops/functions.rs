//! Functions as test values.

use astragal::Report;
use astragal::generators::Fun;
use astragal::prelude::*;
use astragal::report::Verdict;

use super::Stop;
use crate::hunt::{check, only};
use crate::library::query::{as_written, optimised};
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Functions that nobody wrote", visit };

/// A query gives the same rows whether it is optimized or not.
pub fn plans_agree((change, keep, rows): (Fun<u8, u8>, Fun<u8, bool>, Vec<u8>)) {
    let expected = as_written(&rows, |row| change.call(row), |row| keep.call(row));
    assert_eq!(optimised(&rows, |row| change.call(row), |row| keep.call(row)), expected);
}

/// The bug in the optimizer.
pub fn find() -> Report {
    check("plans agree").run(any::<(Fun<u8, u8>, Fun<u8, bool>, Vec<u8>)>(), plans_agree)
}

/// To do something three times is the same as to do it once.
pub fn three_are_one<T: Clone + PartialEq>((f, x): (Fun<T, T>, T)) -> bool {
    f.call(&f.call(&f.call(&x))) == f.call(&x)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "Code that is given functions is tested with functions. A Fun<A, B> is one that can be drawn, enumerated, made small and \
         replayed, and it is shown as the code that it would be.",
    );
    page.code(include_str!("../library/query.rs"), "fn optimised");
    page.code(include_str!("functions.rs"), "fn plans_agree");
    let report = find();
    let bug = only(&report)?;
    page.gap();
    page.fact("counterexample", page.painted(Colour::Yellow, &bug.minimal.drawn[0].text));
    page.fact("failure", &bug.message);

    page.prose("Of functions on a small type there are few. What holds for all of them is a theorem:");
    page.code(include_str!("functions.rs"), "fn three_are_one");
    let proved = check("on bool").run(any::<(Fun<bool, bool>, bool)>(), three_are_one);
    if proved.verdict != Verdict::PassedExhaustively {
        return Err(format!("{} was {}", proved.property, proved.verdict));
    }
    let refuted = check("on u8").run(any::<(Fun<u8, u8>, u8)>(), three_are_one);
    page.gap();
    let cases = proved.statistics.cases;
    page.fact("on bool", page.painted(Colour::Green, format_args!("holds: all {cases} cases pass")));
    page.fact("on u8", page.painted(Colour::Yellow, &only(&refuted)?.minimal.drawn[0].text));
    Ok(())
}
