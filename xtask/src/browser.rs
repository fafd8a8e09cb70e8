//! The browser in which the page of the report is tested: installed where it is missing and the system is Debian's.

use std::path::{Path, PathBuf};

use crate::ROOT;
use crate::cargo::target_directory;
use crate::packages;

/// The names under which it is found.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What to do where it cannot be installed from here.
const MISSING: &str = "there is no browser to test the page in: install chromium (Debian: `apt-get install chromium`)";

/// Finds the browser, or installs it. Returns where it is, or what to install.
pub(crate) fn install() -> Result<String, String> {
    if let Some(browser) = packages::find(&NAMES) {
        return Ok(browser.display().to_string());
    }
    packages::install("chromium", MISSING)?;
    packages::find(&NAMES).map(|browser| format!("installed {}", browser.display())).ok_or_else(|| MISSING.into())
}

/// What the tests in it are told: that they must not be skipped, and which program makes the pages, which is built with all tests. Others
/// do not look at it.
pub(crate) fn environment() -> [(&'static str, PathBuf); 2] {
    let program = format!("debug/cargo-astragal{}", std::env::consts::EXE_SUFFIX);
    [("REQUIRE_BROWSER", "1".into()), ("BROWSER_TESTS_PROGRAM", Path::new(ROOT).join(target_directory()).join(program))]
}
