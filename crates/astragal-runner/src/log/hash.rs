//! Hashes that are the same in every run and on every machine: for what decides which cases are kept.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The hash (FNV-1a) of a text.
pub(super) fn hash_of(text: &str) -> u64 {
    absorb(0xCBF2_9CE4_8422_2325, text)
}

/// The hash of all that a hash is of, and of a text behind it.
pub(super) fn absorb(hash: u64, text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    // No text has this byte: so `ab` and `c` are not `a` and `bc`.
    text.bytes().fold(step(hash, 0xFF), step)
}

/// A number of which each bit depends on all bits of another.
pub(super) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// Keys that are hashes already.
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
}

pub(super) type HashMapOfHashes<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;
pub(super) type HashSetOfHashes = HashSet<u64, BuildHasherDefault<AsItIs>>;
