//! All choices of a part that has few values: its words, in the order in which a number is smaller than another.

use super::{ListKind, NodeId, Shape, Sketch};

/// What is nested deeper than this is taken for a recursion.
const LEVELS: usize = 32;

impl Sketch {
    /// The choices of each value of a part, if it has no more than `most`; a condition may reject some of them.
    pub(super) fn words(&self, node: NodeId, most: usize) -> Option<Vec<Vec<u64>>> {
        self.words_within(node, most, LEVELS)
    }

    fn words_within(&self, node: NodeId, most: usize, levels: usize) -> Option<Vec<Vec<u64>>> {
        let levels = levels.checked_sub(1)?;
        let of = |node: NodeId| self.words_within(node, most, levels);
        let up_to = |max: u128| {
            let count = usize::try_from(max).ok()?.checked_add(1).filter(|&count| count <= most)?;
            Some((0..count as u64).map(|number| vec![number]).collect())
        };
        match &self.shapes[node.index()] {
            Shape::Unit => Some(vec![Vec::new()]),
            // A number of more than 64 bits is two choices, and there are too many of them.
            Shape::Number { max, .. } => up_to(*max),
            Shape::Character { count } => up_to(u128::from(*count).checked_sub(1)?),
            Shape::Constants { count } => up_to(u128::from(*count).checked_sub(1)?),
            Shape::Tiered { ends, goes_on: false } => up_to(u128::from(*ends.last()?).checked_sub(1)?),
            Shape::Product(parts) => {
                parts.iter().try_fold(vec![Vec::new()], |words, &part| followed(&words, &of(part)?, most))
            }
            Shape::Sum { arms, ranked, .. } => {
                let mut arms = arms.iter().map(|arm| of(arm.node)).collect::<Option<Vec<_>>>()?;
                if *ranked {
                    // As `Space::order_of`: the cost of an arm is that of its shortest word.
                    arms.sort_by_key(|words| words.iter().map(Vec::len).min().unwrap_or(usize::MAX));
                }
                let words = arms
                    .iter()
                    .enumerate()
                    .flat_map(|(rank, words)| words.iter().map(move |word| [&[rank as u64], &word[..]].concat()));
                let words: Vec<_> = words.take(most + 1).collect();
                (words.len() <= most).then_some(words)
            }
            Shape::Family { rests, .. } => {
                let mut words = Vec::new();
                for rest in rests {
                    words.extend(followed(std::slice::from_ref(&rest.choices), &of(rest.node)?, most)?);
                    if words.len() > most {
                        return None;
                    }
                }
                Some(words)
            }
            &Shape::List { kind: ListKind::Sequence, min, max, element } if max - min < most => {
                let elements = of(element)?;
                let (mut lists, mut words) = (vec![Vec::new()], Vec::new());
                for length in 0..=max {
                    if length >= min {
                        let length = vec![(length - min) as u64];
                        words.extend(followed(&[length], &lists, most)?);
                    }
                    if words.len() > most {
                        return None;
                    }
                    if length < max {
                        lists = followed(&lists, &elements, most)?;
                    }
                }
                Some(words)
            }
            Shape::Named { of: inner, .. }
            | Shape::Mapped { of: inner }
            | Shape::Steered { of: inner, .. }
            | Shape::Filtered { of: inner, .. } => of(*inner),
            Shape::Tiered { .. }
            | Shape::List { .. }
            | Shape::Selection { .. }
            | Shape::Function { .. }
            | Shape::Lazy { .. }
            | Shape::Opaque { .. } => None,
        }
    }
}

/// Each of some words followed by each of others.
fn followed(first: &[Vec<u64>], then: &[Vec<u64>], most: usize) -> Option<Vec<Vec<u64>>> {
    first.len().checked_mul(then.len()).filter(|&count| count <= most)?;
    Some(first.iter().flat_map(|one| then.iter().map(move |other| [&one[..], other].concat())).collect())
}
