//! `quickcheck`: `Arbitrary` implementations over a `Gen`.

use crate::r#gen::contender::Contender;
use crate::r#gen::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET};
use crate::r#gen::plain::{self, Draws};
use crate::r#gen::shapes::{Elements, MAX_LIST, MAX_STRING, Row};
use quickcheck::{Arbitrary, Gen};

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => drawing(1, u64::arbitrary),
        // A list or string is shorter than the size of the `Gen`.
        Row::VecU64 => drawing(MAX_LIST + 1, Vec::<u64>::arbitrary),
        Row::String => drawing(MAX_STRING + 1, String::arbitrary),
        Row::Json => drawing(1, |choices| plain::json(choices, JSON_BUDGET)),
        Row::Tree => drawing(1, |choices| plain::tree(choices, TREE_BUDGET)),
    }
}

fn drawing<V: Elements>(size: usize, draw: impl Fn(&mut Gen) -> V + 'static) -> Contender {
    let mut source = Gen::from_size_and_seed(size, SEED);
    Contender::drawing("quickcheck", move || draw(&mut source))
}

/// `Gen` has no public way to draw below a bound but to choose from a slice.
static NATURALS: [usize; 128] = {
    let mut naturals = [0; 128];
    let mut index = 0;
    while index < naturals.len() {
        naturals[index] = index;
        index += 1;
    }
    naturals
};

impl Draws for Gen {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        *self.choose(&NATURALS[..bound]).expect("a positive bound")
    }

    #[inline]
    fn coin(&mut self) -> bool {
        bool::arbitrary(self)
    }

    #[inline]
    fn word(&mut self) -> u64 {
        u64::arbitrary(self)
    }

    #[inline]
    fn number(&mut self) -> i64 {
        i64::arbitrary(self)
    }

    #[inline]
    fn text(&mut self) -> String {
        plain::text(self)
    }
}
