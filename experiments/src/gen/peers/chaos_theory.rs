//! `chaos_theory`: an environment that generates values from a source, which it records.

use crate::r#gen::contender::Contender;
use crate::r#gen::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET};
use crate::r#gen::plain::{self, Draws};
use crate::r#gen::shapes::{Elements, MAX_LIST, MAX_STRING, MAX_TEXT, Row};
use chaos_theory::{Arbitrary, Env, Source, make};
use std::fmt::Debug;

const SOURCE: &str = "chaos_theory";

/// How many `u64` one generated value consists of, so that drawing outweighs starting.
const BATCH: usize = 1_000;

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => batches(),
        Row::VecU64 => drawing(|source| {
            let len = source.any_of("len", make::index(MAX_LIST + 1));
            source.any_of("list", make::vec_n(u64::arbitrary(), len..=len))
        }),
        Row::String => drawing(|source| {
            let len = source.any_of("len", make::index(MAX_STRING + 1));
            source.any_of("string", make::string_n(char::arbitrary(), len..=len))
        }),
        Row::Json => drawing(|source| plain::json(source, JSON_BUDGET)),
        Row::Tree => drawing(|source| plain::tree(source, TREE_BUDGET)),
    }
}

fn drawing<V>(draw: impl Fn(&mut Source) -> V + 'static) -> Contender
where
    V: Elements + Debug,
{
    let mut env = environment();
    Contender::drawing(SOURCE, move || env.generate_with(make::from_fn(&draw)))
}

fn batches() -> Contender {
    let mut env = environment();
    Contender::running(SOURCE, move |values, sink| {
        for _ in 0..values.div_ceil(BATCH) {
            let words =
                env.generate_with(make::from_fn(|source| std::array::from_fn::<u64, BATCH, _>(|_| source.any("word"))));
            words.into_iter().for_each(&mut *sink);
        }
    })
}

fn environment() -> Env {
    Env::builder().with_rng_seed(SEED as u32).build()
}

impl Draws for Source<'_> {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        self.any_of("below", make::index(bound))
    }

    #[inline]
    fn coin(&mut self) -> bool {
        self.any("coin")
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.any("word")
    }

    #[inline]
    fn number(&mut self) -> i64 {
        self.any("number")
    }

    #[inline]
    fn text(&mut self) -> String {
        self.any_of("text", make::string_n(make::char_ascii(), ..=MAX_TEXT))
    }
}
