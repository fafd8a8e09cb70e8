//! The sign that a run is under way: a file that is gone when the run has ended, and stays when its process has died.

use std::fs;
use std::path::PathBuf;

/// A run that is under way. When it is dropped, the run has ended. See [`Scratch::begin`](super::Scratch::begin).
#[derive(Debug)]
#[must_use = "a run ends when this is dropped"]
pub struct Running {
    /// Where the sign is; or why it could not be set.
    sign: Result<PathBuf, String>,
    /// The process that set it.
    process: u32,
}

impl Running {
    /// With the sign that this process has set, if it could.
    pub(super) fn new(sign: Result<PathBuf, String>) -> Running {
        Running { sign, process: std::process::id() }
    }

    /// Why nothing of this run is left for the next one, should its process die.
    pub fn problem(&self) -> Option<&str> {
        self.sign.as_ref().err().map(String::as_str)
    }

    /// The run has ended.
    pub fn end(self) {}
}

impl Drop for Running {
    fn drop(&mut self) {
        // A copy that was forked off may come to the end of a run whose process is gone.
        if let (Ok(sign), true) = (&self.sign, self.process == std::process::id()) {
            let _ = fs::remove_file(sign);
        }
    }
}
