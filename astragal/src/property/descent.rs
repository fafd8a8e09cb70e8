//! Which threads work for a property: so that their panics, too, are quiet while it is tried again and again, and are not taken
//! for those of another property that runs at the same time.
//!
//! The standard library does not say which thread started another. On Linux a thread inherits how exact its timers are from the
//! one that started it, to the nanosecond, whatever name it is given; so a thread that runs cases takes a number of nanoseconds
//! that nobody else has, and that makes no difference to timers. Elsewhere such threads are not known. Nor are those that were
//! there before, such as the workers of the runtime that an async property runs on, until one throws what the property then
//! gets. The panics of threads that are not known are printed as ever.
//!
//! It is done only once some thread that runs no cases has panicked or has spoken of its case, since most properties start
//! none.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

/// Nanoseconds from here on are marks. (Unless somebody says otherwise there are 50,000.)
const FIRST: u32 = 60_000;
/// So many marks there are.
const MARKS: u32 = 40_000;

static NEEDED: AtomicBool = AtomicBool::new(false);
/// The marks of threads that run cases now.
static LIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());
/// Threads that are known to work for those of a mark, though they did not inherit it.
static ADOPTED: Mutex<Vec<(ThreadId, u32)>> = Mutex::new(Vec::new());

thread_local! {
    /// The mark that this thread gives to those it starts, and how exact its timers were before, if that could be changed.
    static OWN: RefCell<Option<(u32, Option<String>)>> = const { RefCell::new(None) };
    /// The mark that this thread was started with, if there is one, once it was looked for.
    static INHERITED: Cell<Option<Option<u32>>> = const { Cell::new(None) };
}

/// From now on threads that run cases mark those that they start.
pub(super) fn is_needed() {
    NEEDED.store(true, Ordering::Relaxed);
}

/// The file that says how exact the timers of this thread are.
fn slack() -> Option<PathBuf> {
    let thread = std::fs::read_link("/proc/thread-self").ok()?;
    Some(Path::new("/proc").join(thread.file_name()?).join("timerslack_ns"))
}

/// Marks the threads that this one starts, if need be.
pub(crate) fn mark() {
    if NEEDED.load(Ordering::Relaxed) {
        OWN.with_borrow_mut(|own| {
            if own.is_none() {
                static NEXT: AtomicU32 = AtomicU32::new(0);
                let mark = NEXT.fetch_add(1, Ordering::Relaxed) % MARKS;
                let before = slack().and_then(|slack| {
                    let before = std::fs::read_to_string(&slack).ok()?;
                    std::fs::write(slack, (FIRST + mark).to_string()).ok().map(|()| before)
                });
                *own = Some((mark, before));
                LIVE.lock().unwrap_or_else(PoisonError::into_inner).push(mark);
            }
        });
    }
}

/// This thread starts threads as ever.
pub(super) fn unmark() {
    let own = OWN.try_with(|own| own.take()).ok().flatten();
    if let Some((mark, before)) = own {
        if let (Some(slack), Some(before)) = (slack(), before) {
            let _ = std::fs::write(slack, before.trim_end());
        }
        LIVE.lock().unwrap_or_else(PoisonError::into_inner).retain(|live| *live != mark);
        ADOPTED.lock().unwrap_or_else(PoisonError::into_inner).retain(|(_, of)| *of != mark);
    }
}

/// The mark that this thread gives to those it starts.
pub(crate) fn own() -> Option<u32> {
    OWN.try_with(|own| own.borrow().as_ref().map(|(mark, _)| *mark)).ok().flatten()
}

/// A thread threw what a case of this one got: it works for it, and will again.
pub(super) fn adopt(thread: ThreadId) {
    if let Some(mark) = own() {
        ADOPTED.lock().unwrap_or_else(PoisonError::into_inner).push((thread, mark));
    }
}

/// The mark of the thread for which this one works, if that runs cases still.
pub(super) fn inherited() -> Option<u32> {
    if !NEEDED.load(Ordering::Relaxed) {
        return None;
    }
    let known = INHERITED.try_with(Cell::get).ok().flatten();
    let mark = known.unwrap_or_else(|| {
        let slack = slack().and_then(|slack| std::fs::read_to_string(slack).ok());
        let nanoseconds = slack.and_then(|slack| slack.trim_end().parse::<u32>().ok());
        let mark = nanoseconds.and_then(|number| number.checked_sub(FIRST)).filter(|mark| *mark < MARKS);
        let _ = INHERITED.try_with(|inherited| inherited.set(Some(mark)));
        mark
    });
    let is_live = |mark: &u32| LIVE.lock().unwrap_or_else(PoisonError::into_inner).contains(mark);
    mark.filter(is_live).or_else(|| {
        let thread = std::thread::current().id();
        let adopted = ADOPTED.lock().unwrap_or_else(PoisonError::into_inner);
        adopted.iter().find(|(other, _)| *other == thread).map(|(_, mark)| *mark)
    })
}

/// For whom this thread works, where it runs no case: for another one, or for one of its own that waits meanwhile.
pub(super) fn of_this_thread() -> Option<u32> {
    inherited().or_else(own)
}
