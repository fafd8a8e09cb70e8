//! Bars of plain characters: categories, histograms of numbers, grids of pairs.

use super::{Style, cell, grouped, harmless};
use crate::model::{Feature, Property, Samples, Values};
use crate::read::is_search;
use crate::words::{percent, short};

/// How many bars a chart has at most.
const MOST_BARS: usize = 12;

/// A bar: its label, and how many cases it stands for.
struct Bar {
    label: String,
    weight: f64,
}

/// The chart of a feature among accepted cases of the search.
pub(super) fn chart(feature: &Feature, samples: &Samples, style: Style) -> String {
    let weights: Vec<Option<f64>> = (0..samples.n)
        .map(|at| {
            let is_counted = samples.status[at] != 2 && is_search(&samples.phases[samples.phase[at] as usize]);
            is_counted.then(|| samples.weight.as_ref().map_or(1.0, |weights| weights[at]))
        })
        .collect();
    let bars = match &feature.values {
        Values::Numbers(values) => {
            numbers(weights.iter().zip(values).filter_map(|(weight, value)| Some(((*value)?, (*weight)?))).collect())
        }
        Values::Indices(values) => classes(feature, weights.iter().zip(values)),
        Values::Pairs(values) => {
            let pairs = weights.iter().zip(values).filter_map(|(weight, pair)| Some(((*pair)?, (*weight)?)));
            let mut out = String::new();
            let all: Vec<([f64; 2], f64)> = pairs.collect();
            for axis in 0..2 {
                let name = feature.names.as_ref().map_or(["first", "second"][axis], |names| names[axis].as_str());
                let title = format!("{} ({name})", feature.name);
                out +=
                    &drawn(&title, &numbers(all.iter().map(|(pair, weight)| (pair[axis], *weight)).collect()), style);
            }
            return out;
        }
    };
    drawn(&feature.name, &bars, style)
}

/// How often each branch of a site was taken.
pub(super) fn branches(property: &Property, style: Style) -> String {
    let samples = &property.samples;
    let mut counts: Vec<Vec<f64>> = property.sites.iter().map(|site| vec![0.0; site.branches.len()]).collect();
    for (at, row) in samples.picks.rows.iter().enumerate() {
        if !is_search(&samples.phases[samples.phase[at] as usize]) {
            continue;
        }
        let weight = samples.weight.as_ref().map_or(1.0, |weights| weights[at]);
        for entry in row.chunks_exact(2) {
            let [site, branch, _] = samples.picks.columns[entry[0] as usize];
            counts[site as usize][branch as usize] += weight * f64::from(entry[1]);
        }
    }
    let mut out = String::new();
    for (site, counts) in property.sites.iter().zip(counts).filter(|(site, _)| site.branches.len() > 1) {
        let bar = |(label, weight): (&String, f64)| Bar { label: label.clone(), weight };
        let bars: Vec<Bar> = site.branches.iter().zip(counts).map(bar).collect();
        out += &drawn(&format!("branches of {}", site.site), &bars, style);
    }
    out
}

fn classes<'a>(feature: &Feature, values: impl Iterator<Item = (&'a Option<f64>, &'a Option<u32>)>) -> Vec<Bar> {
    let flag = ["no".to_string(), "yes".to_string()];
    let names = feature.names.as_deref().unwrap_or(&flag);
    let mut weights = vec![0.0; names.len()];
    for (weight, value) in values {
        if let (Some(weight), Some(value)) = (weight, value) {
            weights[*value as usize] += weight;
        }
    }
    names.iter().zip(weights).map(|(label, weight)| Bar { label: label.clone(), weight }).collect()
}

