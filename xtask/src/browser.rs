//! The browser in which the page of the report is tested: installed where it is missing and the system is Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ROOT;
use crate::cargo::{output, target_directory};

/// The names under which it is found.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What to do where it cannot be installed from here.
const MISSING: &str = "there is no browser to test the page in: install chromium (Debian: `apt-get install chromium`)";

/// Finds the browser, or installs it: as root, where there is `apt-get`. Returns where it is, or what to install.
pub(crate) fn install() -> Result<String, String> {
    if let Some(browser) = find(&NAMES) {
        return Ok(browser.display().to_string());
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !is_root || find(&["apt-get"]).is_none() {
        return Err(MISSING.into());
    }
    for line in ["update", "install -y --no-install-recommends chromium"] {
        let mut command = Command::new("apt-get");
        command.args(line.split(' ')).env("DEBIAN_FRONTEND", "noninteractive");
        output(command).map_err(|why| format!("{why}\n{MISSING}"))?;
    }
    find(&NAMES).map(|browser| format!("installed {}", browser.display())).ok_or_else(|| MISSING.into())
}

/// What the tests in it are told: that they must not be skipped, and which program makes the pages, which is built with all tests. Others
/// do not look at it.
pub(crate) fn environment() -> [(&'static str, PathBuf); 2] {
    let program = format!("debug/cargo-astragal{}", std::env::consts::EXE_SUFFIX);
    [("REQUIRE_BROWSER", "1".into()), ("BROWSER_TESTS_PROGRAM", Path::new(ROOT).join(target_directory()).join(program))]
}

/// The first program of these names.
fn find(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
        .find(|file| file.is_file())
}
