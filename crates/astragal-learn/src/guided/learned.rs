//! What was learned about a condition, as text: valid values, by their choices.

use std::fmt;
use std::str::FromStr;

use astragal_core::{Choices, ParseError};

const HEADER: &str = "astragal learned 1";
/// How many values are kept: enough to know the parts of others.
const MOST: usize = 1 << 11;

/// What a [`Guided`](super::Guided) generator has learned: some valid values, by their choices.
///
/// Its text has a line for each, a [replay token](Choices::token). See [`Guided::learned`](super::Guided::learned).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    sequences: Vec<Choices>,
}

impl Learned {
    /// Of many values, some from everywhere among them.
    pub(super) fn new<T>(all: impl ExactSizeIterator<Item = T>, choices: impl FnMut(T) -> Option<Choices>) -> Learned {
        let every = all.len().div_ceil(MOST).max(1);
        Learned { sequences: all.step_by(every).filter_map(choices).collect() }
    }

    /// The choices of valid values.
    pub fn sequences(&self) -> &[Choices] {
        &self.sequences
    }
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        self.sequences.iter().try_for_each(|choices| writeln!(f, "{}", choices.token()))
    }
}

impl FromStr for Learned {
    type Err = ParseError;

    /// Reads the text form. It allocates at most a small multiple of the text's size.
    fn from_str(text: &str) -> Result<Learned, ParseError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let first = lines.next();
        if first.is_none_or(|(_, line)| line.trim() != HEADER) {
            let line = first.map_or(1, |(at, _)| at + 1);
            return Err(ParseError::in_line(
                line,
                format!("this is not what was learned: `{HEADER}` should stand here"),
            ));
        }
        let mut sequences = Vec::new();
        for (at, line) in lines {
            if sequences.len() == MOST {
                let message = format!("no more than {MOST} values can be learned from");
                return Err(ParseError::in_line(at + 1, message));
            }
            let choices = Choices::from_token(line);
            sequences.push(choices.map_err(|error| ParseError::in_line(at + 1, error.message()))?);
        }
        Ok(Learned { sequences })
    }
}
