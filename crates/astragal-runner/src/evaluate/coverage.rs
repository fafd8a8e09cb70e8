//! Which lines of the user's code a case ran, in a program that counts that: see `astragal-coverage`.
//!
//! The counters are those of the whole process. So runs that are observed take turns, each on one thread.

pub(crate) use crate::observe::LinesRun;

#[cfg(feature = "coverage")]
mod counted {
    use std::collections::{BTreeMap, HashMap};
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use astragal_coverage::{Line, Lines};

    use super::LinesRun;

    static TURN: Mutex<()> = Mutex::new(());
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

    /// What was found out about blocks so far. Many cases run the same ones.
    struct Known {
        lines: Option<Lines>,
        root: PathBuf,
        runs: HashMap<Vec<u32>, LinesRun>,
    }

    impl Known {
        fn new() -> Known {
            let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
            let package = package.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
            let root = package.ancestors().find(|directory| directory.join("Cargo.lock").is_file()).unwrap_or(&package);
            Known { lines: Lines::of_this_program().ok(), root: root.to_owned(), runs: HashMap::new() }
        }

        fn of(&mut self, blocks: Vec<u32>) -> LinesRun {
            if let Some(run) = self.runs.get(&blocks) {
                return run.clone();
            }
            let lines = self.lines.as_mut().map(|lines| lines.of(&blocks)).unwrap_or_default();
            let mut files: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for Line { file, line } in lines {
                if let Some(file) = own_file(&self.root, &file) {
                    files.entry(file).or_default().push(line);
                }
            }
            let run: LinesRun = files.into_iter().collect();
            self.runs.insert(blocks, run.clone());
            run
        }
    }

    /// A file of the user's workspace, as seen from its root; nothing for one of a dependency or of this library.
    fn own_file(root: &Path, file: &str) -> Option<String> {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
        let path = Path::new(file);
        let is_ours = path.strip_prefix(library).is_ok_and(|inner| {
            let parts: Vec<_> = inner.components().take(2).map(|part| part.as_os_str().to_string_lossy()).collect();
            parts.len() == 2 && parts[0].starts_with("astragal") && parts[1] == "src"
        });
        let inner = path.strip_prefix(root).ok().filter(|_| !is_ours)?;
        let first = inner.components().next()?.as_os_str();
        (first != "target" && first != ".cargo").then(|| inner.to_string_lossy().into_owned())
    }

    pub(crate) fn is_on() -> bool {
        astragal_coverage::is_on()
    }

    pub(crate) fn begin() {
        if is_on() {
            astragal_coverage::reset();
        }
    }

    pub(crate) fn lines() -> Option<LinesRun> {
        is_on().then(|| {
            let blocks = astragal_coverage::hit();
            KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Known::new).of(blocks)
        })
    }

    pub(crate) fn turn() -> Option<MutexGuard<'static, ()>> {
        is_on().then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(not(feature = "coverage"))]
mod counted {
    pub(crate) fn is_on() -> bool {
        false
    }

    pub(crate) fn begin() {}

    pub(crate) fn lines() -> Option<super::LinesRun> {
        None
    }

    pub(crate) fn turn() -> Option<()> {
        None
    }
}

/// `is_on`: whether the program counts. `begin`: what is counted begins here. `lines`: what was run since. `turn`: waits until no
/// other run counts.
pub(crate) use counted::{begin, is_on, lines, turn};
