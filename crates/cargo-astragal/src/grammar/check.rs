//! `grammar check`: a property of a language, against commands, files or another grammar.

use std::path::Path;

use astragal::grammar::{
    Effort, Fault, Language, NearMiss, Sameness, Spacing, Tree, equal, known, negative, round_trip, same, subset,
    superset,
};
use astragal::prelude::*;
use astragal::report::Report;

use super::arguments::Check;
use super::progress::Progress;
use super::{language, oracle, read};
use crate::exit::{Code, Ended, Stop};
use crate::terminal::{Terminal, Tone, counted, put, safe, safe_lines};

/// Checks what is asked.
pub(super) fn run(arguments: &Check, terminal: Terminal) -> Ended {
    let language = language(&arguments.texts, terminal)?;
    if !arguments.files.is_empty() {
        return files(arguments, &language, terminal);
    }
    let simplest = language.simplest().map_err(|why| Stop::nothing(why.to_string()))?;
    let simplest = language.text_of(&simplest, Spacing::Minimal);
    let command = |line: &str| oracle(line, &arguments.judge, &simplest);
    let is_known = |fault: &Fault| arguments.known.iter().any(|part| fault.mentions(part));
    let check = |name: &str, language: &Language, property: &(dyn Fn(Tree) -> Result<(), Fault> + Sync)| {
        let (check, progress) = configured(arguments, language, name, terminal);
        let property = known(property, is_known);
        check.run_on_threads(language.clone(), |tree| told_of(property(tree), &progress))
    };
    let report = if let Some(line) = &arguments.accepts {
        check("accepts", &language, &subset(&language, command(line)?))
    } else if let Some(line) = &arguments.rejects {
        let property = known(negative(command(line)?), is_known);
        let (check, progress) = configured(arguments, &language, "rejects", terminal);
        check.run_on_threads(language.near_misses(), |miss: NearMiss| told_of(property(miss), &progress))
    } else if let Some(line) = &arguments.prints {
        let printer = command(line)?;
        let print = |text: &str| match printer.output(text) {
            Ok((answer, printed)) if answer.is_accepted() => Ok(printed),
            Ok((answer, _)) => Err(answer.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let sameness = if arguments.but_for_tokens { Sameness::ButForTokens } else { Sameness::Exactly };
        check("prints", &language, &round_trip(&language, sameness, print))
    } else if let Some(path) = &arguments.equals {
        let other = super::arguments::Texts { grammar: path.clone(), ..arguments.texts.clone() };
        let other = super::language(&other, terminal)?;
        match equal(&language, &other, Effort { drawn: 0, ..Effort::default() }) {
            Ok(compared) => compared.iter().for_each(|compared| put(&format!("{compared} are in both\n"))),
            Err(fault) if !is_known(&fault) => {
                put(&format!("{} equals: {}\n\n", language.grammar().name, terminal.paint(Tone::Bad, "failed")));
                put(&format!("{}\n", safe_lines(&fault.to_string()).join("\n")));
                return Ok(Code::Failed);
            }
            // Known faults hide the others of their size: chance has to find them.
            Err(_) => {}
        }
        let forwards = check("equals", &language, &has_texts_of(&other, path, &language, &arguments.texts.grammar));
        if !forwards.verdict.is_pass() {
            return Ok(told(&forwards, terminal));
        }
        told(&forwards, terminal);
        let back = has_texts_of(&language, &arguments.texts.grammar, &other, path);
        check("equals, the other way", &other, &back)
    } else {
        let [one, other] = &arguments.agree[..] else {
            return Err(Stop::usage("--agree is to be given twice, with the two commands that are to agree"));
        };
        check("agree", &language, &same(&language, command(one)?, command(other)?))
    };
    Ok(told(&report, terminal))
}

/// A grammar has the texts of another one. What is found names them by their files, whose grammars may have the same name.
fn has_texts_of(
    one: &Language,
    path: &Path,
    other: &Language,
    other_path: &Path,
) -> impl Fn(Tree) -> Result<(), Fault> + Sync {
    let property = subset(other, one.clone());
    let note = format!("{} has it", other_path.display());
    let who = path.display().to_string();
    move |tree| {
        property(tree).map_err(|mut fault| {
            fault.note = Some(note.clone());
            fault.said.iter_mut().for_each(|said| said.who.clone_from(&who));
            fault
        })
    }
}

/// A result, of which the progress is told.
fn told_of(result: Result<(), Fault>, progress: &Progress) -> Result<(), Fault> {
    progress.checked(&result);
    result
}

/// A check with the settings of the command line, and its progress.
fn configured(arguments: &Check, language: &Language, what: &str, terminal: Terminal) -> (astragal::Check, Progress) {
    let settings = [
        ("cases", &arguments.cases),
        ("time", &arguments.time),
        ("threads", &arguments.threads),
        ("seed", &arguments.seed),
        ("strategy", &arguments.strategy),
    ];
    let folders = [("log", &arguments.log), ("regressions", &arguments.regressions)];
    let name = format!("{} {what}", language.grammar().name);
    let mut cases = 0;
    let progress = name.clone();
    let check = astragal::Check::new().named(name).with(|mut config| {
        for (name, value) in settings {
            if let Some(value) = value {
                config = config.set(name, value);
            }
        }
        for (name, folder) in folders {
            if let Some(folder) = folder {
                // A bare name is a folder too.
                config = config.set(name, &Path::new(".").join(folder).to_string_lossy());
            }
        }
        cases = config.values().cases;
        config
    });
    (check, Progress::new(terminal, &progress, cases))
}

/// Shows what came out. A failure is a text, the rules that built it and what was said of it: all of that is its message.
fn told(report: &Report, terminal: Terminal) -> Code {
    let is_pass = report.verdict.is_pass();
    if !is_pass && report.failures.is_empty() {
        put(&format!("{}\n", safe_lines(report.to_string().trim_end()).join("\n")));
        return Code::Failed;
    }
    let cases = counted(report.statistics.cases, "text", "texts");
    let verdict = match is_pass {
        true => format!("{}, {cases}", terminal.paint(Tone::Good, "passed")),
        false => format!("{}, after {cases}", terminal.paint(Tone::Bad, "failed")),
    };
    put(&format!("{}: {verdict} (seed {})\n", safe(&report.property), report.seed));
    for failure in &report.failures {
        let message = failure.message.strip_prefix("the property returned an error: ").unwrap_or(&failure.message);
        put(&format!("\n{}\n", safe_lines(message).join("\n")));
        put(&format!("shrunk in {}\n", counted(failure.shrinking.evaluations, "try", "tries")));
    }
    report.warnings.iter().for_each(|warning| put(&format!("warning: {}\n", safe_lines(warning).join("\n  "))));
    if is_pass { Code::Passed } else { Code::Failed }
}

/// That files are texts of the grammar.
fn files(arguments: &Check, language: &Language, terminal: Terminal) -> Ended {
    let mut wrong = 0;
    for file in &arguments.files {
        let text = read(file)?;
        if let Err(fault) = superset(language, &text) {
            if arguments.known.iter().any(|part| fault.mentions(part)) {
                continue;
            }
            wrong += 1;
            let label = terminal.paint(Tone::Bad, "error");
            let message = fault.said.first().map_or("", |said| said.answer.message()).to_owned();
            eprintln!("{label}: {}: {}", file.display(), safe_lines(&message).join("\n  "));
        }
    }
    let all = arguments.files.len() as u64;
    put(&format!("{}, {wrong} not of the grammar\n", counted(all, "file", "files")));
    Ok(if wrong == 0 { Code::Passed } else { Code::Failed })
}
