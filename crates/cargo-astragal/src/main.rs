//! `cargo astragal`: runs properties, and shows what they tested.
//!
//! `cli` is what can be asked; each command is a module. `cargo` builds test binaries, `properties` asks them through
//! `astragal::protocol`, `log` finds the logs that runs leave, and `astragal-report` reads and draws those. Everything that comes out
//! of a log or a test binary is made harmless by `terminal::safe` before it is printed.

#![forbid(unsafe_code)]

mod cargo;
mod cli;
mod compare;
mod coverage;
mod exit;
mod files;
mod grammar;
mod list;
mod log;
mod mutants;
mod page;
mod properties;
mod regressions;
mod report;
mod sample;
mod serve;
mod shape;
mod terminal;
mod test;
mod tune;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};
use exit::Ended;
use terminal::{Terminal, Tone, safe_lines};

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(mutant) = mutants::rustc_with_mutant(&arguments) {
        return mutant;
    }
    // Cargo passes the name of the subcommand.
    if arguments.get(1).is_some_and(|first| first == "astragal") {
        arguments.remove(1);
    }
    if let [_, compiler, rest @ ..] = &arguments[..] {
        if coverage::is_compiler(compiler) {
            return coverage::wrapper::run(compiler, rest);
        }
    }
    let cli = Cli::parse_from(arguments);
    let terminal = Terminal::detect(cli.color);
    let code = match run(cli.command, terminal) {
        Ok(code) => code,
        Err(stop) => {
            let label = terminal.paint(Tone::Bad, "error");
            eprintln!("{label}: {}", safe_lines(stop.message.trim_end()).join("\n  "));
            if let Some(hint) = stop.hint {
                eprintln!("  {}", safe_lines(&hint).join("\n  "));
            }
            stop.code
        }
    };
    ExitCode::from(code as u8)
}

fn run(command: Command, terminal: Terminal) -> Ended {
    match command {
        Command::Test(arguments) => test::run(&arguments, terminal),
        Command::Watch(arguments) => watch::run(&arguments, terminal),
        Command::Report(arguments) => report::run(&arguments, terminal),
        Command::Serve(arguments) => serve::run(&arguments, terminal),
        Command::Compare(arguments) => compare::run(&arguments, terminal),
        Command::Mutants(arguments) => mutants::run(&arguments, terminal),
        Command::List(arguments) => list::run(&arguments, terminal),
        Command::Sample(arguments) => sample::run(&arguments, terminal),
        Command::Regressions(arguments) => regressions::run(&arguments, terminal),
        Command::Grammar(arguments) => grammar::run(&arguments, terminal),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "cargo-astragal", &mut std::io::stdout());
            Ok(exit::Code::Passed)
        }
    }
}
