//! Builds the model of a log: the newest run of each property, and its past runs as history.

mod coverage;
mod features;
mod samples;
mod sites;
mod sources;

use crate::model::{Counts, Model, PastRun, Property, Provenance, Verdict, rank};
use crate::read::{Log, PastTally, PropertyLog, RunEnd, RunTally};
use crate::warnings;
use sites::Sites;
use std::collections::BTreeSet;

impl Model {
    /// Computes what is shown about a log.
    ///
    /// ```
    /// use astragal_report::{Log, Model};
    ///
    /// let line = r#"{"type":"test_case","property":"p","run_start":1,"status":"passed"}"#;
    /// assert_eq!(Model::of(&Log::from_reader(line.as_bytes(), "log")?).properties[0].name, "p");
    /// # Ok::<(), astragal_report::ReadError>(())
    /// ```
    pub fn of(log: &Log) -> Model {
        model(log)
    }
}

fn model(log: &Log) -> Model {
    let mut properties: Vec<Property> = log.properties.iter().map(|(name, run)| property(log, name, run)).collect();
    properties.sort_by(|a, b| {
        let warned = |property: &Property| std::cmp::Reverse(property.warnings.len());
        (rank(&a.verdict.kind), warned(a), &a.name).cmp(&(rank(&b.verdict.kind), warned(b), &b.name))
    });
    let packages: BTreeSet<&str> = properties.iter().map(|property| property.package.as_str()).collect();
    let title = match packages.iter().collect::<Vec<_>>().as_slice() {
        [package] if !package.is_empty() => package.to_string(),
        _ => log.source.clone(),
    };
    let end = |property: &Property| property.run_start + property.seconds.unwrap_or(0.0);
    let generated = properties.iter().map(end).fold(0.0, f64::max);
    Model { version: 1, title, generated, properties, ..Model::default() }
}

fn property(log: &Log, name: &str, all: &PropertyLog) -> Property {
    let run = &all.newest;
    let mut sites = Sites::new(run);
    let samples = samples::samples(log, all, &mut sites);
    let counts = counts(run);
    let mut property = Property {
        name: name.to_string(),
        run_start: all.run_start,
        seconds: run.end.as_ref().map_or(run.seconds, |end| end.seconds),
        kept: samples.n as u64,
        represents: match &samples.weight {
            Some(weights) => weights.iter().sum::<f64>().round() as u64,
            None => samples.n as u64,
        },
        failures: run.failing.failures(),
        provenance: Provenance { log: all.file.clone(), ..Provenance::default() },
        sites: sites.into_all(),
        rejections: run.rejections(),
        report: remarks(run),
        counts,
        samples,
        ..Property::default()
    };
    if let Some(end) = &run.end {
        describe(&mut property, end);
    }
    property.warnings = warnings::of(&property, run, all.past.values().any(|past| past.end.is_some()));
    property.verdict = verdict(&property, run);
    property.history = all.past.iter().map(|(start, past)| past_run(f64::from_bits(*start), past)).collect();
    property.history.push(PastRun {
        run_start: property.run_start,
        kind: property.verdict.kind.clone(),
        cases: property.counts.cases,
        rejected: property.counts.rejected,
        duplicates: property.counts.duplicates,
        seconds: property.seconds,
    });
    property
}

/// Takes over what the end of a run says.
fn describe(property: &mut Property, end: &RunEnd) {
    let log = std::mem::take(&mut property.provenance.log);
    property.doc.clone_from(&end.doc);
    property.file.clone_from(&end.file);
    property.line = end.line;
    property.package.clone_from(&end.package);
    property.test.clone_from(&end.test);
    if !end.report.is_empty() {
        property.report.clone_from(&end.report);
    }
    if !end.failures.is_empty() || end.is_pass {
        property.failures.clone_from(&end.failures);
    }
    property.provenance = Provenance { log, ..end.provenance.clone() };
    property.parameters.clone_from(&end.parameters);
    property.covered.clone_from(&end.covered);
}

/// Exact counts: from the end of the run, else from its lines.
fn counts(run: &RunTally) -> Counts {
    let [passed, failed, rejected] = run.by_status;
    let lines = Counts {
        cases: passed + failed,
        passed,
        failed,
        rejected,
        duplicates: run.duplicates,
        unique: passed + failed - run.duplicates,
        repeats: run.repeats,
    };
    match &run.end {
        None => lines,
        Some(end) => {
            let (compared, duplicates) = end.compared.unwrap_or((lines.cases, lines.duplicates));
            Counts {
                cases: end.cases,
                passed: end.passed,
                failed: end.failed,
                rejected: end.rejected,
                repeats: end.repeats,
                duplicates,
                unique: compared - duplicates,
            }
        }
    }
}

/// The kind of the verdict that the end of a run names.
fn kind(end: &RunEnd) -> &'static str {
    match end.verdict.as_str() {
        "passed" => "passed",
        "proved" => "proved",
        "failed" | "not_covered" => "failed",
        "flaky" => "flaky",
        "gave_up" | "vacuous" => "gave_up",
        _ if end.is_pass => "passed",
        _ => "error",
    }
}

fn verdict(property: &Property, run: &RunTally) -> Verdict {
    let counts = &property.counts;
    let (kind, text) = match &run.end {
        Some(end) => {
            let text = if end.verdict_text.is_empty() { end.verdict.clone() } else { end.verdict_text.clone() };
            (kind(end), text)
        }
        None if counts.failed > 0 || !property.failures.is_empty() => {
            ("failed", format!("failed: {} of {} cases", counts.failed, counts.cases))
        }
        None if counts.cases == 0 && counts.rejected > 0 => {
            ("gave_up", format!("gave up: all {} cases were rejected", counts.rejected))
        }
        None if counts.cases == 0 => ("error", "the log has no case of this run".to_string()),
        None => ("passed", format!("passed {} cases", counts.passed)),
    };
    let is_warned = kind == "passed" && !property.warnings.is_empty();
    Verdict { kind: if is_warned { "warned" } else { kind }.to_string(), text }
}

/// What `info` lines say: the terminal's text of other frameworks.
fn remarks(run: &RunTally) -> String {
    let information = run.remarks.iter().filter(|remark| !remark.is_alert);
    information.map(|remark| format!("{}\n\n{}", remark.title, remark.content)).collect::<Vec<_>>().join("\n\n")
}

fn past_run(run_start: f64, past: &PastTally) -> PastRun {
    let [passed, failed, rejected] = past.by_status;
    let (kind, cases, rejected) = match &past.end {
        Some(end) => (kind(end), end.cases, end.rejected),
        None if failed > 0 => ("failed", passed + failed, rejected),
        None if passed == 0 && rejected > 0 => ("gave_up", 0, rejected),
        None => ("passed", passed, rejected),
    };
    let seconds = past.end.as_ref().map_or(past.seconds, |end| end.seconds);
    let compared = past.end.as_ref().and_then(|end| end.compared);
    let duplicates = compared.map_or(past.duplicates, |(_, duplicates)| duplicates);
    PastRun { run_start, kind: kind.to_string(), cases, rejected, duplicates, seconds }
}
