//! What the running case has reported so far: assumptions, observations, notes.
//!
//! `assume!`, `collect!` and the others have no handle on the run, so it is in a thread-local variable while cases run. A
//! case that says nothing costs nothing here: what it is about is known by its number, and only a case that speaks looks
//! at it.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use astragal_core::__private::text_written;
use astragal_core::Place;

use super::{panics, unheard};
pub(crate) use crate::observe::Word;
use crate::report::{Note, Problem, RejectedBy, Rejection, StrayPanic};
use crate::statistics::{Coverage, Observation, Scores, Tally};

thread_local! {
    static CURRENT: RefCell<Option<Rc<Context>>> = const { RefCell::new(None) };
    /// While a quantifier asks about one of its values: whether an assumption rejected that value.
    static ONE_VALUE: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Sets `ONE_VALUE` back at the end, however that comes.
struct Back(Option<bool>);

impl Drop for Back {
    fn drop(&mut self) {
        let _ = ONE_VALUE.try_with(|one| one.set(self.0));
    }
}

/// Everything that the cases of one run report on one thread.
#[derive(Default)]
pub(crate) struct Context {
    /// The number of the case that runs. The watchdog looks at it too.
    case: Arc<AtomicU64>,
    /// How many cases were run alone.
    alone: Cell<u64>,
    /// The number of the last case that an assumption rejected, plus one.
    rejected: Cell<u64>,
    /// The number of the last case that missed a witness it did not look for as far as it could, plus one.
    narrow: Cell<u64>,
    /// Whether random cases, too, look as far as they can.
    wide: Cell<bool>,
    /// Whether this case is to be shown, so that its notes are wanted.
    showing: Cell<bool>,
    /// Whether there are observers, who want the words and the notes of each case.
    observed: Cell<bool>,
    notes: RefCell<Vec<Note>>,
    /// Whether anything was said since it was last asked for.
    spoke: Cell<bool>,
    /// Set if a receiver counts: then words are kept as they are, and notes are sent at once.
    forwards: OnceCell<Box<dyn Fn(Note)>>,
    said: RefCell<Said>,
}

/// What cases said that is counted.
pub(crate) struct Said {
    /// The words of one case, which count once it is known not to be rejected.
    words: Vec<Word>,
    spoken_by: u64,
    /// All that counts.
    pub(crate) tally: Tally,
    pub(crate) coverage: Coverage,
    pub(crate) scores: Scores,
    pub(crate) rejections: Vec<Rejection>,
    /// The same, as they come in.
    places: Vec<(RejectedBy, Option<Place>, u64)>,
    /// How many cases were rejected by assumptions.
    pub(crate) rejected: u64,
    /// What was said wrongly.
    pub(crate) problem: Option<Problem>,
    /// What counts, for the receiver to count.
    pub(crate) forwarded: Vec<Word>,
    /// Panics of threads that the cases started and that did not come back to them.
    pub(crate) strays: Vec<StrayPanic>,
    /// Whether words are kept as they are too, and those that were: of one case, for observers.
    keeps: bool,
    pub(crate) kept: Vec<Word>,
}

impl Default for Said {
    fn default() -> Said {
        Said {
            words: Vec::new(),
            spoken_by: 0,
            tally: Tally::default(),
            // The runner, which has all cases, decides with a confidence of its own.
            coverage: Coverage::new(0.999),
            scores: Scores::default(),
            rejections: Vec::new(),
            places: Vec::new(),
            rejected: 0,
            problem: None,
            forwarded: Vec::new(),
            strays: Vec::new(),
            keeps: false,
            kept: Vec::new(),
        }
    }
}

impl Said {
    /// Nothing yet. Words are kept as they are too if there are observers.
    pub(crate) fn keeping(keeps: bool) -> Said {
        Said { keeps, ..Said::default() }
    }

    /// Counts one rejected case.
    fn reject(&mut self, by: RejectedBy, place: Option<Place>) {
        // Places are compared as they are: to write each of them down would cost more than the case.
        match self.places.iter_mut().find(|known| known.0 == by && known.1 == place) {
            Some(known) => known.2 += 1,
            None => self.places.push((by, place, 1)),
        }
    }

    /// Adds cases that were rejected at a place.
    pub(crate) fn add_rejections(&mut self, other: Rejection) {
        let same = |mine: &&mut Rejection| mine.by == other.by && mine.place == other.place;
        match self.rejections.iter_mut().find(same) {
            Some(mine) => mine.count += other.count,
            None => self.rejections.push(other),
        }
    }

    /// Adds what was said elsewhere.
    pub(crate) fn absorb(&mut self, other: Said) {
        self.tally.absorb(other.tally);
        self.scores.absorb(other.scores);
        self.rejected += other.rejected;
        self.problem = self.problem.take().or(other.problem);
        if let Err(message) = self.coverage.absorb(other.coverage) {
            self.problem = Some(Problem::Usage { message, place: None });
        }
        other.rejections.into_iter().for_each(|rejection| self.add_rejections(rejection));
        other.strays.into_iter().for_each(|stray| StrayPanic::add(&mut self.strays, stray));
    }

    /// Counts what the last case said, unless it was rejected: then it is kept for observers, if there are any.
    fn settle(&mut self, rejected: u64, forwards: bool) {
        let words = std::mem::take(&mut self.words);
        if rejected == self.spoken_by.wrapping_add(1) {
            self.keep(words);
        } else if forwards {
            self.forwarded.extend(words);
        } else {
            self.count(words, self.spoken_by);
        }
    }

    /// Keeps what a rejected case said, for observers: it does not count.
    pub(crate) fn keep(&mut self, words: Vec<Word>) {
        if self.keeps {
            self.kept.extend(words);
        }
    }

    /// Counts what the case of a number said.
    pub(crate) fn count(&mut self, words: Vec<Word>, case: u64) {
        if self.keeps {
            self.kept.extend(words.iter().cloned());
        }
        let mut covers = false;
        for word in words {
            match word {
                Word::Observed(name, observation) => self.tally.add(&name, observation),
                Word::Scored(name, score) => self.scores.add(&name, score, case),
                Word::Covered { percent, holds, label } => {
                    covers = true;
                    if let Err(message) = self.coverage.note(percent, holds, &label) {
                        self.problem = Some(Problem::Usage { message, place: None });
                    }
                }
            }
        }
        if covers {
            self.coverage.case_ends();
        }
    }
}

impl Context {
    /// One that says here which case runs.
    pub(crate) fn of_case(case: Arc<AtomicU64>) -> Context {
        Context { case, ..Context::default() }
    }

    /// Runs something in this context.
    pub(crate) fn within<R>(self: &Rc<Context>, work: impl FnOnce() -> R) -> R {
        struct Outer(Option<Rc<Context>>);
        impl Drop for Outer {
            fn drop(&mut self) {
                let outer = self.0.take();
                let _ = CURRENT.try_with(|current| current.replace(outer));
            }
        }
        let _outer = Outer(CURRENT.replace(Some(self.clone())));
        let _back = Back(ONE_VALUE.replace(None));
        work()
    }

    /// From now on the words and the notes of each case are kept for observers, or are not.
    pub(crate) fn observe(&self, is_observed: bool) {
        self.observed.set(is_observed);
        self.said.borrow_mut().keeps = is_observed;
    }

    /// From now on words are kept for the receiver to count, and notes are sent to it at once.
    pub(crate) fn forward(&self, tell: Box<dyn Fn(Note)>) {
        let _ = self.forwards.set(tell);
    }

    /// The next case begins.
    #[inline(always)]
    pub(crate) fn begin(&self, case: u64) {
        self.case.store(case, Ordering::Relaxed);
    }

    /// The number of the case that runs, for others to look at.
    pub(crate) fn case(&self) -> Arc<AtomicU64> {
        self.case.clone()
    }

    fn number(&self) -> u64 {
        self.case.load(Ordering::Relaxed)
    }

    /// From here on, whether random cases look for witnesses as far as they can. Others always do.
    pub(crate) fn widen(&self, wide: bool) {
        self.wide.set(wide);
    }

    /// Whether the case that ran may have failed only because it did not look far enough. Then it is as if it had not run.
    pub(crate) fn was_narrow(&self) -> bool {
        let was_narrow = !self.wide.get() && self.narrow.get() == self.number().wrapping_add(1);
        if was_narrow {
            self.said.borrow_mut().words.clear();
            self.notes.borrow_mut().clear();
        }
        was_narrow
    }

    /// Whether an assumption rejected the case that runs.
    pub(crate) fn is_rejected(&self) -> bool {
        self.rejected.get() == self.number().wrapping_add(1)
    }

    /// A case that is run alone begins: what it says is not counted, and its notes are wanted if it is to be shown.
    pub(crate) fn begin_alone(&self, showing: bool) {
        self.alone.set(self.alone.get() + 1);
        self.begin(u64::MAX - 1 - self.alone.get());
        self.rejected.set(0);
        self.showing.set(showing);
        self.notes.borrow_mut().clear();
    }

    /// The notes of the case that was shown.
    pub(crate) fn take_notes(&self) -> Vec<Note> {
        self.showing.set(false);
        self.notes.take()
    }

    /// A generator rejected the case that runs.
    pub(crate) fn rejected(&self, place: Option<Place>) {
        self.spoke.set(true);
        self.said.borrow_mut().reject(RejectedBy::Generator, place);
    }

    /// Threads that a case has started panicked, and it passed all the same.
    pub(crate) fn strayed(&self, strays: Vec<StrayPanic>) {
        if !strays.is_empty() {
            self.spoke.set(true);
            let said = &mut *self.said.borrow_mut();
            strays.into_iter().for_each(|stray| StrayPanic::add(&mut said.strays, stray));
        }
    }

    /// All that was said since it was last asked for; nothing if nothing was.
    pub(crate) fn take(&self) -> Option<Box<Said>> {
        if !self.spoke.take() {
            return None;
        }
        let mut said = self.said.replace(Said::keeping(self.observed.get()));
        for (by, place, count) in std::mem::take(&mut said.places) {
            said.add_rejections(Rejection { by, place: place.map(|place| place.to_string()), count });
        }
        said.settle(self.rejected.get(), self.forwards.get().is_some());
        Some(Box::new(said))
    }

    /// The case that runs says something.
    fn say(&self, word: Word) {
        self.spoke.set(true);
        let said = &mut *self.said.borrow_mut();
        if said.spoken_by != self.number() {
            said.settle(self.rejected.get(), self.forwards.get().is_some());
            said.spoken_by = self.number();
        }
        said.words.push(word);
    }
}

#[track_caller]
fn with_current(speaker: &str, work: impl FnOnce(&Context)) {
    match CURRENT.try_with(|current| current.borrow().clone()) {
        Ok(Some(context)) => work(&context),
        Ok(None) if panics::somebody_listens() => unheard::word(speaker, Place::here()),
        // Outside of a property it is ignored.
        _ => {}
    }
}

/// Whether this thread runs a case.
pub(crate) fn is_running() -> bool {
    CURRENT.try_with(|current| current.borrow().is_some()).unwrap_or(false)
}

/// Whether this thread runs a case that is to be shown.
pub(crate) fn is_showing() -> bool {
    CURRENT.try_with(|current| current.borrow().as_ref().is_some_and(|context| context.showing.get())).unwrap_or(false)
}

/// How many values are searched for a witness: of random cases, the later ones search more. A case that is run alone, or
/// enumerated, looks as far as it can; so does a random case before it fails for want of a witness.
#[cfg(feature = "quantify")]
pub(crate) fn reach(start: u64, step: u64, most: u64) -> u64 {
    let current = |context: &Context| {
        let number = context.number();
        let is_random = !context.wide.get() && number < u64::MAX / 2;
        if is_random { start.saturating_add(step.saturating_mul(number)).min(most) } else { most }
    };
    CURRENT.try_with(|running| running.borrow().as_deref().map_or(start, current)).unwrap_or(start)
}

/// No witness was found by a search that could go further.
#[cfg(feature = "quantify")]
pub(crate) fn searched_narrowly() {
    let _ = CURRENT.try_with(|running| {
        if let Some(context) = running.borrow().as_deref() {
            context.narrow.set(context.number().wrapping_add(1));
        }
    });
}

/// Runs something on one value of a quantifier. If an assumption fails meanwhile, it rejects that value and
/// not the case: then there is no answer.
#[cfg(feature = "quantify")]
pub(crate) fn of_one_value<R>(work: impl FnOnce() -> R) -> Option<R> {
    let _back = Back(ONE_VALUE.replace(Some(false)));
    let answer = work();
    (ONE_VALUE.get() != Some(true)).then_some(answer)
}

/// Rejects the case that runs. See `assume!`.
#[track_caller]
pub(crate) fn reject() {
    if ONE_VALUE.try_with(|one| one.get().inspect(|_| one.set(Some(true))).is_some()).unwrap_or(false) {
        return;
    }
    if !is_running() {
        unheard::assumption();
    }
    let place = Place::here();
    with_current("assume!", |context| {
        if !context.is_rejected() {
            context.spoke.set(true);
            context.rejected.set(context.number().wrapping_add(1));
            let said = &mut *context.said.borrow_mut();
            said.reject(RejectedBy::Assumption, Some(place));
            said.rejected += 1;
        }
    });
}

/// The case that runs is an instance of something. See `collect!`.
#[track_caller]
pub(crate) fn observe(speaker: &str, name: &'static str, observation: Observation) {
    with_current(speaker, |context| context.say(Word::Observed(name.into(), observation)));
}

/// A share of cases is required. See `cover!`.
#[track_caller]
pub(crate) fn cover(label: &'static str, holds: bool, percent: f64) {
    with_current("cover!", |context| context.say(Word::Covered { percent, holds, label: label.into() }));
}

/// Cases with a higher score are looked for. See `target!`.
#[track_caller]
pub(crate) fn score(label: &'static str, score: f64) {
    with_current("target!", |context| context.say(Word::Scored(label.into(), score)));
}

/// Says something about the case that runs, if it is to be shown. See `note!`.
#[track_caller]
pub(crate) fn note(text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result, file: &'static str, line: u32) {
    with_current("note!", |context| {
        if context.showing.get() || context.observed.get() {
            let note = Note { text: text_written(text), file, line };
            match context.forwards.get() {
                Some(tell) => tell(note),
                None => context.notes.borrow_mut().push(note),
            }
        }
    });
}
