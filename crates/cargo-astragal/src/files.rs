//! The files of packages: sources and manifests, without what is built or hidden.

use std::path::{Path, PathBuf};

use crate::cargo::Project;

/// The most files that are looked at.
const MOST: usize = 20_000;

/// The sources and manifests below some folders of a project, each once, in order.
pub(crate) fn of<'f>(project: &Project, folders: impl Iterator<Item = &'f Path>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    folders.for_each(|folder| collect(folder, &project.target, &mut files));
    // A package may be in the folder of another.
    files.sort();
    files.dedup();
    files
}

fn collect(folder: &Path, target: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(kind) = entry.file_type() else { continue };
        let is_hidden = name.to_string_lossy().starts_with('.');
        if is_hidden || name == "target" || path == target || files.len() >= MOST {
            continue;
        }
        if kind.is_dir() && name != "astragal-regressions" {
            collect(&path, target, files);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "toml") {
            files.push(path);
        }
    }
}
