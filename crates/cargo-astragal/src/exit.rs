//! How a command ends: the exit codes, and the message of one that cannot go on.

use std::fmt;

/// What an exit code means. The table is shown by `--help` and in the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// All passed, or the command did what it was asked.
    Passed = 0,
    /// A property or a test failed or never finished, a stored case fails, or a comparison found a regression.
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
    /// There is nothing to show.
    Nothing = 3,
    /// The package could not be built.
    Build = 4,
    /// A file, a port or a process could not be used.
    System = 5,
}

/// The table of exit codes.
pub(crate) const TABLE: &str = "\
  0  all passed, or done
  1  a property or a test failed or never finished; a stored case fails;
     with --fail-on-regression, a comparison found a regression
  2  usage: the command line is wrong
  3  nothing to show: no properties, no log, no match for a name
  4  could not build: not a cargo project, or it does not compile
  5  a file, a port or a process could not be used";

/// Why a command cannot go on.
#[derive(Debug)]
pub(crate) struct Stop {
    /// The exit code.
    pub(crate) code: Code,
    /// What is the matter, in one sentence. It may quote text from outside: escape it before printing.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

impl Stop {
    /// With this message.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Stop {
        Stop { code, message: message.into(), hint: None }
    }

    /// With a word about what to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Stop {
        self.hint = Some(hint.into());
        self
    }

    /// The command line is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Stop {
        Stop::new(Code::Usage, message)
    }

    /// There is nothing to show.
    pub(crate) fn nothing(message: impl Into<String>) -> Stop {
        Stop::new(Code::Nothing, message)
    }

    /// A file, a port or a process could not be used.
    pub(crate) fn system(message: impl Into<String>) -> Stop {
        Stop::new(Code::System, message)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// How a command ends.
pub(crate) type Ended = Result<Code, Stop>;
