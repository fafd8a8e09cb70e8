//! How well the parts do what they are for.
//!
//! Builds without assertions draw many numbers at once in another way. There, the tests of drawn values run again; the other
//! tests would run the same code.

#[cfg(all(debug_assertions, feature = "derive"))]
mod backwards;
#[cfg(all(debug_assertions, feature = "derive", feature = "spaces"))]
mod boltzmann;
#[cfg(feature = "derive")]
mod chance;
#[cfg(all(debug_assertions, feature = "derive", feature = "spaces"))]
mod counting;
#[cfg(debug_assertions)]
mod cover;
mod distribution;
#[cfg(feature = "derive")]
mod frequencies;
#[cfg(debug_assertions)]
mod functions;
#[cfg(debug_assertions)]
mod gradients;
#[cfg(debug_assertions)]
mod growth;
#[cfg(debug_assertions)]
mod guided;
#[cfg(debug_assertions)]
mod guided_lazy;
#[cfg(debug_assertions)]
mod holey;
mod lazy;
#[path = "../subjects/lazy_sorted.rs"]
mod lazy_sorted;
#[cfg(debug_assertions)]
mod mutation;
#[cfg(all(debug_assertions, feature = "derive"))]
#[path = "../subjects/nat.rs"]
mod nat;
#[cfg(all(debug_assertions, feature = "derive", feature = "spaces"))]
mod reach;
#[cfg(debug_assertions)]
mod recursion;
#[cfg(debug_assertions)]
#[path = "../../examples/subjects/mod.rs"]
mod search_tree;
#[cfg(debug_assertions)]
mod shrink;
#[cfg(all(debug_assertions, feature = "derive"))]
mod strategy;
#[cfg(feature = "derive")]
mod subjects;
#[cfg(all(debug_assertions, feature = "derive"))]
mod tuning;
mod tuning_numbers;
#[cfg(all(debug_assertions, feature = "derive"))]
mod uniform_shapes;
#[cfg(debug_assertions)]
mod valid;
