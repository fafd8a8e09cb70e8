//! By chance: holes are filled in the order that a weighting says; then the value is built in the order of the tree.

use super::tally::Tally;
use super::{Children, Holes, Holey, LABEL};
use astragal_core::support::mix;
use astragal_core::{Hole, Partial, Reject, Rng, Source, Writer};

/// What is said of one of several generators.
const CONTRADICTION: &str = "`and`: what is said of the second generator, such as its number of nodes or its weighting, must be \
                             said of both together, after `and`";
/// How many labels are drawn until one has as many children as the weighting wants.
const TRIES: u64 = 1_000;

/// A tree that is grown: its shape, and what is known of each place, by its number.
struct Grown<H: Holes> {
    shape: Partial,
    /// Where several trees grow side by side, the first place is the node above them, of which nothing is known.
    above: usize,
    contexts: Vec<H::Context>,
    /// The seed of the label of each place.
    seeds: Vec<u64>,
    /// Of the nodes.
    labels: Vec<Option<H::Label>>,
    /// What was recorded of each node, and of each hole that could not be filled; nothing if nothing is recorded.
    written: Vec<Option<Writer>>,
    tally: Tally,
    /// Whether what could not be filled is written down: so that it is known that there were no more nodes.
    is_short: bool,
}

impl<H: Holes> Grown<H> {
    /// Before any hole is filled.
    fn new(shape: Partial, contexts: Vec<H::Context>, labels_seed: u64, tally: Tally) -> Grown<H> {
        let above = usize::from(contexts.len() != 1);
        let mut grown = Grown {
            shape,
            above,
            contexts,
            seeds: vec![labels_seed],
            labels: vec![None],
            written: vec![None],
            tally,
            is_short: false,
        };
        if above > 0 {
            grown.make_room(Hole::ROOT);
        }
        grown
    }

    fn context(&self, place: Hole) -> &H::Context {
        &self.contexts[place.index() - self.above]
    }

    /// The places below one are new, and their contexts are there.
    fn make_room(&mut self, parent: Hole) {
        let seed = self.seeds[parent.index()];
        for nth in 0..self.contexts.len() + self.above - self.seeds.len() {
            self.seeds.push(seed_of_child(seed, nth));
            self.labels.push(None);
        }
        if !self.written.is_empty() {
            self.written.resize_with(self.seeds.len(), || None);
        }
    }
}

impl<H: Holes> Holey<H> {
    /// Grows trees and builds them, and says how many nodes they have. A span around them is open; if there are several, each has
    /// one of its own.
    pub(super) fn grow(&self, src: &mut Source, roots: Vec<H::Context>) -> Result<(Vec<H::Part>, usize), Reject> {
        let (shape_seed, labels_seed) = (src.word(), src.word());
        let wanted = self.wanted(src)?;
        src.afford(wanted as u64)?;
        let labels_seed = mix(self.settings.labels.unwrap_or(labels_seed));
        let mut grown = self.fill(src, roots, wanted, &mut Rng::new(mix(shape_seed)), labels_seed)?;
        let nodes = grown.shape.nodes();
        let mut parts = Vec::new();
        if grown.above == 0 {
            self.build(src, &mut grown, Hole::ROOT, &mut parts)?;
        } else {
            let mut roots = grown.shape.children(Hole::ROOT);
            roots.try_for_each(|root| self.build_child(src, &mut grown, root, &mut parts))?;
        }
        Ok((parts, nodes))
    }

    /// Fills holes until there are as many nodes as wanted, or no more can be placed.
    fn fill(
        &self,
        src: &mut Source,
        roots: Vec<H::Context>,
        wanted: usize,
        rng: &mut Rng,
        labels_seed: u64,
    ) -> Result<Grown<H>, Reject> {
        let weighting = self.settings.weighting.of_a_value(rng).map(|weighting| self.with_children(weighting));
        let planted = weighting.and_then(|weighting| Ok((weighting.plant(roots.len(), wanted)?, weighting)));
        let (shape, weighting) = planted.map_err(|message| src.misuse(Some(self.settings.place), message))?;
        let tally = Tally::new(&self.settings.nodes, roots.len());
        let mut grown = Grown::new(shape, roots, labels_seed, tally);
        if !src.is_watched() {
            grown.written.clear();
        }
        while grown.shape.nodes() < wanted {
            let Some(hole) = weighting.choose(&mut grown.shape, rng) else { break };
            let children = weighting.children(&grown.shape, rng);
            let Some((label, children)) = self.expand(src, &mut grown, hole, labels_seed, children)? else {
                grown.shape.close(hole);
                continue;
            };
            self.check_children(src, &weighting, children)?;
            grown.shape.fill(hole, children);
            if let Some(constructors) = &self.constructors {
                grown.shape.set_constructor(hole, constructors(&label));
            }
            grown.labels[hole.index()] = Some(label);
            grown.make_room(hole);
            src.afford(grown.seeds.len() as u64)?;
        }
        let nodes = grown.shape.nodes();
        grown.is_short = nodes < self.settings.nodes.min;
        if grown.is_short && grown.shape.hole_count() > 0 {
            return Err(self.rejected_by_weights(src, nodes));
        }
        if grown.is_short && self.settings.is_exact {
            return Err(self.stuck(src, nodes));
        }
        Ok(grown)
    }

