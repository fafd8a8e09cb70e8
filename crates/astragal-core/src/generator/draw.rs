//! What can be drawn from: [`Draw`], which generators implement, and bare ranges too.

use std::fmt::Debug;

use super::reflect::{self, Chance, Mismatch, Reflect};
use super::{list, run};
use crate::choices::Choices;
use crate::source::{GaveUp, Growth, Next, Reject, Source};
use crate::space::{NodeId, Shape, Sketch, Space};

/// What can be drawn from: every [generator](super::Gen), and bare ranges.
///
/// Functions that take a generator ask for this, so that `vec_of(0..10u8, 0..=5)` works. Implement it for a generator of your
/// own, and add `impl Gen for MyGenerator {}` to give it the methods of generators:
///
/// ```
/// use astragal::prelude::*;
/// use astragal::{Draw, Reject, Source};
///
/// struct Dice;
///
/// impl Draw for Dice {
///     type Value = u8;
///
///     fn draw(&self, src: &mut Source) -> Result<u8, Reject> {
///         src.try_draw(1..=6u8)
///     }
/// }
///
/// impl Gen for Dice {}
///
/// assert_eq!(Dice.map(|n| n * 2).sample(1) % 2, 0);
/// ```
///
/// The one rule for its choices is that *a value is nothing, one choice, or one span*; the generators and combinators of this
/// library keep it, and so does [`from_fn`](super::from_fn), which is the easier way to write one. Smaller choices should give
/// simpler values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "needs to be a generator",
    note = "generators are: ranges (`0..10`), `any::<T>()`, `just(value)`, `vec_of(generator, 0..=9)`, tuples of generators, `from_fn(|src| ..)`",
    note = "a closure becomes a generator with `from_fn(closure)`, a value with `just(value)`",
    note = "strings of a pattern are drawn by `string_matching(\"[a-z]+\")`",
    note = "a range is an iterator too, so `(0..10).map(..)` maps the iterator: write `int(0..10).map(..)`"
)]
pub trait Draw {
    /// What it makes.
    type Value;

    /// Draws a value. A rejection is passed on with `?`.
    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject>;

    /// Draws several values: exactly the choices of `count` draws. Numbers do this in a tight loop.
    #[inline(always)]
    fn draw_vec(&self, src: &mut Source, count: usize) -> Result<Vec<Self::Value>, Reject> {
        let mut values = Vec::with_capacity(count.min(list::at_once::<Self::Value>()));
        while values.len() < count {
            match self.draw(src) {
                Ok(value) => values.push(value),
                Err(reject) => return Err(reject),
            }
        }
        Ok(values)
    }

