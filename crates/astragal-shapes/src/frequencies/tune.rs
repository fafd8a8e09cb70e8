//! From the frequencies that are demanded to the weights that bring them about.
//!
//! Of all frequencies that are in balance and meet the demands, those are taken that are nearest to what there would be
//! without demands. The weights that bring them about are found step by step: what is drawn at the present weights is
//! computed (`expect`), and whatever comes up too rarely gets more weight.

use super::balance::{Balance, Demand};
use super::expect::{Expected, Weights, expected};
use super::model::{Kind, Model, Part, Sum};

/// How far what is drawn may be from what is demanded.
pub(super) const TOLERANCE: f64 = 0.04;
/// When the weights are good, and when they are good enough not to stop early.
const GOOD: f64 = 0.003;
const GOOD_ENOUGH: f64 = 0.01;
/// After how many steps they are taken as they are: first without stopping early, which makes values smaller, then with it.
const STEPS: [usize; 2] = [30, 80];

/// How soft an equation is: what follows from the structure not at all, demands hardly, and the number of constructors,
/// which is to stay as it is, gives way to demands.
const FIRM: f64 = 1e-10;
const DEMANDED: f64 = 1e-7;
const WISHED: f64 = 1e-4;

/// The weights that meet demands, and what they give.
pub(super) fn tune(
    model: &Model,
    balance: &Balance,
    demands: &[Demand],
    equally: bool,
    size: u32,
) -> (Weights, Expected) {
    let mut weights = Weights::of(model);
    for arm in demands.iter().flat_map(|demand| demand.more.iter().chain(&demand.than)) {
        weights.arms[*arm] = weights.arms[*arm].max(1.0);
    }
    let mut found = expected(model, &weights, size);
    let mut wished = found.counts.clone();
    if equally {
        for sum in model.sums.iter().filter(|sum| sum.id.is_some()) {
            for arm in sum.unknowns().filter(|&arm| balance.possible[arm]) {
                weights.arms[arm] = weights.arms[arm].max(1.0);
                wished[arm] = 1.0;
            }
        }
        found = expected(model, &weights, size);
    }
    let mut best = (f64::INFINITY, weights.clone(), found.clone());
    for step in 0..STEPS[0] + STEPS[1] {
        if step == STEPS[0] {
            if best.0 < GOOD_ENOUGH {
                break;
            }
            (weights, found) = (best.1.clone(), best.2.clone());
        }
        let target = nearest(model, balance, demands, &wished, &found);
        let error = error(demands, &found.counts).max(distance(model, &target, &found.counts));
        if error < best.0 {
            best = (error, weights.clone(), found.clone());
        }
        if error < GOOD {
            break;
        }
        for (at, sum) in model.sums.iter().enumerate().filter(|(_, sum)| sum.id.is_some()) {
            if step >= STEPS[0] {
                stop_early(sum, &target, &found.counts, &mut weights.early[at]);
            }
            adjust(sum, &target, &found.counts, &mut weights.arms);
        }
        found = expected(model, &weights, size);
    }
    (best.1, best.2)
}

/// How far the worst demand is from being met.
pub(super) fn error(demands: &[Demand], counts: &[f64]) -> f64 {
    demands.iter().map(|demand| (reached(demand, counts) / demand.times - 1.0).abs()).fold(0.0, f64::max)
}

/// How many of the one there are for each of the other.
pub(super) fn reached(demand: &Demand, counts: &[f64]) -> f64 {
    let sum = |which: &[usize]| which.iter().map(|&at| counts[at]).sum::<f64>();
    sum(&demand.more) / sum(&demand.than).max(f64::MIN_POSITIVE)
}

/// How far two are apart within each sum, as a part of its arms.
fn distance(model: &Model, target: &[f64], counts: &[f64]) -> f64 {
    let of = |sum: &Sum| {
        let total = |of: &[f64]| sum.unknowns().map(|arm| of[arm]).sum::<f64>().max(f64::MIN_POSITIVE);
        let (all, now) = (total(target), total(counts));
        sum.unknowns().map(|arm| (target[arm] / all - counts[arm] / now).abs()).fold(0.0, f64::max)
    };
    model.sums.iter().filter(|sum| sum.id.is_some()).map(of).fold(0.0, f64::max)
}

