//! How a source begins: at random, with a producer, with a recorder; and again.

use super::bytes::Bytes;
use super::calm::Calm;
use super::chance::Chance;
use super::core::Core;
use super::rng::{Rng, mix};
use super::{DEFAULT_SIZE, Producer, Replay, Source, StackGuard, mood};
use crate::choices::{ByteReader, Choices, Journal, Writer};

/// How many random words a source has drawn since it [began](Source::restart) with a seed: a bound of how much a random case
/// has decided, which costs nothing while it is drawn.
#[inline(always)]
pub fn words_since(source: &Source, seed: u64) -> u64 {
    source.chance.rng.words_since(mix(seed))
}

impl Source {
    /// Random choices, a function of the seed alone.
    pub fn random(seed: u64) -> Source {
        let mut source = Source {
            chance: Chance { rng: Rng::new(mix(seed)), calm: Calm::NONE },
            size: DEFAULT_SIZE,
            watched: false,
            busy: false,
            stack: StackGuard::here(),
            core: Box::default(),
        };
        source.begin_case();
        source
    }

    /// Begins another random case in place, which spares the set-up: as [`random`](Source::random), at the same size.
    ///
    /// ```
    /// use astragal::Source;
    /// use astragal::prelude::*;
    ///
    /// let mut src = Source::random(1);
    /// let _ = src.draw(any::<u64>());
    /// src.restart(2);
    /// assert_eq!(src.draw(any::<u64>()), Source::random(2).draw(any::<u64>()));
    /// ```
    // In a debug build a called function is as fast as this crate is optimized; an inlined one is not.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn restart(&mut self, seed: u64) {
        self.chance.rng = Rng::new(mix(seed));
        self.stack = StackGuard::here();
        if self.busy || self.core.limits.reason.is_some() {
            self.forget_all();
        }
        self.core.restart();
        self.begin_case();
    }

    /// Apart, so that to begin another case is a few instructions if no choice was seen and nothing was rejected.
    #[cold]
    #[inline(never)]
    fn forget_all(&mut self) {
        *self.core = Core::default();
        self.watched = false;
        self.busy = false;
    }

    /// The word before the first one says in which mood the case begins.
    #[inline(always)]
    fn begin_case(&mut self) {
        (self.core.mood, self.chance.calm) = mood::of_case(self.chance.rng.earlier(0));
    }

    /// The choices of a producer; where it has no opinion, random ones from the seed.
    pub fn produced_by(producer: impl Producer + 'static, seed: u64) -> Source {
        Source::produced_by_boxed(Box::new(producer), seed)
    }

    pub(super) fn produced_by_boxed(producer: Box<dyn Producer>, seed: u64) -> Source {
        let mut source = Source::random(seed);
        source.core.limits.left = producer.limit();
        source.core.deciders.producer = Some(producer);
        source.watch();
        source
    }

    /// The choices of a sequence. Spans realign; what is missing reads as zero; too large a number is clamped.
    ///
    /// A sequence without any span is read straight through.
    ///
    /// ```
    /// use astragal::Source;
    /// use astragal::prelude::*;
    /// use astragal::Choices;
    ///
    /// let mut src = Source::replay(Choices::from_numbers([2, 7, 1_000_000]));
    /// assert_eq!(src.draw(vec_of(0..10u8, 0..=5)), vec![7, 9]); // 1,000,000 is clamped
    /// assert_eq!(src.draw(0..10u8), 0); // nothing is left
    /// ```
    pub fn replay(choices: Choices) -> Source {
        Source::with_room(Replay::new(choices))
    }

    /// The choices that a fuzzer's byte string spells; when it is used up, zeros. (A length that is too large for the
    /// string is a rejection.)
    ///
    /// [`Choices::to_bytes`] is the inverse, so that a corpus survives the way back.
    ///
    /// ```
    /// use astragal::Source;
    /// use astragal::prelude::*;
    ///
    /// let digits = vec_of(0..10u8, 0..=5);
    /// let mut src = Source::bytes([2, 7, 4]);
    /// assert_eq!(src.draw(&digits), vec![7, 4]);
    ///
    /// let (value, choices) = digits.record(1).unwrap();
    /// assert_eq!(Source::bytes(choices.to_bytes()).draw(&digits), value);
    /// ```
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Source {
        Source::with_room(Bytes(ByteReader::new(bytes)))
    }

    fn with_room(producer: impl Producer + 'static) -> Source {
        let mut source = Source::produced_by(producer, 0);
        source.core.limits.give_room();
        source
    }

    /// Writes down every choice from here on. See [`recorded`](Source::recorded).
    pub fn recording(mut self) -> Source {
        self.watch();
        self.core.recorder.begin(Writer::default());
        self
    }

    /// As [`recording`](Source::recording); each choice is told before the generator goes on.
    #[doc(hidden)]
    pub fn recording_in(mut self, journal: &Journal) -> Source {
        self.watch();
        self.core.recorder.begin(journal.writer(None));
        self
    }

    /// Begins another value of the same producer, which is not recorded.
    pub(crate) fn renew(&mut self) {
        self.core.limits.left = self.core.deciders.producer.as_ref().map_or(0, |producer| producer.limit());
        self.core.limits.reason = None;
        self.core.recorder.stop();
    }
}
