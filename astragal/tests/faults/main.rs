//! What goes wrong outside the library: it is told clearly, and costs little.

mod hostile_text;
mod peak;

#[global_allocator]
static ALLOCATOR: peak::Counting = peak::Counting;
