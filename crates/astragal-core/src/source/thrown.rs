//! A rejection where none can be returned: a lazy part is drawn in the middle of a property, or anything in plain code, which
//! then ends there.
//!
//! Only code that has no way to return a rejection is left by unwinding: a property that draws itself (`Case::draw`), or in which a
//! lazy part has no value, and the plain closures of `from_fn`, which catch it themselves and return it as the value that it is. Where
//! panics abort it is a usage error.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::Reason;
use super::reject::SHOWN;

thread_local! {
    /// How many catchers of thrown rejections this thread has.
    static CATCHERS: Cell<u32> = const { Cell::new(0) };
    /// Whether this thread panics because there is none.
    static UNCAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Thrown where a part was rejected; it is not a panic.
#[derive(Debug)]
pub struct ThrownReject(pub Reason);

/// What the panic of this thread comes of: each sign is given once.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    /// A part has no value, and there is no way to reject the whole.
    pub is_uncaught: bool,
    /// The text of a rejection was asked for, as it is where one is unwrapped.
    pub has_shown_a_rejection: bool,
}

/// Takes the signs of this thread.
pub fn take_signs() -> Signs {
    let take = |sign: &'static std::thread::LocalKey<Cell<bool>>| sign.try_with(Cell::take).unwrap_or(false);
    Signs { is_uncaught: take(&UNCAUGHT), has_shown_a_rejection: take(&SHOWN) }
}

/// While it lives, the caller catches thrown rejections. Otherwise they are panics with a message.
#[derive(Debug)]
pub struct Catcher(());

impl Catcher {
    /// The caller catches from now on.
    #[allow(clippy::new_without_default)]
    #[inline]
    pub fn new() -> Catcher {
        CATCHERS.set(CATCHERS.get() + 1);
        Catcher(())
    }
}

impl Drop for Catcher {
    #[inline]
    fn drop(&mut self) {
        let _ = CATCHERS.try_with(|catchers| catchers.set(catchers.get() - 1));
    }
}

/// Unwinds the code that asked for a part without a value.
#[track_caller]
#[cold]
pub(crate) fn throw(reason: Reason) -> ! {
    if CATCHERS.get() > 0 && !cfg!(panic = "abort") {
        resume_unwind(Box::new(ThrownReject(reason)))
    }
    UNCAUGHT.set(true);
    panic!("a part has no value, and there is no way to reject the whole: {reason}")
}

/// Runs something that forces lazy parts or draws in plain code; a rejection ends it. Panics go on their way.
#[inline]
pub fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Reason> {
    let _catcher = Catcher::new();
    catch_unwind(AssertUnwindSafe(work)).map_err(why)
}

/// Runs code of the user where there is no case that could fail: `None` if it rejects, and an `Err` if it panics.
pub(crate) fn try_out<R>(work: impl FnOnce() -> R) -> Result<Option<R>, ()> {
    let _catcher = Catcher::new();
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Ok(Some(done)),
        Err(thrown) if thrown.is::<ThrownReject>() => Ok(None),
        Err(_) => Err(()),
    }
}

/// Why something was left: if by a panic, it goes on.
#[cold]
#[inline(never)]
fn why(thrown: Box<dyn Any + Send>) -> Reason {
    match thrown.downcast::<ThrownReject>() {
        Ok(rejected) => rejected.0,
        Err(panic) => resume_unwind(panic),
    }
}
