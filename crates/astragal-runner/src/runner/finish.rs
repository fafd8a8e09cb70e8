//! The end of a test: prints the report, and fails the test unless it is a pass.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;

use crate::config::{Show, Values};
use crate::property::context;
use crate::property::underway::say_aloud;
use crate::report::Payload;
use crate::report::{Failure, Report, Style, Verdict};

/// Prints a report where a person will see it, and fails the test unless it is a pass.
///
/// A test that is meant to fail is green if it panics. So where the property was not seen to fail, it does not.
pub(crate) fn finish(report: &Report, values: &Values, should_panic: bool) {
    if context::is_running() {
        // It is part of a case of another property, whose failure it is.
        if !report.verdict.is_pass() {
            resume_unwind(Box::new(text_of(report, values)));
        }
        return;
    }
    if !report.verdict.is_pass() || says_something(report) || values.show == Show::Steps {
        eprintln!("{}", text_of(report, values));
    }
    let is_green = if should_panic { report.verdict == Verdict::Failed } else { report.verdict.is_pass() };
    // The output of a green test is captured, and seen by no one.
    let warning = if is_green && !is_output_shown() { report.warning_line() } else { None };
    let summary = values.summary.then(|| report.summary_line());
    warning.into_iter().chain(summary).for_each(|line| say_aloud(&line));
    if report.verdict.is_pass() || (should_panic && report.verdict != Verdict::Failed) {
        return;
    }
    let thrown = report
        .failures
        .first()
        .and_then(|failure| failure.payload.lock().unwrap_or_else(PoisonError::into_inner).take());
    // The message that the property threw is thrown again, so that `should_panic` sees it. Any other value is not: a test harness
    // that drops it may hang.
    resume_unwind(thrown.filter(Payload::is_message).map(Payload::into_thrown).unwrap_or_else(|| {
        let message = match report.failures.first() {
            Some(failure) => failure.message.clone(),
            None => format!("the property {}: {}", report.property, report.verdict),
        };
        Box::new(message)
    }));
}

/// Whether a pass has more to say than that it is one.
fn says_something(report: &Report) -> bool {
    let statistics = &report.statistics;
    !(statistics.rejections.is_empty()
        && statistics.overruns == 0
        && statistics.charts.is_empty()
        && statistics.covered.is_empty()
        && statistics.scores.is_empty()
        && statistics.guidance.is_none()
        && statistics.strays.is_empty()
        && !statistics.out_of_time
        && report.reread.is_empty()
        && report.warnings.is_empty())
}

/// Whether the test harness was told to show the output of green tests too.
fn is_output_shown() -> bool {
    let is_told =
        |argument: &OsString| ["--nocapture", "--no-capture", "--show-output"].iter().any(|it| argument == it);
    let is_set = std::env::var_os("RUST_TEST_NOCAPTURE").is_some_and(|value| value != "0");
    is_set || std::env::args_os().any(|argument| is_told(&argument))
}

/// The text of a report. Whatever happens while it is made, the failing case is reported.
fn text_of(report: &Report, values: &Values) -> String {
    let mut style = Style::detect(values.color);
    style.show_original = values.show == Show::Steps;
    style.show_steps = values.show == Show::Steps;
    catch_unwind(AssertUnwindSafe(|| report.render(style))).unwrap_or_else(|_| {
        let tokens: Vec<_> = report.failures.iter().map(Failure::token).collect();
        format!("{}: {} (replay: {})", report.property, report.verdict, tokens.join(" "))
    })
}
