//! A rejection where none can be returned: a late part is drawn in the middle of a property, which then ends there.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::Reason;

thread_local! {
    /// How many there are on this thread who catch what is thrown.
    static CATCHERS: Cell<u32> = const { Cell::new(0) };
}

/// Thrown by a late part that was rejected; it is no panic.
#[derive(Debug)]
pub struct Refused(pub Reason);

/// While it lives, somebody catches rejections of late parts. Else they are panics with a message.
#[derive(Debug)]
pub struct Catcher(());

impl Catcher {
    /// Somebody catches from now on.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Catcher {
        CATCHERS.set(CATCHERS.get() + 1);
        Catcher(())
    }
}

impl Drop for Catcher {
    fn drop(&mut self) {
        let _ = CATCHERS.try_with(|catchers| catchers.set(catchers.get() - 1));
    }
}

/// Leaves whoever looked at a late part that has no value.
#[track_caller]
#[cold]
pub(crate) fn throw(reason: Reason) -> ! {
    if CATCHERS.get() > 0 && !cfg!(panic = "abort") {
        resume_unwind(Box::new(Refused(reason)))
    }
    panic!("a lazy part has no value: {reason}")
}

/// Runs something that looks at late parts; a rejection ends it. Panics go on their way.
pub(crate) fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Reason> {
    let _catcher = Catcher::new();
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| match thrown.downcast::<Refused>() {
        Ok(refused) => refused.0,
        Err(panic) => resume_unwind(panic),
    })
}
