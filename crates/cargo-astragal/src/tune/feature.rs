//! The features of a case that was run through the protocol, as a log has them.

use astragal::choices::Choices;
use astragal::observe::Word;
use astragal::protocol::Ran;
use astragal::statistics::Observation;
use serde_json::{Map, Value, json};

/// What a case said under each label.
pub(crate) fn features(ran: &Ran) -> Map<String, Value> {
    let mut features = Map::new();
    for word in &ran.words {
        let (label, value) = match word {
            Word::Observed(label, Observation::Number(number)) => (label, json!(number)),
            Word::Observed(label, Observation::Label(text)) => (label, json!(text)),
            Word::Observed(label, Observation::Holds(holds)) => (label, json!(holds.to_string())),
            Word::Covered { label, holds, .. } => (label, json!(holds.to_string())),
            Word::Scored(label, score) => (label, json!(score)),
            _ => continue,
        };
        features.insert(label.to_string(), value);
    }
    features
}

/// The value of a feature: what the case said, or what is known of every case.
pub(crate) fn value(ran: &Ran, feature: &str) -> Option<Value> {
    let choices = &ran.sample.choices;
    features(ran).remove(feature).or_else(|| match feature {
        "size" => Some(json!(choices.len())),
        "depth" => Some(json!(depth(choices))),
        "length" => longest(choices).map(|length| json!(length)),
        _ => None,
    })
}

/// The elements of the longest list.
pub(crate) fn longest(choices: &Choices) -> Option<usize> {
    (0..choices.spans().len()).filter_map(|span| choices.list_len(span)).max()
}

/// The deepest nesting of spans.
pub(crate) fn depth(choices: &Choices) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    let mut deepest = 0;
    for span in choices.spans() {
        while ends.last().is_some_and(|&end| end <= span.range().start) {
            ends.pop();
        }
        ends.push(span.range().end);
        deepest = deepest.max(ends.len());
    }
    deepest
}
