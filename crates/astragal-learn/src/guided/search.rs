//! The search: valid values one after the other, none twice, each a step from those before.

use super::complete::complete;
use super::known::Known;
use super::moves::{Kind, Move, Moves};
use super::odds::{Odds, cell};
use super::outline::Outline;
use super::script::{choices, hash, may_have_open_parts};
use super::seen::Seen;
use super::stage::{Asked, Stage};
use astragal_core::support::{LAZY, catch, mix};
use astragal_core::{Choices, Draw, Rng, Source};

/// After this many tries in a row without anything new, the search is over.
const PATIENCE: u64 = 1 << 21;
/// How many moves are tried from one value before another one is taken.
const TURNS: u32 = 32;
/// Scripts that were rejected not long ago, by their hash.
const REJECTED: usize = 1 << 15;
/// How many invalid values are searched for parts, too.
const GLANCES: u64 = 1 << 12;
/// From this many values on, in bits, only some are learned from, since learning takes longer than finding.
const ALL_LEARNT: u32 = 12;
/// One time in this many, a value is taken by its length; the second is for variety, not the number of finds.
const BY_LENGTH: u64 = 8;
pub(super) const FOR_VARIETY: u64 = 2;
/// How often a find counts that is of a rare length.
const RARE: u32 = 16;
/// How many values are drawn by chance before any is changed; of few calls, one in eight. Larger values are made of
/// the rare ones among them.
const LOOK_AROUND: u64 = 1 << 12;
/// The largest value that is tried, in words of its script, beyond what chance draws.
const SHORT: usize = 256;
/// After this many values without lazy parts there are taken to be none.
const UNSURE: u64 = 1 << 6;
/// Where parts are lazy, most random values need no call of the condition after a while. This many of them count as
/// much as one that did.
const DRAWS: u64 = 4;
/// And this many tries for each call that is allowed.
const TRIES: u64 = 16;
/// How often the rest is drawn of a value that was valid before all of it was forced.
const RESTS: u32 = 16;

/// The finds, knowledge and tries so far. It is not generic, so that it is compiled once.
pub(super) struct State {
    pub(super) known: Known,
    pub(super) odds: Odds,
    pub(super) calls: u64,
    rng: Rng,
    seen: Seen,
    rejected: Vec<u64>,
    outline: Outline,
    from: Vec<u32>,
    turns: u32,
    script: Vec<u32>,
    longest: usize,
    /// How many values are drawn by chance first.
    look_around: u64,
    glances: u64,
    /// One time in this many a value is taken by its length.
    by_length: u64,
    last: Option<Move>,
    /// A value as it was drawn by chance.
    drawn: Vec<u32>,
    /// How many there were, as long as parts may be lazy.
    draws: u64,
    /// A valid value with open parts, and how often its rest is still to be drawn.
    partial: Vec<u32>,
    rests: u32,
    most_rests: u32,
    /// How many values were tried, whether or not the condition was called.
    tries: u64,
}

impl State {
    pub(super) fn new(seed: u64) -> State {
        State {
            known: Known::default(),
            odds: Odds::default(),
            calls: 0,
            rng: Rng::new(mix(seed)),
            seen: Seen::default(),
            rejected: vec![0; REJECTED],
            outline: Outline::default(),
            from: Vec::new(),
            turns: 0,
            script: Vec::new(),
            longest: SHORT,
            look_around: LOOK_AROUND,
            glances: 0,
            by_length: BY_LENGTH,
            last: None,
            drawn: Vec::new(),
            draws: 0,
            partial: Vec::new(),
            rests: 0,
            most_rests: RESTS,
            tries: 0,
        }
    }

