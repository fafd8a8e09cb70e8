//! What was run: cases, rejections, charts, coverage, settings, warnings.

use std::path::Path;
use std::time::Duration;

use super::failure::count;
use super::line::{Line, Role};
use super::{Style, clip, escape, source_file};
use crate::config::Origin;
use crate::report::{Effort, RejectedBy, Rejection, Report, Statistics, StrayPanic};
use crate::statistics::{Answer, grouped};

/// How many cases were begun, and what became of them. Rejections are always reported: they were not tested.
///
/// All numbers are parts of the first one: those after `including` by where the cases came from, the others by how they ended.
pub(super) fn cases(report: &Report) -> Vec<String> {
    let statistics = &report.statistics;
    let all = attempts(statistics);
    let share = |rejection: &Rejection| format!("{} ({})", rejected(rejection), percent(rejection.count, all));
    let mut known = Vec::new();
    if statistics.regressions > 0 {
        known.push(format!("{} stored", grouped(statistics.regressions)));
    }
    if statistics.examples > 0 {
        known.push(count(statistics.examples, "example"));
    }
    if let Some(enumerated) = statistics.enumerated.as_ref().filter(|enumerated| enumerated.cases > 0) {
        let unit = if enumerated.by_depth { "depth" } else { "size" };
        let upto = enumerated.all_up_to.map(|size| format!(" (complete up to {unit} {size})"));
        let cases = if enumerated.cases == all && all > 1 { "all".into() } else { grouped(enumerated.cases) };
        known.push(format!("{cases} enumerated{}", upto.filter(|_| all > 1).unwrap_or_default()));
    }
    if statistics.grown > 0 {
        known.push(format!("{} grown", grouped(statistics.grown)));
    }
    if statistics.targeted > 0 {
        known.push(format!("{} by targeted search", grouped(statistics.targeted)));
    }
    let mut told = match &known[..] {
        [] => vec![count(all, "case")],
        // The only case there is needs no numbers.
        [only] if all == 1 => {
            vec![format!("1 case ({})", only.trim_start_matches(|letter: char| !letter.is_alphabetic()))]
        }
        known if known[0].starts_with("all ") => vec![count(all, "case"), known.join(" and ")],
        known => vec![count(all, "case"), format!("including {}", known.join(" and "))],
    };
    if all != statistics.cases {
        told.push(format!("{} ran to the end", grouped(statistics.cases)));
    }
    let mut places = Vec::new();
    match &statistics.rejections[..] {
        [] => told.push("none rejected".into()),
        [only] => told.push(share(only)),
        several => {
            let rejected = statistics.rejected();
            told.push(format!("{} rejected in all ({})", grouped(rejected), percent(rejected, all)));
            places.extend(several.iter().map(|rejection| format!("  {}", share(rejection))));
        }
    }
    if statistics.overruns > 0 {
        told.push(format!("{} cut off for making too many choices", grouped(statistics.overruns)));
    }
    if statistics.repeats > 0 {
        told.push(format!("{} of enumerated cases skipped", count(statistics.repeats, "repeat")));
    }
    if statistics.out_of_time {
        told.push("stopped at the time limit".to_string());
    }
    [told.join(", ")].into_iter().chain(places).collect()
}

/// How many parts of a run are reported in a line.
const PARTS_IN_A_LINE: usize = 3;

