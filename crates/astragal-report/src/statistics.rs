//! The statistics behind warnings and comparisons: intervals, tests and distances.

/// The interval of Wilson for a share of which `hits` of `of` were seen, at 95 %.
pub(crate) fn wilson(hits: f64, of: f64) -> (f64, f64) {
    if of <= 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.959_964;
    let (share, square) = (hits / of, z * z);
    let middle = share + square / (2.0 * of);
    let width = z * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    let scale = 1.0 + square / of;
    (((middle - width) / scale).clamp(0.0, 1.0), ((middle + width) / scale).clamp(0.0, 1.0))
}

/// The logarithm of the gamma function (Lanczos), for positive numbers.
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let mut sum = 0.999_999_999_999_809_9;
    for (at, term) in TERMS.iter().enumerate() {
        sum += term / (x + at as f64 + 1.0);
    }
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// How likely a chi-square of at least `statistic` is with this many degrees of freedom.
pub(crate) fn chi_square_tail(statistic: f64, degrees: f64) -> f64 {
    if statistic <= 0.0 || degrees <= 0.0 {
        return 1.0;
    }
    let (a, x) = (degrees / 2.0, statistic / 2.0);
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        // The series of the lower part.
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..10_000 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * 1e-15 {
                break;
            }
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    // The continued fraction of the upper part (Lentz).
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / if d.abs() < tiny { tiny } else { d };
        c = b + an / c;
        c = if c.abs() < tiny { tiny } else { c };
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (h * scale).clamp(0.0, 1.0)
}

/// How likely a standard normal value is at least this far above its mean.
pub(crate) fn normal_tail(z: f64) -> f64 {
    let half = chi_square_tail(z * z, 1.0) / 2.0;
    if z >= 0.0 { half } else { 1.0 - half }
}

/// How likely it is that a share rises as much as from `a` to `b` (hits, of) if it did not change: one-sided, with a
/// correction for whole numbers.
pub(crate) fn rise(a: (f64, f64), b: (f64, f64)) -> f64 {
    if a.1 <= 0.0 || b.1 <= 0.0 {
        return 1.0;
    }
    let pooled = (a.0 + b.0) / (a.1 + b.1);
    let variance = pooled * (1.0 - pooled) * (1.0 / a.1 + 1.0 / b.1);
    let difference = b.0 / b.1 - a.0 / a.1;
    let correction = (1.0 / a.1 + 1.0 / b.1) / 2.0;
    if difference <= correction || variance <= 0.0 {
        return 1.0;
    }
    normal_tail((difference - correction) / variance.sqrt())
}

/// How many independent cases weighted ones are worth (Kish).
pub(crate) fn effective(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), weight| (sum + weight, squares + weight * weight));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// The total variation distance of two lists of weights, each taken as a distribution.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    let (all_a, all_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    if all_a <= 0.0 || all_b <= 0.0 {
        return if all_a == all_b { 0.0 } else { 1.0 };
    }
    a.iter().zip(b).map(|(a, b)| (a / all_a - b / all_b).abs()).sum::<f64>() / 2.0
}

