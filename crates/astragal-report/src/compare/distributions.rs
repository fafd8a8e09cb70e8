//! Compares how features are distributed among accepted cases of the search.

use super::{Candidate, named};
use crate::model::{Change, Feature, Property, Samples, Values};
use crate::read::is_search;
use crate::statistics::{chi_square, distance, effective, kolmogorov_smirnov};
use crate::words::{percent, short};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many different numbers are compared one by one, more as a whole.
const FEW_NUMBERS: usize = 20;

/// A question for each feature that both runs have.
pub(super) fn features(before: &Property, after: &Property) -> Vec<Candidate> {
    let mut found = Vec::new();
    for new in &after.samples.features {
        let old = before.samples.features.iter().find(|old| old.name == new.name && old.own == new.own);
        let Some(old) = old.filter(|old| old.kind == new.kind) else { continue };
        let (a, b) = (&before.samples, &after.samples);
        match (&old.values, &new.values) {
            (Values::Numbers(x), Values::Numbers(y)) => {
                found.extend(numbers(&numbers_of(a, x), &numbers_of(b, y), new, after));
            }
            (Values::Indices(_), Values::Indices(_)) => {
                found.extend(classes(&classes_of(a, old), &classes_of(b, new), new, after));
            }
            (Values::Pairs(x), Values::Pairs(y)) => {
                for (axis, name) in ["first part", "second part"].into_iter().enumerate() {
                    let part = |values: &[Option<[f64; 2]>]| -> Vec<Option<f64>> {
                        values.iter().map(|value| value.map(|pair| pair[axis])).collect()
                    };
                    let named = Feature { name: format!("{} ({name})", new.name), ..new.clone() };
                    let change = numbers(&numbers_of(a, &part(x)), &numbers_of(b, &part(y)), &named, after);
                    found.extend(change.map(|candidate| Candidate {
                        change: Change { feature: Some(new.name.clone()), ..candidate.change },
                        ..candidate
                    }));
                }
            }
            _ => {}
        }
    }
    found
}

/// The weights of samples that count: accepted ones of the search; none for the others.
pub(super) fn counted(samples: &Samples) -> impl Iterator<Item = Option<f64>> + '_ {
    (0..samples.n).map(|at| {
        let phase = &samples.phases[samples.phase[at] as usize];
        let is_counted = samples.status[at] != 2 && is_search(phase);
        is_counted.then(|| samples.weight.as_ref().map_or(1.0, |weights| weights[at]))
    })
}

/// Numbers and their weights.
fn numbers_of(samples: &Samples, values: &[Option<f64>]) -> Vec<(f64, f64)> {
    counted(samples).zip(values).filter_map(|(weight, value)| Some(((*value)?, weight?))).collect()
}

/// Classes by name, each with the weights of its samples.
pub(super) fn classes_of(samples: &Samples, feature: &Feature) -> BTreeMap<String, Vec<f64>> {
    let Values::Indices(values) = &feature.values else { return BTreeMap::new() };
    let mut found: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (weight, value) in counted(samples).zip(values) {
        let (Some(weight), Some(value)) = (weight, value) else { continue };
        let name = match &feature.names {
            Some(names) => names[*value as usize].clone(),
            None => if *value == 1 { "true" } else { "false" }.to_string(),
        };
        found.entry(name).or_default().push(weight);
    }
    found
}

