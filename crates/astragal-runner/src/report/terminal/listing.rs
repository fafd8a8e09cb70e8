//! Lines of a source file, and what is shown below each of them.

use std::collections::HashMap;

use astragal_core::__private::sort_by_key;

use super::excerpt::{MOST_NOTES, more_notes, noted};
use super::line::{Line, Role};
use super::source_file::{SourceFile, Spot};
use super::value;
use super::{Style, escape, lines};
use crate::report::{Drawn, Note, Sample, SourceCode};
use crate::statistics::grouped;

/// A function of at most this many lines is shown whole.
const SHORT: usize = 24;
/// Of a longer one, this many lines around those that have something to say.
const AROUND: u32 = 1;
/// A value that does not fit into one line needs this many columns.
const ROOM: usize = 60;
/// Of what one line drew in a loop, at most this many values are shown.
const MOST_VALUES: usize = 8;
/// A message of more lines is shown below the listing.
const MOST_LINES: usize = 4;

/// Lines, counted from 1.
pub(super) type Range = std::ops::RangeInclusive<u32>;

/// Source lines and what is shown below them.
pub(super) struct Listing<'a> {
    style: Style,
    /// Lines that only failing cases ran, which have a mark.
    marked: &'a [u32],
    /// With the number of the source line, in the order in which they appear below it.
    below: Vec<(u32, Line)>,
}

impl Listing<'_> {
    pub(super) fn new(style: Style, marked: &[u32]) -> Listing<'_> {
        Listing { style, marked, below: Vec::new() }
    }

    /// Whether any of these lines has a mark.
    pub(super) fn marks(&self, range: &Range) -> bool {
        self.marked.iter().any(|line| range.contains(line))
    }

    /// How many columns are left beside the line numbers.
    fn columns(&self) -> usize {
        self.style.columns().saturating_sub(8)
    }

    pub(super) fn put_sample(&mut self, file: &SourceFile, source: &SourceCode, range: &Range, sample: &Sample) {
        let here: Vec<(usize, &Drawn)> =
            sample.drawn.iter().enumerate().filter(|(_, drawn)| is_in(drawn, source, range)).collect();
        let mut lines: Vec<u32> = here.iter().map(|(_, drawn)| drawn.line).collect();
        sort_by_key(&mut lines, |line| *line);
        lines.dedup();
        for line in lines {
            let drawn: Vec<(usize, &Drawn)> = here.iter().copied().filter(|(_, drawn)| drawn.line == line).collect();
            let shown = most_telling(&drawn);
            let mut column = 1;
            for &(at, value) in &shown {
                // Values drawn in a loop are numbered, to show what was drawn together; so are those in claims.
                let is_numbered =
                    drawn.len() > 1 || sample.always.iter().any(|always| always.names(&value::name(value, at)));
                let number = (is_numbered && value.name.is_empty()).then_some(at + 1);
                column = self.put_value(file, line, value, number);
            }
            let hidden = drawn.len() - shown.len();
            if hidden > 0 {
                let text = format!("… and {} more, drawn in the same line", grouped(hidden));
                self.put(line, column, Line::new().with(Role::Faint, text));
            }
        }
        let is_here = |note: &&Note| note.file == source.file && range.contains(&note.line);
        let notes: Vec<&Note> = sample.notes.iter().filter(is_here).collect();
        for (at, note) in notes.iter().take(MOST_NOTES).enumerate() {
            let column = self.start_of(file, note.line);
            let lines = noted(&note.text, self.columns().saturating_sub(column + 2).max(30));
            let more = if at + 1 == MOST_NOTES { more_notes(notes.len()) } else { None };
            lines.into_iter().chain(more).for_each(|line| self.put(note.line, column, line));
        }
    }

    /// The column in which the text of a line begins.
    fn start_of(&self, file: &SourceFile, line: u32) -> usize {
        let shown = file.shown(line);
        1 + shown.len() - shown.trim_start().len()
    }

    /// A value under what drew it: behind an elbow, or before one if there is no room behind it, or further to the left if it
    /// needs more room. Says in which column.
    fn put_value(&mut self, file: &SourceFile, line: u32, drawn: &Drawn, number: Option<usize>) -> usize {
        let bound = if drawn.name.is_empty() { file.binding(line, drawn.column) } else { None };
        let (name, column) = match (&bound, number) {
            (Some((name, column)), None) => (name.clone(), *column),
            (Some((name, column)), Some(number)) => (format!("{name} (draw {number})"), *column),
            (None, Some(number)) => (format!("draw {number}"), drawn.column),
            (None, None) => (drawn.name.clone(), drawn.column),
        };
        let column = file.column(line, column);
        // Below a line that is wider than all others may be, as wide as that.
        let width = self.columns().max(escape::width(&file.shown(line)));
        let room = |start: usize| width.saturating_sub(start + 1);
        let needed = value::width_in_one_line(&name, drawn);
        if needed > room(column) && needed < column - 1 {
            return self.put_value_before(line, column, value::show(&name, drawn, column, self.style));
        }
        let start = match column {
            // In one line, if need be further to the left.
            _ if needed <= room(1) => column.min(room(needed)),
            _ if room(column) >= ROOM => column,
            _ => column.min(self.start_of(file, line) + 4),
        };
        let lines = value::show(&name, drawn, room(start).max(ROOM / 2), self.style);
        for (at, text) in lines.into_iter().enumerate() {
            let mut whole = Line::new().with(Role::Frame, if at == 0 { "└ " } else { "  " });
            whole.append(text);
            self.put(line, start, whole);
        }
        start
    }

    /// A value whose first line ends in an elbow under a column. Says in which column it begins.
    fn put_value_before(&mut self, line: u32, column: usize, lines: Vec<Line>) -> usize {
        let start = column.saturating_sub(1 + lines.first().map_or(0, Line::width)).max(1);
        for (at, mut text) in lines.into_iter().enumerate() {
            if at == 0 {
                text.push(Role::Frame, " ┘");
            }
            self.put(line, start, text);
        }
        start
    }

    /// Marks what failed, and says beside it or below what the message says, if there is room for all of it.
    pub(super) fn put_failure(&mut self, file: &SourceFile, spot: &Spot, message: &str) -> bool {
        let column = file.column(spot.line, spot.column);
        let mut marks = Line::new().with(Role::Bad, "^".repeat(file.expression(spot.line, spot.column)));
        let texts = escape::escape_lines(message.trim_end());
        let fits = |before: usize, text: &str| before + escape::width(text) <= self.columns();
        match &texts[..] {
            [text] if fits(column + marks.width(), text) => {
                marks.push(Role::Bad, format!(" {text}"));
                self.put(spot.line, column, marks);
                true
            }
            texts => {
                let fit = texts.len() <= MOST_LINES && texts.iter().all(|text| fits(column - 1, text));
                self.put(spot.line, column, marks);
                for text in texts.iter().filter(|_| fit) {
                    self.put(spot.line, column, Line::new().with(Role::Bad, &**text));
                }
                fit
            }
        }
    }

    fn put(&mut self, line: u32, column: usize, text: Line) {
        self.below.push((line, indented(column - 1, text)));
    }

    /// The lines of a range, without those that have nothing to say if there are many.
    pub(super) fn lines(&self, file: &SourceFile, name: &str, at: u32, range: Range) -> Vec<Line> {
        let is_near = |line: u32, other: u32| line.abs_diff(other) <= AROUND;
        let is_kept = |line: u32| {
            let is_end = is_near(line, *range.start()) || is_near(line, *range.end());
            let has_mark = self.marked.iter().any(|marked| is_near(line, *marked));
            is_end || has_mark || self.below.iter().any(|(said, _)| is_near(line, *said))
        };
        let is_short = range.clone().count() <= SHORT;
        let kept: Vec<u32> = range.clone().filter(|line| is_short || is_kept(*line)).collect();
        let digits = kept.last().map_or(1, |last| last.to_string().len());
        let margin = " ".repeat(digits);
        let header = format!("{}:{at}", escape::escape(name));
        let mut lines = vec![Line::plain(&*margin).with(Role::Frame, "--> ").with(Role::Plain, header)];
        lines.push(Line::plain(format!("{margin} ")).with(Role::Frame, "|"));
        let mut before = None;
        for &number in &kept {
            if before.is_some_and(|before| number != before + 1) {
                lines.push(Line::plain(&*margin).with(Role::Frame, " ⋮"));
            }
            before = Some(number);
            let mut line = Line::new().with(Role::Frame, format!("{number:>digits$}"));
            match self.marked.contains(&number) {
                true => line.push(Role::Bad, lines::MARK),
                false => line.push(Role::Frame, " "),
            }
            lines.push(line.with(Role::Frame, "| ").with(Role::Plain, file.shown(number)));
            for (_, below) in self.below.iter().filter(|(line, _)| *line == number) {
                let mut line = Line::plain(format!("{margin} ")).with(Role::Frame, "|").with(Role::Plain, " ");
                line.append(below.clone());
                lines.push(line);
            }
        }
        lines.push(Line::plain(format!("{margin} ")).with(Role::Frame, "|"));
        lines
    }
}