/// A histogram: whole numbers in bins of the same whole width, others in bins of the same width; if nearly all would be in one bin,
/// bins have about as many cases each.
fn numbers(mut values: Vec<(f64, f64)>) -> Vec<Bar> {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(low), Some(high)) = (values.first().map(|first| first.0), values.last().map(|last| last.0)) else {
        return Vec::new();
    };
    let is_whole = values.iter().all(|(value, _)| value.fract() == 0.0);
    let bins = MOST_BARS as f64;
    let width = if is_whole { ((high - low + 1.0) / bins).ceil() } else { (high - low) / bins };
    let mut bars = if width > 0.0 && width.is_finite() { equal_widths(&values, low, width) } else { Vec::new() };
    let all: f64 = values.iter().map(|(_, weight)| weight).sum();
    if bars.is_empty() || width > 1.0 && bars.iter().any(|(_, _, weight)| *weight > 0.8 * all) {
        bars = equal_counts(&values, all);
    }
    let label = |first: f64, last: f64| {
        let (first, last) = (short(first), short(last));
        if first == last { first } else { format!("{first} to {last}") }
    };
    let end = |start: f64| if is_whole { (start - 1.0).min(high) } else { start };
    bars.into_iter().map(|(first, next, weight)| Bar { label: label(first, end(next)), weight }).collect()
}

/// Bins as their start, the start of the next, and weight.
fn equal_widths(values: &[(f64, f64)], low: f64, width: f64) -> Vec<(f64, f64, f64)> {
    let bin = |value: f64| (((value - low) / width) as usize).min(MOST_BARS - 1);
    let count = values.last().map_or(0, |(value, _)| bin(*value) + 1);
    let start = |at: usize| low + at as f64 * width;
    let mut bars: Vec<(f64, f64, f64)> = (0..count).map(|at| (start(at), start(at + 1), 0.0)).collect();
    for (value, weight) in values {
        bars[bin(*value)].2 += weight;
    }
    bars
}

/// Bins that end as soon as they have their share of all cases, never within equal numbers.
fn equal_counts(values: &[(f64, f64)], all: f64) -> Vec<(f64, f64, f64)> {
    let mut bars: Vec<(f64, f64, f64)> = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for (value, weight) in values {
        let is_full = bars.last().is_none_or(|bar| bar.2 >= all / MOST_BARS as f64);
        // Whole numbers end one before the next bin, as those of equal width do.
        let next = if value.fract() == 0.0 { value + 1.0 } else { *value };
        if is_full && *value > last {
            bars.push((*value, next, 0.0));
        }
        if let Some(bar) = bars.last_mut() {
            *bar = (bar.0, next, bar.2 + weight);
        }
        last = *value;
    }
    bars
}

/// A title and a line for each bar: label, bar, count, share. What exceeds the number of bars is summed up.
fn drawn(title: &str, bars: &[Bar], style: Style) -> String {
    let all: f64 = bars.iter().map(|bar| bar.weight).sum();
    if all <= 0.0 {
        return String::new();
    }
    let mut out = format!("  {}\n", style.painted("bold", &harmless(title)));
    let shown = if bars.len() > MOST_BARS + 1 { &bars[..MOST_BARS] } else { bars };
    let rest: f64 = bars[shown.len()..].iter().map(|bar| bar.weight).sum();
    let labels: Vec<String> = shown.iter().map(|bar| harmless(&bar.label)).collect();
    let others = format!("{} others", bars.len() - shown.len());
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(if rest > 0.0 {
        others.len()
    } else {
        0
    });
    let label_width = longest.clamp(1, style.columns() / 3);
    let bar_width = style.columns().saturating_sub(label_width + 28).max(8);
    let most = shown.iter().map(|bar| bar.weight).fold(rest, f64::max);
    let mut line = |label: &str, weight: f64| {
        let length = (weight / most * bar_width as f64).round() as usize;
        // What happened at all is seen.
        let length = if weight > 0.0 { length.max(1) } else { 0 };
        let bar = "#".repeat(length) + &" ".repeat(bar_width - length);
        out += &format!(
            "    {} |{bar} {:>9} {:>7}\n",
            cell(label, label_width),
            grouped(weight.round() as u64),
            percent(weight / all)
        );
    };
    for (label, bar) in labels.iter().zip(shown) {
        line(label, bar.weight);
    }
    if rest > 0.0 {
        line(&others, rest);
    }
    out
}
