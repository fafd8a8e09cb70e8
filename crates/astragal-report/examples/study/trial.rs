//! What is compared: three generators for a property, by the mutants that they kill, and by what the report says of their cases.

use std::path::Path;

use astragal::{Check, Report};
use astragal_report::{Log, Model, ReadError};

/// How well a generator was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quality {
    Good,
    Flawed,
    Starter,
}

pub(crate) const QUALITIES: [Quality; 3] = [Quality::Good, Quality::Flawed, Quality::Starter];

/// A property with planted bugs, and three generators for it.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// How many mutants there are: 1 to this number. 0 is the program as it should be.
    pub(crate) mutants: usize,
    pub(crate) run: fn(Check, Quality, usize) -> Report,
}

pub(crate) const TASKS: [Task; 4] =
    [crate::red_black::TASK, crate::topological::TASK, crate::straight_line::TASK, crate::name_server::TASK];

/// How many cases each run has; a bug counts as found within as many, those included that were rejected.
const CASES: u64 = 300;
/// How many runs each mutant has.
const SEEDS: u64 = 3;

/// How many runs found their mutant, of [`SEEDS`] for each; and how many cases that took in the mean, where a mutant that was not found
/// counts as all cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kills {
    pub(crate) found: u64,
    pub(crate) cases: f64,
}

/// What the report says of the cases of one generator.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) warnings: Vec<String>,
    /// How many different cases were accepted.
    pub(crate) unique: u64,
}

impl Task {
    fn check(&self, quality: Quality, seed: u64) -> Check {
        let name = format!("study::{}::{quality:?}", self.name).to_lowercase();
        // By chance alone: small cases that are enumerated are the same for every generator.
        Check::new()
            .named(name)
            .seed(seed)
            .cases(CASES)
            .with(|config| config.set("phases", "random").set("time", "none"))
    }

    /// The ground truth.
    pub(crate) fn kills(&self, quality: Quality) -> Kills {
        let mut kills = Kills { found: 0, cases: 0.0 };
        for mutant in 1..=self.mutants {
            for seed in 0..SEEDS {
                let report = (self.run)(self.check(quality, seed), quality, mutant);
                let drawn = report.statistics.cases + report.statistics.rejected();
                let is_found = !report.failures.is_empty() && drawn <= CASES;
                kills.found += u64::from(is_found);
                kills.cases += if is_found { drawn } else { CASES } as f64;
            }
        }
        kills.cases /= (self.mutants as u64 * SEEDS) as f64;
        kills
    }

    /// Runs the program as it should be, and writes a log.
    pub(crate) fn log(&self, quality: Quality, folder: &Path) {
        let folder = folder.display().to_string();
        let check = self.check(quality, 1).with(|config| config.set("log", &folder));
        // A run that rejects too much is no pass; what it did is in the log all the same.
        let _ = (self.run)(check, quality, 0);
    }
}

/// What the report of a log says, by property.
pub(crate) fn seen(folder: &Path) -> Result<Vec<(String, Seen)>, ReadError> {
    let model = Model::of(&Log::read(&[folder.to_owned()])?);
    let seen = model.properties.into_iter().map(|property| {
        // How long cases took is a matter of the machine, and not of the generator alone.
        let of_cases = property.warnings.iter().filter(|warning| !["slow", "generation"].contains(&&*warning.kind));
        let warnings = of_cases.map(|warning| warning.text.clone()).collect();
        (property.name, Seen { warnings, unique: property.counts.unique })
    });
    Ok(seen.collect())
}
