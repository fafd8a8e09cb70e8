//! Which cases the source of a thread draws, one after the other: random ones, those of a listing, or of paths; and the same
//! with a recorder, for observers.

use std::time::{Duration, Instant};

use astragal_core::Listing;
use astragal_core::{Choices, Paths, Source, Unseen};

use crate::coverage;
use crate::evaluate::{Ended, Known, Stream, Swept};
use crate::observe::{CaseOutcome, ObservedCase};
use crate::property::{Body, Few, Run, Shown, Watch};
use crate::report::{Note, Origin};

/// Sees to it that a source draws cases.
pub(super) trait Draws {
    /// Whether a case can be begun again by its number.
    fn can_repeat(&self) -> bool;

    /// Sees to it that the source draws the next case; `false` if there is none.
    fn begin(&mut self, number: u64, source: &mut Source) -> bool;

    /// Another source, which draws the case that was begun.
    fn begun(&self, number: u64) -> Source;

    /// Which cases are skipped at first, since they may be known.
    #[inline(always)]
    fn few(&self, _number: u64) -> Few {
        Few::default()
    }

    /// Whether a case is known, so that the property need not run on it.
    fn is_known(&self, _choices: &Choices) -> bool {
        true
    }

    /// Runs the property on the case that was begun.
    #[inline(always)]
    fn run(&mut self, body: &dyn Body, run: &mut Run<'_, '_>) -> Ended {
        body.run(run)
    }

    /// Draws a case again that was skipped, and runs the property on it unless it is known.
    #[cold]
    fn run_unless_known(&mut self, number: u64, body: &dyn Body, source: &mut Source) -> Ended {
        *source = self.begun(number).recording();
        watched(body, source, Few::default(), &mut |choices| !self.is_known(choices), false, &mut Seen::default())
    }
}

/// What is known of a case that was watched, even if the property panicked.
#[derive(Default)]
struct Seen {
    /// What was drawn.
    choices: Option<Choices>,
    shown: Shown,
}

/// Runs the property on what a recording source draws, if that is worth it. The values are shown if they are wanted.
fn watched(
    body: &dyn Body,
    source: &mut Source,
    few: Few,
    worth: &mut dyn FnMut(&Choices) -> bool,
    show: bool,
    seen: &mut Seen,
) -> Ended {
    /// Hands over what was seen, even if the property panics.
    struct Handing<'a, 'w>(Watch<'w>, &'a mut Seen);
    impl Drop for Handing<'_, '_> {
        fn drop(&mut self) {
            let Watch { choices, shown, .. } = &mut self.0;
            *self.1 = Seen { choices: choices.take(), shown: std::mem::take(shown) };
        }
    }
    let watch = Watch { worth, show, choices: None, shown: Shown::default(), tell: None };
    let mut handing = Handing(watch, seen);
    body.run(&mut Run { source, watch: Some(&mut handing.0), few })
}

/// Random cases, but for those that are known.
pub(super) struct Unknown<'k> {
    pub(super) stream: Stream,
    pub(super) known: Option<&'k Known>,
}

impl Draws for Unknown<'_> {
    #[inline(always)]
    fn can_repeat(&self) -> bool {
        true
    }

    #[inline(always)]
    fn begin(&mut self, number: u64, source: &mut Source) -> bool {
        source.restart(self.stream.seed_of(number));
        source.set_size(self.stream.size_of(number));
        true
    }

    fn begun(&self, number: u64) -> Source {
        random(self.stream, number)
    }

    #[inline(always)]
    fn few(&self, number: u64) -> Few {
        match self.known {
            Some(known) if number < known.until => Few { words: known.words, seed: self.stream.seed_of(number) },
            _ => Few::default(),
        }
    }

    fn is_known(&self, choices: &Choices) -> bool {
        self.known.is_some_and(|known| known.cases.contains(&choices.numbers().collect::<Vec<_>>()))
    }
}

/// A source that draws a random case.
pub(super) fn random(stream: Stream, number: u64) -> Source {
    sized(stream.seed_of(number), stream.size_of(number))
}

/// A source that draws from a seed, at a size.
pub(super) fn sized(seed: u64, size: u32) -> Source {
    let mut source = Source::random(seed);
    source.set_size(size);
    source
}

