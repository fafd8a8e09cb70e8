//! A known case that reads differently today: what it was, what it is, and what to do about it.

use super::line::{Line, Role, wrap_prose};
use super::{Style, escape, source_file};
use crate::report::{Now, ReadBy, Reread, SourceCode};

/// This many digits of an address are enough to find the entry.
const DIGITS: usize = 8;

pub(super) fn show(reread: &Reread, source: Option<&SourceCode>, style: Style) -> Vec<Line> {
    let read = match reread.by {
        ReadBy::Labels => "matched by its labels, it",
        ReadBy::Text => "the same value was found again by its text and",
    };
    let (ended, advice) = match reread.ended {
        Now::Fails => ("fails", "the new form is stored too, so remove the old entry"),
        Now::Passes => ("passes", "either its bug is fixed, or the entry has lost its meaning and can be removed"),
        Now::Rejected => ("is rejected", "the entry has lost its meaning and can be removed"),
    };
    let said = format!("a stored case was recorded by an earlier version of the generator; {read} {ended} today");
    let mut lines = labelled(&said, style);
    let texts = match reread.by {
        ReadBy::Text => vec![("value", &reread.stored)],
        ReadBy::Labels => vec![("was", &reread.stored), ("is now", &reread.now)],
    };
    for (name, text) in texts {
        let text = escape::escape(text);
        let cut = escape::fitting(&text, style.columns().saturating_sub(12));
        let dots = if cut < text.len() { "…" } else { "" };
        lines.push(Line::plain(format!("  {name:<6}  {}{dots}", &text[..cut])));
    }
    let (file, address) = (reread.file.as_ref(), reread.address.as_ref());
    let remedy = match file.zip(address) {
        Some((file, address)) => {
            let file = escape::escape(&source_file::relative(file, source).to_string());
            let address = address.get(..DIGITS).unwrap_or(address);
            format!("{advice}: `regression 1 {address}..` in {file}")
        }
        None => advice.to_string(),
    };
    lines.extend(
        wrap_prose(&remedy, style.columns().saturating_sub(2))
            .into_iter()
            .map(|text| Line::indented(2).with(Role::Plain, text)),
    );
    lines
}

fn labelled(text: &str, style: Style) -> Vec<Line> {
    let mut first = Some(Line::new().with(Role::Warning, "warning").with(Role::Plain, ": "));
    let lines = wrap_prose(text, style.columns().saturating_sub(9)).into_iter();
    lines.map(|text| first.take().unwrap_or_else(|| Line::indented(9)).with(Role::Plain, text)).collect()
}