    /// Draws the label of a hole, if possible one with as many children as wanted: the label, and how many it has. Their contexts
    /// are added to the others.
    fn expand(
        &self,
        src: &mut Source,
        grown: &mut Grown<H>,
        hole: Hole,
        labels_seed: u64,
        wanted: Option<usize>,
    ) -> Result<Option<(H::Label, usize)>, Reject> {
        let size = self.settings.label_size.unwrap_or(src.steering_size());
        let (mut seed, mut family, known) = (grown.seeds[hole.index()], labels_seed, grown.contexts.len());
        for tries in 1.. {
            let context = grown.context(hole);
            let (expanded, took) = src.seeded(family, seed, size, |src| self.holes.expand(src, context))?;
            if let Some(written) = grown.written.get_mut(hole.index()) {
                *written = took;
            }
            let Some((label, below)) = expanded else { break };
            grown.contexts.extend(below);
            let children = grown.contexts.len() - known;
            if tries == TRIES || wanted.is_none_or(|wanted| children == wanted) {
                return Ok(Some((label, children)));
            }
            // The label of this place that has as many children: it too follows from the path alone. Its mood is another one, since
            // in some moods there are few numbers.
            grown.contexts.truncate(known);
            (seed, family) = (mix(seed.wrapping_add(tries)), mix(labels_seed.wrapping_add(tries)));
        }
        Ok(None)
    }

    /// Builds what is at a place in a span of its own.
    fn build_child(
        &self,
        src: &mut Source,
        grown: &mut Grown<H>,
        place: Hole,
        parts: &mut Vec<H::Part>,
    ) -> Result<(), Reject> {
        grown.tally.reach();
        src.open(LABEL);
        self.build(src, grown, place, parts)?;
        src.close();
        Ok(())
    }

    /// Builds what is at a place, whose span is open, and writes down what it took.
    fn build(
        &self,
        src: &mut Source,
        grown: &mut Grown<H>,
        place: Hole,
        parts: &mut Vec<H::Part>,
    ) -> Result<(), Reject> {
        src.has_room()?;
        let at = place.index();
        let label = grown.labels[at].take();
        if src.is_watched() {
            let took = grown.written.get_mut(at).and_then(Option::take).filter(|_| label.is_some() || grown.is_short);
            let filling = grown.tally.next();
            src.wrote(u64::from(took.is_some()).min(filling.bound()), filling.bound());
            if let Some(took) = took {
                src.write_down(took);
            }
        }
        let Some(label) = label else {
            parts.push(self.holes.unfilled(grown.context(place)));
            return Ok(());
        };
        let first = parts.len();
        let children = grown.shape.children(place);
        grown.tally.place(children.len());
        for child in children {
            self.build_child(src, grown, child, parts)?;
        }
        let children = H::Children::built(parts.drain(first..));
        parts.push(self.holes.build(label, children));
        Ok(())
    }

    /// How many nodes chance wants.
    pub(super) fn wanted(&self, src: &mut Source) -> Result<usize, Reject> {
        let settings = &self.settings;
        let (min, max) = (settings.nodes.min, settings.nodes.max);
        if let Err(message) = settings.weighting.check() {
            return Err(src.misuse(Some(settings.place), message));
        }
        if let Some(place) = settings.contradiction {
            return Err(src.misuse(Some(place), CONTRADICTION));
        }
        if min > max {
            let message = format!("no number of nodes is at least {min} and at most {max}");
            return Err(src.misuse(settings.nodes.place.or(Some(settings.place)), message));
        }
        let most = if max == usize::MAX { (src.steering_size() as usize).max(min) } else { max };
        Ok(min + src.steer((most - min) as u64) as usize)
    }
}

/// The seed of a place follows from that of its parent: from the path to it alone.
fn seed_of_child(seed: u64, nth: usize) -> u64 {
    mix(seed.wrapping_add((nth as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}
