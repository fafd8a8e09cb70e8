//! The balance of places and constructors: what is true of every value, so of every mean of values too.
//!
//! Each place for a type holds one constructor of it. Places are made by the fields of constructors, by the elements of
//! lists, and one by the root. So for each type the numbers of its constructors add up to the number of its places: a linear
//! equation. The possible frequencies are those that solve all of them; `tune` decides which one is meant.

use super::model::{Model, Part};
use super::simplex::{Equations, Least};

/// One more unknown is the number of values themselves.
#[derive(Debug)]
pub(super) struct Balance {
    /// For each part that is a sum or a list, how many places for it each unknown makes; at last how many a value makes.
    pub(super) places: Vec<Option<Vec<f64>>>,
    /// Which unknowns may be more than zero.
    pub(super) possible: Vec<bool>,
}

/// Some are to be this many times as frequent as others: by the unknowns of both.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    pub(super) more: Vec<usize>,
    pub(super) times: f64,
    pub(super) than: Vec<usize>,
}

impl Demand {
    /// As an equation: it adds up to zero.
    pub(super) fn row(&self, unknowns: usize) -> Vec<f64> {
        let mut row = vec![0.0; unknowns];
        self.more.iter().for_each(|&at| row[at] += 1.0);
        self.than.iter().for_each(|&at| row[at] -= self.times);
        row
    }
}

/// How many of one there can be for each of another; the most is `None` if there is no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) least: f64,
    pub(super) most: Option<f64>,
}

impl Balance {
    pub(super) fn of(model: &Model) -> Balance {
        let values = model.unknowns;
        let mut places: Vec<Option<Vec<f64>>> = model.parts.iter().map(|_| None).collect();
        for (at, part) in model.parts.iter().enumerate() {
            if matches!(part, Part::Sum(_) | Part::List(_)) {
                places[at] = Some(vec![0.0; values + 1]);
            }
        }
        let mut possible = vec![false; values];
        // From the root on, so that nothing is counted that no value has.
        let mut open = vec![(values, model.root)];
        let mut seen = vec![false; model.parts.len()];
        while let Some((unknown, from)) = open.pop() {
            for part in model.reach(from) {
                if let Some(places) = &mut places[part] {
                    places[unknown] += 1.0;
                }
                if std::mem::replace(&mut seen[part], true) {
                    continue;
                }
                match model.parts[part] {
                    Part::Sum(sum) => {
                        let sum = &model.sums[sum];
                        let alive = sum.unknowns().zip(&sum.arms).filter(|(_, arm)| arm.ends());
                        open.extend(alive.map(|(unknown, arm)| (unknown, arm.part)));
                    }
                    Part::List(list) => open.push((model.lists[list].unknown, model.lists[list].element)),
                    _ => {}
                }
            }
            if unknown < values {
                possible[unknown] = true;
            }
        }
        Balance { places, possible }
    }

    /// What is true of all values. A value may be as large as one likes, so that what it begins with does not count.
    fn equations(&self, model: &Model) -> Equations {
        let mut equations = Equations::new(model.unknowns + 1);
        for (part, places) in model.parts.iter().zip(&self.places) {
            let Some(places) = places else { continue };
            let with = |factor: f64| places.iter().map(|count| factor * count).collect::<Vec<f64>>();
            match part {
                Part::Sum(sum) => {
                    let mut row = with(-1.0);
                    model.sums[*sum].unknowns().for_each(|arm| row[arm] += 1.0);
                    equations.equal(row, 0.0);
                }
                Part::List(list) => {
                    let list = &model.lists[*list];
                    let mut row = with(-(list.min as f64));
                    row[list.unknown] += 1.0;
                    equations.at_least(row, 0.0);
                    if list.max < usize::MAX {
                        let mut row = with(list.max as f64);
                        row[list.unknown] -= 1.0;
                        equations.at_least(row, 0.0);
                    }
                }
                _ => {}
            }
        }
        for (unknown, _) in self.possible.iter().enumerate().filter(|&(_, &possible)| !possible) {
            let mut row = vec![0.0; unknown + 1];
            row[unknown] = 1.0;
            equations.equal(row, 0.0);
        }
        equations
    }

    /// The first demand that cannot be met together with those before it, and what can be in its place (alone, and with
    /// those before it).
    pub(super) fn conflict(
        &self,
        model: &Model,
        demands: &[Demand],
    ) -> Option<(usize, Option<Bounds>, Option<Bounds>)> {
        let mut equations = self.equations(model);
        for (at, demand) in demands.iter().enumerate() {
            let before = equations.clone();
            equations.equal(demand.row(model.unknowns), 0.0);
            equations.at_least(of(&demand.than, model.unknowns, 1.0), 1.0);
            if !equations.is_possible() {
                let alone = bounds(self.equations(model), demand, model.unknowns);
                return Some((at, alone, bounds(before, demand, model.unknowns)));
            }
        }
        None
    }
}

fn of(which: &[usize], unknowns: usize, factor: f64) -> Vec<f64> {
    let mut row = vec![0.0; unknowns];
    which.iter().for_each(|&at| row[at] = factor);
    row
}

/// How many of the one there are for each of the other; `None` if there is none of the other.
fn bounds(mut equations: Equations, demand: &Demand, unknowns: usize) -> Option<Bounds> {
    // The other demands hold of more than one value, so of any number of them.
    equations.equal(of(&demand.than, unknowns, 1.0), 1.0);
    let Least::Value(least) = equations.least(&of(&demand.more, unknowns, 1.0)) else { return None };
    let most = match equations.least(&of(&demand.more, unknowns, -1.0)) {
        Least::Value(most) => Some(-most),
        _ => None,
    };
    Some(Bounds { least, most })
}
