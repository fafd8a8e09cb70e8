//! What a guided generator draws by: it is learnt once, and never changes after that.

use super::known::Known;
use super::learnt::Learnt;
use super::moves::Moves;
use super::odds::Odds;
use super::outline::Outline;
use super::script::choices;
use super::search::{FOR_VARIETY, Search};
use super::stage::Stage;
use crate::generator::Gen;
use crate::source::Rng;

/// So often a value that was found is changed, to find one that was not.
const VARIATIONS: u32 = 8;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    known: Known,
    odds: Odds,
}

impl Guide {
    /// Learns by a search, to its end.
    pub(super) fn learn<G: Gen, F: Fn(&G::Value) -> bool>(mut search: Search<'_, G, F>) -> Guide {
        search.exhaust();
        let (known, odds) = search.into_known();
        Guide { known, odds }
    }

    /// Takes what was learnt before. It is run through the generator, which may have changed; the condition is not asked.
    pub(super) fn knowing<G: Gen>(learnt: &Learnt, generator: &G) -> Guide {
        let (mut known, stage, mut script) = (Known::default(), Stage::new(), Vec::new());
        let mut rng = Rng::new(0);
        for choices in learnt.sequences() {
            if let Ok((_, choices)) = generator.replay_and_record(choices) {
                stage.with_labels(|labels| labels.script(&choices, &mut script));
                known.learn(&script, &mut rng);
            }
        }
        known.labels = stage.with_labels(|labels| labels.clone());
        Guide { known, odds: Odds::default() }
    }

    /// Whether no valid value is known.
    pub(super) fn is_empty(&self) -> bool {
        self.known.values.is_empty()
    }

    pub(super) fn learnt(&self) -> Learnt {
        Learnt::new(self.known.values.iter().map(|&value| choices(self.known.script(value))))
    }

    /// The choices of a valid value: every other time one that was found, else one that is made of it.
    pub(super) fn numbers<G: Gen>(
        &self,
        generator: &G,
        condition: &impl Fn(&G::Value) -> bool,
        rng: &mut Rng,
    ) -> Vec<u64> {
        let found = self.known.some_value(FOR_VARIETY, rng).map_or(&[][..], |value| self.known.script(value));
        let numbers = |script: &[u32]| choices(script).numbers().collect();
        if rng.below(2) == 0 {
            return numbers(found);
        }
        let mut outline = Outline::default();
        outline.read(found);
        let moves = Moves { known: &self.known, odds: &self.odds, script: found, outline: &outline };
        let (mut stage, mut script) = (Stage::new(), Vec::new());
        stage.with_labels(|labels| *labels = self.known.labels.clone());
        for _ in 0..VARIATIONS {
            if moves.propose(rng, &mut script).is_none() {
                break;
            }
            if stage.run(generator, &mut script).is_some_and(|value| condition(&value)) {
                return numbers(&script);
            }
        }
        numbers(found)
    }
}
