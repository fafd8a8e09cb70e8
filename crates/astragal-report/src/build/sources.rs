//! Puts the texts of source files beside the lines that were run, where they are still the texts that were compiled.
//!
//! The names of files come from a log, which may be hostile. So only files within the workspace are read, and only those whose hash the log
//! knows: it cannot make a page show what its writer has not seen.

use crate::model::{Coverage, Model, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path};

/// How many bytes of source a page has at most.
const MOST_BYTES: usize = 200 << 10;
/// Larger files are not read.
const LARGEST: u64 = 4 << 20;
/// How many lines before and after one that was run are shown.
const AROUND: u32 = 3;
/// How many characters of a line are shown.
const WIDEST: usize = 300;

impl Model {
    /// The model with the texts of the files that samples ran, as far as they are in this workspace and have not changed since.
    ///
    /// ```
    /// use astragal_report::Model;
    ///
    /// assert!(Model::default().with_sources(".".as_ref()).sources.is_empty()); // no sample ran any
    /// ```
    pub fn with_sources(mut self, root: &Path) -> Model {
        let mut texts: BTreeMap<(String, String), Option<u32>> = BTreeMap::new();
        let mut wanted = self.wanted();
        let mut room = MOST_BYTES;
        for coverage in self.properties.iter_mut().filter_map(|property| property.samples.coverage.as_mut()) {
            for at in 0..coverage.files.len() {
                let Some(hash) = coverage.hashes[at].clone() else { continue };
                let key = (coverage.files[at].clone(), hash);
                coverage.texts[at] = *texts.entry(key).or_insert_with_key(|(file, hash)| {
                    let lines = wanted.remove(&(file.clone(), hash.clone()))?;
                    let source = source(root, file, hash, &lines, &mut room)?;
                    self.sources.push(source);
                    Some(self.sources.len() as u32 - 1)
                });
            }
        }
        self
    }

    /// Whether any file could be shown.
    pub fn wants_sources(&self) -> bool {
        !self.wanted().is_empty()
    }

    /// The lines that were run by any sample, of each text.
    fn wanted(&self) -> BTreeMap<(String, String), BTreeSet<u32>> {
        let mut wanted: BTreeMap<(String, String), BTreeSet<u32>> = BTreeMap::new();
        for coverage in self.properties.iter().filter_map(|property| property.samples.coverage.as_ref()) {
            for line in run_by_any(coverage) {
                let [file, line] = coverage.lines[line as usize];
                let (name, hash) = (&coverage.files[file as usize], &coverage.hashes[file as usize]);
                if let Some(hash) = hash {
                    wanted.entry((name.clone(), hash.clone())).or_default().insert(line);
                }
            }
        }
        wanted
    }
}

/// Indices of lines.
fn run_by_any(coverage: &Coverage) -> BTreeSet<u32> {
    let suspicious = coverage.suspicious.iter().flat_map(|some| &some.lines);
    coverage.sets.iter().flatten().chain(suspicious).copied().collect()
}

/// The text of a file around some lines, as far as there is room for it.
fn source(root: &Path, file: &str, hash: &str, lines: &BTreeSet<u32>, room: &mut usize) -> Option<Source> {
    let text = read(root, file)?;
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    if format!("{:016x}", text.iter().fold(0xCBF2_9CE4_8422_2325, step)) != hash {
        return None;
    }
    let text = String::from_utf8(text).ok()?;
    let is_near = |line: u32| lines.range(line.saturating_sub(AROUND)..=line.saturating_add(AROUND)).next().is_some();
    let mut stretches: Vec<(u32, Vec<String>)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(number, _)| is_near(*number)) {
        let line = shortened(line);
        let Some(left) = room.checked_sub(line.len() + 8) else { break };
        *room = left;
        match stretches.last_mut() {
            Some((first, lines)) if *first + lines.len() as u32 == number => lines.push(line),
            _ => stretches.push((number, vec![line])),
        }
    }
    (!stretches.is_empty()).then(|| Source { file: file.to_string(), stretches })
}

/// The bytes of a file that is within a folder, links or not.
fn read(root: &Path, file: &str) -> Option<Vec<u8>> {
    let is_inner = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
    let (root, path) = (root.canonicalize().ok()?, root.join(file).canonicalize().ok()?);
    let kind = fs::metadata(&path).ok()?;
    let is_read = is_inner && path.starts_with(root) && kind.is_file() && kind.len() <= LARGEST;
    fs::read(path).ok().filter(|_| is_read)
}

fn shortened(line: &str) -> String {
    let line = line.replace('\t', "    ");
    match line.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("astragal-sources-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("inside/src")).unwrap();
        folder
    }

    #[test]
    fn only_files_within_the_folder_are_read() {
        let folder = folder("inside");
        let root = folder.join("inside");
        fs::write(folder.join("secret"), "secret").unwrap();
        fs::write(root.join("src/lib.rs"), "text").unwrap();
        assert_eq!(read(&root, "src/lib.rs"), Some(b"text".to_vec()));
        let outside = folder.join("secret").display().to_string();
        for file in ["../secret", "src/../../secret", "./src/lib.rs", "src", "", "no", &*outside] {
            assert_eq!(read(&root, file), None, "{file}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("secret"), root.join("link")).unwrap();
            assert_eq!(read(&root, "link"), None);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn stretches_around_lines_are_kept_while_there_is_room() {
        let folder = folder("stretches");
        let text: String = (1..=40).map(|number| format!("\tline {number}\n")).collect();
        fs::write(folder.join("a.rs"), &text).unwrap();
        let hash = "5e1cb0a3d7e1e9c6";
        let lines = BTreeSet::from([2, 9, 30]);
        assert_eq!(source(&folder, "a.rs", hash, &lines, &mut 10_000), None, "it is another text");
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        let hash = format!("{:016x}", text.bytes().fold(0xCBF2_9CE4_8422_2325, step));
        let whole = source(&folder, "a.rs", &hash, &lines, &mut 10_000).unwrap();
        let shape: Vec<(u32, usize)> = whole.stretches.iter().map(|(first, lines)| (*first, lines.len())).collect();
        assert_eq!(shape, [(1, 12), (27, 7)]);
        assert_eq!(whole.stretches[0].1[1], "    line 2");
        let part = source(&folder, "a.rs", &hash, &lines, &mut 60).unwrap();
        assert_eq!(part.stretches.iter().map(|(first, lines)| (*first, lines.len())).collect::<Vec<_>>(), [(1, 3)]);
        fs::remove_dir_all(folder).unwrap();
    }
}
