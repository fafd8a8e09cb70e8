//! Who owns a file in the scratch area, and whether that process is still there.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// For how long a process about which nothing can be learned counts as alive.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// A process, as it is named in files: its number, when it started, and in which namespace the number holds.
///
/// Numbers are used again, so that the start is needed; and containers that share a directory have numbers of their own.
/// Where the system does not tell, start and namespace are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    id: u32,
    start: u64,
    namespace: u64,
}

impl Process {
    /// This process.
    pub(super) fn own() -> Process {
        static OWN: OnceLock<Process> = OnceLock::new();
        *OWN.get_or_init(|| {
            let id = std::process::id();
            Process { id, start: system::start_of(id).unwrap_or(0), namespace: system::namespace() }
        })
    }

    /// The process that a text names, and what follows after it.
    pub(super) fn parse(text: &str) -> Option<(Process, &str)> {
        let (id, rest) = text.split_once('-')?;
        let (start, rest) = rest.split_once('-')?;
        let (namespace, rest) = rest.split_once('-')?;
        Some((Process { id: id.parse().ok()?, start: start.parse().ok()?, namespace: namespace.parse().ok()? }, rest))
    }

    /// Whether it has ended, as far as can be known; `last_sign` is when it was surely alive.
    pub(super) fn is_gone(self, last_sign: Option<SystemTime>) -> bool {
        let own = Process::own();
        if self == own {
            return false;
        }
        let is_old = || last_sign.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > PATIENCE);
        if self.namespace != own.namespace {
            return is_old();
        }
        system::is_gone(self).unwrap_or_else(is_old)
    }
}

impl Process {
    /// Whether it is known to be another process that has not ended.
    pub(super) fn is_another_alive(self) -> bool {
        let own = Process::own();
        self != own && self.namespace == own.namespace && system::is_gone(self) == Some(false)
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-", self.id, self.start, self.namespace)
    }
}

/// A number that no other file of this process has.
pub(super) fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
mod system {
    use super::Process;

    /// When a process started, in ticks since the system did; nothing if it has ended.
    pub(super) fn start_of(id: u32) -> Option<u64> {
        let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
        // The second field is the name of the program in parentheses, which may itself hold blanks and parentheses.
        let stat = String::from_utf8_lossy(&stat);
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
        // A process that has ended and that its parent has not waited for.
        let has_ended = matches!(fields.next()?, "Z" | "X" | "x");
        if has_ended { None } else { fields.nth(18)?.parse().ok() }
    }

    /// The namespace of process numbers, as in `pid:[4026531836]`.
    pub(super) fn namespace() -> u64 {
        let link = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let digits: String = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    }

    pub(super) fn is_gone(process: Process) -> Option<bool> {
        // Without `/proc` nothing would have a start, and everything would seem to have ended.
        start_of(std::process::id())?;
        Some(start_of(process.id) != Some(process.start))
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod system {
    use super::Process;
    use std::process::{Command, Stdio};

    pub(super) fn start_of(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn namespace() -> u64 {
        0
    }

    /// A number that is in use may be in use by another process, so that it proves nothing.
    pub(super) fn is_gone(process: Process) -> Option<bool> {
        let mut kill = Command::new("kill");
        kill.arg("-0").arg(process.id.to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let is_there = kill.status().ok()?.success();
        if is_there { None } else { Some(true) }
    }
}

#[cfg(not(unix))]
mod system {
    use super::Process;

    pub(super) fn start_of(_: u32) -> Option<u64> {
        None
    }

    pub(super) fn namespace() -> u64 {
        0
    }

    pub(super) fn is_gone(_: Process) -> Option<bool> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_back_from_its_name() {
        let own = Process::own();
        assert_eq!(Process::parse(&format!("{own}7")), Some((own, "7")));
        assert_eq!(Process::parse("12-x-3-7"), None);
        assert!(!own.is_gone(None));
    }

    #[test]
    fn a_process_nothing_is_known_of_is_alive_for_a_day() {
        let own = Process::own();
        let foreign = Process { namespace: own.namespace + 1, ..own };
        assert!(!foreign.is_gone(Some(SystemTime::now())) && !foreign.is_gone(None));
        assert!(foreign.is_gone(SystemTime::now().checked_sub(2 * PATIENCE)));
    }
}
