//! What the tests ask of a property: which cases it ran, and what it threw.

use std::any::Any;
use std::cell::RefCell;
use std::panic::catch_unwind;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// A property has seen a case. Every test has a thread of its own, so no other test's cases are among them.
pub(crate) fn see(case: impl std::fmt::Debug) {
    SEEN.with_borrow_mut(|seen| seen.push(format!("{case:?}")));
}

/// The cases that a property has seen, which is a test that passes.
pub(crate) fn cases_of(property: fn()) -> Vec<String> {
    SEEN.take();
    property();
    SEEN.take()
}

/// What a property throws, which is a test that fails.
pub(crate) fn message_of(property: fn()) -> String {
    let thrown: Box<dyn Any + Send> = catch_unwind(property).expect_err("the property fails");
    match thrown.downcast::<String>() {
        Ok(text) => *text,
        Err(thrown) => thrown.downcast_ref::<&str>().expect("a panic has a text").to_string(),
    }
}
