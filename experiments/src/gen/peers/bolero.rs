//! `bolero`: type generators over the driver that draws from the generator it recommends.
//!
//! Each value is a case of its own, with a driver of its own made from a seed, as in the engine that runs its tests. (That
//! takes the seeds from a cryptographic generator, and draws through a cache; both are omitted.)

use crate::r#gen::budgeted::{self, Choices};
use crate::r#gen::contender::Contender;
use crate::r#gen::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET};
use crate::r#gen::ours::NUMBERS_PER_CASE;
use crate::r#gen::shapes::{Elements, MAX_LIST, MAX_STRING, MAX_TEXT, Row};
use bolero::bolero_engine::rng::Recommended;
use bolero::generator::bolero_generator::driver::{Options, Rng};
use bolero::{Driver, ValueGenerator, produce};
use rand_core::SeedableRng;
use std::ops::Bound;

type RandomDriver = Rng<Recommended>;

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => Contender::drawing_in_cases(SOURCE, Cases::new(), NUMBERS_PER_CASE, Cases::begin, |cases| {
            cases.driver.produce::<u64>().expect(ENDLESS)
        }),
        Row::VecU64 => drawing(|driver| {
            let list = produce::<Vec<u64>>().with().len(0..=MAX_LIST);
            list.generate(driver)
        }),
        Row::String => drawing(|driver| {
            let string = produce::<String>().with().len(0..=MAX_STRING);
            string.generate(driver)
        }),
        Row::Json => drawing(|driver| budgeted::json(driver, JSON_BUDGET).ok()),
        Row::Tree => drawing(|driver| budgeted::tree(driver, TREE_BUDGET).ok()),
    }
}

fn drawing<V: Elements>(draw: impl Fn(&mut RandomDriver) -> Option<V> + 'static) -> Contender {
    let mut cases = Cases::new();
    Contender::drawing(SOURCE, move || {
        cases.begin();
        draw(&mut cases.driver).expect(ENDLESS)
    })
}

const SOURCE: &str = "bolero";
const ENDLESS: &str = "a driver that never ends";

/// One case after the other, each from a seed of its own.
struct Cases {
    options: Options,
    seed: u64,
    driver: RandomDriver,
}

impl Cases {
    fn new() -> Cases {
        // A driver yields zeros after its maximum length. No case is to reach it.
        let options = Options::default().with_max_len(usize::MAX);
        let driver = Rng::new(Recommended::seed_from_u64(SEED), &options);
        Cases { options, seed: SEED, driver }
    }

    fn begin(&mut self) {
        self.seed += 1;
        self.driver = Rng::new(Recommended::seed_from_u64(self.seed), &self.options);
    }
}

/// The driver ended.
pub(in crate::r#gen) struct Ended;

impl Choices for RandomDriver {
    type Rejection = Ended;

    #[inline]
    fn below(&mut self, bound: usize) -> Result<usize, Ended> {
        self.gen_usize(Bound::Unbounded, Bound::Excluded(&bound)).ok_or(Ended)
    }

    #[inline]
    fn coin(&mut self) -> Result<bool, Ended> {
        self.produce().ok_or(Ended)
    }

    #[inline]
    fn word(&mut self) -> Result<u64, Ended> {
        self.produce().ok_or(Ended)
    }

    #[inline]
    fn number(&mut self) -> Result<i64, Ended> {
        self.produce().ok_or(Ended)
    }

    #[inline]
    fn text(&mut self) -> Result<String, Ended> {
        let text = produce::<String>().with().chars(' '..='~').len(0..=MAX_TEXT);
        text.generate(self).ok_or(Ended)
    }
}
