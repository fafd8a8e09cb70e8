//! Locks on a table of a database: in which modes it can be locked, and which of them exclude each other.
//!
//! **Planted bug:** who reads all of a table and then writes some of it keeps a lock that lets others read all of it.

use Mode::{ReadAll, ReadAllWriteSome, ReadSome, WriteAll, WriteSome};
use astragal::prelude::*;

/// What a lock on a table allows its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Mode {
    /// To read some of its rows.
    ReadSome,
    /// To read and write some of its rows.
    WriteSome,
    /// To read all of them.
    ReadAll,
    /// To read all and to write some of them.
    ReadAllWriteSome,
    /// To write all of them.
    WriteAll,
}

/// Whether two holders are in each other's way. (Who locks some of the rows locks these rows as well.)
pub fn conflict(one: Mode, other: Mode) -> bool {
    match (one, other) {
        (WriteAll, _) | (_, WriteAll) => true,
        (ReadSome, _) | (_, ReadSome) => false,
        (WriteSome, WriteSome) | (ReadAll, ReadAll) => false,
        _ => true,
    }
}

/// The weakest mode that allows what either of two allows.
pub fn both(one: Mode, other: Mode) -> Mode {
    match (one, other) {
        (WriteAll, _) | (_, WriteAll) => WriteAll,
        (ReadAllWriteSome, _) | (_, ReadAllWriteSome) => ReadAllWriteSome,
        (ReadAll, _) | (_, ReadAll) => ReadAll,
        (WriteSome, _) | (_, WriteSome) => WriteSome,
        (ReadSome, ReadSome) => ReadSome,
    }
}
