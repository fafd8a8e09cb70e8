//! The line of a run: its report for people, as other tools show it; and its verdict, counts and failures as data.

use astragal_core::Outline;

use super::case::{by_file, name_of, rejected_by};
use super::json::Json;
use super::{Log, Path};
use crate::coverage;
use crate::report::{Drawn, Failure, Problem, Report, Sample, Statistics, Style, Verdict};
use crate::statistics::Answer;

/// The variable by which the program that started the tests calls this run of them.
const SESSION: &str = "ASTRAGAL_CHILD_SESSION";

/// The line of a run, and behind it what the run warned of, if it did.
pub(super) fn lines(log: &Log, report: &Report) -> Json {
    let mut json = Json::default();
    // Indented, it is shown as it is.
    let text: String = report.render(Style::plain()).lines().map(|line| format!("    {line}\n")).collect();
    open(&mut json, log, report, "info", "Run summary", &text);
    data(&mut json, log, report);
    json.raw("}\n");
    if !report.warnings.is_empty() {
        let warnings: String = report.warnings.iter().map(|warning| format!("- {warning}\n")).collect();
        open(&mut json, log, report, "alert", "Warnings", &warnings);
        json.raw("}\n");
    }
    json
}

/// Begins a line for people.
fn open(json: &mut Json, log: &Log, report: &Report, kind: &str, title: &str, content: &str) {
    json.open(b'{');
    json.entry("type", kind);
    json.entry("property", &report.property);
    json.key("run_start");
    json.number(log.run_start);
    json.entry("title", title);
    json.entry("content", content);
}

/// What a run is as data.
fn data(json: &mut Json, log: &Log, report: &Report) {
    json.key("seconds");
    json.seconds(report.efforts.total);
    json.entry("verdict", word_of(&report.verdict));
    json.entry("verdict_text", &report.verdict_in_words());
    flag(json, "is_pass", report.verdict.is_pass());
    let source = report.source.clone().unwrap_or_default();
    json.entry("package", source.package);
    json.entry("file", source.file);
    json.key("line");
    json.integer(source.first_line.into());
    json.entry("doc", log.subject.doc);
    json.entry("test", report.test.as_deref().or(log.subject.test.as_deref()).unwrap_or_default());
    json.entry("seed", &format!("{:#x}", report.seed));
    json.entry("session", &std::env::var(SESSION).unwrap_or_default());
    list(json, "settings", &report.settings, |json, setting| {
        json.open(b'[');
        [setting.name, &setting.value, &setting.origin.to_string()].iter().for_each(|text| json.string(text));
        json.close(b']');
    });
    list(json, "parameters", &report.parameters, |json, parameter| {
        json.open(b'{');
        json.entry("name", &parameter.name);
        let numbers = [
            ("value", parameter.value),
            ("min", parameter.min),
            ("max", parameter.max),
            ("default", parameter.default),
        ];
        for (key, number) in numbers {
            json.key(key);
            json.number(number);
        }
        flag(json, "whole", parameter.is_whole);
        json.key("file");
        match &parameter.set_in {
            Some(file) => json.string(&file.display().to_string()),
            None => json.raw("null"),
        }
        json.close(b'}');
    });
    json.entry("profile", if cfg!(debug_assertions) { "debug" } else { "release" });
    json.entry("version", env!("CARGO_PKG_VERSION"));
    counts(json, log, report);
    statistics(json, &report.statistics);
    list(json, "warnings", &report.warnings, |json, warning| json.string(warning));
    sites(json, log);
    counted(json, log);
    list(json, "failures", &report.failures, |json, failure| {
        let path = log.paths.iter().rfind(|path| path.end == failure.minimal.choices);
        one_failure(json, report, failure, path);
    });
}

fn word_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::PassedExhaustively => "proved",
        Verdict::Failed => "failed",
        Verdict::Flaky => "flaky",
        Verdict::GaveUp => "gave_up",
        Verdict::Vacuous => "vacuous",
        Verdict::Unknown(Problem::Usage { .. }) => "usage",
        Verdict::Unknown(Problem::NotDeterministic(_)) => "not_deterministic",
        Verdict::Unknown(Problem::NotCovered(_)) => "not_covered",
        Verdict::Unknown(Problem::Interrupted) => "interrupted",
        Verdict::Unknown(Problem::Bug(_)) => "bug",
    }
}

fn flag(json: &mut Json, key: &'static str, holds: bool) {
    json.key(key);
    json.raw(if holds { "true" } else { "false" });
}

fn list<T>(json: &mut Json, key: &'static str, items: &[T], mut write: impl FnMut(&mut Json, &T)) {
    json.key(key);
    json.open(b'[');
    items.iter().for_each(|item| write(json, item));
    json.close(b']');
}

fn counts(json: &mut Json, log: &Log, report: &Report) {
    let statistics = &report.statistics;
    let has_failed = matches!(report.verdict, Verdict::Failed | Verdict::Flaky) && statistics.cases > 0;
    let failed = u64::from(has_failed);
    json.key("counts");
    json.open(b'{');
    let counts = [
        ("cases", statistics.cases),
        ("passed", statistics.cases - failed),
        ("failed", failed),
        ("rejected", statistics.rejected()),
        ("repeats", statistics.repeats),
        ("overruns", statistics.overruns),
        ("duplicates", log.duplicates.count()),
        ("compared", log.duplicates.compared),
        ("written", log.written),
        ("calls", report.efforts.calls()),
    ];
    for (name, count) in counts {
        json.key(name);
        json.integer(count);
    }
    json.close(b'}');
}

