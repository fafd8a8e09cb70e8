//! How chance picks among the arms of a sum: by weight, and so that a recursive value grows to its size and ends.
//!
//! Arms are *ranked* by simplicity: the one whose cheapest value takes the fewest choices comes first, of two that cost
//! the same the one that does not recur, then as written. The rank is what is recorded, so that zero is always a way to
//! end, whatever the order of the variants.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::lots::{Lots, Lottery};
use super::{NodeId, Shape, Space};
use crate::generator::Gen;
use crate::source::{Growth, Rng};

/// How a pick is made. See [`Source::pick`](crate::Source::pick).
#[derive(Debug)]
pub struct Plan {
    name: &'static str,
    site: &'static str,
    /// By rank: the names of the arms, and which they are as written.
    branches: Box<[&'static str]>,
    order: Box<[u16]>,
    rank: Box<[u16]>,
    lots: Lots,
    /// The type that it is the plan of.
    id: Option<TypeId>,
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
        // One that is nothing but itself has no end; it is infinite.
        for _ in space.nodes() {
            let Shape::Named { of, name: found } = space.shape(root) else { break };
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
            lots: Lots::new(stop.or(order.first().copied()), go_on.or(order.first().copied()), balanced),
            id: space.type_of(space.root()),
            recursive_parts,
            recursive,
            infinite,
            growth: space.growth(),
        }
    }

    /// Picks an arm at random; the size that is left decides whether a recursive type goes on.
    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Rng, size: u32) -> usize {
        self.lots.draw(rng, size)
    }

    /// How arms are drawn, unless somebody says otherwise.
    #[inline(always)]
    pub(crate) fn lots(&self) -> &Lots {
        &self.lots
    }

    /// The type that it is the plan of, if it is one of a type.
    #[inline(always)]
    pub(crate) fn id(&self) -> Option<TypeId> {
        self.id
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

    /// Which parts of an arm (as written) are recursive, a bit for each; the last bit is that of all others.
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
    let bits = parts.iter().enumerate();
    bits.fold(0, |bits, (at, &part)| bits | u64::from(space.is_recursive_from(part)) << at.min(63))
}

/// The branches of a pick, ranked as written: what a sum without recursion needs in place of a [`Plan`].
pub trait Branches {
    /// How many there are.
    fn count(&self) -> usize;
    /// How often chance takes one, against the others.
    fn weight(&self, arm: usize) -> u32;
    /// The name of one.
    fn label(&self, arm: usize) -> &'static str;

    /// Whether one can be taken at all. Where the weights follow the size, one that is zero says nothing of that.
    fn is_open(&self, arm: usize) -> bool {
        self.weight(arm) > 0
    }

    /// Whether one is not there at all this time: then it has no rank, and those behind it move up.
    fn is_shut(&self, _arm: usize) -> bool {
        false
    }

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

/// Branches without those that are shut: what is chosen is the rank among the others, so that zero is always one of them.
pub(crate) struct Open<'a> {
    of: &'a dyn Branches,
    arms: Vec<usize>,
}

impl<'a> Open<'a> {
    /// `None` if none is shut, or all are.
    pub(crate) fn of(branches: &'a dyn Branches) -> Option<Open<'a>> {
        let count = branches.count();
        if !(0..count).any(|arm| branches.is_shut(arm)) {
            return None;
        }
        let arms: Vec<usize> = (0..count).filter(|&arm| !branches.is_shut(arm)).collect();
        (!arms.is_empty()).then_some(Open { of: branches, arms })
    }

    /// The arm of a rank.
    pub(crate) fn arm(&self, rank: usize) -> usize {
        self.arms[rank]
    }

    /// The rank of an arm.
    pub(crate) fn rank(&self, arm: usize) -> usize {
        self.arms.iter().position(|&open| open == arm).unwrap_or_default()
    }
}

impl Branches for Open<'_> {
    fn count(&self) -> usize {
        self.arms.len()
    }

    fn weight(&self, rank: usize) -> u32 {
        self.of.weight(self.arm(rank))
    }

    fn label(&self, rank: usize) -> &'static str {
        self.of.label(self.arm(rank))
    }

    fn is_open(&self, rank: usize) -> bool {
        self.of.is_open(self.arm(rank))
    }

    fn lot(&self, rng: &mut Rng) -> usize {
        self.rank(self.of.lot(rng))
    }
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
