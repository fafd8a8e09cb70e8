//! The files of a folder, at any depth, in order.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder whose names end in one of these ways, but for what is built and what is hidden.
pub(crate) fn below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, endings, &mut files);
    files
}

fn collect(folder: &Path, endings: &[&str], into: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                collect(&path, endings, into);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            into.push(path);
        }
    }
}
