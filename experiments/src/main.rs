//! The command line: runs one experiment by name and prints its figures as a table or as TSV.

mod agata;
mod alloc;
mod cargo;
mod cgs;
mod compile;
mod documents;
mod enumerate;
mod etna;
mod fallible;
mod r#gen;
mod holey;
mod log;
mod median;
mod parsers;
mod passing;
mod picture;
mod reflective;
mod report;
mod shrink;
mod statistics;
mod stopwatch;
mod svg;
mod target;
mod tester;

use report::Report;
use std::process::ExitCode;

/// What the arguments after the experiment's name ask for.
#[derive(Clone, Copy, Default)]
struct Options {
    /// One tab-separated line a figure instead of a table.
    tsv: bool,
    /// Omit the figures for which the crate must be built again in the dev profile.
    no_debug: bool,
    /// Measure more, and as much as was published, which may take hours.
    full: bool,
}

/// An experiment as the command line knows it.
struct Experiment {
    name: &'static str,
    about: &'static str,
    run: fn(Options) -> Report,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "gen",
        about: "time and allocations of drawing random values, beside peers and hand-written loops",
        run: |options| r#gen::run(!options.no_debug),
    },
    Experiment {
        name: "compile",
        about: "crates and build time that one property test brings to a crate",
        run: |_| compile::run(),
    },
    Experiment {
        name: "passing",
        about: "what a case of a true property costs through each library's runner",
        run: |options| passing::run(!options.no_debug),
    },
    Experiment {
        name: "shrink",
        about: "how small the failures are that the public shrinking challenge ends with, and at what cost",
        run: |_| shrink::run(),
    },
    Experiment {
        name: "enumerate",
        about: "values counted, enumerated and searched, against published counts and counterexamples",
        run: |_| enumerate::run(),
    },
    Experiment {
        name: "holey",
        about: "how soon tree generators find planted bugs, and which shapes of trees they draw",
        run: |_| holey::run(),
    },
    Experiment {
        name: "etna",
        about: "how soon planted bugs are found, with generators derived from types and bespoke ones",
        run: |_| etna::run(),
    },
    Experiment {
        name: "agata",
        about: "bugs in small values of deeply nested types, and how large such values become",
        run: |_| agata::run(),
    },
    Experiment {
        name: "reflective",
        about: "values that were never generated, shrunk by running generators backwards; documents like examples",
        run: |_| reflective::run(),
    },
    Experiment {
        name: "parsers",
        about: "planted differences between grammars, speed, coverage of productions, documents like examples",
        run: |_| parsers::run(),
    },
    Experiment {
        name: "tester",
        about: "planted bugs of all kinds: how soon each strategy and each library finds them, and what is reported",
        run: |options| tester::run(options.full),
    },
    Experiment {
        name: "target",
        about: "how many tests it takes to find what needs a high score, with `target!` and without",
        run: |_| target::run(),
    },
    Experiment {
        name: "cgs",
        about: "different valid values where hardly any is valid: rejection, choice gradients, guided search",
        run: |options| cgs::run(options.full),
    },
    Experiment {
        name: "log",
        about: "what the log adds to a case of a true property, apart from formatting its values",
        run: |_| log::run(),
    },
];

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut words = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--tsv" => options.tsv = true,
            "--full" => options.full = true,
            "--no-debug" => options.no_debug = true,
            flag if flag.starts_with('-') => return reject(&format!("unknown option `{flag}`")),
            _ => words.push(argument),
        }
    }
    match words.first().map(String::as_str) {
        None | Some("list") => {
            print_list();
            ExitCode::SUCCESS
        }
        // Not enumerated: experiments start these in processes of their own.
        Some(r#gen::debug_build::SUBCOMMAND) => {
            r#gen::debug_build::inner(&words[1..]);
            ExitCode::SUCCESS
        }
        Some(passing::inner::SUBCOMMAND) => {
            passing::inner::inner(&words[1..]);
            ExitCode::SUCCESS
        }
        Some(shrink::inner::SUBCOMMAND) => {
            shrink::inner::inner(&words[1..]);
            ExitCode::SUCCESS
        }
        Some(agata::inner::SUBCOMMAND) => {
            agata::inner::inner(&words[1..]);
            ExitCode::SUCCESS
        }
        Some(name) => match EXPERIMENTS.iter().find(|experiment| experiment.name == name) {
            None => reject(&format!("no experiment `{name}`")),
            Some(experiment) => {
                let report = (experiment.run)(options);
                let text = if options.tsv { report.tsv() } else { report.table() };
                print!("{text}");
                ExitCode::SUCCESS
            }
        },
    }
}

fn print_list() {
    println!("usage: experiments NAME [--tsv] [--no-debug] [--full]");
    for experiment in EXPERIMENTS {
        println!("  {:<10}  {}", experiment.name, experiment.about);
    }
}

fn reject(why: &str) -> ExitCode {
    eprintln!("{why}");
    print_list();
    ExitCode::FAILURE
}
