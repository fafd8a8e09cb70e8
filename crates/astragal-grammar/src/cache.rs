//! What is made of a grammar when it is first needed, and kept with it. It is not a part of what the grammar is.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// One thing, made once.
#[derive(Default)]
pub(crate) struct Cache(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Cache {
    /// The thing, which is made if it is not there. All who ask for it ask for the same type.
    pub(crate) fn get<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let kept: Arc<dyn Any + Send + Sync> = Arc::clone(self.0.get_or_init(|| Arc::new(make())));
        kept.downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

/// A clone may be changed before the thing is needed.
impl Clone for Cache {
    fn clone(&self) -> Cache {
        Cache::default()
    }
}

impl PartialEq for Cache {
    fn eq(&self, _: &Cache) -> bool {
        true
    }
}

impl Eq for Cache {}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "made" } else { "not made" })
    }
}
