//! A case that does not end: nothing in this process can stop it, but somebody can say which one it is.
//!
//! One thread for all properties of the process looks now and then whether each has got on. It only speaks: there is no
//! deadline for a case unless one is asked for.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;

use super::Stream;

/// How often the watchdog looks, and how often it must find the same case before it barks.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: u32 = 10;

/// How far a run has got.
#[derive(Debug)]
pub(crate) struct Progress {
    property: String,
    /// The number of the case that runs.
    case: Arc<AtomicU64>,
    seed: AtomicU64,
}

impl Progress {
    /// The run has random cases from here on.
    pub(crate) fn streams(&self, stream: Stream) {
        self.seed.store(stream.seed, Ordering::Relaxed);
    }
}

struct Watched {
    progress: Weak<Progress>,
    last: u64,
    unchanged: u32,
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// Watches over a run for as long as its progress lives.
pub(crate) fn watch(property: &str, case: Arc<AtomicU64>) -> Arc<Progress> {
    static STARTED: Once = Once::new();
    let progress = Arc::new(Progress { property: property.into(), case, seed: AtomicU64::new(0) });
    let watched = Watched { progress: Arc::downgrade(&progress), last: u64::MAX, unchanged: 0 };
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(watched);
    STARTED.call_once(|| {
        let watchdog = std::thread::Builder::new().name("astragal watchdog".into());
        // Without it there is just nobody to tell.
        let _ = watchdog.spawn(|| {
            loop {
                std::thread::sleep(LOOK);
                look();
            }
        });
    });
    progress
}

fn look() {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain_mut(|watched| {
        let Some(progress) = watched.progress.upgrade() else { return false };
        let case = progress.case.load(Ordering::Relaxed);
        watched.unchanged = if case == watched.last { watched.unchanged + 1 } else { 0 };
        watched.last = case;
        if watched.unchanged == PATIENCE {
            bark(&progress, case);
        }
        true
    });
}

fn bark(progress: &Progress, case: u64) {
    let name = progress.property.split_once("::").map_or(&*progress.property, |(_crate, name)| name);
    let which = if case < u64::MAX / 2 { format!("case {}", case + 1) } else { "a case".into() };
    let seed = progress.seed.load(Ordering::Relaxed);
    let _ = writeln!(
        std::io::stderr(),
        "astragal: {which} of `{name}` has been running for {} seconds. If it never ends, stop it and find the smallest such \
         case with\n    ASTRAGAL_SEED={seed} ASTRAGAL_ISOLATED=true ASTRAGAL_TIMEOUT=1s cargo test {name} -- --exact",
        LOOK.as_secs() * u64::from(PATIENCE),
    );
}
