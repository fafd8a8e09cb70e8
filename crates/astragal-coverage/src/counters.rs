//! The counters of the program: found when it starts, read and set to zero. All unsafe code is here.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Tables that the program announced before `main`: addresses of their begins and ends.
static COUNTERS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
static ADDRESSES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn announce(tables: &Mutex<Vec<(usize, usize)>>, table: (usize, usize)) {
    let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
    // Each part of a program announces the table that the linker made of all parts.
    if table.0 < table.1 && !tables.contains(&table) {
        tables.push(table);
    }
}

/// Called by code that LLVM writes, before `main`.
// SAFETY: the name is one that LLVM reserves for this purpose, with this signature; no other function of a Rust program has it.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *const u8, end: *const u8) {
    announce(&COUNTERS, (start as usize, end as usize));
}

/// As the one above, for the table of addresses.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(start: *const usize, end: *const usize) {
    announce(&ADDRESSES, (start as usize, end as usize));
}

/// The name of a function of this program and its address, by which its place in memory is compared with that in its file.
pub(crate) fn landmark() -> (&'static str, u64) {
    let function: extern "C" fn(*const usize, *const usize) = __sanitizer_cov_pcs_init;
    ("__sanitizer_cov_pcs_init", function as usize as u64)
}

fn tables_of(tables: &Mutex<Vec<(usize, usize)>>) -> Vec<(usize, usize)> {
    tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// All counters.
fn counters() -> &'static [&'static [AtomicU8]] {
    static ALL: OnceLock<Vec<&'static [AtomicU8]>> = OnceLock::new();
    ALL.get_or_init(|| {
        let table = |(start, end): (usize, usize)| {
            // SAFETY: LLVM passes the bounds of an array of bytes that is part of the program's memory for as long as it runs. Bytes
            // have no alignment and no invalid values, and `AtomicU8` has the layout of `u8`. The program increments them without
            // atomic instructions, as its other threads may do while they are read: a count may be lost, which is of no matter
            // where only zero and not zero are told apart.
            unsafe { std::slice::from_raw_parts(start as *const AtomicU8, end - start) }
        };
        tables_of(&COUNTERS).into_iter().map(table).collect()
    })
}

/// The addresses of the blocks, in the order of their counters.
pub(crate) fn addresses() -> Vec<u64> {
    let table = |(start, end): (usize, usize)| {
        // SAFETY: LLVM passes the bounds of an array of pairs of words (an address, and flags) that is part of the program's
        // read-only memory for as long as it runs.
        let words = unsafe { std::slice::from_raw_parts(start as *const usize, (end - start) / size_of::<usize>()) };
        words.iter().step_by(2).map(|&address| address as u64)
    };
    tables_of(&ADDRESSES).into_iter().flat_map(table).collect()
}

/// Whether this program was built with counters.
///
/// ```
/// assert!(!astragal_coverage::is_on()); // documentation examples are not
/// ```
pub fn is_on() -> bool {
    !counters().is_empty()
}

/// Sets all counters to zero.
///
/// ```
/// astragal_coverage::reset();
/// ```
pub fn reset() {
    counters().iter().copied().flatten().for_each(|counter| counter.store(0, Ordering::Relaxed));
}

/// The blocks that were entered since [`reset`], by their numbers, in order.
///
/// ```
/// assert!(astragal_coverage::hit().is_sorted());
/// ```
pub fn hit() -> Vec<u32> {
    let all = counters().iter().copied().flatten().enumerate();
    all.filter(|(_, counter)| counter.load(Ordering::Relaxed) != 0).map(|(number, _)| number as u32).collect()
}
