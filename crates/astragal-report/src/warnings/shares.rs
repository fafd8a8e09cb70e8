//! Warnings about shares of the cases: rejected, duplicates, trivial, slow, requirements missed.

use super::*;
use crate::model::{Filter, Values};
use crate::read::is_drawn;
use crate::statistics::wilson;

/// Requirements of `cover!` that were not met, or not decided.
pub(super) fn missed(property: &Property) -> Vec<Warning> {
    let mut found = Vec::new();
    for requirement in property.covered.iter().filter(|requirement| requirement.verdict != "met") {
        let (holds, of) = (requirement.holds as f64, requirement.of as f64);
        let (low, high) = wilson(holds, of);
        let share = percent(if of > 0.0 { holds / of } else { 0.0 });
        let (label, required) = (&requirement.label, percent(requirement.required / 100.0));
        let text = if requirement.verdict == "missed" {
            format!("`cover!` of \"{label}\" is missed: {share} of the cases, but {required} are required")
        } else {
            format!(
                "`cover!` of \"{label}\" is open: {share} of the cases, {required} are required, too few cases to say"
            )
        };
        let detail = format!(
            "{} of {} cases; 95 % interval {} to {}",
            requirement.holds,
            requirement.of,
            percent(low),
            percent(high)
        );
        let kind = if requirement.verdict == "missed" { "missed" } else { "open" };
        let feature = property.samples.features.iter().find(|feature| feature.name == *label && feature.kind == "flag");
        let filter = feature.map(|feature| Filter::Value { feature: feature.name.clone(), value: 1.into() });
        found.push(Warning { filter, ..warning(kind, text, detail) });
    }
    found
}

/// Conditions that never held.
pub(super) fn never_passes(run: &RunTally) -> Vec<Warning> {
    let mut found = Vec::new();
    for (condition, (satisfied, unsatisfied)) in &run.predicates {
        if *satisfied == 0 && *unsatisfied >= NEVER_PASSES {
            let bound = percent(wilson(0.0, *unsatisfied as f64).1);
            let detail = format!("tried {unsatisfied} times; with 95 % confidence it holds in less than {bound}");
            found.push(warning("never_passes", format!("{condition} never holds"), detail));
        }
    }
    found
}

/// Too many cases rejected, and by what.
pub(super) fn rejected(property: &Property) -> Option<Warning> {
    let counts = &property.counts;
    let all = counts.cases + counts.rejected;
    let (rejected, cases) = (counts.rejected as f64, all as f64);
    let (low, high) = wilson(rejected, cases);
    if cases == 0.0 || rejected / cases < REJECTED || low <= REJECTED_SURELY {
        return None;
    }
    let mut text = if counts.cases == 0 {
        format!("all {all} cases were rejected")
    } else {
        format!("{} of the cases were rejected", percent(rejected / cases))
    };
    let by = |rejection: &crate::model::Rejection| match rejection.place.as_str() {
        "" => rejection.by.clone(),
        place => format!("{} at {place}", rejection.by),
    };
    if let Some(first) = property.rejections.first() {
        text += &format!(", most by {}", by(first));
    }
    let mut detail = format!("{} of {all} cases; 95 % interval {} to {}", counts.rejected, percent(low), percent(high));
    for rejection in property.rejections.iter().take(5) {
        detail += &format!("; {}: {}", by(rejection), rejection.count);
        if let Some(passed) = rejection.passed {
            detail += &format!(" ({passed} got past it)");
        }
    }
    Some(Warning { filter: Some(Filter::Status { status: 2 }), ..warning("rejected", text, detail) })
}

/// Too many accepted cases that repeat another. Without the end of the run, how sure that is depends on the lines, not on the cases
/// that they stand for.
pub(super) fn duplicates(property: &Property, run: &RunTally) -> Option<Warning> {
    let (duplicates, unique) = (property.counts.duplicates, property.counts.unique);
    let compared = duplicates + unique;
    let share = duplicates as f64 / compared.max(1) as f64;
    let is_counted = run.end.as_ref().is_some_and(|end| end.compared.is_some());
    let lines = if is_counted { compared } else { run.accepted_lines };
    let (low, high) = wilson(share * lines as f64, lines as f64);
    if share < DUPLICATES || low <= DUPLICATES_SURELY {
        return None;
    }
    let different = if is_counted { unique } else { run.texts.len() as u64 };
    let values = if different == 1 { "value" } else { "different values" };
    let stand_for_more = compared > lines;
    let only = if stand_for_more { String::new() } else { format!(": only {different} {values}") };
    let cases = run.cases();
    let text = format!("{} of the {} cases repeat an earlier one{only}", percent(share), run.kind("accepted"));
    let interval = format!("95 % interval {} to {}", percent(low), percent(high));
    let detail = if stand_for_more {
        format!("{different} different values in {lines} lines that stand for {compared} accepted cases; {interval}")
    } else {
        format!("{duplicates} of {compared} accepted {cases}; {interval}")
    };
    Some(Warning { filter: Some(Filter::Unique { unique: false }), ..warning("duplicates", text, detail) })
}

