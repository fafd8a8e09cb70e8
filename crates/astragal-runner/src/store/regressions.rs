//! The regressions of one property: a text file beside the test, where it is, and how entries get into it.
//!
//! Every entry is appended with one `write`, so that processes that save at the same moment do not mix their entries, and
//! one that dies spoils at most its own. Nothing is locked: a lock would outlive a process that is killed.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::entry::Entry;
use super::name;
use super::reader::{ENTRY_LIMIT, FILE_LIMIT, Loaded, Warning, holds, read};

/// The directory beside a source file.
const DIRECTORY: &str = "astragal-regressions";

const HEADER: &str = "\
# Cases that once failed, found by Astragal. They are run before all others.
# Commit this file. To forget a case, remove its lines, from `regression` to `end`.
";

/// The regressions of one property: cases that once failed, in a text file that is made to be committed.
///
/// ```
/// use astragal::Choices;
/// use astragal::store::{Entry, Regressions, Saved};
///
/// # let directory = std::env::temp_dir().join(format!("astragal-doc-{}", std::process::id()));
/// let regressions = Regressions::in_directory(&directory, "my_crate::tests::round_trip");
/// let entry = Entry::new(Choices::from_numbers([1, 2]), "(1, 2)");
/// assert!(matches!(regressions.save(&entry), Ok(Saved::New(_))));
/// assert!(matches!(regressions.save(&entry), Ok(Saved::AlreadyThere(_))));
/// assert_eq!(regressions.load().entries, [entry]);
/// # std::fs::remove_dir_all(directory).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regressions(Option<Location>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Location {
    file: PathBuf,
    /// Where entries of the property were stored under an older name, which is read too.
    older: Option<PathBuf>,
    /// The directories that links may lead to.
    roots: Vec<PathBuf>,
    /// Whether to make all directories on the way to the file, or only the last.
    is_chosen: bool,
}

/// What became of an entry that was to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It was added to this file.
    New(PathBuf),
    /// This file had it already.
    AlreadyThere(PathBuf),
    /// Nothing is saved, because regressions are off.
    Off,
}

impl Regressions {
    /// The regressions beside a source file: `astragal-regressions/<property>.txt` in its directory.
    ///
    /// To be called with `file!()`, `env!("CARGO_MANIFEST_DIR")`, and the path of the property, from the crate down. A
    /// path from `file!()` starts at the workspace or at the package; if there is no such file (because the test runs on
    /// another machine, say), then the directory is in the package's.
    pub fn beside(source_file: &str, manifest_dir: &str, property: &str) -> Regressions {
        let (base, name, older) = place_beside(source_file, manifest_dir, property);
        Regressions(Some(Location {
            file: file_in(&base.join(DIRECTORY), &name),
            older: older.map(|older| file_in(&base.join(DIRECTORY), &older)),
            roots: vec![base, manifest_dir.into()],
            is_chosen: false,
        }))
    }

    /// The regressions in a directory that the user chose, which many crates may share.
    pub fn in_directory(directory: impl AsRef<Path>, property: &str) -> Regressions {
        let directory = directory.as_ref();
        let roots = vec![directory.to_owned()];
        Regressions(Some(Location { file: file_in(directory, property), older: None, roots, is_chosen: true }))
    }

    /// No regressions: there are none, and none are saved.
    pub fn off() -> Regressions {
        Regressions(None)
    }

    /// The file, whether it is there or not; nothing if regressions are off.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_ref().map(|location| &*location.file)
    }

    /// Reads all entries. What cannot be read is skipped with a warning and left as it is.
    ///
    /// No file means no entries. Of a file that is larger than 4 MiB only the beginning is read, and it is
    /// unreadable, as is whatever else is in its place.
    pub fn load(&self) -> Loaded {
        let Some(Location { file, older, .. }) = &self.0 else { return Loaded::default() };
        let mut loaded = load(file);
        if let Some(older) = older.as_deref().map(load) {
            loaded.add(older);
        }
        loaded
    }

    /// Adds an entry, unless it is there already.
    ///
    /// Two processes that save the same entry at the same moment may both add it; it is read once all the same.
    ///
    /// # Errors
    /// If the entry could not be written, for example because the disk is full or a link leads out of the package; the
    /// text says what and where. What was in the file before stays.
    pub fn save(&self, entry: &Entry) -> Result<Saved, String> {
        // Threads of one process can wait for each other.
        static SAVING: Mutex<()> = Mutex::new(());
        let _saving = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.0 {
            Some(location) => {
                location.save(entry).map_err(|message| format!("{}: not saved: {message}", location.file.display()))
            }
            None => Ok(Saved::Off),
        }
    }
}

impl Location {
    fn save(&self, entry: &Entry) -> Result<Saved, String> {
        let text = entry.text();
        if text.len() > ENTRY_LIMIT {
            return Err(format!("the case takes {} bytes, and an entry may have {ENTRY_LIMIT}", text.len()));
        }
        self.make_directory()?;
        self.check_links()?;
        if let Some(input) = open(&self.file)? {
            if holds(input, entry.address()).map_err(|error| error.to_string())? {
                return Ok(Saved::AlreadyThere(self.file.clone()));
            }
        }
        self.append(&text)?;
        Ok(Saved::New(self.file.clone()))
    }

