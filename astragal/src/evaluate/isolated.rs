//! Runs cases in a child process: whatever they do to it is a failure like any other.
//!
//! The child is this very program, told to run the one test and there to take orders. It is started again whenever it
//! died. An abort, a stack overflow, an exit, a case that takes too long or too much memory: the runner knows which case
//! it was, since the child says what it is about to do before it does it.

use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use astragal_core::Choices;

use super::wire::{CHILD, MARK, PARENT, Reply, Request};
use super::{Ended, Evaluation, Evaluator, Fault, Input, Known, Stream, Swept, Worth};
use crate::property::context::Said;
use crate::report::{Origin, Problem, StrayPanic};

/// How much of what the child writes to its standard error is kept.
const TAIL: usize = 4096;

/// See the module.
pub(crate) struct Isolated {
    /// What tells the property from all others.
    address: String,
    /// The test that checks it, if that is known. If not, the child does all that this program was told to do.
    test: Option<String>,
    examples: usize,
    timeout: Option<Duration>,
    memory: Option<u64>,
    child: Option<Servant>,
    mark: String,
    /// How the property failed, if the child said that it dies of it.
    dying: Option<Box<Fault>>,
}

/// A child that takes orders.
struct Servant {
    child: Child,
    orders: ChildStdin,
    lines: Receiver<String>,
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Isolated {
    pub(crate) fn new(
        address: String,
        test: Option<String>,
        examples: usize,
        timeout: Option<Duration>,
        memory: Option<u64>,
    ) -> Isolated {
        let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mark = format!("astragal-{}-{nanos}", std::process::id());
        Isolated { address, test, examples, timeout, memory, child: None, mark, dying: None }
    }

    fn command(&self) -> std::io::Result<Command> {
        let program = std::env::current_exe()?;
        let mut command = match self.memory {
            Some(bytes) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &(bytes / 1024).to_string()]).arg(program);
                shell
            }
            _ => Command::new(program),
        };
        match &self.test {
            Some(test) => command.args([test, "--exact", "--nocapture", "--include-ignored", "--test-threads=1"]),
            None => command.args(std::env::args_os().skip(1)),
        };
        if let (Some(test), true) = (&self.test, cfg!(panic = "abort")) {
            // Where panics abort, the test harness would start another process in turn, to which nobody can speak.
            command.env("__RUST_TEST_INVOKE", test);
        }
        command.env(CHILD, &self.address).env(MARK, &self.mark).env(PARENT, std::process::id().to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    fn start(&self) -> std::io::Result<Servant> {
        let mut child = self.command()?.spawn()?;
        let (Some(orders), Some(out), Some(mut err)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(std::io::Error::other("a child without pipes"));
        };
        let (sender, lines) = channel();
        let mark = format!("{}\t", self.mark);
        std::thread::spawn(move || {
            for line in BufReader::new(out).split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8_lossy(&line);
                if let Some(words) = line.strip_prefix(&*mark) {
                    if sender.send(words.to_string()).is_err() {
                        return;
                    }
                }
            }
        });
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let tail = errors.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = err.read(&mut buffer) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..count]);
                let excess = tail.len().saturating_sub(TAIL);
                tail.drain(..excess);
            }
        });
        Ok(Servant { child, orders, lines, errors })
    }

    /// Sends an order, to a new child if need be.
    fn order(&mut self, request: &Request) -> Result<(), Problem> {
        if self.child.is_none() {
            self.child = Some(self.start().map_err(|error| Problem::Usage {
                message: format!("the child process for isolated cases cannot be started: {error}"),
                place: None,
            })?);
            // The time it takes to start is not the time of a case, and to die before is not to die of one.
            if let Err(fault) = self.hear(None) {
                let message = format!(
                    "the child process for isolated cases never came to the property: {}. Is it checked only now and then, or by \
                     another test first?",
                    fault.message
                );
                return Err(Problem::Usage { message, place: None });
            }
        }
        if let Some(servant) = &mut self.child {
            // A child that is gone is noticed when it does not answer.
            let _ = writeln!(servant.orders, "{}", request.line()).and_then(|()| servant.orders.flush());
        }
        Ok(())
    }

    /// The next thing that the child says; or how it died.
    fn hear(&mut self, deadline: Option<Instant>) -> Result<Reply, Fault> {
        loop {
            let Some(servant) = &mut self.child else { return Err(died("the child process is gone".into(), "")) };
            let heard = match deadline {
                None => servant.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => servant.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match heard {
                Ok(line) => match Reply::parse(&line) {
                    Some(Reply::Dying(fault)) => self.dying = Some(fault),
                    Some(reply) => return Ok(reply),
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    let _ = servant.child.kill();
                    let limit = self.timeout.unwrap_or_default();
                    self.dying = None;
                    self.bury();
                    return Err(died(format!("the case took longer than {limit:?} and was killed"), ""));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let (status, errors) = self.bury();
                    return Err(match self.dying.take().map(|fault| *fault) {
                        // There every panic ends the process, and is but a panic.
                        Some(known) if cfg!(panic = "abort") => known,
                        Some(known) => {
                            let end = autopsy(status, "", self.memory);
                            died(format!("{} after it {}", end.message, known.origin), &known.message)
                        }
                        None => autopsy(status, &errors, self.memory),
                    });
                }
            }
        }
    }

    /// Waits for the child's end: how it ended, and what it wrote last.
    fn bury(&mut self) -> (Option<ExitStatus>, String) {
        let Some(mut servant) = self.child.take() else { return (None, String::new()) };
        drop(servant.orders);
        let status = servant.child.wait().ok();
        // Its last words may still be on their way.
        std::thread::sleep(Duration::from_millis(5));
        let errors = servant.errors.lock().unwrap_or_else(PoisonError::into_inner);
        (status, String::from_utf8_lossy(&errors).into_owned())
    }

    fn deadline(&self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout)
    }
}

