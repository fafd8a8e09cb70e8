//! One line of a log, understood: which case it tells of, of any framework.

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;

/// A line of any type. Keys that are missing or of another kind than usual are as good as empty, but for those that say what
/// the line is about.
#[derive(Deserialize)]
pub(super) struct RawLine<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) property: Cow<'a, str>,
    pub(super) run_start: f64,
    #[serde(default, deserialize_with = "text")]
    pub(super) status: String,
    #[serde(default, deserialize_with = "text")]
    pub(super) status_reason: String,
    #[serde(default, deserialize_with = "text")]
    pub(super) representation: String,
    #[serde(default, deserialize_with = "text")]
    pub(super) how_generated: String,
    #[serde(borrow, default)]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) features: Value,
    #[serde(default)]
    pub(super) coverage: Value,
    #[serde(default)]
    pub(super) timing: Value,
    #[serde(default)]
    pub(super) metadata: Metadata,
    #[serde(default, deserialize_with = "text")]
    pub(super) title: String,
    #[serde(default)]
    pub(super) content: Value,
}

/// A string; anything else is empty.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        _ => String::new(),
    })
}

/// Keys of `metadata` that are used. Others can be long (all choices of a case), and are skipped.
const USED: [&str; 17] = [
    "phase",
    "case",
    "one_in",
    "represents",
    "size",
    "depth",
    "length",
    "picks",
    "pairs",
    "notes",
    "rejected",
    "repeated",
    "token",
    "predicates",
    "interesting_origin",
    "status_reason_location",
    "reproduction_decorator",
];

/// The keys of `metadata` that are used.
#[derive(Debug, Default)]
pub(super) struct Metadata(pub(super) Map<String, Value>);

impl Metadata {
    pub(super) fn get(&self, key: &str) -> &Value {
        self.0.get(key).unwrap_or(&Value::Null)
    }

    pub(super) fn text(&self, key: &str) -> &str {
        self.get(key).as_str().unwrap_or_default()
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.get(key).as_f64()
    }

    pub(super) fn list(&self, key: &str) -> &[Value] {
        self.get(key).as_array().map_or(&[], Vec::as_slice)
    }
}

impl<'de> Deserialize<'de> for Metadata {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Metadata, D::Error> {
        deserializer.deserialize_any(MetadataVisitor)
    }
}

struct MetadataVisitor;

impl<'de> Visitor<'de> for MetadataVisitor {
    type Value = Metadata;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Metadata, A::Error> {
        let mut found = Map::new();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if USED.contains(&key.as_ref()) {
                found.insert(key.into_owned(), map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Metadata(found))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Metadata, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Metadata::default())
    }

    fn visit_unit<E>(self) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Metadata, E> {
        Ok(Metadata::default())
    }
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Passed,
    Failed,
    Rejected,
}

impl Status {
    /// The word of a log.
    pub(super) fn of(word: &str) -> Option<Status> {
        match word {
            "passed" => Some(Status::Passed),
            "failed" => Some(Status::Failed),
            "gave_up" | "discarded" | "rejected" => Some(Status::Rejected),
            _ => None,
        }
    }

    /// The number in the model.
    pub(crate) fn number(self) -> u8 {
        self as u8
    }
}

/// A value that a user collected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Collected {
    /// The event happened; it has no value.
    Present,
    /// A truth value.
    Flag(bool),
    /// A number that is not finite is kept as one without a value.
    Number(f64),
    /// Anything else, as text.
    Text(Box<str>),
    /// Two numbers.
    Pair([f64; 2]),
}

