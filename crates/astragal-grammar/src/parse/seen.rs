//! What the current set of the chart already has: pairs of a small number and an origin.

/// A map from pairs to numbers, emptied in constant time. The first pair of each key is in a list by key; only where a key has several
/// origins in one set are the others in a hash table.
#[derive(Debug, Default)]
pub(super) struct Seen {
    generation: u32,
    firsts: Vec<Slot>,
    others: Vec<Slot>,
    /// How many of `others` are of this generation.
    used: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// An older one means that the slot is free.
    generation: u32,
    key: u32,
    origin: u32,
    value: u32,
}

impl Seen {
    /// Keys below this.
    pub(super) fn with_keys(keys: usize) -> Seen {
        Seen { generation: 0, firsts: vec![Slot::default(); keys], others: vec![Slot::default(); 16], used: 0 }
    }

    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        if self.generation == u32::MAX {
            self.firsts.fill(Slot::default());
            self.others.fill(Slot::default());
            self.generation = 0;
        }
        self.generation += 1;
        self.used = 0;
    }

    /// The value of a pair, if it has one; otherwise it gets this one.
    #[inline]
    pub(super) fn get_or_insert(&mut self, key: u32, origin: u32, value: u32) -> Option<u32> {
        let first = &mut self.firsts[key as usize];
        if first.generation != self.generation {
            *first = Slot { generation: self.generation, key, origin, value };
            return None;
        }
        if first.origin == origin {
            return Some(first.value);
        }
        self.get_or_insert_other(Slot { generation: self.generation, key, origin, value })
    }

    /// The value of a pair.
    pub(super) fn get(&self, key: u32, origin: u32) -> Option<u32> {
        let first = &self.firsts[key as usize];
        if first.generation == self.generation && first.origin == origin {
            return Some(first.value);
        }
        let slot = self.others[self.place(key, origin)];
        (slot.generation == self.generation).then_some(slot.value)
    }

    #[cold]
    fn get_or_insert_other(&mut self, slot: Slot) -> Option<u32> {
        let place = self.place(slot.key, slot.origin);
        let found = &mut self.others[place];
        if found.generation == slot.generation {
            return Some(found.value);
        }
        *found = slot;
        self.used += 1;
        if self.used * 2 > self.others.len() {
            let grown = vec![Slot::default(); self.others.len() * 4];
            for slot in std::mem::replace(&mut self.others, grown) {
                if slot.generation == self.generation {
                    let place = self.place(slot.key, slot.origin);
                    self.others[place] = slot;
                }
            }
        }
        None
    }

    /// Where a pair is in `others`, or where it would be.
    fn place(&self, key: u32, origin: u32) -> usize {
        let mask = self.others.len() - 1;
        let pair = u64::from(key) << 32 | u64::from(origin);
        let mut place = (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let slot = &self.others[place];
            if slot.generation != self.generation || (slot.key == key && slot.origin == origin) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn it_is_a_map_that_is_emptied_at_once() {
        let mut seen = Seen::with_keys(3);
        for round in 0..4 {
            seen.clear();
            let mut model = HashMap::new();
            for step in 0..400u32 {
                let (key, origin) = (step * 7 % 3, step * step % (20 + 50 * round));
                assert_eq!(seen.get(key, origin), model.get(&(key, origin)).copied());
                assert_eq!(seen.get_or_insert(key, origin, step), model.get(&(key, origin)).copied());
                model.entry((key, origin)).or_insert(step);
            }
        }
    }

    #[test]
    fn generations_may_wrap() {
        let mut seen = Seen::with_keys(1);
        seen.clear();
        seen.get_or_insert(0, 1, 5);
        seen.get_or_insert(0, 2, 6);
        seen.generation = u32::MAX;
        seen.clear();
        assert_eq!((seen.get(0, 1), seen.get(0, 2)), (None, None));
    }
}
