//! Mutants in the terminal: survivors first, with their diff; and the tests that never kill one.

use std::fmt::Write as _;

use astragal_report::mutants::{Mutant, Mutants};

use crate::terminal::{Terminal, Tone, counted, cut, safe, safe_lines, thousands};

/// How many lines of a diff are shown.
const DIFF: usize = 12;

/// What came of all mutants.
pub(super) fn text(all: &Mutants, terminal: Terminal) -> String {
    let count = |status: &str| all.mutants.iter().filter(|mutant| mutant.status == status).count();
    let [survived, killed, timeout, died, unviable] = ["survived", "killed", "timeout", "died", "unviable"].map(count);
    let total = counted(all.mutants.len() as u64, "mutant", "mutants");
    let died = if died > 0 { format!("{died} died, ") } else { String::new() };
    let mut text = format!(
        "{total}: {survived} survived, {killed} killed, {died}{timeout} timed out, {unviable} do not compile\n\n"
    );
    if !all.equal.is_empty() {
        text += "of each property: how many of the cases that the unmodified program passes kill the mutant, and the first of them\n\n";
    }
    for (index, mutant) in all.mutants.iter().enumerate() {
        text += &line(mutant, terminal);
        text += &if all.equal.is_empty() { killers(all, index, terminal) } else { equal(all, index, terminal) };
        for why in mutant.why.split("; ").filter(|why| !why.is_empty()) {
            let _ = writeln!(text, "    {}", terminal.paint(Tone::Doubtful, &safe(why)));
        }
        if mutant.status == "survived" {
            text += &diff(mutant, terminal);
        }
    }
    if !all.properties.is_empty() {
        text += &properties(all, terminal);
    }
    text
}

/// The tests that kill a mutant.
fn killers(all: &Mutants, index: usize, terminal: Terminal) -> String {
    let kills = all.kills.iter().filter(|(of, ..)| *of as usize == index).map(|(_, by, cases)| {
        let cases = cases.map(|cases| format!(" ({})", counted(cases, "case", "cases"))).unwrap_or_default();
        format!("{}{cases}", safe(name(all, *by)))
    });
    match kills.collect::<Vec<_>>() {
        kills if kills.is_empty() => String::new(),
        kills => format!("    killed by {}\n", cut(&kills.join(", "), terminal.width.max(60) - 14)),
    }
}

/// How many of the same cases kill a mutant, for each property.
fn equal(all: &Mutants, index: usize, terminal: Terminal) -> String {
    let mut text = String::new();
    for (_, by, killing, of) in all.equal.iter().filter(|(mutant, ..)| *mutant as usize == index) {
        let first = all.kills.iter().find(|(mutant, property, _)| *mutant as usize == index && property == by);
        let first = first.and_then(|(_, _, first)| *first).map(|first| format!("first {}", thousands(first)));
        let killing = format!("{:>7} of {:<7}", thousands(*killing), thousands(*of));
        let tone = if first.is_some() { Tone::Good } else { Tone::Doubtful };
        let _ = writeln!(
            text,
            "    {} {:<12} {}",
            terminal.paint(tone, &killing),
            first.unwrap_or_default(),
            safe(name(all, *by))
        );
    }
    text
}

/// How many mutants each test kills.
fn properties(all: &Mutants, terminal: Terminal) -> String {
    let mut by_property: Vec<(usize, &String)> = all
        .properties
        .iter()
        .enumerate()
        .map(|(index, name)| (all.kills.iter().filter(|(_, by, _)| *by as usize == index).count(), name))
        .collect();
    by_property.sort_by_key(|(kills, name)| (std::cmp::Reverse(*kills), *name));
    let mut text = "\nkills  test\n".to_string();
    for (kills, name) in by_property {
        let remark = if kills == 0 { terminal.paint(Tone::Doubtful, "  never kills a mutant") } else { String::new() };
        let _ = writeln!(text, "{:>5}  {}{remark}", thousands(kills as u64), safe(name));
    }
    text
}

fn name(all: &Mutants, property: u32) -> &str {
    all.properties.get(property as usize).map_or("", String::as_str)
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
