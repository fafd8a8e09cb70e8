//! Measures the time that this thread works, without what else the machine does meanwhile.

use std::time::Instant;

/// Runs from its start on.
pub(crate) struct Stopwatch {
    worked: Option<u64>,
    started: Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { worked: worked(), started: Instant::now() }
    }

    /// The seconds since the start. Where the system does not say how long a thread worked, by the clock on the wall.
    pub(crate) fn seconds(&self) -> f64 {
        let by_the_wall = self.started.elapsed().as_secs_f64();
        match (self.worked, worked()) {
            (Some(before), Some(now)) => (now - before) as f64 / 1e9,
            _ => by_the_wall,
        }
    }
}

/// The nanoseconds that this thread has worked so far.
fn worked() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    // The account is brought up to date when the thread may be exchanged for another.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    // A kernel that keeps no account says zero.
    account.split_whitespace().next()?.parse().ok().filter(|&worked| worked > 0)
}
