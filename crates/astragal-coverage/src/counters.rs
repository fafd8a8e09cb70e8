//! The counters of the program: found when it starts, read and set to zero. All unsafe code is here.
//!
//! A counter is a byte that is set when its block is entered, and stays so. One that went on counting would come back to zero after
//! 256 times, as if the block had not been entered.

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
extern "C" fn __sanitizer_cov_bool_flag_init(start: *const u8, end: *const u8) {
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

/// A table of counters. A test may run in a build without optimization, so they are read and set by the block.
#[derive(Clone, Copy)]
struct Counters {
    start: usize,
    end: usize,
}

/// How many counters are read at once.
const BLOCK: usize = 64;

impl Counters {
    fn set_to_zero(self) {
        // SAFETY: LLVM passes the bounds of an array of bytes that is part of the program's writable memory for as long as it
        // runs; zero is a byte. Other threads of the program may set them meanwhile, without atomic instructions, as it is with every runtime
        // of these counters: then either comes last, as if they had run before or after.
        unsafe { std::ptr::write_bytes(self.start as *mut u8, 0, self.end - self.start) };
    }

    /// Counters from a place on, and how many of them there are.
    fn block(self, from: usize) -> ([u8; BLOCK], usize) {
        let mut block = [0; BLOCK];
        let count = BLOCK.min(self.end - self.start - from);
        // SAFETY: as above, for `count` bytes that are within the table; the block is memory of ours with room for them.
        unsafe { std::ptr::copy_nonoverlapping((self.start + from) as *const u8, block.as_mut_ptr(), count) };
        (block, count)
    }

    /// Adds the numbers of the counters that are not zero, if the first one has this number.
    fn add_hit(self, first: usize, hit: &mut Vec<u32>) {
        let mut from = 0;
        while from < self.end - self.start {
            let (block, count) = self.block(from);
            if block != [0; BLOCK] {
                let counted = block.iter().enumerate().filter(|(_, counter)| **counter != 0);
                hit.extend(counted.map(|(at, _)| (first + from + at) as u32));
            }
            from += count;
        }
    }
}

/// All counters.
fn counters() -> &'static [Counters] {
    static ALL: OnceLock<Vec<Counters>> = OnceLock::new();
    ALL.get_or_init(|| tables_of(&COUNTERS).into_iter().map(|(start, end)| Counters { start, end }).collect())
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
    counters().iter().for_each(|table| table.set_to_zero());
}

/// The blocks that were entered since [`reset`], by their numbers, in order.
///
/// ```
/// assert!(astragal_coverage::hit().is_sorted());
/// ```
pub fn hit() -> Vec<u32> {
    let mut hit = Vec::new();
    let mut first = 0;
    for table in counters() {
        table.add_hit(first, &mut hit);
        first += table.end - table.start;
    }
    hit
}
