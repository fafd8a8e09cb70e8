//! The allocator of the binary: the system's, which counts allocations while it is asked to.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// Counting is switched off while time is measured, so that it costs the contenders that allocate
// no more than a predicted branch.
static ENABLED: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

impl Counting {
    fn note(&self) {
        if ENABLED.load(Relaxed) {
            ALLOCATIONS.fetch_add(1, Relaxed);
        }
    }
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.note();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.note();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        self.note();
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
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
