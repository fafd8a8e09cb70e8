//! A case that does not end: nothing in this process can stop it, but the watchdog can say which one it is.
//!
//! One thread for all properties of the process looks now and then whether each of their threads has got on. It only speaks: there
//! is no deadline for a case unless one is asked for.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once, Weak};
use std::time::Duration;

use super::underway::{self, Run};
use crate::thread;

/// How often the watchdog looks, and how often it must find the same case before it barks.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: u32 = 10;

/// What was seen of a thread that runs cases.
struct Seen {
    number: Weak<AtomicU64>,
    case: u64,
    unchanged: u32,
}

/// Starts the watchdog, unless it has been.
pub(super) fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let watch = || {
            let mut seen = Vec::new();
            loop {
                std::thread::sleep(LOOK);
                look(&mut seen);
            }
        };
        // Without it, such cases are just not reported.
        let _ = thread::spawn("astragal watchdog", Box::new(watch));
    });
}

fn look(seen: &mut Vec<Seen>) {
    seen.retain(|seen| seen.number.strong_count() > 0);
    for run in underway::all().iter().filter(|run| run.is_test) {
        for number in run.cases.now() {
            let case = number.load(Ordering::Relaxed);
            match seen.iter_mut().find(|seen| seen.number.as_ptr() == Arc::as_ptr(&number)) {
                Some(seen) if seen.case == case => {
                    seen.unchanged += 1;
                    if seen.unchanged == PATIENCE {
                        bark(run, case);
                    }
                }
                Some(seen) => (seen.case, seen.unchanged) = (case, 0),
                None => seen.push(Seen { number: Arc::downgrade(&number), case, unchanged: 0 }),
            }
        }
    }
}

fn bark(run: &Run, case: u64) {
    let then = if run.can_be_isolated { "find the smallest such case" } else { "run the same cases again" };
    underway::say_aloud(&format!(
        "astragal: {} has been running for {} seconds. If it never ends, stop it and {then} with\n    {}\n",
        run.which_is(Some(case)),
        LOOK.as_secs() * u64::from(PATIENCE),
        run.again("ASTRAGAL_TIMEOUT=1s "),
    ));
}