fn numbers(a: &[(f64, f64)], b: &[(f64, f64)], feature: &Feature, property: &Property) -> Option<Candidate> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let mut all: Vec<f64> = a.iter().chain(b).map(|(value, _)| *value).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    let is_few = all.len() <= FEW_NUMBERS;
    // The last number of each bin: all numbers, or as many that the bins have as many different ones.
    let step = all.len().div_ceil(FEW_NUMBERS).max(1);
    let ends: Vec<f64> = all.chunks(step).filter_map(|chunk| chunk.last()).copied().collect();
    let binned = |list: &[(f64, f64)]| {
        let mut bins = vec![0.0; ends.len()];
        for (value, weight) in list {
            bins[ends.partition_point(|end| end < value)] += weight;
        }
        bins
    };
    let (bins_a, bins_b) = (binned(a), binned(b));
    let weights = |list: &[(f64, f64)]| effective(list.iter().map(|(_, weight)| *weight));
    let probability = if is_few {
        chi_square(&bins_a, &bins_b, weights(a), weights(b))
    } else {
        kolmogorov_smirnov(&mut a.to_vec(), &mut b.to_vec())
    };
    let ((mean_a, median_a), (mean_b, median_b)) = (center(a), center(b));
    let direction = match median_b.total_cmp(&median_a).then(mean_b.total_cmp(&mean_a)) {
        std::cmp::Ordering::Less => "smaller",
        std::cmp::Ordering::Equal => "spread differently",
        std::cmp::Ordering::Greater => "larger",
    };
    let text = format!(
        "\"{}\" is {direction}: median {} -> {}, mean {} -> {}",
        feature.name,
        short(median_a),
        short(median_b),
        short(mean_a),
        short(mean_b)
    );
    let words = |mean: f64, median: f64| format!("median {}, mean {}", short(median), short(mean));
    Some(Candidate {
        probability,
        change: Change {
            what: "feature".into(),
            before: words(mean_a, median_a),
            after: words(mean_b, median_b),
            distance: Some(distance(&bins_a, &bins_b)),
            text,
            feature: Some(feature.name.clone()),
            ..named(property)
        },
    })
}

type Classes = BTreeMap<String, Vec<f64>>;

fn classes(a: &Classes, b: &Classes, feature: &Feature, property: &Property) -> Option<Candidate> {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let sums = |classes: &Classes| -> Vec<f64> {
        names.iter().map(|name| classes.get(*name).map_or(0.0, |weights| weights.iter().sum())).collect()
    };
    let (sums_a, sums_b) = (sums(a), sums(b));
    let (all_a, all_b) = (sums_a.iter().sum::<f64>(), sums_b.iter().sum::<f64>());
    if all_a <= 0.0 || all_b <= 0.0 {
        return None;
    }
    let worth = |classes: &Classes| effective(classes.values().flatten().copied());
    let moves = names.iter().zip(sums_a.iter().zip(&sums_b)).map(|(name, (x, y))| (*name, x / all_a, y / all_b));
    let (name, was, is) = moves.max_by(|x, y| (x.1 - x.2).abs().total_cmp(&(y.1 - y.2).abs()))?;
    let class = if feature.names.is_some() { format!(" = {name}") } else { String::new() };
    // Of a flag the share that is true is said, whichever of the two moved.
    let (was, is) = if feature.names.is_none() && name == "false" { (1.0 - was, 1.0 - is) } else { (was, is) };
    Some(Candidate {
        probability: chi_square(&sums_a, &sums_b, worth(a), worth(b)),
        change: Change {
            what: "feature".into(),
            before: percent(was),
            after: percent(is),
            distance: Some(distance(&sums_a, &sums_b)),
            text: format!("\"{}\"{class}: {} -> {}", feature.name, percent(was), percent(is)),
            feature: Some(feature.name.clone()),
            ..named(property)
        },
    })
}

/// Weighted mean and median.
fn center(list: &[(f64, f64)]) -> (f64, f64) {
    let all: f64 = list.iter().map(|(_, weight)| weight).sum();
    let mean = list.iter().map(|(value, weight)| value * weight).sum::<f64>() / all;
    let mut sorted = list.to_vec();
    sorted.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut left = all / 2.0;
    let median = sorted.iter().find(|(_, weight)| {
        left -= weight;
        left <= 0.0
    });
    (mean, median.or(sorted.last()).map_or(0.0, |(value, _)| *value))
}
