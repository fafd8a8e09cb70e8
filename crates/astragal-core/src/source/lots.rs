//! The lots that chance draws among arms: with which to stop, and with which to go on.

use super::Rng;
use super::rng::scale;
use super::{Identity, Plan};
use crate::order::sort_by_key;

/// How arms are drawn, given a size.
#[derive(Clone, Debug)]
pub struct Lots {
    /// The arms to stop with, and those to go on with.
    stop: Lottery,
    go_on: Lottery,
    /// How strongly size makes a value go on. Where weights decide, it all but surely does while there is any.
    urge: u64,
}

impl Lots {
    /// Lots in which the size decides whether to stop, or else, where it is not balanced, the weights while there is any.
    pub fn new(stop: Lottery, go_on: Lottery, balanced: bool) -> Lots {
        Lots { stop, go_on, urge: if balanced { 1 } else { 1 << 32 } }
    }

    /// Lots in which each arm has a chance.
    pub fn with_chances(stop: &[f64], go_on: &[f64], balanced: bool) -> Lots {
        let lottery = |chances: &[f64]| Lottery::new(tickets(chances).into_iter().enumerate());
        Lots::new(lottery(stop).or(Some(0)), lottery(go_on).or(Some(0)), balanced)
    }

    /// Picks an arm.
    ///
    /// One random word does both: scaled to the size, its whole part says whether to go on, and its fraction, which is as
    /// random, with which arm. Stopping with one chance in size + 1 makes chains of every length up to the size equally
    /// likely, and gives trees half the size in the mean.
    #[inline(always)]
    pub fn draw(&self, rng: &mut Rng, size: u32) -> usize {
        let reach = u64::from(size).wrapping_mul(self.urge).wrapping_add(1);
        let scaled = u128::from(rng.word()).wrapping_mul(u128::from(reach));
        let fraction = scaled as u64;
        if scaled >> 64 == 0 { self.stop.arm(fraction) } else { self.go_on.arm(fraction) }
    }

    /// The chance of an arm.
    pub fn chance(&self, arm: usize, size: u32) -> f64 {
        let stops = 1.0 / (f64::from(size) * self.urge as f64 + 1.0);
        stops * self.stop.chance(arm) + (1.0 - stops) * self.go_on.chance(arm)
    }
}

impl Lots {
    /// Whether an arm is ever drawn, at whatever size.
    pub fn may_draw(&self, arm: usize) -> bool {
        self.stop.has(arm) || self.go_on.has(arm)
    }
}

/// Lots that take the place of those of some plans, for a while.
#[derive(Debug)]
pub struct Replanned(Vec<(Identity, Lots)>);

impl Replanned {
    /// These lots for the picks of their types.
    pub fn new(mut lots: Vec<(Identity, Lots)>) -> Replanned {
        sort_by_key(&mut lots, |&(id, _)| id);
        Replanned(lots)
    }

    /// The lots for a plan.
    #[inline]
    pub fn lots<'a>(&'a self, plan: &'a Plan) -> &'a Lots {
        let Some(id) = plan.id() else { return plan.lots() };
        // Few types have constructors: a linear scan is faster than a search.
        if self.0.len() <= 8 {
            return self.0.iter().find(|&&(of, _)| of == id).map_or(plan.lots(), |(_, lots)| lots);
        }
        self.0.binary_search_by_key(&id, |&(id, _)| id).map_or(plan.lots(), |at| &self.0[at].1)
    }
}

