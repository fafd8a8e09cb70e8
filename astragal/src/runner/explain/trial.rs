//! Runs a case with other parts, within a budget, and draws random cases from which other parts are taken.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use astragal_core::{Choice, Choices, Rng};

use super::edit::Edits;
use super::other::Part;
use crate::evaluate::{Ended, Evaluator, Input, Stream};
use crate::report::{Drawn, Origin};
use crate::runner::interrupt;

/// What explaining may cost in all.
const EVALUATIONS: usize = 500;
const TIME: Duration = Duration::from_secs(1);
/// So long before the end of it no more parts are looked at.
const FOR_LATER: Duration = Duration::from_millis(300);
/// So many random cases are drawn, of these sizes and smaller.
const POOL: u64 = 30;
const LARGEST: u32 = 60;
/// So far to both sides of a part it is asked what shows in its place.
const NEIGHBOURS: usize = 8;

/// What came of running a case with other parts.
pub(super) enum Outcome {
    /// It fails in the same way, and nothing but these parts changed.
    Fails(Ran),
    /// It passes, or fails in another way.
    Passes,
    /// It is refused, which says nothing.
    Refused,
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

/// Runs variations of one case.
pub(super) struct Trials<'a> {
    evaluator: &'a mut dyn Evaluator,
    origin: &'a Origin,
    pub(super) base: &'a Choices,
    pub(super) drawn: &'a [Drawn],
    pub(super) rng: Rng,
    evaluations: usize,
    deadline: Instant,
    /// Random cases, once they were asked for.
    pool: Option<Vec<Choices>>,
    /// Spans of them that fit in the place of a span.
    pub(super) alike: HashMap<usize, Rc<[(usize, usize)]>>,
    /// How often other values for a part were asked for: each kind of them has its turn.
    pub(super) turns: HashMap<Part, usize>,
    /// The values with the next number at a choice, where nothing else changes with it.
    next: HashMap<usize, Option<Vec<Drawn>>>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(
        evaluator: &'a mut dyn Evaluator,
        origin: &'a Origin,
        base: &'a Choices,
        drawn: &'a [Drawn],
    ) -> Trials<'a> {
        Trials {
            evaluator,
            origin,
            base,
            drawn,
            rng: Rng::new(base.len() as u64),
            evaluations: EVALUATIONS,
            deadline: Instant::now() + TIME,
            pool: None,
            alike: HashMap::new(),
            turns: HashMap::new(),
            next: HashMap::new(),
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.evaluations == 0 || Instant::now() >= self.deadline || interrupt::is_requested()
    }

    /// Whether one more part can be looked at, and so many evaluations are left for trying parts together.
    pub(super) fn leaves(&self, evaluations: usize) -> bool {
        self.evaluations > evaluations && Instant::now() + FOR_LATER < self.deadline && !self.is_spent()
    }

    /// Runs the case with other parts, and shows its values.
    pub(super) fn run(&mut self, edits: &Edits) -> Outcome {
        self.run_showing(edits, true)
    }

    /// Runs the case with other parts. To show values may take longer than to run: a panic that is shown has a backtrace.
    pub(super) fn run_showing(&mut self, edits: &Edits, show: bool) -> Outcome {
        if self.is_spent() {
            return Outcome::Spent;
        }
        self.evaluations -= 1;
        let other = edits.apply(self.base);
        let evaluation = self.evaluator.evaluate(Input::Choices(&other), &mut |_| true, show);
        let ran = Ran { drawn: evaluation.drawn, choices: evaluation.choices };
        match evaluation.ended {
            Ended::Rejected | Ended::Skipped => Outcome::Refused,
            Ended::Failed(fault) if fault.origin.may_be(self.origin) => {
                match edits.is_all_that_changed(self.base, &ran.choices) {
                    true => Outcome::Fails(ran),
                    false => Outcome::Elsewhere,
                }
            }
            _ => Outcome::Passes,
        }
    }

    /// Whether numbers outside of a part show in a stretch of a value, too: then it is not this part that is seen there.
    pub(super) fn is_shared(&mut self, part: &Range<usize>, value: usize, stretch: &Range<usize>) -> bool {
        let base = self.drawn;
        let others = (0..self.base.len().min(part.end + NEIGHBOURS)).rev().filter(|at| !part.contains(at));
        others.take(2 * NEIGHBOURS).any(|choice| {
            let Some(drawn) = self.with_next(choice) else { return false };
            let Some(other) = drawn.get(value) else { return false };
            let changed = super::place::changed(&base[value].text, &other.text);
            changed.is_some_and(|changed| changed.start < stretch.end && stretch.start < changed.end)
        })
    }

    fn with_next(&mut self, choice: usize) -> Option<&Vec<Drawn>> {
        if !self.next.contains_key(&choice) {
            let Choice { value, max } = self.base.items()[choice];
            let number = if value < max { value + 1 } else { value.saturating_sub(1) };
            let drawn =
                if max == 0 || self.base.pick_at(choice).is_some() { None } else { self.shown_with(choice, number) };
            self.next.insert(choice, drawn);
        }
        self.next[&choice].as_ref()
    }

    /// The values with another number at a choice, whether that fails or not, if nothing else changes with it.
    pub(super) fn shown_with(&mut self, choice: usize, number: u64) -> Option<Vec<Drawn>> {
        if self.is_spent() {
            return None;
        }
        self.evaluations -= 1;
        let mut edits = Edits::default();
        edits.numbers.insert(choice, number);
        let other = edits.apply(self.base);
        let evaluation = self.evaluator.evaluate(Input::Choices(&other), &mut |_| true, true);
        edits.is_all_that_changed(self.base, &evaluation.choices).then_some(evaluation.drawn)
    }

    /// Makes sure that there are random cases.
    pub(super) fn draw_pool(&mut self) {
        if self.pool.is_some() {
            return;
        }
        let mut pool = Vec::new();
        let stream = Stream { seed: 0x5eed, max_size: LARGEST };
        // Numbers a prime apart, so that the sizes are mixed however early it ends.
        for number in (0..POOL).map(|at| at * 37 % 100) {
            if self.is_spent() {
                break;
            }
            let random = self.evaluator.evaluate(Input::Random { stream, number }, &mut |_| false, false);
            match random.ended {
                Ended::Skipped => pool.push(random.choices),
                Ended::Rejected => {}
                // A property that draws while it runs cannot be held back.
                Ended::Passed | Ended::Failed(_) => {
                    self.evaluations -= 1;
                    pool.push(random.choices);
                }
            }
        }
        self.pool = Some(pool);
    }

    pub(super) fn pool(&self) -> &[Choices] {
        self.pool.as_deref().unwrap_or_default()
    }
}
