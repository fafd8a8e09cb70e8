//! The first line of a report; and for verdicts without a counterexample, what to do.

use astragal_core::__private::sort_by_key;
use astragal_core::Place;

use super::excerpt;
use super::failure::{count, history};
use super::line::{Line, Role, wrap_prose};
use super::name::Name;
use super::source_file::Spot;
use super::summary::{attempts, cases, covered, percent, rejected};
use super::{Style, clip, escape};
use crate::report::{Problem, RejectedBy, Rejection, Report, Verdict};
use crate::statistics::grouped;

/// At most this many lines are said of a problem.
const MOST_LINES: usize = 20;

/// The first line: which property, what came of it, and how.
pub(super) fn headline(report: &Report, style: Style) -> Vec<Line> {
    let (role, verdict, how) = match &report.verdict {
        Verdict::Passed => (Role::Good, "passed", cases(report).swap_remove(0)),
        Verdict::PassedExhaustively => (Role::Good, "passed", exhaustively(report)),
        Verdict::Failed => (Role::Bad, "failed", failed(report)),
        Verdict::Flaky => (Role::Bad, "is flaky", flaky(report)),
        Verdict::GaveUp => (Role::Bad, "gave up", gave_up(report)),
        Verdict::Vacuous => (Role::Bad, "is vacuous", "no case ran to the end".into()),
        Verdict::Unknown(problem) => match problem {
            Problem::Usage { message, place } => {
                let how =
                    if is_a_line(message, place.as_ref()) { escape::escape(message) } else { "usage error".into() };
                (Role::Bad, "was not checked", how)
            }
            Problem::NotDeterministic(_) => {
                (Role::Bad, "could not be checked", "its generator is not deterministic".into())
            }
            Problem::NotCovered(_) => (Role::Bad, "failed", "a `cover!` requirement was not met".into()),
            Problem::Interrupted if report.failures.is_empty() => {
                (Role::Warning, "was interrupted", format!("no failure in {}", count(report.statistics.cases, "case")))
            }
            Problem::Interrupted => (Role::Bad, "failed", format!("{}; then the run was interrupted", failed(report))),
            Problem::Bug(_) => {
                (Role::Bad, "could not be checked", "this is a bug in Astragal, not in the property".into())
            }
        },
    };
    let line = Line::new().with(Role::Strong, format!("{} ", Name::of(report).subject()));
    let mut line = line.with(role, verdict).with(Role::Plain, ":");
    if line.width() + 1 + escape::width(&how) <= style.columns() {
        line.push(Role::Plain, format!(" {how}"));
        return vec![line];
    }
    let below = wrap_prose(&how, style.columns().saturating_sub(2));
    [line].into_iter().chain(below.into_iter().map(|text| Line::plain(format!("  {text}")))).collect()
}

/// A longer message is not put in the first line.
const LONGEST_HEADLINE: usize = 500;

/// Whether a usage error is put in the first line. If it has a place, that is shown below.
fn is_a_line(message: &str, place: Option<&Place>) -> bool {
    place.is_none() && !message.contains('\n') && message.len() <= LONGEST_HEADLINE
}

fn exhaustively(report: &Report) -> String {
    let statistics = &report.statistics;
    // Stored cases and examples are among all there are.
    let passed = statistics.enumerated.as_ref().map_or(statistics.cases, |enumerated| {
        enumerated.cases.saturating_sub(statistics.rejected() + statistics.overruns).min(statistics.cases)
    });
    let all = match passed {
        runs if report.statistics.on_demand => {
            format!("all cases, in {} that drew lazy parts only on demand", count(runs, "run"))
        }
        1 => "the only possible case".into(),
        cases => format!("all {} possible cases", grouped(cases)),
    };
    match report.statistics.rejected() {
        0 => all,
        rejected => format!("{all}, {} others rejected", grouped(rejected)),
    }
}

fn failed(report: &Report) -> String {
    match &report.failures[..] {
        [] => cases(report).swap_remove(0),
        [only] => history(only),
        [first, ..] => match bugs(report) {
            1 => format!("{}; {} minimal counterexamples", history(first), report.failures.len()),
            bugs => format!("{bugs} different bugs"),
        },
    }
}

/// How many bugs there are: failures of the same origin are the same bug.
pub(super) fn bugs(report: &Report) -> usize {
    let origins: Vec<_> = report.failures.iter().map(|failure| &failure.origin).collect();
    (0..origins.len()).filter(|&at| !origins[..at].contains(&origins[at])).count()
}

fn flaky(report: &Report) -> String {
    match report.failures.iter().find_map(|failure| failure.flaky) {
        Some((failed, runs)) => {
            format!("the same case failed in only {} of {} runs", grouped(failed), grouped(runs))
        }
        None => "the first random case passed, and fails in the same way when it is run again".into(),
    }
}

fn gave_up(report: &Report) -> String {
    let statistics = &report.statistics;
    let all = grouped(attempts(statistics));
    match statistics.cases {
        0 => format!("none of {all} cases was accepted"),
        1 => format!("only 1 of {all} cases was accepted"),
        accepted => format!("only {} of {all} cases were accepted", grouped(accepted)),
    }
}

