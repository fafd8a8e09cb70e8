//! The allocator of the binary: the system's, which counts allocations and bytes while it is asked to.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

// Only where it is optimized: in a debug build it would be slow code in each allocation, which no program of a user has, and
// what is measured there is time alone.
#[cfg(not(debug_assertions))]
#[global_allocator]
static ALLOCATOR: Counting = Counting;

// Counting is switched off while time is measured, so that it costs the contenders that allocate
// no more than a predicted branch.
static ENABLED: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
// More than there were when counting began; fewer, if what was there before is freed.
static BYTES: AtomicI64 = AtomicI64::new(0);
static MOST_BYTES: AtomicI64 = AtomicI64::new(0);

#[cfg_attr(debug_assertions, allow(dead_code))]
struct Counting;

#[cfg_attr(debug_assertions, allow(dead_code))]
impl Counting {
    fn note(&self, size: usize) {
        if ENABLED.load(Relaxed) {
            count(size);
        }
    }

    fn note_freed(&self, size: usize) {
        if ENABLED.load(Relaxed) {
            BYTES.fetch_sub(size as i64, Relaxed);
        }
    }
}

/// Apart, or it is inlined with the allocator into the very functions that are measured.
#[cold]
#[inline(never)]
fn count(size: usize) {
    ALLOCATIONS.fetch_add(1, Relaxed);
    let bytes = BYTES.fetch_add(size as i64, Relaxed) + size as i64;
    MOST_BYTES.fetch_max(bytes, Relaxed);
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.note(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        self.note_freed(layout.size());
        self.note(new_size);
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.note_freed(layout.size());
        unsafe { System.dealloc(block, layout) }
    }
}

/// Runs `action` and returns, with its result, how often it allocated or reallocated memory.
pub(crate) fn counting<T>(action: impl FnOnce() -> T) -> (T, u64) {
    let before = ALLOCATIONS.load(Relaxed);
    ENABLED.store(true, Relaxed);
    let result = action();
    ENABLED.store(false, Relaxed);
    (result, ALLOCATIONS.load(Relaxed) - before)
}

/// Runs `action` and returns, with its result, how many bytes it held at once, at most.
pub(crate) fn peak<T>(action: impl FnOnce() -> T) -> (T, u64) {
    BYTES.store(0, Relaxed);
    MOST_BYTES.store(0, Relaxed);
    let (result, _) = counting(action);
    (result, MOST_BYTES.load(Relaxed) as u64)
}
