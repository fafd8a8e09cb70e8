//! Finds `astragal.toml` and reads it once for each process.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{ConfigError, Origin};

/// The name of the file.
const NAME: &str = "astragal.toml";

/// What a file says, not yet understood as settings.
pub(crate) struct File {
    pub(crate) path: Arc<Path>,
    /// The keys outside of any profile.
    pub(crate) entries: Vec<Entry>,
    /// The tables `[profile.<name>]`.
    pub(crate) profiles: Vec<Profile>,
    pub(crate) errors: Vec<ConfigError>,
    pub(crate) warnings: Vec<ConfigError>,
}

/// A key and its value.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A table `[profile.<name>]`.
pub(crate) struct Profile {
    pub(crate) name: String,
    pub(crate) entries: Vec<Entry>,
}

/// A directory of a package and its file.
type Known = (String, Option<Arc<File>>);

/// The files by the directory of the package, since each test of a package asks for the same one.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The nearest file in a directory or above it.
pub(crate) fn find(directory: &str) -> Option<Arc<File>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, file)) = known.iter().find(|(of, _)| of == directory) {
        return file.clone();
    }
    let path = Path::new(directory).ancestors().map(|directory| directory.join(NAME)).find(|path| path.is_file());
    let file = path.map(|path| Arc::new(File::open(path.into())));
    known.push((directory.to_string(), file.clone()));
    file
}

impl File {
    #[cfg(feature = "config-file")]
    fn open(path: Arc<Path>) -> File {
        let mut file = File::empty(path);
        match std::fs::read_to_string(&file.path) {
            Ok(source) => super::toml::read(&source, &mut file),
            Err(error) => file.error(1, format!("this file cannot be read: {error}")),
        }
        file
    }

    /// Without a parser the file is not read, which must not go unnoticed.
    #[cfg(not(feature = "config-file"))]
    fn open(path: Arc<Path>) -> File {
        let mut file = File::empty(path);
        let message = "this file is not read, because astragal was built without its feature `config-file`".into();
        file.warnings.push(ConfigError { message, place: file.line(1) });
        file
    }

    fn empty(path: Arc<Path>) -> File {
        File { path, entries: Vec::new(), profiles: Vec::new(), errors: Vec::new(), warnings: Vec::new() }
    }

    /// A line of this file, counted from 1.
    pub(crate) fn line(&self, line: usize) -> Origin {
        Origin::File { path: self.path.clone(), line }
    }

    #[cfg(feature = "config-file")]
    pub(crate) fn error(&mut self, line: usize, message: String) {
        self.errors.push(ConfigError { message, place: self.line(line) });
    }
}
