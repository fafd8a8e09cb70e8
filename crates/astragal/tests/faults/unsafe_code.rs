//! Unsafe code is where it is said to be, and nowhere else: the compiler sees to it.

use std::path::Path;

/// `astragal-exit` has the one unsafe line of the library, and `astragal-coverage` reads counters, if a user asks for that; the experiments
/// count what is allocated, which no user runs.
const ALLOWED: [&str; 3] = ["astragal-exit", "astragal-coverage", "experiments"];

#[test]
fn every_other_crate_forbids_unsafe_code() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = |folder: &Path| folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut checked = 0;
    for crate_ in entries(&crates).into_iter().chain(entries(&crates.join(".."))) {
        let name = crate_.file_name().unwrap().to_string_lossy().into_owned();
        if !crate_.join("Cargo.toml").is_file() || ALLOWED.contains(&name.as_str()) {
            continue;
        }
        for root in ["src/lib.rs", "src/main.rs"].map(|root| crate_.join(root)).iter().filter(|root| root.is_file()) {
            let text = std::fs::read_to_string(root).unwrap();
            assert!(text.contains("\n#![forbid(unsafe_code)]\n"), "{} does not forbid unsafe code", root.display());
            checked += 1;
        }
    }
    assert!(checked >= 6, "the crates are not where they were");
}
