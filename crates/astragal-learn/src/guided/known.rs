//! What is known of the valid values: their scripts, and the pools of their parts.

use super::outline::{NONE, Outline};
use super::pools::{Pools, Spot, Stretch, drawn, labelled, number_key, pairs};
use super::script::{Labels, hash};
use astragal_core::Rng;

/// How many words all scripts may take together. Later finds are given out, but nothing is learned from them.
const ROOM: usize = 1 << 26;

/// Longer scripts are taken to be of this length.
const LONGEST: usize = 1 << 9;

/// A length with fewer values than this is rare.
const RARE: usize = 64;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// All scripts, one after the other.
    pub(super) arena: Vec<u32>,
    pub(super) values: Vec<Stretch>,
    pub(super) pools: Pools,
    /// The label of lazy parts, if there are any: then scripts may have open parts.
    pub(super) lazy: Option<u32>,
    /// The names of the spans, once all is known.
    pub(super) labels: Labels,
    outline: Outline,
    /// Which values have a script of this length. The last ones are of those that are longer.
    by_length: Vec<Vec<u32>>,
    /// For which lengths there are any.
    lengths: Vec<u16>,
}

impl Known {
    pub(super) fn script(&self, (start, end): Stretch) -> &[u32] {
        &self.arena[start as usize..end as usize]
    }

    /// Some valid value: any of them, or one time in `one_in` one of any length. Otherwise the many small ones would leave no
    /// time for the few larger ones, of which still larger ones can be made.
    pub(super) fn some_value(&self, one_in: u64, rng: &mut Rng) -> Option<Stretch> {
        if rng.below(one_in) == 0 {
            let length = *self.lengths.get(rng.below(self.lengths.len() as u64) as usize)?;
            let alike = &self.by_length[usize::from(length)];
            return Some(self.values[alike[rng.below(alike.len() as u64) as usize] as usize]);
        }
        self.values.get(rng.below(self.values.len() as u64) as usize).copied()
    }

    /// Some lazy part, for those that a script leaves open; empty if none is known.
    pub(super) fn spare(&self, rng: &mut Rng) -> &[u32] {
        let part = self.lazy.and_then(|label| self.pools.any(labelled(label), rng));
        part.map_or(&[], |part| self.script(part))
    }

    /// Whether few values have a script of this length.
    pub(super) fn is_rare(&self, length: usize) -> bool {
        self.by_length.get(length.min(LONGEST)).is_none_or(|alike| alike.len() < RARE)
    }

    fn note_length(&mut self, length: usize) {
        let length = length.min(LONGEST);
        if self.by_length.len() <= length {
            self.by_length.resize_with(length + 1, Vec::new);
        }
        let alike = &mut self.by_length[length];
        if alike.is_empty() {
            self.lengths.push(length as u16);
        }
        alike.push(self.values.len() as u32);
    }

    /// Learns from a valid value.
    pub(super) fn learn(&mut self, script: &[u32], rng: &mut Rng) {
        let Some(base) = self.keep(script) else { return };
        self.note_length(script.len());
        self.values.push((base, base + script.len() as u32));
        let outline = std::mem::take(&mut self.outline);
        for part in outline.parts[1..].iter().filter(|part| !part.is_open) {
            let stretch = (base + part.start, base + part.end);
            let known_as = hash(&script[part.start as usize..part.end as usize]);
            let spot = Spot::of(&outline, part);
            if self.pools.add(spot.full, known_as, stretch, rng) {
                for &key in spot.alone() {
                    self.pools.add(key, known_as, stretch, rng);
                }
                self.pools.add(labelled(part.label), known_as, stretch, rng);
            }
            // A span with the same label as its parts is not a list, but a constructor that looks like one.
            let is_element = outline.parts[part.parent as usize].label != part.label;
            if part.before != NONE && is_element && outline.length(part.parent as usize).is_some() {
                let start = outline.parts[part.before as usize].start;
                let known_as = hash(&script[start as usize..part.end as usize]);
                self.pools.add(pairs(part.label), known_as, (base + start, base + part.end), rng);
            }
        }
        self.outline = outline;
        self.learn_numbers(base, rng);
    }

    /// Learns from a value that is not valid: of what parts values are made at all.
    pub(super) fn glance(&mut self, script: &[u32], rng: &mut Rng) {
        let Some(base) = self.keep(script) else { return };
        let outline = std::mem::take(&mut self.outline);
        for part in outline.parts[1..].iter().filter(|part| !part.is_open) {
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
