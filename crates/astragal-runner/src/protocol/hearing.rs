//! What a client makes of all that a process says about one case.

use astragal_core::__private::Follower;
use astragal_core::Choices;

use super::process::{Deadline, Servant, Unanswered};
use super::reply::Reply;
use super::request::Request;
use crate::evaluate::{Ended, Evaluation, STILL_DRAWING, Times, Worth};
use crate::parameter::Parameters;
use crate::property::context::Said;
use crate::report::{ParameterInForce, Problem, ShrinkRun, StrayPanic};

/// What is known of a case before anything is said about it.
pub(super) fn unheard(choices: Choices) -> Evaluation {
    Evaluation {
        ended: Ended::Rejected,
        choices,
        problem: None,
        drawn: Vec::new(),
        notes: Vec::new(),
        said: None,
        times: Times::default(),
    }
}

/// A parameter was declared in the process; it is a problem if it is not as in this run.
pub(super) fn heard_parameter(parameter: ParameterInForce) -> Option<Problem> {
    let message = Parameters::in_force()?.heard(parameter).err()?;
    Some(Problem::Usage { message, place: None })
}

/// Hears how the case ended for which the process was asked, and how it was made smaller before, if it was. If the process never
/// says so, what it said until then is known.
///
/// Each thing that it says is waited for until `deadline`.
/// `draws_first` is whether all is drawn before the property runs: then a process that dies without having said what it drew died
/// while it was drawing.
pub(super) fn hear_case(
    servant: &mut Servant,
    deadline: &dyn Fn() -> Option<Deadline>,
    worth: Worth<'_>,
    draws_first: bool,
    evaluation: &mut Evaluation,
) -> Result<Option<ShrinkRun>, Unanswered> {
    // Its words are kept, for observers.
    let mut said = Said::keeping(true);
    let mut words = Vec::new();
    let mut asked = false;
    let mut written = Follower::default();
    // Whether more was written since all of it was last told.
    let mut is_behind = false;
    let mut shrinking = None;
    let answer = loop {
        match servant.hear(deadline()) {
            Ok(Reply::Drew(choices)) => {
                if !asked {
                    asked = true;
                    servant.order(if worth(&choices) { &Request::Go } else { &Request::Skip });
                }
                (evaluation.choices, is_behind) = (choices, false);
            }
            Ok(Reply::Draws(choices)) => (evaluation.choices, is_behind) = (choices, false),
            Ok(Reply::Wrote(entry)) => {
                is_behind |= entry.page == 0;
                written.hear(entry);
            }
            Ok(Reply::Value(drawn)) => evaluation.drawn.push(drawn),
            Ok(Reply::Note(note)) => evaluation.notes.push(note),
            Ok(Reply::Word(word)) => words.push(word),
            Ok(Reply::EndOfCase) => said.count(std::mem::take(&mut words), 0),
            Ok(Reply::EndOfRejected) => said.keep(std::mem::take(&mut words)),
            Ok(Reply::Rejection(rejection)) => said.add_rejections(rejection),
            Ok(Reply::Parameter(parameter)) => {
                evaluation.problem = evaluation.problem.take().or_else(|| heard_parameter(parameter));
            }
            Ok(Reply::Strayed(stray)) => StrayPanic::add(&mut said.strays, stray),
            Ok(Reply::Problem(problem)) => evaluation.problem = Some(problem),
            Ok(Reply::Ended(ended)) => {
                evaluation.ended = ended;
                break Ok(shrinking);
            }
            Ok(Reply::Shrunk { evaluations, steps, finished }) => {
                shrinking = Some(ShrinkRun { evaluations, steps, finished, ..ShrinkRun::default() });
            }
            Ok(_) => {}
            Err(mut unanswered) => {
                if is_behind {
                    evaluation.choices = written.choices();
                }
                if let (Unanswered::Died(fault, _) | Unanswered::Late(fault), true) =
                    (&mut unanswered, draws_first && !asked)
                {
                    fault.message.push_str(STILL_DRAWING);
                }
                break Err(unanswered);
            }
        }
    };
    evaluation.said = Some(Box::new(said));
    answer
}
