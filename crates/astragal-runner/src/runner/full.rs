//! The failing cases in full: in a file, because a report shows only the beginning of a long text.

use std::fmt::Write;
use std::path::PathBuf;

use astragal_core::__private::InFull;

use super::bench::Bench;
use crate::config::Show;
use crate::evaluate::{Ended, Evaluator, Input};
use crate::report::{Failure, Found, Note};

/// Runs the minimal cases once more, with their texts in full, and writes these to a file if the user wants one.
pub(super) fn write_in_full(bench: &mut Bench<'_>, failures: &[Failure]) -> Option<PathBuf> {
    let scratch = bench.job.scratch.as_ref()?;
    if bench.values.show != Show::Full || failures.is_empty() {
        return None;
    }
    let mut text = format!("property {}\n", bench.job.name);
    for failure in failures {
        let input = match failure.found {
            Found::Example(number) => Input::Example(number - 1),
            _ => Input::Choices(&failure.minimal.choices),
        };
        let in_full = InFull::new();
        let evaluation = bench.evaluator.evaluate(input, &mut |_| true, true);
        drop(in_full);
        let message = match &evaluation.ended {
            Ended::Failed(fault) => &fault.message,
            _ => &failure.message,
        };
        let _ = writeln!(text, "\n{}\n{message}", failure.origin);
        for (at, drawn) in evaluation.drawn.iter().enumerate() {
            let name = if drawn.name.is_empty() { format!("draw {}", at + 1) } else { drawn.name.clone() };
            let _ = writeln!(text, "\n{name} = {}", drawn.text);
        }
        for Note { text: note, file, line } in &evaluation.notes {
            let _ = writeln!(text, "\nnote at {file}:{line}\n{note}");
        }
    }
    let path = scratch.put_full_text(&text);
    if path.is_none() {
        bench.warnings.push("the full text of the failing case could not be written to a file".into());
    }
    path
}
