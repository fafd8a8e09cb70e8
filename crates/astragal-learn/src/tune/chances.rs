//! From weights to decisions: the finest context that was seen often enough says how likely each branch is.

use super::tuned::Context;
use super::weights::{Taken, Weights, depth_of};
use astragal_core::support::{Advised, Adviser, At, Branch};
use astragal_core::{Branches, Label, Rng};

/// How often a context must have been seen to decide.
const ENOUGH: f64 = 3.0;
/// The most possibilities of which each counts for itself.
const FEW: u64 = 4096;
/// How often a number is drawn that must not be one of some others.
const TRIES: u32 = 16;
/// No value needs more choices than this, whatever the examples have.
const MOST_NEEDED: f64 = 100_000.0;

/// How weights are used.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) context: Context,
    pub(super) is_inverted: bool,
    /// What is added to every count.
    pub(super) extra: f64,
}

/// Weights by site, ready to decide.
#[derive(Debug)]
pub(super) struct Chances {
    /// In the order of their names.
    sites: Vec<Site>,
    how: How,
    /// How many choices were counted.
    counted: f64,
}

#[derive(Debug)]
struct Site {
    /// The name; that of the elements of a list ends with `[]`.
    name: Label,
    all: Counts,
    contexts: Vec<Known>,
}

/// What is known of a site in a context.
#[derive(Debug)]
struct Known {
    parent: Option<(Label, Taken)>,
    counts: Counts,
    by_depth: Vec<(u32, Counts)>,
}

#[derive(Debug, Default)]
struct Counts {
    total: f64,
    of: Vec<(Taken, f64)>,
}

impl Counts {
    fn add(&mut self, branch: &Taken, count: f64) {
        self.total += count;
        match self.of.binary_search_by(|(known, _)| known.cmp(branch)) {
            Ok(at) => self.of[at].1 += count,
            Err(at) => self.of.insert(at, (branch.clone(), count)),
        }
    }

    fn of(&self, branch: Branch) -> f64 {
        self.of.iter().find(|(known, _)| known.is(branch)).map_or(0.0, |&(_, count)| count)
    }

    /// The numbers that were seen, up to a largest one.
    fn numbers(&self, max: u64) -> impl Iterator<Item = (u64, f64)> {
        self.of.iter().filter_map(move |(branch, count)| match branch {
            Taken::Number(number) if *number <= max && *count > 0.0 => Some((*number, *count)),
            _ => None,
        })
    }
}

impl Chances {
    pub(super) fn new(weights: &Weights, how: How) -> Chances {
        let mut sites: Vec<Site> = Vec::new();
        let mut counted = 0.0;
        for (key, count) in weights.counts() {
            counted += count;
            if sites.last().is_none_or(|last| last.name != key.site) {
                sites.push(Site { name: key.site.clone(), all: Counts::default(), contexts: Vec::new() });
            }
            let Some(site) = sites.last_mut() else { continue };
            site.all.add(&key.branch, count);
            let Some(within) = &key.within else { continue };
            // Weights are in order, so what belongs together comes one after the other.
            if site.contexts.last().is_none_or(|last| last.parent != within.parent) {
                let parent = within.parent.clone();
                site.contexts.push(Known { parent, counts: Counts::default(), by_depth: Vec::new() });
            }
            let Some(known) = site.contexts.last_mut() else { continue };
            known.counts.add(&key.branch, count);
            let Some(depth) = within.depth else { continue };
            if known.by_depth.last().is_none_or(|&(last, _)| last != depth) {
                known.by_depth.push((depth, Counts::default()));
            }
            if let Some((_, counts)) = known.by_depth.last_mut() {
                counts.add(&key.branch, count);
            }
        }
        Chances { sites, how, counted }
    }

    fn site(&self, name: &str, is_element: bool) -> Option<&Site> {
        let suffix = if is_element { "[]" } else { "" };
        let wanted = || name.bytes().chain(suffix.bytes());
        let found = self.sites.binary_search_by(|site| site.name.as_str().bytes().cmp(wanted()));
        found.ok().map(|at| &self.sites[at])
    }

