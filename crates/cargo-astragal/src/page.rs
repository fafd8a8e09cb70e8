//! From logs to what is shown: reading them with a word about what cannot be read, and writing and opening pages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use astragal_report::terminal::Style;
use astragal_report::{Log, Model, ReadError};

use crate::cargo::Project;
use crate::cli::Selection;
use crate::exit::Stop;
use crate::list::log_folder;
use crate::log::is_log;
use crate::terminal::{Terminal, Tone, counted, put, safe};

/// Reads logs. Lines that cannot be read are told of and passed over.
pub(crate) fn model(logs: &[PathBuf], terminal: Terminal) -> Result<Model, Stop> {
    let log = Log::read(logs).map_err(stop)?;
    if log.broken() > 0 {
        let warning = terminal.paint(Tone::Doubtful, "warning");
        let lines = counted(log.broken(), "line was skipped", "lines were skipped");
        eprintln!("{warning}: {lines}, which cannot be read");
        log.problems().iter().take(5).for_each(|problem| eprintln!("  {}", safe(&problem.to_string())));
    }
    Ok(Model::of(&log))
}

/// The model with the source of what was run, if the log tells of that, and the workspace is the one here.
pub(crate) fn with_sources(model: Model, root: impl FnOnce() -> Option<PathBuf>) -> Model {
    match model.wants_sources().then(root).flatten() {
        Some(root) => model.with_sources(&root),
        None => model,
    }
}

/// Why a log cannot be shown.
pub(crate) fn stop(error: ReadError) -> Stop {
    match error {
        ReadError::Unreadable(..) => Stop::system(error.to_string()),
        _ => Stop::nothing(error.to_string()).hint("`cargo astragal test` writes a log"),
    }
}

/// The logs to show: those that are named, or the newest of the workspace. Also where a page would be written.
pub(crate) fn logs(named: &[PathBuf], selection: &Selection) -> Result<(Vec<PathBuf>, PathBuf), Stop> {
    if !named.is_empty() {
        return Ok((named.to_vec(), "astragal-report.html".into()));
    }
    let project = Project::find(selection)?;
    let folder = log_folder(&project);
    let page = project.target.join("astragal").join("report.html");
    match is_log(&folder) {
        true => Ok((vec![folder], page)),
        false => Err(Stop::nothing(format!("there is no log yet at {}", folder.display()))
            .hint("`cargo astragal test` writes one; `cargo astragal report --run` does both")),
    }
}

/// How the report crate is to draw.
pub(crate) fn style(terminal: Terminal) -> Style {
    Style { width: terminal.width, color: terminal.is_colored }
}

/// Writes a page: whole, or not at all.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), Stop> {
    let why = |error: std::io::Error| Stop::system(format!("{} cannot be written: {error}", file.display()));
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(why)?;
    }
    let mut name = file.file_name().ok_or_else(|| Stop::usage(format!("{} is not a file", file.display())))?.to_owned();
    name.push(format!(".{}", std::process::id()));
    let unfinished = file.with_file_name(name);
    let written = std::fs::write(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, file));
    written.inspect_err(|_| _ = std::fs::remove_file(&unfinished)).map_err(why)?;
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    put(&format!("wrote {} ({} KB)\n", safe(&path.display().to_string()), text.len().div_ceil(1000)));
    Ok(())
}

/// Opens a page or an address in a browser.
pub(crate) fn open(what: &str) -> Result<(), Stop> {
    let programs: &[&[&str]] = match () {
        () if cfg!(windows) => &[&["cmd", "/C", "start", ""]],
        () if cfg!(target_os = "macos") => &[&["open"]],
        () => &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]],
    };
    let is_started = |program: &&[&str]| {
        let mut command = Command::new(program[0]);
        command.args(&program[1..]).arg(what).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    };
    match programs.iter().any(is_started) {
        true => Ok(()),
        false => Err(Stop::system(format!("no browser could be started; open {what} yourself"))),
    }
}
