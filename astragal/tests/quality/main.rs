//! How well the parts do what they are for.

mod mutation;
