//! Generated code keeps the lints of a strict crate.
#![deny(missing_docs, unused_qualifications, unreachable_pub, warnings, clippy::all, clippy::pedantic)]

use astragal::prelude::*;
use std::collections::BTreeMap;

/// Documented.
#[derive(Debug, PartialEq, Arbitrary)]
pub enum Public<T> {
    /// Documented.
    Leaf(#[arbitrary(with = any::<u8>())] u8),
    /// Documented.
    Node {
        /// Documented.
        children: Vec<Public<T>>,
        /// Documented.
        map: BTreeMap<u8, T>,
    },
    /// Old.
    #[deprecated]
    Old,
}

/// Documented.
#[derive(Debug, PartialEq, Arbitrary)]
pub struct Dependent {
    /// Documented.
    pub list: Vec<u8>,
    /// Documented.
    #[arbitrary(with = 0..=self.list.len())]
    pub at: usize,
    /// Documented.
    #[arbitrary(opaque = just(self.at))]
    pub same: usize,
}

/// Documented.
#[derive(Debug, PartialEq, Arbitrary)]
pub struct Plain {
    /// Documented.
    pub number: u8,
    /// Documented.
    #[arbitrary(default)]
    pub constant: u8,
    /// Documented.
    #[arbitrary(opaque = |src| src.draw(0..5u8) * 2)]
    pub even: u8,
}

#[test]
#[allow(deprecated)]
fn strict_lints_are_kept() {
    crate::support::check_ambiguous(Public::<u8>::Old);
    crate::support::check_forwards(Plain { number: 0, constant: 0, even: 0 });
}
