//! Programs of the system: found, or installed as packages where the system is Debian's.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::output;

/// The first program of these names.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
        .find(|file| file.is_file())
}

/// Installs packages: as root, where there is `apt-get`. If that cannot be done, says why and what is missing.
pub(crate) fn install(packages: &str, missing: &str) -> Result<(), String> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !is_root || find(&["apt-get"]).is_none() {
        return Err(missing.into());
    }
    for line in ["update", &format!("install -y --no-install-recommends {packages}")] {
        let mut command = Command::new("apt-get");
        command.args(line.split(' ')).env("DEBIAN_FRONTEND", "noninteractive");
        output(command).map_err(|why| format!("{why}\n{missing}"))?;
    }
    Ok(())
}
