//! Which cases the source of a thread draws, one after the other: random ones, those of a listing, or of paths; and the same
//! with a recorder, for observers.

use std::time::{Duration, Instant};

use astragal_core::Listing;
use astragal_core::{Choices, Paths, Source, Unseen};

use crate::evaluate::{Ended, Known, Stream, Swept};
use crate::observe::{CaseOutcome, ObservedCase};
use crate::property::{Body, Few, Run, Shown, Watch};
use crate::report::Note;

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
        watched(body, source, Few::default(), &mut |choices| !self.is_known(choices))
    }
}

/// Runs the property on what a recording source draws, if that is worth it.
fn watched(body: &dyn Body, source: &mut Source, few: Few, worth: &mut dyn FnMut(&Choices) -> bool) -> Ended {
    let mut watch = Watch { worth, show: false, choices: None, shown: Shown::default(), tell: None };
    body.run(&mut Run { source, watch: Some(&mut watch), few })
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
    /// What was drawn, and how long that took, once that is known.
    drawn: Option<(Choices, Duration)>,
}

impl<'c> Observed<'c> {
    pub(super) fn new(cases: &'c mut dyn Draws) -> Observed<'c> {
        Observed { cases, began: Instant::now(), drawn: None }
    }

    /// The case that was swept alone; nothing if nothing can be said about it.
    pub(super) fn seen(&mut self, swept: &mut Swept, source: &mut Source, notes: Vec<Note>) -> Option<ObservedCase> {
        let time = self.began.elapsed();
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
        let (choices, drawing) = self.drawn.take().unzip();
        // Lazy parts are recorded while the property forces them.
        let choices =
            choices.filter(|_| !source.has_late_parts()).unwrap_or_else(|| source.end_recording(Unseen::Simplest));
        let words = swept.said.as_mut().map(|said| std::mem::take(&mut said.kept)).unwrap_or_default();
        Some(ObservedCase { words, notes, drawing, time, ..ObservedCase::new(choices, outcome) })
    }
}

impl Draws for Observed<'_> {
    fn can_repeat(&self) -> bool {
        self.cases.can_repeat()
    }

    fn begin(&mut self, number: u64, source: &mut Source) -> bool {
        (self.began, self.drawn) = (Instant::now(), None);
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
        let Observed { began, drawn, .. } = self;
        watched(body, run.source, run.few, &mut |choices| {
            *drawn = Some((choices.clone(), began.elapsed()));
            true
        })
    }

    fn run_unless_known(&mut self, number: u64, body: &dyn Body, source: &mut Source) -> Ended {
        *source = self.cases.begun(number).recording();
        let Observed { began, drawn, cases } = self;
        watched(body, source, Few::default(), &mut |choices| {
            *drawn = Some((choices.clone(), began.elapsed()));
            !cases.is_known(choices)
        })
    }
}
