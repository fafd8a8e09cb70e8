//! A program of tests, with or without a mutant, whose tests are run one by one: each in a process of its own, which may hang or die.
//!
//! Its test binaries are linked into a folder with the tag of a target directory. So what a run leaves for the next one (a failing case that
//! is not small yet, the sign of a run that never ended) stays with this program, and no other one tries it first.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::wrapper::link;
use crate::cargo::TestBinary;
use crate::exit::Stop;
use crate::log::{Run, Tail};

/// How often a process is looked at.
const PACE: Duration = Duration::from_millis(10);
/// How much of the end of what a process said is read.
const END: u64 = 1 << 16;
/// The file by which a target directory is known.
const TAG: &str = "CACHEDIR.TAG";

/// See the module.
pub(super) struct Program {
    folder: PathBuf,
    binaries: Vec<(TestBinary, PathBuf)>,
    /// Where its tests write their log.
    pub(super) log: PathBuf,
}

/// How each test is run.
pub(super) struct Conditions {
    /// What the environment has besides.
    pub(super) variables: Vec<(&'static str, String)>,
    /// How long it may take.
    pub(super) limit: Duration,
}

/// How the process of a test ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum How {
    Passed,
    Failed,
    /// It ended before its test did.
    Died(String),
    /// It was ended for taking too long.
    Late,
}

/// What came of a test.
pub(super) struct Tested {
    pub(super) how: How,
    /// The runs of properties that came to their end.
    pub(super) runs: Vec<Run>,
}

impl Program {
    /// A program in an empty folder.
    pub(super) fn new(folder: PathBuf, binaries: Vec<TestBinary>) -> Result<Program, Stop> {
        let why = |error: std::io::Error| Stop::system(format!("{} cannot be written: {error}", folder.display()));
        let deps = folder.join("deps");
        for old in ["deps", "astragal", "observed"] {
            match fs::remove_dir_all(folder.join(old)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(why(error)),
                _ => {}
            }
        }
        fs::create_dir_all(&deps).map_err(why)?;
        fs::create_dir_all(folder.join("observed")).map_err(why)?;
        fs::write(folder.join(TAG), "Signature: 8a477f597d28d172789f06886806bc55\n").map_err(why)?;
        let mut linked = Vec::new();
        for (number, binary) in binaries.into_iter().enumerate() {
            let path = deps.join(format!("{}-{number}{}", binary.krate, std::env::consts::EXE_SUFFIX));
            link(&binary.program, &path).map_err(why)?;
            linked.push((binary, path));
        }
        Ok(Program { log: folder.join("observed"), folder, binaries: linked })
    }

    /// Its test binaries.
    pub(super) fn binaries(&self) -> impl Iterator<Item = &TestBinary> {
        self.binaries.iter().map(|(binary, _)| binary)
    }

    /// The binary that another program has, too.
    pub(super) fn like(&self, other: &TestBinary) -> Option<usize> {
        self.binaries().position(|binary| binary.is_like(other))
    }

    /// Runs one test of a binary.
    pub(super) fn run(&self, binary: usize, test: &str, conditions: &Conditions) -> Result<Tested, Stop> {
        let (binary, program) = &self.binaries[binary];
        let said = self.folder.join("output.txt");
        let why = |error: std::io::Error| Stop::system(format!("{} cannot be written: {error}", said.display()));
        let out = File::create(&said).map_err(why)?;
        let mut tail = Tail::from_now(&self.log);
        let mut command = Command::new(program);
        command.args([test, "--exact"]).current_dir(&binary.directory).envs(binary.environment());
        command.envs(conditions.variables.iter().map(|(name, value)| (name, value))).env("ASTRAGAL_LOG", &self.log);
        command.stdin(Stdio::null()).stderr(out.try_clone().map_err(why)?).stdout(out);
        let mut child = command
            .spawn()
            .map_err(|error| Stop::system(format!("{} cannot be started: {error}", program.display())))?;
        let status = wait(&mut child, conditions.limit)
            .map_err(|error| Stop::system(format!("{} cannot be waited for: {error}", program.display())))?;
        let runs = tail.runs().iter().filter_map(|line| Run::parse(line)).collect();
        let how = match status {
            None => How::Late,
            // A harness that comes to its end says so.
            Some(status) if !end_of(&said).lines().any(is_result) => How::Died(status.to_string()),
            Some(status) if status.success() => How::Passed,
            Some(_) => How::Failed,
        };
        Ok(Tested { how, runs })
    }
}

/// Whether a line is the last one of a test harness.
fn is_result(line: &str) -> bool {
    line.find("test result: ").is_some_and(|at| line[at..].contains(" passed; "))
}

/// Waits for a process, and ends it if it takes too long.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some(status)),
            None if started.elapsed() >= limit => {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            None => std::thread::sleep(PACE),
        }
    }
}

/// The end of a text file.
fn end_of(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(mut file) = File::open(path) {
        let size = file.metadata().map_or(0, |data| data.len());
        let from = SeekFrom::Start(size.saturating_sub(END));
        _ = file.seek(from).and_then(|_| file.take(END).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