/// Tickets for chances. If possible they are so few that they fit into the table of a lottery and come out right to half a
/// percent, or nearly so; else they are many. What has a chance at all has a ticket.
pub fn tickets(chances: &[f64]) -> Vec<u32> {
    const MANY: f64 = (1u32 << 30) as f64;
    let total: f64 = chances.iter().sum();
    let shares: Vec<f64> = chances.iter().map(|chance| if total > 0.0 { chance / total } else { 0.0 }).collect();
    let rounded = |of: f64| -> Vec<u32> {
        let tickets = |&share: &f64| if share > 0.0 { (share * of).round().max(1.0) as u32 } else { 0 };
        shares.iter().map(tickets).collect()
    };
    let error = |tickets: &[u32]| {
        let sum = f64::from(tickets.iter().sum::<u32>());
        let off = |(&share, &tickets): (&f64, &u32)| {
            if tickets == 0 { 0.0 } else { (f64::from(tickets) / sum / share - 1.0).abs() }
        };
        shares.iter().zip(tickets).map(off).fold(0.0, f64::max)
    };
    let mut best = (0.015, None);
    for of in 1..=Lottery::FEW as u32 {
        let tickets = rounded(f64::from(of));
        let error = error(&tickets);
        if error < best.0 && tickets.iter().sum::<u32>() <= Lottery::FEW as u32 {
            best = (error, Some(tickets));
        }
        if best.0 < 0.005 {
            break;
        }
    }
    best.1.unwrap_or_else(|| rounded(MANY))
}

/// Draws one of some arms by weight.
#[derive(Clone, Debug)]
pub struct Lottery {
    /// How many tickets there are: as many as the weights say, in lowest terms.
    tickets: u64,
    /// The arm of the only ticket: without a table lookup it is known earlier.
    only: u16,
    /// The arm of each ticket, if the tickets are few.
    table: Box<[u16]>,
    /// Else the arms, and how many tickets there are up to and including each.
    upto: Box<[(u64, u16)]>,
}

impl Lottery {
    /// Up to this many tickets have a place in the table each.
    const FEW: u64 = 1 << 10;

    pub fn new(arms: impl Iterator<Item = (usize, u32)>) -> Lottery {
        Lottery::of(arms.filter(|&(_, weight)| weight > 0).collect())
    }

    /// A lottery of arms that have tickets. Loops, and not for each type of iterator: that is a large part of what is compiled.
    fn of(entries: Vec<(usize, u32)>) -> Lottery {
        let mut unit = 0;
        for &(_, weight) in &entries {
            unit = common_divisor(weight, unit);
        }
        let mut upto = Vec::with_capacity(entries.len());
        let mut tickets = 0;
        for &(arm, weight) in &entries {
            tickets += u64::from(weight / unit);
            upto.push((tickets, arm as u16));
        }
        let only = upto.first().map_or(0, |&(_, arm)| arm);
        let mut table = Vec::new();
        if tickets <= Self::FEW {
            for (upto, arm) in upto.drain(..) {
                table.resize(upto as usize, arm);
            }
        }
        Lottery { tickets, only, table: table.into(), upto: upto.into() }
    }

    pub fn is_empty(&self) -> bool {
        self.tickets == 0
    }

    fn has(&self, arm: usize) -> bool {
        self.table.iter().chain(self.upto.iter().map(|(_, of)| of)).any(|&of| of as usize == arm)
    }

    /// Where all its arms have weight zero, the simplest arm is taken all the same.
    pub fn or(self, simplest: Option<usize>) -> Lottery {
        if self.is_empty() { Lottery::new(simplest.into_iter().map(|arm| (arm, 1))) } else { self }
    }

    /// The arm of a random word.
    #[inline(always)]
    fn arm(&self, word: u64) -> usize {
        if self.tickets == 1 {
            return self.only as usize;
        }
        let ticket = scale(word, self.tickets);
        match self.table.get(ticket as usize) {
            Some(&arm) => arm as usize,
            None => self.search(ticket),
        }
    }

    /// The chance of an arm.
    fn chance(&self, arm: usize) -> f64 {
        let (mut own, mut before) = (self.table.iter().filter(|&&of| usize::from(of) == arm).count() as u64, 0);
        for &(upto, of) in &self.upto {
            own += if usize::from(of) == arm { upto - before } else { 0 };
            before = upto;
        }
        own as f64 / self.tickets.max(1) as f64
    }

    #[inline(never)]
    fn search(&self, ticket: u64) -> usize {
        let at = self.upto.partition_point(|&(upto, _)| upto <= ticket);
        self.upto[at].1 as usize
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
