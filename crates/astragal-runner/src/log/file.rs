//! The files of a log: one folder, two files a day, to which whole lines are added.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::store::{log_directory, make_private};

/// Files that are older than this many days are removed.
const KEPT_DAYS: u64 = 8;
const DAY: u64 = 86_400;

/// How the warning begins that lines were lost.
pub const INCOMPLETE: &str = "the log of this run is not complete";

/// A log is worth beginning if there is room for this many bytes.
const ROOM: usize = 1 << 16;

/// The kinds of files.
const TEST_CASES: &str = "testcases";
const INFO: &str = "info";

/// The folders in which this process has removed old files.
static CLEARED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// The files of one run. What cannot be written is lost, and [`Files::problem`] says why.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    /// Whether it is the usual folder, which may be where everyone may write.
    is_usual: bool,
    /// The day on which the run began, in UTC: all of its lines are in the files of that day.
    day: String,
    cases: Option<File>,
    pub(super) problem: Option<String>,
}

impl Files {
    /// The files of a run that begins now; in the usual folder, unless there is another.
    pub(super) fn new(folder: Option<PathBuf>, start: SystemTime) -> Files {
        let day = start.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / DAY;
        let is_usual = folder.is_none();
        Files { folder: folder.unwrap_or_else(log_directory), is_usual, day: date_of(day), cases: None, problem: None }
    }

    /// Adds lines of cases.
    pub(super) fn add_cases(&mut self, lines: &[u8]) {
        if self.problem.is_some() || lines.is_empty() {
            return;
        }
        let written = match self.cases.take() {
            Some(file) => Ok(file),
            None => self.open(TEST_CASES),
        }
        .and_then(|mut file| write(&mut file, lines).map(|()| file));
        match written {
            Ok(file) => self.cases = Some(file),
            Err(error) => self.fail(TEST_CASES, &error),
        }
    }

    /// Adds the lines of a run.
    pub(super) fn add_info(&mut self, lines: &[u8]) {
        if self.problem.is_none() {
            if let Err(error) = self.open(INFO).and_then(|mut file| write(&mut file, lines)) {
                self.fail(INFO, &error);
            }
        }
    }

    fn fail(&mut self, kind: &str, error: &Error) {
        let path = self.path(kind);
        self.problem = Some(format!("{INCOMPLETE}: {}: {error}", path.display()));
    }

    fn path(&self, kind: &str) -> PathBuf {
        self.folder.join(format!("{}_{kind}.jsonl", self.day))
    }

    /// Opens a file to add to it. A line that an earlier process could not complete is ended, so that none of ours is a part of it.
    /// If that process is only just writing, the end makes an empty line, which readers of JSON Lines skip.
    fn open(&self, kind: &str) -> std::io::Result<File> {
        self.prepare()?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(self.path(kind))?;
        if is_broken(&mut file) {
            write(&mut file, b"\n")?;
        }
        Ok(file)
    }

    /// Sees to it that there is a folder, without old files.
    fn prepare(&self) -> std::io::Result<()> {
        if self.is_usual {
            if let Some(link) = self.folder.ancestors().take(2).find(|path| path.is_symlink()) {
                return Err(Error::other(format!("{} is a link, which is not followed", link.display())));
            }
        }
        match self.is_usual {
            true => make_private(&self.folder)?,
            false => fs::create_dir_all(&self.folder)?,
        }
        let mut cleared = CLEARED.lock().unwrap_or_else(PoisonError::into_inner);
        if cleared.get_or_insert_with(HashSet::new).insert(self.folder.clone()) {
            remove_before(&self.folder, &day_before(SystemTime::now()));
        }
        Ok(())
    }
}

/// Whether a file ends within a line. What is no file, such as a device, has no end.
fn is_broken(file: &mut File) -> bool {
    let mut last = [b'\n'];
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != [b'\n']
}