/// Whether a value was drawn in these lines of the source of a property.
pub(super) fn is_in(drawn: &Drawn, source: &SourceCode, range: &Range) -> bool {
    (drawn.file.is_empty() || drawn.file == source.file) && range.contains(&drawn.line)
}

/// Of many values that one line drew, those to be shown: rather those that matter, that differ from what there is most of,
/// and that came first or last, since a loop ends where it fails.
fn most_telling<'a>(drawn: &[(usize, &'a Drawn)]) -> Vec<(usize, &'a Drawn)> {
    let mut of_text: HashMap<(u32, &str), usize> = HashMap::new();
    for (_, value) in drawn {
        *of_text.entry((value.column, &value.text)).or_default() += 1;
    }
    let is_free = |value: &Drawn| value.free.first() == Some(&(0..value.text.len()));
    let mut ranked: Vec<usize> = (0..drawn.len()).collect();
    sort_by_key(&mut ranked, |&at| {
        let (_, value) = drawn[at];
        let from_end = drawn.len() - 1 - at;
        (is_free(value), of_text[&(value.column, &*value.text)] > drawn.len() / 2, at.min(from_end))
    });
    ranked.truncate(MOST_VALUES);
    sort_by_key(&mut ranked, |at| *at);
    ranked.into_iter().map(|at| drawn[at]).collect()
}

/// A line further to the right.
pub(super) fn indented(columns: usize, line: Line) -> Line {
    let mut whole = Line::indented(columns);
    whole.append(line);
    whole
}
