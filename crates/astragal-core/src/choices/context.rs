//! Which picks of a sequence are around which: the context by which branches are counted.
//!
//! It is what the trail of a source (`source/trail`) tells while a value is drawn, read off the choices afterwards.

use super::{Choices, Pick};

/// A pick, and where in the value it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickInContext<'c> {
    /// The pick.
    pub pick: &'c Pick,
    /// The nearest pick around it.
    pub parent: Option<&'c Pick>,
    /// How many picks of the same site are around it.
    pub depth: u32,
}

/// An open span, and the pick that governs it: everything after that pick is within its branch.
struct Frame<'c> {
    label: &'c str,
    end: usize,
    pick: Option<&'c Pick>,
}

impl Choices {
    /// The named picks in order, each with the pick around it and its depth.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let (_, choices) = any::<Option<Option<bool>>>().record(3).unwrap();
    /// let depths: Vec<u32> = choices.picks_in_context().map(|pick| pick.depth).collect();
    /// assert_eq!(depths, [0, 1]);
    /// ```
    pub fn picks_in_context(&self) -> impl Iterator<Item = PickInContext<'_>> {
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut spans = self.spans.iter().peekable();
        self.picks.iter().map(move |pick| {
            while let Some(span) = spans.next_if(|span| span.range().start <= pick.at()) {
                close(&mut frames, span.range().start);
                frames.push(Frame { label: span.label.as_str(), end: span.range().end, pick: None });
            }
            close(&mut frames, pick.at());
            let site = pick.site.as_str();
            let parent = frames.iter().rev().find_map(|frame| frame.pick);
            let is_same = |frame: &&Frame<'_>| frame.pick.is_some_and(|around| around.site.as_str() == site);
            let depth = frames.iter().filter(is_same).count() as u32;
            if let Some(innermost) = frames.last_mut() {
                if governs(site, innermost.label) {
                    innermost.pick = Some(pick);
                }
            }
            PickInContext { pick, parent, depth }
        })
    }
}

/// Whether a pick of a site governs a span: it bears its name, perhaps with a number.
pub fn governs(site: &str, span: &str) -> bool {
    site.strip_prefix(span).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

/// Closes the spans that end before a choice.
fn close(frames: &mut Vec<Frame<'_>>, at: usize) {
    while frames.last().is_some_and(|frame| frame.end <= at) {
        frames.pop();
    }
}
