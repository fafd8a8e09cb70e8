//! The baseline: the loop that one would write by hand over a pseudo-random number generator.

use super::contender::{Contender, property};
use super::{CASES, MAX_LIST};
use crate::report::HAND_WRITTEN;
use astragal::source::Rng;
use std::hint::black_box;

pub(super) fn contender() -> Contender {
    Contender::new(HAND_WRITTEN, |seed| {
        let mut rng = Rng::new(seed);
        // Through `black_box`, so that list and property stay apart, as they are in a runner.
        let property: fn(&[u64]) = black_box(property);
        for _ in 0..CASES {
            property(&list(&mut rng));
        }
    })
}

fn list(rng: &mut Rng) -> Vec<u64> {
    let len = ((u128::from(rng.word()) * (MAX_LIST as u128 + 1)) >> 64) as usize;
    let mut list = Vec::with_capacity(len);
    for _ in 0..len {
        list.push(rng.word());
    }
    list
}
