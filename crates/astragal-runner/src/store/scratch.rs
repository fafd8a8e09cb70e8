//! The scratch area of one property: what must survive the death of its process, and is not to be committed.
//!
//! It is a directory of its own under `target/astragal`. Files that belong to a process carry its name, so that the next
//! run can tell what was left by the dead without reading it.
//!
//! Outside of a target directory it is where everyone may write. So its directories are made for their owner alone, and one that
//! is a link is not used: another user who put it there could have us write elsewhere.
//!
//! A failing case is written here before it is made smaller, and again every tenth of a second after an improvement; what is here is tried first
//! by the next run. The sign that a run has begun (`running`) makes the next run repeat it in a child process, if its own is gone.

use std::cmp::Reverse;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use astragal_core::__private::sort_by_key;
use astragal_core::Choices;

use super::address::address_of;
use super::name::file_name;
use super::process::{Process, next_number};
use super::running::Running;

/// The largest file that is written or read.
const LIMIT: u64 = 16 << 20;

/// How the names of files start: of a sign that a run is under way, and of a file that is being written.
const RUNNING: &str = "running-";
const WRITING: &str = "writing-";
const PENDING: &str = "pending-";
const FULL_TEXT: &str = "full.txt";

const PENDING_HEADER: &str = "astragal pending 1";

/// The scratch area of a property. Nothing in it can fail: where files cannot be written, nothing is remembered, and
/// [`Running::problem`] tells why.
///
/// ```
/// use astragal::Choices;
/// use astragal::store::Scratch;
///
/// let scratch = Scratch::for_property("my_crate::tests::round_trip");
/// let running = scratch.begin("seed 7");       // if the process dies from here on, the next run is told "seed 7"
/// scratch.put_pending(&Choices::from_numbers([3]), "a panic in src/lib.rs:7");
/// assert_eq!(scratch.pending().unwrap().0, Choices::from_numbers([3]));
/// scratch.clear_pending();
/// running.end();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    directory: PathBuf,
}

impl Scratch {
    /// The scratch area for a property, in the target directory that this program was built into, or else in the system's
    /// directory for temporary files.
    ///
    /// The name tells properties apart. So if packages share a target directory, it has to say which package.
    pub fn for_property(property: &str) -> Scratch {
        Scratch::in_directory(home(), property)
    }

    /// The scratch area for a property, in any directory.
    pub fn in_directory(directory: impl AsRef<Path>, property: &str) -> Scratch {
        Scratch { directory: directory.as_ref().join(file_name(property)) }
    }

    /// Where it is, whether it has been made or not.
    pub fn path(&self) -> &Path {
        &self.directory
    }

    /// Remembers the best failing case so far, in place of the one before of this process, and why it failed.
    ///
    /// No reader sees a part of it.
    pub fn put_pending(&self, choices: &Choices, origin: &str) {
        let body = format!("{origin}\n{choices}");
        let text = format!("{PENDING_HEADER} {} {}\n{body}", address_of(&body), origin.len());
        if text.len() as u64 > LIMIT {
            return;
        }
        let Ok(unfinished) = self.create(WRITING, &text) else { return };
        if fs::rename(&unfinished, self.directory.join(format!("{PENDING}{}", Process::own()))).is_err() {
            let _ = fs::remove_file(unfinished);
        }
    }

    /// The case that was remembered last and not cleared, and why it failed: by this process, or by one that has ended. What a
    /// process that goes on remembers is not left over.
    pub fn pending(&self) -> Option<(Choices, String)> {
        self.pending_files().iter().find_map(|file| Scratch::read_pending(file))
    }

    fn read_pending(file: &Path) -> Option<(Choices, String)> {
        let text = read(file)?;
        let (header, body) = text.split_once('\n')?;
        let (address, origin_len) = header.strip_prefix(PENDING_HEADER)?.trim_start().split_once(' ')?;
        if address_of(body) != address {
            return None;
        }
        let (origin, choices) = body.split_at_checked(origin_len.parse().ok()?)?;
        Some((choices.strip_prefix('\n')?.parse().ok()?, origin.to_owned()))
    }

    /// Forgets the case that was remembered, by this process and by those that have ended.
    pub fn clear_pending(&self) {
        for file in self.pending_files() {
            let _ = fs::remove_file(file);
        }
    }

    /// The files of remembered cases, but for those of other processes that go on: the last one first.
    fn pending_files(&self) -> Vec<PathBuf> {
        if self.check_place().is_err() {
            return Vec::new();
        }
        let Ok(files) = fs::read_dir(&self.directory) else { return Vec::new() };
        let mut pending: Vec<(Option<SystemTime>, PathBuf)> = Vec::new();
        for file in files.flatten() {
            let name = file.file_name();
            let owner = name.to_str().and_then(|name| Process::parse(name.strip_prefix(PENDING)?));
            if owner.is_some_and(|(process, _)| !process.is_another_alive()) {
                pending.push((file.metadata().and_then(|metadata| metadata.modified()).ok(), file.path()));
            }
        }
        sort_by_key(&mut pending, |(written, path)| Reverse((*written, path.clone())));
        pending.into_iter().map(|(_, path)| path).collect()
    }

