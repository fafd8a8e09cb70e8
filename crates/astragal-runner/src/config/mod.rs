//! The settings of the runner, and where the value of each comes from.
//!
//! A setting has the same name and the same values wherever it is set. From the lowest precedence to the highest:
//!
//! 1. the defaults,
//! 2. the built-in values of the profile,
//! 3. `astragal.toml` in the package's directory or above: first its top-level keys, then its `[profile.<name>]`,
//! 4. the test: its attribute, `#[property(cases = 500, time = "2s")]`, or the setters of [`Config`],
//! 5. the environment: `ASTRAGAL_CASES=5000`, `ASTRAGAL_TIME=2s` and so on, without quotes. It takes precedence over all others,
//!    so that one variable changes a whole suite.
//!
//! Setting | Meaning | Takes | Default
//! ---|---|---|---
//! `cases` | How many random cases are run | a whole number from 1 up such as `1000` | `1000`
//! `time` | How long the search for a failing case may take, from the first case on | a duration such as `"50ms"`, `"2s"`, `"1m"` or `"1h"`, or `"none"` | `"10s"`
//! `size` | The largest size of a case | a whole number from 0 to 4294967295 such as `100` | `100`
//! `seed` | The seed of the random cases; with `fresh`, each run has another | a whole number below 2^64 such as `42` or `0x2a`, or `"fresh"` | `"fresh"`
//! `phases` | What the runner does for a property | `"all"`, or some of `"regressions"`, `"examples"`, `"exhaustive"`, `"random"`, `"target"`, `"shrink"` and `"explain"` with commas between them, such as `"random,shrink"`, or those to leave out, such as `"-exhaustive"` | `"all"`
//! `exhaustive` | Which cases are enumerated, smallest first | `"auto"`, or how many cases to enumerate, such as `10000`, or up to which size or depth, such as `"size 8"` or `"depth 4"` | `"auto"`
//! `strategy` | How the random cases are chosen: by chance alone, or by a plan for each whole value | `"usual"`, `"random"`, `"agata:linear"`, `"agata:quadratic"`, `"agata:exponential"`, `"agata:fixed"`, `"agata:partitions"`, `"agata:random"`, `"holey:equal"`, `"holey:depth"`, `"holey:inverse-depth"`, `"holey:left"`, `"holey:right"`, `"holey:levels"` or `"holey:uniform"`, or one of depth, left and right with a base, such as `"holey:depth:2.5"` | `"usual"`
//! `growth` | The share of the cases that is grown: from the simplest value and the boundaries of its parts on, step by step, without chance | a number from 0 to 1 such as `0.5` | `0`
//! `isolated` | Whether cases run in a child process, so that an abort or an endless loop is a failed case too | `true` or `false` | `false`
//! `timeout` | How long one case may take; only with `isolated`, since nothing else can end a case | a duration such as `"50ms"`, `"2s"`, `"1m"` or `"1h"`, or `"none"` | `"none"`
//! `memory` | How many bytes of memory one case may take; only with `isolated`, as `timeout` | a number of bytes such as `1000`, `"512M"` or `"2G"` (powers of 1024), or `"none"` | `"none"`
//! `threads` | How many threads run the cases of a property | a whole number from 1 to 1024 | `1`
//! `shrink_evaluations` | How often shrinking may run the property | a whole number from 1 up such as `1000` | `20000`
//! `shrink_time` | How long failing cases may be confirmed, shrunk and explained | a duration such as `"50ms"`, `"2s"`, `"1m"` or `"1h"` | `"30s"`
//! `minima` | How many different minimal counterexamples are wanted | a whole number from 1 to 5 | `1`
//! `show` | How much a report shows | `"quiet"`, `"normal"`, `"steps"` or `"full"` | `"normal"`
//! `summary` | Whether each property prints a line with its verdict, cases and rejections, past the capture of the test harness | `true` or `false` | `false`
//! `log` | Where each case of a run is written down, to see what was tested | `"off"`, `"on"`, or a directory with a slash such as `"./observed"` | `"off"`
//! `log_cases` | About how many cases of a run are written to the log | a whole number from 1 up such as `100`, or `"all"` | `"all"`
//! `color` | When a report is colored | `"auto"`, `"always"` or `"never"` | `"auto"`
//! `regressions` | Where failing cases are kept | `"beside"`, `"off"`, or a directory with a slash such as `"./kept"` | `"beside"`
//! `weights` | Where the weights by which branches are drawn, and the values of parameters, are looked for | `"beside"`, `"off"`, or a directory with a slash such as `"./kept"` | `"beside"`
//! `weighted` | The share of the random cases that is drawn by those weights; the others are drawn as usual | a number above 0 and up to 1 such as `0.5` | `1`
//! `strict` | Whether a damaged entry in a file of regressions fails the property, instead of being a warning | `true` or `false` | `false`
//! `replay` | The replay token of the one case to run instead of all others | the replay token that a failure shows, or `"none"` | `"none"`
//! `coverage_confidence` | How sure `cover!` must be before a required share counts as met or missed | a number from 0.5 to less than 1 such as `0.999999` | `0.999999`
//!
//! The profile is the one that `ASTRAGAL_PROFILE` names; else `ci` where the variable `CI` is set; else `dev`. Built in are
//! `dev` (the defaults), `ci` (strict, no color, more time for shrinking) and `nightly` (a hundred times the cases, ten minutes
//! for each property). A file may change these and add others.
//!
//! ```toml
//! cases = 500
//! time = "2s"
//!
//! [profile.nightly]
//! cases = 1_000_000
//! phases = "-exhaustive"
//! ```
//!
//! A list of strings is the same as one string with commas: `phases = ["random", "shrink"]`. Of TOML, the file has
//! what settings need: inline tables, arrays of tables and multi-line strings are rejected with a message saying so.

