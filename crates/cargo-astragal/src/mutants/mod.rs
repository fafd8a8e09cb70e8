//! `mutants`: which mutants of the sources were killed by which property, survivors first.
//!
//! They come from the results of cargo-mutants, or they are planted in the sources behind a cfg: then `planted` builds and runs them.

mod equal;
mod lexer;
mod planted;
mod program;
mod show;
mod variants;
mod wrapper;

use astragal_report::mutants::Mutants;
use astragal_report::{Model, html};

use crate::cli::{self, Selection};
use crate::exit::{Code, Ended, Stop};
use crate::page;
use crate::terminal::{Terminal, put, quoted, safe};
use planted::Planted;
pub(crate) use wrapper::rustc_with_mutant;

/// Shows which mutants were killed.
pub(crate) fn run(arguments: &cli::Mutants, terminal: Terminal) -> Ended {
    let (mutants, log) = match &arguments.planted {
        Some(names) => {
            let Planted { mutants, log } = planted::run(arguments, names, terminal)?;
            (mutants, Some(log))
        }
        None => (read(arguments)?, arguments.log.clone()),
    };
    put(&show::text(&mutants, terminal));
    if let (Some(_), Some(log)) = (&arguments.planted, &log) {
        let log = quoted(&safe(&log.display().to_string()));
        put(&format!("\nwhat was tested: cargo astragal report {log}\n"));
    }
    if let Some(file) = &arguments.html {
        let model = match &log {
            Some(log) => page::model(std::slice::from_ref(log), terminal)?,
            None => Model { version: 1, title: "mutants".into(), ..Model::default() },
        };
        page::write(file, &html(&model.with_mutants(mutants)))?;
    }
    Ok(Code::Passed)
}

/// What cargo-mutants found.
fn read(arguments: &cli::Mutants) -> Result<Mutants, Stop> {
    if arguments.selection != Selection::default() {
        let message = "packages and features are chosen for planted mutants; those of cargo-mutants are built already";
        return Err(Stop::usage(message).hint("add --planted, or leave them out"));
    }
    if !arguments.out.is_dir() {
        let message = format!("there are no results of cargo-mutants at {}", arguments.out.display());
        return Err(Stop::nothing(message)
            .hint("run `cargo mutants` first, name its folder with --out, or plant mutants of your own: --planted"));
    }
    let mutants = Mutants::read(&arguments.out).map_err(|error| Stop::system(error.to_string()))?;
    if mutants.mutants.is_empty() {
        return Err(Stop::nothing(format!("{}: there are no mutants in it", arguments.out.display())));
    }
    Ok(mutants)
}