    /// Describes the space of its values. Unless it says more, a generator is opaque: known only by running it.
    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        sketch.add(Shape::Opaque { what: std::any::type_name::<Self>() })
    }

    /// How its values grow with size.
    #[inline(always)]
    fn growth(&self) -> Growth {
        Growth::Fixed
    }

    /// Whether a closure decides in it, which may come back to where it was called from. A sum then finds out by trying
    /// whether it recurs.
    #[inline(always)]
    fn has_closures(&self) -> bool {
        false
    }

    /// The space of its values as a graph.
    fn space(&self) -> Space {
        Space::of(self)
    }

    /// A value, drawn at random. The same seed gives the same value, on every platform.
    ///
    /// # Panics
    /// If the generator gives no value: see [`try_sample`](Draw::try_sample).
    #[track_caller]
    fn sample(&self, seed: u64) -> Self::Value {
        match self.try_sample(seed) {
            Ok(value) => value,
            Err(gave_up) => panic!("{gave_up}"),
        }
    }

    /// A value, drawn at random, or the reason why there is none: after 1,000 rejected cases it names the filter.
    fn try_sample(&self, seed: u64) -> Result<Self::Value, GaveUp> {
        run::sampled(self, seed)
    }

    /// The value of [`sample`](Draw::sample) and the choices that made it.
    ///
    /// As there, a case that is rejected is followed by others, whose seeds are derived from this one.
    fn record(&self, seed: u64) -> Result<(Self::Value, Choices), GaveUp> {
        run::recorded(self, seed)
    }

    /// The value that a sequence of choices encodes. Every sequence parses, to a value or to a rejection.
    fn replay(&self, choices: &Choices) -> Result<Self::Value, GaveUp> {
        run::replayed(self, choices).map(|(value, _)| value)
    }

    /// The simplest value: what the empty sequence of choices encodes. A filter may reject it.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// assert_eq!(any::<(u8, Option<bool>, Vec<String>)>().simplest().unwrap(), (0, None, vec![]));
    /// ```
    fn simplest(&self) -> Result<Self::Value, GaveUp> {
        self.replay(&Choices::default())
    }

    /// The value that a fuzzer's byte string encodes. Every byte string parses, to a value or to a rejection.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let digits = vec_of(0..10u8, 0..=5);
    /// assert_eq!(digits.parse_bytes(&[2, 7, 4]).unwrap(), [7, 4]);
    /// assert_eq!(digits.choices_of(&vec![7, 4]).unwrap().to_bytes(), [2, 7, 4]);
    /// ```
    fn parse_bytes(&self, bytes: &[u8]) -> Result<Self::Value, GaveUp> {
        run::parsed(self, bytes)
    }

    /// As [`replay`](Draw::replay), with the choices as the generator understood them: clamped, completed, realigned.
    fn replay_and_record(&self, choices: &Choices) -> Result<(Self::Value, Choices), GaveUp> {
        run::replayed(self, choices)
    }

    /// The choices that make a value, or what does not fit. They were replayed, and made that value.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let pairs = vec_of((0..10u8, any::<bool>()), 0..=4);
    /// let choices = pairs.choices_of(&vec![(7, true), (0, false)]).unwrap();
    /// assert_eq!(pairs.replay(&choices).unwrap(), [(7, true), (0, false)]);
    ///
    /// let error = pairs.choices_of(&vec![(7, true), (12, false)]).unwrap_err();
    /// assert_eq!(error.to_string(), "at vec > tuple: 12 is not in 0..=9");
    /// ```
    fn choices_of(&self, value: &Self::Value) -> Result<Choices, Mismatch>
    where
        Self: Reflect<Value: PartialEq + Debug> + Sized,
    {
        reflect::choices_of(self, value)
    }

    /// What is chosen after a prefix of numbers: its bound, and for a labelled pick its branches with their chances. `None` if
    /// the value is complete.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let shape = one_of![3 => circle: (0..10u8, just(0)), 1 => rectangle: (0..10u8, 0..20u8)];
    /// let next = shape.choices_at(&[]).unwrap().unwrap();
    /// assert_eq!(next.branches, [("circle", 0.75), ("rectangle", 0.25)]);
    /// assert_eq!(shape.choices_at(&[1, 9]).unwrap().unwrap().max, 19);
    /// assert_eq!(shape.choices_at(&[0, 9]).unwrap(), None);
    /// ```
    fn choices_at(&self, prefix: &[u64]) -> Result<Option<Next>, GaveUp> {
        run::next_after(self, prefix)
    }

    /// How likely plain drawing makes just these choices: the product of the chances of each.
    ///
    /// Plain drawing is at size 100. A number is uniform in its range, and a length up to what the size allows; a branch has the
    /// chance of its weight, and that of a recursive type its chance at size 100, however deep it is.
    /// The bias towards boundaries and small numbers, the specials of floats and texts, and
    /// strategies are not in it; nor is the chance that a condition rejects. Where none of these plays a part, the
    /// chance [is exact](Chance::is_exact).
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let (_, choices) = (0..4u8, 0..=1u8).record(1).unwrap();
    /// assert_eq!((0..4u8, 0..=1u8).plain_chance_of(&choices).unwrap().value(), 0.125);
    /// ```
    fn plain_chance_of(&self, choices: &Choices) -> Result<Chance, GaveUp> {
        run::chance(self, choices)
    }
}
