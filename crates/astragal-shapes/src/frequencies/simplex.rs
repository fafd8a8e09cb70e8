//! The simplex method: the least value of a linear function over linear equations. A few unknowns, so nothing is spared.

/// What is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Least {
    /// Nothing solves the equations.
    Impossible,
    /// There is no least value.
    Unbounded,
    /// It is this one.
    Value(f64),
}

/// Equations between unknowns that are not negative: the coefficients of each, and what they add up to.
#[derive(Clone, Debug, Default)]
pub(super) struct Equations {
    rows: Vec<(Vec<f64>, f64)>,
    unknowns: usize,
}

const EPSILON: f64 = 1e-9;
/// Rounding may still lead in circles: after this many steps the corner is taken as it is.
const PIVOTS: usize = 20_000;

impl Equations {
    pub(super) fn new(unknowns: usize) -> Equations {
        Equations { rows: Vec::new(), unknowns }
    }

    /// These add up to `sum`.
    pub(super) fn equal(&mut self, mut row: Vec<f64>, sum: f64) {
        row.resize(self.unknowns, 0.0);
        self.rows.push((row, sum));
    }

    /// These add up to at least `sum`: the excess is one more unknown.
    pub(super) fn at_least(&mut self, mut row: Vec<f64>, sum: f64) {
        row.resize(self.unknowns, 0.0);
        row.push(-1.0);
        self.unknowns += 1;
        self.rows.push((row, sum));
    }

    pub(super) fn is_possible(&self) -> bool {
        self.least(&[]) != Least::Impossible
    }

    /// The least value of a function, by its coefficients.
    pub(super) fn least(&self, function: &[f64]) -> Least {
        let (count, height) = (self.unknowns, self.rows.len());
        // Each row has one more unknown of its own, with which it begins; the first task is to be rid of all of them.
        let width = count + height;
        let mut table: Vec<Vec<f64>> = Vec::with_capacity(height);
        for (at, (row, sum)) in self.rows.iter().enumerate() {
            let sign = if *sum < 0.0 { -1.0 } else { 1.0 };
            let mut line = vec![0.0; width + 1];
            row.iter().zip(&mut line).for_each(|(from, to)| *to = sign * from);
            line[count + at] = 1.0;
            line[width] = sign * sum;
            table.push(line);
        }
        let mut basis: Vec<usize> = (count..width).collect();
        let mut cost = vec![0.0; width];
        cost[count..].fill(1.0);
        match minimise(&mut table, &mut basis, &cost, width) {
            Some(left) if left < 1e-7 => {}
            _ => return Least::Impossible,
        }
        // An artificial unknown still in the basis is zero: it is exchanged, or its row says nothing.
        for row in 0..height {
            if basis[row] >= count {
                if let Some(column) = (0..count).find(|&column| table[row][column].abs() > 1e-7) {
                    pivot(&mut table, &mut basis, row, column);
                }
            }
        }
        let mut cost = vec![0.0; width];
        function.iter().zip(&mut cost).for_each(|(from, to)| *to = *from);
        minimise(&mut table, &mut basis, &cost, count).map_or(Least::Unbounded, Least::Value)
    }
}

/// Goes from corner to corner, by the first column that leads down (so it does not go in circles); the least value, or
/// `None` if there is none.
fn minimise(table: &mut [Vec<f64>], basis: &mut [usize], cost: &[f64], columns: usize) -> Option<f64> {
    let width = cost.len();
    let value = |table: &[Vec<f64>], basis: &[usize]| {
        Some(table.iter().zip(basis).map(|(line, &base)| cost[base] * line[width]).sum())
    };
    for _ in 0..PIVOTS {
        let reduced = |column: usize| {
            cost[column] - table.iter().zip(&*basis).map(|(line, &base)| cost[base] * line[column]).sum::<f64>()
        };
        let Some(column) = (0..columns).find(|&column| reduced(column) < -EPSILON) else {
            return value(table, basis);
        };
        let mut best: Option<(f64, usize)> = None;
        for (row, line) in table.iter().enumerate().filter(|(_, line)| line[column] > EPSILON) {
            let ratio = line[width] / line[column];
            let better = best.is_none_or(|(least, at)| {
                ratio < least - EPSILON || (ratio < least + EPSILON && basis[row] < basis[at])
            });
            if better {
                best = Some((ratio, row));
            }
        }
        pivot(table, basis, best?.1, column);
    }
    value(table, basis)
}

fn pivot(table: &mut [Vec<f64>], basis: &mut [usize], row: usize, column: usize) {
    let by = table[row][column];
    table[row].iter_mut().for_each(|entry| *entry /= by);
    let line = table[row].clone();
    for (at, other) in table.iter_mut().enumerate() {
        let factor = other[column];
        if at != row && factor != 0.0 {
            other.iter_mut().zip(&line).for_each(|(entry, from)| *entry -= factor * from);
        }
    }
    basis[row] = column;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_is_at_a_corner() {
        // x + y = 4, x - y >= -2
        let mut equations = Equations::new(2);
        equations.equal(vec![1.0, 1.0], 4.0);
        equations.at_least(vec![1.0, -1.0], -2.0);
        assert_eq!(equations.least(&[1.0, 0.0]), Least::Value(1.0));
        assert_eq!(equations.least(&[0.0, 1.0]), Least::Value(0.0));
        assert_eq!(equations.least(&[0.0, -1.0]), Least::Value(-3.0));
        equations.at_least(vec![-1.0, -1.0], -3.0);
        assert!(!equations.is_possible());
        let mut open = Equations::new(2);
        open.equal(vec![1.0, -1.0], 0.0);
        assert_eq!(open.least(&[-1.0, 0.0]), Least::Unbounded);
    }
}
