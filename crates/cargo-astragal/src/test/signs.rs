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

/// The properties whose runs began and never ended since the signs were looked at, by name as far as that is known.
pub(super) fn left(target: &Path, before: &HashSet<PathBuf>, binaries: &[TestBinary]) -> Vec<String> {
    let folders: HashSet<PathBuf> =
        all(target).difference(before).filter_map(|sign| sign.parent().map(Path::to_owned)).collect();
    if folders.is_empty() {
        return Vec::new();
    }
    let names = binaries.iter().flat_map(|binary| {
        let tests = binary.tests().unwrap_or_default().into_iter();
        tests.map(|test| (binary.property(&test), binary.directory.display().to_string())).collect::<Vec<_>>()
    });
    let (mut known, mut left) = (HashSet::new(), Vec::new());
    for (name, directory) in names {
        let scratch = Scratch::in_directory(target.join("astragal"), &format!("{name} in {directory}"));
        if folders.contains(scratch.path()) && known.insert(scratch.path().to_owned()) {
            left.push(name);
        }
    }
    let others = folders.iter().filter(|folder| !known.contains(*folder));
    left.extend(
        others.filter_map(|folder| Some(format!("..{}", folder.file_name()?.to_string_lossy().split("_in_").next()?))),
    );
    left.sort();
    left
}
