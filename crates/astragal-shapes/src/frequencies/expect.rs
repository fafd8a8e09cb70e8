//! How often each constructor is drawn, on average, at a size: computed, not measured.
//!
//! One value is begun at the root. Wherever chance decides, what is there is divided by the chances, and flows on: to smaller
//! sizes only, so one pass from the full size down to zero counts everything. Where the size is divided among parts, each
//! share is as likely as any other: what flows to one size flows in equal parts to all below.

use super::model::{Branch, Kind, Model, Part};
use astragal_core::Growth;
use astragal_core::support::length_cap;

/// What the lots are: for each unknown its weight, and for each sum the chance to stop though there is size left.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) arms: Vec<f64>,
    pub(super) early: Vec<f64>,
}

impl Weights {
    /// Those that the space has.
    pub(super) fn of(model: &Model) -> Weights {
        let mut arms = vec![0.0; model.unknowns];
        let mut early = vec![0.0; model.sums.len()];
        for (sum, early) in model.sums.iter().zip(&mut early) {
            for (arm, branch) in sum.unknowns().zip(&sum.arms) {
                arms[arm] = if branch.ends() { f64::from(branch.weight) } else { 0.0 };
            }
            if sum.kind == (Kind::Split { balanced: false }) {
                let total = |keep: &dyn Fn(&Branch) -> bool| -> f64 {
                    sum.arms.iter().filter(|arm| keep(arm)).map(|arm| f64::from(arm.weight)).sum()
                };
                let (all, ending) = (total(&Branch::ends), total(&|arm| arm.ends() && !arm.grows));
                *early = if all > 0.0 { ending / all } else { 0.0 };
            }
        }
        Weights { arms, early }
    }

    /// The chances of the arms of a sum: to stop with, and to go on with.
    pub(super) fn chances(&self, model: &Model, at: usize) -> (Vec<f64>, Vec<f64>) {
        let sum = &model.sums[at];
        let among = |keep: &dyn Fn(&Branch) -> bool| {
            let weight = |(arm, branch)| if keep(branch) { self.arms[arm] } else { 0.0 };
            let mut chances: Vec<f64> = sum.unknowns().zip(&sum.arms).map(weight).collect();
            if chances.iter().all(|&chance| chance <= 0.0) {
                // None has any weight: the first will do.
                if let Some(first) = sum.arms.iter().position(|arm| arm.ends() && keep(arm)) {
                    chances[first] = 1.0;
                }
            }
            let total: f64 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= total.max(f64::MIN_POSITIVE));
            chances
        };
        match sum.kind {
            Kind::Plain | Kind::Optional => (among(&Branch::ends), among(&Branch::ends)),
            Kind::Shallow => {
                let least = sum.arms.iter().filter_map(|arm| arm.height).min();
                (among(&|arm| arm.height.is_some() && arm.height == least), among(&Branch::ends))
            }
            Kind::Split { .. } => {
                let stop = among(&|arm| arm.ends() && !arm.grows);
                let early = self.early[at];
                let grow = among(&|arm| arm.ends() && arm.grows);
                let go_on = stop.iter().zip(&grow).map(|(stop, grow)| early * stop + (1.0 - early) * grow).collect();
                (stop, go_on)
            }
        }
    }
}

/// What is counted.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    /// For each unknown, how often it comes up in one value.
    pub(super) counts: Vec<f64>,
    /// For each sum and list, by their parts: how often it is come to.
    pub(super) visits: Vec<f64>,
}

/// Smaller flows than this are not followed.
const TRICKLE: f64 = 1e-12;

/// See the module.
struct Flow<'a> {
    model: &'a Model,
    /// What is at a part now.
    now: Vec<f64>,
    /// What comes to it one size below, by the number of divisions still ahead.
    below: Vec<Vec<f64>>,
    /// What each size below gets of the divisions above.
    each: Vec<Vec<f64>>,
    /// What comes at a size: the elements of lists.
    later: Vec<Vec<f64>>,
    size: u32,
}

/// What is counted in one value at a size.
pub(super) fn expected(model: &Model, weights: &Weights, size: u32) -> Expected {
    let count = model.parts.len();
    let mut found = Expected { counts: vec![0.0; model.unknowns], visits: vec![0.0; count] };
    let chances: Vec<_> = (0..model.sums.len()).map(|sum| weights.chances(model, sum)).collect();
    let divisions = model.parts.iter().map(|part| match part {
        Part::All { parts, .. } => parts.iter().filter(|&&(_, shares)| shares).count(),
        _ => 0,
    });
    let most = divisions.max().unwrap_or(0).max(1);
    let mut flow = Flow {
        model,
        now: vec![0.0; count],
        below: vec![vec![0.0; most]; count],
        each: vec![vec![0.0; most]; count],
        later: vec![Vec::new(); size as usize + 1],
        size,
    };
    flow.now[model.root] = 1.0;
    loop {
        // The mass at a part flows on until all is counted or waits below.
        while (0..count).any(|part| flow.now[part] > TRICKLE) {
            for part in 0..count {
                let mass = std::mem::take(&mut flow.now[part]);
                if mass > TRICKLE {
                    flow.step(part, mass, &chances, &mut found);
                }
            }
        }
        if flow.size == 0 {
            return found;
        }
        flow.descend();
    }
}

