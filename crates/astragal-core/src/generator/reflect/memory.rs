//! Memory of a generator on a value, by the key of the one and the address of the other.
//!
//! An address says which value it is only while that lives. What was there when reflection began lives until it ends; what
//! was made on the way lives in a *scope*, and what was learned in a scope is forgotten with it.

use std::collections::HashMap;

use super::forest::NodeId;
use super::{Key, Mismatch};

/// What is known of a generator on a value.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// All ways to make it are those of a node, which may not be complete yet: then the value is a part of itself.
    Ways(NodeId),
    /// It does not fit.
    No(Mismatch),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Memory {
    scopes: Vec<HashMap<(Key, usize), Known>>,
    len: usize,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { scopes: vec![HashMap::new()], len: 0 }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// An outer scope's values live as long as this one's, so all scopes are asked.
    pub(super) fn get(&self, generator: Key, address: usize) -> Option<&Known> {
        self.scopes.iter().rev().find_map(|scope| scope.get(&(generator, address)))
    }

    pub(super) fn insert(&mut self, generator: Key, address: usize, known: Known) {
        if let Some(scope) = self.scopes.last_mut() {
            self.len += usize::from(scope.insert((generator, address), known).is_none());
        }
    }

    /// A scope begins. It must be ended, also on the way out with a mismatch.
    pub(super) fn begin(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// The innermost scope ends.
    pub(super) fn end(&mut self) {
        if self.scopes.len() > 1 {
            self.len -= self.scopes.pop().map_or(0, |scope| scope.len());
        }
    }
}
