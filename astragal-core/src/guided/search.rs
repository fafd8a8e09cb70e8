//! The search: valid values one after the other, none twice, each a step from those before.

use super::known::Known;
use super::moves::{Kind, Move, Moves};
use super::odds::{Odds, cell};
use super::outline::Outline;
use super::script::{choices, hash};
use super::seen::Seen;
use super::stage::Stage;
use crate::choices::Choices;
use crate::generator::Gen;
use crate::source::{Rng, Source, mix};

/// After so many tries in a row that gave nothing new, the search is over.
const PATIENCE: u64 = 1 << 21;
/// So many moves are tried from one value before another one is taken.
const TURNS: u32 = 32;
/// Scripts that were refused not long ago, by their hash.
const REFUSED: usize = 1 << 15;
/// Values that are not valid are looked at for their parts as long as there are fewer than so many.
const GLANCES: u64 = 1 << 12;
/// From so many values on, in bits, only some are learnt from, since that takes longer than to find them.
const ALL_LEARNT: u32 = 12;
/// One time in so many, a value is taken by its length; and if it is not the number of finds that counts.
const BY_LENGTH: u64 = 8;
pub(super) const FOR_VARIETY: u64 = 2;
/// How often a find counts that is of a rare length.
const RARE: u32 = 16;
/// So many values are drawn by chance before any is changed; of few calls, one in eight. What is rare among them is what
/// larger values are made of.
const LOOK_AROUND: u64 = 1 << 12;
/// The largest value that is tried, in words of its script, beyond what chance draws.
const SHORT: usize = 256;

/// What is found, known and tried so far. It is not about types, so that it is compiled once.
pub(super) struct State {
    pub(super) known: Known,
    pub(super) odds: Odds,
    pub(super) calls: u64,
    rng: Rng,
    seen: Seen,
    refused: Vec<u64>,
    outline: Outline,
    from: Vec<u32>,
    turns: u32,
    script: Vec<u32>,
    longest: usize,
    /// So many values are drawn by chance first.
    look_around: u64,
    glances: u64,
    /// One time in so many a value is taken by its length.
    by_length: u64,
    last: Option<Move>,
}

impl State {
    pub(super) fn new(seed: u64) -> State {
        State {
            known: Known::default(),
            odds: Odds::default(),
            calls: 0,
            rng: Rng::new(mix(seed)),
            seen: Seen::default(),
            refused: vec![0; REFUSED],
            outline: Outline::default(),
            from: Vec::new(),
            turns: 0,
            script: Vec::new(),
            longest: SHORT,
            look_around: LOOK_AROUND,
            glances: 0,
            by_length: BY_LENGTH,
            last: None,
        }
    }

    /// Writes the next script to be tried. Gives the cell of its move; nothing if a fresh value is to be drawn.
    fn next_move(&mut self) -> Option<Move> {
        if self.turns == 0 {
            let is_settled = self.calls >= self.look_around && !self.known.values.is_empty();
            if !is_settled || self.odds.accept(fresh(), &mut self.rng) && self.rng.below(4) == 0 {
                return None;
            }
            (self.turns, self.last) = (TURNS, None);
            let value = self.known.some_value(self.by_length, &mut self.rng)?;
            self.from.clear();
            self.from.extend_from_slice(self.known.script(value));
            self.outline.read(&self.from);
        }
        self.turns -= 1;
        let moves = Moves { known: &self.known, odds: &self.odds, script: &self.from, outline: &self.outline };
        let again = self.last.take().and_then(|last| moves.again(last, &mut self.rng, &mut self.script));
        let made = again.or_else(|| moves.propose(&mut self.rng, &mut self.script));
        if made.is_none() {
            self.turns = 0;
        }
        made
    }

    /// Whether a script was tried before, as far as is remembered.
    fn is_known(&self, key: u64) -> bool {
        self.refused[key as usize % REFUSED] == key || self.seen.contains(key)
    }

