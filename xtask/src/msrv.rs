//! The oldest compiler that the library supports: `rust-version` in Cargo.toml. Clippy checks what is used of the standard
//! library; here are the dependencies, and a build where rustup has that compiler.

use std::process::Command;

use crate::ROOT;
use crate::cargo::{cargo, output};

/// The version in the manifest of the workspace.
const MANIFEST: &str = include_str!("../../Cargo.toml");

fn oldest() -> &'static str {
    between(MANIFEST, "rust-version = \"", "\"").expect("Cargo.toml has a rust-version")
}

/// Builds everything but the experiments, whose peers need newer compilers.
pub(crate) fn build() -> Result<String, String> {
    let oldest = oldest();
    let list = Command::new("rustup").args(["toolchain", "list"]).output();
    let installed = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let Some(toolchain) = installed.split_whitespace().find(|name| name.starts_with(oldest)) else {
        return Ok(format!("skipped: toolchain {oldest} is not installed"));
    };
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo", "check", "--workspace", "--exclude", "experiments", "--all-targets"]);
    command.args(["--target-dir", "target/oldest"]).current_dir(ROOT).env_remove("CARGO").env_remove("RUSTC");
    output(command).map(|_| format!("with {toolchain}"))
}

/// Compares what the dependencies say of themselves.
pub(crate) fn dependencies() -> Result<String, String> {
    let call = |line: &str| {
        let mut command = cargo();
        command.args(line.split_whitespace());
        output(command)
    };
    let tree = call("tree -p astragal -e normal,build --prefix none --format {p}")?;
    let host = call("-vV")?;
    let host = between(&host, "host: ", "\n").unwrap_or_default();
    let metadata = call(&format!("metadata --format-version 1 --filter-platform {host}"))?;
    let mut used: Vec<String> = tree.lines().filter_map(package).collect();
    used.sort();
    used.dedup();
    let newer = used.iter().filter(|id| needs(&metadata, id).is_some_and(|needed| is_newer(needed, oldest())));
    let newer: Vec<&str> = newer.map(String::as_str).collect();
    if !newer.is_empty() {
        return Err(format!("these need a newer compiler than {}: {}", oldest(), newer.join(", ")));
    }
    Ok(format!("{} packages support {}", used.len(), oldest()))
}

/// `name v1.2.3 ..` as the end of a package's identity: `#name@1.2.3`.
fn package(line: &str) -> Option<String> {
    let (name, rest) = line.split_once(" v")?;
    Some(format!("#{name}@{}", rest.split(' ').next()?))
}

/// The compiler that a package asks for. After its identity, its own field is the first of this name.
fn needs<'a>(metadata: &'a str, id: &str) -> Option<&'a str> {
    let (_, rest) = metadata.split_once(&format!("{id}\",\"license\""))?;
    let (_, version) = rest.split_once("\"rust_version\":")?;
    version.strip_prefix('"')?.split('"').next()
}

fn is_newer(version: &str, than: &str) -> bool {
    let numbers = |text: &str| text.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    numbers(version) > numbers(than) && !version.starts_with(&format!("{than}."))
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split(end).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(is_newer("1.86", "1.85"));
        assert!(is_newer("1.100.1", "1.85"));
        assert!(!is_newer("1.85.0", "1.85"));
        assert!(!is_newer("1.9", "1.85"));
    }

    #[test]
    fn the_field_of_a_package_is_found() {
        let metadata = r##"{"id":"r#a@1.0","license":"MIT","rust_version":null},{"id":"r#b@2.0","license":null,"rust_version":"1.63"}"##;
        assert_eq!(needs(metadata, "#a@1.0"), None);
        assert_eq!(needs(metadata, "#b@2.0"), Some("1.63"));
        assert_eq!(package("b v2.0 (/path)").as_deref(), Some("#b@2.0"));
    }
}
