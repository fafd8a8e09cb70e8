//! Panics of properties: caught without noise, with the place and the message; all others go their usual way.
//!
//! The [hook] asks the thread that panics whether it is running cases. The panic of a thread that is not is remembered too
//! ([elsewhere]), because it may be one that the property has started and joins.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use astragal_core::__private::{Catcher, REJECTED, ThrownReject, take_signs, text_written};
use astragal_core::{Place, Source};

use super::underway::{last_words, say_aloud};
use super::{backtrace, context, elsewhere, hook, unheard};
use crate::coverage;
use crate::report::payload::{self, Payload};

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
/// What is known of a panic.
#[derive(Clone, Debug)]
pub(super) struct Panic {
    pub(super) place: Option<String>,
    pub(super) message: String,
    backtrace: Option<String>,
    cause: Cause,
}

/// Of what a panic comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The property, or what it calls.
    Property,
    /// An assumption on a thread that runs no case.
    Assumption(Place),
    /// A draw that gave no value was unwrapped.
    Unwrapped,
    /// A part has no value, and there is no way to reject the whole.
    Uncaught,
    /// Astragal itself.
    Astragal,
}

impl Cause {
    /// Of the panic that the hook is told of now, on its thread.
    ///
    /// Code of ours that panics on purpose has said so before. That a rejection was unwrapped is known by its `Debug`, which wrote
    /// itself into the message. A bug of ours has no other sign than the file in which it happens: whatever of ours runs inside
    /// of a case is called by generators, which may be anybody's.
    fn of(info: &PanicHookInfo<'_>, message: &str) -> Cause {
        // All signs are taken, so that the next panic finds none.
        let (assumption, signs) = (unheard::take_assumption(), take_signs());
        match assumption {
            Some(place) => Cause::Assumption(place),
            None if signs.is_uncaught => Cause::Uncaught,
            None if signs.has_shown_a_rejection && message.ends_with(REJECTED) => Cause::Unwrapped,
            None if info.location().is_some_and(|place| is_ours(place.file())) => Cause::Astragal,
            None => Cause::Property,
        }
    }
}

/// The crates of this library that run inside of cases.
const CRATES: [&str; 8] = ["core", "runner", "spaces", "shapes", "learn", "regex", "grammar", "laws"];

/// Whether a file belongs to this library: its crates are beside each other.
fn is_ours(file: &str) -> bool {
    let core = astragal_core::__private::SOURCE;
    let Some((before, after)) = core.rsplit_once("astragal-core") else { return false };
    let sources = after.rfind("src").map_or(after, |at| &after[..at + "src".len()]);
    let name = file.strip_prefix(before).and_then(|file| file.strip_prefix("astragal-"));
    name.is_some_and(|name| {
        CRATES.iter().any(|own| name.strip_prefix(own).is_some_and(|rest| rest.starts_with(sources)))
    })
}

/// What a property threw.
pub(crate) struct Thrown {
    pub(crate) place: Option<String>,
    pub(crate) message: String,
    pub(crate) backtrace: Option<String>,
    pub(crate) cause: Cause,
    pub(crate) payload: Payload,
}

/// Thrown by a draw that was rejected in the middle of a property; it is not a panic.
struct Rejected;

/// Whether a property was left because a draw was rejected. If another source than this was asked, this one is told why.
pub(crate) fn is_rejection(thrown: &Thrown, source: &mut Source) -> bool {
    if let Some(ThrownReject(reason)) = thrown.payload.downcast_ref() {
        let _ = source.reject_for(reason.clone());
        return true;
    }
    thrown.payload.is::<Rejected>()
}

/// Leaves a property whose draw was rejected.
pub(crate) fn throw_rejection() -> ! {
    if cfg!(panic = "abort") {
        let message = "a draw in the middle of the property was rejected, and a build with `panic = \"abort\"` cannot leave \
                       the case: draw from a generator that does not reject, or build with `panic = \"unwind\"`";
        match BEFORE_DEATH.get() {
            Some(tell) => {
                let payload = Payload::new(Box::new(Misuse(message)));
                tell(Thrown { place: None, message: message.into(), backtrace: None, cause: Cause::Property, payload });
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
        let _ = QUIET.try_with(|quiet| quiet.set(quiet.get() - 1));
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
            // It was not a task of a case, and nothing else reports it.
            elsewhere::tell(&elsewhere::take_strays());
        }
    }
}

/// Whether cases are awaited on this thread, and it runs none now: what it does is done by tasks.
pub(super) fn awaits() -> bool {
    AWAITS.try_with(Cell::get).unwrap_or(false) && !context::is_running()
}

/// ` at file:line:column`, if that is known.
fn at(place: &Option<String>) -> String {
    place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default()
}

/// Is called with a panic that ends the process.
type BeforeDeath = Box<dyn Fn(Thrown) + Send + Sync>;
static BEFORE_DEATH: OnceLock<BeforeDeath> = OnceLock::new();

/// Sets the function that is called with a panic that ends the process: with `panic = "abort"`, every panic does.
pub(crate) fn before_death(tell: BeforeDeath) {
    let _ = BEFORE_DEATH.set(tell);
}

/// The process is about to end. Tells the runner, or the reader of its output, what it was doing.
fn nothing_is_caught(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string);
    let message = message_of(info.payload());
    let cause = Cause::of(info, &message);
    match BEFORE_DEATH.get() {
        Some(tell) => tell(Thrown { place, message, backtrace: None, cause, payload: Payload::new(Box::new(())) }),
        None => {
            let how = "a panic ends the process (nothing is caught in a build with `panic = \"abort\"`)";
            last_words(how).iter().for_each(|words| say_aloud(words));
        }
    }
}

