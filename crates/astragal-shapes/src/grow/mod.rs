//! Structured growth: simple values first, and from each of them on, step by step.
//!
//! Chance finds the cases you did not think of; growth finds those that are easy to forget: boundaries and their neighbors. A
//! growth is *start values* and labeled *steps*, each of which leads from a value to others. There are two of them:
//!
//! - [`grow`]: start values and steps that you write;
//! - [`grown`]: those that are read off the choices of a generator, of any type, also a derived one. Its start values have
//!   each part at each of its boundaries, its steps change one part.
//!
//! Growths are composed of others: [`and`](Growing::and) of two parts, [`list`](Growing::list) of elements,
//! [`map_grown`](Growing::map_grown) of what they make; a step then says which part it changes.
//!
//! Both are a [`Growing`], which can be used in three ways:
//!
//! - [`breadth_first`](Growing::breadth_first) enumerates the values: all start values, then what one step makes of each, and
//!   so on, none of them twice;
//! - [`first`](Growing::first) is a generator of the beginning of that list. A run with as many cases goes through it from
//!   the front, so what fails first has the shortest path;
//! - as a generator by itself it is a random walk. Its choices are the start and the steps, so a failure shrinks to fewer
//!   steps from an earlier start; [`or_random`](Growing::or_random) mixes it with other values.
//!
//! A property need not know of any of this: with the setting `growth` its cases are grown by their choices, all of them or a share.
//!
//! The result is a [`Grown`]: a value that knows its path, and prints it: `2 -> 6 -> 5 (seed, *3, dec)`.

mod by_choices;
mod by_hand;
mod composed;
mod edits;
mod inner;
mod landmarks;
mod listing;
mod naming;
mod path;
mod reach;
mod sprouting;
mod walk;

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

pub use by_choices::{ByChoices, Sprout, grown};
pub use by_hand::{ByHand, grow};
pub use composed::{Lists, MapGrowth, NamedStep, Pairs};
pub use edits::PartEdit;
pub use listing::{BreadthFirst, FirstGrown};
pub use path::Grown;
pub use sprouting::{Sprouting, Try};

use astragal_core::one_of;
use astragal_core::{Draw, Gen, Label, Place, Reject, Source, try_from_fn};
use reach::Reach;

/// Where values start and how one leads to others: what is behind [`grow`] and [`grown`].
pub trait Grow {
    /// What is grown.
    type Value;
    /// What growth goes on from. Two states that print the same are the same.
    type State: Clone + Debug;
    /// A step that can be taken.
    type Step;

    /// Where it starts, the simplest first.
    fn starts(&self) -> &[Self::State];

    /// Why there is no start.
    fn no_start(&self, src: &mut Source) -> Reject;

    /// The steps that can be taken from a state, in a fixed order.
    fn steps(&self, from: &Self::State) -> Vec<Self::Step>;

    /// Where a step leads, and its name; `None` if it leads nowhere.
    fn take(&self, from: &Self::State, step: Self::Step) -> Option<(Label, Self::State)>;

    /// The value of a state.
    fn value(&self, state: &Self::State) -> Option<Self::Value>;

    /// The place of a condition of a part that does not hold.
    fn rejection(&self, state: &Self::State) -> Option<Place> {
        let _ = state;
        None
    }
}

/// Values that grow from start values, step by step. Made by [`grow`] and [`grown`].
///
/// As a generator it walks: it chooses a start, how many steps, and each step. Fewer steps are simpler.
pub struct Growing<P: Grow> {
    plant: P,
    /// What it is called as a part of another.
    name: Option<&'static str>,
    conditions: Vec<Condition<P::Value>>,
    /// What is not far from the starts.
    near: OnceLock<Reach<P>>,
}

/// What a value must be to be taken, and where that is said.
struct Condition<T> {
    holds: Arc<dyn Fn(&T) -> bool + Send + Sync>,
    place: Place,
}

impl<P: Grow> Growing<P> {
    fn new(plant: P) -> Growing<P> {
        Growing { plant, name: None, conditions: Vec::new(), near: OnceLock::new() }
    }

    /// Takes only the values for which a condition holds. Growth still goes through the others: they are on the path.
    ///
    /// A step that must not lead to some values gives none instead: `steps("dec", |n| n.checked_sub(1))`.
    ///
    /// ```
    /// use astragal::shapes::grow;
    /// use astragal::prelude::*;
    ///
    /// let even = grow([1]).step("inc", |n| n + 1).take_when(|n| n % 2 == 0);
    /// let enumerated: Vec<String> = even.breadth_first().take(2).map(|n| format!("{n:?}")).collect();
    /// assert_eq!(enumerated, ["1 -> 2 (seed, inc)", "1 -> 2 -> 3 -> 4 (seed, inc, inc, inc)"]);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn take_when(mut self, condition: impl Fn(&P::Value) -> bool + Send + Sync + 'static) -> Growing<P> {
        self.conditions.push(Condition { holds: Arc::new(condition), place: Place::here() });
        self
    }

    /// Mixes it with other values, half and half: the boundaries and the unexpected in one run.
    ///
    /// ```
    /// use astragal::shapes::grow;
    /// use astragal::prelude::*;
    ///
    /// let mixed = grow([0u32]).step("inc", |n| n + 1).or_random(any::<u32>());
    /// let (mut with_path, mut at_random) = (0, 0);
    /// for seed in 0..100 {
    ///     let n = mixed.sample(seed);
    ///     if n.path().next().unwrap().0 == "seed" { with_path += 1 } else { at_random += 1 }
    /// }
    /// assert!(with_path > 20 && at_random > 20);
    /// ```
    #[track_caller]
    pub fn or_random<G: Draw<Value = P::Value>>(self, generator: G) -> impl Gen<Value = Grown<P::Value>> {
        let random = try_from_fn(move |src| generator.draw(src).map(Grown::random));
        one_of![grown: self, random: random].named("grow")
    }

    /// The first condition that does not hold, of the parts or of the whole.
    fn rejection(&self, state: &P::State, value: &P::Value) -> Option<Place> {
        let failed = || self.conditions.iter().find(|condition| !(condition.holds)(value));
        self.plant.rejection(state).or_else(|| failed().map(|condition| condition.place))
    }

    /// The value of a state, and the first condition that it does not meet.
    fn judged(&self, state: &P::State) -> Option<(P::Value, Option<Place>)> {
        let value = self.plant.value(state)?;
        let rejection = self.rejection(state, &value);
        Some((value, rejection))
    }
}

impl<P: Grow + Clone> Clone for Growing<P> {
    fn clone(&self) -> Growing<P> {
        let copy =
            |condition: &Condition<P::Value>| Condition { holds: Arc::clone(&condition.holds), place: condition.place };
        let conditions = self.conditions.iter().map(copy).collect();
        Growing { name: self.name, conditions, ..Growing::new(self.plant.clone()) }
    }
}

impl<P: Grow + Debug> Debug for Growing<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<_> = self.conditions.iter().map(|condition| condition.place.to_string()).collect();
        f.debug_struct("Growing").field("plant", &self.plant).field("take_when", &places).finish()
    }
}

impl<P: Grow> Gen for Growing<P> {}
