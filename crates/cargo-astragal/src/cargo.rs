//! What cargo knows: the workspace, its test binaries, and how to start both.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::cli::Selection;
use crate::coverage::Counting;
use crate::exit::{Code, Stop};

/// A workspace.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// Its folder.
    pub(crate) root: PathBuf,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// Its packages: the name, the id and the folder of each.
    packages: Vec<Package>,
}

#[derive(Clone, Debug)]
struct Package {
    name: String,
    id: String,
    directory: PathBuf,
}

/// A test binary.
#[derive(Clone, Debug)]
pub(crate) struct TestBinary {
    /// The program.
    pub(crate) program: PathBuf,
    /// The name of its target with underscores, which is that of the crate.
    pub(crate) krate: String,
    /// Its package.
    pub(crate) package: String,
    /// The folder of the package.
    pub(crate) directory: PathBuf,
    /// Its root source file.
    pub(crate) source: PathBuf,
}

/// The variable that names a program for cargo to compile the packages of a workspace by, and no others. Its path is a part of the
/// names of what is built, so that each such program has artifacts of its own.
pub(crate) const WORKSPACE_WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// The program of cargo.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

impl Project {
    /// The workspace that the current folder is in, or that of a manifest.
    pub(crate) fn find(selection: &Selection) -> Result<Project, Stop> {
        let mut command = cargo();
        command.args(["metadata", "--no-deps", "--format-version=1", "--color=never"]);
        if let Some(manifest) = &selection.manifest_path {
            command.arg("--manifest-path").arg(manifest);
        }
        let output = command.stdin(Stdio::null()).output().map_err(no_cargo)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.trim().strip_prefix("error: ").unwrap_or(said.trim());
            return Err(Stop::new(Code::Build, format!("cargo knows no package here: {said}"))
                .hint("run this in the folder of a package, or name its Cargo.toml with --manifest-path"));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| Stop::system(format!("what `cargo metadata` says cannot be read: {error}")))?;
        let path = |value: &Value| PathBuf::from(value.as_str().unwrap_or_default());
        let packages = metadata["packages"].as_array().into_iter().flatten().map(|package| Package {
            name: text(&package["name"]),
            id: text(&package["id"]),
            directory: path(&package["manifest_path"]).parent().unwrap_or(Path::new("")).to_owned(),
        });
        Ok(Project {
            root: path(&metadata["workspace_root"]),
            target: path(&metadata["target_directory"]),
            packages: packages.collect(),
        })
    }

    /// Where the runner writes its log, unless it is told otherwise.
    pub(crate) fn log(&self) -> PathBuf {
        self.target.join("astragal").join("observed")
    }

    /// The folders of the packages.
    pub(crate) fn directories(&self) -> impl Iterator<Item = &Path> {
        self.packages.iter().map(|package| &*package.directory)
    }

    /// The folders of the packages that are selected; of all, if none is named.
    pub(crate) fn directories_of<'p>(&'p self, selection: &'p Selection) -> impl Iterator<Item = &'p Path> {
        let is_selected =
            |package: &&Package| selection.package.is_empty() || selection.package.contains(&package.name);
        self.packages.iter().filter(is_selected).map(|package| &*package.directory)
    }

    /// Builds the test binaries. Cargo says on standard error what it does.
    pub(crate) fn build(&self, selection: &Selection) -> Result<Vec<TestBinary>, Stop> {
        let mut child = build(selection).spawn().map_err(no_cargo)?;
        let (binaries, are_read) = self.binaries(&mut child)?;
        let are_read = are_read || selection.counting.is_none();
        match child.wait() {
            Ok(status) if status.success() && !are_read => Err(Counting::no_reader()),
            Ok(status) if status.success() => Ok(binaries),
            Ok(_) => Err(does_not_build()),
            Err(error) => Err(Stop::system(format!("cargo cannot be waited for: {error}"))),
        }
    }

    /// As [`build`](Project::build), where packages of the workspace are compiled by another program, and nothing is said. If they do not
    /// compile, what the compiler says.
    pub(crate) fn build_by(
        &self,
        compiler: &Path,
        selection: &Selection,
    ) -> Result<Result<Vec<TestBinary>, String>, Stop> {
        let mut command = build(selection);
        command.env(WORKSPACE_WRAPPER, compiler).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(no_cargo)?;
        let mut errors = child.stderr.take().ok_or_else(lost)?;
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            _ = errors.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        });
        let (binaries, _) = self.binaries(&mut child)?;
        let said = said.join().map_err(|_| lost())?;
        match child.wait() {
            Ok(status) if status.success() => Ok(Ok(binaries)),
            Ok(_) => Ok(Err(said)),
            Err(error) => Err(Stop::system(format!("cargo cannot be waited for: {error}"))),
        }
    }

    /// The test binaries that cargo tells of while it builds, and whether what reads counters is among the libraries.
    fn binaries(&self, child: &mut Child) -> Result<(Vec<TestBinary>, bool), Stop> {
        let (mut binaries, mut are_read) = (Vec::new(), false);
        for line in BufReader::new(child.stdout.take().ok_or_else(lost)?).lines().map_while(Result::ok) {
            binaries.extend(self.binary(&line));
            are_read = are_read || Counting::is_reader(&line);
        }
        Ok((binaries, are_read))
    }

    /// The test binary that a message of cargo is about, if it is about one.
    pub(crate) fn binary(&self, line: &str) -> Option<TestBinary> {
        // Most messages are about libraries; those without a program are not worth parsing.
        if !line.starts_with('{') || !line.contains("\"executable\":\"") {
            return None;
        }
        let message: Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"].as_bool()?;
        let package = self.packages.iter().find(|package| Some(&*package.id) == message["package_id"].as_str())?;
        is_test.then(|| TestBinary {
            program: text(&message["executable"]).into(),
            krate: text(&message["target"]["name"]).replace('-', "_"),
            package: package.name.clone(),
            directory: package.directory.clone(),
            source: text(&message["target"]["src_path"]).into(),
        })
    }
}

