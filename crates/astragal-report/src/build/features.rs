//! Decides what kind each feature is, by all of its values, and writes them as a column.

use crate::model::{Feature, Values};
use crate::read::{Collected, RunTally, Sample, Status};
use std::collections::HashMap;

/// How many categories a feature may have; the rest is one.
const MOST_CATEGORIES: usize = 2_000;

/// What frameworks add of their own comes after what a user collects.
const BY_TOOLS: [&str; 2] = ["Retried draw", "invalid because"];

/// The features of the samples: what the user collected, then size, depth and length.
pub(super) fn features(run: &RunTally, kept: &[&Sample], weights: &[f64]) -> Vec<Feature> {
    let mut columns: Vec<Vec<Option<&Collected>>> = vec![Vec::new(); run.feature_names.len()];
    for (at, sample) in kept.iter().enumerate() {
        for (name, value) in &sample.features {
            let column = &mut columns[*name as usize];
            column.resize(at, None);
            column.push(Some(value));
        }
    }
    let mut found = Vec::new();
    for (number, (name, mut column)) in run.feature_names.all().zip(columns).enumerate() {
        if column.is_empty() {
            continue;
        }
        column.resize(kept.len(), None);
        let axes = run.axes.get(&(number as u32));
        found.push(feature(name, &column, kept, weights, axes));
    }
    found.sort_by_key(|feature| BY_TOOLS.iter().any(|start| feature.name.starts_with(start)));
    for (at, name) in ["size", "depth", "length"].into_iter().enumerate() {
        let values: Vec<Option<f64>> = kept.iter().map(|sample| sample.own[at]).collect();
        if values.iter().any(Option::is_some) {
            let values = Values::Numbers(values);
            found.push(Feature { name: name.into(), kind: "number".into(), own: true, values, names: None });
        }
    }
    found
}

fn feature(
    name: &str,
    column: &[Option<&Collected>],
    kept: &[&Sample],
    weights: &[f64],
    axes: Option<&[String; 2]>,
) -> Feature {
    let all = |is: fn(&Collected) -> bool| column.iter().flatten().all(|value| is(value));
    let (kind, values, names) = if all(|value| matches!(value, Collected::Number(_))) {
        ("number", numbers(column), None)
    } else if all(|value| matches!(value, Collected::Pair(_))) {
        ("pair", pairs(column), axes.map(|axes| axes.to_vec()))
    } else if all(|value| matches!(value, Collected::Flag(_) | Collected::Present)) {
        ("flag", flags(column, kept), None)
    } else {
        let (values, names) = categories(column, weights);
        ("category", values, Some(names))
    };
    Feature { name: name.to_string(), kind: kind.to_string(), own: false, values, names }
}

fn numbers(column: &[Option<&Collected>]) -> Values {
    let number = |value: &Option<&Collected>| match value {
        Some(Collected::Number(number)) if number.is_finite() => Some(*number),
        _ => None,
    };
    Values::Numbers(column.iter().map(number).collect())
}

fn pairs(column: &[Option<&Collected>]) -> Values {
    let pair = |value: &Option<&Collected>| match value {
        Some(Collected::Pair(pair)) => Some(*pair),
        _ => None,
    };
    Values::Pairs(column.iter().map(pair).collect())
}

/// An event without a value did not happen where it is missing, unless the case was rejected before it could.
fn flags(column: &[Option<&Collected>], kept: &[&Sample]) -> Values {
    let is_event = column.iter().flatten().any(|value| matches!(value, Collected::Present));
    let flag = |(value, sample): (&Option<&Collected>, &&Sample)| match value {
        Some(Collected::Flag(flag)) => Some(u32::from(*flag)),
        Some(_) => Some(1),
        None if is_event && sample.status != Status::Rejected => Some(0),
        None => None,
    };
    Values::Indices(column.iter().zip(kept).map(flag).collect())
}

/// Categories, most frequent first.
fn categories(column: &[Option<&Collected>], weights: &[f64]) -> (Values, Vec<String>) {
    let mut counts: HashMap<String, f64> = HashMap::new();
    for (value, weight) in column.iter().zip(weights) {
        if let Some(value) = value {
            *counts.entry(value.name().into_owned()).or_default() += weight;
        }
    }
    let mut names: Vec<(String, f64)> = counts.into_iter().collect();
    names.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let is_cut = names.len() > MOST_CATEGORIES;
    names.truncate(MOST_CATEGORIES);
    let mut names: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
    let known: HashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
    let index = |value: &Option<&Collected>| {
        value.map(|value| known.get(value.name().as_ref()).copied().unwrap_or(MOST_CATEGORIES as u32))
    };
    let values = Values::Indices(column.iter().map(index).collect());
    if is_cut {
        names.push("(others)".to_string());
    }
    (values, names)
}
