//! A process that a client has started and asks, and how it dies.
//!
//! Its death is seen by looking at the process, not at what it leaves open: a process that it started may outlive it, and it may
//! close what it likes and go on.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::channel::{Arrival, Door, Stream, VERSION};
use super::line::{Heard, hear};
use super::reply::Reply;
use super::request::Request;
use crate::evaluate::Fault;
use crate::thread::{Receiver, Silence, queue, spawn};

/// How much of what the child writes to its standard error is kept.
const TAIL: usize = 4096;
/// How often the runner looks whether a silent child is alive.
const LOOK: Duration = Duration::from_millis(20);
/// How long the last words of a dead child may be on their way, where a process that it started keeps its standard error open.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How long a child may live that has closed the connection, unless there is another limit.
const MUTE: Duration = Duration::from_secs(10);
/// How much of what is not a message an error repeats, in characters.
const EXCERPT: usize = 100;
/// How many replies may wait.
const REPLIES: usize = 256;

/// See the module.
pub(super) struct Servant {
    child: Killed,
    orders: Stream,
    lines: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Is disconnected when the standard error is at its end.
    errors_end: Receiver<()>,
    /// How the property failed, if the child said that it dies of it.
    dying: Option<Box<Fault>>,
    limits: Limits,
}

/// What a case may take, and a message.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// How long the process may take to reach a property.
    pub(super) reach: Option<Duration>,
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<u64>,
    pub(super) most_bytes: u64,
}

/// Why a question is not answered. Unless it was misunderstood, the process is dead then.
pub(super) enum Unanswered {
    /// It died by itself, with this status if that is known.
    Died(Fault, Option<ExitStatus>),
    /// It took too long and was killed.
    Late(Fault),
    /// It said something that is not a message.
    Malformed(String),
    /// It said something that is too long.
    Oversized,
    /// It speaks another version of the protocol.
    OtherVersion(u32),
    /// It does not know what it was asked, and says why.
    Misunderstood(String),
}

impl Unanswered {
    /// The end of a process as the failure of the case that it ran.
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Unanswered::Died(fault, _) | Unanswered::Late(fault) => fault,
            Unanswered::Malformed(said) => {
                Fault::died("the process said something that is not a message, and was killed".into(), &said)
            }
            Unanswered::Oversized => {
                Fault::died("the process said more than a message may hold, and was killed".into(), "")
            }
            Unanswered::Misunderstood(why) => {
                Fault::died(format!("the process misunderstood what it was asked: {why}"), "")
            }
            Unanswered::OtherVersion(version) => {
                Fault::died(format!("the process speaks version {version} of the protocol, not {VERSION}"), "")
            }
        }
    }
}

/// When a case has taken too long. What it said in time may be read a little later.
#[derive(Clone, Copy)]
pub(super) struct Deadline {
    ends: Instant,
    at_last: Instant,
}

impl Deadline {
    fn after(time: Duration) -> Deadline {
        let now = Instant::now();
        Deadline { ends: now + time, at_last: now + 2 * time }
    }
}

impl Limits {
    pub(super) fn deadline(self) -> Option<Deadline> {
        self.time.map(Deadline::after)
    }

    fn unreached(self) -> Fault {
        let limit = self.reach.unwrap_or_default();
        Fault::died(format!("no property was reached within {limit:?}"), "")
    }

    fn too_long(self) -> Fault {
        let limit = self.time.unwrap_or_default();
        Fault::died(format!("the case took longer than {limit:?} and was killed"), "")
    }
}

impl Servant {
    /// Starts it, to be asked for a property; or why it never came there.
    pub(super) fn start(
        mut command: Command,
        property: &str,
        limits: Limits,
    ) -> std::io::Result<Result<Servant, Unanswered>> {
        let door = Door::open()?;
        command.envs(door.environment(property));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = Killed(command.spawn()?);
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let (ends, errors_end) = queue::<()>(0);
        if let Some(mut err) = child.0.stderr.take() {
            let tail = errors.clone();
            let read = move || {
                let _ends = ends;
                let mut buffer = [0; 1024];
                while let Ok(count @ 1..) = err.read(&mut buffer) {
                    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                    tail.extend_from_slice(&buffer[..count]);
                    let excess = tail.len().saturating_sub(TAIL);
                    tail.drain(..excess);
                }
            };
            spawn("astragal errors", Box::new(read))?;
        }
        let until = limits.reach.map(|limit| Instant::now() + limit);
        let orders = match door.wait_for(&mut child.0, limits.most_bytes, until)? {
            Arrival::Came(orders) => orders,
            Arrival::Died => {
                let status = child.0.wait().ok();
                let fault = autopsy(status, &last_words(&errors, &errors_end), limits.memory);
                return Ok(Err(Unanswered::Died(fault, status)));
            }
            Arrival::OtherVersion(version) => return Ok(Err(Unanswered::OtherVersion(version))),
            Arrival::Late => return Ok(Err(Unanswered::Late(limits.unreached()))),
        };
        let (sender, lines) = queue(REPLIES);
        let mut replies = BufReader::new(orders.try_clone()?);
        // A forked copy of the child shares its connection; what the copy writes is ignored.
        let mark = format!("{}\t", child.0.id());
        let most = limits.most_bytes.saturating_add(mark.len() as u64);
        let listen = move || {
            loop {
                let heard = match hear(&mut replies, most) {
                    Ok(Heard::Line(line)) => match line.strip_prefix(&*mark) {
                        Some(words) => Heard::Line(words.to_string()),
                        None => continue,
                    },
                    Ok(Heard::Oversized) => Heard::Oversized,
                    Ok(Heard::End) | Err(_) => return,
                };
                let is_last = matches!(heard, Heard::Oversized);
                if !sender.send(heard) || is_last {
                    return;
                }
            }
        };
        spawn("astragal replies", Box::new(listen))?;
        Ok(Ok(Servant { child, orders, lines, errors, errors_end, dying: None, limits }))
    }

