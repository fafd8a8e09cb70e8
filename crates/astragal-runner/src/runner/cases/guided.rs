//! Cases made from accepted ones, where most are rejected: how many of them are accepted in turn.
//!
//! That is what guided generation does. It needs no generator here, only choices: a few accepted cases are changed, and it is
//! counted how many of the results are accepted too. The figure goes into the report, beside the advice.

use std::collections::HashSet;

use astragal_core::{Choices, Rng};

use super::targeted::{Move, hash_of, index, make};
use super::{CaseSource, Next};
use crate::evaluate::{Ended, Evaluation, Input};
use crate::report::{Found, Guidance, Verdict};
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;
use crate::runner::search::End;
use crate::runner::{Suspect, interrupt};

/// It is worth a word if not one case in this many is accepted.
const ONE_IN: u64 = 10;
/// And if at least this many were rejected.
const REJECTED: u64 = 100;
/// This many accepted cases are looked for, among this many random ones; and no more than cases were asked for.
const STARTS: usize = 3;
const RANDOM: u64 = 1_000;
/// This many others are made from them; and no more than cases were asked for.
const MADE: u64 = 300;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Guided(None))
}

/// See the module.
struct Guided(Option<Making>);

/// Cases are made from those that were accepted.
struct Making {
    rng: Rng,
    accepted: Vec<Choices>,
    /// How many of these are random.
    starts: u64,
    seen: HashSet<u64>,
    /// How many were made so far, of how many.
    tried: u64,
    made: u64,
}

impl CaseSource for Guided {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        if self.0.is_none() && are_few(progress) {
            match begin(bench, progress) {
                Ok(begun) => self.0 = begun,
                Err(end) => return Next::End(*end),
            }
        }
        let next = self.0.as_mut().and_then(|making| making.next(bench, progress));
        next.map_or(Next::Over, Next::Ran)
    }

    /// They are not cases that were asked for. One that fails is what all this is for.
    fn ran(&mut self, evaluation: &mut Evaluation, progress: &mut Progress) {
        match &evaluation.ended {
            Ended::Failed(_) => progress.tally.statistics.cases += 1,
            Ended::Passed => {
                if let Some(making) = &mut self.0 {
                    making.accepted.push(evaluation.choices.clone());
                }
            }
            Ended::Rejected | Ended::Skipped => {}
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Guided(self.0.as_ref().map_or(0, |making| making.tried))
    }
}

/// Whether most cases were rejected.
fn are_few(progress: &Progress) -> bool {
    let (accepted, rejected) = (progress.tally.statistics.cases, progress.tally.statistics.rejected());
    rejected >= REJECTED && accepted * ONE_IN <= accepted + rejected
}

/// Looks for random cases that are accepted; nothing if there is none, or no time for it.
fn begin(bench: &mut Bench<'_>, progress: &mut Progress) -> Result<Option<Making>, Box<End>> {
    let mut accepted: Vec<Choices> = Vec::new();
    for number in 0..RANDOM.min(progress.asked) {
        if is_stopped(bench, progress) {
            return Ok(None);
        }
        if accepted.len() == STARTS {
            break;
        }
        let Evaluation { ended, choices, problem, .. } = bench.run(Input::Random { stream: bench.stream, number });
        if let Some(problem) = problem {
            return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
        }
        match ended {
            Ended::Passed => accepted.push(choices),
            Ended::Failed(fault) if !interrupt::is_requested() => {
                progress.tally.statistics.cases += 1;
                let found = Found::Guided(number + 1);
                return Err(Box::new(End::Found(Suspect { found, choices, fault: *fault, number: None })));
            }
            Ended::Failed(_) | Ended::Rejected | Ended::Skipped => {}
        }
    }
    let (starts, seen) = (accepted.len() as u64, accepted.iter().map(hash_of).collect());
    let (rng, made) = (Rng::new(bench.stream.seed), MADE.min(progress.asked));
    Ok((starts > 0).then_some(Making { rng, accepted, starts, seen, tried: 0, made }))
}

/// Whether there is no time for a figure, which is then reported.
fn is_stopped(bench: &mut Bench<'_>, progress: &mut Progress) -> bool {
    let is_late = bench.clock.is_over();
    progress.tally.statistics.out_of_time |= is_late;
    is_late || interrupt::is_requested()
}

impl Making {
    /// Runs the next case that is new. If there is none, the figure is reported.
    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress) -> Option<Evaluation> {
        while self.tried < self.made {
            if is_stopped(bench, progress) {
                return None;
            }
            let next = another(&mut self.rng, &self.accepted)?;
            self.tried += 1;
            let evaluation = bench.run(Input::Choices(&next));
            let is_new = self.seen.insert(hash_of(&evaluation.choices));
            if is_new && !(evaluation.fails() && interrupt::is_requested()) {
                return Some(evaluation);
            }
        }
        let accepted = self.accepted.len() as u64 - self.starts;
        progress.tally.statistics.guidance = Some(Guidance { let_through: accepted, of: self.made });
        None
    }
}

/// A case made from those that were accepted.
fn another(rng: &mut Rng, accepted: &[Choices]) -> Option<Choices> {
    let of = &accepted[index(rng, accepted.len())?];
    let others: Vec<&Choices> = accepted.iter().collect();
    let by = Move::ALL[index(rng, Move::ALL.len())?];
    make(by, rng, of, &others).or_else(|| make(Move::Edit, rng, of, &others))
}
