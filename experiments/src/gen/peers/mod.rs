//! The other libraries, each through its ordinary public way to make values.

mod arbitrary;
mod bolero;
mod chaos_theory;
mod hegel;
mod proptest;
mod quickcheck;

use super::contender::Contender;
use super::shapes::Row;

/// Every peer's contender in `row`.
pub(super) fn contenders(row: Row) -> [Contender; 6] {
    [
        proptest::contender(row),
        quickcheck::contender(row),
        hegel::contender(row),
        chaos_theory::contender(row),
        bolero::contender(row),
        arbitrary::contender(row),
    ]
}
