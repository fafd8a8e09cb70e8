//! What is shown: logs of the fixture's properties, written by the library itself, and pages and servers of `cargo astragal`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use astragal_report::{Log, Model, html};

/// The properties of the fixture, by their last names.
pub(crate) const FAILING: &str = "shown::simplifying_keeps_the_value";
pub(crate) const PASSING: &str = "shown::simplifying_adds_nothing";
pub(crate) const POOR: &str = "shown::sorting_keeps_the_length";
pub(crate) const HOSTILE: &str = "shown::text_is_text";
/// Its generator declares the parameters `longest`, from 1 to 60 and usually 12, and `zeros`.
pub(crate) const SLIDING: &str = "shown::zeros_add_nothing";

/// Those of the workspace whose lines are counted.
pub(crate) const COUNTED_FAILING: &str = "properties::sums_are_right";
pub(crate) const COUNTED_PASSING: &str = "properties::twice_is_even";

/// A folder of this name, which is empty. Each process has its own, because a runner of tests may start one for every test.
pub(crate) fn folder(name: &str) -> PathBuf {
    static OWN: OnceLock<PathBuf> = OnceLock::new();
    let own = OWN.get_or_init(|| {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-tests");
        remove_left_behind(&all);
        all.join(std::process::id().to_string())
    });
    let folder = own.join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Removes the folders of processes that have ended, where that can be seen.
fn remove_left_behind(all: &Path) {
    let processes = Path::new("/proc");
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        if processes.join("self").exists() && !processes.join(entry.file_name()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The package whose properties are shown.
pub(crate) fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixture")
}

/// A copy of that package, in which files may be written.
pub(crate) fn copied_fixture(name: &str) -> PathBuf {
    let copy = folder(name);
    for file in ["src/lib.rs", "tests/shown.rs", "Cargo.toml", "astragal.toml"] {
        let text = fs::read_to_string(fixture().join(file)).unwrap();
        let text = text.replace("../../crates/astragal", &root().join("crates/astragal").display().to_string());
        // Two packages of one name would be built to the same files.
        let text = text.replace("name = \"shown\"", &format!("name = \"{name}\""));
        let text = text.replace("[workspace]", "[workspace]\n\n[lib]\nname = \"shown\"");
        fs::create_dir_all(copy.join(file).parent().unwrap()).unwrap();
        fs::write(copy.join(file), text).unwrap();
    }
    copy
}

/// `cargo-astragal`: what `BROWSER_TESTS_PROGRAM` names, else what cargo builds from the sources as they are.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(program) = std::env::var_os("BROWSER_TESTS_PROGRAM") {
            return program.into();
        }
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "-p", "cargo-astragal", "--message-format=json-render-diagnostics"]).current_dir(root());
        let output = cargo.stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "cargo-astragal does not build");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut paths = text.lines().filter_map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(PathBuf::from)
        });
        paths.next_back().expect("cargo says where the program is")
    })
}

/// The program in a folder, without settings from outside.
fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    // The tests of `cargo-astragal` build the library there too, in the same way.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo-astragal-fixture");
    command.args(arguments).current_dir(directory).env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let starts = ["ASTRAGAL_", "CARGO_PKG", "CARGO_MANIFEST", "NEXTEST"];
        if starts.iter().any(|start| name.starts_with(start)) || ["CI", "RUST_BACKTRACE"].contains(&&*name) {
            command.env_remove(name);
        }
    }
    command
}