    /// Writes the next script to be tried. Gives its move; `None` if a fresh value is to be drawn.
    fn next_move(&mut self) -> Option<Move> {
        if self.turns == 0 {
            let draws = if self.known.lazy.is_some() { self.draws / DRAWS } else { 0 };
            let is_settled = self.calls.max(draws) >= self.look_around && !self.known.values.is_empty();
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
        self.rejected[key as usize % REJECTED] == key || self.seen.contains(key)
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

    /// Learns of what parts values are made, from one that is not valid.
    fn glance(&mut self) {
        if self.glances < GLANCES {
            self.glances += 1;
            self.known.glance(&self.script, &mut self.rng);
        }
    }

    fn reject(&mut self, key: u64) {
        self.rejected[key as usize % REJECTED] = key;
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

impl<'a, G: Draw, F: Fn(&G::Value) -> bool> Search<'a, G, F> {
    pub(super) fn new(generator: &'a G, condition: &'a F, seed: u64) -> Self {
        Search { generator, condition, state: State::new(seed), stage: Stage::new(), most_calls: u64::MAX }
    }

    /// Ends after at most this many calls of the condition.
    pub fn calls_at_most(self, calls: u64) -> Self {
        let look_around = LOOK_AROUND.min(calls / 8);
        Search { most_calls: calls, state: State { look_around, ..self.state }, ..self }
    }

    /// How often the condition was called so far.
    pub fn calls(&self) -> u64 {
        self.state.calls
    }

    /// Goes on until it ends, for the sake of learning: values of all lengths rather than many.
    pub(super) fn exhaust(&mut self) {
        self.state.by_length = FOR_VARIETY;
        self.state.most_rests = 1; // from another rest nothing is learned
        while let Some(()) = self.find().map(drop) {}
    }

    /// What was found out. The names of spans are known by the same numbers.
    pub(super) fn into_known(self) -> (Known, Odds) {
        let State { mut known, odds, .. } = self.state;
        known.labels = self.stage.with_labels(|labels| labels.clone());
        (known, odds)
    }

    /// Draws a value by chance, of any size. It is a whole one, since the same one may be known already.
    fn draw_fresh(&mut self) -> Option<G::Value> {
        let state = &mut self.state;
        let mut src = Source::random(state.rng.word()).recording();
        let size = 1 << state.rng.below(7);
        src.set_size((size + state.rng.below(size)) as u32);
        let drawn = catch(|| self.generator.draw(&mut src)).ok().and_then(Result::ok);
        let may_be_lazy = src.has_lazy_parts();
        let choices = src.recorded();
        self.stage.with_labels(|labels| labels.script(&choices, &mut state.script));
        if may_be_lazy {
            self.stage.expect_lazy_parts();
        }
        drawn
    }

    fn holds(&mut self, value: &G::Value) -> bool {
        self.state.calls += 1;
        (self.condition)(value)
    }

    /// Tries one more value. Gives it if it is new and valid.
    fn try_one(&mut self) -> Option<G::Value> {
        let Some(made) = self.state.next_move() else {
            let found = self.try_fresh();
            let won = self.state.won(found.is_some());
            self.state.odds.note(fresh(), won);
            return found;
        };
        let found = if self.stage.has_lazy_parts() { self.try_lazy() } else { self.try_script() };
        let won = self.state.won(found.is_some());
        self.state.odds.note(made.cell, won);
        // A move that went well is made again.
        self.state.last = found.is_some().then_some(made);
        found
    }

    fn try_fresh(&mut self) -> Option<G::Value> {
        let value = self.draw_fresh()?;
        self.state.longest = self.state.longest.max(self.state.script.len());
        let is_lazy = self.stage.has_lazy_parts();
        self.state.draws += u64::from(is_lazy || self.state.draws < UNSURE);
        if is_lazy || self.state.draws < UNSURE {
            // Parts are drawn only when the condition forces them, so that its answer is about just these.
            let State { drawn, script, calls, .. } = &mut self.state;
            drawn.clone_from(script);
            let calls_before = *calls;
            let found = self.try_lazy();
            if found.is_none() && self.state.calls > calls_before {
                std::mem::swap(&mut self.state.drawn, &mut self.state.script);
                self.state.glance();
            }
            return found;
        }
        let key = hash(&self.state.script);
        if self.state.is_known(key) {
            return None;
        }
        if self.holds(&value) {
            return self.state.accept(key).then_some(value);
        }
        self.state.reject(key);
        self.state.glance();
        None
    }

    /// As [`try_script`](Search::try_script), where parts are lazy. A script that agrees with a value tried before, as far as
    /// that one was forced, is not tried.
    fn try_lazy(&mut self) -> Option<G::Value> {
        let state = &mut self.state;
        let key = hash(&state.script);
        if state.script.len() > state.longest || state.is_known(key) {
            return None;
        }
        if state.known.lazy.is_none() {
            state.known.lazy = self.stage.with_labels(|labels| labels.find(LAZY));
        }
        let has_open_parts = may_have_open_parts(&state.script);
        let spare = if has_open_parts { state.known.spare(&mut state.rng) } else { &[] };
        if self.stage.is_decided(&state.script, spare) {
            if !has_open_parts {
                state.reject(key);
            }
            return None;
        }
        let calls = &mut state.calls;
        let condition = |value: &G::Value| {
            *calls += 1;
            (self.condition)(value)
        };
        let asked = self.stage.ask(self.generator, condition, &mut state.script, spare);
        let made = hash(&state.script);
        match asked {
            Asked::Whole(value) => state.accept(made).then_some(value),
            Asked::Partial if state.accept(made) => {
                state.partial.clone_from(&state.script);
                state.rests = state.most_rests;
                self.draw_rest()
            }
            _ => {
                state.reject(made);
                None
            }
        }
    }

    /// Another value that is valid because its forced part is. The condition need not be called.
    fn draw_rest(&mut self) -> Option<G::Value> {
        while self.state.rests > 0 {
            let state = &mut self.state;
            state.rests -= 1;
            let Some((value, choices)) = complete(self.generator, &state.partial, &mut state.rng) else { continue };
            self.stage.with_labels(|labels| labels.script(&choices, &mut state.script));
            if state.seen.insert(hash(&state.script)) {
                return Some(value);
            }
        }
        None
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
            self.state.reject(key);
        }
        if let Some(value) = value {
            if is_other && self.state.is_known(made) {
                return None;
            }
            if self.holds(&value) {
                return self.state.accept(made).then_some(value);
            }
        }
        self.state.reject(made);
        None
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Search<'_, G, F> {
    /// Whether almost every script found was decided before and needs no call of the condition: then the allowed calls
    /// would never be used up.
    fn is_exhausted(&self) -> bool {
        self.state.known.lazy.is_some() && self.state.tries >= self.most_calls.saturating_mul(TRIES)
    }

    /// The next new value; its script is that of the state.
    fn find(&mut self) -> Option<G::Value> {
        if let Some(value) = self.draw_rest() {
            return Some(value);
        }
        // Where few calls are allowed, so are few tries without a call.
        let mut patience = PATIENCE.min(self.most_calls.saturating_mul(4));
        while patience > 0 && self.state.calls < self.most_calls && !self.is_exhausted() {
            self.state.tries += 1;
            if let Some(value) = self.try_one() {
                return Some(value);
            }
            patience -= 1;
        }
        None
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Iterator for Search<'_, G, F> {
    type Item = (G::Value, Choices);

    fn next(&mut self) -> Option<(G::Value, Choices)> {
        self.find().map(|value| (value, choices(&self.state.script)))
    }
}
