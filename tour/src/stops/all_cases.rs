//! All cases, smallest first: a proof if they are few, and else the smallest counterexample.

use astragal::Report;
use astragal::prelude::*;
use astragal::report::{Found, Verdict};

use super::Stop;
use crate::hunt::{check, only};
use crate::library::locks::{Mode, both, conflict};
use crate::page::{Colour, Page};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "All cases, smallest first", visit };

/// A mode that conflicts with one of two locks conflicts with their combination.
pub fn both_are_respected((one, more, theirs): (Mode, Mode, Mode)) {
    let conflicts_with_one = conflict(one, theirs) || conflict(more, theirs);
    assert!(!conflicts_with_one || conflict(both(one, more), theirs));
}

/// Conflicts are mutual.
pub fn conflicts_are_mutual((one, other): (Mode, Mode)) -> bool {
    conflict(one, other) == conflict(other, one)
}

/// All cases pass.
pub fn prove() -> Report {
    check("conflicts are mutual").run(any::<(Mode, Mode)>(), conflicts_are_mutual)
}

/// The bug in the locks.
pub fn find_in_locks() -> Report {
    check("both are respected").run(any::<(Mode, Mode, Mode)>(), both_are_respected)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A property whose cases are few is run on all of them, smallest first. If all pass it is proved; if not, what fails \
         first is the smallest counterexample, and it is the same each time.",
    );
    page.code(include_str!("../library/locks.rs"), "enum Mode");
    page.code(include_str!("all_cases.rs"), "fn both_are_respected");
    page.code(include_str!("all_cases.rs"), "fn conflicts_are_mutual");
    let proved = prove();
    if proved.verdict != Verdict::PassedExhaustively {
        return Err(format!("{} was {}", proved.property, proved.verdict));
    }
    let report = find_in_locks();
    let bug = only(&report)?;
    let Found::Exhaustive(case) = bug.found else { return Err("the bug was not found by listing".to_string()) };
    page.gap();
    page.fact("both respected", format_args!("fails in case {case} of 125, all before it pass"));
    page.fact("counterexample", page.painted(Colour::Yellow, &bug.minimal.drawn[0].text));
    let cases = proved.statistics.cases;
    page.fact("mutual", page.painted(Colour::Green, format_args!("all {cases} possible cases pass: this is a proof")));
    page.prose(
        "Where cases are many, the first hundred are enumerated before the random ones. The setting exhaustive = \"size 6\" (or \
         \"depth 3\", or a number) lists all up to there, and draws none.",
    );
    Ok(())
}
