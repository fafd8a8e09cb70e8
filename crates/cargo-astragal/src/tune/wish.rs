//! A distribution that is wanted, as a page asks for it.

use serde_json::Value;

use super::file::Wanted;

/// The most classes of a target, rounds and samples.
const MOST_CLASSES: usize = 1_000;
const MOST_ROUNDS: u64 = 20;
const MOST_SAMPLES: u64 = 20_000;

/// A distribution that is wanted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    /// The feature whose distribution it is.
    pub(crate) feature: String,
    /// The share of each class.
    pub(crate) target: Vec<(Class, f64)>,
    /// How many rounds of sampling.
    pub(crate) rounds: u64,
    /// How many samples in each.
    pub(crate) samples: u64,
    /// The parameters to draw by.
    pub(crate) parameters: Wanted,
}

/// A class of values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Class {
    /// Numbers from one to another.
    Bucket(f64, f64),
    /// One value.
    Value(Value),
}

impl Class {
    /// Whether a value is one of this class.
    fn has(&self, value: &Value) -> bool {
        match self {
            Class::Bucket(low, high) => value.as_f64().is_some_and(|number| (*low..=*high).contains(&number)),
            Class::Value(wanted) if wanted == value => true,
            Class::Value(wanted) => match (wanted.as_f64(), value.as_f64()) {
                (Some(wanted), Some(number)) => wanted == number,
                _ => text(wanted) == text(value),
            },
        }
    }
}

/// A value as a page writes it: a flag is a word, or a number.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(holds) => if *holds { "true" } else { "false" }.into(),
        other => other.to_string(),
    }
}

impl Wish {
    /// The class of a value, if it has one.
    pub(crate) fn class_of(&self, value: &Value) -> Option<usize> {
        self.target.iter().position(|(class, _)| class.has(value))
    }

    /// What a page asks for.
    pub(crate) fn parse(question: &Value) -> Result<Wish, String> {
        let feature = question["feature"].as_str().ok_or("`feature` is missing")?.to_string();
        let target = question["target"].as_array().ok_or("`target` is missing")?;
        if target.is_empty() || target.len() > MOST_CLASSES {
            return Err(format!("`target` has 1 to {MOST_CLASSES} classes"));
        }
        let class = |class: &Value| -> Option<(Class, f64)> {
            let share = class["share"].as_f64().filter(|share| (0.0..=1.0).contains(share))?;
            match (&class["bucket"], &class["value"]) {
                (Value::Array(ends), Value::Null) => match ends.as_slice() {
                    [low, high] => Some((Class::Bucket(low.as_f64()?, high.as_f64()?), share)),
                    _ => None,
                },
                (Value::Null, Value::Null) => None,
                (Value::Null, value) => Some((Class::Value(value.clone()), share)),
                _ => None,
            }
        };
        let target: Vec<(Class, f64)> =
            target.iter().map(class).collect::<Option<_>>().ok_or(
                "each class of `target` has a `share` from 0 to 1, and either `bucket`: [low, high] or `value`",
            )?;
        let sum: f64 = target.iter().map(|(_, share)| share).sum();
        if !(0.99..=1.01).contains(&sum) {
            return Err(format!("the shares of `target` have to sum to 1, and sum to {sum:.3}"));
        }
        let number = |name: &str, usual: u64, most: u64| match &question[name] {
            Value::Null => Ok(usual),
            value => value
                .as_u64()
                .filter(|number| (1..=most).contains(number))
                .ok_or(format!("`{name}` is from 1 to {most}")),
        };
        Ok(Wish {
            feature,
            target,
            rounds: number("rounds", 6, MOST_ROUNDS)?,
            samples: number("n", 1_000, MOST_SAMPLES)?,
            parameters: Wanted::parse(question)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_wish_is_read() {
        let wish = Wish::parse(&json!({"property": "p", "feature": "size", "target": [
            {"bucket": [0, 5], "share": 0.25}, {"value": "leaf", "share": 0.75}]}))
        .unwrap();
        assert_eq!(wish.target, [(Class::Bucket(0.0, 5.0), 0.25), (Class::Value(json!("leaf")), 0.75)]);
        assert_eq!((wish.rounds, wish.samples), (6, 1_000));
    }

    #[test]
    fn nonsense_is_refused() {
        let bucket = |share: f64| json!({"bucket": [0, 5], "share": share});
        for (wrong, why) in [
            (json!({"target": []}), "feature"),
            (json!({"feature": "f"}), "target"),
            (json!({"feature": "f", "target": []}), "classes"),
            (json!({"feature": "f", "target": [bucket(0.5)]}), "sum to 1"),
            (json!({"feature": "f", "target": [bucket(2.0)]}), "share"),
            (json!({"feature": "f", "target": [{"share": 1.0}]}), "bucket"),
            (json!({"feature": "f", "target": [bucket(1.0)], "rounds": 0}), "rounds"),
            (json!({"feature": "f", "target": [bucket(1.0)], "n": 1_000_000}), "`n`"),
        ] {
            assert!(Wish::parse(&wrong).unwrap_err().contains(why), "{wrong}");
        }
    }
}