    /// What is known of a choice: by the finest context that was seen often enough.
    fn counts(&self, at: &At) -> Option<&Counts> {
        let site = self.site(at.site, at.is_element)?;
        let is_enough = |counts: &&Counts| counts.total >= ENOUGH;
        let known = || {
            site.contexts.iter().find(|known| match (&known.parent, at.parent) {
                (None, None) => true,
                (Some((site, branch)), Some((other, taken))) => site.as_str() == other && branch.is(taken),
                _ => false,
            })
        };
        let by_depth = || {
            let of_depth = |known: &'_ Known| known.by_depth.iter().position(|&(depth, _)| depth == depth_of(at));
            let known = known()?;
            of_depth(known).map(|at| &known.by_depth[at].1).filter(is_enough)
        };
        let by_parent = || known().map(|known| &known.counts).filter(is_enough);
        let by_site = || Some(&site.all).filter(|all| all.total > 0.0);
        match self.how.context {
            Context::Site => by_site(),
            Context::Parent => by_parent().or_else(by_site),
            Context::Depth => by_depth().or_else(by_parent).or_else(by_site),
        }
    }

    /// Turns what was seen of each branch into its weight; a branch that is not possible has `None`.
    fn weigh(&self, seen: &mut [Option<f64>]) {
        let How { is_inverted, extra, .. } = self.how;
        seen.iter_mut().flatten().for_each(|count| *count += extra);
        if !is_inverted {
            return;
        }
        let is_any_new = seen.iter().flatten().any(|&count| count == 0.0);
        for count in seen.iter_mut().flatten() {
            *count = match (is_any_new, *count == 0.0) {
                (true, is_new) => f64::from(u8::from(is_new)),
                (false, _) => 1.0 / *count,
            };
        }
    }

    /// How likely each branch of a site is, without regard to the context.
    pub(super) fn of_site(&self, site: &str) -> Vec<(String, f64)> {
        let Some(site) = self.sites.iter().find(|of| of.name.as_str() == site) else { return Vec::new() };
        let mut weights: Vec<Option<f64>> = site.all.of.iter().map(|&(_, count)| Some(count)).collect();
        self.weigh(&mut weights);
        let total: f64 = weights.iter().flatten().sum();
        let chance = |weight: Option<f64>| if total > 0.0 { weight.unwrap_or_default() / total } else { 0.0 };
        site.all.of.iter().zip(weights).map(|((branch, _), weight)| (branch.text(), chance(weight))).collect()
    }

    /// How often each number up to a largest one is drawn in comparison, if any of them was seen.
    fn number_weights(&self, counts: &Counts, max: u64) -> Option<Vec<Option<f64>>> {
        let mut weights = vec![Some(0.0); max as usize + 1];
        let mut is_known = false;
        for (number, count) in counts.numbers(max) {
            weights[number as usize] = Some(count);
            is_known = true;
        }
        if !is_known {
            return None;
        }
        self.weigh(&mut weights);
        Some(weights)
    }

    /// How likely [`near`](Chances::near) gives a number.
    fn chance_near(&self, counts: &Counts, chosen: u64, max: u64, is_length: bool) -> Option<Advised> {
        let total: f64 = counts.numbers(max).map(|(_, count)| count).sum();
        let largest = counts.numbers(max).last()?.0;
        if self.how.is_inverted {
            let reach = largest.saturating_mul(2).saturating_add(2).min(max);
            let all = reach as f64 + 1.0;
            let new = all - counts.numbers(reach).count() as f64;
            let left = (1.0 - new / all).powi(TRIES as i32);
            let is_new = chosen <= reach && counts.of(Branch::Number(chosen)) == 0.0;
            return Some(Advised { chance: if is_new { (1.0 - left) / new } else { 0.0 }, left });
        }
        let chance = counts.numbers(max).map(|(seen, count)| {
            let (least, width) = around(seen, count, is_length);
            let most = least.saturating_add(width);
            // What is beyond the largest possible number counts as that one.
            let ways = match chosen {
                _ if chosen < least || chosen > most => 0,
                _ if chosen == max => most - max + 1,
                _ => 1,
            };
            count * ways as f64 / (width as f64 + 1.0)
        });
        let drawn = total + self.how.extra;
        Some(Advised { chance: chance.sum::<f64>() / drawn, left: self.how.extra / drawn })
    }

