//! How well the parts do what they are for.

mod cover;
mod distribution;
mod mutation;
mod shrink;
