//! The failures of a run whose end is not in the log, or that another framework wrote: gathered from their lines.

use super::case::{RawLine, shortened};
use crate::model::{Argument, Failure};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// How many different failures are kept, and how many smaller cases of each.
const MOST: usize = 50;
const MOST_STEPS: usize = 500;

/// Failures by where they happened.
#[derive(Debug, Default)]
pub(crate) struct Failing {
    by_origin: BTreeMap<String, Failure>,
    /// The number of the case within the run, counted from its lines.
    cases: u64,
}

impl Failing {
    /// Sees a line of any status; remembers failures.
    pub(super) fn see(&mut self, line: &RawLine<'_>, phase: &str, is_failed: bool, is_search: bool) {
        self.cases += u64::from(is_search);
        let origin = origin(line);
        if phase == "shrink" {
            for failure in self.by_origin.values_mut().filter(|failure| !is_failed || failure.origin == origin) {
                failure.evaluations += 1;
            }
        }
        if !is_failed || self.by_origin.len() == MOST && !self.by_origin.contains_key(&origin) {
            return;
        }
        let number = line.metadata.number("case").map_or(self.cases, |case| case as u64);
        let arguments = arguments(line);
        let failure = self.by_origin.entry(origin.clone()).or_insert_with(|| Failure {
            origin,
            message: shortened(&line.status_reason, 2_000).into_owned(),
            found: format!("in case {number}, during the phase {phase}"),
            original: arguments.clone(),
            arguments: arguments.clone(),
            ..Failure::default()
        });
        // The last failing line of a search is not smaller than the first: only shrinking makes it so.
        if !is_search && phase != "explain" {
            failure.arguments = arguments;
            failure.notes = line.metadata.list("notes").iter().filter_map(Value::as_str).map(str::to_string).collect();
            for (key, into) in [("token", &mut failure.token), ("reproduction_decorator", &mut failure.replay)] {
                if let Some(text) = line.metadata.get(key).as_str() {
                    *into = text.to_string();
                }
            }
        }
        if phase == "shrink" && failure.shrink.len() < MOST_STEPS {
            let text = shortened(&line.representation, 2_000).into_owned();
            if failure.shrink.last() != Some(&text) {
                failure.shrink.push(text);
                failure.steps += 1;
            }
        }
    }

    /// What was gathered.
    pub(crate) fn failures(&self) -> Vec<Failure> {
        self.by_origin.values().cloned().collect()
    }
}

/// Where a case failed: what tells two failures apart.
fn origin(line: &RawLine<'_>) -> String {
    match line.metadata.get("interesting_origin") {
        Value::String(text) => text.clone(),
        Value::Object(parts) => {
            let text = |key: &str| parts.get(key).and_then(Value::as_str).unwrap_or_default();
            let number = parts.get("lineno").and_then(Value::as_u64).unwrap_or(0);
            format!("{} at {}:{number}", text("exc_type"), text("filename"))
        }
        _ => shortened(line.status_reason.lines().next().unwrap_or_default(), 500).into_owned(),
    }
}

/// The arguments of a case as texts; its whole representation if it has none.
fn arguments(line: &RawLine<'_>) -> Vec<Argument> {
    let values = line.arguments.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or(InOrder(Vec::new())).0;
    let one = |name: &str, text: &str| Argument {
        name: name.to_string(),
        text: shortened(text, 20_000).into_owned(),
        ..Argument::default()
    };
    if values.is_empty() && !line.representation.is_empty() {
        return vec![one("", &line.representation)];
    }
    // Astragal writes arguments as texts; of others a string is a value, and keeps its quotes.
    let is_own = line.metadata.0.contains_key("token");
    let argument = |(name, value): &(String, Value)| match value {
        Value::String(text) if is_own => one(name, text),
        value => one(name, &value.to_string()),
    };
    values.iter().map(argument).collect()
}

/// An object whose keys stay in the order of the text.
struct InOrder(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<InOrder, D::Error> {
        deserializer.deserialize_map(InOrderVisitor)
    }
}

struct InOrderVisitor;

impl<'de> Visitor<'de> for InOrderVisitor {
    type Value = InOrder;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder, A::Error> {
        let mut found = Vec::new();
        while let Some(entry) = map.next_entry()? {
            found.push(entry);
        }
        Ok(InOrder(found))
    }
}