/// Gives more weight to what is too rare.
fn adjust(sum: &Sum, target: &[f64], counts: &[f64], weights: &mut [f64]) {
    let mut total = 0.0;
    for arm in sum.unknowns() {
        if weights[arm] <= 0.0 {
            continue;
        }
        if counts[arm] > 0.0 {
            let too_rare = (target[arm] / counts[arm]).clamp(0.1, 10.0);
            weights[arm] *= if too_rare.is_finite() { too_rare.powf(0.8) } else { 1.0 };
        }
        weights[arm] = weights[arm].max(1e-9);
        total += weights[arm];
    }
    sum.unknowns().for_each(|arm| weights[arm] /= total.max(f64::MIN_POSITIVE));
}

/// Makes values stop more or less often though there is size left.
fn stop_early(sum: &Sum, target: &[f64], counts: &[f64], early: &mut f64) {
    if let Kind::Split { .. } = sum.kind {
        let stopping = |of: &[f64]| {
            let ending =
                sum.unknowns().zip(&sum.arms).filter(|(_, arm)| !arm.grows).map(|(arm, _)| of[arm]).sum::<f64>();
            ending / sum.unknowns().map(|arm| of[arm]).sum::<f64>().max(f64::MIN_POSITIVE)
        };
        // How often it stops because of the size.
        let by_size = ((stopping(counts) - *early) / (1.0 - *early)).clamp(0.0, 0.999);
        let wanted = ((stopping(target) - by_size) / (1.0 - by_size)).clamp(0.0, 0.999);
        *early += 0.6 * (wanted - *early);
    }
}

/// The frequencies in balance that meet demands and are nearest to what is wished: least in relative entropy, so that
/// proportions stay as they are where nothing speaks against it. Anything that cannot be steered, such as the lengths of lists,
/// stays as it is found.
fn nearest(model: &Model, balance: &Balance, demands: &[Demand], wished: &[f64], found: &Expected) -> Vec<f64> {
    let steered: Vec<usize> = model.sums.iter().filter(|sum| sum.id.is_some()).flat_map(Sum::unknowns).collect();
    let total = |of: &[f64]| steered.iter().map(|&arm| of[arm]).sum::<f64>().max(f64::MIN_POSITIVE);
    let now = total(&found.counts);
    // All as parts of one, whatever the size: so it is as exact for large values.
    let scale = 1.0 / total(wished);
    let mut prior: Vec<f64> = found.counts.iter().map(|count| count / now).collect();
    steered.iter().for_each(|&arm| prior[arm] = if found.counts[arm] > 0.0 { wished[arm] * scale } else { 0.0 });
    let mut equations = Vec::new();
    for (at, (part, places)) in model.parts.iter().zip(&balance.places).enumerate() {
        let (Some(places), true) = (places, found.visits[at] > 0.0) else { continue };
        let (values, places) = (places[model.unknowns], &places[..model.unknowns]);
        let mut follows = |unknowns: std::ops::Range<usize>, share: f64| {
            let mut row: Vec<f64> = places.iter().map(|count| -share * count).collect();
            unknowns.for_each(|unknown| row[unknown] += 1.0);
            equations.push(Equation { row, sum: share * values / now, softness: FIRM });
        };
        match part {
            Part::Sum(sum) if model.sums[*sum].id.is_some() => follows(model.sums[*sum].unknowns(), 1.0),
            Part::Sum(sum) => {
                for arm in model.sums[*sum].unknowns() {
                    follows(arm..arm + 1, found.counts[arm] / found.visits[at]);
                }
            }
            Part::List(list) => {
                let unknown = model.lists[*list].unknown;
                follows(unknown..unknown + 1, found.counts[unknown] / found.visits[at]);
            }
            _ => {}
        }
    }
    for demand in demands {
        let size: f64 = demand.more.iter().map(|&at| found.counts[at] / now).sum::<f64>()
            + demand.times * demand.than.iter().map(|&at| found.counts[at] / now).sum::<f64>();
        let row = demand.row(model.unknowns).into_iter().map(|factor| factor / size.max(f64::MIN_POSITIVE)).collect();
        equations.push(Equation { row, sum: 0.0, softness: DEMANDED });
    }
    let mut row = vec![0.0; model.unknowns];
    steered.iter().for_each(|&arm| row[arm] = 1.0);
    equations.push(Equation { row, sum: 1.0, softness: WISHED });
    project(&prior, &equations).into_iter().map(|part| part * now).collect()
}

