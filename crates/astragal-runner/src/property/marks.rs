//! Marks in the code under test, `reach!`: places that a search looks for.
//!
//! The search is over when its place is reached, so the run ends there: what would have been forced afterwards does not matter.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;

thread_local! {
    /// Whether a search runs on this thread: all that a mark costs where none does is to look here.
    static IS_SEARCHED: Cell<bool> = const { Cell::new(false) };
    static MARKS: RefCell<Marks> = const { RefCell::new(Marks { wanted: String::new(), is_reached: false, passed: Vec::new() }) };
}

/// What a search looks for, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    wanted: String,
    pub(crate) is_reached: bool,
    /// Other marks that were passed.
    pub(crate) passed: Vec<&'static str>,
}

/// Thrown at the place that is looked for; it is not a panic.
struct Arrived;

/// Runs something that may come to the place of a label.
#[cfg(feature = "quantify")]
pub(crate) fn looking_for<R>(label: &str, work: impl FnOnce() -> R) -> (R, Marks) {
    /// Sets back what an outer search had, however this one ends.
    struct Outer(bool, Marks);
    impl Drop for Outer {
        fn drop(&mut self) {
            let outer = std::mem::take(&mut self.1);
            let _ = IS_SEARCHED.try_with(|is_searched| is_searched.set(self.0));
            let _ = MARKS.try_with(|marks| marks.replace(outer));
        }
    }
    let wanted = Marks { wanted: label.into(), ..Marks::default() };
    let _outer = Outer(IS_SEARCHED.replace(true), MARKS.replace(wanted));
    let result = work();
    (result, MARKS.take())
}

/// The code under test has come to a mark.
#[inline]
pub(super) fn reached(label: &'static str) {
    if IS_SEARCHED.try_with(Cell::get).unwrap_or(false) {
        arrived(label);
    }
}

#[cold]
fn arrived(label: &'static str) {
    let is_wanted = MARKS.try_with(|marks| {
        let marks = &mut *marks.borrow_mut();
        let is_wanted = marks.wanted == label;
        marks.is_reached |= is_wanted;
        if !is_wanted && !marks.passed.contains(&label) {
            marks.passed.push(label);
        }
        is_wanted
    });
    // Two panics at once would end the process.
    if is_wanted.unwrap_or(false) && !cfg!(panic = "abort") && !std::thread::panicking() {
        resume_unwind(Box::new(Arrived));
    }
}
