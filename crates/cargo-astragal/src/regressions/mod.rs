//! `regressions`: the stored cases that once failed. They are listed, shown, replayed and reviewed.

mod edit;
mod review;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use astragal::protocol::{CaseOutcome, Ran};
use astragal::store::{self, Entry};

use crate::cargo::{Project, TestBinary};
use crate::cli::{Action, Regressions};
use crate::exit::{Code, Ended, Stop};
use crate::properties::{self, Found};
use crate::sample::values_of;
use crate::terminal::{Terminal, Tone, counted, cut, put, safe, safe_lines};

/// A stored case.
struct Stored {
    found: Found,
    file: PathBuf,
    entry: Entry,
}

/// What there is in the files of regressions.
#[derive(Default)]
struct Inventory {
    cases: Vec<Stored>,
    /// What cannot be read, and files that no property reads.
    warnings: Vec<String>,
}

/// Does what was asked.
pub(crate) fn run(arguments: &Regressions, terminal: Terminal) -> Ended {
    let action = arguments.action.clone().unwrap_or(Action::List { which: None });
    if matches!(action, Action::Review { .. }) {
        review::needs_terminal()?;
    }
    let here = std::env::current_dir().map_err(|error| Stop::system(format!("the current folder is gone: {error}")))?;
    let project = Project::find(&arguments.selection)?;
    let binaries = project.build(&arguments.selection)?;
    let mut inventory = Inventory::of(&binaries);
    let (which, is_replay) = match &action {
        Action::List { which } | Action::Review { which, .. } => (which.as_deref(), false),
        Action::Show { which } => (Some(&**which), false),
        Action::Replay { which } => (which.as_deref(), true),
    };
    for warning in &inventory.warnings {
        eprintln!("{}: {}", terminal.paint(Tone::Doubtful, "warning"), safe(warning));
    }
    if let Some(which) = which {
        let is_wanted = |case: &Stored| case.entry.address().starts_with(which) || case.found.name.contains(which);
        inventory.cases.retain(is_wanted);
    }
    if inventory.cases.is_empty() {
        return Err(match which {
            Some(which) => Stop::nothing(format!(
                "no stored case has an address that begins with `{which}`, or is of such a property"
            ))
            .hint("`cargo astragal regressions` lists all"),
            None => Stop::nothing("no cases are stored")
                .hint("a property that fails stores its counterexample in `astragal-regressions` beside its source"),
        });
    }
    match action {
        Action::Show { .. } => inventory.cases.iter().for_each(|case| put(&case.in_full(terminal))),
        Action::Review { apply, .. } => return review::run(&inventory.cases, &here, &project, apply, terminal),
        Action::List { .. } | Action::Replay { .. } => return Ok(list(&inventory.cases, is_replay, terminal)),
    }
    Ok(Code::Passed)
}

fn list(cases: &[Stored], is_replay: bool, terminal: Terminal) -> Code {
    let mut failing = 0;
    for case in cases {
        let today = case.replay();
        failing += usize::from(today.fails);
        put(&case.line(&today, terminal));
        if is_replay && today.fails {
            for line in safe_lines(&today.message) {
                put(&format!("      {line}\n"));
            }
        }
    }
    let rest = cases.len() - failing;
    let counts = counted(cases.len() as u64, "stored case", "stored cases");
    put(&format!("\n{counts}: {failing} still fail, {rest} no longer\n"));
    if is_replay && failing > 0 { Code::Failed } else { Code::Passed }
}

impl Inventory {
    fn of(binaries: &[TestBinary]) -> Inventory {
        let (found, problems) = properties::find(binaries, &[]);
        let is_whole = problems.is_empty();
        let mut inventory = Inventory { warnings: problems, ..Inventory::default() };
        let mut files = BTreeSet::new();
        for found in found {
            let Some(regressions) = regressions_of(&found) else { continue };
            let Some(file) = regressions.path().map(Path::to_owned) else { continue };
            // Several calls of `check` in a function share a file.
            if !files.insert(file.clone()) {
                continue;
            }
            let loaded = regressions.load();
            inventory.warnings.extend(loaded.warnings.iter().chain(&loaded.unreadable).map(ToString::to_string));
            let cases = loaded.entries.into_iter();
            inventory.cases.extend(cases.map(|entry| Stored { found: found.clone(), file: file.clone(), entry }));
        }
        if is_whole {
            inventory.warnings.extend(unread(&files));
        }
        inventory
    }
}

