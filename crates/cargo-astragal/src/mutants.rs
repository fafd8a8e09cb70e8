//! `mutants`: which mutants of the sources were killed by which property, survivors first.

use std::fmt::Write as _;

use astragal_report::mutants::{Mutant, Mutants};
use astragal_report::{Model, html};

use crate::cli;
use crate::exit::{Code, Ended, Stop};
use crate::page;
use crate::terminal::{Terminal, Tone, counted, cut, put, safe, safe_lines, thousands};

/// How many lines of a diff are shown.
const DIFF: usize = 12;

/// Shows what cargo-mutants found.
pub(crate) fn run(arguments: &cli::Mutants, terminal: Terminal) -> Ended {
    if !arguments.out.is_dir() {
        let message = format!("there are no results of cargo-mutants at {}", arguments.out.display());
        return Err(Stop::nothing(message).hint("run `cargo mutants` first, or name its folder with --out"));
    }
    let mutants = Mutants::read(&arguments.out).map_err(|error| Stop::system(error.to_string()))?;
    if mutants.mutants.is_empty() {
        return Err(Stop::nothing(format!("{}: there are no mutants in it", arguments.out.display())));
    }
    put(&text(&mutants, terminal));
    if let Some(file) = &arguments.html {
        let model = match &arguments.log {
            Some(log) => page::model(std::slice::from_ref(log), terminal)?,
            None => Model { version: 1, title: "mutants".into(), ..Model::default() },
        };
        page::write(file, &html(&Model { mutants: Some(mutants), ..model }))?;
    }
    Ok(Code::Passed)
}

fn text(all: &Mutants, terminal: Terminal) -> String {
    let count = |status: &str| all.mutants.iter().filter(|mutant| mutant.status == status).count();
    let [survived, killed, timeout, unviable] = ["survived", "killed", "timeout", "unviable"].map(count);
    let total = counted(all.mutants.len() as u64, "mutant", "mutants");
    let mut text =
        format!("{total}: {survived} survived, {killed} killed, {timeout} timed out, {unviable} do not compile\n\n");
    for (index, mutant) in all.mutants.iter().enumerate() {
        text += &line(mutant, terminal);
        let kills: Vec<String> = all
            .kills
            .iter()
            .filter(|(of, ..)| *of as usize == index)
            .map(|(_, by, cases)| {
                let name = all.properties.get(*by as usize).map_or("", String::as_str);
                let cases = cases.map(|cases| format!(" ({})", counted(cases, "case", "cases"))).unwrap_or_default();
                format!("{}{cases}", safe(name))
            })
            .collect();
        if !kills.is_empty() {
            let _ = writeln!(text, "    killed by {}", cut(&kills.join(", "), terminal.width.max(60) - 14));
        }
        if mutant.status == "survived" {
            text += &diff(mutant, terminal);
        }
    }
    if !all.properties.is_empty() {
        let _ = writeln!(text, "\nkills  test");
        let mut by_property: Vec<(usize, &String)> = all
            .properties
            .iter()
            .enumerate()
            .map(|(index, name)| (all.kills.iter().filter(|(_, by, _)| *by as usize == index).count(), name))
            .collect();
        by_property.sort_by_key(|(kills, name)| (std::cmp::Reverse(*kills), *name));
        for (kills, name) in by_property {
            let remark =
                if kills == 0 { terminal.paint(Tone::Doubtful, "  never kills a mutant") } else { String::new() };
            let _ = writeln!(text, "{:>5}  {}{remark}", thousands(kills as u64), safe(name));
        }
    }
    text
}

fn line(mutant: &Mutant, terminal: Terminal) -> String {
    let tone = match &*mutant.status {
        "survived" => Tone::Bad,
        "killed" => Tone::Good,
        _ => Tone::Doubtful,
    };
    let status = terminal.paint(tone, &format!("{:<9}", safe(&mutant.status)));
    let place = terminal.paint(Tone::Faint, &format!("{}:{}", safe(&mutant.file), mutant.line));
    format!("{status} {place}  {}\n", safe(&mutant.name))
}

fn diff(mutant: &Mutant, terminal: Terminal) -> String {
    let lines = safe_lines(mutant.diff.trim_end());
    let changed = lines.iter().filter(|line| !line.starts_with("---") && !line.starts_with("+++") && !line.is_empty());
    let mut text = String::new();
    for line in changed.take(DIFF) {
        let painted = match line.as_bytes()[0] {
            b'-' => terminal.paint(Tone::Bad, line),
            b'+' => terminal.paint(Tone::Good, line),
            _ => terminal.paint(Tone::Faint, line),
        };
        let _ = writeln!(text, "    {painted}");
    }
    text
}