    /// Asks. A process that is gone is noticed when it does not answer.
    pub(super) fn order(&mut self, request: &Request) {
        let _ = self.orders.write_all(format!("{}\n", request.line()).as_bytes());
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// The next thing that the process says, on its way to a property.
    pub(super) fn hear_arrival(&mut self) -> Result<Reply, Unanswered> {
        self.hear(self.limits.reach.map(Deadline::after)).map_err(|unanswered| match unanswered {
            Unanswered::Late(_) if self.limits.reach.is_some() => Unanswered::Late(self.limits.unreached()),
            unanswered => unanswered,
        })
    }

    /// The next thing that the process says, within the usual limit of time.
    pub(super) fn hear_in_time(&mut self) -> Result<Reply, Unanswered> {
        self.hear(self.limits.deadline())
    }

    /// The next thing that the process says; or why it says nothing. Then it is dead.
    pub(super) fn hear(&mut self, deadline: Option<Deadline>) -> Result<Reply, Unanswered> {
        let mut status = None;
        loop {
            let now = Instant::now();
            let left = deadline.map_or(LOOK, |deadline| deadline.ends.saturating_duration_since(now).min(LOOK));
            let heard = match deadline {
                Some(deadline) if now >= deadline.at_last => Err(Silence::Late),
                _ => self.lines.receive_within(left),
            };
            match heard {
                Ok(Heard::Line(line)) => match Reply::parse(&line) {
                    Some(Reply::Dying(fault)) => self.dying = Some(fault),
                    Some(Reply::Misunderstood(why)) => return Err(Unanswered::Misunderstood(why)),
                    Some(Reply::Oversized(_)) => {
                        self.child.kill();
                        return Err(Unanswered::Oversized);
                    }
                    Some(reply) => return Ok(reply),
                    None => {
                        self.child.kill();
                        return Err(Unanswered::Malformed(line.chars().take(EXCERPT).collect()));
                    }
                },
                Ok(Heard::Oversized | Heard::End) => {
                    self.child.kill();
                    return Err(Unanswered::Oversized);
                }
                // What it said before it died was heard by now.
                Err(_) if status.is_some() => return Err(self.died(status)),
                Err(Silence::Late) if deadline.is_some_and(|deadline| now >= deadline.ends) => {
                    self.child.kill();
                    return Err(Unanswered::Late(self.limits.too_long()));
                }
                Err(Silence::Late) => status = self.child.0.try_wait().ok().flatten(),
                Err(Silence::Gone) => return Err(self.closed(deadline)),
            }
        }
    }

    /// It has closed the connection: if it did not do so by dying, it will never answer.
    fn closed(&mut self, deadline: Option<Deadline>) -> Unanswered {
        let until = deadline.map_or_else(|| Instant::now() + MUTE, |deadline| deadline.ends);
        loop {
            if let Ok(Some(status)) = self.child.0.try_wait() {
                return self.died(Some(status));
            }
            if Instant::now() >= until {
                self.child.kill();
                return match deadline {
                    Some(_) => Unanswered::Late(self.limits.too_long()),
                    None => {
                        let how = "the case closed the connection to the runner, went on, and was killed";
                        Unanswered::Late(Fault::died(how.into(), ""))
                    }
                };
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn died(&mut self, status: Option<ExitStatus>) -> Unanswered {
        let errors = last_words(&self.errors, &self.errors_end);
        let fault = match self.dying.take().map(|fault| *fault) {
            // There every panic ends the process, and is but a panic.
            Some(known) if cfg!(panic = "abort") => known,
            Some(known) => {
                let end = autopsy(status, "", self.limits.memory);
                Fault::died(format!("{} after it {}", end.message, known.origin), &known.message)
            }
            None => autopsy(status, &errors, self.limits.memory),
        };
        Unanswered::Died(fault, status)
    }
}

/// A process that does not outlive its client.
struct Killed(Child);

impl Killed {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Has a test harness run one test and nothing else, on one thread.
pub(super) fn run_only(test: &str, command: &mut Command) {
    command.args([test, "--exact", "--nocapture", "--include-ignored", "--test-threads=1"]);
    if cfg!(panic = "abort") {
        // Where panics abort, the test harness would start another process in turn, to which no client can speak.
        command.env("__RUST_TEST_INVOKE", test);
    }
}

/// What a dead child wrote last.
fn last_words(errors: &Mutex<Vec<u8>>, end: &Receiver<()>) -> String {
    let _ = end.receive_within(LAST_WORDS);
    String::from_utf8_lossy(&errors.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
}

/// What the child died of.
///
/// The standard library reports a stack overflow or lack of memory only as text, before it aborts.
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
