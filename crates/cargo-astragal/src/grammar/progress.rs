//! How far a check is: a line at the bottom of a terminal, and nothing in a pipe.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use astragal::grammar::Fault;

use crate::terminal::{Status, Terminal, bar, counted, safe, seconds, thousands};

/// How often the line is drawn anew.
const PAUSE: Duration = Duration::from_millis(100);

/// See the module. Texts may be checked on several threads.
pub(super) struct Progress {
    name: String,
    /// How many texts there will be, if none fails.
    wanted: u64,
    ran: AtomicU64,
    /// Whether one has failed: what is run from then on makes it smaller.
    has_failed: AtomicBool,
    began: Instant,
    drawn: Mutex<(Status, Instant)>,
}

impl Progress {
    pub(super) fn new(terminal: Terminal, name: &str, wanted: u64) -> Progress {
        let began = Instant::now();
        let drawn = Mutex::new((Status::new(terminal), began));
        Progress { name: safe(name), wanted, ran: 0.into(), has_failed: false.into(), began, drawn }
    }

    /// A text was checked.
    pub(super) fn checked(&self, result: &Result<(), Fault>) {
        let ran = self.ran.fetch_add(1, Ordering::Relaxed) + 1;
        let has_failed = self.has_failed.fetch_or(result.is_err(), Ordering::Relaxed) || result.is_err();
        let Ok(mut drawn) = self.drawn.try_lock() else { return };
        if drawn.1.elapsed() < PAUSE {
            return;
        }
        let time = seconds(self.began.elapsed().as_secs_f64());
        let what = match has_failed {
            true => format!("failed, now shrinking: {} in all", counted(ran, "text", "texts")),
            false => format!("{} of {} {}", thousands(ran), thousands(self.wanted), bar(ran, self.wanted)),
        };
        drawn.0.show(&format!("{} · {what} · {time}", self.name));
        drawn.1 = Instant::now();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.drawn.get_mut().unwrap_or_else(PoisonError::into_inner).0.clear();
    }
}
