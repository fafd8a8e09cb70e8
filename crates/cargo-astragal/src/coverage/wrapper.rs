//! This program in the place of the compiler: adds to the call for a crate of the workspace what makes it count.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use astragal_coverage::FLAGS;

/// What a counting crate calls when its program starts, for programs that do not link what reads the counters.
const UNREAD: &str = "\
#![no_std]
#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_bool_flag_init(_: *const u8, _: *const u8) {}
#[unsafe(no_mangle)]
pub extern \"C\" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}
";

/// Calls the compiler, and ends as it does.
pub(crate) fn run(compiler: &OsStr, arguments: &[OsString]) -> ExitCode {
    let call = Call { compiler, arguments };
    let mut command = Command::new(compiler);
    command.args(arguments);
    if call.counts() {
        command.args(FLAGS.split_whitespace());
        // Lines are found by the debug information, which the profile may leave out.
        if !call.has_lines() {
            command.arg("-Cdebuginfo=line-tables-only");
        }
        command.arg("-Cstrip=none");
        // Optimized code has no instructions of its own for many lines: what is run would not tell which.
        command.arg("-Copt-level=0");
        if call.is_linked() {
            match call.unread() {
                // It comes last: what is there already is not looked for in it.
                Ok(library) => _ = command.arg(prefixed("-Clink-arg=", &library)),
                Err(why) => return failed(&why),
            }
        }
    }
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => failed(&format!("{}: {error}", Path::new(compiler).display())),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("error: the compiler cannot be called: {why}");
    ExitCode::FAILURE
}

fn prefixed(prefix: &str, path: &Path) -> OsString {
    let mut whole = OsString::from(prefix);
    whole.push(path);
    whole
}

/// A call of the compiler.
struct Call<'a> {
    compiler: &'a OsStr,
    arguments: &'a [OsString],
}

impl<'a> Call<'a> {
    /// The values of an option: `--name value` or `--name=value`; `-C` also `-Cvalue`.
    fn values(&self, option: &'static str) -> impl Iterator<Item = &'a str> {
        let texts = self.arguments.iter().map(|argument| argument.to_str().unwrap_or_default());
        let before = std::iter::once("").chain(texts.clone());
        texts.zip(before).filter_map(move |(text, before)| {
            let joined = text.strip_prefix(option).filter(|rest| !rest.is_empty());
            let joined = joined.and_then(|rest| if option == "-C" { Some(rest) } else { rest.strip_prefix('=') });
            if before == option { Some(text) } else { joined }
        })
    }

    /// Whether it makes code of a crate that may count. What runs while building, such as a build script or a procedural macro, is built
    /// for no platform by name, and so are the crates that it uses.
    fn counts(&self) -> bool {
        let has_code = self.values("--emit").any(|kinds| kinds.split(',').any(|kind| kind == "link"));
        has_code && self.values("--target").next().is_some()
    }

    fn has_lines(&self) -> bool {
        let last = self.values("-C").filter_map(|value| value.strip_prefix("debuginfo=")).last();
        let is_short = || self.arguments.iter().any(|argument| argument == "-g");
        last.map_or_else(is_short, |level| !matches!(level, "0" | "none"))
    }

    /// Whether it makes something that must have all symbols.
    fn is_linked(&self) -> bool {
        let kinds = ["bin", "cdylib", "dylib"];
        self.arguments.iter().any(|argument| argument == "--test")
            || self.values("--crate-type").any(|types| types.split(',').any(|kind| kinds.contains(&kind)))
    }

    /// The library with the symbols for those that read nothing. It is made where the crate is, once.
    fn unread(&self) -> Result<PathBuf, String> {
        let folder = self.values("--out-dir").last().map(PathBuf::from).ok_or("there is no --out-dir")?;
        let library = folder.join("libastragal_unread.rlib");
        if library.is_file() {
            return Ok(library);
        }
        let why = |error: std::io::Error| format!("{}: {error}", folder.display());
        // Other calls may do the same at the same time.
        let mine = |ending: &str| folder.join(format!("astragal_unread-{}.{ending}", std::process::id()));
        let (source, made) = (mine("rs"), mine("rlib"));
        std::fs::write(&source, UNREAD).map_err(why)?;
        let mut command = Command::new(self.compiler);
        command.args(["--crate-name=astragal_unread", "--crate-type=rlib", "--edition=2021", "-Cpanic=abort"]);
        command.args(self.values("--target").last().map(|target| format!("--target={target}")));
        command.arg("-o").arg(&made).arg(&source);
        let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        std::fs::rename(&made, &library).and_then(|()| std::fs::remove_file(&source)).map_err(why)?;
        Ok(library)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(arguments: &str, ask: impl FnOnce(&Call<'_>) -> T) -> T {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        ask(&Call { compiler: OsStr::new("rustc"), arguments: &arguments })
    }

    #[test]
    fn what_is_built_for_a_platform_counts_and_what_runs_while_building_does_not() {
        let library =
            "--crate-name a src/lib.rs --crate-type lib --emit=dep-info,metadata,link --target x86_64-pc-windows-msvc";
        assert!(with(library, |call| call.counts() && !call.is_linked()));
        let test = "--crate-name a tests/a.rs --emit=dep-info,link --test --target=x86_64-pc-windows-msvc";
        assert!(with(test, |call| call.counts() && call.is_linked()));
        let script = "--crate-name build_script_build build.rs --crate-type bin --emit=dep-info,link";
        assert!(!with(script, |call| call.counts()));
        let question = "- --crate-name ___ --print=file-names --crate-type bin --target x86_64-pc-windows-msvc";
        assert!(!with(question, |call| call.counts()));
        let checked =
            "--crate-name a src/lib.rs --crate-type lib --emit=dep-info,metadata --target x86_64-pc-windows-msvc";
        assert!(!with(checked, |call| call.counts()));
    }

    #[test]
    fn the_last_word_about_lines_counts() {
        for (arguments, expected) in [
            ("-C opt-level=3", false),
            ("-g", true),
            ("-C debuginfo=2", true),
            ("-Cdebuginfo=1 -C debuginfo=0", false),
            ("-C debuginfo=none -C debuginfo=line-tables-only", true),
        ] {
            assert_eq!(with(arguments, |call| call.has_lines()), expected, "{arguments}");
        }
    }
}
