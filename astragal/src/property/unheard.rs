//! What is said where no case runs: on a thread that a property has started, in a task, or outside of all properties.

use std::sync::{Mutex, PoisonError};

use astragal_core::Place;

use super::descent;
use crate::evaluate::say_aloud;
use crate::report::Problem;

/// What was said on threads that run no cases, by the mark of whoever started them.
static UNHEARD: Mutex<Vec<(u32, Problem)>> = Mutex::new(Vec::new());

/// What to do about it.
const REMEDY: &str = "call it on the thread of the property, for instance after the other one was joined";

/// Somebody spoke on a thread that runs no cases. If a property has started it, that is a wrong use of it.
#[cold]
pub(super) fn word(speaker: &str, place: Place) {
    static SAID: Mutex<Vec<Place>> = Mutex::new(Vec::new());
    if let Some(mark) = descent::of_this_thread() {
        let mut unheard = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
        if unheard.iter().all(|(other, _)| *other != mark) {
            unheard.push((mark, not_heard(speaker, Some(place))));
        }
        return;
    }
    // It may be that of another test, which does nothing wrong.
    descent::is_needed();
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&place) {
        said.push(place);
        say_aloud(&format!(
            "astragal: `{speaker}` at {place} was called on a thread that runs no case, and is not heard. If a property has \
             started that thread, {REMEDY}.\n"
        ));
    }
}

fn not_heard(speaker: &str, place: Option<Place>) -> Problem {
    let message = format!("`{speaker}` is not heard on a thread that the property has started: {REMEDY}");
    Problem::Usage { message, place }
}

/// Takes what was said wrongly on threads that the thread of this mark has started.
pub(crate) fn take(mark: u32) -> Option<Problem> {
    let mut unheard = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let at = unheard.iter().position(|(other, _)| *other == mark)?;
    Some(unheard.swap_remove(at).1)
}

/// What is wrong with an assumption where no case runs.
pub(crate) const OUT_OF_PLACE: &str = "`assume!` does not hold, and there is no case to leave out: it was called outside of a \
     property (in a plain test write `assert!`), or on a thread that a property has started (call it on the property's own \
     thread)";

/// An assumption does not hold where no case runs: unless it is known which property it is about, it ends in a panic at the call.
/// Other words that nobody hears do no harm, since nothing depends on them; but a test that is left by an assumption
/// would be green without having tested anything.
#[track_caller]
pub(super) fn assumption() {
    // Two panics at once would end the process.
    if descent::of_this_thread().is_none() && !std::thread::panicking() {
        *LAST_OUT_OF_PLACE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Place::here());
        panic!("{OUT_OF_PLACE}");
    }
}

static LAST_OUT_OF_PLACE: Mutex<Option<Place>> = Mutex::new(None);

/// A property was told by a panic, which came to it from a thread that it had started, of an assumption on that thread.
pub(crate) fn assumed_elsewhere() -> Problem {
    let place = LAST_OUT_OF_PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
    not_heard("assume!", place)
}