/// How often the property was called, and for what; if that was for anything but the cases that are counted.
pub(super) fn calls(report: &Report, style: Style) -> Vec<Line> {
    let efforts = &report.efforts;
    // Some calls are not counted as cases: those that look ahead, or measure what guidance would reach.
    let probes = match efforts.searching.calls.saturating_sub(called(&report.statistics)) {
        0 => String::new(),
        probes => format!(" (with {})", count(probes, "probe")),
    };
    let parts = [
        (efforts.searching, format!("to search{probes}")),
        (efforts.confirming, "to confirm".into()),
        (efforts.shrinking, "to shrink".into()),
        (efforts.explaining, "to explain".into()),
        (efforts.other_bugs, "to find other bugs".into()),
    ];
    let told = |(part, what): &(Effort, String)| match style.times {
        true => format!("{} {what} in {}", grouped(part.calls), seconds(part.time)),
        false => format!("{} {what}", grouped(part.calls)),
    };
    if efforts.calls() <= attempts(&report.statistics) {
        return Vec::new();
    }
    let parts: Vec<String> = parts.iter().filter(|(part, _)| part.calls > 0).map(told).collect();
    let called = format!("{}: ", count(efforts.calls(), "call"));
    // Broken at the same place however long the times are.
    let lines = parts.chunks(PARTS_IN_A_LINE).map(|parts| parts.join(", ")).collect::<Vec<_>>().join(",\n");
    let lines = lines.lines().enumerate().map(|(at, line)| match at {
        0 => Line::plain(format!("{called}{line}")),
        _ => Line::indented(called.len()).with(Role::Plain, line),
    });
    lines.collect()
}

/// How many of the cases called the property: those that a generator rejected did not.
fn called(statistics: &Statistics) -> u64 {
    let assumed = statistics.rejections.iter().filter(|rejection| rejection.by == RejectedBy::Assumption);
    statistics.cases + assumed.map(|rejection| rejection.count).sum::<u64>()
}

/// `0.12 s`
fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// How many cases were begun.
pub(super) fn attempts(statistics: &Statistics) -> u64 {
    statistics.cases + statistics.rejected() + statistics.overruns
}

/// `40 rejected by assume! at tests/x.rs:12:5`
pub(super) fn rejected(rejection: &Rejection) -> String {
    let by = match rejection.by {
        RejectedBy::Generator => "a filter",
        RejectedBy::Assumption => "assume!",
    };
    let at =
        rejection.place.as_ref().map(|place| format!(" at {}", escape::escape(&place.to_string()))).unwrap_or_default();
    format!("{} rejected by {by}{at}", grouped(rejection.count))
}

/// A share, without claiming all or nothing where it is not.
pub(super) fn percent(part: u64, all: u64) -> String {
    let share = if all == 0 { 0.0 } else { 100.0 * part as f64 / all as f64 };
    match share {
        share if share > 0.0 && share < 1.0 => "<1%".into(),
        share if share > 99.0 && part < all => ">99%".into(),
        share => format!("{share:.0}%"),
    }
}

/// What was collected.
pub(super) fn charts(report: &Report, style: Style) -> Vec<Vec<Line>> {
    // Of a handful of cases that ended in a failure there is nothing to learn.
    let charts = report.statistics.charts.iter().filter(|chart| chart.total >= 10 || report.verdict.is_pass());
    charts
        .map(|chart| chart.lines(style.columns()).iter().map(|line| Line::plain(escape::escape(line))).collect())
        .collect()
}

/// What `cover!` required.
pub(super) fn covered(report: &Report) -> Vec<Line> {
    // Enumerated cases count only where all cases are enumerated.
    let enumerated = report.statistics.enumerated.as_ref().map_or(0, |enumerated| enumerated.cases);
    let what = if enumerated >= attempts(&report.statistics) { "case" } else { "random case" };
    let requirements = report.statistics.covered.iter();
    let lines = requirements.map(|required| {
        let role = match required.answer {
            Answer::Met => Role::Plain,
            Answer::Missed => Role::Bad,
            Answer::Unsure => Role::Warning,
        };
        let share = if required.trials == 0 { 0.0 } else { 100.0 * required.successes as f64 / required.trials as f64 };
        let answer = match required.answer {
            Answer::Met => "met",
            Answer::Missed => "not met",
            Answer::Unsure => "too few cases to be sure",
        };
        let cases = count(required.trials, what);
        let text = format!("{}: {share:.1}% of {cases}, ", escape::escape(&required.label));
        Line::plain(text).with(role, format!("{}% required: {answer}", required.percent))
    });
    lines.collect()
}

