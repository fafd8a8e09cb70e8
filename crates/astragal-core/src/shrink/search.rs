//! The state of a shrink: the best case so far, what was tried, and what is left of the limits.

use std::rc::Rc;
use std::time::Instant;

use super::held::Held;
use super::seen::{Seen, hash_of_candidate, hash_of_numbers, mixed};
use super::{Judge, Judgement, Pass, Shrinker, Shrunk, Step};
use crate::choices::Choices;

/// See the module. A pass reads the best case and proposes others.
pub(super) struct Search<'a> {
    judge: &'a mut dyn Judge,
    best: Rc<Choices>,
    held: Held,
    /// Candidates that were drawn from.
    tried: Seen,
    /// Of these, those that the generator rejected.
    rejected: Seen,
    /// Sequences on which the property ran.
    ran: Seen,
    /// Where the search for a number ended. See [`Search::is_new_end`].
    ended: Seen,
    was_rejected: bool,
    /// Whether the judge asks before it runs, so that a draw alone costs little.
    can_look: bool,
    pass: &'static str,
    evaluations: u64,
    draws: u64,
    steps: u64,
    limit: u64,
    deadline: Option<Instant>,
    stop_when: Option<&'a dyn Fn() -> bool>,
    on_progress: Option<&'a mut dyn FnMut(&Step<'_>)>,
    over: bool,
}

