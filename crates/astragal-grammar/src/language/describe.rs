//! The space of a language: a named node for each category, an arm for each constructor, a list for each list.

use astragal_core::{Arm, ListKind, NodeId, Shape, Sketch};

use super::compiled::Compiled;
use super::forms::{ArmForm, Form, ListForm, Part};

/// The arms of a list that may end with a terminal after its last element, and the label of the list in it.
pub(super) const PLAIN: &str = "list";
pub(super) const TRAILING: &str = "trailing";
/// How often chance takes each of them: a language by layout at the top level ends each item.
pub(super) const TRAILING_WEIGHTS: [u32; 2] = [15, 1];
pub(super) const EVEN_WEIGHTS: [u32; 2] = [1, 1];

impl Compiled {
    /// The nodes of all categories, by their numbers.
    pub(super) fn nodes(&self, sketch: &mut Sketch, is_gapped: bool) -> Vec<NodeId> {
        let tokens = self.describe_tokens(|token| token.describe(sketch));
        let gap = is_gapped.then(|| self.gaps.describe(sketch));
        let names = self.forms.categories.iter().map(|category| category.label);
        let things: Vec<_> = self.identities(is_gapped).iter().copied().zip(names).collect();
        sketch.all_named(&things, |sketch, at, categories| {
            let nodes = Nodes { tokens: &tokens, gap, categories };
            let category = &self.forms.categories[at];
            match &category.form {
                Form::Product(arm) => nodes.arm(sketch, arm),
                Form::Sum(arms) => {
                    let arm =
                        |arm: &ArmForm| Arm { label: arm.label, weight: arm.weight, node: nodes.arm(sketch, arm) };
                    let arms = arms.iter().map(arm).collect();
                    sketch.add(Shape::Sum { site: category.label, arms, ranked: true })
                }
                Form::List(list) => {
                    let element = nodes.element(sketch, list);
                    let mut of =
                        |min| sketch.add(Shape::List { kind: ListKind::Sequence, min, max: usize::MAX, element });
                    if !list.may_trail() {
                        return of(list.min());
                    }
                    let weights = self.trailing_weights();
                    let arms =
                        [(PLAIN, 0), (TRAILING, 1)].map(|(label, at)| Arm { label, weight: weights[at], node: of(at) });
                    sketch.add(Shape::Sum { site: category.label, arms: arms.into(), ranked: false })
                }
            }
        })
    }

    /// How often a list ends with its last element, and how often after a terminal that follows it.
    pub(super) fn trailing_weights(&self) -> [u32; 2] {
        if self.lexer.has_top_layout() { EVEN_WEIGHTS } else { TRAILING_WEIGHTS }
    }
}

/// The nodes of what arms are made of.
struct Nodes<'a> {
    tokens: &'a [Option<NodeId>],
    gap: Option<NodeId>,
    categories: &'a [NodeId],
}

impl Nodes<'_> {
    /// Adds those of a part: a gap before a terminal or a token, where gaps are choices, and what it is itself.
    fn part(&self, part: Part, into: &mut Vec<NodeId>) {
        match part {
            Part::Terminal(_) => into.extend(self.gap),
            Part::Token(id) => into.extend(self.gap.into_iter().chain(self.tokens[id.index()])),
            Part::Category(number) => into.push(self.categories[number as usize]),
        }
    }

    fn arm(&self, sketch: &mut Sketch, arm: &ArmForm) -> NodeId {
        let mut parts = Vec::with_capacity(arm.parts.len());
        arm.parts.iter().for_each(|&part| self.part(part, &mut parts));
        sketch.add(if parts.is_empty() { Shape::Unit } else { Shape::Product(parts) })
    }

    /// An element of a list, with the gaps of the terminals around it.
    fn element(&self, sketch: &mut Sketch, list: &ListForm) -> NodeId {
        let mut parts = Vec::new();
        let terminals = |ids: &[_], parts: &mut Vec<NodeId>| {
            ids.iter().for_each(|&id| self.part(Part::Terminal(id), parts));
        };
        terminals(&list.before, &mut parts);
        self.part(list.element, &mut parts);
        terminals(&list.between, &mut parts);
        match parts[..] {
            [only] => only,
            _ => sketch.add(Shape::Product(parts)),
        }
    }
}
