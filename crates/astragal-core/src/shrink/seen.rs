//! What was seen before, by hash: candidates, and sequences that were drawn.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::choices::Choices;

/// A set of hashes.
#[derive(Default)]
pub(super) struct Seen(HashSet<u64, BuildHasherDefault<AsIs>>);

impl Seen {
    /// Whether it is new.
    pub(super) fn add(&mut self, hash: u64) -> bool {
        self.0.insert(hash)
    }

    pub(super) fn has(&self, hash: u64) -> bool {
        self.0.contains(&hash)
    }

    pub(super) fn forget(&mut self, hash: u64) {
        self.0.remove(&hash);
    }
}

/// A hash needs no hashing.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A hash with another word in it.
pub(super) fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * u128::from(word ^ 0xD6E8_FEB8_6659_FD93);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(hash.rotate_left(23))
}

/// What was drawn is known by its numbers alone: the rest follows from them.
pub(super) fn hash_of_numbers(of: &Choices) -> u64 {
    of.items.iter().fold(of.len() as u64, |hash, choice| mixed(hash, choice.value))
}

/// What will be drawn from a candidate depends on its spans too.
pub(super) fn hash_of_candidate(of: &Choices) -> u64 {
    of.spans.iter().fold(hash_of_numbers(of), |hash, span| {
        let place = mixed(hash, u64::from(span.start) << 32 | u64::from(span.end));
        span.label.as_str().as_bytes().chunks(8).fold(place, |hash, bytes| {
            mixed(hash, bytes.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Writer;

    #[test]
    fn neighbouring_sequences_have_different_hashes() {
        let mut seen = Seen::default();
        for a in 0..60 {
            for b in 0..60 {
                assert!(seen.add(hash_of_numbers(&Choices::from_numbers([a, b]))), "{a} {b}");
                assert!(seen.add(hash_of_numbers(&Choices::from_numbers([a, b, 0]))), "{a} {b} 0");
                assert!(seen.add(hash_of_numbers(&Choices::from_numbers([u64::MAX - a, b << 40]))), "-{a} {b} << 40");
            }
        }
    }

    #[test]
    fn the_spans_of_a_candidate_count() {
        let spanned = |label: &'static str, inside: usize| {
            let mut writer = Writer::default();
            writer.open(label);
            (0..inside).for_each(|_| writer.put(0, 9));
            writer.close();
            (inside..3).for_each(|_| writer.put(0, 9));
            hash_of_candidate(&writer.finish())
        };
        let mut hashes = vec![spanned("a", 1), spanned("a", 2), spanned("b", 1), spanned("longer than a word", 1)];
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 4);
    }
}
