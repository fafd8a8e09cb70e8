//! Plans a whole value: level by level from the highest dimension down, each recursion with exactly the size it was given.
//!
//! The parts of the value are in a list; a part is planned when its dimension comes. First what does not recur is taken
//! apart, until only recursions of that dimension are left: these are the *entries*. The sizes are divided among them; each
//! is grown to its size; and what it holds of lower dimensions waits for its turn. What is left in the end does not recur.

use super::sizes::{Entry, Level};
use super::strata::{Branch, Follower, Kind, Strata};
use super::towards::Towards;
use super::{Filling, Grown};
use crate::holes::{Partial, Weighting};
use crate::source::{Rng, Step, length_cap};
use crate::space::NodeId;

/// How often a value is planned again that was to have one dimension of exactly the bound and has not.
const TRIES: u32 = 100;
/// A value that has more parts than this is cut short: what is left is planned as small as it can be.
const MOST: usize = 1 << 20;

/// A part of the value that is planned.
pub(super) struct Part {
    pub(super) node: NodeId,
    /// Its own parts, by their place in the list.
    pub(super) parts: Vec<u32>,
    /// What the generator is told.
    says: Says,
    /// Whether it is in no recursion.
    outermost: bool,
}

enum Says {
    Nothing,
    One(Step),
    /// A number of more than 64 bits is two choices.
    Wide(u64),
    /// The choices of a value on which others depend.
    All(Vec<u64>),
}

/// Plans one value.
pub(super) struct Planner<'a> {
    pub(super) strata: &'a Strata,
    how: &'a Grown,
    pub(super) bound: u32,
    rng: &'a mut Rng,
    pub(super) parts: Vec<Part>,
    /// The parts that wait, by dimension.
    waiting: Vec<Vec<u32>>,
    /// Where the plan is to lead, and the part that must lead there.
    pub(super) towards: Option<&'a Towards>,
    pub(super) obliged: Option<u32>,
    /// How much room a step of a recursion must leave, so that the rest of the size can be used.
    need: u32,
    /// Whether some dimension was grown to the bound.
    reached: bool,
    problem: Option<String>,
}

/// A plan for a value at a bound; or why there is none of the size that was asked for. If one dimension must have exactly the
/// bound and the space has no such value, that is an error where it is `strict`, and otherwise another value is planned.
pub(super) fn plan(strata: &Strata, how: &Grown, bound: u32, strict: bool, rng: &mut Rng) -> Result<Vec<Step>, String> {
    let is_exact = how.sizes.is_exact() && strata.dimension_of_root() > 0;
    let mut another = Vec::new();
    for _ in 0..if is_exact { TRIES } else { 1 } {
        let (reached, steps) = Planner::new(strata, how, bound, None, rng).plan()?;
        if reached || !is_exact {
            return Ok(steps);
        }
        another = steps;
    }
    // By chance nothing is in the dimension that was to have it: now the plan leads there.
    let dimensions = strata.dimension_of_root();
    let first = rng.up_to(u64::from(dimensions) - 1) as u32;
    for dimension in (0..dimensions).map(|at| (first + at) % dimensions + 1) {
        let Some(towards) = Towards::new(strata, dimension, bound) else { continue };
        let (reached, steps) = Planner::new(strata, how, bound, Some(&towards), rng).plan()?;
        if reached {
            return Ok(steps);
        }
    }
    if strict { Err(format!("no part of the value can have a size of exactly {bound}")) } else { Ok(another) }
}

