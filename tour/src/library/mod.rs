//! The library under test: three small modules, each with one bug that was put there on purpose.

pub mod run_length;
pub mod search_tree;
pub mod simplifier;
