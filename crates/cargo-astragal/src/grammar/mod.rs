//! `grammar`: draws texts from a grammar, and checks parsers by them. For people who do not write Rust too.

pub(crate) mod arguments;
mod check;
mod parse;
mod progress;
mod sample;
mod shrink;
mod stats;

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use astragal::grammar::{Answer, Command as Oracle, Grammar, Language, Loaded};

use self::arguments::{Command, Judge, Texts};
use crate::exit::{Code, Ended, Stop};
use crate::terminal::{Terminal, Tone, put, safe_lines, thousands};

/// Does what is asked.
pub(crate) fn run(arguments: &arguments::Grammar, terminal: Terminal) -> Ended {
    match &arguments.command {
        Command::Sample(arguments) => sample::run(arguments, terminal),
        Command::Check(arguments) => check::run(arguments, terminal),
        Command::Parse(arguments) => parse::run(arguments, terminal),
        Command::Shrink(arguments) => shrink::run(arguments, terminal),
        Command::Stats(arguments) => stats::run(arguments, terminal),
        Command::Derive { grammar } => {
            put(&load(grammar, terminal)?.grammar.to_rust());
            Ok(Code::Passed)
        }
    }
}

/// How many warnings about a grammar are shown.
const MOST_WARNINGS: usize = 20;

/// Reads a grammar, and says what is odd about it.
fn load(path: &Path, terminal: Terminal) -> Result<Loaded, Stop> {
    let loaded = Grammar::load(path).map_err(|errors| {
        let code = if errors.unreadable.is_none() { Code::Usage } else { Code::System };
        Stop::new(code, errors.to_string())
    })?;
    for warning in loaded.warnings.iter().take(MOST_WARNINGS) {
        let label = terminal.paint(Tone::Doubtful, "warning");
        let text = format!("{}:{}:{}: {}", path.display(), warning.line, warning.column, warning.message);
        eprintln!("{label}: {}", safe_lines(&text).join("\n  "));
    }
    match loaded.warnings.len().saturating_sub(MOST_WARNINGS) {
        0 => {}
        more => eprintln!("{}: and {} more", terminal.paint(Tone::Doubtful, "warning"), thousands(more as u64)),
    }
    Ok(loaded)
}

/// The language that texts are of, with what encloses them.
fn language(texts: &Texts, terminal: Terminal) -> Result<Language, Stop> {
    let loaded = load(&texts.grammar, terminal)?;
    let language = Language::new(loaded.grammar).and_then(|language| match &texts.start {
        Some(start) => language.category(start),
        None => Ok(language),
    });
    let language = language.map_err(|error| Stop::usage(format!("{}: {error}", texts.grammar.display())))?;
    Ok(language.within(&texts.before, &texts.after))
}

/// The text of a file; `-` is the standard input.
fn read(path: &Path) -> Result<String, Stop> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| Stop::system(format!("{}: cannot be read: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
        Stop::system(format!("{}: line {line} is not UTF-8", path.display()))
    })
}

/// A command as an oracle, with what it says of a text: so it can be run.
fn oracle(line: &str, judge: &Judge, text: &str) -> Result<(Oracle, Answer), Stop> {
    if line.trim().is_empty() {
        return Err(Stop::usage("the command is empty"));
    }
    let oracle = Oracle::new(line).limit(limit(&judge.limit)?).suffix(&judge.suffix);
    let answer = oracle.run(text).map_err(|error| Stop::system(error.to_string()))?;
    Ok((oracle, answer))
}

/// A time: `500ms`, `10s`, `2m`.
fn limit(text: &str) -> Result<Duration, Stop> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        _ => None,
    };
    let time = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    match time {
        Some(time) if time > 0 => Ok(Duration::from_millis(time)),
        _ => Err(Stop::usage(format!("`--limit {text}` is not a time such as 500ms, 10s or 2m"))),
    }
}
