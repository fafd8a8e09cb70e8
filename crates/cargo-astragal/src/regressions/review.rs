//! `regressions review`: goes through stored cases one by one; one letter each decides.

use std::io::{IsTerminal, Write as _};
use std::path::Path;

use console::{Key, Term};

use super::Stored;
use super::edit::{Edit, option_for, patch};
use crate::cargo::Project;
use crate::exit::{Code, Ended, Stop};
use crate::list::source_file;
use crate::terminal::{Terminal, Tone, put, safe, safe_lines};

/// Where the patch is written.
const PATCH: &str = "astragal-review.patch";

/// Decisions are asked for, so that a person has to be there.
pub(super) fn needs_terminal() -> Result<(), Stop> {
    match std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        true => Ok(()),
        false => Err(Stop::usage("`regressions review` asks about each case, and needs a terminal")
            .hint("`regressions list` and `regressions replay` do not")),
    }
}

/// What to do with a case.
enum Decision {
    Keep,
    Drop,
    Example,
    Quit,
}

/// Reviews all.
pub(super) fn run(cases: &[Stored], here: &Path, project: &Project, apply: bool, terminal: Terminal) -> Ended {
    let (mut edits, mut dropped, mut kept, mut explicit_ones) = (Vec::new(), 0, 0, 0);
    let mut is_ended = false;
    for (number, case) in cases.iter().enumerate() {
        let today = case.replay();
        put(&format!("\n{} of {}\n{}", number + 1, cases.len(), case.line(&today, terminal)));
        safe_lines(today.message.trim_end()).iter().take(4).for_each(|line| put(&format!("    {line}\n")));
        match decide(terminal)? {
            Decision::Keep => kept += 1,
            Decision::Drop => match Edit::dropping(&case.file, case.entry.address()).and_then(|edit| edit.apply()) {
                Ok(()) => dropped += 1,
                Err(why) => complain(&why, terminal),
            },
            Decision::Example => match explicit(case, &today) {
                Ok(both) if apply => match both.iter().try_for_each(Edit::apply) {
                    Ok(()) => {
                        explicit_ones += 1;
                        put(&format!("    added to {}\n", safe(&both[0].file.display().to_string())));
                    }
                    Err(why) => complain(&why, terminal),
                },
                Ok(both) => {
                    explicit_ones += 1;
                    edits.extend(both.into_iter().map(|edit| (case, edit)));
                }
                Err(why) => complain(&why, terminal),
            },
            Decision::Quit => {
                is_ended = true;
                break;
            }
        }
    }
    put(&format!(
        "\n{kept} kept, {dropped} dropped, {explicit_ones} made explicit{}\n",
        if is_ended { ", the rest left as it is" } else { "" }
    ));
    if edits.is_empty() {
        return Ok(Code::Passed);
    }
    // What was dropped since has moved lines.
    let edits: Vec<Edit> =
        edits.into_iter().map(|(case, edit)| again(case, edit)).collect::<Result<_, _>>().map_err(Stop::system)?;
    let text = patch(&edits, &project.root).map_err(Stop::system)?;
    let file = here.join(PATCH);
    std::fs::write(&file, text).map_err(|error| Stop::system(format!("{}: {error}", file.display())))?;
    let path = safe(&file.display().to_string());
    put(&format!(
        "wrote {path}\napply it in {} with `git apply` or `patch -p1`\n",
        safe(&project.root.display().to_string())
    ));
    Ok(Code::Passed)
}

/// The same edit in the file as it is now.
fn again(case: &Stored, edit: Edit) -> Result<Edit, String> {
    if edit.file == case.file { Edit::dropping(&case.file, case.entry.address()) } else { Ok(edit) }
}

/// The edit of the source, and the removal from the store.
fn explicit(case: &Stored, today: &super::Today) -> Result<[Edit; 2], String> {
    let description = &case.found.description;
    if description.arguments.is_empty() {
        return Err("a property that draws while it runs has no explicit examples; keep the stored case".into());
    }
    let file = source_file(&case.found).ok_or_else(|| format!("{}: the source is not there", description.file))?;
    let drawn = today.ran.as_ref().map_or(&[][..], |ran| &ran.sample.drawn);
    let choices = today.ran.as_ref().map_or(case.entry.choices(), |ran| &ran.sample.choices);
    let option = option_for(drawn, description.arguments.len(), &choices.replay_token());
    let (first, last) = (description.first_line as usize, description.last_line as usize);
    Ok([Edit::adding(&file, first, last, &option)?, Edit::dropping(&case.file, case.entry.address())?])
}

fn decide(terminal: Terminal) -> Result<Decision, Stop> {
    let input = Term::stdout();
    loop {
        let keys = "[k]eep  [d]rop  [e]xample in the source  [q]uit > ";
        put(&terminal.paint(Tone::Strong, keys));
        let _ = std::io::stdout().flush();
        let key = input.read_key().map_err(|error| Stop::system(format!("no key can be read: {error}")))?;
        let (word, decision) = match key {
            Key::Char('k' | 'K') | Key::Enter => ("keep", Decision::Keep),
            Key::Char('d' | 'D') => ("drop", Decision::Drop),
            Key::Char('e' | 'E') => ("example", Decision::Example),
            Key::Char('q' | 'Q') | Key::Escape | Key::CtrlC => ("quit", Decision::Quit),
            _ => {
                put("\n");
                continue;
            }
        };
        put(&format!("{word}\n"));
        return Ok(decision);
    }
}

fn complain(why: &str, terminal: Terminal) {
    put(&format!("    {}\n", terminal.paint(Tone::Doubtful, &safe(why))));
}
