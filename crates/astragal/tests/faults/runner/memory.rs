//! Memory: the runner holds the best case and not all of them, and a case that takes too much is a failure.

use astragal::prelude::*;

use super::subject::Home;

/// The memory that this process has resident, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[cfg(target_os = "linux")]
#[property(seed = 1, cases = 1_000_000, time = "none")]
#[ignore = "it is slow, and needs a process of its own"]
fn a_million_cases(list: Vec<u8>) {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CASES: AtomicU64 = AtomicU64::new(0);
    static BEFORE: AtomicU64 = AtomicU64::new(0);
    collect!("length", list.len());
    match CASES.fetch_add(1, Ordering::Relaxed) {
        100_000 => BEFORE.store(resident(), Ordering::Relaxed),
        999_999 => {
            let (before, after) = (BEFORE.load(Ordering::Relaxed), resident());
            eprintln!("resident: {before} and then {after}");
            assert!(after <= before + before / 20, "it grew from {before} to {after}");
        }
        _ => {}
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_million_cases_take_no_more_memory_than_some() {
    let ran = Home::new().run("memory::a_million_cases");
    assert!(ran.status.success(), "{}", ran.text);
    ran.said(&["resident: "]);
}

#[property(seed = 1, isolated, memory = "512M")]
#[ignore = "it fails"]
fn takes_too_much(#[from(0..=1_000u64)] megabytes: u64) {
    let bytes = vec![1u8; (megabytes << 20) as usize];
    assert_eq!(bytes.len() as u64, megabytes << 20);
}

#[test]
fn too_much_memory_is_a_failure_of_its_own() {
    let ran = Home::new().run("memory::takes_too_much");
    ran.failed_saying(&["ran out of memory (the limit is 536870912 bytes)", "megabytes = "]);
}
