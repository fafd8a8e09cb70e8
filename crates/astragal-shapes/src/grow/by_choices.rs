//! Growth by choices: start values and steps are read off what a generator asks for.

use std::fmt::{self, Debug};
use std::sync::OnceLock;

use super::edits::{self, PartEdit};
use super::naming::name_of;
use super::sprouting::Sprouting;
use super::{Grow, Growing};
use astragal_core::support::record_at;
use astragal_core::{Choices, Draw, Edit, Label, Reject, Source, Space};

/// A number with a smaller bound may be tried at each value, also if it is a length.
const SMALL: u64 = 16;

/// The choices of a generator as what grows. See [`grown`].
pub struct ByChoices<G: Draw> {
    generator: G,
    /// For the names of parts.
    space: OnceLock<Space>,
    starts: OnceLock<Vec<Sprout>>,
}

/// A value that grows, as its choices.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sprout(Choices);

impl Debug for Sprout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.numbers()).finish()
    }
}

/// The values of a generator, grown: nothing has to be written, for whatever type.
///
/// It starts with the simplest value, with each part of that in each of its classes, and with all parts in the same one:
///
/// - of integers 0, 1, -1, the smallest and the largest, and powers of two around 8, 16, 32 and 64 bits;
/// - of floats also NaN, the infinities, -0.0, the largest, the least normal and the least subnormal ones;
/// - of characters the ends of letters and digits, controls, marks, joiners, the ends of planes and what is around the
///   surrogates;
/// - of lists and strings the empty one, one and two elements, and each of these in its classes;
/// - of enums each variant, and its fields in their classes.
///
/// The steps change one part each: to the next or previous value in the order of simplicity (`next`, `next but one`,
/// `previous`, ..), about twice as far from the simplest (`larger`), to what comes before it (`repeat`), to one of its
/// classes (`boundary`), by one more element (`add`), or to another variant (named as that). They say which part that is, by the
/// names of fields or by place: `height = boundary`, `0 = next`, `apply next to element 3`.
///
/// ```
/// use astragal::shapes::grown;
/// use astragal::prelude::*;
///
/// #[derive(Debug, Arbitrary)]
/// enum Shape { Circle(f32), Rectangle { width: u8, height: u8 } }
///
/// let shapes = grown(any::<Shape>());
/// let find = |text: &str| shapes.breadth_first().take(1_000).find(|shape| format!("{:?}", **shape) == text);
/// assert_eq!(find("Circle(NaN)").unwrap().depth(), 0);
/// let narrow = find("Rectangle { width: 1, height: 255 }").unwrap();
/// assert_eq!(narrow.path().map(|(label, _)| label).collect::<Vec<_>>(), ["seed", "height = boundary"]);
/// ```
///
/// Several arguments are a tuple. A part with start values and steps of its own is a [`grow`](super::grow) in it, and goes on by
/// these, from each value to which its conditions hold; the same is true of a field, by `#[arbitrary(opaque = ..)]`:
///
/// ```
/// use astragal::shapes::{grow, grown};
/// use astragal::prelude::*;
///
/// #[derive(Debug, Arbitrary)]
/// struct Date {
///     #[arbitrary(opaque = grow([1900, 2000, 2024]).step("+4", |year| year + 4).map(|year| year.into_value()))]
///     year: u32,
///     #[arbitrary(with = 1..=31u8)]
///     day: u8,
/// }
///
/// let dates = grown(any::<Date>());
/// let found = dates.breadth_first().take(2_000).find(|date| (date.year, date.day) == (2004, 31)).unwrap();
/// assert_eq!(found.path().map(|(label, _)| label).collect::<Vec<_>>(), ["seed", "year = +4", "day = boundary"]);
/// ```
pub fn grown<G: Draw>(generator: G) -> Growing<ByChoices<G>> {
    Growing::new(ByChoices { generator, space: OnceLock::new(), starts: OnceLock::new() })
}

impl<G: Draw> ByChoices<G> {
    /// What the generator understands a sequence as; `None` if it rejects it.
    fn understand(&self, choices: &Choices) -> Option<Sprout> {
        self.generator.replay_and_record(choices).ok().map(|(_, choices)| Sprout(choices))
    }

    /// The simplest value; if a filter rejects that, the simplest of some small ones.
    fn simplest(&self) -> Option<Sprout> {
        self.understand(&Choices::default()).or_else(|| {
            let drawn = (0..16).map_while(|seed| record_at(&self.generator, seed, 1).ok());
            let least = drawn.map(|(_, choices)| choices).min_by(|one, other| one.shortlex(other))?;
            self.understand(&least)
        })
    }

    /// Whether a choice is the length of a list. A length begins a span; whether a number there is one is tried: does the value get
    /// longer or shorter with it?
    fn is_length(&self, choices: &Choices, at: usize) -> bool {
        let choice = choices.items()[at];
        let others = [choice.value.checked_add(1), choice.value.checked_sub(1)];
        let begins = choices.spans().iter().any(|span| span.range().start == at);
        (begins && choice.max > SMALL)
            && others.into_iter().flatten().any(|other| {
                let changed = Edit::new().set(at, other).apply(choices);
                self.understand(&changed).is_some_and(|changed| changed.0.len() != choices.len())
            })
    }

    fn find_starts(&self) -> Vec<Sprout> {
        let Some(Sprout(simplest)) = self.simplest() else { return Vec::new() };
        let is_length = |choices: &Choices, at: usize| self.is_length(choices, at);
        let mut starts = Sprouting::new(simplest, &is_length);
        while let Some(next) = starts.next_start(&is_length) {
            if let Some(Sprout(start)) = self.understand(&next.choices) {
                starts.grew(next, start);
            }
        }
        starts.into_choices().map(Sprout).collect()
    }
}

impl<G: Draw> Grow for ByChoices<G> {
    type Value = G::Value;
    type State = Sprout;
    type Step = PartEdit;

    fn starts(&self) -> &[Sprout] {
        self.starts.get_or_init(|| self.find_starts())
    }

    fn no_start(&self, src: &mut Source) -> Reject {
        match self.generator.draw(src) {
            Err(reject) => reject,
            Ok(_) => src.rejection(),
        }
    }

    fn steps(&self, from: &Sprout) -> Vec<PartEdit> {
        edits::steps(&edits::leaves(&from.0, |at| self.is_length(&from.0, at)))
    }

    fn take(&self, from: &Sprout, step: PartEdit) -> Option<(Label, Sprout)> {
        let next = self.understand(&step.edit.apply(&from.0)).filter(|next| next != from)?;
        let space = self.space.get_or_init(|| self.generator.space());
        Some((name_of(Some(space), &[], &step, &from.0, &next.0), next))
    }

    fn value(&self, Sprout(choices): &Sprout) -> Option<G::Value> {
        self.generator.replay(choices).ok()
    }
}

impl<G: Draw + Clone> Clone for ByChoices<G> {
    fn clone(&self) -> Self {
        ByChoices { generator: self.generator.clone(), space: self.space.clone(), starts: self.starts.clone() }
    }
}

impl<G: Draw + Debug> Debug for ByChoices<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByChoices").field("generator", &self.generator).finish_non_exhaustive()
    }
}
