//! Reads the case of a replay token, which must be one of this property.

use astragal_core::{Choices, ReplayToken};

use super::{cannot_be_run, usage};
use crate::evaluate::{Ended, Evaluation, Input};
use crate::runner::bench::Bench;
use crate::runner::search::End;

/// A longer token is not shown whole in a message.
const LONGEST_SHOWN: usize = 100;

/// Runs the case of a token; the end if it cannot be read, or is of another property.
pub(super) fn read(bench: &mut Bench<'_>, text: &str, subject: &str, remedy: &str) -> Result<Evaluation, Box<End>> {
    let token: ReplayToken =
        text.parse().map_err(|error| Box::new(usage(format!("{subject} cannot be read: {error}"))))?;
    let mut evaluation = bench.run(Input::Choices(token.choices()));
    if fits(&token, &evaluation, bench.job.space.is_none()) {
        if !is_beginning(token.choices(), &evaluation.choices) {
            bench.warnings.push(format!("{subject} reads differently today, since the property draws other values"));
        }
        return match evaluation.problem.take() {
            Some(problem) => Err(Box::new(cannot_be_run(bench, problem, || subject.trim_end_matches(',').into()))),
            None => Ok(evaluation),
        };
    }
    let why = "was made by another property, or its generator has changed since";
    let mut message = format!("{subject} does not fit this property: it {why}. {remedy}");
    let is_whole = !matches!(evaluation.ended, Ended::Rejected);
    let now = if is_whole { bench.text_of(&evaluation.choices) } else { String::new() };
    if is_whole && evaluation.choices.replay_token().len() <= LONGEST_SHOWN {
        message += &format!("; or, for what it reads as here, use `{}`: {now}", evaluation.choices.replay_token());
    }
    Err(Box::new(usage(message)))
}

/// Whether a case was read as its token was made.
fn fits(token: &ReplayToken, evaluation: &Evaluation, draws_while_it_runs: bool) -> bool {
    let (given, read) = (token.choices(), &evaluation.choices);
    match &evaluation.ended {
        // A process that died may not have told what it drew.
        Ended::Failed(fault) if fault.origin.ends_the_process() => true,
        _ if evaluation.problem.is_some() => true,
        ended => token.fits(read).unwrap_or_else(|| {
            let is_rejected = matches!(ended, Ended::Rejected);
            // If nothing rejected it, it was cut off, since it makes too many choices.
            let is_cut_off = is_rejected && evaluation.said.as_ref().is_none_or(|said| said.rejections.is_empty());
            let is_whole = read.len() == given.len() || is_rejected && read.len() < given.len();
            // A running property may draw more than it did when it failed.
            is_beginning(given, read) && !is_cut_off && (is_whole || draws_while_it_runs)
        }),
    }
}

/// Whether one sequence begins as the other.
fn is_beginning(one: &Choices, other: &Choices) -> bool {
    one.numbers().zip(other.numbers()).all(|(one, other)| one == other)
}

/// A token as a message shows it.
pub(super) fn shown(token: &str) -> String {
    match token.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}..", &token[..end]),
        None => token.into(),
    }
}
