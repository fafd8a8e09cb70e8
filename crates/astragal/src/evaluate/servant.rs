//! A child process that takes orders, and how it dies.
//!
//! Its death is seen by looking at the process, not at what it leaves open: a process that it started may outlive it, and it may
//! close what it likes and go on.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Fault;
use super::channel::{Door, Stream};
use super::wire::{Reply, Request};

/// How much of what the child writes to its standard error is kept.
const TAIL: usize = 4096;
/// How often the runner looks whether a silent child is alive.
const LOOK: Duration = Duration::from_millis(20);
/// How long the last words of a dead child may be on their way, where a process that it started keeps its standard error open.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How long a child may live that has closed the connection, unless there is another limit.
const MUTE: Duration = Duration::from_secs(10);
/// How many replies may wait.
const REPLIES: usize = 256;

/// See the module.
pub(super) struct Servant {
    child: Child,
    orders: Stream,
    lines: Receiver<String>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Is disconnected when the standard error is at its end.
    errors_end: Receiver<()>,
    /// How the property failed, if the child said that it dies of it.
    dying: Option<Box<Fault>>,
    limits: Limits,
}

/// What a case may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<u64>,
}

/// When a case has taken too long. What it said in time may be read a little later.
#[derive(Clone, Copy)]
pub(super) struct Deadline {
    ends: Instant,
    at_last: Instant,
}

impl Limits {
    pub(super) fn deadline(self) -> Option<Deadline> {
        let now = Instant::now();
        self.time.map(|time| Deadline { ends: now + time, at_last: now + 2 * time })
    }
}

