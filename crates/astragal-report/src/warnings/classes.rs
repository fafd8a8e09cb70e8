//! Warnings about what the user collected: labels with one class only, numbers that never change.

use super::*;
use crate::model::Filter;
use crate::statistics::wilson;

pub(super) fn classes(run: &RunTally) -> Vec<Warning> {
    let accepted = run.by_status[0] + run.by_status[1];
    let mut found = Vec::new();
    for (name, tally) in &run.features {
        let is_one = tally.values.len() == 1 && !tally.more;
        let Some((value, _)) = tally.values.first_key_value().filter(|_| is_one) else { continue };
        if tally.cases < ENOUGH || tally.is_event && tally.cases < accepted {
            continue;
        }
        let bound = percent(wilson(0.0, tally.cases as f64).1);
        let detail = format!(
            "the same in all {} cases that have it; with 95 % confidence another value has a share of less than {bound}",
            tally.cases
        );
        let (kind, mut text) = if tally.is_numeric {
            ("one_value", format!("\"{name}\" is always {value}"))
        } else if tally.is_event {
            ("one_class", format!("\"{name}\" happens in every case"))
        } else {
            match value.as_str() {
                "true" => ("one_class", format!("\"{name}\" holds in every case")),
                "false" => ("one_class", format!("\"{name}\" never holds")),
                value => ("one_class", format!("\"{name}\" has one class only: {value}")),
            }
        };
        text += run.among_logged();
        let value = match (value.as_str(), tally.is_numeric) {
            ("true" | "present", false) => 1.into(),
            ("false", false) => 0.into(),
            (text, false) => text.into(),
            (number, true) => number.parse::<f64>().map_or(serde_json::Value::Null, Into::into),
        };
        let filter = Filter::Value { feature: name.clone(), value };
        found.push(Warning { filter: Some(filter), ..warning(kind, text, detail) });
    }
    found
}
