//! Panics of properties: caught without noise, with the place and the message; all others go their usual way.
//!
//! The [hook] asks the thread that panics whether it is running cases. A thread that is not has its panic reported as ever; it
//! is remembered too, because it may be one that the property has started and joins.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::ThreadId;

use astragal_core::__private::{Catcher, Refused, text_written};
use astragal_core::Source;

use super::{backtrace, context, descent, hook};
use crate::evaluate::{last_words, say_aloud};
use crate::report::StrayPanic;

thread_local! {
    /// How many runs on this thread want its panics to be quiet.
    static QUIET: Cell<u32> = const { Cell::new(0) };
    /// Whether cases on this thread are awaited: between two pieces of one it belongs to others, such as tasks that it started.
    static AWAITS: Cell<bool> = const { Cell::new(false) };
    static WANTS_BACKTRACE: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// The one before the last.
    static BEFORE: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// What the language says of a panic that cannot be caught: one in a destructor that runs because of another panic, and one
/// in a function that other languages call. The process ends.
const ENDS: [&str; 2] = ["panic in a destructor during cleanup", "panic in a function that cannot unwind"];

/// How many there are in the process that want to know of panics elsewhere.
static LISTENING: AtomicUsize = AtomicUsize::new(0);
/// The latest panics of threads that run no cases.
static ELSEWHERE: Mutex<Vec<Elsewhere>> = Mutex::new(Vec::new());
static NEXT: AtomicU64 = AtomicU64::new(0);
const REMEMBERED: usize = 64;
/// Those that had to be forgotten one by one, by the mark of whoever started their threads.
static FORGOTTEN: Mutex<Vec<(u32, StrayPanic)>> = Mutex::new(Vec::new());

/// A panic of a thread that runs no cases.
struct Elsewhere {
    number: u64,
    /// The mark of the thread that started it, if that is known to run cases.
    mark: Option<u32>,
    thread: ThreadId,
    panic: Panic,
}

/// What is known of a panic.
#[derive(Clone, Debug)]
struct Panic {
    place: Option<String>,
    message: String,
    backtrace: Option<String>,
}

/// What a property threw.
pub(crate) struct Thrown {
    pub(crate) place: Option<String>,
    pub(crate) message: String,
    pub(crate) backtrace: Option<String>,
    pub(crate) payload: Box<dyn Any + Send>,
}

/// Thrown by a draw that was rejected in the middle of a property; it is no panic.
struct Rejected;

/// Whether a property was left because a draw was rejected. If another source than this was asked, this one is told why.
pub(crate) fn is_rejection(thrown: &Thrown, source: &mut Source) -> bool {
    if let Some(Refused(reason)) = thrown.payload.downcast_ref() {
        let _ = source.refuse(reason.clone());
        return true;
    }
    thrown.payload.is::<Rejected>()
}

/// Leaves a property whose draw was rejected.
pub(crate) fn throw_rejection() -> ! {
    if cfg!(panic = "abort") {
        let message = "a draw in the middle of the property was rejected, and in a build with `panic = \"abort\"` there is no \
                       way out of the case: draw from a generator that does not reject, or build with `panic = \"unwind\"`";
        match BEFORE_DEATH.get() {
            Some(tell) => {
                let payload = Box::new(Misuse(message));
                tell(Thrown { place: None, message: message.into(), backtrace: None, payload });
            }
            None => say_aloud(&format!("astragal: {message}.\n")),
        }
        std::process::abort();
    }
    resume_unwind(Box::new(Rejected))
}

/// While it lives, panics of other threads are remembered.
pub(crate) struct Listening(());

impl Listening {
    pub(crate) fn new() -> Listening {
        LISTENING.fetch_add(1, Ordering::SeqCst);
        Listening(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether any property is being checked.
pub(super) fn somebody_listens() -> bool {
    LISTENING.load(Ordering::Relaxed) > 0
}

/// While it lives, panics of this thread are quiet.
pub(crate) struct Quiet {
    _listening: Listening,
    _catcher: Catcher,
}

impl Quiet {
    pub(crate) fn new() -> Quiet {
        hook::stand_first();
        QUIET.set(QUIET.get() + 1);
        Quiet { _listening: Listening::new(), _catcher: Catcher::new() }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let _ = QUIET.try_with(|quiet| {
            quiet.set(quiet.get() - 1);
            if quiet.get() == 0 {
                descent::unmark();
            }
        });
    }
}

/// While it lives, cases are awaited on this thread.
pub(crate) struct Awaiting {
    _quiet: Quiet,
}

impl Awaiting {
    pub(crate) fn new() -> Awaiting {
        AWAITS.set(true);
        Awaiting { _quiet: Quiet::new() }
    }
}

impl Drop for Awaiting {
    fn drop(&mut self) {
        let _ = AWAITS.try_with(|awaits| awaits.set(false));
        if std::thread::panicking() {
            // It was no task of a case, and nobody else tells of it.
            let own = descent::own().map(take_strays).unwrap_or_default();
            own.iter().for_each(|stray| say_aloud(&format!("panicked{}: {}\n", at(&stray.place), stray.message)));
        }
    }
}

/// ` at file:line:column`, if that is known.
fn at(place: &Option<String>) -> String {
    place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default()
}

/// Somebody to be told of a panic that ends the process.
type BeforeDeath = Box<dyn Fn(Thrown) + Send + Sync>;
static BEFORE_DEATH: OnceLock<BeforeDeath> = OnceLock::new();

/// Has somebody told of a panic that ends the process: in a build with `panic = "abort"` all of them do.
pub(crate) fn before_death(tell: BeforeDeath) {
    let _ = BEFORE_DEATH.set(tell);
}

/// The process is about to end. What it was doing is told to the runner, or to whoever reads its output.
fn nothing_is_caught(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string);
    let message = message_of(info.payload());
    match BEFORE_DEATH.get() {
        Some(tell) => tell(Thrown { place, message, backtrace: None, payload: Box::new(()) }),
        None => {
            let how = "a panic ends the process (nothing is caught in a build with `panic = \"abort\"`)";
            last_words(how).iter().for_each(|words| say_aloud(words));
        }
    }
}

fn is_the_end(info: &PanicHookInfo<'_>) -> bool {
    QUIET.try_with(Cell::get).unwrap_or(0) > 0 && ENDS.contains(&&*message_of(info.payload()))
}

/// The process is about to end because of the last panic.
fn tell_of_the_end() {
    let Some(Panic { place, message, .. }) = LAST.take() else { return };
    let second = format!("panicked{}: {message}", at(&place));
    let first = BEFORE.take();
    match (BEFORE_DEATH.get(), first) {
        (Some(tell), Some(first)) => {
            let message = format!("{}\nand while that was on its way out, a destructor {second}", first.message);
            tell(Thrown { place: first.place, message, backtrace: None, payload: Box::new(()) });
        }
        (Some(tell), None) => tell(Thrown { place, message, backtrace: None, payload: Box::new(()) }),
        (None, first) => {
            last_words("a panic that cannot be caught ends the process").iter().for_each(|words| say_aloud(words));
            if let Some(first) = first {
                say_aloud(&format!(
                    "It panicked{}: {}\nand while that was on its way out, a destructor ",
                    at(&first.place),
                    first.message
                ));
            } else {
                say_aloud("It ");
            }
            say_aloud(&format!("{second}\n"));
        }
    }
}

/// The payload of a panic that is no counterexample: the property is used wrongly.
pub(crate) struct Misuse(pub(crate) &'static str);

/// Hears of a panic before any other hook does. Whether that is all that is to be done.
pub(super) fn hear(info: &PanicHookInfo<'_>) -> bool {
    if cfg!(panic = "abort") {
        // The hook of a test harness does not come back.
        nothing_is_caught(info);
        false
    } else if is_the_end(info) {
        // Both were quiet, and nobody comes back to tell of them.
        tell_of_the_end();
        false
    } else {
        heard(info)
    }
}

/// Takes note of a panic. Whether that is all that is to be done.
fn heard(info: &PanicHookInfo<'_>) -> bool {
    let quiet = QUIET.try_with(Cell::get).unwrap_or(0) > 0;
    if !quiet && !somebody_listens() {
        return false;
    }
    let place = info.location().map(ToString::to_string);
    let mut panic = Panic { place, message: message_of(info.payload()), backtrace: None };
    let is_between = quiet && AWAITS.try_with(Cell::get).unwrap_or(false) && !context::is_running();
    if quiet && !is_between {
        if WANTS_BACKTRACE.get() {
            let captured = Backtrace::capture();
            panic.backtrace =
                (captured.status() == BacktraceStatus::Captured).then(|| backtrace::shortened(&captured.to_string()));
        }
        BEFORE.replace(LAST.replace(Some(panic)));
        true
    } else {
        let mark = descent::of_this_thread();
        let mut elsewhere = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
        if elsewhere.len() == REMEMBERED {
            // Those of strangers go first.
            let at = elsewhere.iter().position(|panic| panic.mark.is_none()).unwrap_or(0);
            let Elsewhere { mark, panic, .. } = elsewhere.remove(at);
            if let Some(mark) = mark {
                add_stray(&mut FORGOTTEN.lock().unwrap_or_else(PoisonError::into_inner), mark, panic);
            }
        }
        let thread = std::thread::current().id();
        elsewhere.push(Elsewhere { number: NEXT.fetch_add(1, Ordering::SeqCst), mark, thread, panic });
        drop(elsewhere);
        if mark.is_none() {
            descent::is_needed();
        }
        mark.is_some()
    }
}

fn add_stray(strays: &mut Vec<(u32, StrayPanic)>, mark: u32, panic: Panic) {
    match strays.iter_mut().find(|(other, stray)| *other == mark && stray.place == panic.place) {
        Some((_, stray)) => stray.count += 1,
        None => strays.push((mark, StrayPanic { place: panic.place, message: panic.message, count: 1 })),
    }
}

/// Takes the panics of threads that the thread of this mark has started and that did not come back to it.
pub(crate) fn take_strays(mark: u32) -> Vec<StrayPanic> {
    let mut elsewhere = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut strays = FORGOTTEN.lock().unwrap_or_else(PoisonError::into_inner);
    while let Some(at) = elsewhere.iter().position(|other| other.mark == Some(mark)) {
        let panic = elsewhere.remove(at).panic;
        add_stray(&mut strays, mark, panic);
    }
    let (own, others) = std::mem::take(&mut *strays).into_iter().partition(|(other, _)| *other == mark);
    *strays = others;
    let own: Vec<(u32, StrayPanic)> = own;
    own.into_iter().map(|(_, stray)| stray).collect()
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the property threw a value that is not a message".into())
}

/// Runs a property; what it throws is caught.
pub(crate) fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Thrown> {
    hook::stand_first();
    LAST.replace(None);
    BEFORE.replace(None);
    let first = NEXT.load(Ordering::SeqCst);
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| thrown(payload, first))
}

/// The text of a value. If its `Debug` panics, that is its text: what the property does is to be seen.
pub(crate) fn text_of(text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let text = catch_unwind(AssertUnwindSafe(|| text_written(text)));
    let last = LAST.take();
    text.unwrap_or_else(|payload| {
        if payload.is::<Refused>() || payload.is::<Rejected>() {
            resume_unwind(payload);
        }
        let message = last.map_or_else(|| message_of(&*payload), |panic| panic.message);
        format!("<its Debug panicked: {}>", message.lines().next().unwrap_or_default())
    })
}

/// As [`catch`], for a case that is to be shown.
pub(crate) fn catch_with_backtrace<R>(work: impl FnOnce() -> R) -> Result<R, Thrown> {
    WANTS_BACKTRACE.set(true);
    let caught = catch(work);
    WANTS_BACKTRACE.set(false);
    caught
}

/// What is known of a payload that was caught just now; panics elsewhere have counted from `first` since it ran.
fn thrown(payload: Box<dyn Any + Send>, first: u64) -> Thrown {
    let last = LAST.take();
    let mut message = last.as_ref().map_or_else(|| message_of(&*payload), |panic| panic.message.clone());
    let backtrace = last.as_ref().and_then(|panic| panic.backtrace.clone());
    let mut place = last.and_then(|panic| panic.place);
    // A thread was joined that had panicked: what happened there is what tells bugs apart.
    let is_joined = message.ends_with("Any { .. }") || message == "a scoped thread panicked";
    // So was a task, and that error quotes what it threw.
    let is_awaited = message.contains("JoinError::Panic(");
    if is_joined || is_awaited || place.is_none() {
        let mut elsewhere = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
        // What is thrown on as it was has its message, which tells it from the panics of strangers.
        let may_be = |other: &Elsewhere| match is_awaited {
            true => message.contains(&format!("{:?}", other.panic.message)),
            false => other.number >= first && (is_joined || other.panic.message == message),
        };
        let by_mark = |mark| elsewhere.iter().rposition(|other| other.mark == mark && may_be(other));
        let own = descent::own().and_then(|mark| by_mark(Some(mark)));
        if let Some(at) = own.or_else(|| by_mark(None)) {
            let Elsewhere { thread, mark, panic, .. } = elsewhere.remove(at);
            if mark.is_none() && !is_joined {
                descent::adopt(thread);
            }
            message = format!("a thread of the property panicked: {}", panic.message);
            place = panic.place.or(place);
        }
    }
    Thrown { place, message, backtrace, payload }
}
