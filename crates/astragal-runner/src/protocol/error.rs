//! Errors: why a request has no answer.

use std::fmt;

use super::channel::VERSION;
use super::process::Unanswered;

/// Why a question has no answer. But for [`Misunderstood`](Error::Misunderstood), nothing more can be asked after it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The test binary cannot be started.
    Start(std::io::Error),
    /// The test binary speaks another version of the protocol.
    OtherVersion {
        /// Which one.
        version: u32,
    },
    /// The process died, or was killed because it took too long.
    Died {
        /// How, and what it said last.
        how: String,
    },
    /// The process said something that is not a message.
    Malformed {
        /// The beginning of what it said.
        said: String,
    },
    /// The answer has more bytes than a message may have.
    Oversized,
    /// The process does not know what it was asked.
    Misunderstood {
        /// Why.
        why: String,
    },
    /// The process has ended before.
    Over,
}

impl From<Unanswered> for Error {
    fn from(unanswered: Unanswered) -> Error {
        match unanswered {
            Unanswered::Died(fault, _) | Unanswered::Late(fault) => Error::Died { how: fault.message },
            Unanswered::Malformed(said) => Error::Malformed { said },
            Unanswered::Oversized => Error::Oversized,
            Unanswered::OtherVersion(version) => Error::OtherVersion { version },
            Unanswered::Misunderstood(why) => Error::Misunderstood { why },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Start(error) => write!(f, "the test binary cannot be started: {error}"),
            Error::OtherVersion { version } => {
                write!(
                    f,
                    "the test binary speaks version {version} of the protocol, and this program version {VERSION}"
                )
            }
            Error::Died { how } => f.write_str(how),
            Error::Malformed { said } => write!(f, "the test binary said something that is not a message: {said:?}"),
            Error::Oversized => f.write_str("the answer has more bytes than a message may have"),
            Error::Misunderstood { why } => write!(f, "the test binary does not know what it was asked: {why}"),
            Error::Over => f.write_str("the process of the test binary has ended"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Start(error) => Some(error),
            _ => None,
        }
    }
}
