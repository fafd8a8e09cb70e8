//! Generators in plain code: a closure in which a draw is the value itself, without `?`.
//!
//! Most draws are never refused, and code that need not ask after each of them is shorter, goes where `?` does not (into the
//! closures of iterators), and is faster: what it builds is returned as it is, not inside a `Result`. Where a draw is refused
//! after all, the closure is left there and then by unwinding, as a property is in which a late part has no value, and from
//! there on it is a rejection like any other.

use super::{Draw, FromFn, from_fn};
use crate::source::{Reason, Reject, Source, catch, throw};

impl Source {
    /// Draws a value in plain code: as [`draw`](Source::draw), but what comes back is the value itself. See [`compose`].
    ///
    /// Where it stands in no `compose` and in no property, there is nobody to reject the whole if it is refused: it panics.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let even = compose(|src| src.roll(0..50u32) * 2);
    /// assert_eq!(even.sample(3) % 2, 0);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn roll<G: Draw>(&mut self, generator: G) -> G::Value {
        match self.draw(generator) {
            Ok(value) => value,
            Err(_) => self.walk_out(),
        }
    }

    /// As [`number`](Source::number), in plain code. See [`compose`].
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let position = compose(|src| src.roll_number(9));
    /// assert!(position.sample(3) <= 9);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn roll_number(&mut self, max: u64) -> u64 {
        match self.number(max) {
            Ok(number) => number,
            Err(_) => self.walk_out(),
        }
    }

    /// The way out of plain code.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn walk_out(&self) -> ! {
        throw(self.reason().cloned().unwrap_or(Reason::Overrun))
    }
}

/// A generator from a closure of plain code, in which `src.roll(..)` is the value itself.
///
/// It is [`from_fn`] without `?`, for closures whose draws are hardly ever refused. One that is refused (a filter finds
/// nothing, or there are more choices than one case may make) is a rejection as ever, but takes microseconds; and where panics
/// abort, there is no way out of the case, which is a usage error. What rejects by itself, or often, is better written with
/// `from_fn`.
///
/// ```
/// use astragal::prelude::*;
///
/// // A board of three rows, each with one queen.
/// let board = compose(|src| std::array::from_fn::<u8, 3, _>(|_| src.roll(0..3u8)));
/// assert!(board.sample(7).iter().all(|&column| column < 3));
/// assert_eq!(board.simplest().unwrap(), [0, 0, 0]);
///
/// // A date: which days there are depends on the month.
/// let date = compose(|src| {
///     let month = src.roll(1..=12u8);
///     let days = if month == 2 { 28 } else { 30 + (month + month / 8) % 2 };
///     (month, src.roll(1..=days))
/// });
/// assert!((0..100).all(|seed| date.sample(seed) != (2, 29)));
/// ```
pub fn compose<T>(function: impl Fn(&mut Source) -> T) -> FromFn<impl Fn(&mut Source) -> Result<T, Reject>> {
    from_fn(move |src| match catch(|| function(src)) {
        Ok(value) => Ok(value),
        Err(reason) => Err(src.refuse(reason)),
    })
}
