//! The search: valid values one after the other, none twice, each a step from those before.

use std::collections::HashSet;

use super::known::Known;
use super::moves::{Kind, Moves};
use super::odds::{Odds, cell};
use super::outline::Outline;
use super::pools::Scattered;
use super::script::{Token, hash, numbers, read};
use super::stage::Stage;
use crate::choices::Choices;
use crate::generator::Gen;
use crate::source::{Rng, Source, mix};

/// After so many tries in a row that gave nothing new, the search is over.
const PATIENCE: u64 = 1 << 20;
/// So many moves are tried from one value before another one is taken.
const TURNS: u32 = 8;
/// Scripts that were refused not long ago, by their hash.
const REFUSED: usize = 1 << 15;
/// Values that are not valid are looked at for their parts as long as there are fewer than so many.
const GLANCES: u64 = 1 << 12;
/// From so many values on, only one in some is learnt from: it takes longer than to find it.
const ALL_LEARNT: usize = 1 << 12;
const LEARNT_OF: u64 = 4;
/// The largest value that is tried, in words of its script, beyond what chance draws.
const SHORT: usize = 256;

/// What is found, known and tried so far. It is not about types, so that it is compiled once.
pub(super) struct State {
    pub(super) known: Known,
    pub(super) odds: Odds,
    pub(super) calls: u64,
    rng: Rng,
    seen: HashSet<u64, Scattered>,
    refused: Vec<u64>,
    outline: Outline,
    from: Vec<u32>,
    turns: u32,
    script: Vec<u32>,
    longest: usize,
    glances: u64,
    counts: [u64; 4],
    depths: Depths,
}

/// How deep values may be nested: for each depth, how many scripts were tried and how many the generator followed.
struct Depths([(u32, u32); MOST_DEEP]);

/// Deeper ones are taken to be as deep as this.
const MOST_DEEP: usize = 64;

impl Depths {
    fn of(script: &[u32]) -> usize {
        let (mut at, mut open, mut deepest) = (0, 0usize, 0);
        while let Some((token, next)) = read(script, at) {
            match token {
                Token::Open(_) => {
                    open += 1;
                    deepest = deepest.max(open);
                }
                Token::Close => open = open.saturating_sub(1),
                Token::Number(_) => {}
            }
            at = next;
        }
        deepest.min(MOST_DEEP - 1)
    }

    /// Whether a script of this depth is hardly ever followed.
    fn is_too_deep(&self, depth: usize, rng: &mut Rng) -> bool {
        let (tried, followed) = self.0[depth];
        tried > 32 && followed == 0 && rng.below(64) > 0
    }

    fn note(&mut self, depth: usize, followed: bool) {
        self.0[depth].0 = self.0[depth].0.saturating_add(1);
        self.0[depth].1 += u32::from(followed && self.0[depth].1 < u32::MAX);
    }
}

impl State {
    pub(super) fn new(seed: u64) -> State {
        State {
            known: Known::default(),
            odds: Odds::default(),
            calls: 0,
            rng: Rng::new(mix(seed)),
            seen: HashSet::default(),
            refused: vec![0; REFUSED],
            outline: Outline::default(),
            from: Vec::new(),
            turns: 0,
            script: Vec::new(),
            longest: SHORT,
            glances: 0,
            counts: [0; 4],
            depths: Depths([(0, 0); MOST_DEEP]),
        }
    }

    /// Writes the next script to be tried. Gives the cell of its move; nothing if a fresh value is to be drawn.
    fn next_move(&mut self) -> Option<usize> {
        if self.turns == 0 {
            if self.known.values.is_empty() || self.odds.accept(fresh(), &mut self.rng) && self.rng.below(4) == 0 {
                return None;
            }
            self.turns = TURNS;
            let value = self.known.values[self.rng.below(self.known.values.len() as u64) as usize];
            self.from.clear();
            self.from.extend_from_slice(self.known.script(value));
            self.outline.read(&self.from);
        }
        self.turns -= 1;
        let moves = Moves { known: &self.known, odds: &self.odds, script: &self.from, outline: &self.outline };
        let made = moves.propose(&mut self.rng, &mut self.script);
        if made.is_none() {
            self.turns = 0;
        }
        made
    }

    /// Whether a script was tried before, as far as is remembered.
    fn is_known(&self, key: u64) -> bool {
        self.refused[key as usize % REFUSED] == key || self.seen.contains(&key)
    }

