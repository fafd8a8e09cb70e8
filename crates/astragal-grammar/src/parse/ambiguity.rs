//! A part of a text that can be read in two ways, and both of them.

use std::fmt;
use std::ops::Range;

use astragal_core::Overlap;

use crate::excerpt::Place;
use crate::model::{CategoryId, RuleId};
use crate::tree::Tree;

/// The first place where a text can be read in more than one way: see [`Forest::ambiguity`](super::Forest::ambiguity).
///
/// Shown as `` line 1, column 1: `1 - 2 - 3` can be read in 2 ways: as `Sub (Sub 1 2) 3` or as `Sub 1 (Sub 2 3)` ``.
#[derive(Clone, Debug, PartialEq)]
pub struct Ambiguity {
    /// What can be read in two ways.
    pub category: CategoryId,
    /// The bytes of the text that it is made of.
    pub bytes: Range<usize>,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column where it begins, in characters, from 1.
    pub column: usize,
    /// The way that comes first, and in the whole text's first tree.
    pub first: Tree,
    /// Another way. Its root is by another rule, or by the same one with parts that end elsewhere.
    pub second: Tree,
    /// In how many ways this part can be read.
    pub ways: Overlap,
    text: String,
}

impl Ambiguity {
    pub(super) fn new(
        category: CategoryId,
        bytes: Range<usize>,
        text: &str,
        first: Tree,
        second: Tree,
        ways: Overlap,
    ) -> Ambiguity {
        let Place { line, column } = Place::of(text, bytes.start);
        let text = text.get(bytes.clone()).unwrap_or_default().to_owned();
        Ambiguity { category, bytes, line, column, first, second, ways, text }
    }

    /// The rules by which it is read: they may be the same.
    pub fn rules(&self) -> (RuleId, RuleId) {
        (self.first.root().rule_id(), self.second.root().rule_id())
    }
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ambiguity { line, column, first, second, ways, .. } = self;
        let what = if self.text.is_empty() { "the empty text".to_owned() } else { format!("`{}`", short(&self.text)) };
        write!(f, "{}: {what} can be read in {ways}: ", Place { line: *line, column: *column })?;
        let [one, other] = [first, second].map(|tree| short(&format!("{tree:?}")));
        if one != other {
            return write!(f, "as `{one}` or as `{other}`");
        }
        // What differs is in coercions, which trees do not show, or beyond what is shown.
        let rule = |id| first.grammar().display_rule(id);
        match self.rules() {
            (one, other) if one == other => write!(f, "by `{}`, with different parts", rule(one)),
            (one, other) => write!(f, "by `{}` or by `{}`", rule(one), rule(other)),
        }
    }
}

/// The beginning of a long text, in one line.
fn short(text: &str) -> String {
    const LONGEST: usize = 80;
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
    }
}
