//! Macros called where no case runs: on a spawned thread, in a task, or outside of all properties.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

use astragal_core::Place;

use super::underway::say_aloud;
use super::{elsewhere, panics};
use crate::report::Problem;

/// What was said on threads that run no cases, with the thread if it awaits cases.
static UNHEARD: Mutex<Vec<(Option<ThreadId>, Problem)>> = Mutex::new(Vec::new());

thread_local! {
    /// The assumption of which this thread panics.
    static ASSUMPTION: Cell<Option<Place>> = const { Cell::new(None) };
}

/// What to do about it.
const REMEDY: &str = "call it on the property's own thread, for example after joining the other one";

/// Whether this thread works for a property: it awaits the cases of one; or there is only one, and the thread has no name, as
/// those of a test harness have.
fn works_for_a_property() -> bool {
    panics::awaits() || (elsewhere::is_only_one() && std::thread::current().name().is_none())
}

/// A macro was called on a thread that runs no case. If a property has spawned it, that is a usage error.
#[cold]
pub(super) fn word(speaker: &str, place: Place) {
    static SAID: Mutex<Vec<Place>> = Mutex::new(Vec::new());
    if works_for_a_property() {
        let awaits = panics::awaits().then(|| std::thread::current().id());
        let mut unheard = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
        if unheard.iter().all(|(other, _)| *other != awaits) {
            unheard.push((awaits, not_heard(speaker, place)));
        }
        return;
    }
    // It may be that of another test, which does nothing wrong.
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&place) {
        said.push(place);
        say_aloud(&format!(
            "astragal: `{speaker}` at {place} was ignored, because its thread runs no case. If a property spawned that thread, \
             {REMEDY}.\n"
        ));
    }
}

/// The usage error of a macro call on a spawned thread.
pub(crate) fn not_heard(speaker: &str, place: Place) -> Problem {
    let message = format!("`{speaker}` has no effect on a spawned thread or task: {REMEDY}");
    Problem::Usage { message, place: Some(place) }
}

/// Takes the usage error of threads and tasks of the property whose cases run on this thread.
pub(crate) fn take() -> Option<Problem> {
    let (own, is_only_one) = (std::thread::current().id(), elsewhere::is_only_one());
    let mut unheard = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let is_own = |awaits: &Option<ThreadId>| awaits.map_or(is_only_one, |thread| thread == own);
    let at = unheard.iter().position(|(awaits, _)| is_own(awaits))?;
    Some(unheard.swap_remove(at).1)
}

/// An assumption does not hold where no case runs: unless it is known which property it is about, it ends in a panic at the call.
/// Other ignored macros do no harm, since nothing depends on them; but a test that is left by an assumption
/// would be green without having tested anything.
#[track_caller]
pub(super) fn assumption() {
    // Two panics at once would end the process.
    if !works_for_a_property() && !std::thread::panicking() {
        ASSUMPTION.set(Some(Place::here()));
        panic!(
            "`assume!` does not hold, and there is no case to reject: it was called outside of a property (in a plain test write \
             `assert!`), or on a spawned thread (call it on the property's own thread)"
        );
    }
}

/// The assumption of which this thread panics now, if it is one.
pub(super) fn take_assumption() -> Option<Place> {
    ASSUMPTION.try_with(Cell::take).ok().flatten()
}
