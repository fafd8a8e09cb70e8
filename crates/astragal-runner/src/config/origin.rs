//! Where the value of a setting came from, and which place takes precedence.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Where the value of a setting came from. A later variant takes precedence over an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// It is not set anywhere.
    Default,
    /// The weights of the property, in this file.
    Weights(Arc<Path>),
    /// A built-in profile: `dev`, `ci` or `nightly`.
    Profile(&'static str),
    /// A line of `astragal.toml`, counted from 1.
    File {
        /// The file.
        path: Arc<Path>,
        /// The line in it.
        line: usize,
    },
    /// The test itself, by an attribute or a setter.
    Builder,
    /// An environment variable, by its name.
    Environment(String),
}

impl Origin {
    /// The higher rank takes precedence; of two equal ranks, the one that came last.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Origin::Default => 0,
            Origin::Weights(_) => 1,
            Origin::Profile(_) => 2,
            Origin::File { .. } => 3,
            Origin::Builder => 4,
            Origin::Environment(_) => 5,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::Weights(path) => write!(f, "{}", path.display()),
            Origin::Profile(name) => write!(f, "profile {name}"),
            Origin::File { path, line } => write!(f, "{}:{line}", path.display()),
            Origin::Builder => f.write_str("the test"),
            Origin::Environment(variable) => f.write_str(variable),
        }
    }
}

/// A wrong setting: a usage error, never a failed property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigError {
    /// What is wrong, and what would be right.
    pub message: String,
    /// Where it is written.
    pub place: Origin,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for ConfigError {}
