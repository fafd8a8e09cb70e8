//! How well the parts do what they are for.

#[cfg(feature = "derive")]
mod backwards;
#[cfg(all(feature = "derive", feature = "spaces"))]
mod boltzmann;
#[cfg(feature = "derive")]
mod chance;
#[cfg(all(feature = "derive", feature = "spaces"))]
mod counting;
mod cover;
mod distribution;
#[cfg(feature = "derive")]
mod frequencies;
mod functions;
mod growth;
mod guided;
mod guided_lazy;
mod holey;
mod lazy;
mod mutation;
mod recursion;
mod shrink;
#[cfg(feature = "derive")]
mod strategy;
#[cfg(feature = "derive")]
mod tuning;
mod valid;
