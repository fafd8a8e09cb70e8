//! A failure: the case in its source, what went wrong, and on demand how the case came to be.

use super::diff::Assertion;
use super::layout::Layout;
use super::line::{Line, Role, wrap_prose};
use super::value;
use super::{Style, always, clip, escape, excerpt, lines};
use crate::report::{Elsewhere, Failure, Found, Origin, Sample, SourceCode};
use crate::statistics::grouped;

/// At most this many lines of a message are shown.
const MOST_LINES: usize = 60;
/// At most this many steps of shrinking.
const MOST_STEPS: usize = 40;

/// The blocks of a failure.
pub(super) fn show(source: Option<&SourceCode>, failure: &Failure, style: Style) -> Vec<Vec<Line>> {
    let excerpt = excerpt::of_failure(source, failure, style);
    let mut blocks = excerpt.blocks;
    blocks.push(message(failure, excerpt.marks_place, excerpt.says_message, style));
    blocks.push(always::show(&failure.minimal, style));
    blocks.push(lines::show(failure, excerpt.marks_lines, style));
    blocks.push(elsewhere(failure));
    blocks.push(grown(failure, style));
    if style.show_original && !is_same(&failure.original, &failure.minimal) {
        blocks.push(original(&failure.original, style));
    }
    if style.show_steps && !failure.shrinking.evolution.is_empty() {
        blocks.push(steps(&failure.shrinking.evolution, style));
    }
    if let Some(backtrace) = &failure.backtrace {
        let lines = escape::escape_lines(backtrace.trim_end()).into_iter();
        let lines = lines.map(|line| Line::indented(2).with(Role::Faint, line));
        blocks.push([Line::plain("backtrace:")].into_iter().chain(lines).collect());
    }
    blocks
}

/// The other places at which the property fails in cases that shrink to this one, one in a line.
fn elsewhere(failure: &Failure) -> Vec<Line> {
    let line = |elsewhere: &Elsewhere| {
        let said = elsewhere.message.lines().next().unwrap_or_default();
        let text =
            clip::in_one_line(&format!("another failure that shrinks to this case: {}: {said}", elsewhere.origin));
        Line::plain(format!("{text}   (replay token {})", elsewhere.choices.replay_token()))
    };
    failure.elsewhere.iter().map(line).collect()
}

/// How the case grew: `grown: 2 -> 6 -> 5 (seed, *3, dec)`.
fn grown(failure: &Failure, style: Style) -> Vec<Line> {
    let Found::Grown(_, path) = &failure.found else { return Vec::new() };
    let values: Vec<_> = path.iter().map(|(_, values)| clip::in_one_line(values)).collect();
    let steps: Vec<_> = path.iter().map(|(step, _)| escape::escape(step)).collect();
    let told = format!("grown: {} ({})", values.join(" -> "), steps.join(", "));
    wrap_prose(&told, style.columns()).into_iter().map(Line::plain).collect()
}

/// Another smallest case of a bug that was shown already.
pub(super) fn show_again(failure: &Failure, style: Style) -> Vec<Line> {
    let mut lines = excerpt::plain_list(failure.minimal.drawn.iter().enumerate(), &failure.minimal.notes, style);
    let claims = always::show(&failure.minimal, style);
    if !claims.is_empty() {
        lines.push(Line::new());
        lines.extend(claims);
    }
    lines
}

/// How a failure was found, and what became of it: the rest of a sentence.
pub(super) fn history(failure: &Failure) -> String {
    let found = match &failure.found {
        Found::Regression => "a stored case fails".to_string(),
        Found::Pinned => "the pinned case fails".to_string(),
        Found::Given => "a given value fails".to_string(),
        Found::Pending => "a case left by an interrupted run fails".to_string(),
        Found::Replay => "the given case fails".to_string(),
        Found::Example(number) => format!("example {} fails", grouped(*number)),
        Found::Exhaustive(number) => format!("found by enumeration, case {}", grouped(*number)),
        Found::Random(number) => format!("found in case {}", grouped(*number)),
        Found::Later(number) => format!("found in the search for other bugs, case {}", grouped(*number)),
        Found::Guided(number) => format!("found by guided generation, case {}", grouped(*number)),
        Found::Grown(number, _) => format!("found by growth, case {}", grouped(*number)),
        Found::Targeted(number) => format!("found by targeted search, case {}", grouped(*number)),
        Found::Source(name) => format!("found by the case source `{name}`"),
    };
    let shrinking = &failure.shrinking;
    let choices = count(failure.minimal.choices.len(), "choice");
    let tries = count(shrinking.evaluations, "try").replace("trys", "tries");
    match (shrinking.evaluations, shrinking.steps) {
        (0, _) => found,
        (_, 0) if shrinking.finished => format!("{found}, nothing smaller found in {tries}"),
        _ if shrinking.finished => format!("{found}, shrunk in {tries} to {choices}"),
        _ if shrinking.out_of_time => format!("{found}, shrunk in {tries} to {choices} (stopped at the time limit)"),
        _ => format!("{found}, shrunk in {tries} to {choices} (shrinking did not finish)"),
    }
}

