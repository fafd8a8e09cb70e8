//! `arbitrary`: parses values out of bytes, which a pseudo-random generator has to fill in first.

use crate::r#gen::budgeted::{self, Choices};
use crate::r#gen::contender::Contender;
use crate::r#gen::hand_written::{JSON_BUDGET, SEED, TREE_BUDGET, Words};
use crate::r#gen::plain::Draws;
use crate::r#gen::shapes::{Elements, MAX_LIST, MAX_STRING, MAX_TEXT, Row};
use arbitrary::{Error, Result, Unstructured};

pub(super) fn contender(row: Row) -> Contender {
    match row {
        Row::U64 => drawing(|bytes| bytes.arbitrary::<u64>()),
        Row::VecU64 => drawing(list),
        Row::String => drawing(string),
        Row::Json => drawing(|bytes| budgeted::json(bytes, JSON_BUDGET)),
        Row::Tree => drawing(|bytes| budgeted::tree(bytes, TREE_BUDGET)),
    }
}

fn drawing<V: Elements>(draw: impl Fn(&mut Unstructured) -> Result<V> + 'static) -> Contender {
    let mut bytes = RandomBytes::new();
    Contender::drawing("arbitrary", move || bytes.parse(&draw))
}

fn list(bytes: &mut Unstructured) -> Result<Vec<u64>> {
    let len = bytes.int_in_range(0..=MAX_LIST)?;
    let mut list = Vec::with_capacity(len);
    for _ in 0..len {
        list.push(bytes.arbitrary()?);
    }
    Ok(list)
}

fn string(bytes: &mut Unstructured) -> Result<String> {
    let len = bytes.int_in_range(0..=MAX_STRING)?;
    budgeted::string(len, || bytes.arbitrary())
}

/// A buffer of random bytes, filled again, at the contender's cost, before it runs out.
struct RandomBytes {
    rng: Words,
    bytes: Vec<u8>,
    used: usize,
}

impl RandomBytes {
    const SIZE: usize = 64 * 1024;
    /// More than any value of any row is made of.
    const RESERVE: usize = 4 * 1024;

    fn new() -> Self {
        Self { rng: Words::new(SEED), bytes: vec![0; Self::SIZE], used: Self::SIZE }
    }

    fn parse<V>(&mut self, parser: impl Fn(&mut Unstructured) -> Result<V>) -> V {
        if self.used + Self::RESERVE > Self::SIZE {
            for chunk in self.bytes.chunks_exact_mut(size_of::<u64>()) {
                chunk.copy_from_slice(&self.rng.word().to_le_bytes());
            }
            self.used = 0;
        }
        let mut unparsed = Unstructured::new(&self.bytes[self.used..]);
        let value = parser(&mut unparsed).expect("a parser of any bytes, and enough of them");
        self.used = Self::SIZE - unparsed.len();
        value
    }
}

impl Choices for Unstructured<'_> {
    type Rejection = Error;

    #[inline]
    fn below(&mut self, bound: usize) -> Result<usize> {
        self.int_in_range(0..=bound - 1)
    }

    #[inline]
    fn coin(&mut self) -> Result<bool> {
        self.arbitrary()
    }

    #[inline]
    fn word(&mut self) -> Result<u64> {
        self.arbitrary()
    }

    #[inline]
    fn number(&mut self) -> Result<i64> {
        self.arbitrary()
    }

    #[inline]
    fn text(&mut self) -> Result<String> {
        let len = self.int_in_range(0..=MAX_TEXT)?;
        budgeted::string(len, || Ok(char::from(self.int_in_range(b' '..=b'~')?)))
    }
}
