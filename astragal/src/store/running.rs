//! The sign that a run is under way: a file that is gone when the run has ended, and stays when its process has died.

use std::fs;
use std::path::PathBuf;

/// A run that is under way. When it is dropped, the run has ended. See [`Scratch::begin`](super::Scratch::begin).
#[derive(Debug)]
#[must_use = "a run ends when this is dropped"]
pub struct Running {
    /// Where the sign is; or why it could not be set.
    pub(super) sign: Result<PathBuf, String>,
}

impl Running {
    /// Why nothing of this run is left for the next one, should its process die.
    pub fn problem(&self) -> Option<&str> {
        self.sign.as_ref().err().map(String::as_str)
    }

    /// The run has ended.
    pub fn end(self) {}
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(sign) = &self.sign {
            let _ = fs::remove_file(sign);
        }
    }
}