    /// A length near to one that was seen. Of numbers, one that was seen once is drawn as one near to it, and one that was seen
    /// more often as itself: as often as a number was new, the next one is (which is what Good and Turing estimate).
    fn near(&self, counts: &Counts, max: u64, is_length: bool, rng: &mut Rng) -> Option<u64> {
        let total: f64 = counts.numbers(max).map(|(_, count)| count).sum();
        let largest = counts.numbers(max).last()?.0;
        if self.how.is_inverted {
            let reach = largest.saturating_mul(2).saturating_add(2).min(max);
            let mut tries = (0..TRIES).map(|_| rng.up_to(reach));
            return tries.find(|&number| counts.of(Branch::Number(number)) == 0.0);
        }
        let mut ticket = unit(rng) * (total + self.how.extra);
        let seen = counts.numbers(max).find(|&(_, count)| {
            ticket -= count;
            ticket < 0.0
        });
        let (seen, count) = seen?;
        let (least, width) = around(seen, count, is_length);
        Some(least.saturating_add(rng.up_to(width)).min(max))
    }
}

/// As which numbers one is drawn that was seen this often: the least, and how many more.
fn around(seen: u64, count: f64, is_length: bool) -> (u64, u64) {
    if count < 2.0 || is_length { (seen - seen / 4, seen / 4 * 2) } else { (seen, 0) }
}

/// A random number from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1u64 << 53) as f64
}

/// Draws by weight; `None` if all are zero.
fn drawn(weights: &[Option<f64>], rng: &mut Rng) -> Option<usize> {
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

impl Adviser for Chances {
    fn knows(&self, site: &str) -> bool {
        self.site(site, false).is_some_and(|site| site.all.total > 0.0)
    }

    fn pick(&self, at: &At, branches: &dyn Branches, rng: &mut Rng) -> Option<usize> {
        drawn(&self.weights(at, branches)?, rng)
    }

    fn weights(&self, at: &At, branches: &dyn Branches) -> Option<Vec<Option<f64>>> {
        let counts = self.counts(at)?;
        let mut is_known = false;
        let mut seen = |rank: usize| {
            // An arm without a name counts as if it had been seen once.
            let count = at.branch(branches.label(rank), rank).map_or(1.0, |branch| {
                let count = counts.of(branch);
                is_known |= count > 0.0;
                count
            });
            branches.is_open(rank).then_some(count)
        };
        let mut weights: Vec<Option<f64>> = (0..branches.count()).map(&mut seen).collect();
        if !is_known {
            return None; // other picks have the same name
        }
        self.weigh(&mut weights);
        Some(weights)
    }

    fn number(&self, at: &At, max: u64, rng: &mut Rng) -> Option<u64> {
        let counts = self.counts(at)?;
        if max >= FEW {
            return self.near(counts, max, false, rng);
        }
        drawn(&self.number_weights(counts, max)?, rng).map(|number| number as u64)
    }

    fn chance(&self, at: &At, chosen: u64, max: u64, is_length: bool) -> Option<Advised> {
        let counts = self.counts(at)?;
        if max >= FEW || is_length {
            return self.chance_near(counts, chosen, max, is_length);
        }
        let weights = self.number_weights(counts, max)?;
        let total: f64 = weights.iter().flatten().sum();
        let weight = weights[chosen as usize].unwrap_or_default();
        (total > 0.0).then(|| Advised { chance: weight / total, left: 0.0 })
    }

    fn length(&self, at: &At, max: u64, rng: &mut Rng) -> Option<u64> {
        self.near(self.counts(at)?, max, true, rng)
    }

    fn needs(&self) -> u64 {
        // A value like the examples is not much larger than all of them together. One unlike them may be anything.
        if self.how.is_inverted { 0 } else { self.counted.min(MOST_NEEDED) as u64 }
    }
}
