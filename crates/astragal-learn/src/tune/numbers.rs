//! Numbers like those that were seen: each one as often as it was, and one that was seen once as one near to it.
//!
//! As often as a number was new, the next one is: that is what Good and Turing estimate. What is near is a matter of the values, on
//! their [`Scale`]: within a quarter of the number, but not beyond the nearest other one that was seen; of characters, those of the
//! same class. Numbers that have a name are only these. Of others a small share is drawn as it would be, so that all remain possible.

use super::chances::How;
use astragal_core::Rng;
use astragal_core::support::{Advised, Scale};

/// The share of numbers without a name that is drawn as it would be.
const FREE: f64 = 1.0 / 50.0;
/// The most possibilities of which each counts for itself.
const FEW: u64 = 4096;
/// How often a number is drawn that must not be one of some others.
const TRIES: u32 = 16;

/// The numbers that were seen where one is drawn.
pub(super) struct Numbers<'s> {
    /// In order, each with how often.
    pub(super) seen: Vec<(u64, f64)>,
    /// What is drawn is not larger.
    pub(super) max: u64,
    pub(super) scale: Scale<'s>,
    /// Whether they have a name.
    pub(super) is_strict: bool,
    pub(super) how: How,
}

/// How a number is drawn.
enum Way {
    /// By the weight of each.
    Each(Vec<Option<f64>>),
    /// Near to one that was seen.
    Near,
    /// One that was not seen, up to this one.
    Unseen(u64),
    /// As it would be.
    Free,
}

/// As what a number that was seen is drawn: as any of these, in the order of the values or of the choices.
#[derive(Clone, Copy)]
enum Spread {
    Places(u64, u64),
    Choices(u64, u64),
}

impl Numbers<'_> {
    fn way(&self) -> Way {
        let is_by_rank = matches!(self.scale, Scale::Length | Scale::Classes(_));
        let is_length = matches!(self.scale, Scale::Length);
        let is_few = self.max < FEW && if self.is_strict { !is_length } else { self.how.is_inverted && !is_by_rank };
        if is_few {
            let mut weights = vec![Some(0.0); self.max as usize + 1];
            self.seen.iter().for_each(|&(number, count)| weights[number as usize] = Some(count));
            self.how.weigh(&mut weights);
            return Way::Each(weights);
        }
        match self.how.is_inverted {
            false => Way::Near,
            true if self.is_strict || is_by_rank => {
                let largest = self.seen.last().map_or(0, |&(number, _)| number);
                Way::Unseen(largest.saturating_mul(2).saturating_add(2).min(self.max))
            }
            true => Way::Free,
        }
    }

    /// The share that is drawn as it would be, whatever the way.
    fn free(&self) -> f64 {
        if self.is_strict { 0.0 } else { FREE }
    }

    fn total(&self) -> f64 {
        self.seen.iter().map(|(_, count)| count).sum()
    }

    /// A number; `None` for any at all.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<u64> {
        if !self.is_strict && unit(rng) < FREE {
            return None;
        }
        match self.way() {
            Way::Free => None,
            Way::Each(weights) => drawn(&weights, rng).map(|number| number as u64),
            Way::Unseen(reach) => {
                let mut tries = (0..TRIES).map(|_| rng.up_to(reach));
                tries.find(|&number| !self.is_seen(number))
            }
            Way::Near => {
                let mut ticket = unit(rng) * (self.total() + self.how.extra);
                let near = self.seen.iter().position(|(_, count)| {
                    ticket -= count;
                    ticket < 0.0
                })?;
                Some(match self.spread(near) {
                    Spread::Places(least, most) => self.scale.choice(least + rng.up_to(most - least), self.max),
                    Spread::Choices(least, most) => least + rng.up_to(most - least),
                })
            }
        }
    }

    /// How likely [`draw`](Numbers::draw) gives a number.
    pub(super) fn chance(&self, chosen: u64) -> Option<Advised> {
        let Advised { chance, left } = self.chance_of_way(chosen)?;
        let advised = 1.0 - self.free();
        Some(Advised { chance: advised * chance, left: 1.0 - advised * (1.0 - left) })
    }

    fn chance_of_way(&self, chosen: u64) -> Option<Advised> {
        match self.way() {
            Way::Free => None,
            Way::Each(weights) => {
                let total: f64 = weights.iter().flatten().sum();
                let weight = weights[chosen as usize].unwrap_or_default();
                (total > 0.0).then(|| Advised { chance: weight / total, left: 0.0 })
            }
            Way::Unseen(reach) => {
                let all = reach as f64 + 1.0;
                let new = all - self.seen.iter().filter(|(number, _)| *number <= reach).count() as f64;
                let left = (1.0 - new / all).powi(TRIES as i32);
                let is_new = chosen <= reach && !self.is_seen(chosen);
                Some(Advised { chance: if is_new { (1.0 - left) / new } else { 0.0 }, left })
            }
            Way::Near => {
                let place = self.scale.place(chosen, self.max).map(|(place, _)| place);
                let chance = |(index, &(_, count)): (usize, &(u64, f64))| {
                    let (least, most, it) = match self.spread(index) {
                        Spread::Places(least, most) => (least, most, place),
                        Spread::Choices(least, most) => (least, most, Some(chosen)),
                    };
                    let is_it = it.is_some_and(|it| (least..=most).contains(&it));
                    if is_it { count / ((most - least) as f64 + 1.0) } else { 0.0 }
                };
                let drawn = self.total() + self.how.extra;
                let chance: f64 = self.seen.iter().enumerate().map(chance).sum();
                Some(Advised { chance: chance / drawn, left: self.how.extra / drawn })
            }
        }
    }

    fn is_seen(&self, number: u64) -> bool {
        self.seen.binary_search_by_key(&number, |&(seen, _)| seen).is_ok()
    }

    fn spread(&self, index: usize) -> Spread {
        let (number, count) = self.seen[index];
        let itself = Spread::Choices(number, number);
        if count >= 2.0 {
            return itself;
        }
        if let Scale::Classes(class_of) = self.scale {
            let (first, last) = class_of(number);
            return Spread::Choices(first, last);
        }
        let Some((place, reach)) = self.scale.place(number, self.max) else { return itself };
        let others = self.seen.iter().filter(|(other, _)| *other != number);
        let apart = others.filter_map(|&(other, _)| Some(self.scale.place(other, self.max)?.0.abs_diff(place)));
        let reach = apart.min().unwrap_or(reach).min(reach);
        Spread::Places(place - reach, place + reach)
    }
}

/// A random number from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1u64 << 53) as f64
}

/// Draws by weight; `None` if all are zero.
pub(super) fn drawn(weights: &[Option<f64>], rng: &mut Rng) -> Option<usize> {
    let total: f64 = weights.iter().flatten().sum();
    if total <= 0.0 {
        return None;
    }
    let mut ticket = unit(rng) * total;
    let mut last = None;
    for (at, weight) in weights.iter().enumerate() {
        let Some(weight) = weight.filter(|&weight| weight > 0.0) else { continue };
        last = Some(at);
        ticket -= weight;
        if ticket < 0.0 {
            break;
        }
    }
    last
}
