//! Finds the files of a log: files themselves, the logs of folders, and patterns of days.

use super::ReadError;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a folder keeps its logs, if it has none itself.
const INSIDE: [&str; 4] = ["observed", ".hypothesis/observed", "target/astragal/observed", "astragal/observed"];

/// The files of these paths, each once. Ends of runs come first: they say which run of a property is the newest, so that
/// the lines of older ones are counted and not kept.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ReadError> {
    let mut found = Vec::new();
    for path in paths {
        let before = found.len();
        if path.is_dir() {
            found.extend(folder(path)?);
        } else if path.exists() {
            found.push(path.clone());
        } else {
            found.extend(matching(path));
        }
        if found.len() == before {
            return Err(ReadError::Missing(path.clone()));
        }
    }
    found.sort_by_key(|path| (kind(path), path.clone()));
    found.dedup();
    Ok(found)
}

/// Ends of runs and other information, then cases.
fn kind(path: &Path) -> u8 {
    if name(path).ends_with("_info.jsonl") { 0 } else { 1 }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The logs in a folder, or in the places inside it where tools write them.
fn folder(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let own = logs(path)?;
    if !own.is_empty() {
        return Ok(own);
    }
    for inside in INSIDE {
        let inside = path.join(inside);
        if inside.is_dir() {
            let found = logs(&inside)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}

fn logs(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let entries = fs::read_dir(path).map_err(|error| ReadError::Unreadable(path.to_path_buf(), error))?;
    let is_log = |path: &PathBuf| path.is_file() && name(path).ends_with(".jsonl");
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_log).collect();
    found.sort();
    Ok(found)
}

/// The files that a pattern with `*` or `?` in its last part means.
fn matching(pattern: &Path) -> Vec<PathBuf> {
    let last = name(pattern);
    if !last.contains(['*', '?']) {
        return Vec::new();
    }
    let parent = pattern.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let (last, is_file) = (last.as_bytes(), |path: &PathBuf| path.is_file());
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_file).collect();
    found.retain(|path| fits(last, name(path).as_bytes()));
    found.sort();
    found
}

/// Whether a name fits a pattern; remembers the last `*`, so that it never takes more than the product of the lengths.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == name[here] => {
                at += 1;
                here += 1;
            }
            _ => match star {
                Some((before, start)) => {
                    at = before + 1;
                    here = start + 1;
                    star = Some((before, here));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_of_days() {
        let fits = |pattern: &str, name: &str| fits(pattern.as_bytes(), name.as_bytes());
        assert!(fits("2026-01-*", "2026-01-02_info.jsonl"));
        assert!(fits("*_info.jsonl", "2026-01-02_info.jsonl"));
        assert!(fits("2026-0?-*.jsonl", "2026-03-02_info.jsonl"));
        assert!(fits("*", ""));
        assert!(!fits("2026-01-*", "2026-02-01_info.jsonl"));
        assert!(!fits("*_info.jsonl", "2026-01-02_info.json"));
    }
}
