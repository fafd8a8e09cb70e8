//! Names that are known only when the program runs, as names of spans and branches, which are static: each text is kept once.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most characters of a name.
const LONGEST: usize = 120;

/// A static text of a text; of a long one, its beginning.
pub(super) fn intern(text: &str) -> &'static str {
    static POOL: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let cut;
    let text = match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => {
            cut = format!("{}..", &text[..end]);
            &cut
        }
    };
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = pool.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.into());
    pool.insert(kept);
    kept
}