/// Cargo, as it builds test binaries and tells of them on standard output.
fn build(selection: &Selection) -> Command {
    let mut command = cargo();
    command.args(["test", "--no-run", "--tests", "--message-format=json-render-diagnostics", "--quiet"]);
    selection.add_to(&mut command);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

impl Selection {
    /// Adds what cargo has to be told.
    pub(crate) fn add_to(&self, command: &mut Command) {
        for package in &self.package {
            command.args(["--package", package]);
        }
        for features in &self.features {
            command.args(["--features", features]);
        }
        let flags = [
            (self.workspace, "--workspace"),
            (self.all_features, "--all-features"),
            (self.no_default_features, "--no-default-features"),
            (self.release, "--release"),
        ];
        command.args(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag));
        if let Some(manifest) = &self.manifest_path {
            command.arg("--manifest-path").arg(manifest);
        }
        if let Some(counting) = &self.counting {
            counting.add_to(command);
        }
    }
}

impl TestBinary {
    /// What to call it.
    pub(crate) fn title(&self) -> String {
        let source = self.source.strip_prefix(&self.directory).unwrap_or(&self.source);
        format!("{} ({})", source.display(), self.package)
    }

    /// Whether another one is built from the same target, in another way.
    pub(crate) fn is_like(&self, other: &TestBinary) -> bool {
        (&self.package, &self.source, &self.krate) == (&other.package, &other.source, &other.krate)
    }

    /// The name of the property that a test would be.
    pub(crate) fn property(&self, test: &str) -> String {
        format!("{}::{test}", self.krate)
    }

    /// The names of all its tests, without running any.
    pub(crate) fn tests(&self) -> Option<Vec<String>> {
        let mut command = Command::new(&self.program);
        command.args(["--list", "--format=terse"]).current_dir(&self.directory).envs(self.environment());
        let output = command.stdin(Stdio::null()).output().ok()?;
        let listed = String::from_utf8(output.stdout).ok()?;
        output
            .status
            .success()
            .then(|| listed.lines().filter_map(|line| line.strip_suffix(": test")).map(ToString::to_string).collect())
    }

    /// What cargo sets when it runs a test binary, as far as tests know of it.
    pub(crate) fn environment(&self) -> Vec<(OsString, OsString)> {
        let mut variables: Vec<(OsString, OsString)> = vec![
            ("CARGO_MANIFEST_DIR".into(), self.directory.clone().into()),
            ("CARGO_PKG_NAME".into(), self.package.clone().into()),
        ];
        // Libraries that a test links at run time.
        let name = match () {
            () if cfg!(windows) => "PATH",
            () if cfg!(target_vendor = "apple") => "DYLD_FALLBACK_LIBRARY_PATH",
            () => "LD_LIBRARY_PATH",
        };
        let folders = self.program.ancestors().skip(1).take(2).map(Path::to_owned);
        let before = std::env::var_os(name).unwrap_or_default();
        if let Ok(paths) = std::env::join_paths(folders.chain(std::env::split_paths(&before))) {
            variables.push((name.into(), paths));
        }
        variables
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn lost() -> Stop {
    Stop::system("the output of cargo cannot be read")
}

/// Cargo has said why.
pub(crate) fn does_not_build() -> Stop {
    Stop::new(Code::Build, "the tests could not be built; see above what cargo says")
}

/// Cargo cannot be started.
pub(crate) fn no_cargo(error: std::io::Error) -> Stop {
    Stop::system(format!("cargo cannot be started: {error}"))
}
