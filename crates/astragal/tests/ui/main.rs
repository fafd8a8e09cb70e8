//! Mistakes, and what the compiler says about them.
//!
//! The answers on file are those of one compiler; others word them differently, so there the comparison is left out.

use std::process::Command;

/// The compiler whose words are on file. With another one: `TRYBUILD=overwrite cargo test --test ui`, read them, and
/// change this line.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn mistakes_are_explained() {
    let version = Command::new("rustc").arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(COMPILER) && std::env::var_os("TRYBUILD").is_none() {
        eprintln!("skipped: the answers on file are those of {COMPILER}x, this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/generators/*.rs");
    #[cfg(feature = "spaces")]
    cases.compile_fail("tests/ui/listing/*.rs");
    cases.compile_fail("tests/ui/property/*.rs");
    cases.compile_fail("tests/ui/written/*.rs");
}
