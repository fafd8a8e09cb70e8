//! The text of a value, cut while it is written: a `Debug` may print any amount, or never end.

use std::cell::Cell;
use std::fmt::{self, Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::source::ThrownReject;

/// How many bytes of a text are kept.
const LONGEST: usize = 1 << 16;

/// How many bytes of a text are kept for a user who wants it in full.
const LONGEST_IN_FULL: usize = 1 << 26;

/// The end of a text that was cut.
const CUT: &str = "… (cut here: the text is too long)";

/// Replaces a text that cannot be written.
const FAILED: &str = "<its formatting returned an error>";

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(LONGEST) };
}

/// While it lives, texts that are written on this thread are kept in full, up to 64 MiB.
pub struct InFull {
    before: usize,
}

impl InFull {
    /// From now on.
    #[allow(clippy::new_without_default, reason = "it has an effect")]
    pub fn new() -> InFull {
        InFull { before: LIMIT.replace(LONGEST_IN_FULL) }
    }
}

impl Drop for InFull {
    fn drop(&mut self) {
        let _ = LIMIT.try_with(|limit| limit.set(self.before));
    }
}

/// What `{:?}` makes of a value, as far as it is kept.
pub fn debug_text<T: Debug + ?Sized>(value: &T) -> String {
    written(|out| write!(out, "{value:?}"))
}

/// What is written, as far as it is kept. Unlike `format!` it returns even if the writing never would.
pub fn written(write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> String {
    let mut out = Limited { text: String::new(), limit: LIMIT.get(), rejected: None };
    let ended = catch_unwind(AssertUnwindSafe(|| write(&mut out)));
    match ended {
        // A rejection by a lazy part is not about the text. All else that comes after the cut is a consequence of it.
        Err(payload) if payload.is::<ThrownReject>() || !out.is_cut() => resume_unwind(payload),
        Ok(Err(_)) if !out.is_cut() => FAILED.into(),
        _ => out.finish(),
    }
}

/// A text that exists already, as far as it is kept.
pub fn shortened(text: &str) -> String {
    written(|out| out.write_str(text))
}

/// Whether a text was cut.
pub fn is_cut(text: &str) -> bool {
    text.ends_with(CUT)
}

/// Thrown out of a `Debug` that goes on writing although it was told that nothing more is taken.
struct Endless;

/// Keeps the beginning of what is written to it.
struct Limited {
    text: String,
    limit: usize,
    /// Once it is cut: how much was written to it since.
    rejected: Option<usize>,
}

impl Limited {
    fn is_cut(&self) -> bool {
        self.rejected.is_some()
    }

    fn finish(mut self) -> String {
        if self.is_cut() {
            self.text.push_str(CUT);
        }
        self.text
    }
}

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(rejected) = &mut self.rejected {
            *rejected = rejected.saturating_add(text.len().max(1));
            // An error is all that most need. One that ignores it can be left only by unwinding; but not where the message of
            // a panic is written, since std does not count that as a panic of its own.
            if *rejected > self.limit && cfg!(panic = "unwind") && !std::thread::panicking() {
                resume_unwind(Box::new(Endless));
            }
            return Err(fmt::Error);
        }
        let room = self.limit - self.text.len();
        if text.len() <= room {
            self.text.push_str(text);
            return Ok(());
        }
        let end = (0..=room).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        self.text.push_str(&text[..end]);
        self.rejected = Some(0);
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_the_limit() {
        let exact = "x".repeat(LONGEST);
        assert_eq!(shortened(&exact), exact);
        assert!(!is_cut(&exact));
        let cut = shortened(&format!("{}é", "x".repeat(LONGEST - 1)));
        assert_eq!(cut, "x".repeat(LONGEST - 1) + CUT);
        assert!(is_cut(&cut));
    }

    #[test]
    fn a_user_may_have_it_in_full() {
        let long = "x".repeat(LONGEST + 1);
        let in_full = InFull::new();
        assert_eq!(shortened(&long), long);
        drop(in_full);
        assert!(is_cut(&shortened(&long)));
    }

    #[test]
    fn what_cannot_be_written_says_so() {
        assert_eq!(written(|_| Err(fmt::Error)), FAILED);
    }
}
