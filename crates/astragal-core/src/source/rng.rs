//! The random numbers: wyrand, whose output is fixed for the life of the major version.
//!
//! It is a counter that is folded by one wide multiplication (Wang Yi, 2019; these constants are those of its final
//! version 4). So the word of `k` draws ago can be computed again instead of being remembered, and a loop of draws has
//! no chain of dependent multiplications.

const STEP: u64 = 0x2D35_8DCC_AA6C_78A5;
const FOLD: u64 = 0x8BB8_4B93_962E_ACC9;
/// `STEP * INVERSE == 1`: the counter tells how many words were drawn.
const INVERSE: u64 = {
    // Each round of Newton's method doubles the number of right bits, of which an odd number has three.
    let (mut inverse, mut round) = (STEP, 0);
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(STEP.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
};

/// A stream of random words that is a function of its seed alone, on every platform.
///
/// ```
/// use astragal::source::Rng;
///
/// let mut rng = Rng::new(0);
/// let first = rng.word();
/// assert_eq!(first, Rng::new(0).word());
/// assert_eq!(rng.earlier(0), first);
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    counter: u64,
}

impl Rng {
    /// The stream of a seed.
    #[inline(always)]
    pub const fn new(seed: u64) -> Rng {
        Rng { counter: seed }
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub const fn word(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(STEP);
        fold(self.counter)
    }

    /// The word that was drawn `back` words ago; 0 is the latest.
    #[inline(always)]
    pub const fn earlier(&self, back: u64) -> u64 {
        fold(self.counter.wrapping_sub(back.wrapping_mul(STEP)))
    }

    /// The same stream, `words` words further on.
    #[inline(always)]
    pub(crate) const fn after(&self, words: u64) -> Rng {
        Rng { counter: self.counter.wrapping_add(words.wrapping_mul(STEP)) }
    }

    /// How many words were drawn since the stream of a seed began.
    #[inline(always)]
    pub(crate) const fn words_since(&self, seed: u64) -> u64 {
        self.counter.wrapping_sub(seed).wrapping_mul(INVERSE)
    }

    /// A number from 0 to `max`, both included, each equally likely (to within 2^-64 of the share).
    #[inline(always)]
    pub const fn up_to(&mut self, max: u64) -> u64 {
        reduce(self.word(), max)
    }

    /// A number below a bound, which is not zero.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn below(&mut self, bound: u64) -> u64 {
        scale(self.word(), bound)
    }
}

/// Scales a random word to 0..=max.
#[inline(always)]
pub(crate) const fn reduce(word: u64, max: u64) -> u64 {
    if max == u64::MAX { word } else { scale(word, max.wrapping_add(1)) }
}

/// Scales a random word to below a bound.
#[inline(always)]
pub(crate) const fn scale(word: u64, bound: u64) -> u64 {
    ((word as u128).wrapping_mul(bound as u128) >> 64) as u64
}

#[inline(always)]
const fn fold(counter: u64) -> u64 {
    let product = (counter as u128).wrapping_mul((counter ^ FOLD) as u128);
    (product as u64) ^ (product >> 64) as u64
}

/// Scatters the bits of a number, so that nearby seeds give unrelated streams: the finalizer of SplitMix64.
#[inline(always)]
pub const fn mix(number: u64) -> u64 {
    let a = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    b ^ (b >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_tells_how_many_words_were_drawn() {
        let mut rng = Rng::new(u64::MAX - 5);
        for words in 0..100 {
            assert_eq!(rng.words_since(u64::MAX - 5), words);
            rng.word();
        }
    }
}
