//! The line below a counterexample that generalizes it: `always fails: for every n >= 50`.

use super::line::{Line, Role, wrap};
use super::{Style, escape};
use crate::report::{Always, Domain, Drawn, Sample, Variable};
use crate::statistics::grouped;

/// A formula takes at most this many lines.
const MOST_LINES: usize = 6;

/// The claims about a case.
pub(super) fn show(sample: &Sample, style: Style) -> Vec<Line> {
    let claims = sample.always.iter().filter(|always| !is_said(always, sample));
    let stopped = "the time limit stopped the explanation: a longer `time` may find out more";
    let stopped = sample.explaining_stopped.then(|| Line::new().with(Role::Faint, stopped));
    claims.flat_map(|always| claim(always, style)).chain(stopped).collect()
}

/// Whether it only repeats what is written beside a value: that any other fails too.
fn is_said(always: &Always, sample: &Sample) -> bool {
    let is_free = |drawn: &Drawn| drawn.free.first().is_some_and(|free| *free == (0..drawn.text.len()));
    let is_one = matches!(&always.variables[..], [Variable { domain: Domain::Any, .. }]);
    is_one && sample.drawn.iter().any(is_free)
}

fn claim(always: &Always, style: Style) -> Vec<Line> {
    let constructors = always.variables.iter().find_map(|variable| match variable.domain {
        Domain::Constructors { count, .. } => Some(count),
        _ => None,
    });
    let (label, tried) = match constructors {
        Some(count) => ("also fails: ", format!("(all {} found)", grouped(count as u64))),
        None if always.tried_all && always.tried == 1 => ("always fails: ", "(the only other case tried)".into()),
        None if always.tried_all => ("always fails: ", format!("(all {} others tried)", grouped(always.tried as u64))),
        None => ("always fails: ", format!("({} tried)", grouped(always.tried as u64))),
    };
    let tried = match always.untried {
        0 => tried,
        1 => format!("{}; 1 part of the case was not tried)", tried.trim_end_matches(')')),
        untried => format!("{}; {} parts of the case were not tried)", tried.trim_end_matches(')'), grouped(untried)),
    };
    let columns = style.columns().saturating_sub(label.len()).max(20);
    let mut texts = wrap(&escape::escape(&always.to_string()), columns);
    if texts.len() > MOST_LINES {
        texts.truncate(MOST_LINES);
        texts[MOST_LINES - 1].push_str(" …");
    }
    let mut lines: Vec<Line> = Vec::new();
    for text in texts {
        let start = if lines.is_empty() { Line::new().with(Role::Strong, label) } else { Line::indented(label.len()) };
        lines.push(start.with(Role::Plain, text));
    }
    match lines.last_mut() {
        Some(last) if last.width() + 3 + tried.len() <= style.columns() => {
            last.push(Role::Faint, format!("   {tried}"))
        }
        _ => lines.push(Line::indented(label.len()).with(Role::Faint, tried)),
    }
    lines
}
