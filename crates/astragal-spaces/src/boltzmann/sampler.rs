//! Draws the choices of a value, part by part, each with the chance of what it encodes. Given its size, each value
//! has the same chance: `x` to the power of the size, over the sum of all.
//!
//! The walk keeps its own stack, and knows the least size that the value can still have; it ends as soon as that is too
//! large. Most tries end early, so all of them together take time in proportion to the size.

use super::grammar::{Grammar, Link, Part, Span};
use super::oracle::Point;
use astragal_core::Source;
use astragal_core::support::LIMIT;
use astragal_core::support::put;

/// One of several, each with its own chance.
#[derive(Clone, Debug)]
struct Lot {
    /// For each but the last, the random words below which it or one before it is drawn.
    ends: Vec<u64>,
}

impl Lot {
    fn new(weights: &[f64]) -> Lot {
        let total: f64 = weights.iter().sum();
        let ends = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(threshold(*sum / total))
        });
        Lot { ends: ends.take(weights.len().saturating_sub(1)).collect() }
    }

    #[inline]
    fn draw(&self, src: &mut Source) -> usize {
        match self.ends[..] {
            [] => 0,
            [end] => usize::from(src.steer(u64::MAX) >= end),
            _ => {
                let word = src.steer(u64::MAX);
                self.ends.partition_point(|&end| end <= word)
            }
        }
    }
}

/// The random words below it are this share of all.
fn threshold(share: f64) -> u64 {
    (share * 2f64.powi(64)) as u64
}

/// A number from 0 to `last`, each `ratio` times as likely as the one before.
///
/// The bits of such a number are independent of each other: it is drawn bit by bit, and again if it is too large.
#[derive(Clone, Debug)]
struct Geometric {
    bits: Vec<u64>,
    last: u128,
    /// Whether the last one is the likeliest.
    rises: bool,
}

impl Geometric {
    fn new(ratio: f64, last: u128) -> Geometric {
        let rises = ratio > 1.0;
        let mut power = if rises { 1.0 / ratio } else { ratio };
        let mut bits = Vec::new();
        while bits.len() < 128 && last >> bits.len() > 0 && threshold(power / (1.0 + power)) > 0 {
            bits.push(threshold(power / (1.0 + power)));
            power *= power;
        }
        Geometric { bits, last, rises }
    }

    #[inline]
    fn draw(&self, src: &mut Source) -> u128 {
        loop {
            let mut number = 0;
            for (bit, &one) in self.bits.iter().enumerate() {
                number |= u128::from(src.steer(u64::MAX) < one) << bit;
            }
            if number <= self.last {
                return if self.rises { self.last - number } else { number };
            }
        }
    }
}

/// An arm of a sum.
#[derive(Clone, Copy, Debug)]
struct Arm {
    choice: u64,
    /// How much larger the value gets than it was bound to be.
    extra: usize,
    to: usize,
}

/// What to do for a part.
#[derive(Clone, Debug)]
enum Step {
    Leaf { max: u128, spans: Vec<(Span, Geometric)>, lot: Lot, least: usize },
    Sum { arms: Vec<Arm>, lot: Lot },
    Product(Vec<usize>),
    List { lengths: Geometric, min: usize, element: usize, each: usize },
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    steps: Vec<Step>,
    root: usize,
    least: usize,
}

/// What came of a try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    /// The size, or the least that it would have had.
    pub(super) size: usize,
    /// How many parts were drawn.
    pub(super) parts: u64,
    /// Whether there were more choices than a case may make.
    pub(super) is_cut: bool,
}