impl Flow<'_> {
    fn step(&mut self, part: usize, mass: f64, chances: &[(Vec<f64>, Vec<f64>)], found: &mut Expected) {
        let model = self.model;
        match &model.parts[part] {
            Part::Leaf => {}
            Part::Same { of, cost: 0 } => self.now[*of] += mass,
            Part::Same { of, cost: _ } => self.pay(*of, 0, mass),
            Part::All { parts, cost } => {
                let shares = parts.iter().filter(|&&(_, shares)| shares).count();
                let mut nth = 0;
                for &(inner, shares_size) in parts {
                    if !shares_size {
                        self.now[inner] += mass;
                        continue;
                    }
                    nth += 1;
                    // The first has been divided off once, the next twice; the last has what is left then.
                    let divisions = nth.min(shares - 1);
                    if *cost > 0 { self.pay(inner, divisions, mass) } else { self.divide(inner, divisions, mass) }
                }
            }
            Part::Sum(at) => {
                found.visits[part] += mass;
                let sum = &model.sums[*at];
                let size = f64::from(self.size);
                let (stop, go_on) = &chances[*at];
                let stops = match sum.kind {
                    Kind::Plain => 1.0,
                    Kind::Split { balanced: true } => 1.0 / (size + 1.0),
                    Kind::Split { balanced: false } | Kind::Shallow => f64::from(u8::from(self.size == 0)),
                    Kind::Optional => 0.0,
                };
                for (arm, branch) in sum.arms.iter().enumerate() {
                    let chance = match sum.kind {
                        Kind::Optional if branch.grows => size / (size + 1.0),
                        Kind::Optional => 1.0 / (size + 1.0),
                        _ => stops * stop[arm] + (1.0 - stops) * go_on[arm],
                    };
                    found.counts[sum.first + arm] += mass * chance;
                    self.now[branch.part] += mass * chance;
                }
            }
            Part::List(at) => {
                found.visits[part] += mass;
                let list = &model.lists[*at];
                if list.min > list.max {
                    return; // which drawing reports
                }
                let most = length_cap(list.min, list.max, list.growth, self.size);
                if list.growth == Growth::Fixed {
                    let elements = mass * (list.min as f64 + most as f64) / 2.0;
                    found.counts[list.unknown] += elements;
                    self.now[list.element] += elements;
                    return;
                }
                let each = mass / (most - list.min + 1) as f64;
                for length in list.min.max(1)..=most {
                    let size = (self.size as usize).saturating_sub(length) / length;
                    found.counts[list.unknown] += each * length as f64;
                    self.come(list.element, size as u32, each * length as f64);
                }
            }
        }
    }

    fn come(&mut self, part: usize, size: u32, mass: f64) {
        if size >= self.size {
            self.now[part] += mass;
            return;
        }
        let later = &mut self.later[size as usize];
        later.resize(self.now.len(), 0.0);
        later[part] += mass;
    }

    /// Comes to a part one size below.
    fn pay(&mut self, part: usize, divisions: usize, mass: f64) {
        if self.size == 0 { self.divide(part, divisions, mass) } else { self.below[part][divisions] += mass }
    }

    /// Comes to a part after this many divisions of the current size.
    fn divide(&mut self, part: usize, divisions: usize, mass: f64) {
        let mut mass = mass;
        for division in (1..=divisions).rev() {
            mass /= f64::from(self.size) + 1.0;
            self.each[part][division] += mass;
        }
        self.now[part] += mass;
    }

    /// Goes on to the next smaller size.
    fn descend(&mut self) {
        self.size -= 1;
        for part in 0..self.now.len() {
            // From the last division on: what an earlier one hands on has been handed on already.
            for division in 1..self.each[part].len() {
                self.divide(part, division - 1, self.each[part][division]);
            }
            for division in 0..self.below[part].len() {
                let mass = std::mem::take(&mut self.below[part][division]);
                if mass > 0.0 {
                    self.divide(part, division, mass);
                }
            }
        }
        let later = std::mem::take(&mut self.later[self.size as usize]);
        later.into_iter().enumerate().for_each(|(part, mass)| self.now[part] += mass);
    }
}
