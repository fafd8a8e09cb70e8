//! From weights to decisions: the finest context that was seen often enough says how likely each branch is.

use super::numbers::{Numbers, drawn};
use super::tuned::Context;
use super::weights::{Taken, Weights, depth_of};
use astragal_core::support::{Advised, Adviser, At, Branch, Scale};
use astragal_core::{Branches, Label, Rng};

/// How often a context must have been seen to decide.
const ENOUGH: f64 = 3.0;
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

impl How {
    /// Turns what was seen of each branch into its weight; a branch that is not possible has `None`.
    pub(super) fn weigh(&self, seen: &mut [Option<f64>]) {
        let How { is_inverted, extra, .. } = *self;
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
    fn counts(&self, at: &At<'_>) -> Option<&Counts> {
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

    /// The numbers that are known of a choice.
    fn numbers<'s>(&self, at: &At<'_>, max: u64, scale: Scale<'s>) -> Option<Numbers<'s>> {
        let seen: Vec<(u64, f64)> = self.counts(at)?.numbers(max).collect();
        (!seen.is_empty()).then_some(Numbers { seen, max, scale, is_strict: at.is_renamed, how: self.how })
    }

    /// How likely each branch of a site is, without regard to the context.
    pub(super) fn of_site(&self, site: &str) -> Vec<(String, f64)> {
        let Some(site) = self.sites.iter().find(|of| of.name.as_str() == site) else { return Vec::new() };
        let mut weights: Vec<Option<f64>> = site.all.of.iter().map(|&(_, count)| Some(count)).collect();
        self.how.weigh(&mut weights);
        let total: f64 = weights.iter().flatten().sum();
        let chance = |weight: Option<f64>| if total > 0.0 { weight.unwrap_or_default() / total } else { 0.0 };
        site.all.of.iter().zip(weights).map(|((branch, _), weight)| (branch.text(), chance(weight))).collect()
    }
}

impl Adviser for Chances {
    fn knows(&self, site: &str) -> bool {
        self.site(site, false).is_some_and(|site| site.all.total > 0.0)
    }

    fn pick(&self, at: &At<'_>, branches: &dyn Branches, rng: &mut Rng) -> Option<usize> {
        drawn(&self.weights(at, branches)?, rng)
    }

    fn weights(&self, at: &At<'_>, branches: &dyn Branches) -> Option<Vec<Option<f64>>> {
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
        self.how.weigh(&mut weights);
        Some(weights)
    }

    fn knows_number(&self, at: &At<'_>) -> bool {
        self.counts(at).is_some()
    }

    fn number(&self, at: &At<'_>, max: u64, scale: Scale<'_>, rng: &mut Rng) -> Option<u64> {
        self.numbers(at, max, scale)?.draw(rng)
    }

    fn chance(&self, at: &At<'_>, chosen: u64, max: u64, scale: Scale<'_>) -> Option<Advised> {
        self.numbers(at, max, scale)?.chance(chosen)
    }

    fn needs(&self) -> u64 {
        // A value like the examples is not much larger than all of them together. One unlike them may be anything.
        if self.how.is_inverted { 0 } else { self.counted.min(MOST_NEEDED) as u64 }
    }
}