/// Most cases that chance drew are trivial, though larger ones exist.
pub(super) fn small(run: &RunTally) -> Option<Warning> {
    let all: u64 = run.sizes.values().sum();
    let trivial: u64 = run.sizes.range(..=TRIVIAL).map(|(_, count)| count).sum();
    let largest = *run.sizes.keys().next_back()?;
    let (low, high) = wilson(trivial as f64, all as f64);
    if all < ENOUGH || trivial as f64 / (all as f64) < SMALL || largest < LARGE {
        return None;
    }
    let at = |share: f64| {
        let mut left = (share * all as f64).ceil() as u64;
        let reached = run.sizes.iter().find(|(_, count)| {
            left = left.saturating_sub(**count);
            left == 0
        });
        reached.map_or(largest, |(size, _)| *size)
    };
    let cases = run.cases();
    let (share, kind) = (percent(trivial as f64 / all as f64), run.kind("drawn"));
    let text = format!("{share} of the {kind} cases are trivial: at most {TRIVIAL} choices");
    let detail = format!(
        "{trivial} of {all} {cases}; 95 % interval {} to {}; half have at most {} choices, 90 % at most {}, the largest {largest}",
        percent(low),
        percent(high),
        at(0.5),
        at(0.9)
    );
    let filter = Some(Filter::Range { feature: "size".to_string(), range: [0.0, TRIVIAL as f64] });
    Some(Warning { filter, ..warning("small", text, detail) })
}

/// The lists of most cases that chance drew are empty, though longer ones exist.
pub(super) fn empty(property: &Property, run: &RunTally) -> Option<Warning> {
    let samples = &property.samples;
    let length = samples.features.iter().find(|feature| feature.own && feature.name == "length")?;
    let Values::Numbers(lengths) = &length.values else { return None };
    let (mut all, mut empty, mut lines, mut longest) = (0.0, 0.0, 0, 0.0_f64);
    for (at, length) in lengths.iter().enumerate() {
        let is_counted = samples.status[at] != 2 && is_drawn(&samples.phases[samples.phase[at] as usize]);
        let Some(length) = length.filter(|_| is_counted) else { continue };
        let weight = samples.weight.as_ref().filter(|_| !run.is_sampled).map_or(1.0, |weights| weights[at]);
        all += weight;
        lines += 1;
        empty += if length == 0.0 { weight } else { 0.0 };
        longest = longest.max(length);
    }
    let share = empty / all;
    if lines < ENOUGH || share < SMALL || longest < LONG as f64 {
        return None;
    }
    let (low, high) = wilson(share * lines as f64, lines as f64);
    let cases = run.cases();
    let kind = run.kind("drawn");
    let text = format!("in {} of the {kind} cases that have lists all of them are empty", percent(share));
    let detail = format!(
        "{empty:.0} of {all:.0} {cases}; 95 % interval {} to {}; the longest list has {longest} elements",
        percent(low),
        percent(high)
    );
    let filter = Some(Filter::Range { feature: "length".to_string(), range: [0.0, 0.0] });
    Some(Warning { filter, ..warning("empty", text, detail) })
}

/// Few cases because each took long, or time spent on generating.
pub(super) fn slow(property: &Property) -> Vec<Warning> {
    let mut found = Vec::new();
    let cases = property.counts.cases;
    let seconds = property.seconds.unwrap_or(0.0);
    let each = seconds / cases.max(1) as f64;
    if cases > 0 && cases < FEW && each > SLOW && seconds > 1.0 && property.counts.failed == 0 {
        let text = format!("only {cases} cases: each took {:.0} ms", each * 1e3);
        found.push(warning("slow", text, format!("{seconds:.1} s for {cases} cases")));
    }
    if let Some(times) = &property.samples.time {
        let (generate, execute) = (times.generate.iter().sum::<f64>() / 1e6, times.execute.iter().sum::<f64>() / 1e6);
        let share = generate / (generate + execute);
        if generate + execute > 1.0 && share > GENERATION {
            let text = format!("{} of the time goes into generating cases", percent(share));
            found.push(warning("generation", text, format!("{generate:.2} s to generate, {execute:.2} s to run")));
        }
    }
    found
}
