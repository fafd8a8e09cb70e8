//! Lazy parts: what a property never looks at does not matter, and is settled in one run.

use astragal::prelude::*;
use astragal::{Measure, exhaustively};

use super::Stop;
use crate::library::access::{Action, Request, Role, is_allowed};
use crate::page::{Colour, Page, grouped};

/// The stop.
pub(super) const STOP: Stop = Stop { title: "Only what is looked at", visit };

/// No case takes more choices.
const CHOICES: usize = 20;

/// A guest changes nothing.
pub fn guests_only_read(request: &Request) -> bool {
    *request.role != Role::Guest || *request.action == Action::Read || !is_allowed(request)
}

/// What is locked stays as it is, but for admins.
pub fn locked_documents_stay(request: &Request) -> bool {
    let changes = matches!(*request.action, Action::Edit | Action::Delete);
    !changes || *request.role == Role::Admin || !*request.is_locked || !is_allowed(request)
}

/// How often a property was run on all requests, and the smallest for which it does not hold.
///
/// # Errors
/// If requests cannot be drawn, or are not all that were tried.
pub fn run_on_all(property: fn(&Request) -> bool) -> Result<(u64, Option<Request>), String> {
    let searched = exhaustively(any::<Request>(), CHOICES, property).map_err(|gave_up| gave_up.to_string())?;
    match searched.counterexample {
        Some(found) => Ok((searched.runs, Some(found.value))),
        None if searched.complete => Ok((searched.runs, None)),
        None => Err("there are requests of more choices".to_string()),
    }
}

fn visit(page: &mut Page) -> Result<(), String> {
    page.prose(
        "A Lazy<T> is drawn when somebody first looks at it, and reads like a T. What a property never looked at does not \
         matter to it, and is shown as _. So one run settles all requests that differ only there, and there are few runs \
         for a great many requests.",
    );
    page.code(include_str!("../library/access.rs"), "struct Request");
    page.code(include_str!("../library/access.rs"), "fn is_allowed");
    page.code(include_str!("looked_at.rs"), "fn guests_only_read");
    page.gap();
    let (runs, found) = run_on_all(guests_only_read)?;
    let found = found.ok_or("guests change nothing")?;
    page.fact("counterexample", page.painted(Colour::Yellow, wrapped(&format!("{found:?}"))));
    page.fact("found in", format_args!("{runs} runs"));

    let (runs, found) = run_on_all(locked_documents_stay)?;
    if let Some(found) = found {
        return Err(format!("a locked document was changed: {found:?}"));
    }
    let requests = any::<Request>().measured(Measure::tiers()).total().ok_or("there are too many requests")?;
    page.gap();
    let proved =
        page.painted(Colour::Green, format_args!("proved in {runs} runs for all {} requests", grouped(requests)));
    page.fact("locked documents", format_args!(" stay as they are: {proved}"));
    Ok(())
}

/// A value in two lines.
fn wrapped(value: &str) -> String {
    value.replacen(" is_locked", "\n  is_locked", 1)
}
