//! `compare`: what changed from one log to another, in words.

use astragal_report::{Model, html, terminal};

use crate::cli::Compare;
use crate::exit::{Code, Ended};
use crate::page;
use crate::terminal::{Terminal, Tone, counted, put};

/// Compares.
pub(crate) fn run(arguments: &Compare, terminal: Terminal) -> Ended {
    let before = page::model(std::slice::from_ref(&arguments.before), terminal)?;
    let after = page::model(std::slice::from_ref(&arguments.after), terminal)?;
    let both = Model::compare(before, after);
    let changes = both.changes.as_deref().unwrap_or_default();
    put(&terminal::changes(changes, page::style(terminal)));
    let worse = changes.iter().filter(|change| change.regression).count() as u64;
    let words = match worse {
        0 => terminal.paint(Tone::Good, "nothing became worse"),
        worse => terminal.paint(Tone::Bad, &counted(worse, "regression", "regressions")),
    };
    put(&format!("\n{words}\n"));
    if let Some(file) = &arguments.html {
        page::write(file, &html(&both))?;
    }
    Ok(if worse > 0 && arguments.fail_on_regression { Code::Failed } else { Code::Passed })
}
