//! Panics of threads that run no case: which of them are those of a property.
//!
//! The standard library does not say which thread started another, so it is inferred. A panic is a property's if it happens
//! on the very thread that awaits its cases; at a place from which a panic has come back to one of its cases; or, while no
//! other property is being checked, at a place where such a panic has been printed before, on a thread that cannot be one of
//! the test harness: those have the names of their tests. Such panics are not printed again and again: they are counted, and
//! the property reports them, without saying whose thread it was. All others are printed as usual.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use super::context;
use super::panics::Panic;
use super::underway::say_aloud;
use crate::report::StrayPanic;

/// How many panics, and how many places, are remembered.
const REMEMBERED: usize = 64;

/// How many properties are being checked. Those that are checked inside of a case are a part of it.
static CHECKED: AtomicUsize = AtomicUsize::new(0);
/// The number of the next panic.
static NEXT: AtomicU64 = AtomicU64::new(0);
static STATE: Mutex<State> =
    Mutex::new(State { panics: Vec::new(), forgotten: Vec::new(), printed: Vec::new(), adopted: Vec::new() });

thread_local! {
    /// Places from which panics came back to cases on this thread.
    static KNOWN: RefCell<Vec<Option<String>>> = const { RefCell::new(Vec::new()) };
}

struct State {
    /// The latest panics.
    panics: Vec<Elsewhere>,
    /// Those of a property that had to be forgotten one by one, with the thread if it awaits cases.
    forgotten: Vec<(Option<ThreadId>, StrayPanic)>,
    /// Where panics were printed while one property was being checked.
    printed: Vec<Origin>,
    /// Where panics were thrown that came back to cases.
    adopted: Vec<Origin>,
}

/// A place, and the name of the thread.
type Origin = (Option<String>, Option<String>);

