//! Our own side.

use super::contender::{Contender, property};
use super::{CASES, MAX_LIST};
use crate::report::OURS;
use astragal::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) fn contender() -> Contender {
    Contender::new(OURS, |seed| {
        let lists = vec_of(any::<u64>(), 0..=MAX_LIST);
        let mut source = Source::random(seed);
        for case in 0..CASES as u64 {
            source.restart(seed.wrapping_mul(CASES as u64).wrapping_add(case));
            if let Ok(list) = source.draw(&lists) {
                catch_unwind(AssertUnwindSafe(|| property(&list))).expect("a true property");
            }
        }
    })
}
