//! Checks lines of a log against their schema: as much of JSON Schema as that file uses.

use std::sync::OnceLock;

use serde_json::Value;

/// The schema, as it is published beside the code that writes the log.
fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let text = include_str!("../../../astragal-runner/src/log/schema.json");
    SCHEMA.get_or_init(|| serde_json::from_str(text).unwrap())
}

/// Fails unless a line is one of a log.
#[track_caller]
pub(crate) fn check(line: &Value) {
    if let Err(why) = fits_schema(line) {
        panic!("{why}");
    }
}

/// What is wrong with a line. It does not panic: a property that runs beside it would take that for a panic of its own threads.
fn fits_schema(line: &Value) -> Result<(), String> {
    let schema = schema();
    let kind = match line["type"].as_str() {
        Some("info") => "run",
        Some(kind) => kind,
        None => return Err(format!("a line without a type: {line}")),
    };
    fits(&schema["$defs"][kind], line, schema, kind)
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn fits(rule: &Value, value: &Value, schema: &Value, path: &str) -> Result<(), String> {
    let wrong = || format!("{path}: {value}");
    for (key, rule) in rule.as_object().ok_or_else(|| format!("{path}: there is no rule"))? {
        let numbered = || value.as_array().into_iter().flatten().enumerate();
        match key.as_str() {
            "description" | "properties" | "additionalProperties" => {}
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                fits(&schema["$defs"][name], value, schema, &format!("{path} ({name})"))?;
            }
            "const" => ensure(value == rule, wrong)?,
            "enum" => ensure(rule.as_array().unwrap().contains(value), wrong)?,
            "type" => {
                let kinds = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                let is_one = kinds.iter().any(|kind| is_a(kind.as_str().unwrap(), value));
                ensure(is_one, || format!("{path}: {value} is not {rule}"))?;
            }
            "minimum" => ensure(value.as_f64() >= rule.as_f64(), wrong)?,
            "minItems" => ensure(value.as_array().map(Vec::len) >= rule.as_u64().map(|least| least as usize), wrong)?,
            "required" if value.is_object() => {
                for key in rule.as_array().unwrap() {
                    let is_there = value.get(key.as_str().unwrap()).is_some();
                    ensure(is_there, || format!("{path}: {key} is missing in {value}"))?;
                }
            }
            "prefixItems" => {
                for ((at, item), rule) in numbered().zip(rule.as_array().unwrap()) {
                    fits(rule, item, schema, &format!("{path}[{at}]"))?;
                }
            }
            "items" if *rule == Value::Bool(false) => {}
            "items" => {
                for (at, item) in numbered() {
                    fits(rule, item, schema, &format!("{path}[{at}]"))?;
                }
            }
            // It is about objects alone.
            "required" => {}
            other => return Err(format!("{path}: the rule {other} is not known to this test")),
        }
    }
    if rule.get("items") == Some(&Value::Bool(false)) {
        ensure(value.as_array().map(Vec::len) == rule["prefixItems"].as_array().map(Vec::len), wrong)?;
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        match (rule.get("properties").and_then(|known| known.get(key)), rule.get("additionalProperties")) {
            (None, Some(Value::Bool(false))) => return Err(format!("{path} is not known to the schema")),
            (Some(rule), _) | (None, Some(rule)) => fits(rule, value, schema, &path)?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => false,
    }
}

#[test]
fn what_breaks_a_rule_is_found() {
    let line = |change: &dyn Fn(&mut Value)| {
        let mut line = serde_json::json!({
            "type": "test_case", "property": "p", "run_start": 1.5, "status": "passed", "status_reason": "", "representation": "p()",
            "arguments": {}, "how_generated": "during random phase", "features": {"n": 1}, "coverage": null,
            "timing": {"execute": 0.5}, "metadata": {"phase": "random", "case": 1, "size": 0, "depth": 0, "picks": [["E", "A", 0, 1]], "pairs": []}
        });
        change(&mut line);
        fits_schema(&line).is_ok()
    };
    assert!(line(&|_| {}));
    assert!(!line(&|line| _ = line.as_object_mut().unwrap().remove("coverage")));
    assert!(!line(&|line| line["status"] = "discarded".into()));
    assert!(!line(&|line| line["how_generated"] = Value::Null));
    assert!(!line(&|line| line["features"]["flag"] = true.into()));
    assert!(!line(&|line| line["other"] = 1.into()));
    assert!(!line(&|line| line["metadata"]["picks"][0][3] = 0.into()));
    assert!(!line(&|line| line["metadata"]["picks"][0] = serde_json::json!(["E", "A", 0])));
    assert!(!line(&|line| line["timing"]["execute"] = (-1).into()));
}