/// Tests whether two lists of weights are counts from the same distribution: chi-square, where the rarest classes are pooled until each is
/// expected 5 times. `effective_a` and `effective_b` are how many independent cases they are worth.
pub(crate) fn chi_square(a: &[f64], b: &[f64], effective_a: f64, effective_b: f64) -> f64 {
    let (all_a, all_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    if all_a <= 0.0 || all_b <= 0.0 {
        return 1.0;
    }
    let scaled = |a: f64, b: f64| (a * effective_a / all_a, b * effective_b / all_b);
    let mut counts: Vec<(f64, f64)> =
        a.iter().zip(b).map(|(a, b)| scaled(*a, *b)).filter(|(a, b)| a + b > 0.0).collect();
    counts.sort_by(|x, y| (x.0 + x.1).total_cmp(&(y.0 + y.1)));
    let total = effective_a + effective_b;
    let least = |(a, b): (f64, f64)| (a + b) * effective_a.min(effective_b) / total;
    let (mut pooled, mut current) = (Vec::new(), (0.0, 0.0));
    for (a, b) in counts {
        current = (current.0 + a, current.1 + b);
        if least(current) >= 5.0 {
            pooled.push(current);
            current = (0.0, 0.0);
        }
    }
    match pooled.last_mut() {
        Some(last) => *last = (last.0 + current.0, last.1 + current.1),
        None => return 1.0,
    }
    let mut statistic = 0.0;
    for (a, b) in &pooled {
        let expected_a = (a + b) * effective_a / total;
        let expected_b = (a + b) * effective_b / total;
        statistic += (a - expected_a).powi(2) / expected_a + (b - expected_b).powi(2) / expected_b;
    }
    chi_square_tail(statistic, pooled.len() as f64 - 1.0)
}

/// Tests whether two weighted lists of numbers are from the same distribution: Kolmogorov and Smirnov. With equal numbers it errs on
/// the side of "no change". The lists hold value and weight, and are sorted here.
pub(crate) fn kolmogorov_smirnov(a: &mut [(f64, f64)], b: &mut [(f64, f64)]) -> f64 {
    let (all_a, all_b) = (a.iter().map(|x| x.1).sum::<f64>(), b.iter().map(|x| x.1).sum::<f64>());
    if all_a <= 0.0 || all_b <= 0.0 {
        return 1.0;
    }
    a.sort_by(|x, y| x.0.total_cmp(&y.0));
    b.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut at_a, mut at_b, mut below_a, mut below_b, mut largest) = (0, 0, 0.0, 0.0, 0.0_f64);
    while at_a < a.len() && at_b < b.len() {
        let value = a[at_a].0.min(b[at_b].0);
        while at_a < a.len() && a[at_a].0 <= value {
            below_a += a[at_a].1;
            at_a += 1;
        }
        while at_b < b.len() && b[at_b].0 <= value {
            below_b += b[at_b].1;
            at_b += 1;
        }
        largest = largest.max((below_a / all_a - below_b / all_b).abs());
    }
    let n_a = effective(a.iter().map(|x| x.1));
    let n_b = effective(b.iter().map(|x| x.1));
    let n = (n_a * n_b / (n_a + n_b)).sqrt();
    let lambda = (n + 0.12 + 0.11 / n) * largest;
    if lambda < 0.2 {
        return 1.0;
    }
    let mut sum = 0.0;
    for k in 1..=100 {
        let k = f64::from(k);
        let sign = if k % 2.0 == 1.0 { 1.0 } else { -1.0 };
        sum += sign * (-2.0 * k * k * lambda * lambda).exp();
    }
    (2.0 * sum).clamp(0.0, 1.0)
}

/// Corrects probabilities for the number of questions asked (Holm): each may be read as if it were the only one.
pub(crate) fn holm(probabilities: &mut [f64]) {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut largest: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        largest = largest.max((probabilities[at] * left).min(1.0));
        probabilities[at] = largest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} is not near {b}");
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        near(chi_square_tail(3.841_459, 1.0), 0.05, 1e-6);
        near(chi_square_tail(18.307, 10.0), 0.05, 1e-5);
        near(chi_square_tail(124.342, 100.0), 0.05, 1e-5);
        near(chi_square_tail(2.0, 2.0), (-1.0_f64).exp(), 1e-12);
        near(normal_tail(1.959_964), 0.025, 1e-7);
        near(normal_tail(-1.0), 0.841_344_746, 1e-8);
    }

    #[test]
    fn intervals_are_those_of_the_literature() {
        // Newcombe 1998: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (found_low, found_high) = wilson(hits, of);
            near(found_low, low, 6e-5);
            near(found_high, high, 6e-5);
        }
    }

    #[test]
    fn correction_of_holm() {
        let mut found = [0.01, 0.04, 0.03, 0.005];
        holm(&mut found);
        for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*found, expected, 1e-12);
        }
    }

    #[test]
    fn distances() {
        near(distance(&[1.0, 1.0], &[2.0, 2.0]), 0.0, 0.0);
        near(distance(&[1.0, 0.0], &[0.0, 5.0]), 1.0, 0.0);
        near(distance(&[3.0, 1.0], &[1.0, 1.0]), 0.25, 1e-12);
    }

    #[test]
    fn weights_are_worth_their_effective_number() {
        near(effective([1.0; 10].into_iter()), 10.0, 1e-9);
        near(effective([5.0; 10].into_iter()), 10.0, 1e-9);
        near(effective([1.0, 0.0, 0.0].into_iter()), 1.0, 1e-9);
    }

    #[test]
    fn kolmogorov_and_smirnov_know_the_same_from_another() {
        let list = |shift: f64| (0..200).map(|i| (f64::from(i) + shift, 1.0)).collect::<Vec<_>>();
        near(kolmogorov_smirnov(&mut list(0.0), &mut list(0.0)), 1.0, 0.0);
        assert!(kolmogorov_smirnov(&mut list(0.0), &mut list(60.0)) < 1e-6);
        // D = 0.1 with 200 and 200: the critical value at 5 % is 0.136.
        assert!(kolmogorov_smirnov(&mut list(0.0), &mut list(20.0)) > 0.2);
    }
}
