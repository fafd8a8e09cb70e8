//! A tour of Astragal: `cargo run --release`.

#![forbid(unsafe_code)]

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut stdout = std::io::stdout();
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = stdout.is_terminal() && !no_colour;
    // A reader that went away, as in `| head`, is not a failure of the tour.
    let outcome = tour::run(colours, |page| drop(stdout.write_all(page.as_bytes())));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failures) => {
            for failure in failures {
                eprintln!("the tour did not go as planned: {failure}");
            }
            ExitCode::FAILURE
        }
    }
}
