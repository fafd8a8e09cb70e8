//! Where the source of a property is, and from where all paths of a report are seen.

use std::path::{Path, PathBuf};

/// Where the source of a property is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceCode {
    /// The file, as the compiler names it: relative to the workspace or the package.
    pub file: &'static str,
    /// The directory of the package.
    pub manifest_dir: &'static str,
    /// The name of the package; empty if it is not known.
    pub package: &'static str,
    /// The first line of the function (or of the call), counted from 1.
    pub first_line: u32,
    /// Its last line; the same as the first if it is not known.
    pub last_line: u32,
}

impl SourceCode {
    /// The directory to which the compiler's names of files are relative, if the file is there: that of the workspace, which is
    /// also where its commands are given.
    pub(crate) fn root(&self) -> Option<PathBuf> {
        let package = Path::new(self.manifest_dir);
        if self.manifest_dir.is_empty() {
            return None;
        }
        package.ancestors().find(|root| root.join(self.file).is_file()).map(Path::to_owned)
    }

    /// What tells cargo which package is meant, with a blank behind it: `-p name `. In the directory of the package itself
    /// it means that one.
    pub(crate) fn package_option(&self) -> String {
        let is_member = self.root().is_some_and(|root| root != Path::new(self.manifest_dir));
        if is_member && !self.package.is_empty() { format!("-p {} ", self.package) } else { String::new() }
    }

    /// A path as the compiler would name it, if it is below the same directory.
    pub(crate) fn relative<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.strip_prefix(self.root()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(file: &'static str, manifest_dir: &'static str) -> SourceCode {
        SourceCode { file, manifest_dir, package: "some-package", first_line: 1, last_line: 1 }
    }

    #[test]
    fn a_member_of_a_workspace_is_named_and_its_paths_begin_there() {
        let member = source(file!(), env!("CARGO_MANIFEST_DIR"));
        assert_eq!(member.package_option(), "-p some-package ");
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/astragal-regressions/x.txt");
        // As the snippet of the source: `--> crates/astragal-runner/src/report/source.rs`.
        let seen = Path::new("crates/astragal-runner/src/astragal-regressions/x.txt");
        assert_eq!(member.relative(&beside), Some(seen));
        assert_eq!(member.relative(Path::new("/elsewhere")), None);
    }

    #[test]
    fn a_package_of_its_own_is_not_named() {
        assert_eq!(source("src/lib.rs", env!("CARGO_MANIFEST_DIR")).package_option(), "");
        assert_eq!(source("no/such/file.rs", env!("CARGO_MANIFEST_DIR")).package_option(), "");
    }
}
