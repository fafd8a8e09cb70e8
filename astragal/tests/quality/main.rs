//! How well the parts do what they are for.

mod cover;
mod distribution;
mod functions;
mod growth;
mod lazy;
mod mutation;
mod shrink;