/// One call of the system for all of it, so that lines of several processes do not mix. Where there is no room for all of it, as many
/// whole lines as fit are written, and nothing of the next.
fn write(file: &mut File, lines: &[u8]) -> std::io::Result<()> {
    let mut written = 0;
    while written < lines.len() {
        match file.write(&lines[written..]) {
            Ok(count @ 1..) => written += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            stopped => {
                let whole = lines[..written].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                let _ = take_back(file, (written - whole) as u64);
                return Err(stopped.err().unwrap_or(ErrorKind::WriteZero.into()));
            }
        }
    }
    Ok(())
}

/// Cuts off what was written last, unless another process has written behind it.
fn take_back(file: &mut File, count: u64) -> std::io::Result<()> {
    let (end, is) = (file.stream_position()?, file.metadata()?);
    if count > 0 && is.is_file() && is.len() == end { file.set_len(end.saturating_sub(count)) } else { Ok(()) }
}

/// Whether a log can be written in a folder: an error says why it cannot.
pub fn can_log(folder: &Path) -> std::io::Result<()> {
    let files = Files::new(Some(folder.to_owned()), SystemTime::now());
    let at = |path: &Path, error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
    files.prepare().map_err(|error| at(folder, error))?;
    for path in [TEST_CASES, INFO].map(|kind| files.path(kind)).into_iter().filter(|path| path.exists()) {
        let file = OpenOptions::new().append(true).open(&path).and_then(|file| file.metadata());
        match file {
            Ok(is) if is.is_file() => {}
            Ok(_) => return Err(at(&path, Error::other("it is not a file"))),
            Err(error) => return Err(at(&path, error)),
        }
    }
    // What is found out by writing: that the folder may be changed, and that there is room.
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    let written = fs::write(&probe, [b'\n'; ROOM]);
    let _ = fs::remove_file(&probe);
    written.map_err(|error| at(folder, error))
}

/// The first day of which files are kept.
fn day_before(now: SystemTime) -> String {
    let today = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / DAY;
    date_of(today.saturating_sub(KEPT_DAYS))
}

/// Removes the files of earlier days. What has another name is not ours.
fn remove_before(folder: &Path, day: &str) {
    let Ok(files) = fs::read_dir(folder) else { return };
    for file in files.flatten() {
        let name = file.file_name();
        if name.to_str().and_then(day_of).is_some_and(|of| of < day) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// The day of a file of a log.
fn day_of(name: &str) -> Option<&str> {
    let (day, kind) = name.strip_suffix(".jsonl")?.split_once('_')?;
    let is_day = day.len() == 10
        && day
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    ([TEST_CASES, INFO].contains(&kind) && is_day).then_some(day)
}

/// The date of a day since 1970, in the calendar of today: years begin in March here, so that leap days come last.
fn date_of(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_of_the_calendar() {
        let known = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (19_782, "2024-02-29"),
            (20_773, "2026-11-16"),
        ];
        for (day, date) in known {
            assert_eq!(date_of(day), date);
        }
    }

    #[test]
    fn only_files_of_a_log_have_a_day() {
        assert_eq!(day_of("2026-11-16_testcases.jsonl"), Some("2026-11-16"));
        for other in
            ["2026-11-16_other.jsonl", "2026-11-16_info.json", "x_info.jsonl", "20261-1-16_info.jsonl", "info.jsonl"]
        {
            assert_eq!(day_of(other), None, "{other}");
        }
    }

    #[test]
    fn files_of_earlier_days_are_removed() {
        let folder = std::env::temp_dir().join(format!("astragal-log-days-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["2026-11-07_info.jsonl", "2026-11-08_info.jsonl", "2026-11-01_notes.txt", "2026-11-01_mine.jsonl"]
        {
            fs::write(folder.join(name), "").unwrap();
        }
        remove_before(&folder, "2026-11-08");
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["2026-11-01_mine.jsonl", "2026-11-01_notes.txt", "2026-11-08_info.jsonl"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
