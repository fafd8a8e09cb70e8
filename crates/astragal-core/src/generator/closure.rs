//! Generators in plain code: a closure in which a draw is the value itself.
//!
//! Most draws are never rejected, and code that does not ask after each of them is shorter, works where `?` does not (in the
//! closures of iterators), and is faster: what it builds is returned as it is, not inside a `Result`. A rejected draw leaves the
//! closure by unwinding, and from there on it is a rejection like any other.

use super::Draw;
use crate::source::{Place, Reason, Reject, Source, catch, throw};

/// The label of the span of a closure without a name.
const LABEL: &str = "closure";

/// See [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    function: F,
    label: &'static str,
}

/// A generator from a closure that draws: `src.draw(generator)` is a value of that generator.
///
/// It may do anything: loop, branch on what was drawn, call itself. Its space is not known before it runs, and it runs forwards
/// only; a function under `#[generator]` runs backwards as well. All that it draws is one span.
///
/// ```
/// use astragal::prelude::*;
///
/// // A date: which days there are depends on the month.
/// let date = from_fn(|src| {
///     let month = src.draw(1..=12u8);
///     let days = if month == 2 { 28 } else { 30 + (month + month / 8) % 2 };
///     (month, src.draw(1..=days))
/// });
/// assert!((0..100).all(|seed| date.sample(seed) != (2, 29)));
/// assert_eq!(date.simplest().unwrap(), (1, 1));
///
/// // A board of three rows, each with one queen: draws in the closure of an iterator.
/// let board = from_fn(|src| std::array::from_fn::<u8, 3, _>(|_| src.draw(0..3u8)));
/// assert!(board.sample(7).iter().all(|&column| column < 3));
/// ```
///
/// [`src.reject()`](Source::reject) rejects the case. A rejection in a closure takes microseconds, and where panics abort there
/// is no way out of the case, which is a usage error: what rejects often is better written with `filter`, or as an implementation
/// of [`Draw`] with [`try_draw`](Source::try_draw).
pub fn from_fn<T, F: Fn(&mut Source) -> T>(function: F) -> FromFn<F> {
    FromFn { function, label: LABEL }
}

impl<F> FromFn<F> {
    /// Names the span, so that parts of the same kind can be told from others.
    pub fn labelled(self, label: &'static str) -> FromFn<F> {
        FromFn { label, ..self }
    }
}

impl<T, F: Fn(&mut Source) -> T> Draw for FromFn<F> {
    type Value = T;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        in_span(src, self.label, |src| src.in_plain_code(&self.function))
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

/// As [`FromFn`], for code that passes rejections on with `?`: what macros write.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TryFromFn<F> {
    function: F,
    label: &'static str,
}

/// See [`TryFromFn`].
#[doc(hidden)]
pub fn try_from_fn<T, F: Fn(&mut Source) -> Result<T, Reject>>(function: F) -> TryFromFn<F> {
    TryFromFn { function, label: LABEL }
}

impl<F> TryFromFn<F> {
    /// See [`FromFn::labelled`].
    pub fn labelled(self, label: &'static str) -> TryFromFn<F> {
        TryFromFn { label, ..self }
    }
}

impl<T, F: Fn(&mut Source) -> Result<T, Reject>> Draw for TryFromFn<F> {
    type Value = T;

    #[inline(always)]
    fn draw(&self, src: &mut Source) -> Result<T, Reject> {
        in_span(src, self.label, &self.function)
    }

    #[inline(always)]
    fn has_closures(&self) -> bool {
        true
    }
}

/// Draws by a closure, which may come back to where it was called from.
#[inline(always)]
fn in_span<T>(
    src: &mut Source,
    label: &'static str,
    draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
) -> Result<T, Reject> {
    if let Err(reject) = src.has_room() {
        return Err(reject);
    }
    src.open_opaque(label);
    match draw(src) {
        Ok(value) => {
            src.close();
            Ok(value)
        }
        Err(reject) => Err(reject),
    }
}

impl Source {
    /// Draws a value in plain code. Both `src.draw(0..10)` and `src.draw(&generator)` work. See [`from_fn`].
    ///
    /// # Panics
    /// If the draw is rejected outside of `from_fn` and of a property, where nothing can reject the whole.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let even = from_fn(|src| src.draw(0..50u32) * 2);
    /// assert_eq!(even.sample(3) % 2, 0);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn draw<G: Draw>(&mut self, generator: G) -> G::Value {
        match self.try_draw(generator) {
            Ok(value) => value,
            Err(_) => self.leave_plain_code(),
        }
    }

    /// A number from 0 to `max` in plain code, at random each equally likely: for what has no magnitude, such as a position.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let position = from_fn(|src| src.number(9));
    /// assert!(position.sample(3) <= 9);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn number(&mut self, max: u64) -> u64 {
        match self.try_number(max) {
            Ok(number) => number,
            Err(_) => self.leave_plain_code(),
        }
    }

    /// Rejects the case in plain code: what was drawn so far does not fit.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let even = from_fn(|src| {
    ///     let n = src.draw(0..100u8);
    ///     if n % 2 == 1 { src.reject() }
    ///     n
    /// });
    /// assert_eq!(even.sample(5) % 2, 0);
    /// ```
    #[track_caller]
    pub fn reject(&mut self) -> ! {
        throw(Reason::Condition { place: Place::here(), tries: 1 })
    }

    /// Runs plain code; what it rejects is a value from here on.
    #[inline(always)]
    #[doc(hidden)]
    pub fn in_plain_code<T>(&mut self, code: impl FnOnce(&mut Source) -> T) -> Result<T, Reject> {
        match catch(|| code(self)) {
            Ok(value) => Ok(value),
            Err(reason) => Err(self.reject_for(reason)),
        }
    }

    /// The way out of plain code after a rejected draw.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn leave_plain_code(&self) -> ! {
        throw(self.reason().cloned().unwrap_or(Reason::Overrun))
    }
}
