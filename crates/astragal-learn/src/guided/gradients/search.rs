//! The search by gradients: passes through the choices of a value, each judged by samples of what can become of it.

use std::sync::Arc;

use super::gradient::{Gradient, MOST};
use super::question::Question;
use crate::guided::script::join;
use crate::guided::seen::Seen;
use crate::tune::Weights;
use astragal_core::support::{Adviser, Decider, mix};
use astragal_core::{Choices, Draw, Place, Reason, Rng, Source};

/// After this many samples in a row without anything new, the search is over.
const PATIENCE: u64 = 1 << 20;

/// What the next sample is for.
#[derive(Clone, Copy)]
enum Phase {
    /// A value begins.
    Begin,
    /// A choice was made; it is to be seen which one comes next.
    Next,
    /// There are too many alternatives: chance draws some of them, this many more times.
    Gather(u64),
    /// The alternative at this place is judged by this many more samples.
    Judge(usize, u32),
    /// No alternative led to a valid value, so chance chooses.
    Leave,
    /// Nothing is left to choose.
    Complete,
}

/// What is set of a search.
#[derive(Clone, Debug)]
pub(super) struct How {
    /// Samples of each alternative.
    pub(super) samples: u32,
    /// Where that was said.
    pub(super) place: Place,
    /// The sizes of the stages, if there are any.
    pub(super) stages: Vec<u32>,
    /// How many samples all stages have together; then the last one goes on.
    pub(super) calls: u64,
}

/// What is known so far. It is not generic, so that it is compiled once.
struct State {
    how: How,
    phase: Phase,
    prefix: Vec<u64>,
    gradient: Gradient,
    question: Option<Question>,
    rng: Rng,
    seen: Seen,
    weights: Weights,
    /// By what was learned in the stages before.
    advice: Option<Arc<dyn Adviser>>,
    stage: usize,
    size: u32,
    calls: u64,
    /// How many samples there were since something was new.
    idle: u64,
    is_lazy: bool,
    is_misused: bool,
}

impl State {
    /// Goes on to the next stage if this one has had its samples.
    fn end_stage(&mut self) {
        let stages = self.how.stages.len();
        let each = self.how.calls / stages.max(1) as u64;
        if self.stage + 1 < stages && self.calls >= each * (self.stage as u64 + 1) {
            self.stage += 1;
            self.advice = (!self.weights.is_empty()).then(|| self.weights.to_adviser());
            self.phase = Phase::Begin;
        }
    }

    fn begin(&mut self) {
        self.prefix.clear();
        self.size = self.how.stages.get(self.stage).copied().unwrap_or_else(|| {
            let size = 1 << self.rng.below(7);
            (size + self.rng.below(size)) as u32
        });
    }

    /// Goes on with the next alternative, or with the choice if all of them were judged.
    fn judged(&mut self, place: usize) {
        self.gradient.finish_alternative();
        if place + 1 < self.gradient.len() {
            self.phase = Phase::Judge(place + 1, self.how.samples);
            return;
        }
        match self.gradient.draw(&mut self.rng) {
            Some(number) => {
                if let Some(question) = &self.question {
                    self.gradient.count(question, &mut self.weights);
                }
                self.choose(Some(number));
            }
            None => self.phase = Phase::Leave,
        }
    }

    /// A choice is made; or there is none, and the next value begins.
    fn choose(&mut self, number: Option<u64>) {
        match number {
            Some(number) => {
                self.prefix.push(number);
                self.phase = Phase::Next;
            }
            None => self.phase = Phase::Begin,
        }
    }
}

/// Valid values of a generator, each once, found by choice gradients. See [`Gradients::search`](super::Gradients::search).
pub struct GradientSearch<'a, G, F> {
    generator: &'a G,
    condition: &'a F,
    state: State,
    most_calls: u64,
}

/// By what choices are known again.
fn hash(choices: &Choices) -> u64 {
    choices.numbers().fold(1, |hash: u64, number| join(hash.rotate_left(29), number))
}

/// A sample: the value if it is valid, its choices, and which one comes after the prefix.
struct Sample<T> {
    valid: Option<(T, Choices)>,
    next: Option<u64>,
}

impl<'a, G: Draw, F: Fn(&G::Value) -> bool> GradientSearch<'a, G, F> {
    pub(super) fn new(generator: &'a G, condition: &'a F, how: How, seed: u64) -> Self {
        let state = State {
            how,
            phase: Phase::Begin,
            prefix: Vec::new(),
            gradient: Gradient::default(),
            question: None,
            rng: Rng::new(mix(seed)),
            seen: Seen::default(),
            weights: Weights::new(),
            advice: None,
            stage: 0,
            size: 0,
            calls: 0,
            idle: 0,
            is_lazy: false,
            is_misused: false,
        };
        GradientSearch { generator, condition, state, most_calls: u64::MAX }
    }

