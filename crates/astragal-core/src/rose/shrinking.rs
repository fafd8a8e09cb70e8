//! What every generator can do about shrinks by hand: walk them as a tree, and take in a shrinker that a user wrote.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::rc::Rc;

use super::steps::simpler;
use super::{Rose, ShrinkWith};
use crate::choices::Choices;
use crate::generator::Draw;
use crate::source::GaveUp;

/// Shrinks by hand, for every generator.
pub trait Shrinking: Draw {
    /// The tree of the value that a sequence makes, and of the values that simpler sequences make.
    ///
    /// A shrink is what one small step leads to: a part becomes its simplest, or one of its own kind that is nested in it;
    /// an element of a list is deleted; a number is lowered. Every shrink is made by the generator, so it is never outside
    /// its range; and its choices are simpler ([`Choices::shortlex`]), so every way down ends.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = vec_of(0..100u8, 0..=9);
    /// let tree = lists.rose(&lists.choices_of(&vec![7, 40]).unwrap()).unwrap();
    /// let shrinks: Vec<_> = tree.shrinks().take(4).map(|shrink| shrink.root().clone()).collect();
    /// assert_eq!(shrinks, [vec![], vec![40], vec![7], vec![0, 40]]);
    /// ```
    fn rose(&self, choices: &Choices) -> Result<Rose<Self::Value>, GaveUp>
    where
        Self: Clone + 'static,
        Self::Value: Clone,
    {
        self.rose_with_choices(choices).map(|tree| tree.map(|(value, _)| value.clone()))
    }

    /// As [`rose`](Shrinking::rose), with the choices of each value, which is what can be stored and replayed.
    fn rose_with_choices(&self, choices: &Choices) -> Result<Rose<(Self::Value, Choices)>, GaveUp>
    where
        Self: Clone + 'static,
        Self::Value: 'static,
    {
        let case = self.replay_and_record(choices)?;
        let generator = Rc::new(self.clone());
        Ok(Rose::unfold(case, move |(_, choices)| simpler_cases(Rc::clone(&generator), choices.clone())))
    }

    /// Takes in a shrinker that exists already: a function from a value to simpler values, the most daring first.
    ///
    /// Values are drawn as before, and their choices shrink as before; the shrinker comes on top, for what it knows and
    /// choices do not: that a query still parses without its last clause, or that noon is simpler than 11:58. A way
    /// through it is recorded and replayed as choices too. [`take_turns`](crate::take_turns) lets both work together.
    ///
    /// The library trusts the shrinker: what it makes is not checked against the generator (a filter that comes after is),
    /// and it must not lead back to a value, not even from a value to itself (if it does, a limit on the steps is what ends
    /// it). Only its first 65,535 values are tried.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::Choices;
    ///
    /// // Rounds to something that a person would say.
    /// let minutes = (0..1440u32).shrink_with(|&minutes| [720, minutes / 60 * 60].into_iter().filter(move |&m| m != minutes));
    /// assert!(minutes.sample(5) < 1440);
    ///
    /// let choices: Choices = "astragal choices 1\nshrink_with {\n 815 of 1440\n own_steps {\n 2 of 65536\n 0 of 65536\n }\n}"
    ///     .parse()
    ///     .unwrap();
    /// assert_eq!(minutes.replay(&choices).unwrap(), 780); // the second shrink of 815
    /// ```
    fn shrink_with<I, F>(self, shrinker: F) -> ShrinkWith<Self, F>
    where
        Self: Sized,
        I: IntoIterator<Item = Self::Value>,
        F: Fn(&Self::Value) -> I,
    {
        ShrinkWith::new(self, shrinker)
    }
}

impl<G: Draw + ?Sized> Shrinking for G {}

/// The cases that one step leads to: what the generator understands, if it is simpler and new among them.
fn simpler_cases<G: Draw>(generator: Rc<G>, choices: Choices) -> impl Iterator<Item = (G::Value, Choices)> {
    let choices = Rc::new(choices);
    let mut seen = HashSet::new();
    simpler(Rc::clone(&choices)).filter_map(move |candidate| {
        let (value, understood) = generator.replay_and_record(&candidate).ok()?;
        let is_simpler = understood.shortlex(&choices) == Ordering::Less;
        (is_simpler && seen.insert(understood.clone())).then_some((value, understood))
    })
}