    fn accept(&mut self, key: u64) -> bool {
        let is_new = self.seen.insert(key);
        if is_new && (self.known.values.len() < ALL_LEARNT || self.rng.below(LEARNT_OF) == 0) {
            self.known.learn(&self.script, &mut self.rng);
        }
        is_new
    }

    fn refuse(&mut self, key: u64) {
        self.refused[key as usize % REFUSED] = key;
    }
}

fn fresh() -> usize {
    cell(Kind::Fresh as u64, 0)
}

/// Valid values of a generator, each once, found by learning from those found before. See
/// [`Guided::search`](super::Guided::search).
pub struct Search<'a, G, F> {
    pub(super) generator: &'a G,
    pub(super) condition: &'a F,
    pub(super) state: State,
    stage: Stage,
    most_calls: u64,
}

impl<'a, G: Gen, F: Fn(&G::Value) -> bool> Search<'a, G, F> {
    pub(super) fn new(generator: &'a G, condition: &'a F, seed: u64) -> Self {
        Search { generator, condition, state: State::new(seed), stage: Stage::new(), most_calls: u64::MAX }
    }

    /// Ends after so many calls of the condition.
    pub fn calls_at_most(self, calls: u64) -> Self {
        Search { most_calls: calls, ..self }
    }

    /// How often the condition was asked so far.
    pub fn calls(&self) -> u64 {
        self.state.calls
    }

    #[doc(hidden)]
    pub fn counts(&self) -> [u64; 4] { self.state.counts }
    #[doc(hidden)]
    pub fn tell(&self) {
        self.state.odds.tell();
    }

    /// Draws a value by chance, of any size.
    fn draw_fresh(&mut self) -> Option<G::Value> {
        let state = &mut self.state;
        let mut src = Source::random(state.rng.word()).recording();
        let size = 1 << state.rng.below(7);
        src.set_size((size + state.rng.below(size)) as u32);
        let drawn = self.generator.draw(&mut src).ok();
        let choices = src.recorded();
        state.known.labels.script(&choices, &mut state.script);
        drawn
    }

    fn holds(&mut self, value: &G::Value) -> bool {
        self.state.calls += 1;
        (self.condition)(value)
    }

    /// Tries one more value. Gives it if it is new and valid.
    fn try_one(&mut self) -> Option<G::Value> {
        let Some(cell) = self.state.next_move() else {
            self.state.counts[0] += 1;
            let drawn = self.draw_fresh();
            let found = drawn.and_then(|value| {
                let key = hash(&self.state.script);
                self.state.longest = self.state.longest.max(self.state.script.len());
                if self.state.is_known(key) {
                    return None;
                }
                if self.holds(&value) {
                    return self.state.accept(key).then_some(value);
                }
                self.state.refuse(key);
                if self.state.glances < GLANCES {
                    self.state.glances += 1;
                    let State { known, script, rng, .. } = &mut self.state;
                    known.glance(script, rng);
                }
                None
            });
            self.state.odds.note(fresh(), found.is_some());
            return found;
        };
        let found = self.try_script();
        self.state.odds.note(cell, found.is_some());
        found
    }

    fn try_script(&mut self) -> Option<G::Value> {
        let key = hash(&self.state.script);
        self.state.counts[1] += 1;
        if self.state.script.len() > self.state.longest || self.state.is_known(key) {
            self.state.counts[2] += 1;
            return None;
        }
        let depth = Depths::of(&self.state.script);
        if self.state.depths.is_too_deep(depth, &mut self.state.rng) {
            return None;
        }
        let value = self.stage.run(self.generator, &self.state.script);
        self.state.depths.note(depth, value.is_some());
        if let Some(value) = value {
            if self.holds(&value) {
                return self.state.accept(key).then_some(value);
            }
        }
        self.state.counts[3] += 1;
        self.state.refuse(key);
        None
    }
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Iterator for Search<'_, G, F> {
    type Item = (G::Value, Choices);

    fn next(&mut self) -> Option<(G::Value, Choices)> {
        let mut patience = PATIENCE;
        while patience > 0 && self.state.calls < self.most_calls {
            if let Some(value) = self.try_one() {
                return Some((value, Choices::from_numbers(numbers(&self.state.script))));
            }
            patience -= 1;
        }
        None
    }
}
