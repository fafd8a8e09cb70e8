//! Compares two models: what changed, in words, by tests that know how many questions they ask.
//!
//! A change is reported if its probability, corrected for all questions of the comparison (Holm), is below [`SURE`] and it is at least
//! [`NOISE`] large; what is smaller is noise to a reader, however many cases prove it.

mod classes;
mod distributions;

use crate::model::{Baseline, Change, Model, Property, rank};
use crate::statistics::{holm, rise};
use crate::words::percent;
use std::collections::BTreeSet;

/// A probability below which a change is believed.
const SURE: f64 = 0.01;

/// The least total variation distance, or difference of shares, that is a change.
const NOISE: f64 = 0.02;

impl Model {
    /// Shows `after` beside `before`: the second model with the first as its baseline and with what changed in words.
    ///
    /// ```
    /// use astragal_report::{Log, Model};
    ///
    /// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed"}"#;
    /// let model = |text: String| Log::from_reader(text.as_bytes(), "log").map(|log| Model::of(&log));
    /// let both = Model::compare(model(line.to_string())?, model(line.replace("passed", "failed"))?);
    /// let changes = both.changes.unwrap();
    /// assert!(changes.iter().any(|change| change.regression && change.what == "verdict"));
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn compare(before: Model, after: Model) -> Model {
        compared(before, after)
    }
}

/// A change that is believed if its probability is small enough.
struct Candidate {
    change: Change,
    probability: f64,
}

fn compared(before: Model, after: Model) -> Model {
    let (mut sure, mut open) = (Vec::new(), Vec::new());
    for property in &after.properties {
        match before.properties.iter().find(|other| other.name == property.name) {
            Some(other) => {
                sure.extend(verdict(other, property));
                sure.extend(requirements(other, property));
                open.extend(shares(other, property));
                open.extend(distributions::features(other, property));
                open.extend(classes::lost(other, property));
            }
            None => sure.push(presence(property, false)),
        }
    }
    for property in &before.properties {
        if !after.properties.iter().any(|other| other.name == property.name) {
            sure.push(presence(property, true));
        }
    }
    let mut probabilities: Vec<f64> = open.iter().map(|candidate| candidate.probability).collect();
    holm(&mut probabilities);
    let mut changes = sure;
    for (candidate, p) in open.iter().zip(&probabilities) {
        if *p < SURE && candidate.change.distance.is_some_and(|distance| distance >= NOISE) {
            changes.push(Change { p: Some(*p), ..candidate.change.clone() });
        }
    }
    for property in &after.properties {
        let asked = open.iter().filter(|candidate| candidate.change.property == property.name).count();
        if !changes.iter().any(|change| change.property == property.name) {
            let questions = if asked == 1 { "comparison" } else { "comparisons" };
            let text = format!("no change detected in {asked} {questions}");
            changes.push(Change { what: "nothing".into(), text, ..named(property) });
        }
    }
    // Regressions first, then what is sure, then by size; what did not change is last.
    changes.sort_by(|a, b| {
        let order = |change: &Change| (!change.regression, change.what == "nothing");
        let distance = |change: &Change| change.distance.unwrap_or(1.0);
        order(a).cmp(&order(b)).then(distance(b).total_cmp(&distance(a))).then_with(|| a.property.cmp(&b.property))
    });
    let label = if before.title == after.title { "before".to_string() } else { before.title };
    let mut baseline = Baseline { label, properties: before.properties };
    for property in &mut baseline.properties {
        // Outlines are drawn of it; its lines are not opened.
        property.samples.extra = None;
    }
    Model { baseline: Some(baseline), changes: Some(changes), ..after }
}

fn named(property: &Property) -> Change {
    Change { property: property.name.clone(), ..Change::default() }
}

/// A property that only one of the logs has.
fn presence(property: &Property, is_gone: bool) -> Change {
    let (before, after, text) = if is_gone {
        ("run", "not run", "this property was not run again")
    } else {
        ("not run", "run", "this property was not run before")
    };
    Change { what: "present".into(), before: before.into(), after: after.into(), text: text.into(), ..named(property) }
}

/// Another verdict. Worse are those that fail a test; whether there are more warnings is asked one by one.
fn verdict(before: &Property, after: &Property) -> Option<Change> {
    let (old, new) = (&before.verdict, &after.verdict);
    if old.kind == new.kind {
        return None;
    }
    let is_failure = |kind: &str| rank(kind) < rank("warned");
    Some(Change {
        what: "verdict".into(),
        before: old.kind.clone(),
        after: new.kind.clone(),
        text: format!("verdict: {} -> {} ({})", old.kind, new.kind, new.text),
        regression: is_failure(&new.kind) && !is_failure(&old.kind),
        ..named(after)
    })
}

/// Requirements of `cover!` that are met in one run and missed in the other.
fn requirements(before: &Property, after: &Property) -> Vec<Change> {
    let mut found = Vec::new();
    for new in &after.covered {
        let Some(old) = before.covered.iter().find(|old| old.label == new.label) else { continue };
        if old.verdict == new.verdict {
            continue;
        }
        let share = |holds: u64, of: u64| percent(holds as f64 / of.max(1) as f64);
        let (was, is) = (share(old.holds, old.of), share(new.holds, new.of));
        found.push(Change {
            what: "cover".into(),
            before: format!("{} ({was})", old.verdict),
            after: format!("{} ({is})", new.verdict),
            text: format!("`cover!` of \"{}\" was {}, is {}: {was} -> {is}", new.label, old.verdict, new.verdict),
            regression: new.verdict == "missed",
            ..named(after)
        });
    }
    found
}

/// Shares of rejected cases and of duplicates: both directions, each as a question of its own.
fn shares(before: &Property, after: &Property) -> Vec<Candidate> {
    let rejected = |property: &Property| {
        let counts = &property.counts;
        (counts.rejected as f64, (counts.cases + counts.rejected) as f64)
    };
    let (old, new) = duplicates(before, after);
    let pairs =
        [("rejected", "rejected cases", rejected(before), rejected(after)), ("duplicates", "duplicates", old, new)];
    let mut found = Vec::new();
    for (what, words, old, new) in pairs {
        if old.1 <= 0.0 || new.1 <= 0.0 {
            continue;
        }
        let (was, is) = (old.0 / old.1, new.0 / new.1);
        let is_more = is > was;
        let probability = (2.0 * if is_more { rise(old, new) } else { rise(new, old) }).min(1.0);
        let direction = if is_more { "more" } else { "fewer" };
        found.push(Candidate {
            probability,
            change: Change {
                what: what.into(),
                before: percent(was),
                after: percent(is),
                distance: Some((is - was).abs()),
                text: format!("{direction} {words}: {} -> {}", percent(was), percent(is)),
                regression: is_more,
                ..named(after)
            },
        });
    }
    found
}

/// Duplicates of both runs, of how many cases. The longer a run, the more of its cases repeat another: so both are counted over
/// as many cases as the shorter one has. Where a log was sampled down only its lines are known, each worth one case.
fn duplicates(before: &Property, after: &Property) -> ((f64, f64), (f64, f64)) {
    let accepted = |property: &Property| distributions::counted(&property.samples).flatten().count();
    let length = accepted(before).min(accepted(after));
    let within = |property: &Property| {
        let samples = &property.samples;
        let texts = distributions::counted(samples).zip(&samples.text).filter(|(weight, _)| weight.is_some());
        let different: BTreeSet<u32> = texts.take(length).map(|(_, text)| *text).collect();
        ((length - different.len()) as f64, length as f64)
    };
    (within(before), within(after))
}
