//! Who runs the candidates of a shrinker.

use crate::choices::Choices;

/// What came of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The property ran and still shows the bug. These are the choices that were really drawn.
    Fails(Choices),
    /// The property ran and does not show the bug.
    Passes,
    /// The property did not run: the draw was rejected or cut off, or its choices were not worth it.
    Skipped,
}

/// Runs candidates for a [`Shrinker`](super::Shrinker).
///
/// Replay is structural and total, so what is drawn from a candidate may differ from it. That is why a judge draws
/// first, with a recorder, and then asks whether these choices are worth a run.
pub trait Judge {
    /// Draws from the candidate, asks `worth` about the choices that were really drawn (with their spans, labels and
    /// bounds), and runs the property if the answer is yes.
    ///
    /// A judge that draws while the property runs may run it without asking; what is not worth it is then ignored.
    fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement;

    /// How many independent candidates it can run at once. They are handed to [`first`](Judge::first) in such groups.
    fn width(&self) -> usize {
        1
    }

    /// Of some independent candidates, the first that still shows the bug: its index and the choices really drawn.
    ///
    /// `worth` is asked with the index of the candidate, in the order of the candidates. By default they run one after
    /// the other, up to the one that fails. A judge with several threads draws them all, asks about them all, and runs
    /// those that are worth it at once; the answer must be the same.
    fn first(
        &mut self,
        candidates: &[Choices],
        worth: &mut dyn FnMut(usize, &Choices) -> bool,
    ) -> Option<(usize, Choices)> {
        for (at, candidate) in candidates.iter().enumerate() {
            if let Judgement::Fails(drawn) = self.judge(candidate, &mut |drawn| worth(at, drawn)) {
                return Some((at, drawn));
            }
        }
        None
    }
}
