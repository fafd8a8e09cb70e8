//! `report`: what was tested, as one HTML file.

use astragal_report::{html, terminal};

use crate::cargo::Project;
use crate::cli::{self, Report};
use crate::exit::{Code, Ended};
use crate::page;
use crate::terminal::{Terminal, put};

/// Writes the page.
pub(crate) fn run(arguments: &Report, terminal: Terminal) -> Ended {
    let mut code = Code::Passed;
    if arguments.run {
        let (selection, coverage, log_cases) = (arguments.selection.clone(), arguments.coverage, Some("all".into()));
        let test = cli::Test { selection, coverage, log_cases, ..cli::Test::default() };
        // A failure is what a report is for.
        code = crate::test::run(&test, terminal)?;
    }
    let (logs, place) = page::logs(&arguments.logs, &arguments.selection)?;
    let model = page::with_sources(page::model(&logs, terminal)?, || {
        Project::find(&arguments.selection).ok().map(|project| project.root)
    });
    if arguments.text {
        put(&terminal::overview(&model, page::style(terminal)));
    }
    let file = arguments.out.clone().unwrap_or(place);
    page::write(&file, &html(&model))?;
    if arguments.open {
        page::open(&std::path::absolute(&file).unwrap_or(file).display().to_string())?;
    }
    Ok(code)
}