fn is_the_end(info: &PanicHookInfo<'_>) -> bool {
    // The language says so, and not the property: whether a panic can be caught is not told to a hook in stable Rust.
    let is_of_core = || info.location().is_some_and(|place| place.file().ends_with("core/src/panicking.rs"));
    QUIET.try_with(Cell::get).unwrap_or(0) > 0 && is_of_core() && ENDS.contains(&&*message_of(info.payload()))
}

/// The process is about to end because of the last panic.
fn tell_of_the_end() {
    let Some(Panic { place, message, cause, .. }) = LAST.take() else { return };
    let second = format!("panicked{}: {message}", at(&place));
    let first = BEFORE.take();
    match (BEFORE_DEATH.get(), first) {
        (Some(tell), Some(first)) => {
            let message = format!("{}\nwhile unwinding from that, a destructor {second}", first.message);
            let (place, cause) = (first.place, first.cause);
            tell(Thrown { place, message, backtrace: None, cause, payload: Payload::new(Box::new(())) });
        }
        (Some(tell), None) => {
            tell(Thrown { place, message, backtrace: None, cause, payload: Payload::new(Box::new(())) })
        }
        (None, first) => {
            let words = last_words("a panic that cannot be caught ends the process").unwrap_or_default();
            let first = first.map_or_else(String::new, |first| {
                let (place, message) = (at(&first.place), first.message);
                format!("panicked{place}: {message}\nwhile unwinding from that, a destructor ")
            });
            say_aloud(&format!("{words}It {first}{second}\n"));
        }
    }
}

/// The payload of a panic that is not a counterexample but a usage error.
pub(crate) struct Misuse(pub(crate) &'static str);

/// Handles a panic before any other hook does. Returns whether nothing more is to be done.
pub(super) fn hear(info: &PanicHookInfo<'_>) -> bool {
    if cfg!(panic = "abort") {
        // The hook of a test harness does not come back.
        nothing_is_caught(info);
        false
    } else if is_the_end(info) {
        // Both were quiet, and nothing reports them later.
        tell_of_the_end();
        false
    } else {
        heard(info)
    }
}

/// Records a panic. Returns whether nothing more is to be done.
fn heard(info: &PanicHookInfo<'_>) -> bool {
    let quiet = QUIET.try_with(Cell::get).unwrap_or(0) > 0;
    if !quiet && !somebody_listens() {
        return false;
    }
    let place = info.location().map(ToString::to_string);
    let message = message_of(info.payload());
    let cause = Cause::of(info, &message);
    let mut panic = Panic { place, message, backtrace: None, cause };
    if quiet && !awaits() {
        if WANTS_BACKTRACE.get() {
            let captured = Backtrace::capture();
            panic.backtrace =
                (captured.status() == BacktraceStatus::Captured).then(|| backtrace::shortened(&captured.to_string()));
        }
        BEFORE.replace(LAST.replace(Some(panic)));
        coverage::panicked();
        true
    } else {
        elsewhere::remember(panic, quiet)
    }
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    payload::message_of(payload).unwrap_or_else(|| "the property panicked with a payload that is not a string".into())
}

/// Runs a property; what it throws is caught.
pub(crate) fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Thrown> {
    hook::stand_first();
    LAST.replace(None);
    BEFORE.replace(None);
    take_signs();
    let first = elsewhere::next_number();
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| thrown(payload, first))
}

/// The text of a value. If its `Debug` panics, or says that it cannot, that is its text: what the property does is to be seen.
pub(crate) fn text_of(text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    catch_unwind(AssertUnwindSafe(|| text_written(text))).unwrap_or_else(|thrown| {
        let payload = Payload::new(thrown);
        if payload.is::<ThrownReject>() || payload.is::<Rejected>() {
            resume_unwind(payload.into_thrown());
        }
        let last = LAST.take().map(|panic| panic.message).or_else(|| payload.message());
        let message = last.unwrap_or_else(|| "a payload that is not a string".into());
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
    let mut cause = last.as_ref().map_or(Cause::Property, |panic| panic.cause);
    let mut place = last.and_then(|panic| panic.place);
    // A thread was joined that had panicked: what happened there is what tells bugs apart.
    let is_joined = message.ends_with("Any { .. }") || message == "a scoped thread panicked";
    // So was a task, and that error quotes what it threw.
    let is_awaited = message.contains("JoinError::Panic(");
    if is_joined || is_awaited || place.is_none() {
        // A payload rethrown unchanged has its message, which tells it from unrelated panics.
        let found = elsewhere::came_back(|number, panic| match is_awaited {
            true => message.contains(&format!("{:?}", panic.message)),
            false => number >= first && (is_joined || panic.message == message),
        });
        if let Some(panic) = found {
            message = format!("a spawned thread or task panicked: {}", panic.message);
            (place, cause) = (panic.place.or(place), panic.cause);
        }
    }
    Thrown { place, message, backtrace, cause, payload: Payload::new(payload) }
}
