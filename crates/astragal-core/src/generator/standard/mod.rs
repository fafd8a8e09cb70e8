//! The types of the standard library that are neither numbers nor text nor collections.

mod net;
mod number;
mod range;
mod sum;
mod time;

pub use net::{Ipv4, Ipv6};
pub use number::Bool;
pub use range::{BoundOf, Ends, RangeOf};
pub use sum::{EitherOf, OptionOf, ResultOf, Sides, option_of, result_of};
pub use time::{Durations, DurationsBetween};
