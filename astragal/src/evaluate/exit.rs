//! A property that ends the whole process is never a pass.
//!
//! `process::exit(0)` in a property would end the test binary with success. Where the platform runs the destructors of
//! thread-local variables on exit, this sentinel turns that into an abort, with a message. Elsewhere the marker in the
//! scratch area tells the next run that this one never ended.

use std::cell::Cell;

struct Sentinel(Cell<bool>);

impl Drop for Sentinel {
    fn drop(&mut self) {
        if self.0.get() {
            use std::io::Write;
            let _ = writeln!(
                std::io::stderr(),
                "astragal: the property ended the process in the middle of a case. This is a failure; run it again to see \
                 the smallest such case."
            );
            std::process::abort();
        }
    }
}

thread_local! {
    static SENTINEL: Sentinel = const { Sentinel(Cell::new(false)) };
}

/// Runs cases; the process is not to end meanwhile. (A child may: its runner sees how.)
pub(super) fn guarded<R>(work: impl FnOnce() -> R) -> R {
    struct Disarm(bool);
    impl Drop for Disarm {
        fn drop(&mut self) {
            let _ = SENTINEL.try_with(|sentinel| sentinel.0.set(self.0));
        }
    }
    let armed = !super::child::is_child();
    let before = SENTINEL.try_with(|sentinel| sentinel.0.replace(armed)).unwrap_or(false);
    let _disarm = Disarm(before);
    work()
}
