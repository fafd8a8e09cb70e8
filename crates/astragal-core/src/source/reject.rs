//! How a draw ends without a value: a rejection is a value, and its reason stays with the source.
//!
//! A usage error points at the code that caused it: a generator that a function made remembers its caller ([`Place`]), and what has no
//! place of its own, such as a range, points to where it was drawn from (`Source::draw`, `Case::draw`, the field of a derive).

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::panic::Location;

/// A draw that gave no value. Pass it on with `?`; why it happened is kept in the [`Source`](crate::Source).
///
/// It is empty, so that `Result<u64, Reject>` travels in registers. Make one with
/// [`Source::reject`](crate::Source::reject).
#[derive(Clone, Copy, PartialEq, Eq)]
#[must_use = "a rejection is returned to the caller that asked for the value"]
pub struct Reject(pub(crate) ());

impl fmt::Debug for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SHOWN.set(true);
        f.write_str(REJECTED)
    }
}

thread_local! {
    /// Whether the text of a rejection was asked for on this thread.
    pub(super) static SHOWN: Cell<bool> = const { Cell::new(false) };
}

/// The text of a rejection.
pub const REJECTED: &str = "Reject (why: see Source::reason)";

/// Why a draw gave no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A condition did not hold: a filter, or [`Source::reject`](crate::Source::reject).
    Condition {
        /// Where the condition is.
        place: Place,
        /// How often it was tried for this value.
        tries: u32,
    },
    /// More choices were asked for than one test case may make.
    Overrun,
    /// The generator is misconfigured: an empty range, a type all of whose values are infinite.
    Usage {
        /// Where the mistake is.
        place: Option<Place>,
        /// What to do about it.
        message: Cow<'static, str>,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Condition { place, tries } => {
                write!(f, "the condition at {place} did not hold in {tries} tries")
            }
            Reason::Overrun => f.write_str("the value needs more choices than one test case may make"),
            Reason::Usage { place: Some(place), message } => write!(f, "{message} (at {place})"),
            Reason::Usage { place: None, message } => f.write_str(message),
        }
    }
}

/// A place in the source code of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(&'static Location<'static>);

impl Place {
    /// The place of the caller.
    #[track_caller]
    #[inline(always)]
    pub fn here() -> Place {
        Place(Location::caller())
    }

    /// The file, as the compiler names it.
    pub fn file(&self) -> &'static str {
        self.0.file()
    }

    /// The line, from 1.
    pub fn line(&self) -> u32 {
        self.0.line()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, f)
    }
}

/// A generator gave no value however often it was asked, or cannot give one.
///
/// ```
/// use astragal::prelude::*;
///
/// let odd_and_even = any::<u8>().filter(|n| n % 2 == 0 && n % 2 == 1);
/// let gave_up = odd_and_even.try_sample(1).unwrap_err();
/// assert!(gave_up.to_string().contains(file!()), "it says where the filter is written");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    pub(crate) reason: Reason,
    pub(crate) cases: u32,
}

impl GaveUp {
    /// The reason of the last rejection.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// How many cases were tried.
    pub fn cases(&self) -> u32 {
        self.cases
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.reason, self.cases) {
            (Reason::Usage { .. }, _) => write!(f, "usage error: {}", self.reason),
            (reason, 1) => write!(f, "no value: {reason}"),
            (Reason::Condition { place, tries }, cases) => {
                let draws = u64::from(*tries) * u64::from(cases);
                write!(f, "no value in {cases} cases: the condition at {place} rejected {draws} of {draws} draws")
            }
            (reason, cases) => write!(f, "no value in {cases} cases: {reason}"),
        }
    }
}

impl std::error::Error for GaveUp {}
