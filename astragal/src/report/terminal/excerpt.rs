//! The source of a property, with what was drawn under the line that drew it, notes under theirs, and the line that failed
//! marked.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Line, Role, wrap};
use super::source_file::SourceFile;
use super::value::{self, grouped};
use super::{Style, escape};
use crate::report::{Drawn, Failure, Note, Origin, Sample, SourceCode};

/// A function of so many lines is shown whole.
const SHORT: u32 = 24;
/// Of a longer one, so many lines around those that have something to say.
const AROUND: u32 = 1;
/// A value that does not fit into one line needs so many columns.
const ROOM: usize = 60;
/// Of what one line drew in a loop, so many values are shown.
const MOST_VALUES: usize = 8;

/// A place in a source file, as a panic names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Spot {
    /// Reads `file:line:column`.
    pub(super) fn read(text: &str) -> Option<Spot> {
        let mut parts = text.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some(Spot { file: parts.next()?.to_string(), line, column })
    }

    /// Where a failure happened.
    pub(super) fn of(failure: &Failure) -> Option<Spot> {
        match &failure.origin {
            Origin::Panicked(Some(place)) => Spot::read(place),
            _ => None,
        }
    }
}

/// A case in the source of its property, and whether that said what the failure says.
pub(super) struct Excerpt {
    pub(super) blocks: Vec<Vec<Line>>,
    /// The first line of the message stands where the failure happened.
    pub(super) says_message: bool,
}

/// Shows the smallest case of a failure.
pub(super) fn of_failure(source: Option<&SourceCode>, failure: &Failure, style: Style) -> Excerpt {
    let spot = Spot::of(failure);
    let message = failure.message.lines().next().unwrap_or_default();
    let manifest_dir = source.map_or("", |source| source.manifest_dir);
    let read = source.and_then(|source| SourceFile::read(source.manifest_dir, source.file));
    let mut listing = Listing::new(style);
    let mut excerpt = Excerpt { blocks: Vec::new(), says_message: false };
    match (source, read) {
        (Some(source), Some(file)) if is_the_same(&file, source, &failure.minimal) => {
            let range = range_of(&file, source);
            listing.put_sample(&file, source, &range, &failure.minimal);
            if let Some(spot) = spot.as_ref().filter(|spot| spot.file == source.file && range.contains(&spot.line)) {
                excerpt.says_message = listing.put_failure(&file, spot, message);
            }
            // What a function returns, it returns at its end.
            let returned = matches!(failure.origin, Origin::ReturnedError(_) | Origin::ReturnedFalse);
            if returned && file.line(*range.end()).is_some_and(|line| line.trim() == "}") {
                let column = u32::try_from(listing.start_of(&file, *range.end())).unwrap_or(1);
                let spot = Spot { file: source.file.into(), line: *range.end(), column };
                excerpt.says_message = listing.put_failure(&file, &spot, message);
            }
            excerpt.blocks.push(listing.lines(&file, source.file, source.first_line, range.clone()));
            let elsewhere = |line: u32, file: &str| file != source.file || !range.contains(&line);
            let drawn = failure.minimal.drawn.iter().filter(|drawn| elsewhere(drawn.line, source.file));
            let notes = failure.minimal.notes.iter().filter(|note| elsewhere(note.line, note.file));
            excerpt.blocks.push(plain_list(drawn, notes, style));
        }
        (_, read) => {
            let mut lines = Vec::new();
            if let Some(source) = source {
                let state = if read.is_some() { "has changed since it was compiled" } else { "cannot be read" };
                let text = format!("{}:{} {state}; it drew", source.file, source.first_line);
                lines.push(Line::plain(escape::escape(&text)));
            }
            lines.extend(plain_list(&failure.minimal.drawn, &failure.minimal.notes, style));
            excerpt.blocks.push(lines);
        }
    }
    if let Some(spot) = spot.filter(|_| !excerpt.says_message) {
        if let Some((lines, says_message)) = of_spot(manifest_dir, &spot, message, style) {
            excerpt.blocks.push(lines);
            excerpt.says_message = says_message;
        }
    }
    excerpt
}