/// What is wrong, where, and what to do about it, if there is no counterexample to show.
pub(super) fn explain(report: &Report, style: Style) -> Vec<Vec<Line>> {
    match &report.verdict {
        Verdict::GaveUp | Verdict::Vacuous => rejections(report, style),
        Verdict::Flaky => vec![help(
            "a property must depend only on what it draws: look for the clock, threads, files, the order of a hash map, other \
             random numbers, and state that one case leaves to the next, such as a poisoned lock",
            style,
        )],
        Verdict::Unknown(Problem::Usage { message, place }) => {
            let spot = place.as_ref().and_then(|place| Spot::read(&place.to_string()));
            let mut blocks = match is_a_line(message, place.as_ref()) {
                true => Vec::new(),
                false => problem(report, message, spot.as_ref(), style),
            };
            blocks.push(note("this is not a counterexample: it does not say whether the property holds", style));
            blocks
        }
        Verdict::Unknown(Problem::NotDeterministic(message)) => {
            let mut blocks = problem(report, message, None, style);
            blocks.push(help(
                "a generator must depend only on its choices: draw from the source, and not from the clock, other random numbers, \
                 the order of a hash map, or state that one case leaves to the next",
                style,
            ));
            blocks
        }
        Verdict::Unknown(Problem::NotCovered(_)) => vec![
            covered(report),
            help(
                "draw such cases more often (`one_of![3 => .., 1 => ..]`, longer lists, a narrower range), or require less",
                style,
            ),
        ],
        Verdict::Unknown(Problem::Bug(message)) => {
            let mut blocks = problem(report, message, None, style);
            blocks.push(help("please report it, with this text and the property", style));
            blocks
        }
        _ => Vec::new(),
    }
}

/// What rejected the cases, and what to do instead.
fn rejections(report: &Report, style: Style) -> Vec<Vec<Line>> {
    let statistics = &report.statistics;
    let mut rejections: Vec<&Rejection> = statistics.rejections.iter().collect();
    sort_by_key(&mut rejections, |rejection| std::cmp::Reverse(rejection.count));
    let all = attempts(statistics);
    let mut blocks = Vec::new();
    for rejection in rejections.iter().take(3) {
        let said = format!("{} ({})", rejected(rejection), percent(rejection.count, all));
        let spot = rejection.place.as_ref().and_then(|place| Spot::read(&place.to_string()));
        let directory = report.source.as_ref().map_or("", |source| source.manifest_dir);
        let text = format!("rejected {} of {} cases", grouped(rejection.count), grouped(all));
        let shown = spot.and_then(|spot| excerpt::of_spot(directory, &spot, &text, &[], style));
        let (lines, is_said) = shown.map_or((Vec::new(), false), |shown| (shown.blocks.concat(), shown.says_message));
        let said = (!is_said).then(|| Line::plain(said));
        blocks.push(said.into_iter().chain(lines).collect());
    }
    if statistics.overruns > 0 {
        let text = format!("{} cut off for making too many choices", count(statistics.overruns, "case"));
        blocks.push(vec![Line::plain(text)]);
    }
    let advice = match rejections.first().map(|rejection| rejection.by) {
        Some(RejectedBy::Assumption) => {
            "generate values for which the condition holds (a narrower range, `map`, `and_then`) instead of rejecting most of \
             them"
        }
        Some(RejectedBy::Generator) => {
            "generate values for which the condition holds (a narrower range, `map`, `and_then`) instead of filtering most of \
             them out"
        }
        None => "generate smaller values: `vec_of(.., 0..=20)`, `.at_size(20)`",
    };
    blocks.push(help(advice, style));
    blocks
}

/// What guided generation would change where most cases are rejected.
pub(super) fn guidance(report: &Report, style: Style) -> Option<Vec<Line>> {
    let statistics = &report.statistics;
    let guidance = statistics.guidance.filter(|guidance| guidance.let_through > 0)?;
    let at_random = match statistics.cases {
        0 => format!("none of {} random cases satisfies", grouped(attempts(statistics))),
        cases => format!("only {} random cases satisfies", one_in(cases, attempts(statistics))),
    };
    let by = statistics.rejections.iter().max_by_key(|rejection| rejection.count).map(|rejection| rejection.by);
    let (condition, remedy) = match by {
        Some(RejectedBy::Assumption) => ("the assumption", "move the condition into the generator"),
        _ => ("the filter", "guide the generator"),
    };
    let guided = one_in(guidance.let_through, guidance.of);
    let mut lines = help(&format!("{at_random} {condition}; guided generation reaches {guided}"), style);
    lines.push(Line::indented("help: ".len()).with(Role::Plain, format!("{remedy}: `.filter(..).guided()`")));
    Some(lines)
}

/// `1 in 6`
fn one_in(part: u64, all: u64) -> String {
    format!("1 in {}", grouped((all + part / 2) / part.max(1)))
}

fn problem(report: &Report, message: &str, spot: Option<&Spot>, style: Style) -> Vec<Vec<Line>> {
    let directory = report.source.as_ref().map_or("", |source| source.manifest_dir);
    let mut lines = clip::prose(message, Role::Bad, style.columns(), MOST_LINES);
    let shown = spot.and_then(|spot| excerpt::of_spot(directory, spot, "", &[], style));
    match (shown, spot) {
        (Some(shown), _) => [vec![lines], shown.blocks].concat(),
        (None, Some(spot)) => {
            lines.push(Line::plain(format!("at {}:{}:{}", escape::escape(&spot.file), spot.line, spot.column)));
            vec![lines]
        }
        (None, None) => vec![lines],
    }
}

fn help(text: &str, style: Style) -> Vec<Line> {
    labelled("help", text, style)
}

fn note(text: &str, style: Style) -> Vec<Line> {
    labelled("note", text, style)
}

fn labelled(label: &str, text: &str, style: Style) -> Vec<Line> {
    let mut first = Some(Line::new().with(Role::Frame, label).with(Role::Plain, ": "));
    let lines = wrap_prose(text, style.columns().saturating_sub(label.len() + 2)).into_iter();
    lines.map(|text| first.take().unwrap_or_else(|| Line::indented(label.len() + 2)).with(Role::Plain, text)).collect()
}
