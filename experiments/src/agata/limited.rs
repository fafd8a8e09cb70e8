//! A process of this same program with limited memory and time: to run out of them is a result.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The most address space of a process.
pub(super) const MEMORY_MB: u64 = 2048;
/// The seconds that a process may usually work. Other work of the machine is not counted.
pub(super) const SECONDS: u64 = 60;
/// A process that waits too long is ended after this many times its seconds, by the clock on the wall.
const PATIENCE: u64 = 20;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Finished,
    OutOfMemory,
    OutOfTime,
}

/// What came of a process.
pub(super) struct Ran {
    pub(super) end: End,
    /// What it printed until then.
    pub(super) printed: String,
    /// How long it lived, by the clock on the wall.
    pub(super) seconds: f64,
}

/// Runs this program with other arguments.
///
/// # Panics
///
/// Panics if it ends in another way than those of [`End`].
pub(super) fn run(arguments: &[&str], seconds: u64) -> Ran {
    let program = std::env::current_exe().expect("the path of this program");
    let limited = format!("ulimit -v {}; ulimit -t {seconds}; exec \"$0\" \"$@\"", MEMORY_MB * 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limited]).arg(program).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().expect("a shell");
    // The pipes are emptied meanwhile, or a child that prints much would wait for it.
    let (printed, complaints) = (reading(child.stdout.take()), reading(child.stderr.take()));
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break Some(status),
            None if started.elapsed().as_secs() > seconds * PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let lived = started.elapsed().as_secs_f64();
    let (printed, complaints) = (printed.join().expect("a reader"), complaints.join().expect("a reader"));
    let end = match status {
        None => End::OutOfTime,
        Some(status) if status.success() => End::Finished,
        Some(_) if complaints.contains("memory allocation of") => End::OutOfMemory,
        // The system ended it, and it had no time to complain.
        Some(status) if status.code().is_none() && complaints.is_empty() => End::OutOfTime,
        Some(status) => panic!("{arguments:?} ended with {status}:\n{complaints}"),
    };
    Ran { end, printed, seconds: lived }
}

fn reading(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe.expect("a pipe");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
