//! `watch`: runs properties again whenever a source file changes.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use console::{Key, Term};

use crate::cargo::Project;
use crate::cli::Test;
use crate::exit::{Code, Ended};
use crate::files;
use crate::terminal::{Terminal, Tone, put, safe_lines};

/// How often files are looked at.
const PACE: Duration = Duration::from_millis(300);

/// When each file was changed.
type Stamps = BTreeMap<PathBuf, SystemTime>;

/// Runs, waits, and runs again until it is told to quit.
pub(crate) fn run(arguments: &Test, terminal: Terminal) -> Ended {
    let project = Project::find(&arguments.selection)?;
    let keys = keys();
    loop {
        let before = stamps(&project);
        match crate::test::run(arguments, terminal) {
            Ok(_) => {}
            // What does not compile now may soon.
            Err(stop) if matches!(stop.code, Code::Build | Code::Nothing) => {
                eprintln!("{}: {}", terminal.paint(Tone::Bad, "error"), safe_lines(&stop.message).join("\n  "));
            }
            Err(stop) => return Err(stop),
        }
        let hint = if keys.is_some() { "q quits, Enter runs again" } else { "Ctrl-C quits" };
        put(&format!("\n{}\n", terminal.paint(Tone::Faint, &format!("waiting for a change ({hint})"))));
        loop {
            match pressed(keys.as_ref()) {
                Some(Key::Char('q' | 'Q') | Key::CtrlC | Key::Escape) => return Ok(Code::Passed),
                Some(Key::Enter) => break,
                _ => {}
            }
            let now = stamps(&project);
            if let Some(changed) = changed(&before, &now) {
                let changed = changed.strip_prefix(&project.root).unwrap_or(changed);
                put(&format!(
                    "{}\n",
                    terminal.paint(
                        Tone::Faint,
                        &format!("changed: {}", crate::terminal::safe(&changed.display().to_string()))
                    )
                ));
                break;
            }
        }
    }
}

/// Keys as they are pressed, if there is a keyboard.
fn keys() -> Option<Receiver<Key>> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return None;
    }
    let (sender, keys) = channel();
    std::thread::spawn(move || {
        let input = Term::stderr();
        while let Ok(key) = input.read_key() {
            // It has to be free for the next reader, if there is one.
            let is_last = matches!(key, Key::Char('q' | 'Q') | Key::CtrlC | Key::Escape);
            if sender.send(key).is_err() || is_last {
                return;
            }
        }
    });
    Some(keys)
}

/// The key that was pressed meanwhile, after waiting for a while.
fn pressed(keys: Option<&Receiver<Key>>) -> Option<Key> {
    match keys.map(|keys| keys.recv_timeout(PACE)) {
        Some(Ok(key)) => Some(key),
        Some(Err(RecvTimeoutError::Timeout)) => None,
        Some(Err(RecvTimeoutError::Disconnected)) | None => {
            std::thread::sleep(PACE);
            None
        }
    }
}

/// The sources of all packages of the workspace.
fn stamps(project: &Project) -> Stamps {
    let files = files::of(project, project.directories()).into_iter();
    files
        .filter_map(|path| Some((path.clone(), std::fs::metadata(&path).and_then(|data| data.modified()).ok()?)))
        .collect()
}

/// A file that was changed, added or removed.
fn changed<'s>(before: &'s Stamps, now: &'s Stamps) -> Option<&'s Path> {
    let changed = now.iter().find(|(path, stamp)| before.get(*path) != Some(stamp)).map(|(path, _)| path);
    changed.or_else(|| before.keys().find(|path| !now.contains_key(*path))).map(PathBuf::as_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_additions_and_removals_are_seen() {
        let stamps = |files: &[(&str, u64)]| -> Stamps {
            files
                .iter()
                .map(|(path, at)| (PathBuf::from(path), SystemTime::UNIX_EPOCH + Duration::from_secs(*at)))
                .collect()
        };
        let before = stamps(&[("a.rs", 1), ("b.rs", 1)]);
        assert_eq!(changed(&before, &before.clone()), None);
        assert_eq!(changed(&before, &stamps(&[("a.rs", 1), ("b.rs", 2)])), Some(Path::new("b.rs")));
        assert_eq!(changed(&before, &stamps(&[("a.rs", 1), ("b.rs", 1), ("c.rs", 1)])), Some(Path::new("c.rs")));
        assert_eq!(changed(&before, &stamps(&[("b.rs", 1)])), Some(Path::new("a.rs")));
    }
}
