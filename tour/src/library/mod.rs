//! The library under test: small modules with bugs that were put there on purpose.

pub mod access;
pub mod account;
pub mod calendar;
pub mod formula;
pub mod locks;
pub mod orders;
pub mod query;
pub mod run_length;
pub mod search_tree;
pub mod simplifier;
