//! Why frequencies cannot be had, and what can be had instead.

use std::fmt;

/// A demand that cannot be met. See [`Shaping::with_frequencies`](crate::Shaping::with_frequencies).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrequencyError {
    /// No constructor has that name.
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Constructors of several types have that name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their full names.
        which: Vec<String>,
    },
    /// Not a number of times.
    Times {
        /// What was given.
        times: f64,
    },
    /// Without some constructors, no value of a type ends.
    Endless {
        /// The constructors.
        without: Vec<String>,
        /// The type.
        type_name: String,
    },
    /// A constructor whose frequency is demanded is missing: it, or one that it needs, was excluded.
    Missing {
        /// The constructor.
        name: String,
        /// What was excluded.
        without: Vec<String>,
    },
    /// No value has them, nor any number of values on average.
    Impossible(Box<Conflict>),
    /// It is possible, but not by weights alone at that size.
    OutOfReach {
        /// The one.
        more: String,
        /// How many times as often it should be.
        times: f64,
        /// The other.
        than: String,
        /// How many times it is.
        reached: f64,
        /// The size.
        size: u32,
    },
}

/// A ratio that no values have.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The one.
    pub more: String,
    /// How many times as often it should be.
    pub times: f64,
    /// The other.
    pub than: String,
    /// The fewest of the one for each of the other, and the most; `None` if there is no bound.
    pub possible: Option<(f64, Option<f64>)>,
    /// Whether only the demands that were made before it make it impossible.
    pub through_others: bool,
    /// Why: what one of them holds, and how many.
    pub(super) because: Option<(String, usize, String)>,
}

impl fmt::Display for FrequencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrequencyError::Unknown { name, known } if known.is_empty() => write!(
                f,
                "no constructor is called `{name}`: there is none whose frequency can be chosen. Those of types with \
                 `#[derive(Arbitrary)]` can, unless they are drawn by a closure, lazily, by a strategy, by a function that calls \
                 itself or by what was drawn before"
            ),
            FrequencyError::Unknown { name, known } => {
                write!(f, "no constructor is called `{name}`: there are {}", listed(known, "and"))
            }
            FrequencyError::Ambiguous { name, which } => {
                write!(f, "several constructors are called `{name}`: say which, {}", listed(which, "or"))
            }
            FrequencyError::Times { times } => {
                write!(f, "nothing is {times} times as frequent: it takes a number above zero, or `without`")
            }
            FrequencyError::Endless { without, type_name } => {
                write!(f, "without {} no value of `{type_name}` ends", listed(without, "and"))
            }
            FrequencyError::Missing { name, without } => {
                write!(f, "there is no `{name}` without {}", listed(without, "and"))
            }
            FrequencyError::Impossible(conflict) => conflict.fmt(f),
            FrequencyError::OutOfReach { more, times, than, reached, size } => write!(
                f,
                "`{more}` cannot be made {} as frequent as `{than}` at size {size}: by weights it gets {} as frequent at \
                 the nearest",
                number_of_times(*times),
                number_of_times(*reached)
            ),
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { more, times, than, possible, through_others, because } = self;
        write!(f, "`{more}` cannot be {} as frequent as `{than}`", number_of_times(*times))?;
        if let Some((holder, places, type_name)) = because {
            let plural = if *places == 1 { "place" } else { "places" };
            write!(f, ": each `{holder}` has {places} {plural} for `{type_name}`")?;
            f.write_str(if *places == 1 { ", which must end" } else { ", each of which must end" })?;
        }
        let Some((least, most)) = possible else {
            return f.write_str(if *through_others { ", after the demands before" } else { "" });
        };
        let bounds = match most {
            None => format!("at least {}", rounded(*least)),
            Some(most) if (most - least).abs() < 1e-6 => format!("exactly {}", rounded(*least)),
            Some(most) if *least < 1e-6 => format!("at most {}", rounded(*most)),
            Some(most) => format!("between {} and {}", rounded(*least), rounded(*most)),
        };
        let others = if *through_others { " (after the demands before)" } else { "" };
        let joined = if because.is_some() { ", so" } else { ":" };
        write!(f, "{joined} there are {bounds} `{more}` for each `{than}`{others}")
    }
}

impl std::error::Error for FrequencyError {}

fn number_of_times(times: f64) -> String {
    match times {
        1.0 => "just".into(),
        2.0 => "twice".into(),
        0.5 => "half".into(),
        times => format!("{} times", rounded(times)),
    }
}

/// A number with as many digits as say something.
fn rounded(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn listed(names: &[String], and: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => "none".into(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}
