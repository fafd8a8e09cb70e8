//! The sign that a run is under way: a file that is gone when the run has ended, and stays when its process has died.

use std::fs;
use std::path::PathBuf;

/// A run that is under way. When it is dropped, the run has ended. See [`Scratch::begin`](super::Scratch::begin).
#[derive(Debug)]
#[must_use = "a run ends when this is dropped"]
pub struct Running {
    /// Nothing if the sign could not be set.
    pub(super) sign: Option<PathBuf>,
}

impl Running {
    /// The run has ended.
    pub fn end(self) {}
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(sign) = &self.sign {
            let _ = fs::remove_file(sign);
        }
    }
}