    fn accept(&mut self, key: u64) -> bool {
        let is_new = self.seen.insert(key);
        if is_new && self.rng.below(1 + (self.known.values.len() >> ALL_LEARNT) as u64) == 0 {
            self.known.learn(&self.script, &mut self.rng);
        }
        is_new
    }

    /// What a try counts. One that finds a value of a rare length counts more: it leads to where little was found yet.
    fn won(&self, found: bool) -> u32 {
        match found {
            true if self.known.is_rare(self.script.len()) => RARE,
            found => u32::from(found),
        }
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
        let look_around = LOOK_AROUND.min(calls / 8);
        Search { most_calls: calls, state: State { look_around, ..self.state }, ..self }
    }

    /// How often the condition was asked so far.
    pub fn calls(&self) -> u64 {
        self.state.calls
    }

    /// Goes on until it ends, for the sake of what can be learnt: values of all lengths rather than many.
    pub(super) fn exhaust(&mut self) {
        self.state.by_length = FOR_VARIETY;
        while let Some(()) = self.find().map(drop) {}
    }

    /// What was found out. The names of spans are known by the same numbers.
    pub(super) fn into_known(self) -> (Known, Odds) {
        let State { mut known, odds, .. } = self.state;
        known.labels = self.stage.with_labels(|labels| labels.clone());
        (known, odds)
    }

    /// Draws a value by chance, of any size.
    fn draw_fresh(&mut self) -> Option<G::Value> {
        let state = &mut self.state;
        let mut src = Source::random(state.rng.word()).recording();
        let size = 1 << state.rng.below(7);
        src.set_size((size + state.rng.below(size)) as u32);
        let drawn = self.generator.draw(&mut src).ok();
        let choices = src.recorded();
        self.stage.with_labels(|labels| labels.script(&choices, &mut state.script));
        drawn
    }

    fn holds(&mut self, value: &G::Value) -> bool {
        self.state.calls += 1;
        (self.condition)(value)
    }

    /// Tries one more value. Gives it if it is new and valid.
    fn try_one(&mut self) -> Option<G::Value> {
        let Some(made) = self.state.next_move() else {
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
            let won = self.state.won(found.is_some());
            self.state.odds.note(fresh(), won);
            return found;
        };
        let found = self.try_script();
        let won = self.state.won(found.is_some());
        self.state.odds.note(made.cell, won);
        // What went well is done again.
        self.state.last = found.is_some().then_some(made);
        found
    }

    fn try_script(&mut self) -> Option<G::Value> {
        let key = hash(&self.state.script);
        if self.state.script.len() > self.state.longest || self.state.is_known(key) {
            return None;
        }
        let value = self.stage.run(self.generator, &mut self.state.script);
        let made = hash(&self.state.script);
        let is_other = made != key;
        if is_other {
            // Cut to its place, it may be known.
            self.state.refuse(key);
        }
        if let Some(value) = value {
            if is_other && self.state.is_known(made) {
                return None;
            }
            if self.holds(&value) {
                return self.state.accept(made).then_some(value);
            }
        }
        self.state.refuse(made);
        None
    }
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Search<'_, G, F> {
    /// The next new value; its script is that of the state.
    fn find(&mut self) -> Option<G::Value> {
        // Where few calls are allowed, few tries are that need none.
        let mut patience = PATIENCE.min(self.most_calls.saturating_mul(4));
        while patience > 0 && self.state.calls < self.most_calls {
            if let Some(value) = self.try_one() {
                return Some(value);
            }
            patience -= 1;
        }
        None
    }
}

impl<G: Gen, F: Fn(&G::Value) -> bool> Iterator for Search<'_, G, F> {
    type Item = (G::Value, Choices);

    fn next(&mut self) -> Option<(G::Value, Choices)> {
        self.find().map(|value| (value, choices(&self.state.script)))
    }
}
