//! Results that are drawn on demand. Each depends on a seed and on the argument alone, so the order of
//! the calls does not matter.

use std::rc::Rc;

use super::arguments::Key;
use crate::choices::{Choices, Writer};
use crate::generator::Draw;
use crate::source::{LazySource, Reason, Rng, Source};

/// How often a result that is rejected is drawn again.
const TRIES: u32 = 16;

/// A result, and what a recorder wrote of it.
pub(super) struct Made<B> {
    pub(super) result: B,
    written: Option<Box<Writer>>,
}

impl<B> Made<B> {
    /// A result whose choices are recorded elsewhere.
    pub(super) fn given(result: B) -> Made<B> {
        Made { result, written: None }
    }

    /// What a recorder wrote of it, if it is recorded here.
    pub(super) fn written(&self) -> Writer {
        self.written.as_ref().map_or_else(Writer::default, |written| Writer::clone(written))
    }
}

/// Draws results on demand.
pub(super) struct Demand<B> {
    lazy: LazySource,
    results: Rc<dyn Draw<Value = B>>,
    /// One in this many arguments has a result of its own; the others have the default.
    rarity: u64,
    /// How many results there are, if they are few: then arguments share them.
    variety: u64,
}

impl<B> Demand<B> {
    pub(super) fn new(lazy: LazySource, results: Rc<dyn Draw<Value = B>>) -> Demand<B> {
        Demand { lazy, results, rarity: 1, variety: u64::MAX }
    }

    /// Gives the function a character: some have a result of its own for each argument, some have few results, and some
    /// are almost constant.
    pub(super) fn with_character(self, word: u64) -> Demand<B> {
        let mut rng = Rng::new(word);
        let rarity = [1, 1, 1, 4][rng.below(4) as usize];
        let variety = [u64::MAX, u64::MAX, 2, 5][rng.below(4) as usize];
        Demand { rarity, variety, ..self }
    }

    pub(super) fn lazy(&self) -> &LazySource {
        &self.lazy
    }

    /// The result for an argument; `None` if it is the default.
    pub(super) fn make_for(&self, key: &Key) -> Result<Option<Made<B>>, Reason> {
        let mut lot = Rng::new(key.seed());
        if self.lazy.is_over() || lot.below(self.rarity) != 0 {
            return Ok(None);
        }
        self.draw(self.lazy.source_for(lot.below(self.variety))).map(Some)
    }

    /// A result that depends on no argument.
    pub(super) fn make(&self) -> Result<Made<B>, Reason> {
        self.draw(self.lazy.source())
    }

    /// What a recorder writes of the simplest result.
    pub(super) fn written_simplest(&self) -> Writer {
        let mut source = Source::replay(Choices::default()).recording();
        self.results.draw(&mut source).map_or_else(|_| Writer::default(), |_| source.written())
    }

    fn draw(&self, mut source: Source) -> Result<Made<B>, Reason> {
        let start = source.retry_point();
        for _ in 0..TRIES {
            if let Ok(result) = self.results.draw(&mut source) {
                let written = self.lazy.is_recorded().then(|| Box::new(source.written()));
                return Ok(Made { result, written });
            }
            if source.is_given() {
                break;
            }
            source.rewind(start);
        }
        Err(source.reason().cloned().unwrap_or(Reason::Overrun))
    }
}