struct Equation {
    row: Vec<f64>,
    sum: f64,
    softness: f64,
}

/// The point that solves equations (as far as they are firm) and is nearest to a prior: `prior * exp(rows * multipliers)`,
/// where the multipliers are the minimum of a convex function, found by Newton's method.
fn project(prior: &[f64], equations: &[Equation]) -> Vec<f64> {
    let count = equations.len();
    let point = |multipliers: &[f64]| -> Vec<f64> {
        let mut exponents = vec![0.0; prior.len()];
        for (equation, multiplier) in equations.iter().zip(multipliers) {
            equation.row.iter().zip(&mut exponents).for_each(|(factor, exponent)| *exponent += factor * multiplier);
        }
        prior
            .iter()
            .zip(exponents)
            .map(|(prior, exponent)| if *prior > 0.0 { prior * exponent.exp() } else { 0.0 })
            .collect()
    };
    let value = |multipliers: &[f64], point: &[f64]| -> f64 {
        let linear = equations.iter().zip(multipliers);
        let linear = linear.map(|(equation, m)| -equation.sum * m + equation.softness * m * m / 2.0).sum::<f64>();
        point.iter().sum::<f64>() + linear
    };
    let mut multipliers = vec![0.0; count];
    let mut at = point(&multipliers);
    for _ in 0..200 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let gradient: Vec<f64> = equations
            .iter()
            .zip(&multipliers)
            .map(|(equation, m)| dot(&equation.row, &at) - equation.sum + equation.softness * m)
            .collect();
        let mut system: Vec<Vec<f64>> = Vec::with_capacity(count);
        for (row, equation) in equations.iter().enumerate() {
            let weighted: Vec<f64> = equation.row.iter().zip(&at).map(|(factor, at)| factor * at).collect();
            let mut line: Vec<f64> = equations.iter().map(|other| dot(&weighted, &other.row)).collect();
            line[row] += equation.softness;
            line.push(-gradient[row]);
            system.push(line);
        }
        let step = solve(system);
        let slope = dot(&gradient, &step);
        if slope > -1e-16 {
            break;
        }
        let before = value(&multipliers, &at);
        let mut length = 1.0;
        loop {
            let next: Vec<f64> = multipliers.iter().zip(&step).map(|(m, step)| m + length * step).collect();
            let there = point(&next);
            if value(&next, &there) <= before + 1e-4 * length * slope {
                (multipliers, at) = (next, there);
                break;
            }
            length /= 2.0;
            if length < 1e-12 {
                return at;
            }
        }
    }
    at
}

/// Solves linear equations; each line ends with what it adds up to.
fn solve(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let count = system.len();
    for column in 0..count {
        let Some(best) = (column..count).max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))
        else {
            break;
        };
        system.swap(column, best);
        let by = system[column][column];
        if by.abs() < 1e-300 {
            continue;
        }
        let line = system[column].clone();
        for other in system.iter_mut().skip(column + 1) {
            let factor = other[column] / by;
            if factor != 0.0 {
                other.iter_mut().zip(&line).skip(column).for_each(|(entry, from)| *entry -= factor * from);
            }
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| system[row][column] * solution[column]).sum();
        let by = system[row][row];
        solution[row] = if by.abs() < 1e-300 { 0.0 } else { (system[row][count] - known) / by };
    }
    solution
}
