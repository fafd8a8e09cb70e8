//! How chance picks among the arms of a sum: by weight, and so that a recursive value grows to its size and ends.
//!
//! Arms are *ranked* by simplicity: the one whose cheapest value takes the fewest choices comes first, of two that cost
//! the same the one that does not recur, then as written. The rank is what is recorded, so that zero is always a way to
//! end, whatever the order of the variants.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{NodeId, Shape, Space};
use crate::generator::Gen;
use crate::source::{Growth, Rng, scale};

/// How a pick is made. See [`Source::pick`](crate::Source::pick).
#[derive(Debug)]
pub struct Plan {
    name: &'static str,
    site: &'static str,
    /// By rank: the names of the arms, and which they are as written.
    branches: Box<[&'static str]>,
    order: Box<[u16]>,
    rank: Box<[u16]>,
    /// The arms to stop with, and those to go on with.
    stop: Lottery,
    go_on: Lottery,
    /// How strongly size makes a value go on. Where weights decide, it all but surely does while there is any.
    urge: u64,
    /// For each arm (as written; for a product, the only one) which of its parts are recursive, a bit for each.
    recursive_parts: Box<[u64]>,
    recursive: bool,
    infinite: bool,
    growth: Growth,
}

impl Space {
    /// The arms of a sum, simplest first.
    pub(crate) fn order_of(&self, sum: NodeId, costs: &[Option<u64>]) -> Vec<usize> {
        let Shape::Sum { arms, .. } = self.shape(sum) else { return Vec::new() };
        // An infinite arm comes last: nothing that ends leads there.
        let simplicity = |arm: usize| {
            let node = arms[arm].node;
            let recurs = node == sum || self.leads(node, sum);
            (costs[node.0 as usize].unwrap_or(u64::MAX), recurs, arm)
        };
        let mut order: Vec<usize> = (0..arms.len()).collect();
        order.sort_by_key(|&arm| simplicity(arm));
        order
    }
}

impl Plan {
    /// The plan for the sum (or the product) at the root of a space.
    pub fn of_space(space: &Space, has_weights: bool) -> Plan {
        let costs = space.costs();
        let (mut root, mut name) = (space.root(), "");
        while let Shape::Named { of, name: found } = space.shape(root) {
            (root, name) = (*of, found);
        }
        let recursive = space.leads(space.root(), space.root()) || space.leads(root, root);
        let infinite = costs[space.root().0 as usize].is_none();
        let (site, arms) = match space.shape(root) {
            Shape::Sum { site, arms, .. } => (*site, &arms[..]),
            _ => ("", &[][..]),
        };
        let recurs = |node: NodeId| node == root || space.leads(node, root);
        let order = space.order_of(root, &costs);
        let lottery = |keep: &dyn Fn(usize) -> bool| {
            Lottery::new((0..arms.len()).filter(|&arm| keep(arm)).map(|arm| (arm, arms[arm].weight)))
        };
        let finite = |arm: usize| costs[arms[arm].node.0 as usize].is_some();
        let stop = lottery(&|arm| finite(arm) && !recurs(arms[arm].node));
        let grow = lottery(&|arm| finite(arm) && recurs(arms[arm].node));
        let balanced = recursive && !has_weights && !stop.is_empty() && !grow.is_empty();
        // When the size is used up: what does not recur, or else what is shallowest, which comes nearer to an end with
        // every step.
        let heights = space.heights();
        let height = |arm: usize| heights[arms[arm].node.0 as usize];
        let shallowest = (0..arms.len()).filter_map(height).min();
        let ending =
            if stop.is_empty() { lottery(&|arm| finite(arm) && height(arm) == shallowest) } else { stop.clone() };
        let (stop, go_on) = match (recursive, balanced) {
            (false, _) => (lottery(&finite), lottery(&finite)),
            (true, true) => (stop, grow),
            (true, false) => (ending, lottery(&finite)),
        };
        let mut rank = vec![0; arms.len()];
        for (at, &arm) in order.iter().enumerate() {
            rank[arm] = at as u16;
        }
        let recursive_parts = match space.shape(root) {
            Shape::Sum { .. } => arms.iter().map(|arm| recursive_parts(space, arm.node)).collect(),
            _ => [recursive_parts(space, root)].into(),
        };
        Plan {
            name,
            site,
            branches: order.iter().map(|&arm| arms[arm].label).collect(),
            order: order.iter().map(|&arm| arm as u16).collect(),
            rank: rank.into(),
            stop: stop.or(order.first().copied()),
            go_on: go_on.or(order.first().copied()),
            urge: if balanced { 1 } else { 1 << 32 },
            recursive_parts,
            recursive,
            infinite,
            growth: space.growth(),
        }
    }

    /// Picks an arm at random; the size that is left decides whether a recursive type goes on.
    ///
    /// One random word does both: scaled to the size, its whole part says whether to go on, and its fraction, which is as
    /// random, with which arm. Stopping with one chance in size + 1 makes chains of every length up to the size equally
    /// likely, and gives trees half the size in the mean.
    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Rng, size: u32) -> usize {
        let reach = u64::from(size).wrapping_mul(self.urge).wrapping_add(1);
        let scaled = u128::from(rng.word()).wrapping_mul(u128::from(reach));
        let fraction = scaled as u64;
        if scaled >> 64 == 0 { self.stop.arm(fraction) } else { self.go_on.arm(fraction) }
    }

