//! A set of hashes: one look at memory for each question, which is what such a set costs.

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Zero is a free place; the length is a power of two, and at most three in four are taken.
    slots: Vec<u64>,
    count: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { slots: vec![0; 1 << 10], count: 0 }
    }
}

impl Seen {
    /// Where a hash is, or would be.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.slots[self.slot(hash.max(1))] != 0
    }

    /// Adds a hash. Whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let at = self.slot(hash);
        if self.slots[at] != 0 {
            return false;
        }
        self.slots[at] = hash;
        self.count += 1;
        if self.count * 4 > self.slots.len() * 3 {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        for hash in old.into_iter().filter(|&hash| hash != 0) {
            let at = self.slot(hash);
            self.slots[at] = hash;
        }
    }
}
