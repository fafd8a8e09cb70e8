//! Finds `astragal.toml` and reads it once for each process.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{ConfigError, Origin};

/// The name of the file.
const NAME: &str = "astragal.toml";

/// The largest file that is read, in bytes.
#[cfg(feature = "config-file")]
const LARGEST: u64 = 64 << 10;

/// The longest message about a line, in characters.
#[cfg(feature = "config-file")]
const LONGEST_MESSAGE: usize = 400;

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
    let paths = Path::new(directory).ancestors().map(|directory| directory.join(NAME));
    // Whatever has this name, even a link that leads nowhere.
    let path = paths.into_iter().find(|path| path.symlink_metadata().is_ok());
    let file = path.map(|path| Arc::new(File::open(path.into())));
    known.push((directory.to_string(), file.clone()));
    file
}

impl File {
    #[cfg(feature = "config-file")]
    fn open(path: Arc<Path>) -> File {
        let mut file = File::empty(path);
        match text_of(&file.path) {
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
        let message = astragal_settings::shortened(&message, LONGEST_MESSAGE);
        let place = self.line(line);
        super::note(&mut self.errors, ConfigError { message, place });
    }
}

/// The text of a file of moderate size. Only files are opened: a pipe could make us wait forever.
#[cfg(feature = "config-file")]
fn text_of(path: &Path) -> Result<String, String> {
    use std::io::Read;
    if !std::fs::metadata(path).map_err(|error| error.to_string())?.is_file() {
        return Err("it is not a regular file".into());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is larger than {LARGEST} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| error.to_string())
}