/// Runs the program to its end, which must have one of these codes.
#[track_caller]
fn run(directory: &Path, arguments: &[&str], codes: &[i32]) -> Output {
    let output = command(directory, arguments).output().unwrap();
    let said = || [&*output.stdout, &*output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{arguments:?}: {}", said());
    output
}

fn logged(name: &str, more: &[&str]) -> PathBuf {
    let log = folder(name);
    // Two of the properties fail: that is what they are for.
    run(&fixture(), &[&["test", "--log-cases", "all", "--log", log.to_str().unwrap()], more].concat(), &[1]);
    log
}

/// Runs one property of a package, which passes, and adds it to a log.
pub(crate) fn run_once(package: &Path, log: &Path, property: &str) {
    let name = property.rsplit("::").next().unwrap();
    run(package, &["test", "--log-cases", "all", "--log", log.to_str().unwrap(), name], &[0]);
}

/// The log of the fixture.
pub(crate) fn log() -> &'static Path {
    static LOG: OnceLock<PathBuf> = OnceLock::new();
    LOG.get_or_init(|| logged("log", &[]))
}

/// Another run of the fixture, with fewer cases, chosen by another strategy.
pub(crate) fn other_log() -> &'static Path {
    static LOG: OnceLock<PathBuf> = OnceLock::new();
    // It is the later one.
    log();
    LOG.get_or_init(|| logged("other-log", &["--seed", "3", "--cases", "600", "--strategy", "agata:linear"]))
}

/// The workspace whose lines are counted. The tests of `cargo-astragal` build it too, in the same place.
pub(crate) fn workspace_of_counted() -> PathBuf {
    root().join("crates/cargo-astragal/tests/counted")
}

/// The log of a run that counts lines.
pub(crate) fn counted_log() -> &'static Path {
    static LOG: OnceLock<PathBuf> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = folder("counted-log");
        // One of the properties fails.
        run(
            &workspace_of_counted(),
            &["test", "--coverage", "--log-cases", "all", "--log", log.to_str().unwrap()],
            &[1],
        );
        log
    })
}

/// The address of its page.
pub(crate) fn counted_report() -> String {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    address(FILE.get_or_init(|| {
        let file = folder("counted-report").join("report.html");
        let (log, out) = (counted_log().to_str().unwrap(), file.to_str().unwrap());
        run(&workspace_of_counted(), &["report", log, "--out", out], &[0]);
        file
    }))
}

/// A log of a test's own, with the same lines.
pub(crate) fn copied_log(name: &str) -> PathBuf {
    let folder = folder(name);
    for entry in fs::read_dir(log()).unwrap().flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    folder
}

/// The address of a file.
fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// The address of the page that `cargo astragal report` writes.
pub(crate) fn report() -> String {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    address(FILE.get_or_init(|| {
        let file = folder("report").join("report.html");
        run(&root(), &["report", log().to_str().unwrap(), "--out", file.to_str().unwrap()], &[0]);
        file
    }))
}

/// The address of a property on a page.
pub(crate) fn of_property(page: &str, property: &str) -> String {
    format!("{page}#/p/{property}")
}

/// The model of a log.
pub(crate) fn model(log: &Path) -> Model {
    Model::of(&Log::read(&[log.to_owned()]).unwrap())
}

/// Writes a page of a model.
pub(crate) fn written(name: &str, model: &Model) -> String {
    let file = folder(name).join("report.html");
    fs::write(&file, html(model)).unwrap();
    address(&file)
}

/// `cargo astragal serve`, which is stopped at the end.
pub(crate) struct Server {
    process: Child,
    /// With the token.
    pub(crate) address: String,
}

impl Server {
    /// Serves a log from the fixture's folder.
    pub(crate) fn start(log: &Path) -> Server {
        Server::start_in(&fixture(), log)
    }

    /// Serves a log from the folder of a package.
    pub(crate) fn start_in(package: &Path, log: &Path) -> Server {
        let mut command = command(package, &["serve", log.to_str().unwrap()]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("serving ").unwrap_or_else(|| panic!("{line}")).to_owned();
        Server { process, address }
    }

    /// The address without the token.
    pub(crate) fn origin(&self) -> String {
        self.address.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
    }

    /// The token.
    pub(crate) fn token(&self) -> &str {
        self.address.split('/').nth(3).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
