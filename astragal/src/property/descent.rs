//! Which threads were started by a property: so that their panics, too, are quiet while it is tried again and again, and are
//! not taken for those of another property that runs at the same time.
//!
//! The standard library does not say which thread started another. On Linux a thread inherits the name that the system
//! knows of the one that started it; so a thread that runs cases takes a name that nobody else has. Elsewhere such threads
//! are not known, and their panics are printed as ever.
//!
//! It is done only once some thread that runs no cases has panicked or has spoken of its case, since most properties start
//! none.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// The name that the system knows of this thread; at most 15 bytes.
const NAME: &str = "/proc/thread-self/comm";
/// How the names begin that are given here.
const MARK: &str = "astragal ";

static NEEDED: AtomicBool = AtomicBool::new(false);
/// The marks of threads that run cases now.
static LIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

thread_local! {
    /// The name that this thread had before, if it was given another, and its mark.
    static BEFORE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
    /// The mark that this thread was started with, if there is one, once it was looked for.
    static INHERITED: Cell<Option<Option<u32>>> = const { Cell::new(None) };
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
                static NEXT: AtomicU32 = AtomicU32::new(0);
                // There is room for six digits.
                let mark = NEXT.fetch_add(1, Ordering::Relaxed) % (1 << 24);
                let name = std::fs::read_to_string(NAME).ok();
                *before =
                    name.filter(|_| std::fs::write(NAME, format!("{MARK}{mark:x}")).is_ok()).map(|name| (name, mark));
                if before.is_some() {
                    LIVE.lock().unwrap_or_else(PoisonError::into_inner).push(mark);
                }
            }
        });
    }
}

/// Gives this thread its name back.
pub(super) fn unmark() {
    let before = BEFORE.try_with(|before| before.take()).ok().flatten();
    if let Some((before, mark)) = before {
        let _ = std::fs::write(NAME, before.trim_end());
        LIVE.lock().unwrap_or_else(PoisonError::into_inner).retain(|live| *live != mark);
    }
}

/// The mark that this thread gives to those it starts.
pub(crate) fn own() -> Option<u32> {
    BEFORE.with_borrow(|before| before.as_ref().map(|(_, mark)| *mark))
}

/// The mark of the thread that started this one, if that runs cases still.
pub(super) fn inherited() -> Option<u32> {
    if !NEEDED.load(Ordering::Relaxed) {
        return None;
    }
    let known = INHERITED.try_with(Cell::get).ok().flatten();
    let mark = known.unwrap_or_else(|| {
        let name = std::fs::read_to_string(NAME).ok();
        let mark = name.and_then(|name| u32::from_str_radix(name.trim_end().strip_prefix(MARK)?, 16).ok());
        let _ = INHERITED.try_with(|inherited| inherited.set(Some(mark)));
        mark
    });
    mark.filter(|mark| LIVE.lock().unwrap_or_else(PoisonError::into_inner).contains(mark))
}
