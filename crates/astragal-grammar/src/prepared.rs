//! What is made of a grammar when it is first needed, and kept with it. It is not a part of what the grammar is.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// See the module. There is room for one value.
#[derive(Default)]
pub(crate) struct Prepared(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Prepared {
    /// What was made, or is made now.
    pub(crate) fn get<T: Any + Send + Sync + Clone>(&self, make: impl Fn() -> T) -> T {
        let kept = self.0.get_or_init(|| Arc::new(make()));
        kept.downcast_ref::<T>().cloned().unwrap_or_else(make)
    }
}

/// A clone may be changed before anything is needed.
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
