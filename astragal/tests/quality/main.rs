//! How well the parts do what they are for.

mod distribution;
mod mutation;
