//! Lazy parts: a part that a property never forces does not matter, and is settled in one run.

use astragal::Report;
use astragal::prelude::*;
use astragal::report::{Found, Verdict};
use astragal::spaces::Measure;

use super::Stop;
use crate::hunt::{check, only};
use crate::library::access::{Action, Request, Role, is_allowed};
use crate::page::{Colour, Page, grouped};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Only what is looked at", visit };

/// A guest changes nothing.
pub fn guests_only_read(request: Request) -> bool {
    *request.role != Role::Guest || *request.action == Action::Read || !is_allowed(&request)
}

/// A locked document stays as it is, except for admins.
pub fn locked_documents_stay(request: Request) -> bool {
    let changes = matches!(*request.action, Action::Edit | Action::Delete);
    !changes || *request.role == Role::Admin || !*request.is_locked || !is_allowed(&request)
}

/// The bug in the rules of access.
pub fn find() -> Report {
    check("guests only read").run(any::<Request>(), guests_only_read)
}

/// All cases pass.
pub fn prove() -> Report {
    check("locked documents stay").run(any::<Request>(), locked_documents_stay)
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A Lazy<T> is drawn when somebody first looks at it, and reads like a T. What a property never looked at does not \
         matter to it, and is shown as _. So one run settles all requests that differ only there: a few runs are enough for \
         more requests than could ever be run.",
    );
    page.code(include_str!("../library/access.rs"), "struct Request");
    page.code(include_str!("../library/access.rs"), "fn is_allowed");
    page.code(include_str!("looked_at.rs"), "fn guests_only_read");
    page.gap();
    let report = find();
    let bug = only(&report)?;
    let Found::Exhaustive(case) = bug.found else { return Err("the bug was not found by listing".to_string()) };
    page.fact("counterexample", wrapped(page, &bug.minimal.drawn[0].text));
    page.fact("found in", format_args!("run {case}"));

    let proved = prove();
    if proved.verdict != Verdict::PassedExhaustively {
        return Err(format!("{} was {}", proved.property, proved.verdict));
    }
    let requests = any::<Request>().measured(Measure::tiers()).total().ok_or("there are too many requests")?;
    let proof = format!("{} runs for all {} requests", proved.statistics.cases, grouped(requests));
    page.gap();
    page.fact("locked documents", format_args!(" stay as they are: {}", page.painted(Colour::Green, proof)));
    Ok(())
}

/// A request in two lines.
fn wrapped(page: &Page, request: &str) -> String {
    let lines: Vec<String> = request
        .replacen(" is_locked", "\n  is_locked", 1)
        .lines()
        .map(|line| page.painted(Colour::Yellow, line))
        .collect();
    lines.join("\n")
}