/// What `target!` came to.
pub(super) fn scores(report: &Report) -> Vec<Line> {
    let scores = report.statistics.scores.iter();
    let lines = scores.map(|score| {
        let highest = match (score.by_chance, score.by_climbing) {
            (Some(chance), Some(climbed)) => {
                format!("{} at random, then {} by targeted search", number(chance), number(climbed))
            }
            (Some(chance), None) => format!("{} at random", number(chance)),
            (None, climbed) => format!("{} by targeted search", climbed.map_or("none".into(), number)),
        };
        Line::plain(format!("highest {}: {highest}", escape::escape(&score.name)))
    });
    lines.collect()
}

/// A word of caution about what was collected.
pub(super) fn guided(report: &Report) -> Vec<Line> {
    let caution = "guided values do not follow the distribution of their generator";
    report.statistics.guided.then(|| Line::plain(caution.to_string())).into_iter().collect()
}

/// A score: a whole number as such, others with as many digits as a reader needs.
fn number(score: f64) -> String {
    match score {
        _ if score.fract() == 0.0 && score.abs() < 1e15 => {
            format!("{}{}", if score < 0.0 { "-" } else { "" }, grouped(score.abs() as u64))
        }
        _ if score.is_finite() && (1e-3..1e15).contains(&score.abs()) => {
            format!("{score:.3}")
        }
        _ => format!("{score:e}"),
    }
}

/// Settings and parameters that are not the defaults.
pub(super) fn settings(report: &Report) -> Vec<Line> {
    let relative = |path: &Path| source_file::relative(path, report.source.as_ref());
    let parameters = report.parameters.iter().filter_map(|parameter| {
        let (name, file) = (escape::escape(&parameter.name), relative(parameter.set_in.as_ref()?));
        Some(format!("{name} = {} ({file})", parameter.value))
    });
    let changed = report.settings.iter().filter(|setting| setting.origin != Origin::Default);
    let said: Vec<String> = changed
        .map(|setting| {
            let origin = match &setting.origin {
                Origin::File { path, line } => format!("{}:{line}", relative(path)),
                Origin::Weights(path) => relative(path),
                other => escape::escape(&other.to_string()),
            };
            let value = escape::escape(&setting.value);
            let cut = escape::fitting(&value, 40);
            let dots = if cut < value.len() { "…" } else { "" };
            format!("{} = {}{dots} ({origin})", setting.name, &value[..cut])
        })
        .collect();
    let lines = [("settings", said), ("parameters", parameters.collect())];
    let told = lines.into_iter().filter(|(_, said)| !said.is_empty());
    told.map(|(what, said)| Line::new().with(Role::Faint, format!("{what}: {}", said.join(", ")))).collect()
}

pub(super) fn warnings(report: &Report) -> Vec<Line> {
    let strays = report.statistics.strays.iter().map(|stray| strayed(stray, report.statistics.cases));
    let warnings = report.warnings.iter().cloned().chain(strays);
    let line = |text: String| {
        Line::new().with(Role::Warning, "warning").with(Role::Plain, format!(": {}", clip::in_one_line(&text)))
    };
    warnings.map(line).collect()
}

/// A panic that changed nothing is reported, since it is seldom intended.
pub(super) fn strayed(stray: &StrayPanic, cases: u64) -> String {
    let times = count(stray.count, "time");
    let at = stray.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
    format!(
        "another thread or task panicked {times} in {}{at}, and the property did not notice: \"{}\"",
        count(cases, "case"),
        stray.message,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_as_long_as_one_reads() {
        assert_eq!(
            [0.0, -1234.0, 1.0 / 3.0, 1e-9, 1e300, f64::INFINITY].map(number),
            ["0", "-1,234", "0.333", "1e-9", "1e300", "inf"]
        );
    }

    #[test]
    fn shares_do_not_claim_too_much() {
        assert_eq!(
            [(0, 0), (0, 9), (1, 999), (998, 999), (999, 999), (1, 8)].map(|(part, all)| percent(part, all)),
            ["0%", "0%", "<1%", ">99%", "100%", "12%"]
        );
    }
}
