//! Every setting of the runner in one table, each with where its value came from.
//!
//! What is said last wins, from the weakest to the strongest:
//!
//! 1. the defaults,
//! 2. the built-in values of the profile,
//! 3. `astragal.toml` in the package's directory or above: first its top-level keys, then its `[profile.<name>]`,
//! 4. the test: its attribute, or the setters of [`Config`],
//! 5. the environment: `ASTRAGAL_CASES=5000` and so on. It is the strongest, so that one can turn a whole suite.
//!
//! The profile is the one that `ASTRAGAL_PROFILE` names; else `ci` where the variable `CI` is set; else `dev`. Built in are
//! `dev` (the defaults), `ci` (strict, no color, more time for shrinking) and `nightly` (a hundred times the cases, ten minutes
//! for each property). A file may add to these and have others.
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
//! The file is TOML, without what no setting needs: inline tables, arrays of tables, and strings of several lines are
//! refused with a message that says so.

mod file;
mod form;
mod load;
mod nearest;
mod origin;
#[cfg(feature = "config-file")]
mod syntax;
#[cfg(feature = "config-file")]
mod toml;
mod values;

use std::sync::OnceLock;
use std::time::Duration;

pub use astragal_core::Strategy;
pub use origin::{ConfigError, Origin};
pub use values::{Color, Exhaustive, Phase, Phases, Regressions, Show};

