//! Everything about one property, as text: warnings first, then failures, then what its cases were like.

use super::escape::harmless_lines;
use super::{Style, bars, grouped, harmless, seconds, wrapped};
use crate::model::{Failure, Parameter, Property, Suspicious};
use crate::words::percent;

/// Everything about one property: verdict, warnings, failures, counts, a chart for each feature, branches, suspicious lines, provenance.
///
/// ```
/// use astragal_report::{Log, Model, terminal};
///
/// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed","representation":"p(1)","features":{"even":false}}"#;
/// let model = Model::of(&Log::from_reader(line.as_bytes(), "log")?);
/// let text = terminal::property(&model.properties[0], terminal::Style::default());
/// assert!(text.contains("even") && text.contains("100 %"));
/// # Ok::<(), astragal_report::ReadError>(())
/// ```
pub fn property(property: &Property, style: Style) -> String {
    let columns = style.columns();
    let kind = &property.verdict.kind;
    let mut out = format!("{}\n", style.painted("bold", &harmless(&property.name)));
    let doc: Vec<String> = harmless_lines(&property.doc).collect();
    out += &wrapped(&doc.join(" "), columns, "  ");
    let verdict: Vec<String> = harmless_lines(&property.verdict.text).collect();
    out += &style.painted(kind, &wrapped(&verdict.join(" "), columns, "  "));
    for warning in &property.warnings {
        let text = format!("warning: {}", harmless(&warning.text));
        out += &style.painted("warning", &wrapped(&text, columns, "  "));
        out += &style.painted("dim", &wrapped(&harmless(&warning.detail), columns, "    "));
    }
    for failure in &property.failures {
        out += &self::failure(failure, style);
    }
    out += &counts(property, columns);
    out += &suspicious(property, style);
    for feature in &property.samples.features {
        out += &bars::chart(feature, &property.samples, style);
    }
    out += &bars::branches(property, style);
    out += &provenance(property, columns);
    out
}

fn failure(failure: &Failure, style: Style) -> String {
    let mut out = String::new();
    let first = if failure.message.is_empty() { &failure.origin } else { &failure.message };
    for line in harmless_lines(first) {
        out += &format!("  {}\n", style.painted("failed", &line));
    }
    for argument in &failure.arguments {
        let mut lines = harmless_lines(&argument.text);
        let name = if argument.name.is_empty() { String::new() } else { format!("{} = ", harmless(&argument.name)) };
        out += &format!("    {name}{}\n", lines.next().unwrap_or_default());
        for line in lines {
            out += &format!("    {line}\n");
        }
    }
    for note in failure.notes.iter().chain(&failure.always).chain(&failure.elsewhere) {
        out += &wrapped(&harmless(note), style.columns(), "    ");
    }
    if !failure.found.is_empty() {
        let found = failure.found.strip_prefix("found ").unwrap_or(&failure.found);
        out += &format!("    found {}\n", harmless(found));
    }
    if !failure.replay.is_empty() {
        out += &format!("    {}\n", harmless(&failure.replay));
    }
    out
}

fn counts(property: &Property, columns: usize) -> String {
    let counts = &property.counts;
    let mut text = format!(
        "{} cases ran: {} passed, {} failed; {} were rejected",
        grouped(counts.cases),
        grouped(counts.passed),
        grouped(counts.failed),
        grouped(counts.rejected)
    );
    let compared = counts.unique + counts.duplicates;
    if compared > 0 {
        let of = if compared < counts.cases { format!("of {} compared ", grouped(compared)) } else { String::new() };
        text += &format!(
            "; {of}{} different, {} repeat an earlier one ({})",
            grouped(counts.unique),
            grouped(counts.duplicates),
            percent(counts.duplicates as f64 / compared as f64)
        );
    }
    if counts.repeats > 0 {
        text += &format!("; {} repeated an enumerated case and were not run", grouped(counts.repeats));
    }
    if let Some(time) = property.seconds {
        text += &format!("; {}", seconds(time));
    }
    if property.represents > property.kept {
        text += &format!("; charts are drawn from {} kept lines", grouped(property.kept));
    }
    let mut out = wrapped(&text, columns, "  ");
    for rejection in property.rejections.iter().take(5) {
        let place = if rejection.place.is_empty() { String::new() } else { format!(" at {}", rejection.place) };
        let text = format!("rejected by {}{place}: {}", rejection.by, grouped(rejection.count));
        out += &wrapped(&harmless(&text), columns, "    ");
    }
    let parameters = property.parameters.iter().map(|parameter| {
        let set_in = if parameter.file.is_empty() { String::new() } else { format!("; set in {}", parameter.file) };
        let Parameter { name, value, min, max, default, .. } = parameter;
        format!("{name} = {value} (from {min} to {max}, usually {default}{set_in})")
    });
    let parameters: Vec<String> = parameters.collect();
    if !parameters.is_empty() {
        out += &wrapped(&harmless(&format!("parameters: {}", parameters.join(", "))), columns, "  ");
    }
    out
}

/// The lines that all failing cases ran and no passing one.
fn suspicious(property: &Property, style: Style) -> String {
    let Some(coverage) = &property.samples.coverage else { return String::new() };
    let mut out = String::new();
    for Suspicious { lines, failing, passing } in &coverage.suspicious {
        let of = |count: &u64| grouped(*count);
        let title =
            format!("lines run by all {} failing cases, and by none of {} passing ones", of(failing), of(passing));
        out += &format!("  {}\n", style.painted("bold", &title));
        for line in lines.iter().take(20) {
            let [file, line] = coverage.lines[*line as usize];
            out += &format!("    {}:{line}\n", harmless(&coverage.files[file as usize]));
        }
        if lines.len() > 20 {
            out += &format!("    and {} more\n", lines.len() - 20);
        }
    }
    out
}

fn provenance(property: &Property, columns: usize) -> String {
    let known = &property.provenance;
    let mut parts = Vec::new();
    for (name, value) in [("seed", &known.seed), ("revision", &known.revision), ("profile", &known.profile)] {
        if !value.is_empty() {
            parts.push(format!("{name} {value}"));
        }
    }
    parts.extend(known.versions.iter().map(|[name, version]| format!("{name} {version}")));
    if !known.log.is_empty() {
        parts.push(format!("log {}", known.log));
    }
    wrapped(&harmless(&parts.join(", ")), columns, "  ")
}
