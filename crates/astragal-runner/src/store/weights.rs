//! The weights of one property: a text file beside the test, by which its branches are drawn.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::regressions::{file_in, open, place_beside};

/// The directory beside a source file.
const DIRECTORY: &str = "astragal-weights";
/// A file of more bytes is not read.
const LIMIT: u64 = 1 << 20;

/// The file of the weights by which a property is drawn: see `astragal::learn::Weights` for what is in it.
///
/// ```
/// use astragal::store::WeightsFile;
///
/// # let directory = std::env::temp_dir().join(format!("astragal-weights-doc-{}", std::process::id()));
/// let file = WeightsFile::in_directory(&directory, "my_crate::tests::round_trip");
/// assert_eq!(file.read(), Ok(None));
/// file.write("astragal weights 1\noption.None: 1\noption.Some: 9\n")?;
/// assert!(file.read()?.is_some());
/// # std::fs::remove_dir_all(directory).unwrap();
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile(Option<PathBuf>);

impl WeightsFile {
    /// The weights beside a source file: `astragal-weights/<property>.txt` in its directory. See
    /// [`Regressions::beside`](super::Regressions::beside) for the arguments.
    pub fn beside(source_file: &str, manifest_dir: &str, property: &str) -> WeightsFile {
        let (base, name, _) = place_beside(source_file, manifest_dir, property);
        WeightsFile(Some(file_in(&base.join(DIRECTORY), &name)))
    }

    /// The weights in a directory that the user chose.
    pub fn in_directory(directory: impl AsRef<Path>, property: &str) -> WeightsFile {
        WeightsFile(Some(file_in(directory.as_ref(), property)))
    }

    /// No weights.
    pub fn off() -> WeightsFile {
        WeightsFile(None)
    }

    /// The file, whether it is there or not; nothing if weights are off.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// The text of the file, if there is one.
    ///
    /// # Errors
    /// If something is in its place that cannot be read as text of at most a mebibyte.
    pub fn read(&self) -> Result<Option<String>, String> {
        let Some(path) = &self.0 else { return Ok(None) };
        // Where the directory is not one, there is no file in it either.
        if path.parent().is_some_and(|directory| !directory.is_dir()) {
            return Ok(None);
        }
        let Some(file) = open(path)? else { return Ok(None) };
        let mut text = String::new();
        let size = file.take(LIMIT + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
        if size as u64 > LIMIT {
            return Err(format!("the file has more than {LIMIT} bytes"));
        }
        Ok(Some(text))
    }

    /// Replaces the file, at once: what reads it meanwhile sees the old text or the new one. Where it is.
    ///
    /// # Errors
    /// If it could not be written, or weights are off. What was in the file before stays.
    pub fn write(&self, text: &str) -> Result<PathBuf, String> {
        let Some(path) = &self.0 else { return Err("weights are off".into()) };
        let directory = path.parent().ok_or("the file has no directory")?;
        let failed = |error: std::io::Error| format!("{}: not written: {error}", path.display());
        fs::create_dir_all(directory).map_err(failed)?;
        let fresh = path.with_extension(format!("{}.tmp", std::process::id()));
        fs::write(&fresh, text).and_then(|()| fs::rename(&fresh, path)).map_err(|error| {
            let _ = fs::remove_file(&fresh);
            failed(error)
        })?;
        Ok(path.clone())
    }
}
