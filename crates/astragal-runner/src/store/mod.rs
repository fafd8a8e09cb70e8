//! Files that outlive a run: failing cases, for the repository, and a scratch area, for the next run alone.
//!
//! - [`Regressions`] are text files beside the tests, made to be committed: one a property.
//! - [`WeightsFile`]s are text files beside the tests too: how often branches are drawn.
//! - [`Scratch`] is a directory under `target`, for what must survive the death of the process.
//!
//! All are used by processes that know nothing of each other, may die at any moment, and meet files that people, editors
//! and merges have changed. So nothing here locks, nothing rewrites what it did not write, and nothing panics.

mod address;
mod entry;
mod name;
mod process;
mod reader;
mod regressions;
mod running;
mod scratch;
mod weights;

pub use entry::Entry;
pub use reader::{Loaded, Warning};
pub use regressions::{Regressions, Saved};
pub use running::Running;
pub use scratch::Scratch;
pub(crate) use scratch::{log_directory, make_private};
pub use weights::WeightsFile;
