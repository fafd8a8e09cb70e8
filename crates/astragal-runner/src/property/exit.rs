//! A process that ends while a property is being checked is never a pass.
//!
//! `process::exit(0)` in a property would end the test binary with success. On Unix a function that C calls at the end of
//! a process turns that into an abort, with a message, whichever thread it was; so it is with `quick_exit` where C has
//! `at_quick_exit`. Windows ends a process without C; there the destructor of a thread-local variable does the same, on the
//! threads that run cases.
//!
//! What no code in the same process can see: `_exit(0)` and the system call behind it, `exec` of a program that succeeds, and a
//! parent that ends after it forked a copy that goes on. The process that started it sees success. The sign of the run is left
//! in the scratch area, so the next run of the property tells, and finds the case in a child process. With `isolated` each of
//! these is a failure at once, since a runner in another process waits for the verdict of each case.

use std::cell::Cell;
use std::sync::OnceLock;

use super::underway;

/// The process in which the end is watched for. One that was forked off may end as it likes.
static WATCHED: OnceLock<u32> = OnceLock::new();

/// From now on the process is not to end while a property is being checked.
pub(super) fn watch() {
    WATCHED.get_or_init(|| {
        // If there is no room for another function, the sentinels are left.
        let _ = astragal_exit::at_exit(process_ends);
        let _ = astragal_exit::at_quick_exit(process_ends);
        std::process::id()
    });
}

/// The process ends, here and now. Other threads go on, and may hold any lock.
extern "C" fn process_ends() {
    if WATCHED.get() != Some(&std::process::id()) {
        return;
    }
    if let Some(words) = underway::last_words("the process was ended") {
        underway::say_aloud(&words);
        std::process::abort();
    }
}

struct Sentinel(Cell<bool>);

impl Drop for Sentinel {
    fn drop(&mut self) {
        if self.0.get() {
            process_ends();
        }
    }
}

thread_local! {
    static SENTINEL: Sentinel = const { Sentinel(Cell::new(false)) };
}

/// Runs cases; their thread is not to end meanwhile.
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> R {
    struct Disarm(bool);
    impl Drop for Disarm {
        fn drop(&mut self) {
            let _ = SENTINEL.try_with(|sentinel| sentinel.0.set(self.0));
        }
    }
    let before = SENTINEL.try_with(|sentinel| sentinel.0.replace(true)).unwrap_or(false);
    let _disarm = Disarm(before);
    work()
}
