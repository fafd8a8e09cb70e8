//! The signs that runs leave while they are under way. One that is left after its process is gone tells of a run that never ended.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use astragal::store::Scratch;

use crate::cargo::TestBinary;

/// The signs in a target directory.
pub(super) fn all(target: &Path) -> HashSet<PathBuf> {
    let folders = std::fs::read_dir(target.join("astragal")).into_iter().flatten().flatten();
    let files = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten();
    files.filter(|file| file.file_name().to_string_lossy().starts_with("running-")).map(|file| file.path()).collect()
}

/// The properties whose runs began and never ended since the signs were looked at: their names, and folders whose property is not known.
pub(super) fn left(target: &Path, before: &HashSet<PathBuf>, binaries: &[TestBinary]) -> (Vec<String>, Vec<String>) {
    // Tests that others started may still run.
    let signs = all(target).into_iter().filter(|sign| !before.contains(sign) && Scratch::is_left(sign));
    let folders: HashSet<PathBuf> = signs.filter_map(|sign| sign.parent().map(Path::to_owned)).collect();
    if folders.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let (mut known, mut names) = (HashSet::new(), Vec::new());
    for binary in binaries {
        for test in binary.tests().unwrap_or_default() {
            let name = binary.property(&test);
            let property = format!("{name} in {}", binary.directory.display());
            let folder = Scratch::in_directory(target.join("astragal"), &property).path().to_owned();
            if folders.contains(&folder) && known.insert(folder) {
                names.push(name);
            }
        }
    }
    let others = folders.iter().filter(|folder| !known.contains(*folder)).filter_map(|folder| folder.file_name());
    let mut others: Vec<String> = others.map(|name| format!("..{}", name.to_string_lossy())).collect();
    names.sort();
    others.sort();
    (names, others)
}
