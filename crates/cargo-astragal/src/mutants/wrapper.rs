//! The compiler with a mutant: this program under another name, which cargo calls in place of rustc.
//!
//! `RUSTFLAGS` would be for all crates, and cargo would build the dependencies again. A wrapper is for packages of the workspace alone,
//! and its path is a part of the names of what is built: so each mutant has a path, and the artifacts of all are kept side by side.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::variants::KEY;
use crate::exit::Stop;

/// The name of this program, where it compiles. The folder it is in is named after the mutant.
const NAME: &str = "rustc-with-mutant";

/// Puts the compiler of a mutant into a folder, which is named after it. Another process may be using it: it is replaced at once.
pub(super) fn compiler(folder: &Path) -> Result<PathBuf, Stop> {
    let path = folder.join(format!("{NAME}{}", std::env::consts::EXE_SUFFIX));
    let new = folder.join(format!("new-{}", std::process::id()));
    let put = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        link(&std::env::current_exe()?, &new)?;
        std::fs::rename(&new, &path)?;
        // It is left where both are links to the same file.
        _ = std::fs::remove_file(&new);
        Ok(())
    };
    put().map_err(|error| Stop::system(format!("{} cannot be written: {error}", path.display())))?;
    Ok(path)
}

/// The same file at another place, which is a link if there can be one.
pub(super) fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::hard_link(from, to).or_else(|_| std::fs::copy(from, to).map(drop))
}

/// Compiles with a mutant, if cargo has called this program as a [`compiler`]: the arguments are then rustc and its own.
pub(crate) fn rustc_with_mutant(arguments: &[OsString]) -> Option<ExitCode> {
    let own = Path::new(arguments.first()?);
    if own.file_stem()? != NAME {
        return None;
    }
    let mutant = own.parent()?.file_name()?.to_str()?;
    let mut command = Command::new(arguments.get(1)?);
    command.args(&arguments[2..]).args(["--cfg", &format!("{KEY}=\"{mutant}\"")]);
    command.arg(format!("--check-cfg=cfg({KEY}, values(any()))"));
    Some(match command.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("error: {} cannot be started: {error}", command.get_program().to_string_lossy());
            ExitCode::FAILURE
        }
    })
}
