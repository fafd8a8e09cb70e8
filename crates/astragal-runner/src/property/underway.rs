//! What is being checked in this process now, to be reported when the run itself cannot: for a case that never
//! ends, that ends the process, or that panics where nothing can be caught.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError, Weak};
use std::time::Duration;

use super::elsewhere::Checked;
use super::panics::Listening;
use super::{exit, watchdog};
use crate::report::{SourceCode, harmless};

/// A run of a property.
pub(crate) struct Run {
    /// The path of its function, or the name that it was given.
    pub(crate) name: String,
    pub(crate) seed: u64,
    /// The replay token of the one case that it runs, if that is all.
    pub(crate) replay: Option<String>,
    /// Whether it is a test, which can be run again from the command line.
    pub(crate) is_test: bool,
    /// Where its source is, which tells its package.
    pub(crate) source: Option<SourceCode>,
    /// Whether its cases can be run in a child process.
    pub(crate) can_be_isolated: bool,
    /// The cases that run.
    pub(crate) cases: Numbers,
}

/// The numbers of the cases that run, one for each thread that runs cases: counted from 0, or other numbers for those that are run alone.
#[derive(Clone, Default)]
pub(crate) struct Numbers(Arc<Mutex<Vec<Weak<AtomicU64>>>>);

impl Numbers {
    /// Of one thread alone.
    pub(crate) fn of(case: &Arc<AtomicU64>) -> Numbers {
        let numbers = Numbers::default();
        numbers.add(case);
        numbers
    }

    /// Another thread, until it drops its number.
    pub(crate) fn add(&self, case: &Arc<AtomicU64>) {
        let mut numbers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.retain(|number| number.strong_count() > 0);
        numbers.push(Arc::downgrade(case));
    }

    /// Those of the threads that there are now; none if they cannot be read without waiting.
    pub(super) fn now(&self) -> Vec<Arc<AtomicU64>> {
        self.0.try_lock().map_or_else(|_| Vec::new(), |numbers| numbers.iter().filter_map(Weak::upgrade).collect())
    }
}

static RUNS: Mutex<Vec<Arc<Run>>> = Mutex::new(Vec::new());
/// How many there are, for those who may not wait.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A run that is under way until this is dropped.
pub(crate) struct Underway {
    run: Arc<Run>,
    _listening: Listening,
    _checked: Checked,
}

impl Underway {
    pub(crate) fn begin(run: Run) -> Underway {
        exit::watch();
        if run.is_test {
            watchdog::start();
        }
        let run = Arc::new(run);
        RUNS.lock().unwrap_or_else(PoisonError::into_inner).push(run.clone());
        COUNT.fetch_add(1, Ordering::SeqCst);
        Underway { run, _listening: Listening::new(), _checked: Checked::begin() }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::SeqCst);
        RUNS.lock().unwrap_or_else(PoisonError::into_inner).retain(|run| !Arc::ptr_eq(run, &self.run));
    }
}

/// All runs that are under way.
pub(super) fn all() -> Vec<Arc<Run>> {
    RUNS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// All of them, if there are any, for a process that is about to end: the thread that has the lock may be gone.
fn last_look() -> Option<Vec<Arc<Run>>> {
    if COUNT.load(Ordering::SeqCst) == 0 {
        return None;
    }
    for _ in 0..100 {
        match RUNS.try_lock() {
            Ok(runs) => return Some(runs.clone()),
            Err(TryLockError::Poisoned(runs)) => return Some(runs.into_inner().clone()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    Some(Vec::new())
}

impl Run {
    /// ``case 7 of `my_property` ``; ``a case of `my_property` `` if several run.
    fn which(&self) -> String {
        match &self.cases.now()[..] {
            [case] => self.which_is(Some(case.load(Ordering::Relaxed))),
            _ => self.which_is(None),
        }
    }

    /// ``case 7 of `my_property` ``
    pub(super) fn which_is(&self, number: Option<u64>) -> String {
        let case = match (&self.replay, number) {
            (Some(_), _) => "the given case".into(),
            // Cases that are run alone have numbers from the other end.
            (None, Some(case)) if case < u64::MAX / 2 => format!("case {}", case + 1),
            _ => "a case".into(),
        };
        // The name may come from anywhere.
        format!("{case} of `{}`", self.path().escape_debug())
    }

    fn path(&self) -> &str {
        match self.name.split_once("::") {
            // The first word is the name of the crate, of which `cargo test` knows nothing.
            Some((_crate, path)) if self.is_test => path,
            _ => &self.name,
        }
    }

    /// What to do to run the same cases again; if possible where they can do no harm, and with these settings.
    pub(super) fn again(&self, isolated: &str) -> String {
        let cases = match &self.replay {
            Some(token) => format!("ASTRAGAL_REPLAY={}", token.escape_debug()),
            None => format!("ASTRAGAL_SEED={}", self.seed),
        };
        let package = self.source.as_ref().map_or_else(String::new, SourceCode::package_option);
        let isolated = if self.can_be_isolated { format!("ASTRAGAL_ISOLATED=true {isolated}") } else { String::new() };
        format!("{cases} {isolated}cargo test {package}{} -- --exact", self.path().escape_debug())
    }
}

/// The last words of a process that ends while properties are being checked; nothing if none are.
pub(crate) fn last_words(how: &str) -> Option<String> {
    use std::fmt::Write;
    let runs = last_look()?;
    let which: Vec<String> = runs.iter().map(|run| run.which()).collect();
    let which = if which.is_empty() { "a property".into() } else { which.join(", and ") };
    let mut words = format!("astragal: {how} while {which} was running. This is a failure.\n");
    for run in &runs {
        let _ = match run.is_test {
            true if run.can_be_isolated => writeln!(
                words,
                "The next run finds the smallest such case in a child process, and so does\n    {}",
                run.again("")
            ),
            true => writeln!(words, "The next run begins with the same cases, and so does\n    {}", run.again("")),
            false => writeln!(words, "The seed of its cases is {}.", run.seed),
        };
    }
    Some(words)
}

/// Writes whole lines to the standard error, past a capture of the output or the holder of its lock. What is in them may come from anywhere.
pub(crate) fn say_aloud(lines: &str) {
    use std::io::Write;
    let words = harmless(lines);
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(stderr) = std::io::stderr().as_fd().try_clone_to_owned() {
            let _ = std::fs::File::from(stderr).write_all(words.as_bytes());
            return;
        }
    }
    let _ = std::io::stderr().write_all(words.as_bytes());
}
