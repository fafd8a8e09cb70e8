//! A build script, which runs before all others.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TWO={}", shared::double(1));
}
