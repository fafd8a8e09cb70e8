//! The lexer of a grammar, made when it is first needed. It is not a part of what the grammar is.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{Lexer, LexisError};
use crate::model::Grammar;

/// See the module.
#[derive(Default)]
pub(crate) struct Prepared(OnceLock<Result<Arc<Lexer>, LexisError>>);

impl Prepared {
    pub(crate) fn lexer(&self, grammar: &Grammar) -> Result<Arc<Lexer>, LexisError> {
        self.0.get_or_init(|| Lexer::new(grammar).map(Arc::new)).clone()
    }
}

/// A clone may be changed before its lexer is needed.
impl Clone for Prepared {
    fn clone(&self) -> Prepared {
        Prepared::default()
    }
}

impl PartialEq for Prepared {
    fn eq(&self, _: &Prepared) -> bool {
        true
    }
}

impl Eq for Prepared {}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "made" } else { "not made" })
    }
}
