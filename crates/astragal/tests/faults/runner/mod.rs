//! What goes wrong in a property, or around it while it runs: the verdict stays true, and the case is not lost.

mod aborting;
mod aloud;
mod deaths;
mod deep;
mod disks;
mod ends;
mod flaky;
mod interrupts;
mod isolation;
mod memory;
mod misuse;
mod output;
mod panics;
#[cfg(feature = "learn")]
mod parameters;
mod protocol;
mod rejecting;
mod same;
mod subject;
mod texts;
mod threads;
mod weights;
