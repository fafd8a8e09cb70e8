//! The readable name of a span, a pick or a branch.

use std::borrow::Cow;
use std::fmt;

/// The span of a number of more than 64 bits: its high half and its low half.
pub const WIDE: &str = "wide";

/// A readable name: of a span, of the site of a pick, or of the branch that was taken.
///
/// In a running program names are static; in a sequence that was read from a file they are owned. Both compare by text.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(Cow<'static, str>);

impl Label {
    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name, if it is a part of the running program: then its place in memory tells it from others.
    #[doc(hidden)]
    pub fn as_static(&self) -> Option<&'static str> {
        match &self.0 {
            Cow::Borrowed(name) => Some(name),
            Cow::Owned(_) => None,
        }
    }

    /// Whether the name is missing, as in a sequence read from a replay token. A missing name fits every other.
    pub fn is_missing(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a span of this name may be used where one of the other name is asked for.
    pub(crate) fn fits(&self, other: &str) -> bool {
        let own = self.as_str();
        std::ptr::eq(own, other) || own.is_empty() || other.is_empty() || own == other
    }
}

impl From<&'static str> for Label {
    fn from(name: &'static str) -> Label {
        Label(Cow::Borrowed(name))
    }
}

impl From<String> for Label {
    fn from(name: String) -> Label {
        Label(Cow::Owned(name))
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