impl<'a> Search<'a> {
    /// Begins at a failing case. A stored sequence may lack names and bounds, or may have been made for an older
    /// generator, so it is drawn once.
    pub(super) fn new<'b: 'a>(from: Shrinker<'b>, judge: &'a mut dyn Judge) -> Search<'a> {
        let (mut same, mut asks) = (None, false);
        let start = from.start;
        let judgement = judge.judge(&start, &mut |drawn| {
            asks = true;
            if drawn.by_numbers(&start).is_eq() {
                same = Some(drawn.clone());
                return false; // it is known to fail
            }
            true
        });
        let ran = !matches!((&judgement, &same), (Judgement::Skipped, _) | (_, Some(_)));
        let (best, over) = match (judgement, same) {
            (Judgement::Fails(drawn), _) | (_, Some(drawn)) => (drawn, false),
            _ => (start, true),
        };
        let mut search = Search {
            judge,
            held: Held::new(from.held, &best),
            tried: Seen::default(),
            rejected: Seen::default(),
            ran: Seen::default(),
            ended: Seen::default(),
            was_rejected: false,
            can_look: asks,
            pass: "",
            evaluations: u64::from(ran),
            draws: 1,
            steps: 0,
            limit: from.evaluations,
            deadline: from.time.and_then(|time| Instant::now().checked_add(time)),
            stop_when: from.stop_when,
            // Not `from.on_progress` as it is: this one lives shorter.
            on_progress: from.on_progress.map(|function| function as &mut dyn FnMut(&Step<'_>)),
            over,
            best: Rc::new(best),
        };
        search.ran.add(hash_of_numbers(&search.best));
        search
    }

    pub(super) fn run(&mut self, pass: &Pass) {
        if !self.is_over() {
            self.pass = pass.0;
            (pass.1)(self);
        }
    }

    /// The simplest failing case so far.
    pub(super) fn best(&self) -> Rc<Choices> {
        Rc::clone(&self.best)
    }

    /// How many spans there are to work on: none once a limit was reached, since to go through a large case takes long.
    pub(super) fn spans(&mut self) -> usize {
        if self.is_over() { 0 } else { self.best.spans.len() }
    }

    /// How many choices there are to work on, likewise.
    pub(super) fn choices(&mut self) -> usize {
        if self.is_over() { 0 } else { self.best.len() }
    }

    /// How many improvements there were.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// How often a value was drawn.
    pub(super) fn draws(&self) -> u64 {
        self.draws
    }

    /// How often the property ran.
    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether a limit was reached. From then on no attempt succeeds, so a pass that makes few need not ask.
    pub(super) fn is_over(&mut self) -> bool {
        if !self.over {
            self.over = self.evaluations >= self.limit
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || self.stop_when.is_some_and(|stop| stop());
        }
        self.over
    }

    /// Whether the search for a number has not ended at this value before. If it has, little effort is enough.
    pub(super) fn is_new_end(&mut self, place: u64, value: u64) -> bool {
        self.ended.add(mixed(mixed(1, place), value))
    }

    /// Whether a candidate still fails and is simpler than the best; if so, it is the best from now on.
    pub(super) fn attempt(&mut self, candidate: Choices) -> bool {
        let hash = hash_of_candidate(&candidate);
        self.was_rejected = self.rejected.has(hash);
        if self.over || !self.tried.add(hash) || self.is_over() {
            return false;
        }
        let mut asked = false;
        let succeeded = self.evaluate(&candidate, |_| {
            asked = true;
            true
        });
        if !asked && !succeeded {
            self.was_rejected = self.rejected.add(hash);
        }
        succeeded
    }

    /// Whether the generator rejected the last attempt, so that nothing is known about the property.
    pub(super) fn was_rejected(&self) -> bool {
        self.was_rejected
    }

    /// As [`attempt`](Search::attempt), and what was drawn, even if the candidate was tried before; nothing if it was
    /// rejected.
    pub(super) fn attempt_and_see(&mut self, candidate: &Choices) -> (bool, Option<Choices>) {
        let mut seen = None;
        let succeeded = !self.is_over()
            && self.evaluate(candidate, |drawn| {
                seen = Some(drawn.clone());
                true
            });
        (succeeded, seen)
    }

    /// As [`attempt`](Search::attempt), but the property runs only if the generator takes just as many choices as were
    /// proposed. So a pass may guess where parts begin and end: a wrong guess costs a draw.
    pub(super) fn attempt_whole(&mut self, candidate: &Choices) -> bool {
        let count = candidate.len();
        let is_new = !self.over && self.tried.add(mixed(hash_of_candidate(candidate), 1)) && !self.is_over();
        is_new && self.evaluate(candidate, |drawn| drawn.len() == count)
    }

    /// Whether candidates are drawn without a run of the property. A property that draws while it runs cannot do it.
    pub(super) fn can_look(&self) -> bool {
        self.can_look
    }

    /// What is drawn from a candidate, without a run of the property; nothing if it was rejected.
    pub(super) fn look(&mut self, candidate: &Choices) -> Option<Choices> {
        let mut seen = None;
        if self.can_look && !self.is_over() {
            self.evaluate(candidate, |drawn| {
                seen = Some(drawn.clone());
                false
            });
        }
        seen
    }

    /// Draws from a candidate, and runs the property if what was drawn may run and is worth it.
    fn evaluate(&mut self, candidate: &Choices, mut may_run: impl FnMut(&Choices) -> bool) -> bool {
        self.draws += 1;
        let (best, ran, held) = (&*self.best, &mut self.ran, &self.held);
        let (mut asked, mut worth) = (false, false);
        let judgement = self.judge.judge(candidate, &mut |drawn| {
            asked = true;
            worth = may_run(drawn) && is_worth(drawn, best, ran, held);
            worth
        });
        // A judge that does not ask has run the property unless it says otherwise.
        self.evaluations += u64::from(worth || !asked && judgement != Judgement::Skipped);
        match judgement {
            Judgement::Fails(drawn) if worth || !asked && is_worth(&drawn, best, ran, held) => self.adopt(drawn),
            _ => return false,
        }
        true
    }

    /// Tries independent candidates up to the first that succeeds, and says whether there is one. If the judge has
    /// several threads, as many run at once.
    pub(super) fn first_of(&mut self, candidates: impl IntoIterator<Item = Choices>) -> bool {
        let width = self.judge.width();
        let mut candidates = candidates.into_iter();
        if width <= 1 {
            return candidates.any(|candidate| self.attempt(candidate));
        }
        loop {
            let mut group = Vec::with_capacity(width);
            let mut hashes = Vec::with_capacity(width);
            while group.len() < width && !self.is_over() {
                let Some(candidate) = candidates.next() else { break };
                let hash = hash_of_candidate(&candidate);
                if self.tried.add(hash) {
                    hashes.push(hash);
                    group.push(candidate);
                }
            }
            if group.is_empty() {
                return false;
            }
            if self.first_of_group(&group, &hashes) {
                return true;
            }
        }
    }

    fn first_of_group(&mut self, group: &[Choices], hashes: &[u64]) -> bool {
        let (best, ran, held) = (&*self.best, &mut self.ran, &self.held);
        let mut runs: Vec<(usize, u64)> = Vec::new();
        let found = self.judge.first(group, &mut |at, drawn| {
            let worth = is_worth(drawn, best, ran, held);
            if worth {
                runs.push((at, hash_of_numbers(drawn)));
            }
            worth
        });
        let last = found.as_ref().map_or(group.len() - 1, |found| found.0);
        // What ran beyond the first that fails is forgotten: then the outcome does not depend on the number of threads.
        runs.iter().filter(|run| run.0 > last).for_each(|run| self.ran.forget(run.1));
        hashes.iter().skip(last + 1).for_each(|&hash| self.tried.forget(hash));
        self.draws += last as u64 + 1;
        self.evaluations += runs.iter().filter(|run| run.0 <= last).count() as u64;
        match found {
            Some((at, drawn)) if runs.iter().any(|run| run.0 == at) => self.adopt(drawn),
            _ => return false,
        }
        true
    }

    fn adopt(&mut self, drawn: Choices) {
        if let Some(held) = self.held.within(&self.best, &drawn) {
            self.held = held;
        }
        self.best = Rc::new(drawn);
        self.steps += 1;
        if let Some(report) = &mut self.on_progress {
            report(&Step { pass: self.pass, choices: &self.best, evaluations: self.evaluations });
        }
    }

    pub(super) fn finish(mut self) -> Shrunk {
        let finished = !self.is_over();
        let Search { best, evaluations, draws, steps, .. } = self;
        Shrunk { choices: Rc::unwrap_or_clone(best), evaluations, draws, steps, finished }
    }
}

/// Whether choices that were drawn are simpler than the best, keep what is held, and are new.
fn is_worth(drawn: &Choices, best: &Choices, ran: &mut Seen, held: &Held) -> bool {
    drawn.shortlex(best).is_lt() && held.within(best, drawn).is_some() && ran.add(hash_of_numbers(drawn))
}