    /// Ends after at most this many samples.
    pub fn calls_at_most(self, calls: u64) -> Self {
        GradientSearch { most_calls: calls, ..self }
    }

    /// How many samples were drawn so far.
    pub fn calls(&self) -> u64 {
        self.state.calls
    }

    /// What was learned so far: for each choice that has a name, how many different valid samples there were of each
    /// alternative, in the context of the choice.
    pub fn weights(&self) -> &Weights {
        &self.state.weights
    }

    /// Whether a part was lazy: then choices are not made in the order of the value, and there is nothing to be found.
    pub(super) fn is_lazy(&self) -> bool {
        self.state.is_lazy
    }

    /// Looks which choice comes next, without a sample.
    fn next_choice(&mut self) {
        let GradientSearch { generator, state, .. } = self;
        loop {
            state.question = Question::after(&state.prefix, *generator);
            state.gradient.clear();
            let Some(question) = &state.question else {
                state.phase = Phase::Complete;
                return;
            };
            if question.max >= MOST {
                state.phase = Phase::Gather(MOST);
                return;
            }
            let may_take = question.may_take(&state.prefix, *generator);
            (0..=question.max).filter(|&number| may_take(number)).for_each(|number| state.gradient.add(number));
            if state.gradient.len() > 1 {
                state.phase = Phase::Judge(0, state.how.samples);
                return;
            }
            // There is nothing to choose, and so nothing to compare.
            state.prefix.push(state.gradient.number(0).unwrap_or_default());
        }
    }

    /// Draws what begins with the prefix, and perhaps one more choice.
    fn sample(&mut self, number: Option<u64>) -> Sample<G::Value> {
        let GradientSearch { generator, condition, state, .. } = self;
        state.calls += 1;
        state.idle += 1;
        let before = state.prefix.len();
        state.prefix.extend(number);
        let mut src = Source::random(state.rng.word()).recording();
        src.set_size(state.size);
        let drawn = src.begun_with(&state.prefix, state.how.place, |src| match &state.advice {
            Some(advice) => src.decided_by(Decider::Adviser(Arc::clone(advice)), |src| generator.draw(src)),
            None => generator.draw(src),
        });
        state.is_lazy |= src.has_lazy_parts();
        state.is_misused |= drawn.is_err() && matches!(src.reason(), Some(Reason::Usage { .. }));
        state.prefix.truncate(before);
        let choices = src.recorded();
        let next = choices.items().get(before).map(|choice| choice.value);
        let valid = drawn.ok().filter(|value| !state.is_lazy && condition(value));
        Sample { valid: valid.map(|value| (value, choices)), next }
    }

    /// Draws one more sample. Gives it if it is new and valid.
    fn try_one(&mut self) -> Option<(G::Value, Choices)> {
        self.state.end_stage();
        if let Phase::Begin = self.state.phase {
            self.state.begin();
        }
        if let Phase::Begin | Phase::Next = self.state.phase {
            self.next_choice();
        }
        let phase = self.state.phase;
        let number = if let Phase::Judge(place, _) = phase { self.state.gradient.number(place) } else { None };
        let Sample { valid, next } = self.sample(number);
        let key = valid.as_ref().map(|(_, choices)| hash(choices));
        let state = &mut self.state;
        match phase {
            Phase::Gather(left) => {
                next.into_iter().for_each(|number| state.gradient.add(number));
                state.phase = match (left > 1, state.gradient.len()) {
                    (true, _) => Phase::Gather(left - 1),
                    (false, 0) => Phase::Begin,
                    (false, _) => Phase::Judge(0, state.how.samples),
                };
            }
            Phase::Judge(place, left) => {
                key.into_iter().for_each(|key| state.gradient.found(place, key));
                if left > 1 {
                    state.phase = Phase::Judge(place, left - 1);
                } else {
                    state.judged(place);
                }
            }
            Phase::Leave => state.choose(next),
            Phase::Begin | Phase::Next | Phase::Complete => state.phase = Phase::Begin,
        }
        let is_new = state.seen.insert(key?);
        state.idle = if is_new { 0 } else { state.idle };
        valid.filter(|_| is_new)
    }

    fn is_over(&self) -> bool {
        let state = &self.state;
        state.is_misused || state.is_lazy || state.calls >= self.most_calls || state.idle >= PATIENCE
    }
}

impl<G: Draw, F: Fn(&G::Value) -> bool> Iterator for GradientSearch<'_, G, F> {
    type Item = (G::Value, Choices);

    fn next(&mut self) -> Option<(G::Value, Choices)> {
        while !self.is_over() {
            if let Some(found) = self.try_one() {
                return Some(found);
            }
        }
        None
    }
}
