//! Oracles: what else says whether a text belongs to a language. A function of Rust, or any command.

mod command;

pub use command::{Command, CommandError};

use std::fmt;

/// What an oracle says of a text. A refusal, a crash and a hang are told apart, because only the first is an opinion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It takes the text.
    Accepted,
    /// It takes the text, and says something about it.
    Warned(String),
    /// It does not take the text, and says why.
    Refused(String),
    /// It died: of a signal, by a panic.
    Crashed(String),
    /// It did not answer within its limit of time.
    Hung(String),
}

impl Answer {
    /// Whether it takes the text.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Answer::Accepted | Answer::Warned(_))
    }

    /// Whether it is an opinion about the text, and not a fault of the oracle.
    pub fn is_opinion(&self) -> bool {
        !matches!(self, Answer::Crashed(_) | Answer::Hung(_))
    }

    /// What it says beside that.
    pub fn message(&self) -> &str {
        match self {
            Answer::Accepted => "",
            Answer::Warned(text) | Answer::Refused(text) | Answer::Crashed(text) | Answer::Hung(text) => text,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, message) = match self {
            Answer::Accepted => ("accepts it", ""),
            Answer::Warned(text) => ("accepts it with a warning", text.as_str()),
            Answer::Refused(text) => ("refuses it", text.as_str()),
            Answer::Crashed(text) => ("crashes", text.as_str()),
            Answer::Hung(text) => ("does not answer", text.as_str()),
        };
        f.write_str(what)?;
        if message.trim().is_empty() { Ok(()) } else { write!(f, ": {}", message.trim()) }
    }
}

impl From<bool> for Answer {
    fn from(accepts: bool) -> Answer {
        if accepts { Answer::Accepted } else { Answer::Refused(String::new()) }
    }
}

impl<T, E: fmt::Display> From<Result<T, E>> for Answer {
    fn from(result: Result<T, E>) -> Answer {
        match result {
            Ok(_) => Answer::Accepted,
            Err(error) => Answer::Refused(error.to_string()),
        }
    }
}

/// Says whether a text belongs to a language. Functions from `&str` to a `bool`, a `Result` or an [`Answer`] do.
///
/// ```
/// use astragal_grammar::Oracle;
///
/// let integers = |text: &str| text.parse::<i32>();
/// assert!(integers.judge("12").is_accepted());
/// assert_eq!(integers.judge("1x").to_string(), "refuses it: invalid digit found in string");
/// ```
pub trait Oracle {
    /// What it says of a text.
    fn judge(&self, text: &str) -> Answer;
}

impl<A: Into<Answer>, F: Fn(&str) -> A> Oracle for F {
    fn judge(&self, text: &str) -> Answer {
        self(text).into()
    }
}
