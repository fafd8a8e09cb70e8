//! Classes and branches that one run had and the other does not.

use super::distributions::{classes_of, counted};
use super::{Candidate, named};
use crate::model::{Change, Property, Site};
use crate::statistics::{effective, wilson};
use crate::words::percent;
use std::collections::BTreeMap;

/// A question for each class and each branch that has cases before and none after. How likely is it to miss it in all cases of the
/// second run, if it were at least as rare as the first run allows?
pub(super) fn lost(before: &Property, after: &Property) -> Vec<Candidate> {
    let mut found = Vec::new();
    for new in after.samples.features.iter().filter(|feature| !feature.own) {
        let Some(old) = before.samples.features.iter().find(|old| old.name == new.name && old.kind == new.kind) else {
            continue;
        };
        let (had, has) = (classes_of(&before.samples, old), classes_of(&after.samples, new));
        let worth = effective(has.values().flatten().copied());
        let all: f64 = had.values().flatten().sum();
        let worth_before = effective(had.values().flatten().copied());
        for (class, weights) in had.iter().filter(|(class, _)| !has.contains_key(*class)) {
            let share = weights.iter().sum::<f64>() / all;
            let what = format!("\"{}\" = {class}", new.name);
            found.push(Candidate {
                change: Change { feature: Some(new.name.clone()), ..change("class", &what, share, after) },
                probability: missed(share, worth_before, worth),
            });
        }
    }
    let (had, has) = (taken(before), taken(after));
    let worth = |property: &Property| effective(counted(&property.samples).flatten());
    let (worth_before, worth_after) = (worth(before), worth(after));
    let all: f64 = counted(&before.samples).flatten().sum();
    // Without any branch the log says nothing about branches.
    for ((site, branch), weight) in had.iter().filter(|(pick, _)| !has.is_empty() && !has.contains_key(*pick)) {
        let share = weight / all;
        let probability = missed(share, worth_before, worth_after);
        found.push(Candidate {
            change: change("branch", &format!("branch `{branch}` of `{site}`"), share, after),
            probability,
        });
    }
    found
}

/// The chance of no case at all, for the smallest share that the first run allows.
fn missed(share: f64, worth_before: f64, worth_after: f64) -> f64 {
    let least = wilson(share * worth_before, worth_before).0;
    (1.0 - least).powf(worth_after)
}

fn change(what: &str, words: &str, share: f64, property: &Property) -> Change {
    Change {
        what: what.into(),
        before: percent(share),
        after: percent(0.0),
        // However rare it was: all of it is gone.
        distance: Some(share.max(super::NOISE)),
        text: format!("no case has {words} any more, it was {}", percent(share)),
        regression: true,
        ..named(property)
    }
}

/// In how many counted cases each branch was taken, by site and branch.
fn taken(property: &Property) -> BTreeMap<(String, String), f64> {
    let samples = &property.samples;
    let mut found: BTreeMap<(String, String), f64> = BTreeMap::new();
    for (weight, row) in counted(samples).zip(&samples.picks.rows) {
        let Some(weight) = weight else { continue };
        let mut picks: Vec<(u32, u32)> = row
            .chunks_exact(2)
            .map(|entry| samples.picks.columns[entry[0] as usize])
            .map(|[site, branch, _]| (site, branch))
            .collect();
        picks.sort_unstable();
        picks.dedup();
        for (site, branch) in picks {
            let Site { site, branches } = &property.sites[site as usize];
            *found.entry((site.clone(), branches[branch as usize].clone())).or_default() += weight;
        }
    }
    found
}
