//! Cases that are given: by a replay token, which must be one of this property, or by a value.

use astragal_core::{Choices, ReplayToken};

use super::Session;
use super::known::usage;
use super::search::End;
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Verdict};

/// A longer token is not shown whole in a message.
const LONGEST_SHOWN: usize = 100;

/// A case that is run before all others.
#[derive(Clone, Debug)]
pub(crate) enum Pin {
    /// A replay token, and where it is written.
    Token(String, String),
    /// The choices of a value; or why the generator cannot make it.
    Value(Result<Choices, String>),
}

impl Session<'_> {
    /// Runs the one case that was given.
    pub(super) fn replay(&mut self, token: &str) -> Verdict {
        let settings = self.job.config.settings();
        let said = settings.iter().find(|setting| setting.name == "replay").map(|setting| setting.origin.to_string());
        let subject = format!("the case to replay, `{}` ({}),", shown(token), said.unwrap_or_default());
        let remedy = "Replay it with the property that the report named";
        match self.try_token(token, &subject, remedy, Found::Replay) {
            Some(End::Found(suspect)) => self.settle(suspect),
            Some(End::Nothing(verdict)) => verdict,
            None if self.statistics.cases > 0 => Verdict::Passed,
            None => Verdict::Vacuous,
        }
    }

    pub(super) fn try_pin(&mut self, pin: &Pin) -> Option<End> {
        match pin {
            Pin::Token(token, place) => {
                let subject = format!("the pinned case `{}` ({place})", shown(token));
                self.try_token(token, &subject, "Remove the pin", Found::Pinned)
            }
            Pin::Value(Ok(choices)) => self.try_case(choices, Found::Given),
            Pin::Value(Err(message)) => Some(usage(message.clone())),
        }
    }

    /// Runs the case of a token, unless that is of another property.
    fn try_token(&mut self, text: &str, subject: &str, remedy: &str, found: Found) -> Option<End> {
        let token: ReplayToken = match text.parse() {
            Ok(token) => token,
            Err(error) => return Some(usage(format!("{subject} cannot be read: {error}"))),
        };
        let evaluation = self.evaluator.evaluate(Input::Choices(token.choices()), &mut |_| true, false);
        if self.fits(&token, &evaluation) {
            if !is_beginning(token.choices(), &evaluation.choices) {
                self.warnings.push(format!("{subject} reads differently today, since the property draws other values"));
            }
            let ended = self.tried(evaluation, found);
            return self.naming(ended, || subject.trim_end_matches(',').into());
        }
        let why = "was made by another property, or its generator has changed since";
        let mut message = format!("{subject} does not fit this property: it {why}. {remedy}");
        let is_whole = !matches!(evaluation.ended, Ended::Rejected);
        let now = if is_whole { self.text_of(&evaluation.choices) } else { String::new() };
        if is_whole && evaluation.choices.replay_token().len() <= LONGEST_SHOWN {
            message += &format!("; or, for what it reads as here, use `{}`: {now}", evaluation.choices.replay_token());
        }
        Some(usage(message))
    }

    /// Whether a case was read as its token was made.
    fn fits(&self, token: &ReplayToken, evaluation: &Evaluation) -> bool {
        let (given, read) = (token.choices(), &evaluation.choices);
        match &evaluation.ended {
            // A process that died may not have told what it drew.
            Ended::Failed(fault) if fault.origin.ends_the_process() => true,
            _ if evaluation.problem.is_some() => true,
            ended => token.fits(read).unwrap_or_else(|| {
                let is_rejected = matches!(ended, Ended::Rejected);
                // What nothing has rejected was cut off, since it makes too many choices.
                let is_cut_off = is_rejected && evaluation.said.as_ref().is_none_or(|said| said.rejections.is_empty());
                let is_whole = read.len() == given.len() || is_rejected && read.len() < given.len();
                // What is drawn while a property runs may be more than it was when the property failed.
                is_beginning(given, read) && !is_cut_off && (is_whole || self.job.space.is_none())
            }),
        }
    }
}

/// Whether one sequence begins as the other.
fn is_beginning(one: &Choices, other: &Choices) -> bool {
    one.numbers().zip(other.numbers()).all(|(one, other)| one == other)
}

/// A token as a message shows it.
fn shown(token: &str) -> String {
    match token.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}..", &token[..end]),
        None => token.into(),
    }
}