impl Collected {
    /// What a JSON value means, with the names of the axes if it is a pair that has some.
    pub(super) fn of(value: &Value) -> Option<(Collected, Option<[String; 2]>)> {
        let plain = match value {
            Value::Null => return None,
            Value::Bool(flag) => Collected::Flag(*flag),
            Value::Number(number) => Collected::Number(number.as_f64()?),
            Value::String(text) => match text.as_str() {
                "" => Collected::Present,
                "true" | "True" => Collected::Flag(true),
                "false" | "False" => Collected::Flag(false),
                "NaN" | "Infinity" | "-Infinity" => Collected::Number(f64::NAN),
                text => Collected::Text(shortened(text, 200).into()),
            },
            Value::Array(parts) => match pair(parts) {
                Some((pair, names)) => return Some((Collected::Pair(pair), names)),
                None => Collected::Text(shortened(&value.to_string(), 200).into()),
            },
            Value::Object(_) => Collected::Text(shortened(&value.to_string(), 200).into()),
        };
        Some((plain, None))
    }

    /// The value as the name of a category.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Collected::Present => "present".into(),
            Collected::Flag(flag) => if *flag { "true" } else { "false" }.into(),
            Collected::Number(number) => number.to_string().into(),
            Collected::Text(text) => text.as_ref().into(),
            Collected::Pair([x, y]) => format!("({x}, {y})").into(),
        }
    }
}

/// `[x, y]`, or `[["name", x], ["name", y]]` as Tyche has it.
fn pair(parts: &[Value]) -> Option<([f64; 2], Option<[String; 2]>)> {
    let [x, y] = parts else { return None };
    if let (Some(x), Some(y)) = (x.as_f64(), y.as_f64()) {
        return Some(([x, y], None));
    }
    let named = |part: &Value| match part.as_array()?.as_slice() {
        [name, value] => Some((name.as_str()?.to_string(), value.as_f64()?)),
        _ => None,
    };
    let ((name_of_x, x), (name_of_y, y)) = (named(x)?, named(y)?);
    Some(([x, y], Some([name_of_x, name_of_y])))
}

/// The phase of a case: as the log says it, or from the words of Hypothesis.
pub(super) fn phase(line: &RawLine<'_>) -> String {
    let named = line.metadata.text("phase");
    if !named.is_empty() {
        return shortened(named, 40).into_owned();
    }
    let how = line.how_generated.as_str();
    let during = how.strip_prefix("during ").and_then(|rest| rest.split_once(" phase")).map(|(phase, _)| phase);
    match (during, how) {
        (Some(phase), _) => shortened(phase, 40).into_owned(),
        (None, "minimal failing test case" | "minimal failing example") => "minimal".into(),
        (None, "explicit example") => "examples".into(),
        (None, "") => "unknown".into(),
        (None, other) => shortened(other, 40).into_owned(),
    }
}

/// Whether cases of a phase are searched for, and not made from a failing one: only those say something about the generator.
pub(crate) fn is_search(phase: &str) -> bool {
    !matches!(phase, "shrink" | "explain" | "minimal" | "guided")
}

/// Whether cases of a phase were drawn by chance: those that were enumerated, written by hand or stored are small by design.
pub(crate) fn is_drawn(phase: &str) -> bool {
    is_search(phase)
        && !matches!(phase, "enumerated" | "grown" | "examples" | "pinned" | "stored" | "pending" | "replayed")
}

/// Seconds to generate and to run a case, if the log says so.
pub(super) fn times(timing: &Value) -> Option<(f64, f64)> {
    let parts = timing.as_object()?;
    let sum = |prefix: &str| {
        let is_part =
            |name: &str| name == prefix || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(':'));
        let parts = parts.iter().filter(|(name, _)| is_part(name)).filter_map(|(_, seconds)| seconds.as_f64());
        parts.filter(|seconds| seconds.is_finite() && *seconds >= 0.0).sum::<f64>()
    };
    (!parts.is_empty()).then(|| (sum("generate"), sum("execute")))
}

/// At most `most` characters of a text. What is left out is counted, and told apart by a number made from all of it.
pub(crate) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return text.into();
    }
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{} .. ({more} more characters, #{:08x})", &text[..end], super::keep::hash(text) as u32).into()
        }
    }
}
