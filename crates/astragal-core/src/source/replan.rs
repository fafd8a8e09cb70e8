//! Other lots than those of the plans, while some generator draws.

use std::sync::Arc;

use super::{Plan, Replanned};
use super::{Reject, Source};

impl Source {
    /// Draws with other lots. They only steer: nothing records them, and who decides in place of chance does not see them.
    #[inline]
    pub(crate) fn with_lots<T>(&mut self, lots: &Arc<Replanned>, draw: impl FnOnce(&mut Source) -> T) -> T {
        let outer = self.core.replanned.replace(Arc::clone(lots));
        self.busy = true;
        let drawn = draw(self);
        self.core.replanned = outer;
        self.busy = self.watched || self.core.replanned.is_some();
        drawn
    }

    /// A pick that is watched, or made with other lots.
    #[inline(never)]
    pub(super) fn pick_busy(&mut self, plan: &Plan) -> Result<usize, Reject> {
        let size = self.size;
        if self.watched {
            return self.synced(|core| core.pick(plan, size));
        }
        let lots = self.core.replanned.as_ref().map_or(plan.lots(), |other| other.lots(plan));
        Ok(lots.draw(&mut self.rng, size))
    }
}
