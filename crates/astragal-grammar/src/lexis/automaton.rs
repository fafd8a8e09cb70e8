//! Deterministic automata over classes of characters: for one kind of token, or for all that a lexer knows at once.

use std::collections::HashMap;

use super::LexisError;
use super::classes::Classes;
use crate::derivative::Derivatives;
use crate::regex::Regex;

/// A state. [`DEAD`] leads nowhere; from every other one some text is accepted.
pub(crate) type State = u32;

/// The state from which nothing is accepted.
pub(crate) const DEAD: State = 0;
/// Where every text begins, unless nothing is accepted at all.
pub(crate) const START: State = 1;

/// The most states of an automaton, and the most entries of its table.
const MOST_STATES: usize = 1 << 17;
const MOST_ENTRIES: usize = 1 << 25;
/// The most regular expressions on the way to one.
const MOST_EXPRESSIONS: usize = 1 << 18;

/// An automaton: what is accepted where a text ends, by state.
#[derive(Clone, Debug)]
pub(crate) struct Automaton<A> {
    /// How many classes there are.
    stride: usize,
    /// The next state, by state and class.
    table: Vec<State>,
    accepts: Vec<A>,
    /// Whether another character may follow, by state.
    extends: Vec<bool>,
}

impl<A: Copy + Default + PartialEq> Automaton<A> {
    /// Builds an automaton from what it begins with: `step` says where a class leads, `accept` what is accepted. The default of `A`
    /// is that nothing is. Where `step` says `None` it is known to be dead.
    pub(super) fn build<K: Clone + Eq + std::hash::Hash>(
        classes: &Classes,
        start: K,
        mut step: impl FnMut(&K, u16) -> Result<Option<K>, LexisError>,
        mut accept: impl FnMut(&K) -> A,
        too_large: impl Fn() -> LexisError,
    ) -> Result<Automaton<A>, LexisError> {
        let stride = classes.count();
        let mut numbers = HashMap::from([(start.clone(), START)]);
        let mut accepts = vec![A::default(), accept(&start)];
        let mut table = vec![DEAD; 2 * stride];
        let mut open = vec![(start, START)];
        while let Some((state, number)) = open.pop() {
            for class in 0..stride as u16 {
                let Some(next) = step(&state, class)? else { continue };
                let fresh = accepts.len() as State;
                let to = *numbers.entry(next).or_insert_with_key(|next| {
                    accepts.push(accept(next));
                    table.resize(table.len() + stride, DEAD);
                    open.push((next.clone(), fresh));
                    fresh
                });
                table[number as usize * stride + usize::from(class)] = to;
            }
            if accepts.len() > MOST_STATES || table.len() > MOST_ENTRIES {
                return Err(too_large());
            }
        }
        let mut automaton = Automaton { stride, extends: vec![false; accepts.len()], table, accepts };
        automaton.prune();
        Ok(automaton)
    }

    /// Leads to [`DEAD`] wherever nothing is accepted any more.
    fn prune(&mut self) {
        let count = self.accepts.len();
        let mut before: Vec<Vec<State>> = vec![Vec::new(); count];
        for (at, &to) in self.table.iter().enumerate() {
            before[to as usize].push((at / self.stride) as State);
        }
        let mut live: Vec<bool> = self.accepts.iter().map(|accept| *accept != A::default()).collect();
        let mut open: Vec<State> = (0..count as State).filter(|&state| live[state as usize]).collect();
        while let Some(state) = open.pop() {
            for &earlier in &before[state as usize] {
                if !std::mem::replace(&mut live[earlier as usize], true) {
                    open.push(earlier);
                }
            }
        }
        for to in &mut self.table {
            if !live[*to as usize] {
                *to = DEAD;
            }
        }
        for (state, row) in self.table.chunks(self.stride).enumerate() {
            self.extends[state] = row.iter().any(|&to| to != DEAD);
        }
    }
}

impl<A: Copy> Automaton<A> {
    /// The next state.
    #[inline(always)]
    pub(crate) fn step(&self, state: State, class: u16) -> State {
        self.table[state as usize * self.stride + usize::from(class)]
    }

    /// What is accepted if the text ends here.
    #[inline(always)]
    pub(crate) fn accept(&self, state: State) -> A {
        self.accepts[state as usize]
    }

    /// Whether another character may follow.
    #[inline(always)]
    pub(crate) fn extends(&self, state: State) -> bool {
        self.extends[state as usize]
    }

    /// The state after a text.
    #[inline]
    pub(crate) fn run(&self, classes: &Classes, mut state: State, text: &str) -> State {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && state != DEAD {
            let (class, length) = classes.at(text, at);
            state = self.step(state, class);
            at += length;
        }
        state
    }

    /// Whether something holds for every state and what it accepts.
    pub(crate) fn all_states(&self, holds: impl Fn(State, A) -> bool) -> bool {
        self.accepts.iter().enumerate().all(|(state, &accept)| holds(state as State, accept))
    }

    /// Whether some state accepts what is asked for.
    pub(crate) fn any_accept(&self, is_it: impl Fn(A) -> bool) -> bool {
        self.accepts.iter().any(|&accept| is_it(accept))
    }
}

impl Automaton<bool> {
    /// The texts that a regular expression matches.
    pub(crate) fn of(classes: &Classes, regex: &Regex, name: &str) -> Result<Automaton<bool>, LexisError> {
        let too_large = || LexisError::too_large(format!("the token `{name}`"));
        // A state is an expression, and whether it matches the empty text.
        let mut derivatives = Derivatives::new(usize::MAX);
        let start = derivatives.of(regex);
        let is_nullable = derivatives.is_nullable(start);
        Automaton::build(
            classes,
            (start, is_nullable),
            |&(state, _), class| {
                let next = derivatives.derive(state, classes.example(class)).map_err(|_| too_large())?;
                if derivatives.len() > MOST_EXPRESSIONS {
                    return Err(too_large());
                }
                Ok((!derivatives.is_nothing(next)).then(|| (next, derivatives.is_nullable(next))))
            },
            |&(_, accepts)| accepts,
            too_large,
        )
    }
}