/// Shows the line at a place, marked, with a message.
pub(super) fn of_spot(manifest_dir: &str, spot: &Spot, message: &str, style: Style) -> Option<(Vec<Line>, bool)> {
    let file = SourceFile::read(manifest_dir, &spot.file)?;
    file.line(spot.line)?;
    let mut listing = Listing::new(style);
    let says_message = listing.put_failure(&file, spot, message);
    let last = if file.line(spot.line + 1).is_some_and(|line| !line.trim().is_empty()) { spot.line + 1 } else { spot.line };
    let first = if spot.line > 1 { spot.line - 1 } else { spot.line };
    Some((listing.lines(&file, &spot.file, spot.line, first..=last), says_message))
}

/// What was drawn and noted, without the source.
pub(super) fn plain_list<'a>(
    drawn: impl IntoIterator<Item = &'a Drawn>,
    notes: impl IntoIterator<Item = &'a Note>,
    style: Style,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, drawn) in drawn.into_iter().enumerate() {
        let name = if drawn.name.is_empty() { format!("draw {}", at + 1) } else { drawn.name.clone() };
        let shown = value::show(&name, drawn, style.columns() - 2, style);
        lines.extend(shown.into_iter().map(|line| indented(2, line)));
    }
    for note in notes {
        for text in escape::escape_lines(&note.text) {
            lines.extend(wrap(&text, style.columns() - 4).into_iter().map(|text| Line::plain(format!("  · {text}"))));
        }
    }
    lines
}

fn indented(columns: usize, line: Line) -> Line {
    let mut whole = Line::indented(columns);
    whole.append(line);
    whole
}

type Range = std::ops::RangeInclusive<u32>;

/// The lines of a property. Of a call only the first is known: its brackets tell the last.
fn range_of(file: &SourceFile, source: &SourceCode) -> Range {
    let last = if source.last_line > source.first_line { source.last_line } else { file.end_of_call(source.first_line) };
    source.first_line..=last
}

/// Whether the file still looks as it did when it was compiled: each named value stands where it should.
fn is_the_same(file: &SourceFile, source: &SourceCode, sample: &Sample) -> bool {
    let holds = |drawn: &Drawn| {
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let words = drawn.name.split(|letter| !word(letter)).filter(|word| !word.is_empty() && *word != "mut");
        let line = file.line(drawn.line).unwrap_or_default();
        words.take(1).all(|name| line.split(|letter| !word(letter)).any(|word| word == name))
    };
    let last = source.last_line.max(source.first_line);
    file.line(last).is_some() && sample.drawn.iter().filter(|drawn| drawn.line > 0).all(holds)
}

/// Source lines and what stands below them.
struct Listing {
    style: Style,
    below: BTreeMap<u32, Vec<Line>>,
}

impl Listing {
    fn new(style: Style) -> Listing {
        Listing { style, below: BTreeMap::new() }
    }

    /// How many columns are left beside the line numbers.
    fn columns(&self) -> usize {
        self.style.columns().saturating_sub(8)
    }

    fn put_sample(&mut self, file: &SourceFile, source: &SourceCode, range: &Range, sample: &Sample) {
        let mut by_line: BTreeMap<u32, Vec<(usize, &Drawn)>> = BTreeMap::new();
        for (at, drawn) in sample.drawn.iter().enumerate().filter(|(_, drawn)| range.contains(&drawn.line)) {
            by_line.entry(drawn.line).or_default().push((at, drawn));
        }
        for (line, drawn) in by_line {
            let hidden = drawn.len().saturating_sub(MOST_VALUES);
            let mut column = 1;
            for &(at, value) in &drawn[..drawn.len() - hidden] {
                // What a loop draws has numbers, which tell what was drawn together.
                let number = if drawn.len() > 1 && value.name.is_empty() { Some(at + 1) } else { None };
                column = self.put_value(file, line, value, number);
            }
            if hidden > 0 {
                let text = format!("… and {} more, drawn in the same line", grouped(hidden));
                self.put(line, column, Line::new().with(Role::Faint, text));
            }
        }
        for note in sample.notes.iter().filter(|note| note.file == source.file && range.contains(&note.line)) {
            let column = self.start_of(file, note.line);
            for text in escape::escape_lines(&note.text) {
                for text in wrap(&text, self.columns().saturating_sub(column + 2).max(30)) {
                    self.put(note.line, column, Line::new().with(Role::Frame, "· ").with(Role::Plain, text));
                }
            }
        }
    }

