//! How chance picks among the rules of a category, so that texts grow to their size, end, and show all of the grammar.
//!
//! A recursive category stops with one chance in size + 1, as recursive types do: then it takes a rule that does not lead back to
//! it. Else it goes on with a rule that leads into *any* recursion, and not only its own: a statement that is an expression ends
//! the statements, but it is where expressions get their size. What more of the grammar is seen through is taken more often and
//! gets more of the size ([`Worth`]), or else most of a program in C would be lists of qualifiers.

use astragal_core::support::{Lots, Plain};
use astragal_core::{Growth, NodeId, Plan, Shape, Source, Space};

use super::compiled::Compiled;
use super::forms::{ArmForm, CategoryForm, Part};
use super::worth::Worth;

/// What chance knows of each category, by its number.
#[derive(Debug)]
pub(super) struct Chances {
    categories: Vec<Chance>,
}

/// What chance knows of a category.
#[derive(Debug)]
pub(super) struct Chance {
    /// How a rule is picked, if there are several.
    pub(super) plan: Option<Plan>,
    /// Whether some arm has choices of its own, so that the whole is a span.
    pub(super) is_spanned: bool,
    /// By arm, the shares of its parts together that lead into a recursion.
    pub(super) sharing: Box<[u32]>,
    /// Its share of the size, against others.
    pub(super) share: u32,
    /// What a node costs of the size: one for each pick of a recursion. (A list divides the size too. So all that recurs comes to an
    /// end, and what only wraps another category costs nothing.)
    pub(super) cost: u32,
    pub(super) growth: Growth,
}

impl Chances {
    pub(super) fn of(language: &Compiled, is_gapped: bool) -> Chances {
        let mut nodes = Vec::new();
        let space = Space::sketched(|sketch| {
            nodes = language.nodes(sketch, is_gapped);
            nodes[0]
        });
        let plain = Plain::of(&space);
        let worth = Worth::of(&language.forms.categories);
        let share = |part: &Part| match part {
            Part::Category(number) if space.growth_from(nodes[*number as usize]) == Growth::Recursive => {
                worth.share(*number)
            }
            _ => 0,
        };
        let has_choices = |arm: &ArmForm| if is_gapped { !arm.parts.is_empty() } else { arm.has_choices };
        let chance = |(at, category): (usize, &CategoryForm)| {
            let (node, arms) = (nodes[at], category.form.arms());
            Chance {
                plan: (arms.len() > 1).then(|| plan(&space, node, arms, &plain, &worth)),
                is_spanned: arms.iter().any(has_choices),
                sharing: arms.iter().map(|arm| arm.parts.iter().map(share).sum()).collect(),
                share: worth.share(at as u32),
                cost: u32::from(arms.len() > 1 && space.leads(node, node)),
                growth: space.growth_from(node),
            }
        };
        Chances { categories: language.forms.categories.iter().enumerate().map(chance).collect() }
    }

    #[inline]
    pub(super) fn category(&self, number: u32) -> &Chance {
        &self.categories[number as usize]
    }
}

/// The plan of a sum.
fn plan(space: &Space, node: NodeId, arms: &[ArmForm], plain: &Plain, worth: &Worth) -> Plan {
    let has_weights = arms.iter().any(|arm| arm.weight != 1);
    let plan = Plan::of_node(space, node, has_weights, plain);
    let Shape::Named { of: sum, .. } = *space.shape(node) else { return plan };
    let Shape::Sum { arms: nodes, .. } = space.shape(sum) else { return plan };
    if has_weights {
        return plan;
    }
    let mut go_on: Vec<f64> = arms.iter().map(|arm| worth.chance(arm)).collect();
    if !plan.is_recursive() {
        return plan.with_lots(Lots::with_chances(&go_on, &go_on, false));
    }
    let mut stop = go_on.clone();
    let shallowest = nodes.iter().filter_map(|arm| plain.height(arm.node)).min();
    let recurs = |node: NodeId| space.leads(node, sum);
    let all_recur = nodes.iter().all(|arm| recurs(arm.node));
    for (at, arm) in nodes.iter().enumerate() {
        let ends = if all_recur { plain.height(arm.node) == shallowest } else { !recurs(arm.node) };
        let grows = space.growth_from(arm.node) == Growth::Recursive;
        stop[at] *= f64::from(u8::from(ends));
        go_on[at] *= f64::from(u8::from(grows));
    }
    plan.with_lots(Lots::with_chances(&stop, &go_on, true))
}

/// A size that is divided among parts that recur, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    left: u32,
    /// The shares of the parts together that are still to come.
    shares: u32,
}

impl Shares {
    #[inline]
    pub(super) fn new(size: u32, shares: u32) -> Shares {
        Shares { left: size, shares }
    }

    /// The size of the next part, by its share. Mostly it is about in proportion to that; but one of them may get most of the size, so
    /// that some part of a list of lists of lists is large too.
    #[inline]
    pub(super) fn next(&mut self, share: u32, src: &mut Source) -> u32 {
        let Shares { left, shares: all } = *self;
        let size = if all <= share {
            left
        } else {
            let word = src.word();
            let (left, all, own) = (u64::from(left), u64::from(all), u64::from(share));
            let is_lucky = ((word & 0xFFFF_FFFF) * all) >> 32 < own;
            let most = if is_lucky { left } else { (2 * left * own / all).min(left) };
            (((word >> 32) * (most + 1)) >> 32) as u32
        };
        self.left -= size;
        self.shares = all.saturating_sub(share);
        size
    }
}
