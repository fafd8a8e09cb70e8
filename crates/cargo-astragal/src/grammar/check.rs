//! `grammar check`: a property of a language, against commands, files or another grammar.

use astragal::grammar::{
    Fault, Language, NearMiss, Sameness, Spacing, Tree, known, negative, round_trip, same, subset, superset,
};
use astragal::prelude::*;
use astragal::report::Report;

use super::arguments::Check;
use super::{language, oracle, read};
use crate::exit::{Code, Ended, Stop};
use crate::terminal::{Terminal, Tone, counted, put, safe_lines};

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
    let check = |name: &str, property: &(dyn Fn(Tree) -> Result<(), Fault> + Sync)| {
        configured(arguments, &language, name).run_on_threads(language.clone(), known(property, is_known))
    };
    let report = if let Some(line) = &arguments.accepts {
        check("accepts", &subset(&language, command(line)?))
    } else if let Some(line) = &arguments.rejects {
        let property = known(negative(command(line)?), is_known);
        configured(arguments, &language, "rejects")
            .run_on_threads(language.near_misses(), |miss: NearMiss| property(miss))
    } else if let Some(line) = &arguments.prints {
        let printer = command(line)?;
        let print = |text: &str| match printer.output(text) {
            Ok((answer, printed)) if answer.is_accepted() => Ok(printed),
            Ok((answer, _)) => Err(answer.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let sameness = if arguments.but_for_tokens { Sameness::ButForTokens } else { Sameness::Exactly };
        check("prints", &round_trip(&language, sameness, print))
    } else if let Some(path) = &arguments.equals {
        let other = super::arguments::Texts { grammar: path.clone(), ..arguments.texts.clone() };
        let other = super::language(&other, terminal)?;
        let forwards = check("equals", &subset(&language, &other));
        if !forwards.verdict.is_pass() {
            return Ok(told(&forwards, terminal));
        }
        told(&forwards, terminal);
        configured(arguments, &other, "equals, the other way")
            .run_on_threads(other.clone(), known(subset(&other, &language), is_known))
    } else {
        let [one, other] = &arguments.agree[..] else {
            return Err(Stop::usage("--agree is to be given twice, with the two commands that are to agree"));
        };
        check("agree", &same(&language, command(one)?, command(other)?))
    };
    Ok(told(&report, terminal))
}

/// A check with the settings of the command line.
fn configured(arguments: &Check, language: &Language, what: &str) -> astragal::Check {
    let settings = [
        ("cases", &arguments.cases),
        ("time", &arguments.time),
        ("threads", &arguments.threads),
        ("seed", &arguments.seed),
        ("strategy", &arguments.strategy),
    ];
    let folders = [("log", &arguments.log), ("regressions", &arguments.regressions)];
    let name = format!("{} {what}", language.grammar().name);
    astragal::Check::new().named(name).with(|mut config| {
        for (name, value) in settings {
            if let Some(value) = value {
                config = config.set(name, value);
            }
        }
        for (name, folder) in folders {
            if let Some(folder) = folder {
                // A bare name is a folder too.
                config = config.set(name, &std::path::Path::new(".").join(folder).to_string_lossy());
            }
        }
        config
    })
}

/// Shows what came out. A failure is a text, the rules that built it and what was said of it: all of that is its message.
fn told(report: &Report, terminal: Terminal) -> Code {
    let is_pass = report.verdict.is_pass();
    if is_pass || report.failures.is_empty() {
        put(&format!("{}\n", safe_lines(report.to_string().trim_end()).join("\n")));
        return if is_pass { Code::Passed } else { Code::Failed };
    }
    let cases = counted(report.statistics.cases, "text", "texts");
    let label = terminal.paint(Tone::Bad, "failed");
    put(&format!("{}: {label}, after {cases} (seed {})\n", report.property, report.seed));
    for failure in &report.failures {
        let message = failure.message.strip_prefix("the property returned an error: ").unwrap_or(&failure.message);
        put(&format!("\n{}\n", safe_lines(message).join("\n")));
        put(&format!("shrunk in {}\n", counted(failure.shrinking.evaluations, "try", "tries")));
    }
    report.warnings.iter().for_each(|warning| put(&format!("warning: {}\n", safe_lines(warning).join("\n  "))));
    Code::Failed
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
