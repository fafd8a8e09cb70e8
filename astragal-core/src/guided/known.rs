//! What is known of the valid values: their scripts, and the pools of their parts.

use super::outline::Outline;
use super::pools::{Pools, Spot, Stretch, drawn, labelled, number_key};
use super::script::{Labels, hash};
use crate::source::Rng;

/// So many words all scripts may take together. What is found after that is given out, and nothing is learnt of it.
const ROOM: usize = 1 << 26;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// All scripts, one after the other.
    pub(super) arena: Vec<u32>,
    pub(super) values: Vec<Stretch>,
    pub(super) pools: Pools,
    /// The names of the spans, once all is known.
    pub(super) labels: Labels,
    outline: Outline,
}

impl Known {
    pub(super) fn script(&self, (start, end): Stretch) -> &[u32] {
        &self.arena[start as usize..end as usize]
    }

    /// Learns from a valid value.
    pub(super) fn learn(&mut self, script: &[u32], rng: &mut Rng) {
        let Some(base) = self.keep(script) else { return };
        self.values.push((base, base + script.len() as u32));
        let outline = std::mem::take(&mut self.outline);
        for part in &outline.parts[1..] {
            let stretch = (base + part.start, base + part.end);
            let known_as = hash(&script[part.start as usize..part.end as usize]);
            let spot = Spot::of(&outline, part);
            if self.pools.add(spot.full, known_as, stretch, rng) {
                for &key in spot.alone() {
                    self.pools.add(key, known_as, stretch, rng);
                }
                self.pools.add(labelled(part.label), known_as, stretch, rng);
            }
        }
        self.outline = outline;
        self.learn_numbers(base, rng);
    }

    /// Learns from a value that is not valid: of what parts values are made at all.
    pub(super) fn glance(&mut self, script: &[u32], rng: &mut Rng) {
        let Some(base) = self.keep(script) else { return };
        let outline = std::mem::take(&mut self.outline);
        for part in &outline.parts[1..] {
            let known_as = hash(&script[part.start as usize..part.end as usize]);
            self.pools.add(drawn(part.label), known_as, (base + part.start, base + part.end), rng);
        }
        self.outline = outline;
        self.learn_numbers(base, rng);
    }

    fn learn_numbers(&mut self, base: u32, rng: &mut Rng) {
        for number in &self.outline.numbers {
            let part = number.part as usize;
            let first = self.outline.own(part).next().map_or(0, |first| first.value);
            let key = number_key(self.outline.parts[part].label, number.ordinal, first);
            self.pools.add(key, number.value, (base + number.start, base + number.end), rng);
        }
    }

    /// Appends a script and outlines it, if there is room.
    fn keep(&mut self, script: &[u32]) -> Option<u32> {
        if self.arena.len() + script.len() > ROOM {
            return None;
        }
        let base = self.arena.len() as u32;
        self.arena.extend_from_slice(script);
        self.outline.read(script);
        Some(base)
    }
}
