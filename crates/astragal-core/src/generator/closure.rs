//! Generators in direct style: a closure that draws.

use super::Draw;
use crate::source::{Reject, Source};

/// See [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    function: F,
    label: &'static str,
}

/// A generator from a closure that draws with `src.draw(..)?`.
///
/// It may do anything: loop, branch on what was drawn, call itself. Its space is not known before it runs, and it runs
/// forwards only. All that it draws is one span.
///
/// ```
/// use astragal::prelude::*;
///
/// // Distinct, increasing numbers, by their gaps.
/// let increasing = from_fn(|src| {
///     let mut last = 0u32;
///     let mut all = Vec::new();
///     for gap in src.draw(vec_of(1..=10u32, 0..=5))? {
///         last += gap;
///         all.push(last);
///     }
///     Ok(all)
/// });
/// assert!(increasing.sample(9).is_sorted());
/// ```
pub fn from_fn<T, F: Fn(&mut Source) -> Result<T, Reject>>(function: F) -> FromFn<F> {
    FromFn { function, label: "closure" }
}

impl<F> FromFn<F> {
    /// Names the span, so that parts of the same kind can be told from others.
    pub fn labelled(self, label: &'static str) -> FromFn<F> {
        FromFn { label, ..self }
    }
}

impl<T, F: Fn(&mut Source) -> Result<T, Reject>> Draw for FromFn<F> {
    type Value = T;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        // It may call itself.
        if let Err(reject) = src.has_room() {
            return Err(reject);
        }
        src.open_opaque(self.label);
        match (self.function)(src) {
            Ok(value) => {
                src.close();
                Ok(value)
            }
            Err(reject) => Err(reject),
        }
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}
