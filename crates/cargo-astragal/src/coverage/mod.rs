//! Builds that count which lines are run: what cargo is told, and what has to be there for it.
//!
//! Only the members of the workspace count. Cargo calls this very program for each of them, which adds the flags and calls
//! the compiler: see [`wrapper`]. What such a build leaves has a folder of its own, so that the usual build stays as it is.

pub(crate) mod wrapper;

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use astragal_coverage::FLAGS;

use crate::cargo::Project;
use crate::exit::{Code, Stop};

/// A build that counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counting {
    /// The platform it is for. It is always named, so that cargo tells build scripts and procedural macros apart, which do not count.
    platform: String,
    /// Where it is built.
    pub(crate) target: PathBuf,
    /// This program.
    wrapper: PathBuf,
}

impl Counting {
    /// Checks that the compiler can count.
    pub(crate) fn prepare(project: &Project) -> Result<Counting, Stop> {
        if std::env::var_os("RUSTC_WORKSPACE_WRAPPER").is_some_and(|wrapper| !wrapper.is_empty()) {
            return Err(Stop::usage("`--coverage` needs `RUSTC_WORKSPACE_WRAPPER`, which is set to something else")
                .hint("unset it for this run"));
        }
        let platform = match std::env::var("CARGO_BUILD_TARGET") {
            Ok(platform) if !platform.is_empty() => platform,
            _ => host()?,
        };
        let wrapper = std::env::current_exe()
            .map_err(|error| Stop::system(format!("this program does not know where it is: {error}")))?;
        // Another version may count in another way, and cargo would not see that.
        let folder = concat!("coverage-", env!("CARGO_PKG_VERSION"));
        let target = project.target.join("astragal").join(folder);
        can_count(&platform)?;
        Ok(Counting { platform, target, wrapper })
    }

    /// Adds what cargo has to be told.
    pub(crate) fn add_to(&self, command: &mut Command) {
        command.arg("--target").arg(&self.platform).arg("--target-dir").arg(&self.target);
        // Not as variables: tests would inherit them. A string of JSON is one of TOML.
        let wrapper = serde_json::json!(self.wrapper.display().to_string());
        let wrapper = format!("build.rustc-workspace-wrapper={wrapper}");
        command.args(["--config", &wrapper]);
        // Code that is only made when all crates are linked could not be told apart.
        command.args(["--config", "profile.dev.lto='off'", "--config", "profile.release.lto='off'"]);
        // A compiler cache would not know what the wrapper is.
        command.env("RUSTC_WRAPPER", "");
    }

    /// Whether a message of cargo says that the program has what reads the counters.
    pub(crate) fn is_reader(message: &str) -> bool {
        if !message.contains("astragal") {
            return false;
        }
        let message: serde_json::Value = serde_json::from_str(message).unwrap_or_default();
        let name = message["target"]["name"].as_str().unwrap_or_default();
        message["reason"] == "compiler-artifact" && name.replace('-', "_") == "astragal_coverage"
    }

    /// Nothing reads the counters.
    pub(crate) fn no_reader() -> Stop {
        Stop::new(
            Code::Build,
            "`--coverage` needs the feature `coverage` of astragal, which these packages do not enable",
        )
        .hint(
            "write it in Cargo.toml: astragal = { version = \"..\", features = [\"coverage\"] }\n\
                 or for this run alone: --features astragal/coverage",
        )
    }
}

/// The compiler that cargo uses.
fn compiler() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc")))
}

/// The platform of this machine.
fn host() -> Result<String, Stop> {
    let output = compiler().arg("-vV").stdin(Stdio::null()).output();
    let output = output.map_err(|error| Stop::system(format!("the compiler cannot be started: {error}")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(ToString::to_string).ok_or_else(|| Stop::system("the compiler does not say which platform it is for"))
}

/// Has the compiler compile nothing, with the flags.
fn can_count(platform: &str) -> Result<(), Stop> {
    let mut command = compiler();
    command.args(FLAGS.split_whitespace()).args(["--crate-type=lib", "--emit=obj=-", "--target", platform, "-"]);
    let why = |error: std::io::Error| Stop::system(format!("the compiler cannot be started: {error}"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(why)?;
    // Its end is the end of the source. A compiler that does not read it says why.
    child.stdin.take().into_iter().for_each(|mut source| _ = source.write_all(b"#![no_std]\n"));
    let output = child.wait_with_output().map_err(why)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or_default();
    Err(Stop::new(Code::Build, format!("this compiler cannot count lines for {platform}: {}", first.trim()))
        .hint("counting needs a compiler with LLVM's pass `sancov-module` and the target's standard library"))
}

/// Whether cargo calls this program in place of the compiler: it names the compiler first.
pub(crate) fn is_compiler(first: &OsStr) -> bool {
    let is_named = std::env::var_os("RUSTC").is_some_and(|compiler| compiler == first);
    is_named || Path::new(first).file_stem().is_some_and(|name| name == "rustc")
}
