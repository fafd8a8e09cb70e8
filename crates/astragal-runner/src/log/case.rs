//! The line of a case.

use std::sync::Arc;

use astragal_core::Choices;

use super::json::Json;
use super::picks::Picks;
use crate::observe::{CaseOutcome, ObservedCase, Word};
use crate::parameter::Parameters;
use crate::report::{Drawn, RejectedBy};
use crate::statistics::Observation;

/// A case of more choices or spans has these as a replay token alone.
const MOST_PARTS: usize = 50;
/// A case of more choices has no replay token: its number in the run is shorter.
const MOST_CHOICES: usize = 2_000;
/// At most this many features and notes are written for a case.
const MOST_WORDS: usize = 100;

/// Writes the lines of the cases of one run.
#[derive(Debug)]
pub(super) struct Lines {
    /// How each line begins, up to its status.
    start: Vec<u8>,
    /// The name by which the property is called, as a part of a text.
    name: Vec<u8>,
    parameters: Arc<Parameters>,
}

impl Lines {
    /// The lines of a property, in a run that began at this time.
    pub(super) fn new(property: &str, run_start: f64, parameters: Arc<Parameters>) -> Lines {
        let mut json = Json::default();
        json.open(b'{');
        json.entry("type", "test_case");
        json.entry("property", property);
        json.key("run_start");
        json.number(run_start);
        json.raw(",\"status\":\"");
        let mut name = Json::default();
        name.part(property.rsplit("::").next().unwrap_or(property));
        Lines { start: json.bytes().into(), name: name.bytes().into(), parameters }
    }

    /// Writes the line of a case whose choices were read, up to the end of its metadata. The case is one in this many.
    pub(super) fn write(&self, case: &ObservedCase, one_in: u64, picks: &Picks, json: &mut Json) {
        json.raw(&self.start);
        json.raw(status_of(&case.outcome));
        json.raw("\",\"status_reason\":\"");
        reason_of(&case.outcome, json);
        json.raw("\",\"representation\":\"");
        self.representation(case, json);
        json.raw("\",\"arguments\":{");
        arguments(&case.drawn, json);
        json.raw("},\"how_generated\":\"");
        how_generated(case.phase, json);
        json.raw("\",\"features\":{");
        features(&case.words, json);
        json.raw("},\"coverage\":");
        coverage(case.lines.as_deref(), json);
        json.raw(",\"timing\":{");
        timing(case, json);
        json.raw("},\"metadata\":{\"phase\":\"");
        metadata(case, one_in, picks, json);
        self.parameters(json);
    }

    /// The values of the parameters that were declared so far.
    fn parameters(&self, json: &mut Json) {
        let all = self.parameters.all();
        if !all.is_empty() {
            json.key("parameters");
            json.open(b'{');
            for parameter in all {
                json.any_key(&parameter.name);
                json.number(parameter.value);
            }
            json.close(b'}');
        }
    }

    /// The call, as a person would write it; empty if there are no values to call it with.
    fn representation(&self, case: &ObservedCase, json: &mut Json) {
        if !case.drawn.is_empty() || !ends_before_the_property(&case.outcome) {
            json.raw(&self.name);
            json.raw("(");
            for (at, drawn) in case.drawn.iter().enumerate() {
                json.raw("\\n    ");
                json.part(&name_of(drawn, at));
                json.raw(" = ");
                json.part(&drawn.text);
                json.raw(",");
            }
            json.raw(if case.drawn.is_empty() { ")" } else { "\\n)" });
        }
    }
}

/// Whether a case may have ended before its values were known.
fn ends_before_the_property(outcome: &CaseOutcome) -> bool {
    matches!(outcome, CaseOutcome::Rejected { by: RejectedBy::Generator, .. } | CaseOutcome::CutOff)
}

/// The name of a value; one without a name has its number.
pub(super) fn name_of(drawn: &Drawn, at: usize) -> std::borrow::Cow<'_, str> {
    match (&*drawn.name, drawn.line) {
        ("", 0) => "value".into(),
        ("", _) => format!("draw {}", at + 1).into(),
        (name, _) => name.into(),
    }
}

fn status_of(outcome: &CaseOutcome) -> &'static str {
    match outcome {
        CaseOutcome::Passed => "passed",
        CaseOutcome::Failed { .. } => "failed",
        CaseOutcome::Rejected { .. } | CaseOutcome::CutOff | CaseOutcome::Repeated => "gave_up",
    }
}

/// What rejected a case, in a word.
pub(super) fn rejected_by(by: RejectedBy) -> &'static str {
    match by {
        RejectedBy::Assumption => "assume!",
        RejectedBy::Generator => "filter",
    }
}

fn reason_of(outcome: &CaseOutcome, json: &mut Json) {
    match outcome {
        CaseOutcome::Passed => {}
        CaseOutcome::Failed { origin, .. } => json.part(&origin.to_string()),
        CaseOutcome::CutOff => json.raw("cut off: it made too many choices"),
        CaseOutcome::Repeated => json.raw("repeats an enumerated case"),
        CaseOutcome::Rejected { by, place, .. } => {
            json.raw("rejected by ");
            json.raw(rejected_by(*by));
            if let Some(place) = place {
                json.raw(" at ");
                json.part(place);
            }
        }
    }
}

fn how_generated(phase: &str, json: &mut Json) {
    match phase {
        "minimal" => json.raw("minimal failing test case"),
        "examples" => json.raw("explicit example"),
        phase => {
            json.raw("during ");
            json.raw(phase);
            json.raw(" phase");
        }
    }
}

