//! Generalized counterexamples: a case with names in place of the parts that may have other values.

use std::fmt;

/// A generalized counterexample: for all values of its variables, the property fails in the same way.
///
/// It is tested, not proved: `tried` says how often.
///
/// ```
/// use astragal::{Check, any};
///
/// let report = Check::new().seed(1).run(any::<(u32, u32)>(), |(a, _)| assert!(a < 50));
/// let always = &report.failures[0].minimal.always[0];
/// assert_eq!(always.to_string(), "for every n >= 50, x: (n, x)");
/// assert!(always.tried >= 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Always {
    /// The parts that may have other values, all at the same time.
    pub variables: Vec<Variable>,
    /// The values that are not a variable as a whole, with the names of the variables in their text: the name of the
    /// value (empty if there is one without a name), and the text.
    pub values: Vec<(String, String)>,
    /// Whether `values` omits values that are the same as in the case.
    pub leaves_out: bool,
    /// How many other cases were run; all of them failed.
    pub tried: usize,
    /// Whether there are no other cases than these.
    pub tried_all: bool,
    /// How many parts of the case were not tried, because there are too many. Whether they matter is not known.
    pub untried: usize,
}

/// A part of a case that may have other values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable {
    /// Its name in the text; `_` or `..` where there would be too many.
    pub name: String,
    /// Its type, if it is known.
    pub type_name: Option<String>,
    /// What it represents.
    pub domain: Domain,
}

/// What a variable represents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Domain {
    /// Any value that the generator makes there.
    Any,
    /// Any number of any elements.
    Elements,
    /// Numbers, up to and with their bounds.
    Numbers {
        /// The least of them, unless it is that of the generator.
        low: Option<i128>,
        /// The greatest of them, unless it is that of the generator.
        high: Option<i128>,
    },
    /// For each constructor some value of it, which was found.
    Constructors {
        /// The name of the type, or of the place where one is picked.
        of: String,
        /// How many there are.
        count: usize,
    },
}

/// More unnamed values that may be anything are given by their numbers.
const MOST_DRAWS: usize = 4;

impl Always {
    /// Whether it speaks of a value by its name.
    pub(crate) fn names(&self, value: &str) -> bool {
        let (_, variables) = self.numbered_and_named();
        variables.iter().any(|it| it.name == value) || self.values.iter().any(|(name, _)| name == value)
    }

    /// The numbers of the values that have nothing else and may be anything, if they are many; and the other variables.
    fn numbered_and_named(&self) -> (Vec<usize>, Vec<&Variable>) {
        let number = |it: &Variable| match it.domain {
            Domain::Any => it.name.strip_prefix("draw ")?.parse::<usize>().ok(),
            _ => None,
        };
        let numbers: Vec<usize> = self.variables.iter().filter_map(number).collect();
        match numbers.len() > MOST_DRAWS {
            true => (numbers, self.variables.iter().filter(|it| number(it).is_none()).collect()),
            false => (Vec::new(), self.variables.iter().collect()),
        }
    }
}

/// Numbers in order, as ranges: `1 to 4, 7`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|before, after| before + 1 == *after);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        run => run.iter().map(ToString::to_string).collect(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.domain {
            Domain::Numbers { low: Some(low), high: Some(high) } => write!(f, "{name} in {low}..={high}"),
            Domain::Numbers { low: Some(low), high: None } => write!(f, "{name} >= {low}"),
            Domain::Numbers { low: None, high: Some(high) } => write!(f, "{name} <= {high}"),
            Domain::Constructors { of, .. } => write!(f, "constructor of {of} at {name}, each with some value"),
            Domain::Any | Domain::Elements | Domain::Numbers { .. } => f.write_str(name),
        }
    }
}

impl fmt::Display for Always {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_named = |variable: &&&Variable| !["_", ".."].contains(&&*variable.name);
        let (draws, variables) = self.numbered_and_named();
        let named: Vec<String> = match &variables[..] {
            [Variable { name, type_name: Some(of), domain: Domain::Any | Domain::Elements }] => {
                vec![format!("{name}: {of}")]
            }
            variables => variables.iter().filter(is_named).map(ToString::to_string).collect(),
        };
        let mut parts = Vec::new();
        if !named.is_empty() {
            parts.push(format!("every {}", named.join(", ")));
        }
        let blanks: Vec<&str> =
            ["_", ".."].into_iter().filter(|blank| self.variables.iter().any(|other| other.name == *blank)).collect();
        if !blanks.is_empty() {
            parts.push(format!("anything at {}", blanks.join(" and ")));
        }
        if !draws.is_empty() {
            parts.push(format!("any values of draws {}", ranges(&draws)));
        }
        write!(f, "for {}", parts.join(" and "))?;
        let value = |(name, text): &(String, String)| match &**name {
            "" => text.clone(),
            name => format!("{name} = {text}"),
        };
        let values: Vec<String> = self.values.iter().map(value).collect();
        if !values.is_empty() {
            write!(f, ": {}", values.join(", "))?;
        }
        if self.leaves_out { f.write_str(", the rest as above") } else { Ok(()) }
    }
}
