//! Guided generation: values that meet a condition, found by learning from those found before.

mod known;
mod moves;
mod odds;
mod outline;
mod pools;
mod script;
mod search;
mod stage;

pub use search::Search;

use crate::generator::{Filter, Gen};

/// See [`Filter::guided`].
#[derive(Clone, Debug)]
pub struct Guided<G, F> {
    filter: Filter<G, F>,
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Filter<G, F> {
    /// TODO
    pub fn guided(self) -> Guided<G, F> {
        Guided { filter: self }
    }
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Guided<G, F> {
    /// TODO
    pub fn search(&self, seed: u64) -> Search<'_, G, F> {
        Search::new(&self.filter.inner, &self.filter.condition, seed)
    }
}
