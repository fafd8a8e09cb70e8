//! What goes wrong outside the library: it is reported clearly, and costs little.

mod config;
mod hostile_generators;
mod hostile_text;
#[cfg(feature = "learn")]
mod hostile_weights;
mod peak;
#[cfg(all(unix, feature = "derive"))]
mod runner;
mod store_damage;
mod store_places;
mod store_scratch;
mod store_support;
mod store_unreadable;
mod store_writing;
mod unsafe_code;

#[global_allocator]
static ALLOCATOR: peak::Counting = peak::Counting;
