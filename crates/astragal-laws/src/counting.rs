//! The laws of counting: enumerated values are those counted, and ranks and values are one to one.

use std::fmt::Debug;

use super::{Broken, Laws};
use astragal_core::support::trace_of;
use astragal_core::{Choices, Closed, Measure, Reflect};
use astragal_spaces::{BigUint, Measured};

/// About how many values are enumerated under each measure, from sizes up to the last.
const VALUES: usize = 100;
const LAST: usize = 16;

impl<G: Closed<Value: Debug>> Laws<'_, G> {
    /// Counting: as many values of a size are enumerated as were counted; each by choices that its generator
    /// understands as they are; and the value of a rank is the one enumerated at that place. By tiers, by FEAT's size, and by
    /// depth (but for functions, which are not counted by depth).
    pub fn counting(&self) -> Result<(), Broken> {
        self.each_size("counting", |values, size| {
            let counted = if values.is_by_depth() { values.count_up_to(size) } else { values.count(size) };
            let mut listing = if values.is_by_depth() { values.up_to(size) } else { values.of_size(size) };
            let mut enumerated = 0;
            while let Some(value) = listing.next() {
                let choices = listing.choices();
                let understood = self.generator.replay_and_record(&choices).map_err(|gave_up| gave_up.to_string())?;
                if !understood.1.numbers().eq(choices.numbers()) {
                    let numbers = |choices: &Choices| choices.numbers().collect::<Vec<_>>();
                    let (enumerated, taken) = (numbers(&choices), numbers(&understood.1));
                    return Err(format!("{value:?} was enumerated as {enumerated:?} and understood as {taken:?}"));
                }
                if counted.is_exact() {
                    self.expect("the rank", &value, values.nth_of_size(size, &BigUint::from(enumerated)))?;
                }
                enumerated += 1;
            }
            let fits = if counted.is_exact() {
                *counted == BigUint::from(enumerated)
            } else {
                *counted >= BigUint::from(enumerated)
            };
            if fits {
                Ok(enumerated)
            } else {
                Err(format!("{counted} values of size {size} counted, {enumerated} enumerated"))
            }
        })
    }

    /// Distinct: no two enumerated values are equal. Generators whose alternatives overlap do not keep it; a value that is listed twice
    /// is counted twice, and drawn more often.
    ///
    /// ```
    /// use astragal::generators::listed;
    /// use astragal::laws::Laws;
    ///
    /// assert!(Laws::of(&listed([1, 2, 4, 8])).distinct().is_ok());
    /// let error = Laws::of(&listed([1, 2, 4, 2])).distinct().unwrap_err();
    /// assert!(error.to_string().ends_with("2 is enumerated twice"), "{error}");
    /// ```
    pub fn distinct(&self) -> Result<(), Broken> {
        let mut seen: Vec<G::Value> = Vec::new();
        self.each_size("distinct", |values, size| {
            if size == 0 {
                seen.clear();
            }
            let before = seen.len();
            for value in values.of_size(size) {
                if seen.iter().any(|other| (self.same)(other, &value)) {
                    return Err(format!("{value:?} is enumerated twice"));
                }
                seen.push(value);
            }
            Ok(seen.len() - before)
        })
    }

    /// Runs over sizes while their values are few.
    fn each_size(
        &self,
        law: &'static str,
        mut holds: impl FnMut(&Measured<&G>, usize) -> Result<usize, String>,
    ) -> Result<(), Broken> {
        for measure in [Measure::tiers(), Measure::size(), Measure::depth()] {
            let Ok(values) = Measured::new(self.generator, &measure) else { continue };
            let mut enumerated = 0;
            for size in 0..=LAST {
                if *values.count_up_to(size) > BigUint::from(10 * VALUES) {
                    break;
                }
                let held = holds(&values, size);
                enumerated += held.map_err(|case| Broken { law, case: format!("{measure:?}: size {size}: {case}") })?;
                if enumerated > VALUES {
                    break;
                }
            }
        }
        Ok(())
    }
}

impl<G: Closed<Value: Debug> + Reflect> Laws<'_, G> {
    /// Ranking: the rank of a value leads back to it, and is the place at which it was enumerated. (Where arms
    /// overlap, a value is enumerated more than once and has one rank.)
    pub fn ranking(&self) -> Result<(), Broken> {
        self.each_size("ranking", |values, size| {
            let mut listing = if values.is_by_depth() { values.up_to(size) } else { values.of_size(size) };
            let mut enumerated = 0;
            while let Some(value) = listing.next() {
                let own = trace_of(self.generator, &value).map_err(|mismatch| mismatch.to_string())?;
                let rank = values.rank_of_choices(size, &own).map_err(|mismatch| format!("{value:?}: {mismatch}"))?;
                if own.numbers().eq(listing.choices().numbers()) {
                    let filtered = !values.count(size).is_exact();
                    if !filtered && rank != BigUint::from(enumerated) {
                        return Err(format!("{value:?} is enumerated at {enumerated} and has the rank {rank}"));
                    }
                    if !filtered {
                        self.expect("the value of its rank", &value, values.nth_of_size(size, &rank))?;
                    }
                }
                enumerated += 1;
            }
            Ok(enumerated)
        })
    }
}