fn statistics(json: &mut Json, statistics: &Statistics) {
    list(json, "rejections", &statistics.rejections, |json, rejection| {
        json.open(b'{');
        json.entry("by", rejected_by(rejection.by));
        place(json, rejection.place.as_deref());
        json.key("count");
        json.integer(rejection.count);
        json.close(b'}');
    });
    list(json, "covered", &statistics.covered, |json, covered| {
        json.open(b'{');
        json.entry("label", &covered.label);
        json.key("required");
        json.number(covered.percent);
        json.key("holds");
        json.integer(covered.successes);
        json.key("of");
        json.integer(covered.trials);
        json.entry(
            "verdict",
            match covered.answer {
                Answer::Met => "met",
                Answer::Missed => "missed",
                Answer::Unsure => "open",
            },
        );
        json.close(b'}');
    });
}

fn place(json: &mut Json, place: Option<&str>) {
    json.key("place");
    match place {
        Some(place) => json.string(place),
        None => json.raw("null"),
    }
}

/// All branches that are known before running, and those that were taken all the same.
fn sites(json: &mut Json, log: &Log) {
    let mut sites: Vec<(String, Vec<String>)> = Vec::new();
    if let Some(outline) = &log.subject.outline {
        sums(outline, &mut |site, branch| add(&mut sites, site, branch));
    }
    if !sites.is_empty() {
        log.picks.seen().for_each(|(site, branch)| add(&mut sites, site, branch));
    }
    list(json, "sites", &sites, |json, (site, branches)| {
        json.open(b'{');
        json.entry("site", site);
        list(json, "branches", branches, |json, branch| json.string(branch));
        json.close(b'}');
    });
}

fn add(sites: &mut Vec<(String, Vec<String>)>, site: &str, branch: &str) {
    let at = sites.iter().position(|(known, _)| known == site).unwrap_or_else(|| {
        sites.push((site.into(), Vec::new()));
        sites.len() - 1
    });
    if !sites[at].1.iter().any(|known| known == branch) {
        sites[at].1.push(branch.into());
    }
}

/// All lines that can be counted in the files that cases reached, and which texts these files have.
fn counted(json: &mut Json, log: &Log) {
    let files = coverage::files(&|name| log.reached.contains(name));
    list(json, "counted", &files, |json, file| {
        json.open(b'{');
        json.entry("file", &file.name);
        json.key("hash");
        match file.hash {
            Some(hash) => json.string(&format!("{hash:016x}")),
            None => json.raw("null"),
        }
        list(json, "lines", &file.lines, |json, line| json.integer((*line).into()));
        json.close(b'}');
    });
}

/// Tells of each branch of each sum.
fn sums(outline: &Outline, tell: &mut dyn FnMut(&str, &str)) {
    match outline {
        Outline::Sum { name, arms } => {
            arms.iter().for_each(|(label, _)| tell(name, label));
            arms.iter().for_each(|(_, arm)| sums(arm, tell));
        }
        Outline::Product(parts) => parts.iter().for_each(|part| sums(part, tell)),
        Outline::Family { first, rests } => {
            sums(first, tell);
            rests.iter().for_each(|rest| sums(rest, tell));
        }
        Outline::Function { argument, result } => {
            sums(argument, tell);
            sums(result, tell);
        }
        Outline::List { element: of, .. }
        | Outline::Type { of, .. }
        | Outline::Mapped(of)
        | Outline::Lazy(of)
        | Outline::Steered(of)
        | Outline::Filtered { of, .. } => sums(of, tell),
        _ => {}
    }
}

fn one_failure(json: &mut Json, report: &Report, failure: &Failure, path: Option<&Path>) {
    let Sample { drawn, notes, always, .. } = &failure.minimal;
    json.open(b'{');
    json.entry("origin", &failure.origin.to_string());
    json.entry("message", &failure.message);
    json.entry("found", &failure.found_in_words());
    values(json, "arguments", drawn, true);
    values(json, "original", &failure.original.drawn, false);
    list(json, "notes", notes, |json, note| json.string(&note.text));
    list(json, "always", always, |json, always| json.string(&format!("always fails: {always}")));
    json.entry("token", &failure.token());
    json.entry("replay", &report.replay_command(failure));
    json.key("evaluations");
    json.integer(failure.shrinking.evaluations);
    json.key("steps");
    json.integer(failure.shrinking.steps);
    list(json, "shrink", path.map_or(&[][..], |path| &path.steps), |json, step| json.string(step));
    json.key("flaky");
    match failure.flaky {
        Some((failed, of)) => {
            json.open(b'[');
            json.integer(failed.into());
            json.integer(of.into());
            json.close(b']');
        }
        None => json.raw("null"),
    }
    json.key("lines");
    match &failure.lines {
        Some(lines) => {
            json.open(b'{');
            json.key("failing");
            json.integer(lines.failing);
            json.key("passing");
            json.integer(lines.passing);
            json.key("files");
            by_file(&lines.files, json);
            json.close(b'}');
        }
        None => json.raw("null"),
    }
    list(json, "elsewhere", &failure.elsewhere, |json, elsewhere| {
        json.string(&format!("also fails: {}: {}", elsewhere.origin, elsewhere.message));
    });
    json.close(b'}');
}

fn values(json: &mut Json, key: &'static str, drawn: &[Drawn], is_minimal: bool) {
    let numbered: Vec<(usize, &Drawn)> = drawn.iter().enumerate().collect();
    list(json, key, &numbered, |json, (at, drawn)| {
        json.open(b'{');
        json.entry("name", &name_of(drawn, *at));
        json.entry("type", drawn.type_name);
        json.entry("text", &drawn.text);
        if is_minimal {
            list(json, "free", &drawn.free, |json, free| {
                json.open(b'[');
                json.integer(free.start as u64);
                json.integer(free.end as u64);
                json.close(b']');
            });
        }
        json.close(b'}');
    });
}
