//! The case that an interrupted run left over.

use super::{CaseSource, Next, cannot_be_run};
use crate::evaluate::Input;
use crate::report::Found;
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;
use crate::store::Scratch;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Pending::Untried)
}

/// See the module.
enum Pending {
    Untried,
    Tried,
}

impl CaseSource for Pending {
    fn name(&self) -> &'static str {
        "pending"
    }

    fn next(&mut self, bench: &mut Bench<'_>, _progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        match self {
            Pending::Untried => {
                let Some((choices, _)) = bench.job.scratch.as_ref().and_then(Scratch::pending) else {
                    return Next::Over;
                };
                *self = Pending::Tried;
                let mut evaluation = bench.run(Input::Choices(&choices));
                match evaluation.problem.take() {
                    Some(problem) => {
                        Next::End(cannot_be_run(bench, problem, || "the case that an interrupted run left over".into()))
                    }
                    None => Next::Ran(evaluation),
                }
            }
            Pending::Tried => {
                bench.forget_pending();
                Next::Over
            }
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Pending
    }
}
