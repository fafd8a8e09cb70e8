//! `grammar check`: a property of a language, against commands, files or another grammar.

use std::path::Path;

use astragal::grammar::{
    Effort, Fault, Language, NearMiss, Sameness, Spacing, Tree, equal, known, negative, round_trip, same, subset,
    superset,
};
use astragal::prelude::*;
use astragal::report::{Failure, Found, Report, Stored};

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
    let command = |line: &str| oracle(line, &arguments.judge, &simplest).map(|(oracle, _)| oracle);
    let is_known = |fault: &Fault| arguments.known.iter().any(|part| fault.mentions(part));
    let check = |name: &str, language: &Language, property: &(dyn Fn(Tree) -> Result<(), Fault> + Sync)| {
        let (check, progress) = configured(arguments, language, name, terminal)?;
        let property = known(property, is_known);
        Ok(check.run_on_threads(language.clone(), |tree| told_of(property(tree), &progress)))
    };
    let report = if let Some(line) = &arguments.accepts {
        check("accepts", &language, &subset(&language, command(line)?))?
    } else if let Some(line) = &arguments.rejects {
        let property = known(negative(command(line)?), is_known);
        let (check, progress) = configured(arguments, &language, "rejects", terminal)?;
        check.run_on_threads(language.near_misses(), |miss: NearMiss| told_of(property(miss), &progress))
    } else if let Some(line) = &arguments.prints {
        let printer = command(line)?;
        let print = |text: &str| match printer.output(text) {
            Ok((answer, printed)) if answer.is_accepted() => Ok(printed),
            Ok((answer, _)) if answer.is_opinion() => Err(answer.message().to_owned()),
            Ok((answer, _)) => Err(format!("it {answer}")),
            Err(error) => Err(error.to_string()),
        };
        let sameness = if arguments.but_for_tokens { Sameness::ButForTokens } else { Sameness::Exactly };
        check("prints", &language, &round_trip(&language, sameness, print))?
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
        let forwards = check("equals", &language, &has_texts_of(&other, path, &language, &arguments.texts.grammar))?;
        if !forwards.verdict.is_pass() {
            return Ok(told(&forwards, terminal));
        }
        told(&forwards, terminal);
        let back = has_texts_of(&language, &arguments.texts.grammar, &other, path);
        check("equals, the other way", &other, &back)?
    } else {
        let [one, other] = &arguments.agree[..] else {
            return Err(Stop::usage("--agree is to be given twice, with the two commands that are to agree"));
        };
        check("agree", &language, &same(&language, command(one)?, command(other)?))?
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
fn configured(
    arguments: &Check,
    language: &Language,
    what: &str,
    terminal: Terminal,
) -> Result<(astragal::Check, Progress), Stop> {
    let settings = [
        ("cases", &arguments.cases),
        ("time", &arguments.time),
        ("threads", &arguments.threads),
        ("seed", &arguments.seed),
        ("strategy", &arguments.strategy),
    ];
    let folders = [("log", &arguments.log), ("regressions", &arguments.regressions)];
    let name = format!("{} {what}", language.grammar().name);
    // What explains a value is not shown: a fault explains itself.
    let mut config = astragal::Config::new().set("phases", "-explain");
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
    if let Some(error) = config.errors().first() {
        return Err(Stop::usage(error.message.clone()));
    }
    let mut cases = 0;
    let check = astragal::Check::new().named(&name).with(|own| {
        let config = own.merge(&config);
        cases = config.values().cases;
        config
    });
    Ok((check, Progress::new(terminal, &name, cases)))
}

/// Shows what came out. A failure is a text, the rules that built it and what was said of it: all of that is its message.
fn told(report: &Report, terminal: Terminal) -> Code {
    let is_pass = report.verdict.is_pass();
    if !is_pass && report.failures.is_empty() {
        put(&format!("{}\n", safe_lines(report.to_string().trim_end()).join("\n")));
        return Code::Failed;
    }
    let statistics = &report.statistics;
    let cases = counted(statistics.cases, "text", "texts");
    let mut verdict = match is_pass {
        true => format!("{}, {cases}", terminal.paint(Tone::Good, "passed")),
        false => format!("{}, after {cases}", terminal.paint(Tone::Bad, "failed")),
    };
    if statistics.regressions > 0 {
        verdict += &format!(", {} of them kept from earlier", statistics.regressions);
    }
    if statistics.out_of_time {
        verdict += ", stopped at the time limit";
    }
    put(&format!("{}: {verdict} (seed {})\n", safe(&report.property), report.seed));
    report.failures.iter().for_each(tell_failure);
    report.warnings.iter().for_each(|warning| put(&format!("warning: {}\n", safe_lines(warning).join("\n  "))));
    if is_pass { Code::Passed } else { Code::Failed }
}

/// Shows a failure, and how it came about.
fn tell_failure(failure: &Failure) {
    let message = failure.message.strip_prefix("the property returned an error: ").unwrap_or(&failure.message);
    put(&format!("\n{}\n", safe_lines(message).join("\n")));
    if let Some((failed, ran)) = failure.flaky {
        put(&format!("flaky: it failed {failed} of {ran} times, so it was neither shrunk nor kept\n"));
        return;
    }
    let tries = counted(failure.shrinking.evaluations, "try", "tries");
    put(&match failure.found {
        Found::Regression => "kept from an earlier run\n".to_owned(),
        _ if failure.shrinking.out_of_time => format!("shrunk in {tries}, stopped at the time limit\n"),
        _ => format!("shrunk in {tries}\n"),
    });
    match &failure.stored {
        Stored::In(path) => put(&format!("kept in {}\n", safe(&path.display().to_string()))),
        Stored::Failed(why) => put(&format!("warning: it could not be kept: {}\n", safe(why))),
        Stored::Nowhere => {}
    }
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