mod file;
mod load;
mod origin;
mod strategy;
#[cfg(feature = "config-file")]
mod syntax;
#[cfg(feature = "config-file")]
mod toml;
mod weights;

use std::time::Duration;

use astragal_settings::{LIMITS, SETTINGS, needs_isolated, unknown};

pub use astragal_core::Strategy;
#[doc(inline)]
pub use astragal_settings::{Color, Exhaustive, Folder, Log, Phase, Phases, Show};
pub use origin::{ConfigError, Origin};
pub(crate) use weights::{SetParameter, SetParameters};

/// The forms that the table names.
mod form {
    pub(super) use super::strategy::STRATEGY;
    pub(super) use astragal_settings::form::{
        BYTES_OR_NONE, COLOR, CONFIDENCE, COUNT, COUNT_OR_ALL, EXHAUSTIVE, FOLDER, LOG, MINIMA, PHASES, SEED, SHARE,
        SHARE_OR_NONE, SHOW, SIZE, SWITCH, THREADS, TIME, TIME_OR_NONE, TOKEN,
    };
}

/// Makes of the rows of the table: the values, a setter for each, and reading and showing them by name.
macro_rules! config {
    ($($(#[doc = $doc:literal])* $name:ident: $kind:ty = $default:literal, $form:ident, set by $given:ty;)*) => {
        /// The settings in force, as [`Config::values`] gives them.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct Values {
            $($(#[doc = $doc])* pub $name: $kind,)*
        }

        /// The place of each setting in the table.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Key { $($name),* }

        impl Values {
            fn defaults() -> Values {
                Values { $($name: form::$form.parse($default).expect("the default of a setting is one of its values")),* }
            }
        }

        /// The setters. A value that makes no sense is among the [errors](Config::errors).
        impl Config {
            $(
                $(#[doc = $doc])*
                #[must_use]
                #[allow(clippy::useless_conversion)]
                pub fn $name(mut self, $name: $given) -> Config {
                    let value: $kind = $name.into();
                    if !(form::$form.check)(&value) {
                        self.reject(Key::$name, &(form::$form.show)(&value), Origin::Builder);
                    } else if self.takes(Key::$name, &Origin::Builder) {
                        self.values.$name = value;
                    }
                    self
                }
            )*
        }

        impl Config {
            /// Reads the text of a setting. Whether there is a setting of that name.
            fn read(&mut self, name: &str, text: &str, origin: Origin) -> bool {
                match name {
                    $(stringify!($name) => match form::$form.parse(text) {
                        Some(value) => if self.takes(Key::$name, &origin) { self.values.$name = value },
                        None => self.reject(Key::$name, text, origin),
                    },)*
                    _ => return false,
                }
                true
            }

            /// The text of each setting, in the order of the table.
            fn texts(&self) -> [String; SETTINGS.len()] {
                [$(match self.origins[Key::$name as usize] {
                    Origin::Default => $default.into(),
                    _ => (form::$form.show)(&self.values.$name),
                }),*]
            }

            /// Takes every setting of another config that takes precedence over the one here.
            fn take_all(&mut self, other: &Config) {
                $(
                    let origin = &other.origins[Key::$name as usize];
                    if *origin != Origin::Default && self.takes(Key::$name, origin) {
                        self.values.$name = other.values.$name.clone();
                    }
                )*
            }
        }
    };
}

astragal_settings::settings!(config);

/// The settings of a property, each with where its value came from.
///
/// ```
/// use astragal::config::{Config, Origin};
///
/// let config = Config::new().cases(500).minima(9);
/// assert_eq!(config.values().cases, 500);
/// assert_eq!(config.settings()[0].origin, Origin::Builder);
/// assert_eq!(config.errors()[0].to_string(), "the test: `minima` takes a whole number from 1 to 5, not `9`");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    values: Values,
    origins: [Origin; SETTINGS.len()],
    errors: Vec<ConfigError>,
    warnings: Vec<ConfigError>,
    /// The values of parameters, in the file of the weights.
    parameters: SetParameters,
}

/// A setting as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// Its name; in the environment `ASTRAGAL_` and the same in capitals.
    pub name: &'static str,
    /// Its value as it would be written in the environment.
    pub value: String,
    /// Where it was set.
    pub origin: Origin,
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}

impl Config {
    /// The defaults. The setters change what a test sets for itself; [`Config::merge`] adds it to what was loaded.
    pub fn new() -> Config {
        Config {
            values: Values::defaults(),
            origins: [const { Origin::Default }; SETTINGS.len()],
            errors: Vec::new(),
            warnings: Vec::new(),
            parameters: SetParameters::default(),
        }
    }

    /// Sets a setting by its name and the text of its value, as `astragal.toml` does: `set("time", "2s")`.
    ///
    /// ```
    /// use astragal::config::Config;
    ///
    /// assert_eq!(Config::new().set("time", "none").values().time, None);
    /// let wrong = Config::new().set("case", "5");
    /// assert_eq!(wrong.errors()[0].message, "there is no setting `case`; did you mean `cases`?");
    /// ```
    #[must_use]
    pub fn set(mut self, name: &str, text: &str) -> Config {
        self.set_from(name, text, Origin::Builder);
        self
    }

    /// The values in force.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Every setting in force, in the order of the table, with where it was set.
    pub fn settings(&self) -> Vec<Setting> {
        let set = SETTINGS.iter().zip(self.texts()).zip(&self.origins);
        set.map(|((setting, value), origin)| Setting { name: setting.name, value, origin: origin.clone() }).collect()
    }

    /// Whether it is set where failing cases are kept.
    pub(crate) fn says_where_regressions_are(&self) -> bool {
        self.origins[Key::regressions as usize] != Origin::Default
    }

    /// Whether it is set how long a run may take.
    pub(crate) fn says_how_long(&self) -> bool {
        self.origins[Key::time as usize] != Origin::Default
    }

    /// Adds what another config sets. Of two [origins](Origin) of a setting the higher takes precedence; of two equal ones, the
    /// other's. So the environment that was loaded takes precedence over the test.
    ///
    /// ```
    /// use astragal::config::Config;
    ///
    /// let of_the_test = Config::new().cases(500).size(20);
    /// let environment = [("ASTRAGAL_CASES".to_string(), "9".to_string())];
    /// let config = Config::load_with("/nowhere", environment).merge(&of_the_test);
    /// assert_eq!((config.values().cases, config.values().size), (9, 20));
    /// ```
    #[must_use]
    pub fn merge(mut self, other: &Config) -> Config {
        self.take_all(other);
        for error in &other.errors {
            note(&mut self.errors, error.clone());
        }
        for warning in &other.warnings {
            note(&mut self.warnings, warning.clone());
        }
        self
    }

    /// All wrong settings, wherever they are set. A property with a wrong setting is not run.
    pub fn errors(&self) -> Vec<ConfigError> {
        let isolated = &self.origins[Key::isolated as usize];
        // A user who turns isolation off for a whole run, for a debugger perhaps, knows that limits are off too.
        let is_turned_off = matches!(isolated, Origin::Environment(_));
        let limits =
            if is_turned_off { Vec::new() } else { self.limits_without_isolation(|origin| *origin == Origin::Builder) };
        self.errors.iter().cloned().chain(limits).collect()
    }

    /// Settings that have no effect.
    pub fn warnings(&self) -> Vec<ConfigError> {
        let is_of_this_run = |origin: &Origin| matches!(origin, Origin::Environment(_));
        self.warnings.iter().cloned().chain(self.limits_without_isolation(is_of_this_run)).collect()
    }

    /// Rejects a variable of the environment that is not a setting and makes it impossible to check anything.
    pub(crate) fn reject_variable(&mut self, name: &str, message: String) {
        note(&mut self.errors, ConfigError { message, place: Origin::Environment(name.into()) });
    }

    /// Rejects `isolated` where no test is run, by which a child process would find its property.
    pub(crate) fn reject_isolation(&mut self) {
        if self.values.isolated {
            let message =
                "`isolated` needs a test that a child process can run: write `#[property(isolated)]`, or `check_with`";
            let place = self.origins[Key::isolated as usize].clone();
            note(&mut self.errors, ConfigError { message: message.into(), place });
        }
    }

    /// Limits from some places that have no effect. A test that has one for itself is misconfigured; the environment sets a
    /// whole suite, which is worth a warning; the limit in a file is for those properties that are isolated.
    fn limits_without_isolation(&self, is_from: impl Fn(&Origin) -> bool) -> Vec<ConfigError> {
        let given = [self.values.timeout.is_some(), self.values.memory.is_some()];
        let origins = [Key::timeout, Key::memory].map(|key| &self.origins[key as usize]);
        let limits = LIMITS.iter().zip(given).zip(origins);
        let unkept = limits.filter(|((_, given), origin)| *given && !self.values.isolated && is_from(origin));
        let error = |((name, _), origin): ((&&str, bool), &Origin)| {
            let message = format!("{}: set both, or neither", needs_isolated(name));
            ConfigError { message, place: origin.clone() }
        };
        unkept.map(error).collect()
    }

    /// Whether a value from there takes precedence over the one in force; if so, its origin is kept.
    fn takes(&mut self, key: Key, origin: &Origin) -> bool {
        let held = &mut self.origins[key as usize];
        let wins = origin.rank() >= held.rank();
        if wins {
            *held = origin.clone();
        }
        wins
    }

    fn reject(&mut self, key: Key, text: &str, place: Origin) {
        note(&mut self.errors, ConfigError { message: SETTINGS[key as usize].wrong(text), place });
    }

    /// Sets by name and text, from anywhere.
    fn set_from(&mut self, name: &str, text: &str, place: Origin) {
        if !self.read(name, text, place.clone()) {
            note(&mut self.errors, ConfigError { message: unknown("setting", name, &[]), place });
        }
    }
}

/// How many errors are kept: no one reads more.
const MOST_ERRORS: usize = 100;

/// Adds an error or a warning, unless it is there already.
fn note(list: &mut Vec<ConfigError>, error: ConfigError) {
    if list.len() < MOST_ERRORS && !list.contains(&error) {
        list.push(error);
    }
}
