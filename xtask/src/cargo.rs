//! Calls of cargo: what they print, and which programs they build.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ROOT;

/// A program that cargo has built, and where it runs.
#[derive(Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) name: String,
    file: PathBuf,
    package: PathBuf,
    is_test: bool,
}

/// Whether nothing is built again after an edit.
static BUILDS_ONCE: AtomicBool = AtomicBool::new(false);

/// A build that happens once needs no notes for the next one, and without tables for a debugger it takes three quarters of the
/// time. A panic names its line without them.
const ONCE: [(&str, &str); 2] = [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "false")];

/// From now on everything is built once, unless the environment says otherwise.
pub(crate) fn build_once() {
    BUILDS_ONCE.store(true, Ordering::Relaxed);
}

/// Prepares a call of cargo in the directory of the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(ROOT);
    clean(&mut command);
    if BUILDS_ONCE.load(Ordering::Relaxed) {
        command.envs(ONCE.iter().filter(|(name, _)| std::env::var_os(name).is_none()).copied());
    }
    command
}

/// Where cargo builds.
pub(crate) fn target_directory() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| Path::new(ROOT).join("target"), PathBuf::from)
}

/// `cargo xtask` is itself run by cargo, which tells it about its package. Others must not take that for theirs.
fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|start| name.starts_with(start)) {
            command.env_remove(&*name);
        }
    }
}

/// Runs a command to its end. Returns its output, or everything it printed if it failed.
pub(crate) fn output(command: Command) -> Result<String, String> {
    finish(command, |_| false)
}

/// Does the same for a call of cargo, which also fails if it prints a warning. This is how warnings are denied: a flag of the
/// compiler would be a reason to build everything again.
pub(crate) fn strict_output(command: Command) -> Result<String, String> {
    finish(command, |errors| errors.lines().any(|line| line.starts_with("warning")))
}

fn finish(mut command: Command, is_wrong: fn(&str) -> bool) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let [printed, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let end = match (output.status.success(), is_wrong(&errors)) {
        (true, false) => return Ok(printed),
        (true, true) => "warnings are denied".to_owned(),
        (false, _) => output.status.to_string(),
    };
    Err(format!("{}{errors}{end}", without_messages(&printed)))
}

/// The text without the lines that cargo writes for programs.
fn without_messages(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("{\"reason\"")).map(|line| format!("{line}\n")).collect()
}

impl Program {
    /// The programs that cargo says it has built, in messages in the form of JSON. Where it built tests, these are all:
    /// other programs are built for them.
    pub(crate) fn all(messages: &str) -> Vec<Program> {
        let mut programs: Vec<Program> = messages.lines().filter_map(Program::of_message).collect();
        if programs.iter().any(|program| program.is_test) {
            programs.retain(|program| program.is_test);
        }
        programs
    }

    /// A message is one line, written by cargo without spaces; a path in it has no quotes.
    fn of_message(line: &str) -> Option<Program> {
        let after = |key: &str| line.split_once(&format!("\"{key}\":\"")).map(|(_, rest)| rest);
        let text = |key: &str| Some(after(key)?.split('"').next()?.replace("\\\\", "\\"));
        let file = PathBuf::from(text("executable")?);
        let package = Path::new(&text("manifest_path")?).parent()?.to_owned();
        let target = line.split_once("\"target\":").and_then(|(_, rest)| rest.split_once("\"name\":\""))?.1;
        let folder = package.file_name()?.to_string_lossy().into_owned();
        let name = format!("{folder}/{}", target.split('"').next()?);
        Some(Program { name, file, package, is_test: line.contains("\"test\":true},\"features\"") })
    }

    /// Prepares a run as `cargo test` and `cargo run` do it.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.file);
        clean(&mut command);
        let name = self.package.file_name().unwrap_or_default();
        command.args(arguments).current_dir(&self.package);
        command.env("CARGO_MANIFEST_DIR", &self.package).env("CARGO_PKG_NAME", name);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_messages() {
        let message = |name: &str, is_test: bool, executable: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/w/core/Cargo.toml\",\"target\":{{\"kind\":[\"test\"],\
                 \"name\":\"{name}\",\"test\":true}},\"profile\":{{\"test\":{is_test}}},\"features\":[],\"executable\":{executable}}}\n"
            )
        };
        let program = |name: &str, is_test| Program {
            name: format!("core/{name}"),
            file: format!("/t/{name}").into(),
            package: "/w/core".into(),
            is_test,
        };
        let built = message("core", false, "null") + &message("tool", false, "\"/t/tool\"");
        assert_eq!(Program::all(&built), [program("tool", false)]);
        let tested = built + &message("laws", true, "\"/t/laws\"");
        assert_eq!(Program::all(&tested), [program("laws", true)]);
        assert_eq!(without_messages(&format!("one\n{tested}two")), "one\ntwo\n");
    }
}