fn arguments(drawn: &[Drawn], json: &mut Json) {
    for (at, one) in drawn.iter().enumerate() {
        let name = name_of(one, at);
        // Patterns may be the same, as `_` is, and keys may not.
        let is_taken = drawn[..at].iter().enumerate().any(|(at, other)| name_of(other, at) == name);
        match is_taken {
            true => json.any_key(&format!("{name} ({})", at + 1)),
            false => json.any_key(&name),
        }
        json.string(&one.text);
    }
}

/// What the user said of the case, and nothing of ours: where a label was used twice, what was said last. JSON has no numbers that
/// are not finite, and a text among numbers would make them texts for other tools: such a number is left to the metadata.
fn features(words: &[Word], json: &mut Json) {
    for word in last_words(words).filter(|word| !is_not_finite(word)) {
        json.any_key(label_of(word));
        match word {
            Word::Observed(_, Observation::Number(number)) | Word::Scored(_, number) => json.number(*number),
            Word::Observed(_, Observation::Label(text)) => json.string(text),
            Word::Observed(_, Observation::Holds(holds)) | Word::Covered { holds, .. } => {
                json.raw(if *holds { "\"true\"" } else { "\"false\"" });
            }
        }
    }
}

/// What was said last under each label, of as much as is written.
fn last_words(words: &[Word]) -> impl Iterator<Item = &Word> {
    let words = &words[words.len().saturating_sub(MOST_WORDS)..];
    let is_last = |at: usize, word: &Word| words[at + 1..].iter().all(|later| label_of(later) != label_of(word));
    words.iter().enumerate().filter(move |(at, word)| is_last(*at, word)).map(|(_, word)| word)
}

fn is_not_finite(word: &Word) -> bool {
    matches!(word, Word::Observed(_, Observation::Number(number)) | Word::Scored(_, number) if !number.is_finite())
}

fn label_of(word: &Word) -> &str {
    match word {
        Word::Observed(label, _) | Word::Covered { label, .. } | Word::Scored(label, _) => label,
    }
}

/// The lines that were run.
fn coverage(lines: Option<&[(String, Vec<u32>)]>, json: &mut Json) {
    match lines {
        Some(files) => by_file(files, json),
        None => json.raw("null"),
    }
}

/// Lines by file.
pub(super) fn by_file(files: &[(String, Vec<u32>)], json: &mut Json) {
    json.open(b'{');
    for (file, lines) in files {
        json.any_key(file);
        json.open(b'[');
        lines.iter().for_each(|&line| json.integer(line.into()));
        json.close(b']');
    }
    json.close(b'}');
}

fn timing(case: &ObservedCase, json: &mut Json) {
    if let Some(drawing) = case.drawing {
        json.raw("\"generate\":");
        json.seconds(drawing);
    }
    json.key("execute");
    json.seconds(case.time.saturating_sub(case.drawing.unwrap_or_default()));
}

/// From the phase on; all but its end, for what is known only later.
fn metadata(case: &ObservedCase, one_in: u64, picks: &Picks, json: &mut Json) {
    let choices = &case.choices;
    json.raw(case.phase);
    json.raw("\"");
    let mut number = |key: &str, number: u64| {
        json.raw(key);
        json.integer(number);
    };
    if case.number > 0 {
        number(",\"case\":", case.number);
    }
    if one_in > 1 {
        number(",\"one_in\":", one_in);
    }
    number(",\"size\":", choices.len() as u64);
    number(",\"depth\":", picks.depth as u64);
    if let Some(length) = picks.length {
        number(",\"length\":", length as u64);
    }
    json.raw(",\"picks\":");
    picks.write_taken(json);
    json.raw(",\"pairs\":");
    picks.write_pairs(json);
    parts(choices, json);
    if !case.notes.is_empty() {
        json.key("notes");
        json.open(b'[');
        case.notes.iter().take(MOST_WORDS).for_each(|note| json.string(&note.text));
        json.close(b']');
    }
    if case.words.iter().any(is_not_finite) {
        json.key("not_finite");
        json.open(b'{');
        for word in last_words(&case.words).filter(|word| is_not_finite(word)) {
            if let Word::Observed(label, Observation::Number(number)) | Word::Scored(label, number) = word {
                json.any_key(label);
                json.number(*number);
            }
        }
        json.close(b'}');
    }
    match &case.outcome {
        CaseOutcome::Passed => {}
        CaseOutcome::Failed { message, .. } => json.entry("message", message),
        CaseOutcome::Repeated => {
            json.key("repeated");
            json.raw("true");
        }
        CaseOutcome::CutOff => rejected("too large", None, json),
        CaseOutcome::Rejected { by, place, .. } => rejected(rejected_by(*by), place.as_deref(), json),
    }
}

/// The choices themselves, as far as they are few.
fn parts(choices: &Choices, json: &mut Json) {
    if choices.len() <= MOST_PARTS && choices.spans().len() <= MOST_PARTS {
        json.raw(",\"choices\":[");
        for span in choices.spans() {
            let range = span.range();
            json.open(b'[');
            json.string(span.label().as_str());
            json.integer(range.start as u64);
            json.integer(range.end as u64);
            json.close(b']');
        }
        json.raw("],\"numbers\":[");
        choices.numbers().for_each(|number| json.integer(number));
        json.raw("]");
    }
    if choices.len() <= MOST_CHOICES && !choices.is_empty() {
        json.raw(",\"token\":\"");
        json.raw(choices.replay_token());
        json.raw("\"");
    }
}

fn rejected(by: &str, place: Option<&str>, json: &mut Json) {
    json.key("rejected");
    json.open(b'{');
    json.entry("by", by);
    json.key("place");
    match place {
        Some(place) => json.string(place),
        None => json.raw("null"),
    }
    json.close(b'}');
}