impl Drop for Isolated {
    fn drop(&mut self) {
        if let Some(servant) = self.child.take() {
            let Servant { mut child, orders, .. } = servant;
            drop(orders);
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Evaluator for Isolated {
    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, _known: Option<&Known>) -> Swept {
        let mut swept = Swept::default();
        let mut said = Said::default();
        let mut words = Vec::new();
        if let Err(problem) = self.order(&Request::Sweep(stream, numbers.start, numbers.end)) {
            return Swept { problem: Some(problem), ..swept };
        }
        let mut at = numbers.start;
        let mut deadline = self.deadline();
        loop {
            match self.hear(deadline) {
                Ok(Reply::At(number)) => (at, deadline) = (number, self.deadline()),
                Ok(Reply::Word(word)) => words.push(word),
                Ok(Reply::EndOfCase) => said.count(std::mem::take(&mut words), at),
                Ok(Reply::Refused(rejection)) => said.add_rejections(rejection),
                Ok(Reply::Strayed(stray)) => StrayPanic::add(&mut said.strays, stray),
                Ok(Reply::Problem(problem)) => swept.problem = Some(problem),
                Ok(Reply::Swept { ran, refused, overruns, failed }) => {
                    (swept.ran, swept.refused, swept.overruns, swept.failed) = (ran, refused, overruns, failed);
                    break;
                }
                Ok(_) => {}
                Err(fault) => {
                    swept.fault = Some(Box::new(fault));
                    swept.ran = at - numbers.start;
                    swept.refused = said.rejections.iter().map(|rejection| rejection.count).sum();
                    swept.failed = Some(at);
                    break;
                }
            }
        }
        swept.problem = swept.problem.take().or(said.problem.take());
        swept.said = Some(Box::new(said));
        swept
    }

    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation {
        let mut evaluation = Evaluation {
            ended: Ended::Rejected,
            choices: Choices::default(),
            problem: None,
            drawn: Vec::new(),
            notes: Vec::new(),
            said: None,
        };
        let request = match input {
            Input::Random { stream, number } => Request::Random(stream, number, show),
            Input::Choices(choices) => {
                evaluation.choices = choices.clone();
                Request::Choices(choices.clone(), show)
            }
            Input::Example(index) => Request::Example(index, show),
        };
        if let Err(problem) = self.order(&request) {
            evaluation.problem = Some(problem);
            return evaluation;
        }
        let mut said = Said::default();
        let mut words = Vec::new();
        let mut asked = false;
        let deadline = self.deadline();
        loop {
            match self.hear(deadline) {
                Ok(Reply::Drew(choices)) => {
                    if !asked {
                        asked = true;
                        let answer = if worth(&choices) { Request::Go } else { Request::Skip };
                        let _ = self.order(&answer);
                    }
                    evaluation.choices = choices;
                }
                Ok(Reply::Draws(choices)) => evaluation.choices = choices,
                Ok(Reply::Value(drawn)) => evaluation.drawn.push(drawn),
                Ok(Reply::Note(note)) => evaluation.notes.push(note),
                Ok(Reply::Word(word)) => words.push(word),
                Ok(Reply::EndOfCase) => said.count(std::mem::take(&mut words), 0),
                Ok(Reply::Refused(rejection)) => said.add_rejections(rejection),
                Ok(Reply::Strayed(stray)) => StrayPanic::add(&mut said.strays, stray),
                Ok(Reply::Problem(problem)) => evaluation.problem = Some(problem),
                Ok(Reply::Ended(ended)) => {
                    evaluation.ended = ended;
                    break;
                }
                Ok(Reply::At(_) | Reply::Swept { .. } | Reply::Dying(_)) => {}
                Err(fault) => {
                    evaluation.ended = Ended::Failed(Box::new(fault));
                    break;
                }
            }
        }
        evaluation.said = Some(Box::new(said));
        evaluation
    }

    fn examples(&self) -> usize {
        self.examples
    }
}

fn died(how: String, last_words: &str) -> Fault {
    let message = match last_words.trim() {
        "" => how.clone(),
        words => format!("{how}\n{words}"),
    };
    Fault { origin: Origin::Died(how), message, backtrace: None, payload: None }
}

/// What the child died of.
fn autopsy(status: Option<ExitStatus>, errors: &str, memory: Option<u64>) -> Fault {
    if errors.contains("has overflowed its stack") {
        return died("the process overflowed its stack".into(), "");
    }
    if errors.contains("memory allocation of") {
        let how = match memory {
            Some(limit) => format!("the process ran out of memory (the limit is {limit} bytes)"),
            None => "the process ran out of memory".into(),
        };
        return died(how, "");
    }
    let last_words: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let last_words = last_words[last_words.len().saturating_sub(3)..].join("\n");
    died(format!("the process {}", ending(status)), &last_words)
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
