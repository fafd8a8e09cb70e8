//! Where choices are given: the tree is read in order, a hole, its label, its children.

use super::tally::Tally;
use super::{Children, Holes, Holey, LABEL};
use astragal_core::{Reject, Source};

impl<H: Holes> Holey<H> {
    /// Reads a tree. The span of the root is open.
    pub(super) fn read(&self, src: &mut Source) -> Result<H::Value, Reject> {
        let wanted = self.wanted(src)?;
        let mut tally = Tally::new(&self.nodes);
        let value = self.read_place(src, self.holes.root(), wanted, &mut tally)?;
        if tally.has_too_few() || (self.is_exact && tally.nodes() < self.nodes.min) {
            return Err(src.reject_at(self.place, 1));
        }
        Ok(value)
    }

    /// Reads what is at a place, whose span is open.
    fn read_place(
        &self,
        src: &mut Source,
        context: &H::Context,
        wanted: usize,
        tally: &mut Tally,
    ) -> Result<H::Value, Reject> {
        src.has_room()?;
        let filling = tally.next();
        let begin = src.retry_point();
        let choice = match src.given(filling.bound())? {
            Some(choice) => choice,
            None => {
                // No choice is given. The nodes that are left are as likely here as in each of the later holes.
                let left = wanted.saturating_sub(tally.nodes());
                let choice =
                    u64::from(src.steer((left + tally.holes_ahead()) as u64) < left as u64).min(filling.bound());
                src.wrote(choice, filling.bound());
                choice
            }
        };
        if !filling.is_filled(choice) {
            tally.decline();
            return Ok(self.holes.unfilled(context));
        }
        let outer = src.set_size(self.label_size.unwrap_or(src.steering_size()));
        let expanded = self.holes.expand(src, context)?;
        src.set_size(outer);
        let Some((label, below)) = expanded else {
            if self.nodes.min == 0 {
                // It need not be known that it could not be filled.
                src.rewind(begin);
                src.wrote(0, filling.bound());
            }
            return Ok(self.holes.unfilled(context));
        };
        let below: Vec<_> = below.into_iter().collect();
        if let Err(message) = self.weighting.fits(below.len()) {
            return Err(src.misuse(Some(self.place), message));
        }
        tally.place(below.len());
        let mut values = Vec::with_capacity(below.len());
        for context in &below {
            tally.reach();
            src.open(LABEL);
            values.push(self.read_place(src, context, wanted, tally)?);
            src.close();
        }
        Ok(self.holes.build(label, H::Children::built(values.into_iter())))
    }
}
