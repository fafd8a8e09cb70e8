//! Re-tuning a generator to a wanted distribution: rounds of drawing, each by weights that make what is wanted more likely.
//!
//! A round is a step of the cross-entropy method. Each case counts as often as its class is wanted in comparison with how often it came;
//! how often the cases so counted take each branch, by the branch around it and by depth, are the weights of the next round. Only the
//! chances of branches change: what is drawn shrinks, replays and is stored as before.

pub(crate) mod feature;
mod file;
mod wish;

use std::path::Path;

use astragal::Choices;
use astragal::learn::Weights;
use astragal::protocol::{CaseOutcome, Ran};
use serde_json::{Value, json};

use crate::properties::Found;
use crate::sample::draw_growing;
use file::Folder;
pub(crate) use file::{Wanted, accept, accepted};
pub(crate) use wish::Wish;

/// A distribution that is nearer to the wanted one by less than this was not moved by the weights.
const MOVED: f64 = 0.02;

/// What re-tuning came to.
pub(crate) struct Tuned {
    /// The share of each class of the wish, in its order.
    shares: Vec<f64>,
    /// How far the drawn distribution was from the wanted one at first, and after each round.
    distances: Vec<f64>,
    /// The weights of the best round.
    weights: Option<Weights>,
    /// The cases of that round.
    pub(crate) cases: Vec<Ran>,
}

/// Draws cases of a property by what is wanted, and runs it on each to hear what they say.
pub(crate) fn cases(property: &Found, seed: u64, count: u64, wanted: &Wanted) -> Result<Vec<Ran>, String> {
    if wanted.is_nothing() {
        return cases_by(property, seed, count, None, wanted);
    }
    let folder = Folder::new();
    let by = folder.put(property, &wanted.with(None, &accepted(property)?))?;
    cases_by(property, seed, count, Some(by), wanted)
}

/// The same, by the weights in a folder; without one, by those that the property follows.
fn cases_by(
    property: &Found,
    seed: u64,
    count: u64,
    weights: Option<&Path>,
    wanted: &Wanted,
) -> Result<Vec<Ran>, String> {
    property.ask_by(weights, |asked| {
        let drawn = draw_growing(asked, seed, count, property)?;
        if let Some(CaseOutcome::Unknown(problem)) =
            drawn.iter().map(|(_, ran)| &ran.outcome).find(|outcome| matches!(outcome, CaseOutcome::Unknown(_)))
        {
            return Err(problem.to_string());
        }
        // Only drawing from it tells which parameters a generator declares.
        let declared = asked.describe().map_err(|error| error.to_string())?.parameters;
        let is_declared = |name: &str| declared.iter().any(|parameter| parameter.name == name);
        if let Some((name, _)) = wanted.parameters.iter().find(|(name, _)| !is_declared(name)) {
            return Err(format!("no generator declared a parameter `{name}` in {count} samples"));
        }
        drawn.iter().map(|(_, ran)| asked.run(&ran.sample.choices).map_err(|error| error.to_string())).collect()
    })
}

/// Finds weights with which the generator of a property comes close to what is wanted.
pub(crate) fn tune(property: &Found, wish: &Wish) -> Result<Tuned, String> {
    let (folder, accepted) = (Folder::new(), accepted(property)?);
    let mut best: Option<Tuned> = None;
    let (mut weights, mut distances) = (None::<Weights>, Vec::new());
    for round in 0..=wish.rounds {
        let by = folder.put(property, &wish.parameters.with(weights.as_ref(), &accepted))?;
        let cases = cases_by(property, round * wish.samples, wish.samples, Some(by), &wish.parameters)?;
        let classes: Vec<Option<usize>> = cases.iter().map(|ran| class_of(ran, wish)).collect();
        let shares = shares(&classes, wish.target.len())?;
        let distance =
            wish.target.iter().zip(&shares).map(|((_, wanted), share)| (wanted - share).abs()).sum::<f64>() / 2.0;
        distances.push(distance);
        let factor = |class: usize| wish.target[class].1 / shares[class];
        let counted: Vec<(&Choices, f64)> = cases
            .iter()
            .zip(&classes)
            .filter_map(|(ran, class)| class.map(|class| (&ran.sample.choices, factor(class))))
            .collect();
        let next = Weights::of_cases(counted);
        let is_best = best.as_ref().is_none_or(|best| distance < best.distances[0]);
        if is_best {
            best = Some(Tuned { shares, distances: vec![distance], weights: weights.take(), cases });
        }
        if next.is_empty() {
            break;
        }
        weights = Some(next);
    }
    let best = best.ok_or("no case was drawn")?;
    Ok(Tuned { distances, ..best })
}

/// The class of a case that the property accepted.
fn class_of(ran: &Ran, wish: &Wish) -> Option<usize> {
    match ran.outcome {
        CaseOutcome::Passed | CaseOutcome::Failed { .. } => wish.class_of(&feature::value(ran, &wish.feature)?),
        _ => None,
    }
}

fn shares(classes: &[Option<usize>], count: usize) -> Result<Vec<f64>, String> {
    let mut counts = vec![0.0; count];
    classes.iter().flatten().for_each(|&class| counts[class] += 1.0);
    let all: f64 = counts.iter().sum();
    if all == 0.0 {
        return Err("no case that was drawn has this feature".into());
    }
    Ok(counts.into_iter().map(|count| count / all).collect())
}

impl Tuned {
    /// The answer to a page.
    pub(crate) fn answer(&self, wish: &Wish, samples: Value) -> Value {
        let nearest = self.distances.iter().copied().fold(f64::INFINITY, f64::min);
        let first = self.distances.first().copied().unwrap_or_default();
        let is_near = first < MOVED;
        let why = match &self.weights {
            _ if is_near => None,
            None if self.distances.len() < 2 => {
                Some("the generator picks no branch that has a name, so there is nothing to weigh".to_string())
            }
            _ if first - nearest < MOVED => {
                Some(format!("no branch of the generator influences `{}`: its distribution did not move", wish.feature))
            }
            _ => None,
        };
        let achieved: Vec<Value> = self.shares.iter().map(|share| json!({ "share": share })).collect();
        json!({
            "achieved": achieved,
            "distance": nearest,
            "rounds": self.distances,
            "samples": samples,
            "weights": self.weights.as_ref().map(ToString::to_string),
            "controllable": why.is_none(),
            "why": why,
        })
    }
}
