//! A judge made of a generator and a condition on its values.

use crate::choices::Choices;
use crate::generator::Draw;
use crate::shrink::{Judge, Judgement};

/// See [`judging`].
#[derive(Clone, Copy, Debug)]
pub struct Judging<G, F> {
    generator: G,
    fails: F,
}

/// Judges cases by the values that a generator makes of them: a bug is what makes the condition true.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::shrink::{Shrinker, judging};
///
/// let lists = vec_of(0..100u8, 0..=9);
/// let start = lists.choices_of(&vec![80, 3, 90]).unwrap();
/// let shrunk = Shrinker::new(start).run(&mut judging(&lists, |list| list.iter().any(|&n| n > 50)));
/// assert_eq!(lists.replay(&shrunk.choices).unwrap(), [51]);
/// ```
pub fn judging<G: Draw, F: FnMut(&G::Value) -> bool>(generator: G, fails: F) -> Judging<G, F> {
    Judging { generator, fails }
}

impl<G: Draw, F: FnMut(&G::Value) -> bool> Judge for Judging<G, F> {
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
        match self.generator.replay_and_record(candidate) {
            Ok((value, drawn)) if worth(&drawn) => {
                if (self.fails)(&value) {
                    Judgement::Fails(drawn)
                } else {
                    Judgement::Passes
                }
            }
            _ => Judgement::Skipped,
        }
    }
}
