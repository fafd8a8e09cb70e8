//! An oracle that is a command: it reads the text on its standard input or from a file, and answers by its exit code.
//!
//! The shell runs it, so a pipeline is a command too. It has a limit of time, after which it is killed with all that it
//! started; what it prints is read up to a limit and never blocks it.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{fmt, fs, io, thread};

use super::{Answer, Oracle};

/// How much of what a command prints is kept.
const KEPT: u64 = 64 * 1024;
/// Exit codes by which shells and runtimes say that a program died: Rust's panic, and the signals of a fault.
const DIED: [i32; 6] = [101, 132, 134, 135, 136, 139];
/// Replaced by the path of the file with the text.
const FILE: &str = "{}";

/// A command as an oracle. `{}` in it is the path of a file with the text; without it the text is its standard input.
///
/// ```
/// use astragal_grammar::{Command, Oracle};
///
/// # if cfg!(unix) {
/// let ends = Command::new("grep -q end");
/// assert!(ends.judge("the end").is_accepted());
/// assert!(!ends.judge("the beginning").is_accepted());
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Command {
    line: String,
    limit: Duration,
    suffix: String,
    warnings: bool,
}

/// A command that cannot be run at all: this is never an answer about a text.
#[derive(Debug)]
pub struct CommandError {
    line: String,
    why: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the command `{}` cannot be run: {}", self.line, self.why)
    }
}

impl std::error::Error for CommandError {}

impl Command {
    /// A command line of the shell. It may take 10 seconds a text.
    pub fn new(line: impl Into<String>) -> Command {
        Command { line: line.into(), limit: Duration::from_secs(10), suffix: String::new(), warnings: false }
    }

    /// How long it may take for a text.
    pub fn limit(self, limit: Duration) -> Command {
        Command { limit, ..self }
    }

    /// What the name of the file with the text ends in, as compilers want it: `.c`.
    pub fn suffix(self, suffix: impl Into<String>) -> Command {
        Command { suffix: suffix.into(), ..self }
    }

    /// Takes what an accepting command prints to its standard error for a warning.
    pub fn with_warnings(self) -> Command {
        Command { warnings: true, ..self }
    }

    /// The command line.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// What it says of a text.
    pub fn run(&self, text: &str) -> Result<Answer, CommandError> {
        self.output(text).map(|(answer, _)| answer)
    }

    /// What it says of a text, and what it prints to its standard output: for a command that prints a text again.
    pub fn output(&self, text: &str) -> Result<(Answer, String), CommandError> {
        let error = |why: String| CommandError { line: self.line.clone(), why };
        let file = if self.line.contains(FILE) {
            Some(TextFile::new(text, &self.suffix).map_err(|why| error(format!("no file for the text: {why}")))?)
        } else {
            None
        };
        let ran = self.start(file.as_ref()).and_then(|child| self.finish(child, file.is_none().then_some(text)));
        let Ran { status, printed: [output, errors] } = ran.map_err(|why| error(why.to_string()))?;
        let Some(status) = status else {
            return Ok((Answer::Hung(format!("killed after {:?}", self.limit)), output));
        };
        let said = if errors.trim().is_empty() { output.clone() } else { errors.clone() };
        let answer = match status.code() {
            Some(126 | 127) => return Err(error(said.trim().to_owned())),
            Some(0) if self.warnings && !errors.trim().is_empty() => Answer::Warned(errors),
            Some(0) => Answer::Accepted,
            Some(code) if DIED.contains(&code) => Answer::Crashed(format!("exit code {code}\n{said}")),
            Some(_) => Answer::Refused(said),
            None => Answer::Crashed(format!("{status}\n{said}")),
        };
        Ok((answer, output))
    }

    fn start(&self, file: Option<&TextFile>) -> io::Result<Child> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = std::process::Command::new(shell);
        let line = match file {
            Some(file) => self.line.replace(FILE, &quoted(&file.path)),
            None => self.line.clone(),
        };
        command.arg(flag).arg(line);
        command.stdin(if file.is_some() { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// Feeds it and waits for it, as long as it may take.
    fn finish(&self, mut child: Child, text: Option<&str>) -> io::Result<Ran> {
        let end = Instant::now() + self.limit;
        if let (Some(mut input), Some(text)) = (child.stdin.take(), text.map(str::to_owned)) {
            // A command need not read all of it.
            thread::spawn(move || _ = input.write_all(text.as_bytes()));
        }
        let streams = [child.stdout.take().map(collect), child.stderr.take().map(collect)];
        let mut printed = [String::new(), String::new()];
        for (stream, printed) in streams.iter().zip(&mut printed) {
            match stream.as_ref().map(|stream| wait(stream, end, &mut child)).transpose()?.flatten() {
                Some(text) => *printed = text,
                None => break,
            }
        }
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Ran { status: Some(status), printed });
            }
            if Instant::now() >= end {
                kill(&mut child);
                return Ok(Ran { status: None, printed });
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }
}

/// How a command ended, if it did in time, and what it printed.
struct Ran {
    status: Option<ExitStatus>,
    /// To its standard output and to its standard error.
    printed: [String; 2],
}

/// Reads all of a stream, and keeps the beginning.
fn collect(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let (mut stream, mut kept) = (stream, Vec::new());
        let _ = stream.by_ref().take(KEPT).read_to_end(&mut kept);
        let _ = io::copy(&mut stream, &mut io::sink());
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receiver
}

/// What a stream gave. `None` if the time is over, or if the command has ended and something else keeps the stream open.
fn wait(stream: &Receiver<String>, end: Instant, child: &mut Child) -> io::Result<Option<String>> {
    let mut has_ended = false;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match stream.recv_timeout(left.min(Duration::from_millis(100))) {
            Ok(text) => return Ok(Some(text)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Some(String::new())),
            Err(RecvTimeoutError::Timeout) if left.is_zero() || has_ended => return Ok(None),
            // What it printed may still be on its way: once more.
            Err(RecvTimeoutError::Timeout) => has_ended = child.try_wait()?.is_some(),
        }
    }
}