    /// Keeps the texts of a failing case for the user to read, in place of those before. Says in which file.
    pub(crate) fn put_full_text(&self, text: &str) -> Option<PathBuf> {
        let (unfinished, path) = (self.create(WRITING, text).ok()?, self.directory.join(FULL_TEXT));
        let renamed = fs::rename(&unfinished, &path);
        if renamed.is_err() {
            let _ = fs::remove_file(unfinished);
        }
        renamed.is_ok().then_some(path)
    }

    /// A run begins, described by what it takes to run it again.
    ///
    /// If its process dies before the result is dropped, then [`Scratch::died`] gives the description.
    pub fn begin(&self, description: &str) -> Running {
        Running::new(self.create(RUNNING, description))
    }

    /// Whether a file is the sign of a run whose process is gone.
    #[doc(hidden)]
    pub fn is_left(sign: &Path) -> bool {
        let name = sign.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let last_sign = fs::metadata(sign).and_then(|metadata| metadata.modified()).ok();
        let owner = name.strip_prefix(RUNNING).and_then(Process::parse);
        owner.is_some_and(|(process, _)| process.is_gone(last_sign))
    }

    /// The descriptions of the runs whose process has died. Reading them takes them: each is given once.
    pub fn died(&self) -> Vec<String> {
        let mut died = Vec::new();
        if self.check_place().is_err() {
            return died;
        }
        // A directory that was never made is the usual case.
        let Ok(files) = fs::read_dir(&self.directory) else { return died };
        for file in files.flatten() {
            let name = file.file_name();
            let name = name.to_str().unwrap_or_default();
            let is_sign = name.starts_with(RUNNING);
            let owner = name.strip_prefix(if is_sign { RUNNING } else { WRITING }).and_then(Process::parse);
            let last_sign = || file.metadata().and_then(|metadata| metadata.modified()).ok();
            if !owner.is_some_and(|(process, _)| process.is_gone(last_sign())) {
                continue;
            }
            let description = if is_sign { read(&file.path()) } else { None };
            // Of several readers, the one that removes the file takes it.
            if fs::remove_file(file.path()).is_ok() {
                // A process that died before it had written anything had not begun.
                died.extend(description.filter(|description| !description.is_empty()));
            }
        }
        died
    }

    /// A new file of this process, with this text.
    fn create(&self, kind: &str, text: &str) -> Result<PathBuf, String> {
        self.check_place()?;
        let why = |error: std::io::Error| format!("{}: {error}", self.directory.display());
        let path = self.directory.join(format!("{kind}{}{}", Process::own(), next_number()));
        let made = match create_new(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_private(&self.directory).map_err(why)?;
                create_new(&path)
            }
            made => made,
        };
        let written = made.map_err(why)?.write_all(text.as_bytes());
        if written.is_err() {
            let _ = fs::remove_file(&path);
        }
        written.map(|()| path).map_err(why)
    }

    /// Neither the area nor the directory of all areas may be a link, or be open to every user: then what is in it may be anyone's.
    fn check_place(&self) -> Result<(), String> {
        for path in self.directory.ancestors().take(2) {
            if path.is_symlink() {
                return Err(format!("{} is a link, which is not followed", path.display()));
            }
            #[cfg(unix)]
            if fs::metadata(path).is_ok_and(|data| std::os::unix::fs::MetadataExt::mode(&data) & 0o002 != 0) {
                return Err(format!("every user can write to {}, so what is in it is not trusted", path.display()));
            }
        }
        Ok(())
    }
}

/// The directory of all scratch areas.
fn home() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let target = std::env::current_exe().ok().and_then(|program| target_directory(&program));
        target.unwrap_or_else(std::env::temp_dir).join("astragal")
    })
}

/// The directory of logs, beside the scratch areas.
pub(crate) fn log_directory() -> PathBuf {
    home().join("observed")
}

/// Makes a directory, and those above it that are missing, for this user alone.
pub(crate) fn make_private(directory: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(directory)
}

fn create_new(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The text of a file of moderate size.
fn read(path: &Path) -> Option<String> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LIMIT + 1).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 > LIMIT { None } else { Some(String::from_utf8_lossy(&bytes).into_owned()) }
}

/// Cargo's target directory, if this program is in one: Cargo puts a tag into it, so that backups skip it; and into that of a platform
/// in it.
fn target_directory(program: &Path) -> Option<PathBuf> {
    let has_tag = |directory: &&Path| directory.join("CACHEDIR.TAG").is_file();
    // target / triple / profile / deps / program
    let nearest = program.ancestors().skip(1).take(5).find(has_tag)?;
    Some(nearest.parent().filter(has_tag).unwrap_or(nearest).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_directory_is_above_that_of_a_platform() {
        let folder = std::env::temp_dir().join(format!("astragal-target-{}", std::process::id()));
        // A package that is built inside of another's target directory.
        let inner = folder.join("outer/tmp/inner");
        let programs = [inner.join("debug/deps/program"), inner.join("triple/debug/deps/program")];
        programs.iter().for_each(|program| fs::create_dir_all(program.parent().unwrap()).unwrap());
        for tagged in [&folder.join("outer"), &inner, &inner.join("triple")] {
            fs::write(tagged.join("CACHEDIR.TAG"), "").unwrap();
        }
        programs.iter().for_each(|program| assert_eq!(target_directory(program), Some(inner.clone())));
        assert_eq!(target_directory(&folder.join("elsewhere/program")), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
