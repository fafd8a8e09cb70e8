//! The questions that a page may ask: each is validated, and answered by a test binary through the protocol.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use astragal::Choices;
use astragal::choices::{PickInContext, ReplayToken};
use astragal::protocol::{CaseOutcome, Ran};
use astragal_report::{Log, Model};
use serde_json::{Value, json};

use super::hold::{self, Held};
use crate::cargo::{Project, TestBinary};
use crate::cli::Selection;
use crate::properties::{self, Found};
use crate::tune::feature::{depth, features, longest};
use crate::tune::{self, Wanted};

/// The most samples of one question.
const MOST: u64 = 20_000;
/// How many samples are drawn by what is to be accepted, to see that it can be.
const TRIED: u64 = 100;
/// How long a build is taken for fresh.
const FRESH: Duration = Duration::from_secs(2);

/// The status of an answer that is a refusal, and why.
pub(super) type Refusal = (u16, String);

/// Asks the test binaries of a workspace.
pub(super) struct Asker {
    project: Option<Project>,
    selection: Selection,
    built: Option<(Instant, Vec<TestBinary>)>,
    found: HashMap<String, Found>,
}

impl Asker {
    pub(super) fn new(project: Option<Project>, selection: Selection) -> Asker {
        Asker { project, selection, built: None, found: HashMap::new() }
    }

    /// Answers a question.
    pub(super) fn answer(&mut self, path: &str, question: &Value) -> Result<Value, Refusal> {
        let name = question["property"].as_str().ok_or((400, "`property` is missing".to_string()))?;
        match path {
            "/sample" => self.sample(name, question),
            "/shrink" => self.shrink(name, question),
            "/tune" => {
                let wish = tune::Wish::parse(question).map_err(|why| (400, why))?;
                let found = self.property(name)?;
                let tuned = tune::tune(&found, &wish).map_err(|why| (502, why))?;
                let samples = samples_of(name, &tuned.cases)?;
                Ok(tuned.answer(&wish, samples))
            }
            _ => {
                let wanted = Wanted::parse(question).map_err(|why| (400, why))?;
                if wanted.is_nothing() {
                    return Err((400, "`weights` and `parameters` are missing".into()));
                }
                let found = self.property(name)?;
                accept(&found, &wanted).map_err(|why| (502, why))
            }
        }
    }

    /// The property of this name, in a build of the sources as they are.
    fn property(&mut self, name: &str) -> Result<Found, Refusal> {
        let no_project =
            || (409, "there is no package here whose tests could be asked; serve from its folder".to_string());
        let project = self.project.as_ref().ok_or_else(no_project)?;
        if self.built.as_ref().is_none_or(|(at, _)| at.elapsed() > FRESH) {
            let binaries = project.build(&self.selection).map_err(|stop| (409, stop.message))?;
            if self.built.as_ref().is_none_or(|(_, before)| before.len() != binaries.len()) {
                self.found.clear();
            }
            self.built = Some((Instant::now(), binaries));
        }
        let binaries = self.built.as_ref().map_or(&[][..], |(_, binaries)| binaries);
        if let Some(found) = self.found.get(name) {
            return Ok(found.clone());
        }
        let (all, problems) = properties::find(binaries, &[name.to_string()]);
        let is_it = |found: &Found| found.name == name || found.description.name == name;
        let Some(found) = all.into_iter().find(is_it) else {
            let because = problems.first().map(|problem| format!(" ({problem})")).unwrap_or_default();
            return Err((404, format!("no test binary comes to a property `{name}`{because}")));
        };
        self.found.insert(name.to_string(), found.clone());
        Ok(found)
    }

    fn sample(&mut self, name: &str, question: &Value) -> Result<Value, Refusal> {
        let number = |key: &str, usual: u64| match &question[key] {
            Value::Null => Ok(usual),
            value => value.as_u64().ok_or((400, format!("`{key}` is not a whole number"))),
        };
        let (count, seed) = (number("n", 500)?, number("seed", 0)?);
        if count == 0 || count > MOST {
            return Err((400, format!("`n` is from 1 to {MOST}")));
        }
        let wanted = Wanted::parse(question).map_err(|why| (400, why))?;
        let found = self.property(name)?;
        let cases = tune::cases(&found, seed, count, &wanted).map_err(|why| (502, why))?;
        Ok(json!({ "samples": samples_of(name, &cases)? }))
    }

