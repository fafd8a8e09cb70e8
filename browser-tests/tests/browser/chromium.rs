//! The browser: found, started with a profile of its own, and ended with the test.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long anything may take before the test fails: far longer than it ever does.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);
/// How long to wait between two looks.
pub(crate) const PACE: Duration = Duration::from_millis(10);

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const FLAGS: [&str; 14] = [
    "--headless",
    "--remote-debugging-port=0",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
    // A page that is not seen runs as if it were.
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    // Any name leads to this machine: as another site would do it, to get at what is served here.
    "--host-resolver-rules=MAP * 127.0.0.1",
];

/// A running browser.
pub(crate) struct Chromium {
    process: Child,
    profile: PathBuf,
    pub(crate) port: u16,
    /// Where it takes commands.
    pub(crate) path: String,
}

/// The program, if there is one. Without one a test is skipped, which is said aloud; if `REQUIRE_BROWSER` is set, it fails.
fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let programs = std::env::split_paths(&folders).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    let found = programs.into_iter().find(|program| program.is_file());
    if found.is_none() {
        let words =
            format!("there is no browser: one of {} is needed (Debian: apt-get install chromium)", NAMES.join(", "));
        assert!(std::env::var_os("REQUIRE_BROWSER").is_none(), "{words}");
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        // Not `eprintln`, which the harness keeps to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {words}");
    }
    found
}

impl Chromium {
    /// Starts it; nothing where there is none.
    pub(crate) fn start() -> Option<Chromium> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let program = program()?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("astragal-browser-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&profile);
        fs::create_dir_all(&profile).unwrap();
        let said = File::create(profile.join("said.txt")).unwrap();
        let mut command = Command::new(program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said).spawn().unwrap();
        let mut browser = Chromium { process, profile, port: 0, path: String::new() };
        let began = Instant::now();
        while !browser.is_ready() {
            let ended = browser.process.try_wait().unwrap();
            let said = || fs::read_to_string(browser.profile.join("said.txt")).unwrap_or_default();
            assert!(ended.is_none() && began.elapsed() < PATIENCE, "the browser does not start: {ended:?}\n{}", said());
            std::thread::sleep(PACE);
        }
        Some(browser)
    }

    /// Reads where it listens, which it writes in two lines when it does.
    fn is_ready(&mut self) -> bool {
        let text = fs::read_to_string(self.profile.join("DevToolsActivePort")).unwrap_or_default();
        let Some((port, path)) = text.split_once('\n') else { return false };
        (self.port, self.path) = (port.parse().unwrap_or(0), path.trim().to_owned());
        self.port != 0 && !self.path.is_empty()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        remove(&self.profile);
    }
}

/// Removes a folder in which processes that end just now may still write.
fn remove(folder: &Path) {
    for _ in 0..100 {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::sleep(PACE),
            _ => return,
        }
    }
}
