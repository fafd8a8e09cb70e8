//! What is fixed for the life of a version: forms on disk, and what is made from a seed; and how failures read.

#[cfg(feature = "derive")]
mod failures;
#[cfg(all(feature = "derive", feature = "count"))]
mod counts;
mod formats;
mod seeds;
