//! The law of planning: a generator asks for what its description says, so that a plan made from it fits.

use std::fmt::Debug;

use super::{Broken, Laws};
use astragal_core::Weighting;
use astragal_core::{Draw, ListKind, Plans, Shape, Source, Strategy, agata};

impl<G: Draw<Value: Debug>> Laws<'_, G> {
    /// Planning: what a strategy plans is followed to its end, and what comes out replays.
    pub fn planning(&self) -> Result<(), Broken> {
        let space = self.generator.space();
        // Where duplicates are dropped, less is asked for than was planned; and nothing is known of opaque parts.
        let may_lose = space.nodes().any(|(_, shape)| match shape {
            Shape::Opaque { .. } => true,
            Shape::List { kind, .. } => !matches!(kind, ListKind::Sequence | ListKind::Bag),
            _ => false,
        });
        let few =
            Laws { generator: self.generator, same: self.same, cases: self.cases.div_ceil(10), others: Vec::new() };
        for strategy in [agata::linear(), agata::partitions().thrown(), Strategy::holey(Weighting::equal())] {
            let mut plans = Plans::new(strategy.clone());
            few.each_case("planning", |seed, size| {
                let mut src = self.random(seed, size).recording();
                if let Err(problem) = plans.begin(self.generator, &mut src) {
                    return Err(format!("{strategy} has no plan: {problem}"));
                }
                let Ok(value) = self.generator.draw(&mut src) else { return Ok(()) };
                if !may_lose && !src.has_followed_plan() {
                    return Err(format!("the plan of {strategy} for {value:?} was not followed"));
                }
                self.expect(
                    "replay of what was planned",
                    &value,
                    Source::replay(src.recorded()).try_draw(self.generator).ok(),
                )
            })?;
        }
        Ok(())
    }
}