/// Makes of the table: the values, a setter for each, and reading and showing them by name.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $default:expr, $form:expr, set by $given:ty;)*) => {
        /// The settings in force, as [`Config::values`] gives them.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct Values {
            $($(#[$doc])* pub $name: $kind,)*
        }

        /// The place of each setting in the table.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Key { $($name),* }

        /// The names of all settings, in the order of the table.
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        impl Values {
            fn defaults() -> Values {
                Values { $($name: $default),* }
            }
        }

        /// The setters. A value that makes no sense is among the [errors](Config::errors).
        impl Config {
            $(
                $(#[$doc])*
                #[must_use]
                #[allow(clippy::useless_conversion)]
                pub fn $name(mut self, $name: $given) -> Config {
                    let value: $kind = $name.into();
                    let text = ($form.show)(&value);
                    match ($form.parse)(&text) {
                        Some(_) if self.takes(Key::$name, &Origin::Builder) => self.values.$name = value,
                        Some(_) => (),
                        None => self.refuse(stringify!($name), $form.wants, &text, Origin::Builder),
                    }
                    self
                }
            )*
        }

        impl Config {
            /// Reads the text of a setting. Whether there is a setting of that name.
            fn read(&mut self, name: &str, text: &str, origin: Origin) -> bool {
                match name {
                    $(stringify!($name) => match ($form.parse)(text.trim()) {
                        Some(value) => if self.takes(Key::$name, &origin) { self.values.$name = value },
                        None => self.refuse(stringify!($name), $form.wants, text, origin),
                    },)*
                    _ => return false,
                }
                true
            }

            /// The text of each setting, in the order of the table. Every report has them, and most are those of the defaults,
            /// so these are put into words once.
            fn texts(&self) -> [String; NAMES.len()] {
                static DEFAULTS: OnceLock<[String; NAMES.len()]> = OnceLock::new();
                let show = |values: &Values| [$(($form.show)(&values.$name)),*];
                let defaults = DEFAULTS.get_or_init(|| show(&Values::defaults()));
                [$(match self.origins[Key::$name as usize] {
                    Origin::Default => defaults[Key::$name as usize].clone(),
                    _ => ($form.show)(&self.values.$name),
                }),*]
            }

            /// Takes what another config says and this one does not say more strongly.
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

// A new setting is one line here (and a form, if none of those in `form` fits).
settings! {
    /// How many random cases are run.
    cases: u64 = 1_000, form::COUNT, set by u64;
    /// How long the search for a failing case may take, from the first case on; and if it is set, the whole run, of which a failing
    /// case that is found late still has half to be confirmed, shrunk and explained. It stops a run and decides nothing else.
    time: Option<Duration> = Some(Duration::from_secs(10)), form::TIME_OR_NONE, set by impl Into<Option<Duration>>;
    /// The largest size of a case.
    size: u32 = 100, form::SIZE, set by u32;
    /// The seed of the random cases; a fresh one for each run if there is none.
    seed: Option<u64> = None, form::SEED, set by impl Into<Option<u64>>;
    /// What is done for a property.
    phases: Phases = Phases::ALL, form::PHASES, set by Phases;
    /// Which cases are listed, smallest first: `auto` (a few before the random ones, or all if they are few), or instead of
    /// random ones: so many, or all up to a size or a depth, such as `10000`, `size 8` or `depth 4`.
    exhaustive: Exhaustive = Exhaustive::Auto, form::EXHAUSTIVE, set by impl Into<Exhaustive>;
    /// How the random cases are chosen: by chance alone, or by a plan for each whole value, such as `agata:linear`.
    strategy: Strategy = Strategy::usual(), form::STRATEGY, set by Strategy;
    /// Whether cases are run in a child process, so that an abort or an endless loop is a failed case too; and so is an end that
    /// nothing in the process of the property can see: `_exit(0)`, `exec`, or the end of a parent that has forked a copy.
    /// Without it, the next run tells of those.
    isolated: bool = false, form::SWITCH, set by bool;
    /// How long one case may take. Only if isolated, since nothing else can end a case: a test that says so and is not
    /// isolated is a usage error.
    timeout: Option<Duration> = None, form::TIME_OR_NONE, set by impl Into<Option<Duration>>;
    /// How many bytes of memory one case may take. Only if isolated, as `timeout`.
    memory: Option<u64> = None, form::BYTES_OR_NONE, set by impl Into<Option<u64>>;
    /// How many threads run the cases of a property.
    threads: usize = 1, form::THREADS, set by usize;
    /// How many times shrinking may run the property.
    shrink_evaluations: u64 = 20_000, form::COUNT, set by u64;
    /// How long failing cases may be confirmed, shrunk and explained.
    shrink_time: Duration = Duration::from_secs(30), form::TIME, set by Duration;
    /// How many different smallest counterexamples are wanted, from 1 to 5.
    minima: u8 = 1, form::MINIMA, set by u8;
    /// How much a report shows.
    show: Show = Show::Normal, form::SHOW, set by Show;
    /// Whether each property is summed up in one line (the verdict, the cases, the rejections), which is written past the capture
    /// of the test harness.
    summary: bool = false, form::SWITCH, set by bool;
    /// When a report is coloured.
    color: Color = Color::Auto, form::COLOR, set by Color;
    /// Where cases that failed are kept.
    regressions: Regressions = Regressions::Beside, form::REGRESSIONS, set by Regressions;
    /// Whether a damaged entry in a file of regressions fails the property. Otherwise it is a warning.
    strict: bool = false, form::SWITCH, set by bool;
    /// The token of the one case to run instead of all others.
    replay: Option<String> = None, form::TOKEN, set by impl Into<Option<String>>;
    /// How sure one must be before a required share counts as met or missed.
    coverage_confidence: f64 = 0.999_999, form::CONFIDENCE, set by f64;
}

/// The settings of a property, each with where its value came from.
///
/// ```
/// use astragal::config::{Config, Origin};
///
/// let config = Config::new().cases(500).minima(9);
/// assert_eq!(config.values().cases, 500);
/// assert_eq!(config.settings()[0].origin, Origin::Builder);
/// assert_eq!(config.errors()[0].to_string(), "the test: `minima` wants a whole number from 1 to 5, not `9`");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    values: Values,
    origins: [Origin; NAMES.len()],
    errors: Vec<ConfigError>,
    warnings: Vec<ConfigError>,
}

/// A setting as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// Its name; in the environment `ASTRAGAL_` and the same in capitals.
    pub name: &'static str,
    /// Its value as it stands in `astragal.toml`.
    pub value: String,
    /// Who said so.
    pub origin: Origin,
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}

impl Config {
    /// The defaults. What the setters change then is what a test says for itself; [`Config::merge`] adds it to what was
    /// loaded.
    pub fn new() -> Config {
        Config {
            values: Values::defaults(),
            origins: [const { Origin::Default }; NAMES.len()],
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Sets by name and text, as `astragal.toml` would: `set("time", "2s")`.
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
        if !self.read(name, text, Origin::Builder) {
            self.unknown(name, Origin::Builder);
        }
        self
    }

    /// The values in force.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Every setting in force, in a fixed order, with who said so.
    pub fn settings(&self) -> Vec<Setting> {
        let said = NAMES.iter().zip(self.texts()).zip(&self.origins);
        said.map(|((name, value), origin)| Setting { name, value, origin: origin.clone() }).collect()
    }

    /// Whether anybody says where cases that failed are kept.
    pub(crate) fn says_where_regressions_are(&self) -> bool {
        self.origins[Key::regressions as usize] != Origin::Default
    }

    /// Whether anybody says how long the random phase may take.
    pub(crate) fn says_how_long(&self) -> bool {
        self.origins[Key::time as usize] != Origin::Default
    }

    /// Adds what another config says. Each setting keeps the stronger of the two [origins](Origin); of two that are
    /// equal, the other's. So the environment that was loaded wins over what the test says.
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

    /// What was said wrongly anywhere. A property with wrong settings is not run.
    pub fn errors(&self) -> Vec<ConfigError> {
        let isolated = &self.origins[Key::isolated as usize];
        // Whoever turns isolation off for a whole run, for a debugger perhaps, knows that limits are off too.
        let is_turned_off = matches!(isolated, Origin::Environment(_));
        let limits =
            if is_turned_off { Vec::new() } else { self.limits_without_isolation(|origin| *origin == Origin::Builder) };
        self.errors.iter().cloned().chain(limits).collect()
    }

    /// What was said and has no effect.
    pub fn warnings(&self) -> Vec<ConfigError> {
        let is_of_this_run = |origin: &Origin| matches!(origin, Origin::Environment(_));
        self.warnings.iter().cloned().chain(self.limits_without_isolation(is_of_this_run)).collect()
    }

    /// A variable of the environment, which is no setting, makes it impossible to check anything.
    pub(crate) fn reject_variable(&mut self, name: &str, message: String) {
        note(&mut self.errors, ConfigError { message, place: Origin::Environment(name.into()) });
    }

    /// Refuses to be isolated where no test is run, by which a child process would find its property.
    pub(crate) fn refuse_isolation(&mut self) {
        if self.values.isolated {
            let message =
                "`isolated` needs a test that a child process can run: write `#[property(isolated)]`, or `check_with`";
            let place = self.origins[Key::isolated as usize].clone();
            note(&mut self.errors, ConfigError { message: message.into(), place });
        }
    }

    /// Limits from some places that have no effect. A test that has one for itself is misconfigured; the environment may turn a
    /// whole suite, which is worth a warning; the limit in a file is for those properties that are isolated.
    fn limits_without_isolation(&self, is_from: impl Fn(&Origin) -> bool) -> Vec<ConfigError> {
        let limits = [(Key::timeout, self.values.timeout.is_some()), (Key::memory, self.values.memory.is_some())];
        let unkept = limits
            .into_iter()
            .filter(|(key, given)| *given && !self.values.isolated && is_from(&self.origins[*key as usize]));
        let error = |(key, _)| {
            let name = NAMES[key as usize];
            let message = format!(
                "`{name}` needs `isolated`, since only a case in a process of its own can be ended: set both, or neither"
            );
            ConfigError { message, place: self.origins[key as usize].clone() }
        };
        unkept.map(error).collect()
    }

    /// Whether a value from there wins over the one in force; if so, it is from there.
    fn takes(&mut self, key: Key, origin: &Origin) -> bool {
        let held = &mut self.origins[key as usize];
        let wins = origin.rank() >= held.rank();
        if wins {
            *held = origin.clone();
        }
        wins
    }

    fn refuse(&mut self, name: &str, wants: &str, text: &str, place: Origin) {
        let message = format!("`{name}` wants {wants}, not `{}`", shortened(text, LONGEST_ECHO));
        note(&mut self.errors, ConfigError { message, place });
    }

    fn unknown(&mut self, name: &str, place: Origin) {
        let shown = shortened(name, LONGEST_ECHO);
        let message = match nearest::nearest(name, NAMES.iter().copied()) {
            Some(near) => format!("there is no setting `{shown}`; did you mean `{near}`?"),
            None => format!("there is no setting `{shown}`; there are: {}", NAMES.join(", ")),
        };
        note(&mut self.errors, ConfigError { message, place });
    }
}

/// How many errors are kept: no one reads more.
const MOST_ERRORS: usize = 100;

/// How much of a wrong setting is shown, in characters.
const LONGEST_ECHO: usize = 60;

/// What is said twice is told once.
fn note(list: &mut Vec<ConfigError>, error: ConfigError) {
    if list.len() < MOST_ERRORS && !list.contains(&error) {
        list.push(error);
    }
}

/// The beginning of a text, if it is long.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.into(),
    }
}
