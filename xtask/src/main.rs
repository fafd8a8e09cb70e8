//! The project's chores: `cargo xtask help` lists them.

#![forbid(unsafe_code)]

mod arrows;
mod browser;
mod cargo;
mod files;
mod interface;
mod judges;
mod modules;
mod msrv;
mod packages;
mod run;
mod steps;
mod words;

use std::path::Path;
use std::process::ExitCode;

/// The directory of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The text of `cargo xtask help`, before the list of steps.
const USAGE: &str = "\
usage: cargo xtask test [STEP]    check everything, as it must hold before anything lands
       cargo xtask quick [STEP]   check what an edit breaks most often, and build only what it changed
       cargo xtask bless          write MODULES.md, and the public interface into crates/astragal/public-interface.txt
       cargo xtask bless modules  write MODULES.md alone, which builds nothing
       cargo xtask help           print this text

STEP is a part of the name of a step: only the steps whose names contain it are run.
A step that prints a warning fails. Programs run beside the builds of later steps.

`quick` runs the unit tests, the laws and the golden files. It leaves out the other tests, the experiments, all examples, the
tour, optimised builds, builds with fewer features, the package outside the workspace, documentation, and compilers.

steps (q: `quick` runs it, t: `test` runs it):
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let part = arguments.get(1).copied().unwrap_or_default();
    match arguments[..] {
        ["test"] | ["test", _] => {
            cargo::build_once();
            run::run(&steps::steps(|step| step.in_test && step.name.contains(part)))
        }
        ["quick"] | ["quick", _] => run::run(&steps::steps(|step| step.in_quick && step.name.contains(part))),
        ["bless"] | ["bless", "modules"] => match bless(part == "modules") {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        },
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}{}", steps::list());
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}{}", steps::list());
            ExitCode::from(2)
        }
    }
}

/// Accepts what the checks of texts that are written for readers have found.
fn bless(modules_alone: bool) -> Result<(), String> {
    modules::bless(Path::new(ROOT))?;
    if modules_alone { Ok(()) } else { interface::bless() }
}