/// A panic of a thread that runs no case.
struct Elsewhere {
    number: u64,
    panic: Panic,
    origin: Origin,
    /// Whether it is known to be that of a property. Then it was not printed.
    is_known: bool,
    /// The thread, if it awaits cases.
    awaits: Option<ThreadId>,
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, a property is being checked.
pub(crate) struct Checked {
    is_inner: bool,
}

impl Checked {
    pub(crate) fn begin() -> Checked {
        let is_inner = context::is_running();
        CHECKED.fetch_add(usize::from(!is_inner), Ordering::SeqCst);
        Checked { is_inner }
    }
}

impl Drop for Checked {
    fn drop(&mut self) {
        if !self.is_inner && CHECKED.fetch_sub(1, Ordering::SeqCst) == 1 {
            // Another run may have other threads. Unreported panics are reported now.
            let mut state = state();
            let strays = state.take(|_| true);
            (state.printed, state.adopted) = (Vec::new(), Vec::new());
            drop(state);
            tell(&strays);
        }
    }
}

/// Tells of panics that were not printed.
pub(super) fn tell(strays: &[StrayPanic]) {
    for StrayPanic { place, message, count } in strays {
        let place = place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        let times = if *count == 1 { String::new() } else { format!(" {count} times") };
        say_aloud(&format!("astragal: another thread or task panicked{times}{place}: {message}\n"));
    }
}

/// Whether a single property is being checked in this process: then a thread of unknown origin is most likely its own.
pub(super) fn is_only_one() -> bool {
    CHECKED.load(Ordering::SeqCst) == 1
}

/// The number that the next panic will have.
pub(super) fn next_number() -> u64 {
    NEXT.load(Ordering::SeqCst)
}

/// Remembers a panic of this thread, which may await cases. Whether it is known to be that of a property, and is not to be
/// printed.
pub(super) fn remember(panic: Panic, awaits: bool) -> bool {
    let thread = std::thread::current();
    let origin = (panic.place.clone(), thread.name().map(ToString::to_string));
    let mut state = state();
    let may_be_inferred = is_only_one() && !thread.name().is_some_and(may_be_a_test);
    let is_known = awaits || state.adopted.contains(&origin) || (may_be_inferred && state.printed.contains(&origin));
    if !is_known && may_be_inferred {
        push(&mut state.printed, origin.clone());
    }
    if state.panics.len() == REMEMBERED {
        // Unrelated ones go first.
        let at = state.panics.iter().position(|panic| !panic.is_known).unwrap_or(0);
        let forgotten = state.panics.remove(at);
        if forgotten.is_known {
            add(&mut state.forgotten, forgotten.awaits, forgotten.panic);
        }
    }
    let number = NEXT.fetch_add(1, Ordering::SeqCst);
    state.panics.push(Elsewhere { number, panic, origin, is_known, awaits: awaits.then(|| thread.id()) });
    is_known
}

/// Whether a thread of this name may be that on which the test harness runs a test: it has the test's path for a name, or is
/// the main thread.
fn may_be_a_test(name: &str) -> bool {
    name.split("::").all(|part| !part.is_empty() && part.chars().all(|c| c == '_' || c.is_alphanumeric()))
}

fn push(origins: &mut Vec<Origin>, origin: Origin) {
    if !origins.contains(&origin) {
        origins.truncate(REMEMBERED - 1);
        origins.insert(0, origin);
    }
}

fn add(strays: &mut Vec<(Option<ThreadId>, StrayPanic)>, awaits: Option<ThreadId>, panic: Panic) {
    match strays.iter_mut().find(|(thread, stray)| *thread == awaits && stray.place == panic.place) {
        Some((_, stray)) => stray.count += 1,
        None => strays.push((awaits, StrayPanic { place: panic.place, message: panic.message, count: 1 })),
    }
}

impl State {
    /// Takes what was not printed, of some threads.
    fn take(&mut self, of: impl Fn(Option<ThreadId>) -> bool) -> Vec<StrayPanic> {
        let is_wanted = |panic: &Elsewhere| panic.is_known && of(panic.awaits);
        while let Some(at) = self.panics.iter().position(is_wanted) {
            let Elsewhere { awaits, panic, .. } = self.panics.remove(at);
            add(&mut self.forgotten, awaits, panic);
        }
        let (taken, left) = std::mem::take(&mut self.forgotten).into_iter().partition(|(awaits, _)| of(*awaits));
        self.forgotten = left;
        let mut strays = Vec::new();
        let taken: Vec<(Option<ThreadId>, StrayPanic)> = taken;
        taken.into_iter().for_each(|(_, stray)| StrayPanic::add(&mut strays, stray));
        strays
    }
}

/// Takes the panics of a property that did not come back to its cases, which run on this thread.
pub(crate) fn take_strays() -> Vec<StrayPanic> {
    // It is asked after each case, and there are seldom any.
    if NEXT.load(Ordering::Relaxed) == 0 {
        return Vec::new();
    }
    let (own, is_only_one) = (std::thread::current().id(), is_only_one());
    state().take(|awaits| awaits == Some(own) || (is_only_one && awaits.is_none()))
}

/// Finds the panic that came back to a case on this thread, among those from a number on. If there were several, at different
/// places, and none of these is known from before, it is not known which it was.
pub(super) fn came_back(may_be: impl Fn(u64, &Panic) -> bool) -> Option<Panic> {
    let mut state = state();
    let candidates: Vec<usize> =
        (0..state.panics.len()).filter(|at| may_be(state.panics[*at].number, &state.panics[*at].panic)).collect();
    let place = |at: &usize| &state.panics[*at].panic.place;
    let known = |at: &&usize| KNOWN.with_borrow(|known| known.contains(place(at)));
    let are_at_one_place = candidates.windows(2).all(|pair| place(&pair[0]) == place(&pair[1]));
    let found = candidates.iter().rev().find(known).or_else(|| candidates.last().filter(|_| are_at_one_place))?;
    let Elsewhere { panic, origin, .. } = state.panics.remove(*found);
    KNOWN.with_borrow_mut(|known| {
        if !known.contains(&panic.place) {
            known.truncate(REMEMBERED - 1);
            known.insert(0, panic.place.clone());
        }
    });
    push(&mut state.adopted, origin);
    Some(panic)
}