impl Servant {
    /// Starts it; nothing if it died before it came to the property.
    pub(super) fn start(mut command: Command, limits: Limits) -> std::io::Result<Result<Servant, Fault>> {
        let door = Door::open()?;
        command.envs(door.environment());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let (ends, errors_end) = channel::<()>();
        if let Some(mut err) = child.stderr.take() {
            let tail = errors.clone();
            std::thread::spawn(move || {
                let _ends = ends;
                let mut buffer = [0; 1024];
                while let Ok(count @ 1..) = err.read(&mut buffer) {
                    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                    tail.extend_from_slice(&buffer[..count]);
                    let excess = tail.len().saturating_sub(TAIL);
                    tail.drain(..excess);
                }
            });
        }
        let Some(orders) = door.wait_for(&mut child)? else {
            return Ok(Err(autopsy(child.wait().ok(), &last_words(&errors, &errors_end), limits.memory)));
        };
        let (sender, lines) = sync_channel(REPLIES);
        let replies = BufReader::new(orders.try_clone()?);
        // A forked copy of the child has its connection, and is not heard.
        let mark = format!("{}\t", child.id());
        std::thread::spawn(move || {
            for line in replies.split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8_lossy(&line);
                if let Some(words) = line.strip_prefix(&*mark) {
                    if sender.send(words.to_string()).is_err() {
                        return;
                    }
                }
            }
        });
        Ok(Ok(Servant { child, orders, lines, errors, errors_end, dying: None, limits }))
    }

    /// Sends an order. A child that is gone is noticed when it does not answer.
    pub(super) fn order(&mut self, request: &Request) {
        let _ = self.orders.write_all(format!("{}\n", request.line()).as_bytes());
    }

    /// The next thing that the child says; or how it died. Then it is dead.
    pub(super) fn hear(&mut self, deadline: Option<Deadline>) -> Result<Reply, Fault> {
        let mut status = None;
        loop {
            let now = Instant::now();
            let left = deadline.map_or(LOOK, |deadline| deadline.ends.saturating_duration_since(now).min(LOOK));
            let heard = match deadline {
                Some(deadline) if now >= deadline.at_last => Err(RecvTimeoutError::Timeout),
                _ => self.lines.recv_timeout(left),
            };
            match heard {
                Ok(line) => match Reply::parse(&line) {
                    Some(Reply::Dying(fault)) => self.dying = Some(fault),
                    Some(reply) => return Ok(reply),
                    None => {}
                },
                // What it said before it died was heard by now.
                Err(_) if status.is_some() => return Err(self.died(status)),
                Err(RecvTimeoutError::Timeout) if deadline.is_some_and(|deadline| now >= deadline.ends) => {
                    self.kill();
                    return Err(self.too_long());
                }
                Err(RecvTimeoutError::Timeout) => status = self.child.try_wait().ok().flatten(),
                Err(RecvTimeoutError::Disconnected) => return Err(self.closed(deadline)),
            }
        }
    }

    /// It has closed the connection: if it did not do so by dying, it will never answer.
    fn closed(&mut self, deadline: Option<Deadline>) -> Fault {
        let until = deadline.map_or_else(|| Instant::now() + MUTE, |deadline| deadline.ends);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return self.died(Some(status));
            }
            if Instant::now() >= until {
                self.kill();
                return match deadline {
                    Some(_) => self.too_long(),
                    None => {
                        Fault::died("the case closed the connection to the runner, went on, and was killed".into(), "")
                    }
                };
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn too_long(&self) -> Fault {
        let limit = self.limits.time.unwrap_or_default();
        Fault::died(format!("the case took longer than {limit:?} and was killed"), "")
    }

    fn died(&mut self, status: Option<ExitStatus>) -> Fault {
        let errors = last_words(&self.errors, &self.errors_end);
        match self.dying.take().map(|fault| *fault) {
            // There every panic ends the process, and is but a panic.
            Some(known) if cfg!(panic = "abort") => known,
            Some(known) => {
                let end = autopsy(status, "", self.limits.memory);
                Fault::died(format!("{} after it {}", end.message, known.origin), &known.message)
            }
            None => autopsy(status, &errors, self.limits.memory),
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Servant {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a dead child wrote last.
fn last_words(errors: &Mutex<Vec<u8>>, end: &Receiver<()>) -> String {
    let _ = end.recv_timeout(LAST_WORDS);
    String::from_utf8_lossy(&errors.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
}

/// What the child died of.
///
/// That it overflowed its stack, or got no memory, is told by the standard library in words alone, before it aborts.
fn autopsy(status: Option<ExitStatus>, errors: &str, memory: Option<u64>) -> Fault {
    let errors_of_std = if has_aborted(status) { errors } else { "" };
    if errors_of_std.contains("has overflowed its stack") {
        return Fault::died("the process overflowed its stack".into(), "");
    }
    if errors_of_std.contains("memory allocation of") {
        let how = match memory {
            Some(limit) => format!("the process ran out of memory (the limit is {limit} bytes)"),
            None => "the process ran out of memory".into(),
        };
        return Fault::died(how, "");
    }
    let last_words: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let last_words = last_words[last_words.len().saturating_sub(3)..].join("\n");
    Fault::died(format!("the process {}", ending(status)), &last_words)
}

/// Whether the process may have ended itself by an abort, as far as can be known.
fn has_aborted(status: Option<ExitStatus>) -> bool {
    #[cfg(unix)]
    return status.is_none_or(|status| std::os::unix::process::ExitStatusExt::signal(&status) == Some(6));
    #[cfg(not(unix))]
    return status.is_none_or(|status| !status.success());
}

#[cfg(unix)]
fn ending(status: Option<ExitStatus>) -> String {
    use std::os::unix::process::ExitStatusExt;
    let signals =
        [(4, "SIGILL"), (6, "SIGABRT"), (7, "SIGBUS"), (8, "SIGFPE"), (9, "SIGKILL"), (11, "SIGSEGV"), (15, "SIGTERM")];
    match status.map(|status| (status.signal(), status.code())) {
        Some((Some(signal), _)) => match signals.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => format!("died by {name}"),
            None => format!("died by signal {signal}"),
        },
        Some((None, Some(code))) => format!("exited with {code}"),
        _ => "died".into(),
    }
}

#[cfg(not(unix))]
fn ending(status: Option<ExitStatus>) -> String {
    match status.and_then(|status| status.code()) {
        Some(code) => format!("exited with {code}"),
        None => "died".into(),
    }
}