    /// The column in which the text of a line begins.
    fn start_of(&self, file: &SourceFile, line: u32) -> usize {
        let shown = file.shown(line);
        1 + shown.len() - shown.trim_start().len()
    }

    /// A value under what drew it, or further to the left if it needs more room. Says in which column.
    fn put_value(&mut self, file: &SourceFile, line: u32, drawn: &Drawn, number: Option<usize>) -> usize {
        let bound = if drawn.name.is_empty() { file.binding(line, drawn.column) } else { None };
        let (name, column) = match (&bound, number) {
            (Some((name, column)), None) => (name.clone(), *column),
            (Some((name, column)), Some(number)) => (format!("{name} (draw {number})"), *column),
            (None, Some(number)) => (format!("draw {number}"), drawn.column),
            (None, None) => (drawn.name.clone(), drawn.column),
        };
        let column = file.column(line, column);
        let room = |start: usize| self.columns().saturating_sub(start + 1);
        let mut start = column;
        let fits = value::show(&name, drawn, room(column), self.style).len() == 1;
        if !fits && room(column) < ROOM {
            start = column.min(self.start_of(file, line) + 4);
        }
        let lines = value::show(&name, drawn, room(start).max(ROOM / 2), self.style);
        for (at, text) in lines.into_iter().enumerate() {
            let mut whole = Line::new().with(Role::Frame, if at == 0 { "└ " } else { "  " });
            whole.append(text);
            self.put(line, start, whole);
        }
        start
    }

    /// Marks what failed. Says whether the message has a place there.
    fn put_failure(&mut self, file: &SourceFile, spot: &Spot, message: &str) -> bool {
        let column = file.column(spot.line, spot.column);
        let carets = "^".repeat(file.expression(spot.line, spot.column));
        let message = escape::escape(message);
        let after = column + carets.len() + 1;
        let mut marks = Line::new().with(Role::Bad, carets);
        if message.is_empty() || after + escape::width(&message) <= self.columns() {
            marks.push(Role::Bad, format!(" {message}"));
            self.put(spot.line, column, marks);
            return true;
        }
        self.put(spot.line, column, marks);
        let fits = column + escape::width(&message) <= self.columns();
        if fits {
            self.put(spot.line, column, Line::new().with(Role::Bad, message));
        }
        fits
    }

    fn put(&mut self, line: u32, column: usize, text: Line) {
        self.below.entry(line).or_default().push(indented(column - 1, text));
    }

    /// The lines of a range, without those that have nothing to say if there are many.
    fn lines(&self, file: &SourceFile, name: &str, at: u32, range: Range) -> Vec<Line> {
        let mut kept: BTreeSet<u32> = range.clone().collect();
        if kept.len() as u32 > SHORT {
            let said = self.below.keys().chain([range.start(), range.end()]);
            let around: BTreeSet<u32> = said.flat_map(|line| line.saturating_sub(AROUND)..=line + AROUND).collect();
            kept.retain(|line| around.contains(line));
        }
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
            let gutter = Line::new().with(Role::Frame, format!("{number:>digits$} | "));
            lines.push(gutter.with(Role::Plain, file.shown(number)));
            for below in self.below.get(&number).into_iter().flatten() {
                let mut line = Line::plain(format!("{margin} ")).with(Role::Frame, "|").with(Role::Plain, " ");
                line.append(below.clone());
                lines.push(line);
            }
        }
        lines.push(Line::plain(format!("{margin} ")).with(Role::Frame, "|"));
        lines
    }
}
