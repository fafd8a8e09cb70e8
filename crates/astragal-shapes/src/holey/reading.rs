//! Where choices are given, or advised: the tree is read in order, a hole, its label, its children.

use super::tally::{Filling, Tally};
use super::{Children, Holes, Holey, LABEL};
use astragal_core::{Reject, Source, Weighting};

/// What is the same for all places of a value.
struct Reading {
    /// How many nodes chance wants, where it decides.
    wanted: usize,
    tally: Tally,
    weighting: Weighting,
}

impl<H: Holes> Holey<H> {
    /// Reads trees. A span around them is open; if there are several, each has one of its own.
    pub(super) fn read(&self, src: &mut Source, roots: &[H::Context]) -> Result<Vec<H::Part>, Reject> {
        let settings = &self.settings;
        let mut reading = Reading {
            wanted: self.wanted(src)?,
            tally: Tally::new(&settings.nodes, roots.len()),
            weighting: self.with_children(settings.weighting.clone()),
        };
        let parts = match roots {
            [only] => vec![self.read_place(src, only, &mut reading)?],
            _ => self.read_children(src, roots, &mut reading)?,
        };
        let tally = &reading.tally;
        if tally.has_too_few() || (settings.is_exact && tally.nodes() < settings.nodes.min) {
            return Err(src.reject_at(settings.place, 1));
        }
        Ok(parts)
    }

    /// Reads places that follow each other, each in a span of its own.
    fn read_children(
        &self,
        src: &mut Source,
        contexts: &[H::Context],
        reading: &mut Reading,
    ) -> Result<Vec<H::Part>, Reject> {
        let mut parts = Vec::with_capacity(contexts.len());
        for context in contexts {
            reading.tally.reach();
            src.open(LABEL);
            parts.push(self.read_place(src, context, reading)?);
            src.close();
        }
        Ok(parts)
    }

    /// Reads what is at a place, whose span is open.
    fn read_place(&self, src: &mut Source, context: &H::Context, reading: &mut Reading) -> Result<H::Part, Reject> {
        src.has_room()?;
        let filling = reading.tally.next();
        let begin = src.retry_point();
        let choice = match given(src, filling)? {
            Some(choice) => choice,
            None => {
                // No choice is given. The nodes that are left are as likely here as in each of the later holes.
                let left = reading.wanted.saturating_sub(reading.tally.nodes());
                let holes = (left + reading.tally.holes_ahead()) as u64;
                let choice = u64::from(src.steer(holes) < left as u64).min(filling.bound());
                src.wrote(choice, filling.bound());
                choice
            }
        };
        if !filling.is_filled(choice) {
            reading.tally.decline();
            return Ok(self.holes.unfilled(context));
        }
        let outer = src.set_size(self.settings.label_size.unwrap_or(src.steering_size()));
        let expanded = self.holes.expand(src, context)?;
        src.set_size(outer);
        let Some((label, below)) = expanded else {
            if self.settings.nodes.min == 0 {
                // It need not be known that it could not be filled.
                src.rewind(begin);
                src.wrote(0, filling.bound());
            }
            return Ok(self.holes.unfilled(context));
        };
        let below: Vec<_> = below.into_iter().collect();
        self.check_children(src, &reading.weighting, below.len())?;
        reading.tally.place(below.len());
        let children = self.read_children(src, &below, reading)?;
        Ok(self.holes.build(label, H::Children::built(children.into_iter())))
    }
}

/// The choice of a hole, if it is given. It is counted as `hole`, where there is one.
fn given(src: &mut Source, filling: Filling) -> Result<Option<u64>, Reject> {
    let bound = filling.bound();
    if filling != Filling::May {
        return src.given(bound);
    }
    src.named(Some(LABEL), |src| src.given(bound))
}