/// The files in the folders of regressions that no property reads: it was renamed, or is gone.
fn unread(files: &BTreeSet<PathBuf>) -> Vec<String> {
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    let all = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let all = all.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    let unread = all.filter(|path| !files.contains(path));
    unread
        .map(|path| format!("{}: no property of these packages reads this file; was one renamed?", path.display()))
        .collect()
}

/// Where the failing cases of a property are stored, by its settings.
fn regressions_of(found: &Found) -> Option<store::Regressions> {
    let description = &found.description;
    let setting = description.settings.iter().find(|setting| setting.name == "regressions")?;
    Some(match &*setting.value {
        "off" => return None,
        "beside" => store::Regressions::beside(&description.file, &description.manifest_dir, &description.name),
        folder => {
            store::Regressions::in_directory(Path::new(&description.manifest_dir).join(folder), &description.name)
        }
    })
}

/// What a stored case comes to today.
struct Today {
    /// The values that it reads as.
    values: String,
    fails: bool,
    /// In words: fails, passes, is rejected.
    verdict: &'static str,
    message: String,
    ran: Option<Ran>,
}

impl Stored {
    /// Runs it, in a process of its own: it may end that.
    fn replay(&self) -> Today {
        match self.found.ask(|property| property.run(self.entry.choices()).map_err(|error| error.to_string())) {
            Ok(ran) => {
                let (verdict, message) = match &ran.outcome {
                    CaseOutcome::Passed | CaseOutcome::Drawn => ("passes", String::new()),
                    CaseOutcome::Rejected => ("is rejected", String::new()),
                    CaseOutcome::Failed { origin, message, .. } => ("fails", format!("{origin}\n{message}")),
                    CaseOutcome::Unknown(problem) => ("cannot be run", format!("{problem:?}")),
                    _ => ("cannot be run", String::new()),
                };
                let fails = matches!(ran.outcome, CaseOutcome::Failed { .. } | CaseOutcome::Unknown(_));
                Today { values: values_of(&ran), fails, verdict, message, ran: Some(ran) }
            }
            Err(message) => Today { values: String::new(), fails: true, verdict: "cannot be run", message, ran: None },
        }
    }

    fn short_address(&self) -> &str {
        self.entry.address().get(..8).unwrap_or(self.entry.address())
    }

    /// One case, in a line or two.
    fn line(&self, today: &Today, terminal: Terminal) -> String {
        let tone = if today.fails { Tone::Bad } else { Tone::Good };
        let verdict = terminal.paint(tone, &format!("{:<13}", today.verdict));
        let address = terminal.paint(Tone::Faint, self.short_address());
        let room = terminal.width.saturating_sub(4).max(40);
        let stored = cut(&safe(self.entry.comment()), room);
        let mut text = format!("{address}  {verdict} {}\n    {stored}\n", safe(&self.found.name));
        let now = as_stored(self, today);
        if !self.entry.comment().is_empty() && !now.is_empty() && !now.starts_with(self.entry.comment()) {
            text += &format!("    reads today as: {}\n", cut(&safe(&now), room));
        }
        text
    }

    fn in_full(&self, terminal: Terminal) -> String {
        let today = self.replay();
        let mut text = self.line(&today, terminal);
        text +=
            &format!("    file: {}\n    address: {}\n", safe(&self.file.display().to_string()), self.entry.address());
        text += &format!("    token: {}\n", self.entry.choices().replay_token());
        for drawn in today.ran.iter().flat_map(|ran| &ran.sample.drawn) {
            text += &format!("    {} = {}\n", safe(&drawn.name), safe_lines(&drawn.text).join("\n        "));
        }
        if !today.message.is_empty() {
            text += &format!("    {}\n", safe_lines(&today.message).join("\n    "));
        }
        let choices = self.entry.choices().to_string();
        text + &format!("    {}\n\n", safe_lines(choices.trim_end()).join("\n    "))
    }
}

/// The values as the store writes them.
fn as_stored(case: &Stored, today: &Today) -> String {
    Entry::new(case.entry.choices().clone(), &today.values).comment().to_string()
}
