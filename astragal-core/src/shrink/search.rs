//! The state of a shrink: the best case so far, what was tried, and what is left of the limits.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use super::{Judge, Judgement, Pass, Shrinker, Shrunk, Step};
use crate::choices::Choices;

/// See the module. A pass reads the best case and proposes others.
pub(super) struct Search<'a> {
    judge: &'a mut dyn Judge,
    best: Rc<Choices>,
    /// Candidates that were drawn from.
    tried: Seen,
    /// Of these, those that the generator rejected.
    rejected: Seen,
    /// Sequences on which the property ran.
    ran: Seen,
    /// Where the search for a number ended. See [`Search::is_new_end`].
    ended: Seen,
    held: Vec<Range<usize>>,
    pass: &'static str,
    evaluations: u64,
    draws: u64,
    steps: u64,
    limit: u64,
    deadline: Option<Instant>,
    stop_when: Option<&'a dyn Fn() -> bool>,
    on_progress: Option<&'a mut dyn FnMut(&Step<'_>)>,
    over: bool,
    was_rejected: bool,
}

impl<'a> Search<'a> {
    /// Begins at a failing case. What stands in it is drawn anew once, for its names and bounds.
    pub(super) fn new<'b: 'a>(from: Shrinker<'b>, judge: &'a mut dyn Judge) -> Search<'a> {
        let mut search = Search {
            judge,
            best: Rc::new(from.start),
            tried: Seen::default(),
            rejected: Seen::default(),
            ran: Seen::default(),
            ended: Seen::default(),
            held: from.held,
            pass: "",
            evaluations: 0,
            draws: 0,
            steps: 0,
            limit: from.evaluations,
            deadline: from.time.and_then(|time| Instant::now().checked_add(time)),
            stop_when: from.stop_when,
            on_progress: match from.on_progress {
                Some(function) => Some(function), // for a shorter time
                None => None,
            },
            over: false,
            was_rejected: false,
        };
        search.begin();
        search
    }

    /// A stored sequence may lack names and bounds, or may have been made for an older generator.
    fn begin(&mut self) {
        let mut same = None;
        let start = &*self.best;
        let judgement = self.judge.judge(start, &mut |drawn| {
            if drawn.numbers().eq(start.numbers()) {
                same = Some(drawn.clone());
                return false; // it is known to fail
            }
            true
        });
        self.draws += 1;
        match (judgement, same) {
            (Judgement::Fails(drawn), _) => {
                self.evaluations += 1;
                self.best = Rc::new(drawn);
            }
            (_, Some(drawn)) => self.best = Rc::new(drawn),
            (_, None) => self.over = true,
        }
        let len = self.best.len();
        self.held.retain(|range| range.start < range.end && range.end <= len);
        self.held.sort_by_key(|range| range.start);
        self.ran.add(hash_of_numbers(&self.best));
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

    /// How many improvements there were.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a search has not ended here before. What ended here once is not worth much effort again.
    pub(super) fn is_new_end(&mut self, place: u64, value: u64) -> bool {
        self.ended.add(mixed(mixed(1, place), value))
    }

    /// How often a value was drawn.
    pub(super) fn draws(&self) -> u64 {
        self.draws
    }

    /// How often the property ran.
    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether a limit was reached. From then on no attempt succeeds, so a pass that makes finitely many need not ask.
    pub(super) fn is_over(&mut self) -> bool {
        if !self.over {
            self.over = self.evaluations >= self.limit
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || self.stop_when.is_some_and(|stop| stop());
        }
        self.over
    }

    /// Whether a candidate still fails and is simpler than the best; if so, it is the best from now on.
    pub(super) fn attempt(&mut self, candidate: Choices) -> bool {
        let hash = hash_of_candidate(&candidate);
        self.was_rejected = self.rejected.has(hash);
        if self.over || !self.tried.add(hash) || self.is_over() {
            return false;
        }
        self.draws += 1;
        let (best, ran, held) = (&*self.best, &mut self.ran, &self.held);
        let (mut asked, mut runs) = (false, false);
        let judgement = self.judge.judge(&candidate, &mut |drawn| {
            asked = true;
            runs = is_worth(drawn, best, ran, held);
            runs
        });
        if !asked && judgement == Judgement::Skipped {
            self.was_rejected = self.rejected.add(hash);
        }
        self.evaluations += u64::from(runs);
        if runs && std::env::var("TRACE").is_ok() { // XXX
            let n: Vec<u64> = candidate.numbers().collect(); // XXX
            eprintln!("{:4} {:20} {} {:?}", self.evaluations, self.pass, matches!(judgement, Judgement::Fails(_)), &n[..n.len().min(30)]); // XXX
        } // XXX
        match judgement {
            Judgement::Fails(drawn) if runs => self.adopt(drawn),
            // A judge that does not ask.
            Judgement::Fails(drawn) if is_worth(&drawn, &self.best, &mut self.ran, &self.held) => {
                self.evaluations += 1;
                self.adopt(drawn);
            }
            _ => return false,
        }
        true
    }

    /// Whether the generator rejected the last attempt, so that nothing is known about the property.
    pub(super) fn was_rejected(&self) -> bool {
        self.was_rejected
    }

    /// As [`attempt`](Search::attempt), and what was drawn, whether or not it was tried before.
    pub(super) fn attempt_and_see(&mut self, candidate: &Choices) -> (bool, Option<Choices>) {
        if self.is_over() {
            return (false, None);
        }
        self.draws += 1;
        let (best, ran, held) = (&*self.best, &mut self.ran, &self.held);
        let mut seen = None;
        let mut runs = false;
        let judgement = self.judge.judge(candidate, &mut |drawn| {
            seen = Some(drawn.clone());
            runs = is_worth(drawn, best, ran, held);
            runs
        });
        self.evaluations += u64::from(runs);
        match judgement {
            Judgement::Fails(drawn) if runs => {
                self.adopt(drawn);
                (true, seen)
            }
            _ => (false, seen),
        }
    }

    /// Tries independent candidates up to the first that succeeds, and says which that was. If the judge has several
    /// threads, so many run at once.
    pub(super) fn first_of(&mut self, candidates: impl IntoIterator<Item = Choices>) -> Option<usize> {
        let width = self.judge.width();
        if width <= 1 {
            return candidates.into_iter().position(|candidate| self.attempt(candidate));
        }
        let mut candidates = candidates.into_iter().enumerate();
        loop {
            let mut group: Vec<(usize, u64, Choices)> = Vec::with_capacity(width);
            while group.len() < width && !self.is_over() {
                let Some((at, candidate)) = candidates.next() else { break };
                let hash = hash_of_candidate(&candidate);
                if self.tried.add(hash) {
                    group.push((at, hash, candidate));
                }
            }
            if group.is_empty() {
                return None;
            }
            if let Some(found) = self.first_of_group(&group) {
                return Some(found);
            }
        }
    }

    fn first_of_group(&mut self, group: &[(usize, u64, Choices)]) -> Option<usize> {
        let candidates: Vec<Choices> = group.iter().map(|(_, _, candidate)| candidate.clone()).collect();
        let (best, ran, held) = (&*self.best, &mut self.ran, &self.held);
        let mut runs: Vec<(usize, u64)> = Vec::new();
        let found = self.judge.first(&candidates, &mut |at, drawn| {
            let worth = is_worth(drawn, best, ran, held);
            if worth {
                runs.push((at, hash_of_numbers(drawn)));
            }
            worth
        });
        let last = found.as_ref().map_or(group.len(), |found| found.0);
        // What ran beyond the first that fails is forgotten: then the outcome does not depend on the number of threads.
        for &(_, hash) in runs.iter().filter(|run| run.0 > last) {
            self.ran.forget(hash);
        }
        for (_, hash, _) in group.iter().skip(last + 1) {
            self.tried.forget(*hash);
        }
        self.draws += group.len().min(last + 1) as u64;
        self.evaluations += runs.iter().filter(|run| run.0 <= last).count() as u64;
        let (at, drawn) = found?;
        if runs.iter().any(|run| run.0 == at) || is_worth(&drawn, &self.best, &mut self.ran, &self.held) {
            self.adopt(drawn);
            return Some(group[at].0);
        }
        None
    }

    fn adopt(&mut self, drawn: Choices) {
        self.held = located(&self.held, &self.best, &drawn).unwrap_or_default();
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

/// Whether choices that were drawn are simpler than the best, new, and keep what is held.
fn is_worth(drawn: &Choices, best: &Choices, ran: &mut Seen, held: &[Range<usize>]) -> bool {
    drawn.shortlex(best).is_lt() && located(held, best, drawn).is_some() && ran.add(hash_of_numbers(drawn))
}

/// Where the held numbers of one sequence stand in another, unchanged and in order.
fn located(held: &[Range<usize>], of: &Choices, within: &Choices) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::with_capacity(held.len());
    let mut from = 0;
    for range in held {
        let wanted = &of.items[range.clone()];
        let last = within.len().checked_sub(wanted.len())?;
        // What stands at an end stays there.
        let mut places = if range.end == of.len() {
            last.max(from)..=last
        } else if range.start == 0 {
            0..=0
        } else {
            from..=last
        };
        let same = |at: &usize| within.items[*at..*at + wanted.len()].iter().zip(wanted).all(|(a, b)| a.value == b.value);
        let at = places.find(same)?;
        from = at + wanted.len();
        found.push(at..from);
    }
    Some(found)
}

/// A set of hashes.
#[derive(Default)]
struct Seen(HashSet<u64, BuildHasherDefault<AsIs>>);

impl Seen {
    /// Whether it is new.
    fn add(&mut self, hash: u64) -> bool {
        self.0.insert(hash)
    }

    fn has(&self, hash: u64) -> bool {
        self.0.contains(&hash)
    }

    fn forget(&mut self, hash: u64) {
        self.0.remove(&hash);
    }
}

/// A hash needs no hashing.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * u128::from(word ^ 0xD6E8_FEB8_6659_FD93);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(hash.rotate_left(23))
}

/// What was drawn is known by its numbers alone: the rest follows from them.
fn hash_of_numbers(of: &Choices) -> u64 {
    of.items.iter().fold(of.len() as u64, |hash, choice| mixed(hash, choice.value))
}

/// What will be drawn from a candidate depends on its spans too.
fn hash_of_candidate(of: &Choices) -> u64 {
    of.spans.iter().fold(hash_of_numbers(of), |hash, span| {
        let name = span.label.as_str();
        // A name is told apart by its length and its ends, where a longer hash would take longer than the draw.
        let bytes = name.as_bytes();
        let ends = bytes.first().zip(bytes.last()).map_or(0, |(first, last)| u64::from(*first) << 8 | u64::from(*last));
        let name = (bytes.len() as u64) << 16 | ends;
        mixed(mixed(hash, u64::from(span.start) << 32 | u64::from(span.end)), name)
    })
}