impl Sampler {
    pub(super) fn new(grammar: &Grammar, point: &Point) -> Sampler {
        let least = |part: usize| grammar.extents[part].map_or(0, |extent| extent.least);
        let steps = (0..grammar.parts.len()).map(|at| match &grammar.parts[at] {
            Part::Leaf { max, spans } => {
                let weights: Vec<f64> = spans.iter().map(|span| point.weight_of_span(span)).collect();
                let spans = spans.iter().map(|&span| (span, Geometric::new(point.x, span.more)));
                Step::Leaf { max: *max, spans: spans.collect(), lot: Lot::new(&weights), least: least(at) }
            }
            Part::Sum(arms) => {
                // An arm that is never drawn is omitted, so that no rounding draws it.
                let weighed = arms.iter().enumerate().map(|(choice, &link)| (choice as u64, link, point.weight(link)));
                let possible: Vec<_> = weighed.filter(|(_, _, weight)| *weight > 0.0).collect();
                let weights: Vec<f64> = possible.iter().map(|(_, _, weight)| *weight).collect();
                let arm = |&(choice, link, _): &(u64, Link, f64)| {
                    let size = least(link.to).saturating_add(link.cost);
                    Arm { choice, extra: size.saturating_sub(least(at)), to: link.to }
                };
                Step::Sum { arms: possible.iter().map(arm).collect(), lot: Lot::new(&weights) }
            }
            Part::Product(parts) => Step::Product(parts.iter().map(|link| link.to).collect()),
            Part::List { min, max, element, .. } => Step::List {
                lengths: Geometric::new(point.weight(*element), (max - min) as u128),
                min: *min,
                element: element.to,
                each: least(element.to).saturating_add(element.cost),
            },
        });
        let root = grammar.root;
        Sampler { steps: steps.collect(), root: root.to, least: least(root.to).saturating_add(root.cost) }
    }

    /// Tries to draw the choices of a value of at most a size.
    pub(super) fn attempt(
        &self,
        most: usize,
        src: &mut Source,
        out: &mut Vec<u64>,
        open: &mut Vec<(usize, usize)>,
    ) -> Try {
        out.clear();
        open.clear();
        let (mut size, mut parts, mut at) = (self.least, 0, self.root);
        loop {
            parts += 1;
            let mut next = None;
            match &self.steps[at] {
                Step::Leaf { max, spans, lot, least } => {
                    let (span, groups) = &spans[lot.draw(src)];
                    let group = groups.draw(src);
                    let cost = span.cost.saturating_add(usize::try_from(group).unwrap_or(usize::MAX));
                    size = size.saturating_add(cost - least);
                    if size <= most {
                        // (All 2^128 numbers are one group.)
                        let before = group.wrapping_mul(span.over.wrapping_add(1));
                        put(span.first + before + up_to(span.over, src), *max, out);
                    }
                }
                Step::Sum { arms, lot } => {
                    // A sum without arms has no value, and is inside no part that is drawn.
                    if let Some(arm) = arms.get(lot.draw(src)) {
                        size = size.saturating_add(arm.extra);
                        out.push(arm.choice);
                        next = Some(arm.to);
                    }
                }
                Step::Product(inner) => {
                    if let Some((&first, rest)) = inner.split_first() {
                        open.extend(rest.iter().rev().map(|&part| (part, 1)));
                        next = Some(first);
                    }
                }
                Step::List { lengths, min, element, each } => {
                    let more = lengths.draw(src);
                    let length = usize::try_from(more).unwrap_or(usize::MAX);
                    size = size.saturating_add(length.saturating_mul(*each));
                    out.push(length as u64);
                    let length = length.saturating_add(*min);
                    if length > 0 {
                        open.push((*element, length));
                    }
                }
            }
            let is_cut = out.len() as u64 > LIMIT;
            if size > most || is_cut {
                return Try { size, parts, is_cut };
            }
            at = match next {
                Some(next) => next,
                None => match open.last_mut() {
                    None => return Try { size, parts, is_cut },
                    Some((part, count)) => {
                        let part = *part;
                        *count -= 1;
                        if *count == 0 {
                            open.pop();
                        }
                        part
                    }
                },
            };
        }
    }
}

/// A random number from 0 to `max`.
fn up_to(max: u128, src: &mut Source) -> u128 {
    if let Ok(max) = u64::try_from(max) {
        return if max == 0 { 0 } else { u128::from(src.steer(max)) };
    }
    loop {
        let high = u128::from(src.steer((max >> 64) as u64));
        let number = high << 64 | u128::from(src.steer(u64::MAX));
        if number <= max {
            return number;
        }
    }
}
