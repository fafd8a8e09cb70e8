//! Measures how much memory a piece of code holds at most, on its own thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, which counts for each thread, so that tests that run at the same time do not mix.
pub(crate) struct Counting;

fn count(bytes: isize) {
    HELD.set(HELD.get() + bytes);
    PEAK.set(PEAK.get().max(HELD.get()));
}

// SAFETY: every call is passed on unchanged; the counters are plain cells that need no memory of their own. `realloc`
// is left to its default, which allocates before it frees, so that its peak is counted at its worst.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What the code gives, and how many bytes it held at most beyond what was held before.
pub(crate) fn peak_of<T>(code: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let made = code();
    (made, (PEAK.get() - before) as usize)
}

#[test]
fn the_peak_is_measured() {
    let (len, peak) = peak_of(|| std::hint::black_box(vec![1u8; 5_000]).len());
    assert!(peak >= len, "{peak}");
    assert!(peak_of(|| 1 + 1).1 < 100);
}
