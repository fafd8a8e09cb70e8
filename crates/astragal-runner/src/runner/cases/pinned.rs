//! Cases that are run before all others: pinned by a replay token, or given as values.

use astragal_core::Choices;

use super::token::{read, shown};
use super::{CaseSource, Next, usage};
use crate::evaluate::Input;
use crate::report::Found;
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;

/// A case that is run before all others.
#[derive(Clone, Debug)]
pub(crate) enum Pin {
    /// A replay token, and where it is written.
    Token(String, String),
    /// The choices of a value; or why the generator cannot make it.
    Value(Result<Choices, String>),
}

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Pinned { tried: 0, found: Found::Pinned, value: Choices::default() })
}

/// See the module.
struct Pinned {
    tried: usize,
    found: Found,
    value: Choices,
}

impl CaseSource for Pinned {
    fn name(&self) -> &'static str {
        "pinned"
    }

    fn next(&mut self, bench: &mut Bench<'_>, _progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        let Some(pin) = bench.job.pins.get(self.tried) else { return Next::Over };
        self.tried += 1;
        match pin {
            Pin::Token(token, place) => {
                self.found = Found::Pinned;
                let subject = format!("the pinned case `{}` ({place})", shown(token));
                match read(bench, token, &subject, "Remove the pin") {
                    Ok(evaluation) => Next::Ran(evaluation),
                    Err(end) => Next::End(*end),
                }
            }
            Pin::Value(Ok(choices)) => {
                (self.found, self.value) = (Found::Given, choices.clone());
                Next::One(Input::Choices(&self.value))
            }
            Pin::Value(Err(message)) => Next::End(usage(message.clone())),
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        self.found.clone()
    }
}
