//! Runs cases on several threads, with the same outcome as on one.
//!
//! The numbers of the cases are handed out in blocks, in order. Of several cases that fail the first counts, and what
//! was run after it is forgotten. While shrinking, several candidates run at once, and the first in their order counts.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use astragal_core::__private::sort_by_key;
use astragal_core::Choices;

use super::{Batch, Cases, Evaluation, Evaluator, Input, Known, Local, Stream, Swept, Worth, timed};
use crate::observe::Told;
use crate::parameter::Parameters;
use crate::property::Body;
use crate::property::underway::Numbers;

/// Makes a property for a thread of its own.
pub(crate) type Make<'a> = &'a (dyn Fn() -> Box<dyn Body + 'a> + Sync);

/// How many blocks of cases each thread gets of a sweep, so that none waits long for the others.
const BLOCKS: u64 = 8;
/// A property that takes less than this is shrunk on one thread: to start others takes longer.
const WORTH_A_THREAD: Duration = Duration::from_micros(200);

/// See the module.
pub(crate) struct Parallel<'a> {
    make: Make<'a>,
    threads: usize,
    body: Box<dyn Body + 'a>,
    /// How long the last evaluation took.
    pace: Duration,
    cases: Numbers,
    /// Whether there are observers, and whether they want the values.
    observed: Option<bool>,
}

impl<'a> Parallel<'a> {
    pub(crate) fn new(make: Make<'a>, threads: usize) -> Parallel<'a> {
        Parallel { make, threads, body: make(), pace: Duration::ZERO, cases: Numbers::default(), observed: None }
    }

    /// Does pieces of work on all threads; the results are in the order of the pieces.
    fn spread<R: Send>(
        &self,
        pieces: u64,
        wanted: &(dyn Fn(u64) -> bool + Sync),
        work: impl Fn(&mut Local<'_>, u64) -> R + Sync,
    ) -> Vec<R> {
        let results = Mutex::new(Vec::new());
        self.work_on(pieces, wanted, &|local, piece| {
            let result = work(local, piece);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((piece, result));
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        sort_by_key(&mut results, |(piece, _)| *piece);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Calls a function with pieces of work on all threads. Threads are much code: they are compiled for one type of function.
    fn work_on(&self, pieces: u64, wanted: &(dyn Fn(u64) -> bool + Sync), work: &(dyn Fn(&mut Local<'_>, u64) + Sync)) {
        let (make, observed, cases) = (self.make, self.observed, &self.cases);
        let parameters = Parameters::in_force().unwrap_or_default();
        let next = AtomicU64::new(0);
        let name = std::thread::current().name().unwrap_or("astragal").to_string();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(pieces as usize) {
                let thread = std::thread::Builder::new().name(name.clone());
                let work = || {
                    let body = make();
                    let mut local = local(&*body, observed, cases);
                    loop {
                        let piece = next.fetch_add(1, Ordering::SeqCst);
                        if piece >= pieces || !wanted(piece) {
                            break;
                        }
                        work(&mut local, piece);
                    }
                };
                let parameters = &parameters;
                let started = thread.spawn_scoped(scope, move || parameters.within(work));
                if started.is_err() {
                    break;
                }
            }
        });
    }

    /// Runs random cases, and keeps those that observers are told of.
    fn sweep_either(&self, stream: Stream, numbers: Range<u64>, known: Option<&Known>, told: Option<Told>) -> Swept {
        let count = numbers.end - numbers.start;
        let block = count.div_ceil(self.threads as u64 * BLOCKS).max(1);
        let first_failed = AtomicU64::new(u64::MAX);
        let start_of = |piece: u64| numbers.start + piece * block;
        let swept = self.spread(
            count.div_ceil(block),
            &|piece| start_of(piece) < first_failed.load(Ordering::SeqCst),
            |local, piece| {
                let numbers = start_of(piece)..(start_of(piece) + block).min(numbers.end);
                let cases = Cases::Random { stream, known };
                let swept = local.run(Batch { cases, numbers, told });
                let stopped = swept.failed.or(swept.problem.is_some().then_some(start_of(piece) + swept.ran));
                first_failed.fetch_min(stopped.unwrap_or(u64::MAX), Ordering::SeqCst);
                swept
            },
        );
        let mut all = Swept::default();
        for swept in swept {
            all.absorb(swept);
            if all.failed.is_some() || all.problem.is_some() {
                break;
            }
        }
        all
    }
}

/// An evaluator for one thread, whose cases have numbers among these.
fn local<'a>(body: &'a dyn Body, observed: Option<bool>, cases: &Numbers) -> Local<'a> {
    let mut local = Local::new(body);
    cases.add(&local.number());
    if let Some(values) = observed {
        local.observe(values);
    }
    local
}

impl Evaluator for Parallel<'_> {
    fn run(&mut self, batch: Batch<'_>) -> Swept {
        match batch.cases {
            Cases::Random { stream, known } => self.sweep_either(stream, batch.numbers, known, batch.told),
            _ => batch.run_one_by_one(&mut |input, worth| self.evaluate(input, worth, false)),
        }
    }

    fn observe(&mut self, values: bool) {
        self.observed = Some(values);
    }

    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, known: Option<&Known>) -> Swept {
        self.sweep_either(stream, numbers, known, None)
    }

    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation {
        let started = Instant::now();
        let evaluation = local(&*self.body, self.observed, &self.cases).evaluate(input, worth, show);
        self.pace = started.elapsed();
        evaluation
    }

    fn examples(&self) -> usize {
        self.body.examples()
    }

    fn cases(&self) -> Numbers {
        self.cases.clone()
    }

    fn width(&self) -> usize {
        if self.pace < WORTH_A_THREAD { 1 } else { self.threads }
    }

    fn evaluate_all(&mut self, inputs: &[Choices]) -> Vec<Evaluation> {
        let observed = self.observed.is_some();
        self.spread(inputs.len() as u64, &|_| true, |local, piece| {
            let input = Input::Choices(&inputs[piece as usize]);
            timed(observed, &mut |_| true, |worth| local.evaluate(input, worth, false))
        })
    }
}
