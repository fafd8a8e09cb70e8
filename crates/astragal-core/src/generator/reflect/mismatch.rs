//! Why a value does not fit, and where.

use std::fmt;

use crate::choices::Label;
use crate::text::debug_text;

/// At most this much of a value is shown.
const LONGEST_TEXT: usize = 200;

/// Why a value is not one that the generator makes: what does not fit, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(Box<Inner>);

/// Behind a pointer, so that the common result, a value that fits, takes one word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    what: String,
    path: Label,
    depth: usize,
    /// Which of several values it is, if there are several.
    of: Option<String>,
}

impl Mismatch {
    /// What does not fit at the end of a path of labels.
    pub(super) fn at(path: &[&'static str], what: impl fmt::Display) -> Mismatch {
        // Deep values have long paths: the message says where the mismatch is, and how it begins.
        let shown = path.len().saturating_sub(8);
        let mut text = if shown > 0 { format!(".. {shown} more > ") } else { String::new() };
        text.push_str(&path[shown..].join(" > "));
        Mismatch(Box::new(Inner { what: what.to_string(), path: Label::from(text), depth: path.len(), of: None }))
    }

    /// What does not fit as a whole.
    #[doc(hidden)]
    pub fn at_root(what: impl fmt::Display) -> Mismatch {
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

    /// The mismatch of one of several values: which one, counted from zero, and its text.
    #[doc(hidden)]
    pub fn of_value(mut self, index: usize, value: &dyn fmt::Debug) -> Mismatch {
        self.0.of = Some(format!("the value at index {index}, {}", text_of(value)));
        self
    }

    /// A value was taken apart into choices that make another one.
    pub(super) fn wrong_way_back(value: &dyn fmt::Debug, made: &dyn fmt::Debug) -> Mismatch {
        let (value, made) = (text_of(value), text_of(made));
        let became = if value == made { "a value that does not equal it" } else { &made };
        Mismatch::at_root(format_args!(
            "the way back is wrong: {value} became {became}. In an `iso`, `focus`, `then_focus` or `impl Reflect`, the way back \
             must reject a value that the way there does not make"
        ))
    }

    /// How many labels those are.
    pub(super) fn depth(&self) -> usize {
        self.0.depth
    }
}

/// The text of a value, or the beginning of a long one.
fn text_of(value: &dyn fmt::Debug) -> String {
    let text = debug_text(value);
    let cut = text.char_indices().nth(LONGEST_TEXT).map(|(at, _)| format!("{}..", &text[..at]));
    cut.unwrap_or(text)
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { what, path, of, .. } = &*self.0;
        if let Some(of) = of {
            write!(f, "{of}: ")?;
        }
        if path.is_missing() { f.write_str(what) } else { write!(f, "at {path}: {what}") }
    }
}

impl std::error::Error for Mismatch {}
