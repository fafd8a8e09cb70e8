//! Lists as a source draws them: their span and length, and the mood and the size of their elements.

use super::mood::OuterMood;
use super::{Growth, Length, Reject, Source};

/// A list that is being drawn, and what is to be taken up again after it. See [`Source::begin_list`].
pub struct List {
    /// How many elements it is to have.
    pub count: usize,
    /// Where its length was recorded.
    pub(crate) written_at: usize,
    outer_size: u32,
    outer_mood: Option<OuterMood>,
}

impl Source {
    /// A list begins: its span, its length, and what its elements are drawn with. [`end_list`](Source::end_list)
    /// ends it.
    ///
    /// A list of plain elements has a mood of its own. A list of parts that grow divides the size among them; its numbers
    /// are few and far between.
    ///
    /// In a debug build a called function is as fast as this crate is optimized; an inlined one is not. With
    /// optimization it is the other way around.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[doc(hidden)]
    pub fn begin_list(
        &mut self,
        label: &'static str,
        length: &Length,
        elements: Growth,
        bytes: usize,
    ) -> Result<List, Reject> {
        self.open(label);
        let mut written_at = self.position();
        let forced = if self.watched { self.core.deciders.forced.len() } else { 0 };
        let count = match length.draw(self, elements, bytes) {
            Ok(count) => count,
            Err(reject) => return Err(reject),
        };
        if self.watched && self.core.deciders.forced.len() < forced {
            written_at = usize::MAX; // it was forced, and cannot be corrected
        }
        let outer_size = self.size;
        let outer_mood = if elements == Growth::Fixed {
            Some(self.moody().begin_list())
        } else {
            self.size = self.size.saturating_sub(count as u32).checked_div(count as u32).unwrap_or(0);
            None
        };
        Ok(List { count, written_at, outer_size, outer_mood })
    }

    /// A list ends.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[doc(hidden)]
    pub fn end_list(&mut self, list: &List) {
        self.size = list.outer_size;
        if let Some(outer) = list.outer_mood {
            self.moody().end(outer);
        }
        self.close();
    }
}
