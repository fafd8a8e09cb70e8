//! Runs a case with other parts, within a budget, and draws random cases from which other parts are taken.

use std::collections::HashMap;
use std::rc::Rc;

use astragal_core::__private::is_cut;
use astragal_core::{Choice, Choices, Edit, Rng};

use super::budget::Budget;
use super::order;
use super::other::{Kinds, Part};
use super::part::same_texts;
use crate::evaluate::{Ended, Evaluation, Evaluator, Input, Stream};
use crate::report::{Drawn, Origin};

/// How many random cases are drawn to take parts from, and of which sizes.
const POOL: u64 = 30;
const LARGEST: u32 = 60;
/// How many of them are drawn twice, to see whether the values print in the same order each time.
const DRAWN_TWICE: u64 = 4;
/// How many passing cases are kept.
const MOST_PASSING: usize = 500;

/// What came of running a case with other parts.
pub(super) enum Outcome {
    /// It fails in the same way, and nothing but these parts changed.
    Fails(Ran),
    /// It passes, or fails in another way.
    Passes,
    /// It is rejected, which says nothing.
    Rejected,
    /// Something else changed with the parts, so it says nothing about them.
    Elsewhere,
    /// The budget is used up.
    Spent,
}

/// A case that was run.
pub(super) struct Ran {
    pub(super) drawn: Vec<Drawn>,
    pub(super) choices: Choices,
}

/// The choices and the values of cases.
type Cases = Rc<[(Choices, Vec<Drawn>)]>;

/// Runs variations of one case.
pub(super) struct Trials<'a> {
    evaluator: &'a mut dyn Evaluator,
    origin: &'a Origin,
    pub(super) base: &'a Choices,
    pub(super) drawn: Rc<[Drawn]>,
    pub(super) rng: Rng,
    pub(super) budget: Budget,
    /// Whether the values of a case can be seen without running the property.
    pub(super) can_draw: bool,
    /// Whether values print in any order.
    is_unordered: bool,
    /// The values of cases that were seen to pass.
    pub(super) passing: Vec<Vec<Drawn>>,
    /// Random cases to take parts from, once they were asked for.
    pool: Option<Vec<Choices>>,
    /// Cases that the run has seen, once they were asked for.
    seen: Option<Cases>,
    /// Spans of the pool that fit in the place of a span.
    pub(super) kinds: Kinds,
    /// How often other values for a part were asked for: each kind of them has its turn.
    pub(super) turns: HashMap<Part, usize>,
    /// The values with another number at each choice, where they are known, and if anything is seen of it.
    varied: Vec<Option<Option<Rc<[Drawn]>>>>,
}

/// The random cases from which other parts are taken. Their numbers are a prime apart, so that the sizes are mixed however
/// early it ends.
fn pooled(at: u64) -> Input<'static> {
    let stream = Stream { seed: 0x5eed, max_size: LARGEST };
    Input::Random { stream, number: at * 37 % 100 }
}

