//! All properties, one aligned line each, and what changed between two runs.

use super::{Style, cell, grouped, harmless, seconds, tail, wrapped};
use crate::model::{Change, Model, PastRun, Property};
use crate::words::{chance, percent};

/// The columns of verdict, cases, rejected, duplicates and time together, with the spaces between them.
const FIXED: usize = 49;

/// One aligned line for each property, worst first: verdict, cases, rejected, duplicates, time, past runs; its warnings below.
///
/// ```
/// use astragal_report::{Log, Model, terminal};
///
/// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed","representation":"p(1)"}"#;
/// let model = Model::of(&Log::from_reader(line.as_bytes(), "log")?);
/// let text = terminal::overview(&model, terminal::Style::default());
/// assert!(text.lines().any(|line| line.starts_with("passed") && line.contains(" p ")));
/// # Ok::<(), astragal_report::ReadError>(())
/// ```
pub fn overview(model: &Model, style: Style) -> String {
    let columns = style.columns();
    let name_width =
        model.properties.iter().map(|property| harmless(&property.name).chars().count()).max().unwrap_or(0);
    // Past runs have what is left.
    let name_width = name_width.clamp(8, columns.saturating_sub(FIXED).max(8));
    let trend_width = columns.saturating_sub(name_width + FIXED + 2).min(20);
    let head = format!(
        "{} {} {:>10} {:>9} {:>10} {:>8}  {}",
        cell("verdict", 7),
        cell("property", name_width),
        "cases",
        "rejected",
        "duplicates",
        "time",
        if trend_width >= 9 { "past runs" } else { "" }
    );
    let mut out = format!("{}\n", head.trim_end());
    for property in &model.properties {
        let kind = &property.verdict.kind;
        let counts = &property.counts;
        let share = |part: u64, of: u64| if of == 0 { "-".to_string() } else { percent(part as f64 / of as f64) };
        let line = format!(
            "{} {} {:>10} {:>9} {:>10} {:>8}  {}",
            style.painted(kind, &cell(&harmless(kind), 7)),
            tail(&harmless(&property.name), name_width),
            grouped(counts.cases),
            share(counts.rejected, counts.cases + counts.rejected),
            share(counts.duplicates, counts.duplicates + counts.unique),
            property.seconds.map_or("-".to_string(), seconds),
            trend(&property.history, trend_width, style)
        );
        out += line.trim_end();
        out.push('\n');
        out += &notes(property, style);
    }
    out += &style.painted("dim", &wrapped(&sampled(&model.properties), columns, ""));
    out
}

/// What the figures are about, if not about all cases.
fn sampled(properties: &[Property]) -> String {
    let is_sampled = |property: &&Property| property.counts.duplicates + property.counts.unique < property.counts.cases;
    let of = match properties.iter().filter(is_sampled).count() {
        0 => return String::new(),
        some if some == properties.len() => "each property".into(),
        1 => "one property".into(),
        some => grouped(some as u64) + " properties",
    };
    format!("Of {of} only a sample of the cases is logged, in which duplicates are counted.")
}

/// The warnings of a property, and what it failed with.
fn notes(property: &Property, style: Style) -> String {
    let mut out = String::new();
    for failure in property.failures.iter().take(3) {
        let message = failure.message.lines().next().unwrap_or(&failure.origin);
        out += &style.painted("failed", &wrapped(&harmless(message), style.columns(), "        "));
    }
    for warning in &property.warnings {
        let text = format!("warning: {}", harmless(&warning.text));
        out += &style.painted("warning", &wrapped(&text, style.columns(), "        "));
    }
    out
}

/// Past runs, oldest first: a letter each.
fn trend(history: &[PastRun], width: usize, style: Style) -> String {
    let shown = &history[history.len().saturating_sub(width)..];
    let letter = |run: &PastRun| match run.kind.as_str() {
        "failed" => "x",
        "gave_up" | "error" => "!",
        "flaky" => "?",
        "warned" => "w",
        _ => ".",
    };
    shown.iter().map(|run| style.painted(&run.kind, letter(run))).collect()
}

/// What changed between two runs, regressions first.
///
/// ```
/// use astragal_report::model::Change;
/// use astragal_report::terminal::{Style, changes};
///
/// let change = Change { property: "p".into(), text: "more duplicates: 3 % -> 21 %".into(), regression: true, ..Change::default() };
/// assert!(changes(&[change], Style::default()).starts_with("worse   p: more duplicates: 3 % -> 21 %"));
/// ```
pub fn changes(changes: &[Change], style: Style) -> String {
    let mut out = String::new();
    for change in changes {
        let (word, kind) = match (change.regression, change.what.as_str()) {
            (true, _) => ("worse", "failed"),
            (false, "nothing") => ("same", "dim"),
            (false, _) => ("changed", "bold"),
        };
        let mut text = format!("{}: {}", harmless(&change.property), harmless(&change.text));
        if let (Some(distance), Some(p)) = (change.distance, change.p) {
            text += &format!(" (distance {distance:.2}, p = {})", chance(p));
        }
        let lines = wrapped(&text, style.columns(), "        ");
        out += &format!("{} {}", style.painted(kind, &cell(word, 7)), lines.trim_start());
    }
    out
}
