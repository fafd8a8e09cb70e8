//! A tour of Astragal in the terminal: `cargo run --release`.
//!
//! It checks properties of a small library with planted bugs ([`library`]), finds the bugs and makes the
//! counterexamples small ([`hunt`]), and shows on the way what follows from one idea: a generator is a parser
//! of choices. A new stop is a file in `stops` and its name in `stops/mod.rs`.

#![forbid(unsafe_code)]

pub mod bars;
pub mod hunt;
pub mod library;
pub mod page;
pub mod stops;

use page::{Colour, Page};

/// Visits all stops. Each page is shown as soon as it is complete.
///
/// # Errors
/// What did not go as planned, for example a planted bug that was not found.
pub fn run(colours: bool, mut show: impl FnMut(&str)) -> Result<(), Vec<String>> {
    let mut failures = Vec::new();
    let mut page = Page::new(colours);
    let name = page.painted(Colour::Bold, "A tour of Astragal");
    page.line(format_args!("{name}: a generator is a parser of choices."));
    show(page.text());
    for (at, stop) in stops::STOPS.iter().enumerate() {
        let mut page = Page::new(colours);
        page.heading(&format!("{}. {}", at + 1, stop.title));
        if let Err(failure) = (stop.visit)(&mut page) {
            failures.push(format!("{}: {failure}", stop.title));
        }
        show(page.text());
    }
    let mut page = Page::new(colours);
    page.heading("What to try next");
    page.gap();
    page.fact("cargo xtask test", " checks everything: lints, tests, documentation, examples, this tour");
    page.fact("README.md", " has a first property to copy; crates/astragal/examples has one for each feature");
    show(page.text());
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}