/// A number and what is counted.
pub(super) fn count(number: impl TryInto<u64>, what: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// What the property said when it failed, without what the source already shows.
fn message(failure: &Failure, is_marked: bool, is_said: bool, style: Style) -> Vec<Line> {
    let width = style.columns();
    let mut lines = Vec::new();
    match &failure.origin {
        Origin::Panicked(Some(place)) if !is_marked => {
            lines.push(Line::plain(format!("panicked at {}:", escape::escape(place))));
        }
        Origin::Died(how) if !failure.message.starts_with(how.trim()) => {
            lines.push(Line::new().with(Role::Bad, escape::escape(how)));
        }
        _ => {}
    }
    let assertion = Assertion::read(&failure.message);
    let claim = assertion.as_ref().map_or(&*failure.message, |assertion| assertion.claim);
    if !is_said {
        let claim = claim.trim_end();
        let said = clip::beginning(claim).split('\n').flat_map(|text| prose(text, width));
        lines.extend(clip::clipped(said.take(MOST_LINES + 1).collect(), MOST_LINES, claim));
    }
    lines.extend(assertion.iter().flat_map(|assertion| assertion.show(style)));
    if failure.origin == Origin::Panicked(None) && failure.flaky.is_none() {
        let unknown = "(the place of the panic is not known: another panic hook was set in the meantime, as by \
                       `std::panic::set_hook`, or the panic was resumed from elsewhere)";
        lines.extend(wrap_prose(unknown, width).into_iter().map(|line| Line::new().with(Role::Faint, line)));
    }
    lines
}

/// A line of a message. If it ends with a value that is too long for the line, that is broken like any other.
fn prose(text: &str, width: usize) -> Vec<Line> {
    let text = escape::escape(&text.replace('\t', "    "));
    let (said, value) = match text.split_once(": ") {
        Some((said, value)) if !escape::fits(&text, width) && value.contains(['{', '(', '[']) => (said, value),
        _ => return wrap_prose(&text, width).into_iter().map(|line| Line::new().with(Role::Bad, line)).collect(),
    };
    let rows = Layout::within(width.saturating_sub(2)).rows(value);
    let rows = rows.iter().map(|row| {
        let pieces: String = row.pieces.iter().map(|piece| piece.show(value)).collect();
        Line::indented(2 + row.indent).with(Role::Plain, pieces)
    });
    [Line::new().with(Role::Bad, format!("{said}:"))].into_iter().chain(rows).collect()
}

fn is_same(original: &Sample, minimal: &Sample) -> bool {
    original.choices == minimal.choices
}

fn original(sample: &Sample, style: Style) -> Vec<Line> {
    let mut lines =
        vec![Line::plain(format!("the original counterexample ({}):", count(sample.choices.len(), "choice")))];
    for (at, drawn) in sample.drawn.iter().enumerate() {
        let name = value::name(drawn, at);
        let mut line = Line::indented(2);
        line.append(value::in_one_line(&name, drawn, 4 * style.columns()));
        lines.push(line);
    }
    lines
}

fn steps(evolution: &[String], style: Style) -> Vec<Line> {
    let hidden = evolution.len().saturating_sub(MOST_STEPS);
    let mut lines = vec![Line::plain(format!("how it was shrunk, in {}:", count(evolution.len(), "step")))];
    for (at, step) in evolution.iter().enumerate() {
        // The first few show where it came from, the last ones where it got to.
        if hidden > 0 && (MOST_STEPS / 2..MOST_STEPS / 2 + hidden).contains(&at) {
            if at == MOST_STEPS / 2 {
                lines.push(Line::indented(4).with(Role::Faint, format!("⋮ {} more", grouped(hidden))));
            }
            continue;
        }
        let before = at.checked_sub(1).map_or("", |before| &evolution[before]);
        let shown = what_changed(before, step, style.columns().saturating_sub(8));
        lines.push(Line::plain(format!("{:>5} {shown}", at + 1)));
    }
    lines
}

/// A step in one line: if it is too long, from a little before the place at which it differs from the step before.
fn what_changed(before: &str, step: &str, columns: usize) -> String {
    let alike = before.chars().zip(step.chars()).take_while(|(before, after)| before == after).count();
    let whole = escape::escape(step);
    if escape::fits(&whole, columns) {
        return whole;
    }
    let skip = if before.is_empty() { 0 } else { alike.saturating_sub(columns / 3) };
    let rest = escape::escape(&step.chars().skip(skip).collect::<String>());
    let dots = if skip > 0 { "…" } else { "" };
    let cut = escape::fitting(&rest, columns.saturating_sub(2));
    format!("{dots}{}{}", &rest[..cut], if cut < rest.len() { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_step_shows_what_changed() {
        let step =
            |number: u32| format!("Server {{ name: \"\", port: 0, limit: Some({number}), burst: false, aliases: [] }}");
        assert_eq!(what_changed("", &step(1), 30), "Server { name: \"\", port: 0, …");
        assert_eq!(what_changed(&step(17), &step(19), 30), "…it: Some(19), burst: false, …");
        assert_eq!(what_changed(&step(17), "x", 30), "x");
    }

    #[test]
    fn counts_agree_with_what_is_counted() {
        assert_eq!(
            [count(0u64, "case"), count(1u64, "case"), count(1_000u64, "case")],
            ["0 cases", "1 case", "1,000 cases"]
        );
    }
}