/// Kills a command and what it started.
fn kill(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let killed = std::process::Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = killed;
    }
    let _ = child.kill();
    let _ = child.wait();
}

impl Oracle for Command {
    /// As [`run`](Command::run).
    ///
    /// # Panics
    /// If it cannot be run at all, with a message that says so.
    fn judge(&self, text: &str) -> Answer {
        match self.run(text) {
            Ok(answer) => answer,
            Err(error) => panic!("{error}"),
        }
    }
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { format!("\"{path}\"") } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// A file that is removed when it is no longer needed.
struct TextFile {
    path: PathBuf,
}

impl TextFile {
    fn new(text: &str, suffix: &str) -> io::Result<TextFile> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("astragal-{}-{number}{suffix}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match fs::File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(mut file) => {
                    let file_of_text = TextFile { path };
                    file.write_all(text.as_bytes())?;
                    return Ok(file_of_text);
                }
            }
        }
    }
}

impl Drop for TextFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart() {
        let judge = |line: &str, text: &str| Command::new(line).judge(text);
        assert_eq!(judge("cat > /dev/null", "x"), Answer::Accepted);
        assert_eq!(judge("cat >&2; exit 1", "no"), Answer::Refused("no".into()));
        assert_eq!(judge("cat; exit 1", "no"), Answer::Refused("no".into()));
        let output = Command::new("tr a-z A-Z; echo aside >&2").output("text").unwrap();
        assert_eq!(output, (Answer::Accepted, "TEXT".into()));
        assert!(matches!(judge("kill -SEGV $$", "x"), Answer::Crashed(_)));
        assert!(matches!(judge("exit 139", "x"), Answer::Crashed(_)));
        assert_eq!(Command::new("echo careful >&2").with_warnings().judge("x"), Answer::Warned("careful\n".into()));
        assert_eq!(judge("echo careful >&2", "x"), Answer::Accepted);
    }

    #[test]
    fn a_command_that_hangs_is_killed_with_what_it_started() {
        let pid = std::env::temp_dir().join(format!("astragal-hang-{}", std::process::id()));
        let line = format!("sleep 1000 & echo $! > {}; wait", quoted(&pid));
        let answer = Command::new(line).limit(Duration::from_secs(1)).judge("x");
        assert!(matches!(answer, Answer::Hung(_)), "{answer:?}");
        let started = fs::read_to_string(&pid).unwrap();
        fs::remove_file(&pid).unwrap();
        // It is gone, or it waits for its parent to notice. It is killed, so this ends.
        let state = || fs::read_to_string(format!("/proc/{}/stat", started.trim()));
        while cfg!(target_os = "linux") && state().is_ok_and(|stat| !stat.contains(") Z")) {
            thread::yield_now();
        }
    }

    #[test]
    fn what_outlives_a_command_does_not_hold_it_up() {
        // The limit is far away: the answer comes since the command has ended, although its output is still open.
        let answer = Command::new("sleep 5 & exit 3").limit(Duration::from_secs(100)).judge("x");
        assert!(matches!(answer, Answer::Refused(_)), "{answer:?}");
    }

    #[test]
    fn a_file_has_the_text_and_is_removed() {
        let answer = Command::new("cat {} >&2; echo {} >&2; exit 1").suffix(".c").judge("int x;\n");
        let Answer::Refused(printed) = answer else { panic!("{answer:?}") };
        let (text, path) = printed.split_once('\n').unwrap();
        assert_eq!(text, "int x;");
        assert!(path.trim().ends_with(".c") && !Path::new(path.trim()).exists(), "{path}");
    }

    #[test]
    fn a_command_that_is_not_there_is_not_an_answer() {
        let error = Command::new("there-is-no-such-command").run("x").unwrap_err().to_string();
        assert!(error.starts_with("the command `there-is-no-such-command` cannot be run: "), "{error}");
        assert!(error.contains("not found"), "{error}");
    }

    #[test]
    fn much_output_and_unread_input_block_nothing() {
        let text = "x".repeat(1 << 20);
        assert!(matches!(Command::new("head -c 3000000 /dev/zero; exit 1").judge(&text), Answer::Refused(_)));
        assert_eq!(Command::new("true").judge(&text), Answer::Accepted);
    }
}
