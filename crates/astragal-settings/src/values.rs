//! The types of the settings that are not mere numbers, and how they are written.

use std::fmt;
use std::path::{Path, PathBuf};

/// Gives each variant its word, in both directions.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $name { $($(#[$what])* $variant,)* }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            pub(crate) fn parse(text: &str) -> Option<$name> {
                match text { $($word => Some($name::$variant),)* _ => None }
            }

            /// The word for it, as it is written in an attribute, in `astragal.toml` and in the environment.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// A part of what the runner does for a property, in the order in which it does them.
    Phase {
        /// Cases that failed before.
        Regressions = "regressions",
        /// Cases that the test gives.
        Examples = "examples",
        /// All values, where there are few.
        Exhaustive = "exhaustive",
        /// Random cases.
        Random = "random",
        /// Cases with higher scores than the random ones, where a property says `target!`.
        Target = "target",
        /// A failing case is made smaller.
        Shrink = "shrink",
        /// A small failing case is examined for which of its parts matter.
        Explain = "explain",
    }
}

words! {
    /// How much a report shows.
    Show {
        /// The minimal counterexample and how to run it again.
        Quiet = "quiet",
        /// Also its explanation.
        Normal = "normal",
        /// Also the original counterexample and each step of shrinking.
        Steps = "steps",
        /// As normal. The failing cases (values, notes and messages) are also written in full, up to 64 MiB each, to a file in
        /// `target/astragal`, which the report names.
        Full = "full",
    }
}

words! {
    /// When a report is colored.
    Color {
        /// When it is written to a terminal.
        Auto = "auto",
        /// Always.
        Always = "always",
        /// Never.
        Never = "never",
    }
}

/// Where something of a property is kept: its failing cases, its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Folder {
    /// Beside the source file of the test.
    Beside,
    /// Nowhere.
    Off,
    /// In a directory; a relative one begins at the package's own.
    Directory(PathBuf),
}

impl Folder {
    /// A directory is told from a misspelled word by its slash.
    pub(crate) fn parse(text: &str) -> Option<Folder> {
        match text {
            "beside" => Some(Folder::Beside),
            "off" => Some(Folder::Off),
            _ if text.contains(['/', '\\']) => Some(Folder::Directory(PathBuf::from(text))),
            _ => None,
        }
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Folder::Beside => f.write_str("beside"),
            Folder::Off => f.write_str("off"),
            Folder::Directory(path) => write_directory(path, f),
        }
    }
}

/// Where each case of a run is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Log {
    /// Nowhere.
    Off,
    /// In the directory `astragal/observed` of cargo's target directory.
    On,
    /// In a directory; a relative one begins at the package's own.
    Directory(PathBuf),
}

impl Log {
    /// A directory is told from a misspelled word by its slash.
    pub(crate) fn parse(text: &str) -> Option<Log> {
        match text {
            "off" | "false" | "no" | "0" => Some(Log::Off),
            "on" | "true" | "yes" | "1" => Some(Log::On),
            _ if text.contains(['/', '\\']) => Some(Log::Directory(PathBuf::from(text))),
            _ => None,
        }
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Log::Off => f.write_str("off"),
            Log::On => f.write_str("on"),
            Log::Directory(path) => write_directory(path, f),
        }
    }
}

/// A directory, which is told from a word by its slash.
fn write_directory(path: &Path, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let path = path.display().to_string();
    if path.contains(['/', '\\']) { f.write_str(&path) } else { write!(f, "./{path}") }
}

/// A set of phases.
///
/// ```
/// use astragal::config::{Phase, Phases};
///
/// let phases = Phases::ALL.without(Phase::Exhaustive);
/// assert!(phases.contains(Phase::Random) && !phases.contains(Phase::Exhaustive));
/// assert_eq!(Phases::of(&[Phase::Shrink, Phase::Random]).to_string(), "random,shrink");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases(u8);

impl Phases {
    /// Every phase.
    pub const ALL: Phases = Phases((1 << Phase::ALL.len()) - 1);

    /// Exactly these.
    pub fn of(phases: &[Phase]) -> Phases {
        phases.iter().fold(Phases(0), |set, phase| set.with(*phase))
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, phase: Phase) -> Phases {
        Phases(self.0 | 1 << phase as u8)
    }

    /// These but for one.
    #[must_use]
    pub fn without(self, phase: Phase) -> Phases {
        Phases(self.0 & !(1 << phase as u8))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a phase is among them.
    pub fn contains(self, phase: Phase) -> bool {
        self.0 & 1 << phase as u8 != 0
    }

    /// `random,shrink` is exactly these two; `-exhaustive` is all but that one.
    pub(crate) fn parse(text: &str) -> Option<Phases> {
        if text == "all" {
            return Some(Phases::ALL);
        }
        let mut set = if text.starts_with('-') { Phases::ALL } else { Phases(0) };
        for item in text.split(',') {
            let item = item.trim();
            set = match item.strip_prefix('-') {
                Some(name) => set.without(Phase::parse(name.trim())?),
                None => set.with(Phase::parse(item)?),
            };
        }
        Some(set)
    }
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Phases::ALL {
            return f.write_str("all");
        }
        let words: Vec<_> =
            Phase::ALL.iter().filter(|phase| self.contains(**phase)).map(|phase| phase.word()).collect();
        f.write_str(&words.join(","))
    }
}

/// Which cases are enumerated, smallest first.
///
/// ```
/// use astragal::config::Exhaustive;
///
/// assert_eq!(Exhaustive::from(500), Exhaustive::First(500));
/// assert_eq!(Exhaustive::Depth(4).to_string(), "depth 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhaustive {
    /// All cases if they are few; else some of them, and then random ones.
    Auto,
    /// This many, and no random ones.
    First(u64),
    /// All up to a size, as `Measure::tiers` has it, and no random ones. Where parts are lazy or known only by running them,
    /// the size is the sum of the choices that are asked for.
    Size(usize),
    /// All up to a depth, as `Measure::depth` has it, and no random ones.
    Depth(usize),
}

impl From<u64> for Exhaustive {
    fn from(cases: u64) -> Exhaustive {
        Exhaustive::First(cases)
    }
}

impl Exhaustive {
    pub(crate) fn parse(text: &str) -> Option<Exhaustive> {
        let number = |text: &str| crate::form::whole(text.trim_start());
        let bound = |text: &str| usize::try_from(number(text)?).ok();
        match text {
            "auto" => Some(Exhaustive::Auto),
            _ => None,
        }
        .or_else(|| bound(text.strip_prefix("size ")?).map(Exhaustive::Size))
        .or_else(|| bound(text.strip_prefix("depth ")?).map(Exhaustive::Depth))
        .or_else(|| number(text).map(Exhaustive::First))
    }
}

impl fmt::Display for Exhaustive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exhaustive::Auto => f.write_str("auto"),
            Exhaustive::First(cases) => write!(f, "{cases}"),
            Exhaustive::Size(size) => write!(f, "size {size}"),
            Exhaustive::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}
