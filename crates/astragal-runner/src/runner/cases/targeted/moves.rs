//! New cases from one that scores well: each move is one way to change its choices.

use astragal_core::{Choice, Choices, Edit, Interesting, Mutator, Rng, Unit};

/// A case of more choices than this, and than what it was made from, is not run: doubling must end.
const MOST_CHOICES: usize = 4_096;
/// The same for parts within parts: a property that recurses has a stack to fit into.
const MOST_LEVELS: usize = 128;

/// One way to change a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::runner) enum Move {
    /// A number goes up or down.
    Number,
    /// A small edit of any kind.
    Edit,
    /// A list is repeated.
    Repeat,
    /// A part takes the place of one of its own parts of the same name.
    Nest,
    /// A part takes the place of one of the same name in another case.
    Cross,
}

impl Move {
    pub(in crate::runner) const ALL: [Move; 5] = [Move::Number, Move::Edit, Move::Repeat, Move::Nest, Move::Cross];
}

/// A number that goes one way, by growing steps as long as that helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    at: usize,
    up: bool,
    step: u64,
}

impl Line {
    /// A random number of a case, a random way, and a first step: one in two is small, the others of any order of magnitude.
    pub(super) fn random(rng: &mut Rng, of: &Choices) -> Option<Line> {
        let at = index(rng, of.len())?;
        let magnitudes = u64::from(u64::BITS - of.items()[at].max.leading_zeros());
        let magnitude = if rng.up_to(1) == 0 { rng.up_to(2) } else { rng.up_to(magnitudes) };
        Some(Line { at, up: rng.up_to(1) == 0, step: 1 << magnitude.min(63) })
    }

    /// The number after the step.
    fn number(self, from: Choice) -> u64 {
        let kind = if self.up { Interesting::Above(self.step) } else { Interesting::Below(self.step) };
        kind.instead_of(from)
    }

    /// The same way, by a larger step.
    pub(super) fn longer(self) -> Line {
        Line { step: self.step.saturating_mul(2), ..self }
    }

    /// The case after the step; nothing if it does not change.
    pub(super) fn apply(self, of: &Choices) -> Option<Choices> {
        let from = *of.items().get(self.at)?;
        let number = self.number(from);
        (number != from.value).then(|| Edit::new().set(self.at, number).apply(of))
    }
}

/// The case after a move; nothing if there is no place for it.
pub(in crate::runner) fn make(by: Move, rng: &mut Rng, of: &Choices, others: &[&Choices]) -> Option<Choices> {
    let made = match by {
        Move::Number => Line::random(rng, of)?.apply(of)?,
        Move::Edit => Mutator::new(rng.word()).mutate(of),
        Move::Repeat => repeat(rng, of)?,
        Move::Nest => nest(rng, of)?,
        Move::Cross => Mutator::new(rng.word()).cross(of, others[index(rng, others.len())?]),
    };
    let fits = made.len() <= MOST_CHOICES.max(of.len()) && levels(&made) <= MOST_LEVELS.max(levels(of));
    (made != *of && fits).then_some(made)
}

/// The elements of a list appear twice.
fn repeat(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let lists: Vec<usize> =
        (0..of.spans().len()).filter(|&span| of.list_len(span).is_some_and(|len| len > 0)).collect();
    let list = lists[index(rng, lists.len())?];
    let list = of.list(list)?;
    let elements: Vec<Choices> = list.elements.iter().map(|&unit| of.alone(unit)).collect();
    Some(Edit::new().insert(&list, elements.len(), elements).apply(of))
}

/// A part, with itself in the place of a part of the same name that is nested in it: what is deep gets twice as deep.
fn nest(rng: &mut Rng, of: &Choices) -> Option<Choices> {
    let outer = index(rng, of.spans().len())?;
    let whole = &of.spans()[outer];
    let within = |inner: &usize| {
        let part = &of.spans()[*inner];
        let (part_at, whole_at) = (part.range(), whole.range());
        part.label() == whole.label() && whole_at.start <= part_at.start && part_at.start < whole_at.end
    };
    let inner: Vec<usize> = (outer + 1..of.spans().len())
        .take_while(|&at| of.spans()[at].range().start < whole.range().end)
        .filter(within)
        .collect();
    let inner = inner[index(rng, inner.len())?];
    Some(Edit::new().replace(Unit::Span(inner), &[Unit::Span(outer)]).apply(of))
}

/// How many spans are nested in each other at most.
fn levels(of: &Choices) -> usize {
    let (mut ends, mut most) = (Vec::new(), 0);
    for span in of.spans() {
        while ends.last().is_some_and(|&end| end <= span.range().start) {
            ends.pop();
        }
        ends.push(span.range().end);
        most = most.max(ends.len());
    }
    most
}

/// A random index below a length; nothing if the length is 0.
pub(in crate::runner) fn index(rng: &mut Rng, len: usize) -> Option<usize> {
    Some(rng.up_to(len.checked_sub(1)? as u64) as usize)
}