impl<'a> Planner<'a> {
    fn new(
        strata: &'a Strata,
        how: &'a Grown,
        bound: u32,
        towards: Option<&'a Towards>,
        rng: &'a mut Rng,
    ) -> Planner<'a> {
        let waiting = vec![Vec::new(); strata.dimension_of_root() as usize + 1];
        let obliged = towards.map(|_| 0);
        Planner {
            strata,
            how,
            bound,
            rng,
            parts: Vec::new(),
            waiting,
            towards,
            obliged,
            need: 0,
            reached: false,
            problem: None,
        }
    }

    /// The plan, and whether some dimension has exactly the bound.
    fn plan(mut self) -> Result<(bool, Vec<Step>), String> {
        self.make();
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok((self.reached, self.steps())),
        }
    }

    fn make(&mut self) {
        let highest = self.strata.dimension(self.strata.root);
        let totals = self.how.sizes.totals(highest, self.bound, self.rng);
        self.add(self.strata.root, true);
        for dimension in (1..=highest).rev() {
            let entries = self.entries(dimension);
            let named: Vec<Entry> = entries.iter().map(|&part| self.entry(part)).collect();
            let level = Level {
                dimension,
                highest,
                bound: self.bound,
                total: totals.get((highest - dimension) as usize).copied().unwrap_or(self.bound),
                entries: &named,
                piles: self.how.piles,
            };
            let mut sizes = self.how.divide(&level, self.rng);
            self.make_room(&entries, &mut sizes, dimension);
            let mut used = 0u32;
            for (at, &part) in entries.iter().enumerate() {
                used = used.saturating_add(self.grow(part, sizes.get(at).copied().unwrap_or(0)));
            }
            self.reached |= used == self.bound;
        }
        self.entries(0);
        if self.how.exactly && highest == 0 && self.problem.is_none() {
            self.problem = Some("an exact number of nodes was asked for, but nothing in the value recurs".to_owned());
        }
    }

    /// Adds a part, which waits for its turn.
    fn add(&mut self, node: NodeId, outermost: bool) -> u32 {
        let at = self.parts.len() as u32;
        self.parts.push(Part { node, parts: Vec::new(), says: Says::Nothing, outermost });
        self.waiting[self.strata.dimension(node) as usize].push(at);
        at
    }

    /// Adds a part that is planned at once.
    fn add_now(&mut self, node: NodeId) -> u32 {
        self.parts.push(Part { node, parts: Vec::new(), says: Says::Nothing, outermost: false });
        self.parts.len() as u32 - 1
    }

    fn entry(&self, part: u32) -> Entry {
        let node = self.parts[part as usize].node;
        let name = match (self.strata.name(node), self.strata.kind(node)) {
            ("", Kind::List { .. }) => "list",
            ("", Kind::Number { .. }) => "number",
            ("", _) => "recursion",
            (name, _) => name,
        };
        Entry { name }
    }

    /// Takes apart what waits in a dimension and does not recur: what is left are the entries.
    fn entries(&mut self, dimension: u32) -> Vec<u32> {
        let mut entries = Vec::new();
        let mut at = 0;
        while let Some(&part) = self.waiting[dimension as usize].get(at) {
            at += 1;
            let Part { node, outermost, .. } = self.parts[part as usize];
            if self.strata.recursion(node).is_some() {
                entries.push(part);
                continue;
            }
            let strata = self.strata;
            match strata.kind(node) {
                Kind::Nothing => {}
                Kind::Leaf => self.say(part, Step::Any),
                Kind::Opaque { unknown } => {
                    self.say(part, Step::Opaque(*unknown));
                    self.is_countable(part, *unknown);
                }
                Kind::Number { .. } => entries.push(part),
                Kind::List { min, max, .. } if min < max && self.how.plans.lists => entries.push(part),
                Kind::List { min, max, element, elements } => {
                    let most = length_cap(*min, *max, *elements, self.bound);
                    let more = self.rng.up_to(most.saturating_sub(*min) as u64);
                    self.say(part, Step::Number(more));
                    for _ in 0..min + more as usize {
                        let element = self.add(*element, outermost);
                        self.parts[part as usize].parts.push(element);
                    }
                    self.oblige_a_part_of(part);
                }
                Kind::Product(parts) => {
                    self.parts[part as usize].parts = parts.iter().map(|&node| self.add(node, outermost)).collect();
                    self.oblige_a_part_of(part);
                }
                Kind::Family(followers) => {
                    self.parts[part as usize].parts =
                        self.follow(part, followers).into_iter().map(|node| self.add(node, outermost)).collect();
                    self.oblige_a_part_of(part);
                }
                Kind::Sum(branches) => {
                    let towards = self.towards.filter(|_| self.obliged == Some(part));
                    let leads_on = |branch: &Branch| towards.is_none_or(|towards| towards.by(branch).is_some());
                    let arm = self.draw(branches, |branch| branch.height.is_some() && leads_on(branch));
                    self.say(part, Step::Number(arm as u64));
                    let arm = self.add(branches[arm].node, outermost);
                    self.parts[part as usize].parts = vec![arm];
                    self.oblige_a_part_of(part);
                }
            }
        }
        self.waiting[dimension as usize].clear();
        entries
    }

    /// Where a number of nodes was asked for, nothing may recur that cannot be counted.
    fn is_countable(&mut self, part: u32, unknown: Option<&'static str>) {
        if let (Some(unknown), true, true) = (unknown, self.how.exactly, self.parts[part as usize].outermost) {
            self.problem.get_or_insert_with(|| {
                format!(
                    "an exact number of nodes was asked for, but `{unknown}` is opaque: what recurs in it is not known before it \
                     runs"
                )
            });
        }
    }

    fn say(&mut self, part: u32, step: Step) {
        self.parts[part as usize].says = Says::One(step);
    }

    /// Chooses a value on which others depend, each of its choices equally likely: what then follows. It leaves as much room as is
    /// needed, if any does.
    fn follow(&mut self, part: u32, followers: &[Follower]) -> Option<NodeId> {
        let (strata, need) = (self.strata, self.need);
        let towards = self.towards.filter(|_| self.obliged == Some(part));
        let leads_on = |follower: &&Follower| towards.is_none_or(|towards| towards.leads(follower.node));
        let has_room = |follower: &&Follower| strata.capacity(follower.node) >= need;
        let mut found: Vec<&Follower> = followers.iter().filter(leads_on).filter(has_room).collect();
        if found.is_empty() {
            found = followers.iter().filter(leads_on).collect();
        }
        let mut chosen = &found[..];
        for at in 0.. {
            if chosen.len() < 2 {
                break;
            }
            // They are in order, and none is the beginning of another.
            let same: Vec<&[&Follower]> =
                chosen.chunk_by(|one, other| one.choices.get(at) == other.choices.get(at)).collect();
            chosen = same[self.rng.up_to(same.len() as u64 - 1) as usize];
        }
        let chosen = chosen.first()?;
        self.parts[part as usize].says = Says::All(chosen.choices.clone());
        Some(chosen.node)
    }

    /// One of the branches that will do, by weight; the simplest if none has any.
    pub(super) fn draw(&mut self, branches: &[Branch], will_do: impl Fn(&Branch) -> bool) -> usize {
        let total: u64 = branches.iter().filter(|branch| will_do(branch)).map(|branch| u64::from(branch.weight)).sum();
        let mut ticket = self.rng.up_to(total.saturating_sub(1));
        let mut simplest = None;
        for (arm, branch) in branches.iter().enumerate().filter(|(_, branch)| will_do(branch)) {
            simplest = simplest.or(Some(arm));
            if ticket < u64::from(branch.weight) {
                return arm;
            }
            ticket -= u64::from(branch.weight);
        }
        simplest.unwrap_or(0)
    }

    /// Grows an entry to a size; how much of it was used.
    fn grow(&mut self, entry: u32, size: u32) -> u32 {
        let strata = self.strata;
        let node = self.parts[entry as usize].node;
        match strata.kind(node) {
            Kind::Number { max, both } => {
                let magnitude = u128::from(size);
                // Small numbers are on both sides of the origin: 0, 1, -1, 2, -2.
                let choice = match magnitude.min(*both) {
                    0 => magnitude,
                    near if near < magnitude => magnitude + both,
                    near => 2 * near - u128::from(self.rng.up_to(1)),
                };
                let choice = choice.min(*max) as u64;
                let wide = *max > u128::from(u64::MAX);
                self.parts[entry as usize].says =
                    if wide { Says::Wide(choice) } else { Says::One(Step::Number(choice)) };
                size.min(u32::try_from(*max).unwrap_or(u32::MAX))
            }
            Kind::List { min, max, element, .. } if strata.recursion(node).is_none() => {
                let length = (size as usize).clamp(*min, *max).min(MOST.saturating_sub(self.parts.len()).max(*min));
                self.say(entry, Step::Number((length - min) as u64));
                let outermost = self.parts[entry as usize].outermost;
                for _ in 0..length {
                    let element = self.add(*element, outermost);
                    self.parts[entry as usize].parts.push(element);
                }
                self.oblige_a_part_of(entry);
                length as u32
            }
            _ => {
                let used = match &self.how.filling {
                    Filling::Divided => self.divide(entry, size),
                    Filling::Holes(weighting) => self.fill_holes(entry, size, weighting),
                };
                if self.how.exactly && used != size && self.problem.is_none() {
                    let name = self.entry(entry).name;
                    self.problem =
                        Some(format!("{size} nodes of `{name}` were asked for, but there cannot be more than {used}"));
                }
                used
            }
        }
    }

    /// Fills holes one by one, all over the recursion, as a weighting says.
    fn fill_holes(&mut self, entry: u32, size: u32, weighting: &Weighting) -> u32 {
        let mut open = Vec::new();
        self.open(entry, &mut open);
        let mut used = self.lead_out(&mut open);
        let mut room = self.room(&open);
        let (weighting, mut partial) = match self.plant(entry, &open, size.saturating_sub(used), weighting) {
            Ok(planted) => planted,
            Err(problem) => {
                self.problem = Some(problem);
                return used;
            }
        };
        // The part of each place of the partial tree. A type that is not a pick itself may begin with several holes, or with none.
        let mut places = if open.len() == 1 { Vec::new() } else { vec![entry] };
        places.append(&mut open);
        while used < size && self.parts.len() < MOST {
            let Some(hole) = weighting.choose(&mut partial, self.rng) else { break };
            let children = weighting.children(&partial, self.rng);
            open.clear();
            room -= self.room(&places[hole.index()..=hole.index()]);
            self.need = left_for(size - used - 1, room);
            let filled = self.fill(places[hole.index()], children, &mut open);
            self.need = 0;
            room += self.room(&open);
            let Some(constructor) = filled else {
                self.end(places[hole.index()]);
                partial.close(hole);
                continue;
            };
            if let Err(problem) = weighting.fits(open.len()) {
                self.problem = Some(problem);
                break;
            }
            used += 1;
            partial.fill(hole, open.len());
            partial.set_constructor(hole, constructor);
            places.append(&mut open);
        }
        for hole in partial.holes() {
            self.end(places[hole.index()]);
        }
        used
    }

    /// The tree that grows in a recursion with these holes, and its weighting.
    fn plant(
        &mut self,
        entry: u32,
        open: &[u32],
        nodes: u32,
        weighting: &Weighting,
    ) -> Result<(Weighting, Partial), String> {
        let node = self.parts[entry as usize].node;
        let weighting = weighting.of_a_value(self.rng)?.for_children(|| self.strata.holes_of_all(node));
        let partial = weighting.plant(open.len(), nodes as usize)?;
        Ok((weighting, partial))
    }

    /// Fills holes so that each divides its size among those that it opens. What one cannot use goes to another.
    fn divide(&mut self, entry: u32, whole: u32) -> u32 {
        let mut open = Vec::new();
        self.open(entry, &mut open);
        let (mut used, mut spare) = (self.lead_out(&mut open), 0);
        let mut idle = Vec::new();
        let mut work = Vec::new();
        let mut room = self.room(&open);
        self.hand_out(&open, whole.saturating_sub(used), &mut work, &mut spare);
        loop {
            while let Some((part, size)) = work.pop() {
                if size == 0 || self.parts.len() >= MOST {
                    idle.push(part);
                    continue;
                }
                let mut open = Vec::new();
                room -= self.room(&[part]);
                self.need = left_for(whole.saturating_sub(used + 1), room).max(size - 1);
                let is_filled = self.fill(part, None, &mut open).is_some();
                self.need = 0;
                room += self.room(&open);
                if !is_filled {
                    spare += size;
                    self.end(part);
                    continue;
                }
                used += 1;
                self.hand_out(&open, size - 1, &mut work, &mut spare);
            }
            if spare == 0 || idle.is_empty() || self.parts.len() >= MOST {
                break;
            }
            let lucky = self.rng.up_to(idle.len() as u64 - 1) as usize;
            work.push((idle.swap_remove(lucky), std::mem::take(&mut spare)));
        }
        for part in idle {
            self.end(part);
        }
        used
    }

    /// How much all of these parts can grow.
    fn room(&self, parts: &[u32]) -> u64 {
        parts.iter().map(|&part| u64::from(self.strata.capacity(self.parts[part as usize].node))).sum()
    }

    fn hand_out(&mut self, holes: &[u32], size: u32, work: &mut Vec<(u32, u32)>, spare: &mut u32) {
        if holes.is_empty() {
            *spare += size;
        }
        let sizes = self.how.piles.divide(size, holes.len(), self.rng);
        work.extend(holes.iter().copied().zip(sizes));
    }

    /// Follows a part of a recursion to where it must be decided how it goes on: to its holes.
    fn open(&mut self, part: u32, holes: &mut Vec<u32>) {
        let strata = self.strata;
        let mut work = vec![part];
        while let Some(part) = work.pop() {
            let node = self.parts[part as usize].node;
            let recursion = strata.recursion(node);
            let followed;
            let inner: &[NodeId] = match strata.kind(node) {
                Kind::Sum(_) => {
                    holes.push(part);
                    continue;
                }
                Kind::List { min, max, element, .. } => {
                    for _ in 0..*min {
                        let element = self.add_now(*element);
                        self.parts[part as usize].parts.push(element);
                        work.push(element);
                    }
                    self.oblige_a_part_of(part);
                    if min < max {
                        holes.push(part);
                    } else {
                        self.say(part, Step::Number(0));
                    }
                    continue;
                }
                Kind::Opaque { unknown } => {
                    self.say(part, Step::Opaque(*unknown));
                    continue;
                }
                Kind::Product(parts) => parts,
                Kind::Family(followers) => {
                    followed = self.follow(part, followers);
                    followed.as_slice()
                }
                Kind::Nothing | Kind::Leaf | Kind::Number { .. } => &[],
            };
            let from = work.len();
            for &node in inner {
                let inside = strata.recursion(node) == recursion;
                let added = if inside { self.add_now(node) } else { self.add(node, false) };
                self.parts[part as usize].parts.push(added);
                if inside {
                    work.push(added);
                }
            }
            self.oblige_a_part_of(part);
            if strata.is_closed(node) {
                holes.push(part);
            }
            work[from..].reverse(); // holes are found in the order of the value
        }
    }

    /// Puts one more step of the recursion into a hole, if possible one that opens as many holes as wanted; the holes that it opens,
    /// and its name. `None` if no step fits.
    pub(super) fn fill(&mut self, part: u32, wanted: Option<usize>, holes: &mut Vec<u32>) -> Option<&'static str> {
        let strata = self.strata;
        let node = self.parts[part as usize].node;
        match strata.kind(node) {
            Kind::Sum(branches) => {
                let grows = |branch: &Branch| branch.grows && branch.height.is_some() && branch.weight > 0;
                let most =
                    branches.iter().filter(|branch| grows(branch)).map(|branch| strata.capacity(branch.node)).max();
                let need = self.need.min(most?);
                let grows = |branch: &Branch| grows(branch) && strata.capacity(branch.node) >= need;
                let opens_as_many = |branch: &Branch| {
                    grows(branch) && wanted.is_none_or(|wanted| strata.holes_in(branch.node) == wanted)
                };
                let arm = if branches.iter().any(opens_as_many) {
                    self.draw(branches, opens_as_many)
                } else {
                    self.draw(branches, grows)
                };
                self.take(part, branches, arm, holes);
                Some(branches[arm].label)
            }
            Kind::List { max, element, .. } => {
                if self.parts[part as usize].parts.len() >= *max {
                    return None;
                }
                let added = self.add_now(*element);
                self.parts[part as usize].parts.push(added);
                self.oblige_a_part_of(part);
                self.open(added, holes);
                holes.push(part); // there may be more
                Some("")
            }
            _ => None,
        }
    }

    pub(super) fn take(&mut self, part: u32, branches: &[Branch], arm: usize, holes: &mut Vec<u32>) {
        self.say(part, Step::Number(arm as u64));
        let inside = branches[arm].grows;
        let arm = if inside { self.add_now(branches[arm].node) } else { self.add(branches[arm].node, false) };
        self.parts[part as usize].parts = vec![arm];
        self.oblige_a_part_of(part);
        if inside {
            self.open(arm, holes);
        }
    }

    /// Ends the recursion in a hole, in the shallowest way if there is none without it.
    fn end(&mut self, part: u32) {
        let strata = self.strata;
        let mut work = vec![part];
        while let Some(part) = work.pop() {
            let node = self.parts[part as usize].node;
            match strata.kind(node) {
                Kind::Sum(branches) => {
                    let ends = |branch: &Branch| !branch.grows && branch.height.is_some() && branch.weight > 0;
                    let arm = if branches.iter().any(ends) {
                        self.draw(branches, ends)
                    } else {
                        let least = branches.iter().filter_map(|branch| branch.height).min();
                        self.draw(branches, |branch| branch.height.is_some() && branch.height == least)
                    };
                    self.take(part, branches, arm, &mut work);
                }
                Kind::List { min, .. } => {
                    let length = self.parts[part as usize].parts.len();
                    self.say(part, Step::Number((length - min) as u64));
                }
                _ => {}
            }
        }
    }

    /// What the generator is told, in the order in which it asks.
    fn steps(self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(self.parts.len());
        let mut work = vec![0];
        while let Some(part) = work.pop() {
            let part = &self.parts[part as usize];
            match &part.says {
                Says::Nothing => {}
                Says::One(step) => steps.push(*step),
                Says::All(choices) => steps.extend(choices.iter().map(|&choice| Step::Number(choice))),
                Says::Wide(low) => steps.extend([Step::Number(0), Step::Number(*low)]),
            }
            work.extend(part.parts.iter().rev());
        }
        steps
    }
}

/// What is left of a size for one part if the others have this much room.
fn left_for(size: u32, room: u64) -> u32 {
    u64::from(size).saturating_sub(room) as u32
}
