//! How chance picks among the rules of a category, so that texts grow to their size, end, and show all of the grammar.
//!
//! A recursive category stops with one chance in size + 1, as recursive types do: then it takes a rule that does not lead back to
//! it. Else it goes on with a rule that leads into *any* recursion, and not only its own: a statement that is an expression ends
//! the statements, but it is where expressions get their size.

use astragal_core::support::{Lots, Plain};
use astragal_core::{Growth, NodeId, Plan, Shape, Source, Space};

use super::compiled::Compiled;
use super::forms::{ArmForm, CategoryForm, Part};

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
    /// By arm, how many of its parts lead into a recursion, and so get a share of the size.
    pub(super) recursive_parts: Box<[u32]>,
    /// What a node costs of the size: one if the category is recursive.
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
        let is_recursive = |part: &&Part| match part {
            Part::Category(number) => space.growth_from(nodes[*number as usize]) == Growth::Recursive,
            Part::Terminal(_) | Part::Token(_) => false,
        };
        let has_choices = |arm: &ArmForm| if is_gapped { !arm.parts.is_empty() } else { arm.has_choices };
        let chance = |(category, &node): (&CategoryForm, &NodeId)| {
            let arms = category.form.arms();
            Chance {
                plan: (arms.len() > 1).then(|| plan(&space, node, arms, &plain)),
                is_spanned: arms.iter().any(has_choices),
                recursive_parts: arms.iter().map(|arm| arm.parts.iter().filter(is_recursive).count() as u32).collect(),
                cost: u32::from(space.leads(node, node)),
                growth: space.growth_from(node),
            }
        };
        Chances { categories: language.forms.categories.iter().zip(&nodes).map(chance).collect() }
    }

    #[inline]
    pub(super) fn category(&self, number: u32) -> &Chance {
        &self.categories[number as usize]
    }
}

/// The plan of a sum.
fn plan(space: &Space, node: NodeId, arms: &[ArmForm], plain: &Plain) -> Plan {
    let has_weights = arms.iter().any(|arm| arm.weight != 1);
    let plan = Plan::of_node(space, node, has_weights, plain);
    let Shape::Named { of: sum, .. } = *space.shape(node) else { return plan };
    if has_weights || !plan.is_recursive() {
        return plan;
    }
    let Shape::Sum { arms: nodes, .. } = space.shape(sum) else { return plan };
    let (mut stop, mut go_on) = (vec![0.0; arms.len()], vec![0.0; arms.len()]);
    let shallowest = nodes.iter().filter_map(|arm| plain.height(arm.node)).min();
    let recurs = |node: NodeId| space.leads(node, sum);
    let all_recur = nodes.iter().all(|arm| recurs(arm.node));
    for (at, arm) in nodes.iter().enumerate() {
        let ends = if all_recur { plain.height(arm.node) == shallowest } else { !recurs(arm.node) };
        stop[at] = f64::from(u8::from(ends));
        go_on[at] = f64::from(u8::from(space.growth_from(arm.node) == Growth::Recursive));
    }
    plan.with_lots(Lots::with_chances(&stop, &go_on, true))
}

/// A size that is divided among parts that recur, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    left: u32,
    parts: u32,
}

impl Shares {
    #[inline]
    pub(super) fn new(size: u32, parts: u32) -> Shares {
        Shares { left: size, parts }
    }

    /// The share of the next part. Mostly it is about as large as that of the others; but one of them may get most of it, so that
    /// some part of a list of lists of lists is large too.
    #[inline]
    pub(super) fn next(&mut self, src: &mut Source) -> u32 {
        let Shares { left, parts } = *self;
        let share = if parts <= 1 {
            left
        } else {
            let word = src.word();
            let is_lucky = ((word & 0xFFFF_FFFF) * u64::from(parts)) >> 32 == 0;
            let most = if is_lucky { left } else { (2 * (left / parts)).min(left) };
            (((word >> 32) * (u64::from(most) + 1)) >> 32) as u32
        };
        self.left -= share;
        self.parts = parts.saturating_sub(1);
        share
    }
}
