//! Hashes that are the same in every run and on every machine: for what decides which cases are kept.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The hash of a text.
pub(super) fn hash_of(text: &str) -> u64 {
    absorb(0, text)
}

/// The hash of all that a hash is of, and of a text behind it. It takes eight bytes at a time.
pub(super) fn absorb(hash: u64, text: &str) -> u64 {
    let words = text.as_bytes().chunks_exact(8);
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    let hash = words.fold(hash, |hash, word| step(hash, u64::from_le_bytes(word.try_into().unwrap_or_default())));
    // With its length: so `ab` and `c` are not `a` and `bc`.
    step(step(hash, u64::from_le_bytes(last)), text.len() as u64)
}

/// The hash of all that a hash is of, and of a number behind it.
fn step(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xBF58_476D_1CE4_E5B9;
    (product >> 64) as u64 ^ product as u64
}

/// A number of which each bit depends on all bits of another.
pub(super) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// Keys that are hashes already; or places in memory, which decide nothing but where they are found again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn write_usize(&mut self, place: usize) {
        self.0 = step(self.0, place as u64);
    }
}

/// By the places and the lengths of two texts of the program.
pub(super) type HashMapOfPlaces<V> = HashMap<[(usize, usize); 2], V, BuildHasherDefault<AsItIs>>;
pub(super) type HashSetOfHashes = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_how_they_are_divided_are_told_apart() {
        let hashes =
            [&["abc"][..], &["ab", "c"], &["a", "bc"], &["abcdefgh"], &["abcdefgh", ""], &["abcdefgh\0"], &[""], &[]];
        let different: HashSetOfHashes =
            hashes.iter().map(|texts| texts.iter().fold(0, |hash, text| absorb(hash, text))).collect();
        assert_eq!(different.len(), hashes.len());
    }
}
