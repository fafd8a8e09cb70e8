//! What is fixed for the life of a version: forms on disk, and what is made from a seed.

mod formats;
mod seeds;