    fn directory(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }

    fn make_directory(&self) -> Result<(), String> {
        let directory = self.directory();
        if directory.is_dir() {
            return Ok(());
        }
        // A test that runs on another machine than it was built on must not make the paths of the first.
        let made = if self.is_chosen { fs::create_dir_all(directory) } else { fs::create_dir(directory) };
        match made {
            // Another process was faster; or a link leads nowhere, or something else is in the way.
            Err(_) if directory.is_dir() => Ok(()),
            Err(error) => Err(format!("the directory cannot be made: {error}")),
            Ok(()) => Ok(()),
        }
    }

    /// A link in a repository from another author must not make us write to files elsewhere.
    fn check_links(&self) -> Result<(), String> {
        let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
        let is_inside = |path: &Path| {
            let target = path.canonicalize().ok();
            let mut roots = self.roots.iter().filter_map(|root| root.canonicalize().ok());
            target.is_some_and(|target| roots.any(|root| target.starts_with(root)))
        };
        let directory = self.directory();
        let links = [(directory, is_link(directory) && !self.is_chosen), (&self.file, is_link(&self.file))];
        match links.into_iter().find(|&(path, is_link)| is_link && !is_inside(path)) {
            Some((path, _)) => Err(format!("{} is a link that leads out of the package", path.display())),
            None => Ok(()),
        }
    }

    fn append(&self, text: &str) -> Result<(), String> {
        let (mut file, needs_header) = self.open_to_append().map_err(|error| error.to_string())?;
        let size = file.metadata().map_err(|error| error.to_string())?.len();
        let text = if needs_header { format!("{HEADER}{text}") } else { text.to_owned() };
        if size + text.len() as u64 > FILE_LIMIT {
            return Err(format!("the file would be larger than {FILE_LIMIT} bytes, of which no more is read"));
        }
        // One call of `write`, if the system takes it all at once.
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|error| error.to_string())?;
        if self.is_written(&mut file, &text) { Ok(()) } else { Err("what was written cannot be read back".into()) }
    }

    /// The file, and whether it is ours to write the header: we made the file, or found it empty.
    fn open_to_append(&self) -> std::io::Result<(File, bool)> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        match options.clone().create_new(true).open(&self.file) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (file, true)),
        }
        let file = options.open(&self.file)?;
        let is_empty = || file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        if is_empty() {
            // Who made it is about to write the header, or died before.
            std::thread::sleep(Duration::from_millis(2));
        }
        let needs_header = is_empty();
        Ok((file, needs_header))
    }

    fn is_written(&self, file: &mut File, text: &str) -> bool {
        // After an append the position is where it ended, whatever others have appended since.
        let end = file.stream_position().unwrap_or(0);
        let mut found = vec![0; text.len()];
        let start = end.checked_sub(text.len() as u64);
        let is_there = start.is_some_and(|start| {
            file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut found)).is_ok()
                && found == text.as_bytes()
        });
        // Systems that keep no such position.
        is_there || fs::read(&self.file).is_ok_and(|all| all.windows(found.len()).any(|part| part == text.as_bytes()))
    }
}

/// What a file holds.
fn load(file: &Path) -> Loaded {
    match open(file) {
        Ok(Some(input)) => read(file, input),
        Ok(None) => Loaded::default(),
        // Where the directory is not one, there is no file in it either.
        Err(message) if file.ancestors().skip(1).any(Path::is_file) => {
            let warnings = vec![Warning { file: file.to_owned(), line: None, message }];
            Loaded { warnings, ..Loaded::default() }
        }
        Err(message) => Loaded::unreadable(file, message),
    }
}

/// Where what belongs to a property is kept beside its source file: the directory of the source, the name of the property there,
/// and an older name that it may have.
pub(super) fn place_beside(source_file: &str, manifest_dir: &str, property: &str) -> (PathBuf, String, Option<String>) {
    let package = Path::new(manifest_dir);
    let source = package.ancestors().map(|root| root.join(source_file)).find(|source| source.is_file());
    match source.as_deref().and_then(Path::parent) {
        Some(base) => {
            let (name, older) = name::beside(Path::new(source_file), property);
            (base.to_owned(), name, older)
        }
        None => (package.to_owned(), property.to_owned(), None),
    }
}

/// The file of a property in a directory.
pub(super) fn file_in(directory: &Path, property: &str) -> PathBuf {
    directory.join(name::file_name(property) + ".txt")
}

/// The file to read, if there is one. Opening a pipe could wait forever, and a device has no end.
pub(super) fn open(file: &Path) -> Result<Option<BufReader<File>>, String> {
    let opened = match fs::metadata(file) {
        Ok(metadata) if !metadata.is_file() => return Err("this is not a regular file, and is not read".into()),
        Ok(_) => File::open(file),
        Err(error) => Err(error),
    };
    match opened {
        Ok(opened) => Ok(Some(BufReader::with_capacity(1 << 16, opened))),
        Err(error) if error.kind() == ErrorKind::NotFound && file.is_symlink() => {
            Err("this is a link that leads nowhere".into())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}
