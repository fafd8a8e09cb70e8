//! The rest of a value that was decided before all of it was drawn: chance draws it, since it does not matter.

use super::script::{Token, read};
use astragal_core::support::catch;
use astragal_core::{Choices, Draw, Producer, Rng, Source};
use astragal_core::{LazyPart, LazyParts};

/// How many rests are tried where the generator has no value.
const TRIES: u32 = 4;

/// Reads a script straight through. Parts that it leaves open are left to chance.
pub(super) struct Completing {
    script: Vec<u32>,
    at: usize,
}

impl Completing {
    pub(super) fn new(script: Vec<u32>) -> Completing {
        Completing { script, at: 0 }
    }
}

impl Completing {
    /// Goes on if this is what the script says next.
    fn take(&mut self, is_it: impl FnOnce(Token) -> bool) -> bool {
        let found = read(&self.script, self.at).filter(|&(token, _)| is_it(token));
        self.at = found.map_or(self.at, |(_, next)| next);
        found.is_some()
    }
}

impl Producer for Completing {
    fn choose(&mut self, _max: u64) -> Option<u64> {
        let mut number = None;
        self.take(|token| {
            number = if let Token::Number(number) = token { Some(number) } else { None };
            number.is_some()
        });
        number
    }

    fn open(&mut self, _label: &'static str) {
        self.take(|token| matches!(token, Token::Open(_)));
    }

    fn close(&mut self) {
        self.take(|token| token == Token::Close);
    }

    fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
        Some(self)
    }
}

impl LazyParts for Completing {
    fn lazy_part(&mut self, label: &'static str) -> LazyPart {
        let start = self.at;
        self.open(label);
        if self.take(|token| token == Token::Unseen) {
            self.close();
            return LazyPart::Random;
        }
        self.at = start;
        LazyPart::Now
    }
}

/// A whole value that agrees with a script, whose open parts are drawn now; and all of its choices.
pub(super) fn complete<G: Draw>(generator: &G, script: &[u32], rng: &mut Rng) -> Option<(G::Value, Choices)> {
    (0..TRIES).find_map(|_| {
        let mut src = Source::produced_by(Completing::new(script.to_vec()), rng.word()).recording();
        let size = 1 << rng.below(7);
        src.set_size((size + rng.below(size)) as u32);
        // It is kept until all of it is drawn.
        let _drawn = catch(|| generator.draw(&mut src)).ok()?.ok()?;
        let choices = src.recorded();
        // An open part may turn out to have no value.
        generator.replay(&choices).ok().map(|value| (value, choices))
    })
}