impl<'a> Trials<'a> {
    pub(super) fn new(
        evaluator: &'a mut dyn Evaluator,
        origin: &'a Origin,
        base: &'a Choices,
        drawn: &[Drawn],
        budget: Budget,
    ) -> Trials<'a> {
        let mut trials = Trials {
            evaluator,
            origin,
            base,
            drawn: drawn.into(),
            rng: Rng::new(base.len() as u64),
            budget,
            can_draw: false,
            is_unordered: false,
            passing: Vec::new(),
            pool: None,
            seen: None,
            kinds: Kinds::default(),
            turns: HashMap::new(),
            varied: vec![None; base.len()],
        };
        trials.look_at_texts();
        trials
    }

    /// Finds out whether values can be seen without a run, and whether they print in the same order each time.
    fn look_at_texts(&mut self) {
        let base = self.base;
        let (Some(one), Some(other)) = (self.draw(Input::Choices(base)), self.draw(Input::Choices(base))) else {
            return;
        };
        let is_skipped = matches!(one.ended, Ended::Skipped);
        let mut is_unordered = one.drawn != other.drawn;
        for at in 0..if is_skipped { DRAWN_TWICE } else { 1 } {
            let (Some(one), Some(other)) = (self.draw(pooled(at)), self.draw(pooled(at))) else { break };
            is_unordered |= one.drawn != other.drawn;
        }
        self.is_unordered = is_unordered;
        self.drawn = self.ordered(self.drawn.to_vec()).into();
        // Lazy parts show only where the property has forced them.
        self.can_draw = is_skipped && same_texts(&self.ordered(one.drawn), &self.drawn);
    }

    fn ordered(&self, drawn: Vec<Drawn>) -> Vec<Drawn> {
        if self.is_unordered { order::sorted(&drawn) } else { drawn }
    }

    /// Runs the case with other parts, and shows its values.
    pub(super) fn run(&mut self, edits: &Edit) -> Outcome {
        self.run_showing(edits, true)
    }

    /// Runs the case with other parts. To show values may take longer than to run: a panic that is shown has a backtrace.
    pub(super) fn run_showing(&mut self, edits: &Edit, show: bool) -> Outcome {
        let other = edits.apply(self.base);
        let Some(evaluation) = self.evaluate(Input::Choices(&other), true, show) else { return Outcome::Spent };
        let is_same = self.is_same(&evaluation);
        // Where the end of a text is missing, what changed in it is not known.
        if show && evaluation.drawn.iter().any(|drawn| is_cut(&drawn.text)) {
            return Outcome::Rejected;
        }
        let ran = Ran { drawn: evaluation.drawn, choices: evaluation.choices };
        match evaluation.ended {
            Ended::Rejected | Ended::Skipped => Outcome::Rejected,
            _ if is_same && edits.is_all_that_changed(self.base, &ran.choices) => Outcome::Fails(ran),
            _ if is_same => Outcome::Elsewhere,
            _ => Outcome::Passes,
        }
    }

    /// Whether a case fails in the way of the one that is explained.
    fn is_same(&self, evaluation: &Evaluation) -> bool {
        matches!(&evaluation.ended, Ended::Failed(fault) if fault.origin.may_be(self.origin))
    }

    /// Cases that the run has seen: known ones, and the first random ones.
    pub(super) fn seen(&mut self, known: &[Choices], stream: Stream, random: u64) -> Cases {
        if self.seen.is_none() {
            let random = (0..random).map(|number| Input::Random { stream, number });
            let drawn = |input| self.draw(input).map(|evaluation| (evaluation.choices, evaluation.drawn));
            self.seen = Some(known.iter().map(Input::Choices).chain(random).map_while(drawn).collect());
        }
        self.seen.clone().unwrap_or_default()
    }

    /// Runs a case. If it passes, its values are from then on among those that do.
    pub(super) fn run_as_it_is(&mut self, input: Input<'_>) {
        self.evaluate(input, true, true);
    }

    /// Draws a case and shows its values. If the property draws while it runs, it is run.
    pub(super) fn draw(&mut self, input: Input<'_>) -> Option<Evaluation> {
        self.evaluate(input, false, true)
    }

    fn evaluate(&mut self, input: Input<'_>, is_run: bool, show: bool) -> Option<Evaluation> {
        if self.budget.is_spent() {
            return None;
        }
        let mut evaluation = self.evaluator.evaluate(input, &mut |_| is_run, show);
        self.budget.pay(evaluation.choices.len(), !matches!(evaluation.ended, Ended::Skipped));
        evaluation.drawn = self.ordered(evaluation.drawn);
        let has_passed = !matches!(evaluation.ended, Ended::Rejected | Ended::Skipped) && !self.is_same(&evaluation);
        if has_passed && show && self.passing.len() < MOST_PASSING {
            self.passing.push(evaluation.drawn.clone());
        }
        Some(evaluation)
    }

    /// The values with another number at a choice, whether that fails or not, if anything is seen of it; or nothing if the
    /// budget is used up.
    pub(super) fn varied(&mut self, choice: usize) -> Option<Option<Rc<[Drawn]>>> {
        if let Some(known) = &self.varied[choice] {
            return Some(known.clone());
        }
        let Choice { value, max } = self.base.items()[choice];
        let others = [value.saturating_add(1), value.saturating_sub(1), max, 0];
        let others = others.into_iter().filter(|&other| other <= max && other != value);
        let mut varied: Option<Rc<[Drawn]>> = None;
        // If drawing alone does not show it, only one is run.
        for number in others.take(if self.can_draw { usize::MAX } else { 1 }) {
            let (drawn, _) = self.drawn_with(choice, number)?;
            if !same_texts(&drawn, &self.drawn) {
                varied = Some(drawn.into());
                break;
            }
        }
        self.varied[choice] = Some(varied.clone());
        Some(varied)
    }

    /// The values with another number at a choice, whether that fails or not, if nothing else changes with it.
    pub(super) fn shown_with(&mut self, choice: usize, number: u64) -> Option<Vec<Drawn>> {
        let (drawn, choices) = self.drawn_with(choice, number)?;
        let mut edits = Edit::new();
        edits.set(choice, number);
        edits.is_all_that_changed(self.base, &choices).then_some(drawn)
    }

    /// Whether a choice is the length of a list: with another number there, there are more choices or fewer.
    pub(super) fn is_length(&mut self, choice: usize) -> bool {
        let Choice { value, max } = self.base.items()[choice];
        if max == 0 || self.base.pick_at(choice).is_some() {
            return false;
        }
        let other = if value > 0 { value - 1 } else { value + 1 };
        self.drawn_with(choice, other).is_some_and(|(_, choices)| choices.len() != self.base.len())
    }

    fn drawn_with(&mut self, choice: usize, number: u64) -> Option<(Vec<Drawn>, Choices)> {
        let mut edits = Edit::new();
        edits.set(choice, number);
        let other = edits.apply(self.base);
        self.draw(Input::Choices(&other)).map(|evaluation| (evaluation.drawn, evaluation.choices))
    }

    /// Makes sure that there are random cases.
    pub(super) fn draw_pool(&mut self) {
        if self.pool.is_some() {
            return;
        }
        let mut pool = Vec::new();
        for at in 0..POOL {
            let Some(random) = self.evaluate(pooled(at), false, false) else { break };
            if !matches!(random.ended, Ended::Rejected) {
                pool.push(random.choices);
            }
        }
        self.kinds = Kinds::new(self.base, &pool);
        self.pool = Some(pool);
    }

    pub(super) fn pool(&self) -> &[Choices] {
        self.pool.as_deref().unwrap_or_default()
    }
}
