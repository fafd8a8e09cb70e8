//! What is fixed for the life of a version: forms on disk, and what is made from a seed; and how failures read.

#[cfg(all(feature = "derive", feature = "spaces"))]
mod counts;
#[cfg(feature = "derive")]
mod failures;
mod formats;
#[cfg(feature = "shapes")]
mod holey;
mod seeds;
mod settings;
