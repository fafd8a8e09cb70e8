//! The laws of running backwards: what reflects, what comes of every trace, what can be reached; and that a derivative is one.

use std::fmt::Debug;

use super::{Broken, Laws};
use astragal_core::support::{all_traces_of, trace_of};
use astragal_core::{BoxedGen, Choices, Draw, Overlap, Reflect, Traces};
use astragal_spaces::Enumerate;

/// How many traces of a value are replayed.
const TRACES: usize = 20;
/// One case in this many is checked in all its traces.
const SOME: u64 = 10;
/// How many words of a language are compared.
const WORDS: usize = 2_000;

impl<G: Reflect<Value: Debug>> Laws<'_, G> {
    /// All laws of a generator that also runs backwards.
    pub fn backwards(&self) -> Result<(), Broken> {
        self.forwards()?;
        self.soundness()?;
        self.projection()
    }

    /// Soundness: every drawn value reflects, and what it reflects to replays to that value, though neither knows of the size.
    pub fn soundness(&self) -> Result<(), Broken> {
        self.each_case("soundness", |seed, size| {
            let Ok(value) = self.random(seed, size).try_draw(self.generator) else { return Ok(()) };
            let choices = trace_of(self.generator, &value)
                .map_err(|mismatch| format!("{value:?} was drawn but does not reflect: {mismatch}"))?;
            self.expect("the reflected value", &value, self.generator.replay(&choices).ok())?;
            if choices.units().count() > 1 { Err(format!("several units:\n{choices}")) } else { Ok(()) }
        })
    }

    /// Pure projection: whichever way to make a value is taken, that value comes of it. (The first few ways are taken.) The values
    /// are drawn, from this generator and from those that it is tried [against](Laws::against).
    ///
    /// ```
    /// use astragal::laws::Laws;
    /// use astragal::prelude::*;
    ///
    /// // The second way to make a number makes another one.
    /// let broken = one_of![int(0..10u8), int(0..10u8).iso(|n| n + 1, |n| Some(*n))];
    /// let error = Laws::of(&broken).projection().unwrap_err();
    /// assert_eq!(error.law(), "pure projection");
    /// ```
    pub fn projection(&self) -> Result<(), Broken> {
        self.each_case("pure projection", |seed, size| {
            if seed % SOME == 0 {
                let Ok(value) = self.random(seed, size).try_draw(self.generator) else { return Ok(()) };
                let traces = all_traces_of(self.generator, &value)
                    .map_err(|mismatch| format!("{value:?} has no trace: {mismatch}"))?;
                self.is_made_by(&value, traces)?;
            }
            for other in &self.others {
                let Ok(value) = self.random(seed, size).try_draw(other) else { continue };
                let Ok(traces) = all_traces_of(self.generator, &value) else { continue };
                self.is_made_by(&value, traces)?;
            }
            Ok(())
        })
    }

    fn is_made_by(&self, value: &G::Value, traces: Traces) -> Result<(), String> {
        traces
            .take(TRACES)
            .try_for_each(|trace| self.expect("one of its traces", value, self.generator.replay(&trace).ok()))
    }

    /// External completeness: every value of a list for which a condition holds can be made.
    ///
    /// The list is best that of all small values, valid or not, as a generator of the type gives it.
    ///
    /// ```
    /// use astragal::laws::Laws;
    /// use astragal::prelude::*;
    ///
    /// let sorted = (0..5u8, 0..5u8).iso(|(low, more)| (low, low + more + 1), |&(low, high)| Some((low, high.checked_sub(low + 1)?)));
    /// let pairs = (0..5u8, 0..5u8).iter();
    /// let error = Laws::of(&sorted).complete_for(pairs, |(low, high)| low <= high).unwrap_err();
    /// assert_eq!(error.to_string(), "the law of completeness does not hold: (0, 0) is valid but cannot be made: the way back does not know this value");
    /// ```
    pub fn complete_for(
        &self,
        values: impl IntoIterator<Item = G::Value>,
        is_valid: impl Fn(&G::Value) -> bool,
    ) -> Result<(), Broken> {
        for value in values.into_iter().filter(is_valid) {
            let made = trace_of(self.generator, &value).map_err(|mismatch| mismatch.to_string());
            made.and_then(|choices| self.expect("the way back", &value, self.generator.replay(&choices).ok()))
                .map_err(|why| Broken {
                    law: "completeness",
                    case: format!("{value:?} is valid but cannot be made: {why}"),
                })?;
        }
        Ok(())
    }

    /// The largest overlap of the values that are drawn: in how many ways the one is made that is made in most.
    pub fn overlap(&self) -> Result<Overlap, Broken> {
        let mut most = Overlap::Exactly(0);
        self.each_case("soundness", |seed, size| {
            let Ok(value) = self.random(seed, size).try_draw(self.generator) else { return Ok(()) };
            let traces = all_traces_of(self.generator, &value)
                .map_err(|mismatch| format!("{value:?} has no trace: {mismatch}"))?;
            let own = traces.overlap();
            if magnitude(own) > magnitude(most) {
                most = own;
            }
            Ok(())
        })?;
        Ok(most)
    }
}

fn magnitude(overlap: Overlap) -> f64 {
    match overlap {
        Overlap::Exactly(ways) | Overlap::AtLeast(ways) => (ways as f64).log2(),
        Overlap::About { log2 } => log2,
        Overlap::Infinite => f64::INFINITY,
    }
}

impl<G: Draw<Value: Debug>> Laws<'_, G> {
    /// External soundness: a condition holds for every drawn value.
    pub fn sound_for(&self, is_valid: impl Fn(&G::Value) -> bool) -> Result<(), Broken> {
        self.each_case("external soundness", |seed, size| {
            let Ok(value) = self.random(seed, size).try_draw(self.generator) else { return Ok(()) };
            if is_valid(&value) { Ok(()) } else { Err(format!("{value:?} was drawn and is not valid")) }
        })
    }

    /// Derivatives: the language of the derivative is the derivative of the language. Whatever is chosen first, what can follow
    /// is what followed. (Goldstein & Pierce, Parsing Randomness, OOPSLA 2022. The first few choices and words are compared.)
    pub fn derivatives(&self) -> Result<(), Broken> {
        let numbers = |word: Choices| word.numbers().collect::<Vec<u64>>();
        let generator = BoxedGen::new(self.generator);
        let words: Vec<Vec<u64>> = (&generator).language().take(WORDS).map(numbers).collect();
        for first in 0..4 {
            let rest: Vec<&[u64]> =
                words.iter().filter(|word| word.first() == Some(&first)).map(|word| &word[1..]).collect();
            let own: Vec<Vec<u64>> =
                (&generator).derivative(first).language().take(rest.len().max(1)).map(numbers).collect();
            let same = own.iter().map(Vec::as_slice).take(rest.len()).eq(rest.iter().copied());
            // Where all words are known, there is no other one either.
            if !same || (rest.is_empty() && words.len() < WORDS && !own.is_empty()) {
                let case = format!("after {first} the language goes on with {rest:?}, the derivative with {own:?}");
                return Err(Broken { law: "derivatives", case });
            }
        }
        Ok(())
    }
}
