//! How well the parts do what they are for.

#[cfg(all(feature = "derive", feature = "count"))]
mod boltzmann;
#[cfg(all(feature = "derive", feature = "count"))]
mod counting;
mod cover;
mod distribution;
mod functions;
mod growth;
mod holey;
mod lazy;
mod mutation;
mod shrink;
#[cfg(feature = "derive")]
mod strategy;
mod valid;
