//! How chance picks among the arms of a sum: by weight, and so that a recursive value grows to its size and ends.
//!
//! Arms are *ranked* by simplicity: the one whose cheapest value takes the fewest choices comes first, of two that cost
//! the same the one that does not recur, then as written. The rank is what is recorded, so that zero is always a way to
//! end, whatever the order of the variants.

use super::lots::Lots;
use super::{Growth, Identity, Rng};

/// How a pick is made. See [`Source::pick`](crate::Source::pick).
#[derive(Debug)]
pub struct Plan {
    pub(crate) name: &'static str,
    pub(crate) site: &'static str,
    /// By rank: the names of the arms, and which they are as written.
    pub(crate) branches: Box<[&'static str]>,
    pub(crate) order: Box<[u16]>,
    pub(crate) rank: Box<[u16]>,
    pub(crate) lots: Lots,
    /// The type that it is the plan of.
    pub(crate) id: Option<Identity>,
    /// For each arm (as written; for a product, the only one) which of its parts are recursive, a bit for each.
    pub(crate) recursive_parts: Box<[u64]>,
    pub(crate) recursive: bool,
    pub(crate) infinite: bool,
    pub(crate) growth: Growth,
}

impl Plan {
    /// Picks an arm at random; the size that is left decides whether a recursive type goes on.
    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Rng, size: u32) -> usize {
        self.lots.draw(rng, size)
    }

    /// The same with other lots.
    #[doc(hidden)]
    pub fn with_lots(self, lots: Lots) -> Plan {
        Plan { lots, ..self }
    }

    /// How arms are drawn, unless the source has others.
    #[inline(always)]
    pub(crate) fn lots(&self) -> &Lots {
        &self.lots
    }

    /// The type that it is the plan of, if it is one of a type.
    #[inline(always)]
    pub(crate) fn id(&self) -> Option<Identity> {
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

/// Branches without those that are shut: the choice is the rank among the others, so that zero is always one of them.
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
