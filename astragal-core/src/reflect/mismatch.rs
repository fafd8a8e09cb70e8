//! Why a value does not fit, and where.

use std::fmt;

use crate::choices::Label;

/// Why a value is not one that the generator makes: what does not fit, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(Box<Inner>);

/// Behind a pointer: what fits is what is common, and says so in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    what: String,
    path: Label,
    depth: usize,
}

impl Mismatch {
    /// What does not fit at the end of a path of labels.
    pub(super) fn at(path: &[&'static str], what: impl fmt::Display) -> Mismatch {
        // Deep values have long paths: what is said is where the mismatch is, and how it begins.
        let shown = path.len().saturating_sub(8);
        let mut text = if shown > 0 { format!(".. {shown} more > ") } else { String::new() };
        text.push_str(&path[shown..].join(" > "));
        Mismatch(Box::new(Inner { what: what.to_string(), path: Label::from(text), depth: path.len() }))
    }

    /// What does not fit as a whole.
    pub(crate) fn at_root(what: impl fmt::Display) -> Mismatch {
        Mismatch::at(&[], what)
    }

    /// What does not fit.
    pub fn what(&self) -> &str {
        &self.0.what
    }

    /// The labels of the spans that lead there.
    pub fn path(&self) -> &str {
        self.0.path.as_str()
    }

    /// How many labels those are.
    pub(super) fn depth(&self) -> usize {
        self.0.depth
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { what, path, .. } = &*self.0;
        if path.is_missing() { f.write_str(what) } else { write!(f, "at {path}: {what}") }
    }
}

impl std::error::Error for Mismatch {}
