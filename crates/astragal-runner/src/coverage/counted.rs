//! Reads the counters, and finds lines of the user's own files by them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::SystemTime;

use astragal_coverage::{Line, Lines};

use super::{CountedFile, Order};
use crate::observe::LinesRun;

/// How many different sets of blocks are remembered with their lines, so that memory is bounded.
const MOST_RUNS: usize = 4_096;

static TURN: Mutex<()> = Mutex::new(());
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

thread_local! {
    /// The blocks that were entered until the last panic of this thread.
    static UNTIL_PANIC: RefCell<Option<Vec<u32>>> = const { RefCell::new(None) };
    /// How many runs on this thread do not count.
    static PAUSED: Cell<u32> = const { Cell::new(0) };
}

/// What was found out about this program so far. Many cases run the same blocks.
struct Known {
    lines: Result<Lines, String>,
    root: PathBuf,
    /// Files by the names that the debug information has: as seen from the workspace, if they are the user's.
    own: HashMap<Arc<str>, Option<String>>,
    runs: HashMap<Vec<u32>, LinesRun>,
    files: Option<Vec<CountedFile>>,
}

impl Known {
    fn new() -> Known {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let package = package.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let root = package.ancestors().find(|directory| directory.join("Cargo.lock").is_file()).unwrap_or(&package);
        let lines = Lines::of_this_program().map_err(|error| error.to_string());
        Known { lines, root: root.to_owned(), own: HashMap::new(), runs: HashMap::new(), files: None }
    }

    fn of(&mut self, blocks: Vec<u32>) -> LinesRun {
        if let Some(run) = self.runs.get(&blocks) {
            return run.clone();
        }
        let lines = self.lines.as_mut().map(|lines| lines.of(&blocks)).unwrap_or_default();
        let run: LinesRun = self.by_file(lines).into_iter().collect();
        if self.runs.len() == MOST_RUNS {
            self.runs.clear();
        }
        self.runs.insert(blocks, run.clone());
        run
    }

    /// The lines of the user's own files.
    fn by_file(&mut self, lines: Vec<Line>) -> BTreeMap<String, Vec<u32>> {
        let mut files: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for Line { file, line } in lines {
            let own = self.own.entry(file).or_insert_with_key(|file| own_file(&self.root, file));
            if let Some(own) = own {
                match files.get_mut(&**own) {
                    Some(lines) => lines.push(line),
                    None => _ = files.insert(own.clone(), vec![line]),
                }
            }
        }
        files
    }

    fn files(&mut self) -> &[CountedFile] {
        if self.files.is_none() {
            let lines = self.lines.as_mut().map(Lines::all).unwrap_or_default();
            let built = std::env::current_exe().and_then(fs::metadata).and_then(|program| program.modified()).ok();
            let files = self.by_file(lines).into_iter();
            let file = |(name, lines)| CountedFile { hash: hash(&self.root.join(&name), built), name, lines };
            self.files = Some(files.map(file).collect());
        }
        self.files.as_deref().unwrap_or_default()
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

/// The hash of a file that has not been changed since the program was built.
fn hash(path: &Path, built: Option<SystemTime>) -> Option<u64> {
    let changed = fs::metadata(path).and_then(|file| file.modified()).ok()?;
    let text = fs::read(path).ok().filter(|_| Some(changed) <= built)?;
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    Some(text.iter().fold(0xCBF2_9CE4_8422_2325, step))
}

fn known<T>(ask: impl FnOnce(&mut Known) -> T) -> T {
    ask(KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Known::new))
}

pub(crate) fn is_on() -> bool {
    astragal_coverage::is_on()
}

fn is_counting() -> bool {
    is_on() && PAUSED.get() == 0
}

/// A run. While it lives, no other counts; or, if it does not count itself, it leaves the counters alone on this thread.
pub(crate) struct Turn {
    guard: Option<MutexGuard<'static, ()>>,
}

impl Turn {
    pub(crate) fn counts(&self) -> bool {
        self.guard.is_some()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        PAUSED.set(PAUSED.get() - u32::from(self.guard.is_none()));
    }
}

pub(crate) fn turn(order: Order) -> Turn {
    let guard = match order {
        _ if !is_on() => None,
        Order::Inner => None,
        Order::Waits => Some(TURN.lock().unwrap_or_else(PoisonError::into_inner)),
        Order::IfFree => match TURN.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        },
    };
    PAUSED.set(PAUSED.get() + u32::from(guard.is_none()));
    Turn { guard }
}

pub(crate) fn begin() {
    if is_counting() {
        UNTIL_PANIC.set(None);
        astragal_coverage::reset();
    }
}

pub(crate) fn panicked() {
    if is_counting() {
        let blocks = astragal_coverage::hit();
        let _ = UNTIL_PANIC.try_with(|until| until.replace(Some(blocks)));
    }
}

pub(crate) fn lines(has_panicked: bool) -> Option<LinesRun> {
    let blocks = is_counting().then(|| {
        let until = UNTIL_PANIC.take().filter(|_| has_panicked);
        until.unwrap_or_else(astragal_coverage::hit)
    });
    // The property itself is the user's: where no line is known, the case ran in another process, or there is no debug information.
    blocks.map(|blocks| known(|known| known.of(blocks))).filter(|lines| !lines.is_empty())
}

pub(crate) fn files(wanted: &dyn Fn(&str) -> bool) -> Vec<CountedFile> {
    if !is_on() {
        return Vec::new();
    }
    known(|known| known.files().iter().filter(|file| wanted(&file.name)).cloned().collect())
}

pub(crate) fn problem() -> Option<String> {
    is_on().then(|| known(|known| known.lines.as_ref().err().cloned())).flatten()
}
