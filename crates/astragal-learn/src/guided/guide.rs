//! What a guided generator draws by: it is learned once, and never changes after that.

use super::complete::complete;
use super::known::Known;
use super::learned::Learned;
use super::moves::Moves;
use super::odds::Odds;
use super::outline::Outline;
use super::script::choices;
use super::search::{FOR_VARIETY, Search};
use super::stage::{Asked, Stage};
use astragal_core::support::LAZY;
use astragal_core::{Draw, Rng};

/// How many changes of a found value are tried, to make a new one.
const VARIATIONS: u32 = 8;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    known: Known,
    odds: Odds,
}

impl Guide {
    /// Learns by a search, to its end.
    pub(super) fn learn<G: Draw, F: Fn(&G::Value) -> bool>(mut search: Search<'_, G, F>) -> Guide {
        search.exhaust();
        let (known, odds) = search.into_known();
        Guide { known, odds }
    }

    /// Takes what was learned before. It is run through the generator, which may have changed; the condition is not called.
    pub(super) fn knowing<G: Draw>(learned: &Learned, generator: &G) -> Guide {
        let (mut known, stage, mut script) = (Known::default(), Stage::new(), Vec::new());
        let mut rng = Rng::new(0);
        for choices in learned.sequences() {
            if let Ok((_, choices)) = generator.replay_and_record(choices) {
                stage.with_labels(|labels| labels.script(&choices, &mut script));
                known.learn(&script, &mut rng);
            }
        }
        known.labels = stage.with_labels(|labels| labels.clone());
        known.lazy = known.labels.find(LAZY);
        Guide { known, odds: Odds::default() }
    }

    /// Whether no valid value is known.
    pub(super) fn is_empty(&self) -> bool {
        self.known.values.is_empty()
    }

    /// Whether parts are lazy. Then scripts may have open parts.
    pub(super) fn is_lazy(&self) -> bool {
        self.known.lazy.is_some()
    }

    /// What was learned, as whole values.
    pub(super) fn learned<G: Draw>(&self, generator: &G) -> Learned {
        let scripts = self.known.values.iter().map(|&value| self.known.script(value));
        let mut rng = Rng::new(0);
        Learned::new(scripts, |script| match self.is_lazy() {
            true => complete(generator, script, &mut rng).map(|(_, choices)| choices),
            false => Some(choices(script)),
        })
    }

    /// The script of a valid value: every other time one that was found, else one that is made of it.
    pub(super) fn script<G: Draw>(
        &self,
        generator: &G,
        condition: &impl Fn(&G::Value) -> bool,
        rng: &mut Rng,
    ) -> Vec<u32> {
        let found = self.known.some_value(FOR_VARIETY, rng).map_or(&[][..], |value| self.known.script(value));
        if rng.below(2) == 0 {
            return found.to_vec();
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
            let holds = if self.is_lazy() {
                let asked = stage.ask(generator, condition, &mut script, self.known.spare(rng));
                matches!(asked, Asked::Whole(_) | Asked::Partial)
            } else {
                stage.run(generator, &mut script).is_some_and(|value| condition(&value))
            };
            if holds {
                return script;
            }
        }
        found.to_vec()
    }
}
