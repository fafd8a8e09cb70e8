//! The libraries whose builds are measured: how each is depended on and tested with.

use crate::cargo::workspace;
use crate::report::OURS;

/// A library and the property test that a crate writes with it.
pub(super) struct Subject {
    pub(super) source: &'static str,
    /// The name of the library and the start of the names of its own other crates.
    pub(super) family: &'static str,
    /// The line of the manifest that depends on the library.
    pub(super) dependency: String,
    /// The test file: reversing a `Vec<u32>` twice is the identity.
    pub(super) test: &'static str,
}

/// Ours with its default features; with all; with the macros alone; and without any: each under the name of its metric.
pub(super) fn ours() -> [(&'static str, Subject); 4] {
    let (property, check) =
        (include_str!("templates/astragal_property.rs"), include_str!("templates/astragal_check.rs"));
    let subject = |features: &str, test| {
        let path = workspace().join("crates/astragal");
        let dependency = format!("astragal = {{ path = {path:?}{features} }}");
        Subject { source: OURS, family: "astragal", dependency, test }
    };
    [
        ("build", subject("", property)),
        ("build_full", subject(", features = [\"full\"]", property)),
        ("build_macros", subject(", default-features = false, features = [\"derive\"]", property)),
        ("build_core", subject(", default-features = false", check)),
    ]
}

/// The peers, in the versions and with the features that this crate depends on.
pub(super) fn peers() -> [Subject; 6] {
    [
        peer("proptest", "proptest", include_str!("templates/proptest.rs")),
        peer("quickcheck", "quickcheck", include_str!("templates/quickcheck.rs")),
        peer("hegel", "hegeltest", include_str!("templates/hegel.rs")),
        peer("chaos_theory", "chaos_theory", include_str!("templates/chaos_theory.rs")),
        peer("bolero", "bolero", include_str!("templates/bolero.rs")),
        peer("arbitrary", "arbitrary", include_str!("templates/arbitrary.rs")),
    ]
}

fn peer(source: &'static str, family: &'static str, test: &'static str) -> Subject {
    let manifest = include_str!("../../Cargo.toml");
    let start = format!("{family} = ");
    let dependency = manifest.lines().find(|line| line.starts_with(&start));
    let dependency = dependency.expect("a dependency of this crate").to_owned();
    Subject { source, family, dependency, test }
}
