//! Which threads were started by a property: so that their panics, too, are quiet while it is tried again and again.
//!
//! The standard library does not say which thread started another. On Linux a thread inherits the name that the system
//! knows of the one that started it; so a thread that runs cases takes a name that nobody else has. Elsewhere such threads
//! are not known, and their panics are printed as ever.
//!
//! It is done only once some thread that runs no cases has panicked, since most properties start none.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// The name that the system knows of this thread; at most 15 bytes.
const NAME: &str = "/proc/thread-self/comm";
/// How the names begin that are given here.
const MARK: &str = "astragal ";

static NEEDED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The name that this thread had before, if it was given another.
    static BEFORE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on threads that run cases mark those that they start.
pub(super) fn is_needed() {
    NEEDED.store(true, Ordering::Relaxed);
}

/// Marks the threads that this one starts, if need be.
pub(crate) fn mark() {
    if NEEDED.load(Ordering::Relaxed) && cfg!(target_os = "linux") {
        BEFORE.with_borrow_mut(|before| {
            if before.is_none() {
                *before = std::fs::read_to_string(NAME).ok();
                let _ = std::fs::write(NAME, format!("{MARK}{}", std::process::id() % 100_000));
            }
        });
    }
}

/// Gives this thread its name back.
pub(super) fn unmark() {
    let before = BEFORE.try_with(|before| before.take()).ok().flatten();
    if let Some(before) = before {
        let _ = std::fs::write(NAME, before.trim_end());
    }
}

/// Whether this thread was started by one that runs cases.
pub(super) fn is_marked() -> bool {
    NEEDED.load(Ordering::Relaxed)
        && std::fs::read_to_string(NAME).is_ok_and(|name| name.starts_with(MARK))
}