    /// How many arms there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is no arm: the type is a product.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The name of the type.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The name of the pick.
    pub fn site(&self) -> &'static str {
        self.site
    }

    /// The names of the branches by rank, simplest first.
    pub fn branches(&self) -> &[&'static str] {
        &self.branches
    }

    /// Which arm (as written) has a rank.
    pub fn arm(&self, rank: usize) -> usize {
        self.order[rank] as usize
    }

    /// The rank of an arm (as written): 0 is the simplest.
    pub fn rank(&self, arm: usize) -> usize {
        self.rank[arm] as usize
    }

    /// Which parts of an arm (as written) are recursive, a bit for each. Parts beyond the 64th share no size.
    #[inline(always)]
    pub(crate) fn recursive_parts(&self, arm: usize) -> u64 {
        self.recursive_parts[arm]
    }

    /// Whether the type contains itself.
    #[inline(always)]
    pub fn is_recursive(&self) -> bool {
        self.recursive
    }

    /// Whether every value would be infinite.
    #[inline(always)]
    pub fn is_infinite(&self) -> bool {
        self.infinite
    }

    /// How its values grow.
    #[inline(always)]
    pub fn growth(&self) -> Growth {
        self.growth
    }
}

/// Which parts of a product lead into a recursion.
fn recursive_parts(space: &Space, node: NodeId) -> u64 {
    let Shape::Product(parts) = space.shape(space.without_condition(node)) else { return 0 };
    let bits = parts.iter().take(64).enumerate();
    bits.fold(0, |bits, (at, &part)| bits | u64::from(space.is_recursive_from(part)) << at)
}

/// The branches of a pick, ranked as written: what a sum without recursion needs in place of a [`Plan`].
pub trait Branches {
    /// How many there are.
    fn count(&self) -> usize;
    /// How often chance takes one, against the others.
    fn weight(&self, arm: usize) -> u32;
    /// The name of one.
    fn label(&self, arm: usize) -> &'static str;

    /// Draws one by weight.
    #[inline(always)]
    fn lot(&self, rng: &mut Rng) -> usize {
        let count = self.count();
        let (mut total, mut at) = (0, 0);
        while at < count {
            total += u64::from(self.weight(at));
            at += 1;
        }
        let mut ticket = rng.below(total.max(1));
        at = 0;
        while at + 1 < count && ticket >= u64::from(self.weight(at)) {
            ticket -= u64::from(self.weight(at));
            at += 1;
        }
        at
    }
}

/// Draws one of some arms by weight.
#[derive(Clone, Debug)]
struct Lottery {
    /// How many tickets there are: as many as the weights say, in lowest terms.
    tickets: u64,
    /// The arm of the only ticket: what is known without a look into the table is known earlier.
    only: u16,
    /// The arm of each ticket, if the tickets are few.
    table: Box<[u16]>,
    /// Else the arms, and how many tickets there are up to and including each.
    upto: Box<[(u64, u16)]>,
}

impl Lottery {
    /// So many tickets have a place in the table each.
    const FEW: u64 = 1 << 10;

    fn new(arms: impl Iterator<Item = (usize, u32)>) -> Lottery {
        let entries: Vec<(usize, u32)> = arms.filter(|&(_, weight)| weight > 0).collect();
        let unit = entries.iter().fold(0, |unit, &(_, weight)| common_divisor(weight, unit));
        let entries = || entries.iter().map(|&(arm, weight)| (arm as u16, weight / unit));
        let tickets = entries().map(|(_, weight)| u64::from(weight)).sum();
        let (mut table, mut upto) = (Vec::new(), Vec::new());
        if tickets <= Self::FEW {
            table.extend(entries().flat_map(|(arm, weight)| (0..weight).map(move |_| arm)));
        } else {
            upto.extend(entries().scan(0, |sum, (arm, weight)| {
                *sum += u64::from(weight);
                Some((*sum, arm))
            }));
        }
        let only = entries().next().map_or(0, |(arm, _)| arm);
        Lottery { tickets, only, table: table.into(), upto: upto.into() }
    }

    fn is_empty(&self) -> bool {
        self.tickets == 0
    }

    /// Where all its arms have weight zero, the simplest arm is taken all the same.
    fn or(self, simplest: Option<usize>) -> Lottery {
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

    #[inline(never)]
    fn search(&self, ticket: u64) -> usize {
        let at = self.upto.partition_point(|&(upto, _)| upto <= ticket);
        self.upto[at].1 as usize
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The plan of a generic derived type, made once for each instance of it. Types without parameters keep their own.
pub fn plan_of<G: Gen + 'static>(generator: &G, has_weights: bool) -> &'static Plan {
    type Plans = BTreeMap<TypeId, &'static Plan>;
    static PLANS: Mutex<Plans> = Mutex::new(Plans::new());
    thread_local! {
        /// The one that was asked for last, and all that this thread knows: to ask the others takes a lock.
        static LAST: Cell<Option<(TypeId, &'static Plan)>> = const { Cell::new(None) };
        static KNOWN: RefCell<Plans> = const { RefCell::new(Plans::new()) };
    }
    let id = TypeId::of::<G>();
    if let Some((last, plan)) = LAST.get() {
        if last == id {
            return plan;
        }
    }
    let known = KNOWN.with_borrow(|known| known.get(&id).copied());
    let plan = known.unwrap_or_else(|| {
        let plans = || PLANS.lock().unwrap_or_else(PoisonError::into_inner);
        let made = plans().get(&id).copied();
        let plan = made.unwrap_or_else(|| {
            // Made outside the lock, which is not held while a user's code describes itself.
            let plan: &'static Plan = Box::leak(Box::new(Plan::of_space(&Space::of(generator), has_weights)));
            plans().entry(id).or_insert(plan)
        });
        KNOWN.with_borrow_mut(|known| known.insert(id, plan));
        plan
    });
    LAST.set(Some((id, plan)));
    plan
}