impl Draws for Listing {
    fn can_repeat(&self) -> bool {
        false
    }

    fn begin(&mut self, _number: u64, source: &mut Source) -> bool {
        self.next_case(source)
    }

    fn begun(&self, _number: u64) -> Source {
        self.source()
    }
}

impl Draws for Paths {
    fn can_repeat(&self) -> bool {
        false
    }

    fn begin(&mut self, _number: u64, source: &mut Source) -> bool {
        self.next_case(source)
    }

    fn begun(&self, _number: u64) -> Source {
        self.source()
    }
}

/// Cases that are drawn with a recorder.
pub(super) struct Observed<'c> {
    cases: &'c mut dyn Draws,
    began: Instant,
    /// How long it took to draw, once that is known.
    drawing: Option<Duration>,
    /// Whether the values are wanted.
    values: bool,
    seen: Seen,
}

impl<'c> Observed<'c> {
    pub(super) fn new(cases: &'c mut dyn Draws, values: bool) -> Observed<'c> {
        Observed { cases, began: Instant::now(), drawing: None, values, seen: Seen::default() }
    }

    /// A case begins.
    fn forget(&mut self) {
        coverage::begin();
        (self.began, self.drawing, self.seen) = (Instant::now(), None, Seen::default());
    }

    /// The case that was swept alone; nothing if nothing can be said about it.
    pub(super) fn seen(&mut self, swept: &mut Swept, source: &mut Source, notes: Vec<Note>) -> Option<ObservedCase> {
        let time = self.began.elapsed();
        let has_panicked = swept.fault.as_ref().is_some_and(|fault| matches!(fault.origin, Origin::Panicked(_)));
        let lines = coverage::lines(has_panicked);
        if swept.problem.is_some() {
            return None;
        }
        let rejection = swept.said.as_ref().and_then(|said| said.rejections.first());
        let outcome = match (&swept.fault, rejection) {
            (Some(fault), _) => CaseOutcome::failed(fault.origin.clone(), fault.message.clone()),
            _ if swept.repeats > 0 => CaseOutcome::Repeated,
            _ if swept.overruns > 0 => CaseOutcome::CutOff,
            (None, Some(rejection)) => CaseOutcome::rejected(rejection),
            (None, None) => CaseOutcome::Passed,
        };
        let (Seen { choices, shown }, drawing) = (std::mem::take(&mut self.seen), self.drawing);
        // Lazy parts are recorded while the property forces them.
        let choices =
            choices.filter(|_| !source.has_lazy_parts()).unwrap_or_else(|| source.end_recording(Unseen::Simplest));
        let words = swept.said.as_mut().map(|said| std::mem::take(&mut said.kept)).unwrap_or_default();
        let drawn = shown.drawn;
        Some(ObservedCase { drawn, words, notes, drawing, time, lines, ..ObservedCase::new(choices, outcome) })
    }
}

impl Draws for Observed<'_> {
    fn can_repeat(&self) -> bool {
        self.cases.can_repeat()
    }

    fn begin(&mut self, number: u64, source: &mut Source) -> bool {
        self.forget();
        let has_begun = self.cases.begin(number, source);
        if has_begun {
            *source = self.cases.begun(number).recording();
        }
        has_begun
    }

    fn begun(&self, number: u64) -> Source {
        self.cases.begun(number)
    }

    fn few(&self, number: u64) -> Few {
        self.cases.few(number)
    }

    fn run(&mut self, body: &dyn Body, run: &mut Run<'_, '_>) -> Ended {
        let Observed { began, drawing, values, seen, .. } = self;
        let mut worth = |_: &Choices| {
            *drawing = Some(began.elapsed());
            coverage::begin();
            true
        };
        watched(body, run.source, run.few, &mut worth, *values, seen)
    }

    fn run_unless_known(&mut self, number: u64, body: &dyn Body, source: &mut Source) -> Ended {
        *source = self.cases.begun(number).recording();
        let Observed { began, drawing, cases, values, seen } = self;
        let mut worth = |choices: &Choices| {
            *drawing = Some(began.elapsed());
            coverage::begin();
            !cases.is_known(choices)
        };
        watched(body, source, Few::default(), &mut worth, *values, seen)
    }
}
