//! By chance: holes are filled in the order that a weighting says; then the value is built in the order of the tree.

use super::tally::Tally;
use super::{Children, Holes, Holey, LABEL};
use astragal_core::support::mix;
use astragal_core::{Hole, Partial, Reject, Rng, Source, Writer};

/// A tree that is grown: its shape, and what is known of each place, by its number.
struct Grown<H: Holes> {
    shape: Partial,
    /// Of all places but the root.
    contexts: Vec<H::Context>,
    /// Of the nodes.
    labels: Vec<Option<H::Label>>,
    /// What was recorded of each node, and of each hole that could not be filled.
    written: Vec<Option<Writer>>,
    tally: Tally,
    /// Whether what could not be filled is written down: so that it is known that there were no more nodes.
    is_short: bool,
}

impl<H: Holes> Holey<H> {
    /// Grows a tree and builds it. The span of the root is open.
    pub(super) fn grow(&self, src: &mut Source) -> Result<H::Value, Reject> {
        let (shape_seed, labels_seed) = (src.word(), src.word());
        let wanted = self.wanted(src)?;
        src.afford(wanted as u64)?;
        let labels_seed = mix(self.labels.unwrap_or(labels_seed));
        let mut grown = self.fill(src, wanted, &mut Rng::new(mix(shape_seed)), labels_seed)?;
        let mut values = Vec::new();
        self.build(src, &mut grown, Hole::ROOT, &mut values)?;
        Ok(values.pop().expect("the root was built"))
    }

    /// Fills holes until there are as many nodes as wanted, or no more can be placed.
    fn fill(&self, src: &mut Source, wanted: usize, rng: &mut Rng, labels_seed: u64) -> Result<Grown<H>, Reject> {
        let mut shape = Partial::new();
        let (mut contexts, mut seeds, mut labels, mut written) =
            (Vec::new(), vec![labels_seed], vec![None], vec![None]);
        let is_recorded = src.is_watched();
        let size = self.label_size.unwrap_or(src.steering_size());
        while shape.nodes() < wanted {
            let Some(hole) = self.weighting.choose(&mut shape, rng) else { break };
            let at = hole.index();
            let context = if at == 0 { self.holes.root() } else { &contexts[at - 1] };
            let (expanded, took) = src.seeded(labels_seed, seeds[at], size, |src| self.holes.expand(src, context))?;
            if is_recorded {
                written[at] = took;
            }
            let Some((label, below)) = expanded else {
                shape.close(hole);
                continue;
            };
            contexts.extend(below);
            let children = contexts.len() + 1 - labels.len();
            if let Err(message) = self.weighting.fits(children) {
                return Err(src.misuse(Some(self.place), message));
            }
            shape.fill(hole, children);
            labels[at] = Some(label);
            labels.extend((0..children).map(|_| None));
            let seed = seeds[at];
            seeds.extend((0..children).map(|nth| seed_of_child(seed, nth)));
            if is_recorded {
                written.extend((0..children).map(|_| None));
            }
            src.afford(seeds.len() as u64)?;
        }
        let is_short = shape.nodes() < self.nodes.min;
        if is_short && shape.hole_count() > 0 {
            return Err(self.rejected_by_weights(src, shape.nodes()));
        }
        if is_short && self.is_exact {
            return Err(self.stuck(src, shape.nodes()));
        }
        Ok(Grown { shape, contexts, labels, written, tally: Tally::new(&self.nodes), is_short })
    }

    /// Builds what is at a place, whose span is open, and writes down what it took.
    fn build(
        &self,
        src: &mut Source,
        grown: &mut Grown<H>,
        place: Hole,
        values: &mut Vec<H::Value>,
    ) -> Result<(), Reject> {
        src.has_room()?;
        let at = place.index();
        let label = grown.labels[at].take();
        if src.is_watched() {
            let took = grown.written[at].take().filter(|_| label.is_some() || grown.is_short);
            let filling = grown.tally.next();
            src.wrote(u64::from(took.is_some()).min(filling.bound()), filling.bound());
            if let Some(took) = took {
                src.write_down(took);
            }
        }
        let Some(label) = label else {
            let context = if at == 0 { self.holes.root() } else { &grown.contexts[at - 1] };
            values.push(self.holes.unfilled(context));
            return Ok(());
        };
        let first = values.len();
        let children = grown.shape.children(place);
        grown.tally.place(children.len());
        for child in children {
            grown.tally.reach();
            src.open(LABEL);
            self.build(src, grown, child, values)?;
            src.close();
        }
        let children = H::Children::built(values.drain(first..));
        values.push(self.holes.build(label, children));
        Ok(())
    }

    /// How many nodes chance wants.
    pub(super) fn wanted(&self, src: &mut Source) -> Result<usize, Reject> {
        let (min, max) = (self.nodes.min, self.nodes.max);
        if let Err(message) = self.weighting.fits(0) {
            return Err(src.misuse(Some(self.place), message));
        }
        if min > max {
            let message = format!("no number of nodes is at least {min} and at most {max}");
            return Err(src.misuse(self.nodes.place.or(Some(self.place)), message));
        }
        let most = if max == usize::MAX { (src.steering_size() as usize).max(min) } else { max };
        Ok(min + src.steer((most - min) as u64) as usize)
    }
}

/// The seed of a place follows from that of its parent: from the path to it alone.
fn seed_of_child(seed: u64, nth: usize) -> u64 {
    mix(seed.wrapping_add((nth as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}
