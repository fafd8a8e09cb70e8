//! A report as text for a terminal: the order in which things are said.
//!
//! Everything that comes from outside (values, messages, notes, names) goes through [`escape`]; everything that is shown is
//! a [`line::Line`], of which plain style omits only the colors.

mod alike;
mod aloud;
mod always;
mod clip;
mod comparison;
mod debug_text;
mod diff;
mod escape;
mod excerpt;
mod failure;
mod groups;
mod layout;
mod line;
mod lines;
mod listing;
mod name;
mod reproduce;
mod reread;
mod source_file;
mod style;
mod summary;
mod value;
mod verdicts;

#[cfg(test)]
mod tests;

use std::fmt;

use super::{Problem, Report, Verdict};
pub(crate) use escape::harmless;
pub(crate) use groups::{Grouped, groups_of};
use line::{Line, Role};
pub use style::Style;

impl Report {
    /// The report as text, which ends with a line break. Nothing is printed.
    ///
    /// ```
    /// use astragal::{Check, any};
    /// use astragal::report::Style;
    ///
    /// let report = Check::new().seed(1).named("doubling").run(any::<u8>(), |n| assert!(n.checked_mul(2).is_some()));
    /// let text = report.render(Style::plain());
    /// assert!(text.starts_with("property `doubling` failed: found by enumeration, case "));
    /// assert!(text.contains("128"));
    /// assert_eq!(text, report.to_string());
    /// ```
    pub fn render(&self, style: Style) -> String {
        let mut text = String::new();
        for block in blocks(self, style).iter().filter(|block| !block.is_empty()) {
            if !text.is_empty() {
                text.push('\n');
            }
            block.iter().for_each(|line| line.write(&mut text, style.color));
        }
        escape::defuse(&text)
    }
}

/// The report as plain text, as [`render`](Report::render) makes it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::plain()))
    }
}

fn blocks(report: &Report, style: Style) -> Vec<Vec<Line>> {
    let mut blocks = vec![verdicts::headline(report, style)];
    let is_single = report.failures.len() == 1;
    for (at, failure) in report.failures.iter().enumerate() {
        let is_new = report.failures[..at].iter().all(|before| before.origin != failure.origin);
        blocks.push(title(report, at, is_new));
        if is_new {
            blocks.extend(failure::show(report.source.as_ref(), failure, style));
        } else {
            blocks.push(failure::show_again(failure, style));
        }
        blocks.extend((!is_single).then(|| reproduce::show(report, failure)));
    }
    blocks.extend(verdicts::explain(report, style));
    blocks.extend(verdicts::guidance(report, style));
    blocks.extend(summary::charts(report, style));
    let problem = if let Verdict::Unknown(problem) = &report.verdict { Some(problem) } else { None };
    if !matches!(problem, Some(Problem::NotCovered(_))) {
        blocks.push(summary::covered(report));
    }
    blocks.push(summary::scores(report));
    blocks.push(summary::guided(report));
    if !matches!(problem, Some(Problem::Usage { .. } | Problem::Bug(_))) {
        // A pass has said how many cases there were in its first line.
        let is_told = report.verdict == Verdict::Passed
            || (report.verdict == Verdict::PassedExhaustively && report.statistics.rejections.is_empty());
        let told = usize::from(is_told);
        let cases = summary::cases(report).into_iter().skip(told).map(Line::plain);
        blocks.push(cases.chain(summary::calls(report, style)).collect());
    }
    match &report.failures[..] {
        [failure] => blocks.push(reproduce::show(report, failure)),
        [] if !report.verdict.is_pass() => blocks.push(reproduce::run(report)),
        _ => {}
    }
    blocks.push(reproduce::in_full(report).into_iter().collect());
    blocks.extend(report.reread.iter().map(|reread| reread::show(reread, report.source.as_ref(), style)));
    blocks.push(summary::settings(report).into_iter().chain(summary::warnings(report)).collect());
    blocks
}

/// The title above each of several failures.
fn title(report: &Report, at: usize, is_new: bool) -> Vec<Line> {
    let failure = &report.failures[at];
    let history = format!(": {}", failure::history(failure));
    let bugs = verdicts::bugs(report);
    if bugs == 1 && is_new {
        return Vec::new();
    }
    if !is_new {
        let which = if bugs == 1 { "this bug" } else { "a bug above" };
        let line = Line::new().with(Role::Bad, format!("another minimal counterexample of {which}"));
        return vec![line.with(Role::Plain, history)];
    }
    let is_first = |one: &usize| report.failures[..*one].iter().all(|it| it.origin != report.failures[*one].origin);
    let before = (0..at).filter(is_first).count();
    let bug = format!("bug {} of {bugs}", before + 1);
    vec![Line::new().with(Role::Bad, bug).with(Role::Plain, history)]
}
