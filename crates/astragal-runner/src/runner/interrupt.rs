//! Ctrl-C: the best case so far is kept and shown (feature `interrupt`).
//!
//! While a failing case is being made smaller, the first interrupt asks to stop, and the second one ends the process as
//! ever. At all other times an interrupt does what it would do without us.

#[cfg(all(unix, feature = "interrupt"))]
mod signals {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    struct Flags {
        requested: Arc<AtomicBool>,
        /// Whether the usual thing is to happen.
        usual: Arc<AtomicBool>,
    }

    static FLAGS: OnceLock<Flags> = OnceLock::new();
    static GUARDS: AtomicUsize = AtomicUsize::new(0);

    pub(crate) fn is_requested() -> bool {
        FLAGS.get().is_some_and(|flags| flags.requested.load(Ordering::Relaxed))
    }

    /// A guard for as long as there is something to keep.
    pub(crate) struct Guard(());

    static CHANGING: Mutex<()> = Mutex::new(());

    impl Guard {
        pub(crate) fn new() -> Guard {
            let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
            let flags = FLAGS.get_or_init(|| {
                let flags = Flags { requested: Arc::default(), usual: Arc::new(AtomicBool::new(true)) };
                for signal in [SIGINT, SIGTERM] {
                    // In this order: the second interrupt finds the first one's request, and ends the process.
                    let _ = flag::register_conditional_default(signal, flags.requested.clone());
                    let _ = flag::register_conditional_default(signal, flags.usual.clone());
                    let _ = flag::register(signal, flags.requested.clone());
                }
                flags
            });
            GUARDS.fetch_add(1, Ordering::SeqCst);
            flags.usual.store(false, Ordering::SeqCst);
            Guard(())
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
            if GUARDS.fetch_sub(1, Ordering::SeqCst) == 1 {
                if let Some(flags) = FLAGS.get() {
                    flags.usual.store(true, Ordering::SeqCst);
                }
            }
        }
    }
}

#[cfg(not(all(unix, feature = "interrupt")))]
mod signals {
    pub(crate) fn is_requested() -> bool {
        false
    }

    pub(crate) struct Guard(());

    impl Guard {
        pub(crate) fn new() -> Guard {
            Guard(())
        }
    }
}

pub(super) use signals::{Guard, is_requested};
