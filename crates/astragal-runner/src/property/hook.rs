//! The panic hook: ours runs before any other hook, and is put back in front after another one was set.
//!
//! `set_hook` notifies no one, but it drops our hook on the calling thread: a `Drop` impl inside it tells us
//! that it was replaced, and whether a case did it. Until the end of the run the hook of a case is called as if ours were not
//! there, since the property may count on it; then it goes, so that other tests panic as ever.

use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{context, panics};

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// Whether ours is not there.
static GONE: AtomicBool = AtomicBool::new(true);
/// Whether a case has set one since the last run ended.
static SET_BY_A_CASE: AtomicBool = AtomicBool::new(false);
/// The hook that no case has set; held while ours is put in its place.
static OUTSIDE: Mutex<Option<Arc<Hook>>> = Mutex::new(None);

/// A part of our hook: it is there as long as that is.
struct Presence;

impl Drop for Presence {
    fn drop(&mut self) {
        SET_BY_A_CASE.fetch_or(context::is_running(), Ordering::SeqCst);
        GONE.store(true, Ordering::SeqCst);
    }
}

/// Puts our hook in front of all others.
#[inline]
pub(super) fn stand_first() {
    if is_gone() {
        come_back();
    }
}

fn is_gone() -> bool {
    GONE.load(Ordering::Relaxed)
}

#[cold]
fn come_back() {
    let mut outside = OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner);
    // While a thread panics it cannot touch the hook.
    if is_gone() && !std::thread::panicking() {
        let beneath: Arc<Hook> = take_hook().into();
        let is_of_a_case = SET_BY_A_CASE.load(Ordering::SeqCst);
        if !is_of_a_case {
            *outside = Some(beneath.clone());
        }
        set(beneath, is_of_a_case);
    }
}

/// Takes away what cases have set.
pub(crate) fn forget_those_of_cases() {
    let outside = OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner);
    if let (true, false, Some(outside)) = (SET_BY_A_CASE.load(Ordering::SeqCst), std::thread::panicking(), &*outside) {
        drop(take_hook());
        SET_BY_A_CASE.store(false, Ordering::SeqCst);
        set(outside.clone(), false);
    }
}

fn set(beneath: Arc<Hook>, is_of_a_case: bool) {
    let presence = Presence;
    set_hook(Box::new(move |info| {
        let _ = &presence;
        if !panics::hear(info) || is_of_a_case {
            beneath(info);
        }
    }));
    GONE.store(false, Ordering::SeqCst);
}
