//! The one case that the setting `replay` gives, by its token.

use super::token::{read, shown};
use super::{CaseSource, Next};
use crate::report::Found;
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;

/// The only source of a run that replays a case.
pub(in crate::runner) fn replayed(token: &str) -> Vec<Box<dyn CaseSource>> {
    vec![Box::new(Replayed { token: Some(token.into()) })]
}

/// See the module.
struct Replayed {
    token: Option<String>,
}

impl CaseSource for Replayed {
    fn name(&self) -> &'static str {
        "replayed"
    }

    fn next(&mut self, bench: &mut Bench<'_>, _progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        let Some(token) = self.token.take() else { return Next::Over };
        let settings = bench.job.config.settings();
        let said = settings.iter().find(|setting| setting.name == "replay").map(|setting| setting.origin.to_string());
        let subject = format!("the case to replay, `{}` ({}),", shown(&token), said.unwrap_or_default());
        match read(bench, &token, &subject, "Replay it with the property that the report named") {
            Ok(evaluation) => Next::Ran(evaluation),
            Err(end) => Next::End(*end),
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Replay
    }
}