    fn shrink(&mut self, name: &str, question: &Value) -> Result<Value, Refusal> {
        let token = question["token"].as_str().ok_or((400, "`token` is missing".to_string()))?;
        let token: ReplayToken = token.parse().map_err(|error| (400, format!("the token cannot be read: {error}")))?;
        let held = Held::parse(question).map_err(|why| (400, why))?;
        let found = self.property(name)?;
        let (ran, evaluations) =
            found.ask(|property| hold::shrink(property, token.choices(), &held)).map_err(|why| (502, why))?;
        let arguments = ran
            .sample
            .drawn
            .iter()
            .map(|drawn| json!({"name": drawn.name, "type": drawn.type_name, "text": drawn.text, "free": []}));
        Ok(json!({
            "arguments": arguments.collect::<Vec<_>>(),
            "token": ran.sample.choices.replay_token(),
            "evaluations": evaluations,
        }))
    }
}

/// Writes what is wanted to the file of a property, if it can be drawn by.
fn accept(property: &Found, wanted: &Wanted) -> Result<Value, String> {
    tune::cases(property, 0, TRIED, wanted)?;
    let file = tune::accept(property, &wanted.with(None, &tune::accepted(property)?))?;
    Ok(json!({ "file": file }))
}

/// Cases as the page reads them.
fn samples_of(property: &str, cases: &[Ran]) -> Result<Value, Refusal> {
    let lines: String = cases.iter().map(|ran| line(property, ran)).collect();
    let log = Log::from_reader(lines.as_bytes(), "samples").map_err(|error| (502, error.to_string()))?;
    let mut model = serde_json::to_value(Model::of(&log)).map_err(|error| (502, error.to_string()))?;
    Ok(model["properties"][0]["samples"].take())
}

/// A case that was drawn, as a line of a log.
fn line(property: &str, ran: &Ran) -> String {
    let choices = &ran.sample.choices;
    let (status, reason) = match &ran.outcome {
        CaseOutcome::Rejected => ("gave_up", "rejected".to_string()),
        CaseOutcome::Failed { origin, .. } => ("failed", origin.to_string()),
        _ => ("passed", String::new()),
    };
    let short = property.rsplit("::").next().unwrap_or(property);
    let arguments: serde_json::Map<String, Value> =
        ran.sample.drawn.iter().map(|drawn| (drawn.name.clone(), json!(drawn.text))).collect();
    let texts = ran.sample.drawn.iter().map(|drawn| format!("\n    {} = {},", drawn.name, drawn.text));
    let line = json!({
        "type": "test_case", "property": property, "run_start": 1.0, "status": status, "status_reason": reason,
        "representation": format!("{short}({}\n)", texts.collect::<String>()), "arguments": arguments,
        "how_generated": "during random phase", "features": features(ran), "coverage": null, "timing": {},
        "metadata": {
            "phase": "random", "size": choices.len(), "depth": depth(choices), "length": longest(choices), "picks": picks(choices),
            "token": choices.replay_token(),
        },
    });
    format!("{line}\n")
}

/// Each branch that was taken: its site, its name, how many picks of that site are around it, and how often.
fn picks(choices: &Choices) -> Vec<(String, String, u32, u32)> {
    let mut counts: Vec<(String, String, u32, u32)> = Vec::new();
    for PickInContext { pick, depth, .. } in choices.picks_in_context() {
        let (site, depth) = (pick.site.as_str(), depth.min(63));
        match counts.iter_mut().find(|known| known.0 == site && known.1 == pick.branch.as_str() && known.2 == depth) {
            Some(known) => known.3 += 1,
            None => counts.push((site.into(), pick.branch.as_str().into(), depth, 1)),
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_counted_by_depth() {
        let text = "astragal choices 1\nExpr {\n  Expr.Add 2 of 3\n  Expr {\n    Expr.Val 0 of 3\n    7 of 9\n  }\n  \
                    Expr {\n    Expr.Val 0 of 3\n    1 of 9\n  }\n}\n";
        let choices: Choices = text.parse().unwrap();
        let expected = [("Expr".into(), "Add".into(), 0, 1), ("Expr".into(), "Val".into(), 1, 2)];
        assert_eq!(picks(&choices), expected);
    }
}
