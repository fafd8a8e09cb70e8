//! The source of a property, with what was drawn under the line that drew it, notes under theirs, and the line that failed
//! marked.

use super::diff::Assertion;
use super::line::{Line, Role};
use super::listing::{Listing, Range, indented, is_in};
use super::source_file::{SourceFile, Spot};
use super::value;
use super::{Style, clip, escape};
use crate::report::{Drawn, Failure, Note, Origin, Sample, SourceCode};
use crate::statistics::grouped;

/// At most this many notes of a case are shown, and of each at most this many lines.
pub(super) const MOST_NOTES: usize = 100;
const MOST_LINES_OF_NOTE: usize = 20;

/// A case in the source of its property, and what that says of the failure.
#[derive(Default)]
pub(super) struct Excerpt {
    pub(super) blocks: Vec<Vec<Line>>,
    /// The place of the failure is marked.
    pub(super) marks_place: bool,
    /// The message of the property is there, too.
    pub(super) says_message: bool,
    /// Some lines are marked because only failing cases ran them.
    pub(super) marks_lines: bool,
}

/// Shows the smallest case of a failure.
pub(super) fn of_failure(source: Option<&SourceCode>, failure: &Failure, style: Style) -> Excerpt {
    let spot = Spot::of(&failure.origin);
    let message = Assertion::read(&failure.message).map_or(&*failure.message, |assertion| assertion.claim);
    let sample = &failure.minimal;
    let mut excerpt = Excerpt::default();
    let read = source.and_then(|source| Some((source, SourceFile::read(source.manifest_dir, source.file)?)));
    match read {
        Some((source, file)) if is_the_same(&file, source, sample) => {
            let range = range_of(&file, source);
            let mut listing = Listing::new(style, failing_lines(failure, source.file));
            excerpt.marks_lines = listing.marks(&range);
            listing.put_sample(&file, source, &range, sample);
            let is_here = |spot: &&Spot| spot.file == source.file && range.contains(&spot.line);
            if let Some(spot) =
                spot.as_ref().filter(is_here).or(end_of(&file, source, &range, &failure.origin).as_ref())
            {
                excerpt.marks_place = true;
                excerpt.says_message = listing.put_failure(&file, spot, message);
            }
            let is_elsewhere = |line: u32, file: &str| file != source.file || !range.contains(&line);
            let drawn = sample.drawn.iter().enumerate().filter(|(_, drawn)| !is_in(drawn, source, &range));
            let notes = sample.notes.iter().filter(|note| is_elsewhere(note.line, note.file));
            excerpt.blocks.push(plain_list(drawn, notes, style));
            excerpt.blocks.push(listing.lines(&file, source.file, source.first_line, range.clone()));
        }
        read => {
            let state = if read.is_some() { "has changed since it was compiled" } else { "cannot be read" };
            let said = |source: &SourceCode| format!("{}:{} {state}; it drew", source.file, source.first_line);
            let mut lines: Vec<Line> =
                source.map(|source| Line::plain(escape::escape(&said(source)))).into_iter().collect();
            lines.extend(plain_list(sample.drawn.iter().enumerate(), &sample.notes, style));
            excerpt.blocks.push(lines);
        }
    }
    if let Some(spot) = spot.filter(|_| !excerpt.marks_place) {
        let manifest_dir = source.map_or("", |source| source.manifest_dir);
        let marked = failing_lines(failure, &spot.file);
        if let Some(there) = of_spot(manifest_dir, &spot, message, marked, style) {
            excerpt.blocks.extend(there.blocks);
            (excerpt.marks_place, excerpt.says_message) = (true, there.says_message);
            excerpt.marks_lines |= there.marks_lines;
        }
    }
    excerpt
}

/// The lines of a file that only failing cases ran.
fn failing_lines<'f>(failure: &'f Failure, file: &str) -> &'f [u32] {
    let mut files = failure.lines.iter().flat_map(|lines| &lines.files);
    files.find(|(name, _)| name == file).map_or(&[], |(_, lines)| lines)
}

/// The end of a function, if that is where it failed: what it returns, it returns there.
fn end_of(file: &SourceFile, source: &SourceCode, range: &Range, origin: &Origin) -> Option<Spot> {
    let line = *range.end();
    let returned = matches!(origin, Origin::ReturnedError(_) | Origin::ReturnedFalse);
    let text = file.line(line).filter(|text| returned && text.trim() == "}")?;
    let column = u32::try_from(text.find('}')?).ok()? + 1;
    Some(Spot { file: source.file.into(), line, column })
}

/// Shows the line at a place, marked, with a message; these other lines are marked too.
pub(super) fn of_spot(manifest_dir: &str, spot: &Spot, message: &str, marked: &[u32], style: Style) -> Option<Excerpt> {
    let file = SourceFile::read(manifest_dir, &spot.file)?;
    file.line(spot.line)?;
    let mut listing = Listing::new(style, marked);
    let says_message = listing.put_failure(&file, spot, message);
    let last =
        if file.line(spot.line + 1).is_some_and(|line| !line.trim().is_empty()) { spot.line + 1 } else { spot.line };
    let range = if spot.line > 1 { spot.line - 1 } else { spot.line }..=last;
    let marks_lines = listing.marks(&range);
    let blocks = vec![listing.lines(&file, &spot.file, spot.line, range)];
    Some(Excerpt { blocks, marks_place: true, says_message, marks_lines })
}

/// What was drawn, each with how much before it, and noted, without the source.
pub(super) fn plain_list<'a>(
    drawn: impl IntoIterator<Item = (usize, &'a Drawn)>,
    notes: impl IntoIterator<Item = &'a Note>,
    style: Style,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, drawn) in drawn {
        let name = value::name(drawn, at);
        let shown = value::show(&name, drawn, style.columns() - 2, style);
        lines.extend(shown.into_iter().map(|line| indented(2, line)));
    }
    let notes: Vec<&Note> = notes.into_iter().collect();
    for note in notes.iter().take(MOST_NOTES) {
        lines.extend(noted(&note.text, style.columns() - 4).into_iter().map(|line| indented(2, line)));
    }
    lines.extend(more_notes(notes.len()).map(|line| indented(2, line)));
    lines
}

/// The lines of a note.
pub(super) fn noted(text: &str, columns: usize) -> Vec<Line> {
    let lines = clip::prose(text, Role::Plain, columns, MOST_LINES_OF_NOTE).into_iter();
    let dotted = lines.map(|line| {
        let mut whole = Line::new().with(Role::Frame, "· ");
        whole.append(line);
        whole
    });
    dotted.collect()
}

/// What is said in place of notes that are too many.
pub(super) fn more_notes(all: usize) -> Option<Line> {
    let more = all.checked_sub(MOST_NOTES).filter(|more| *more > 0)?;
    Some(Line::new().with(Role::Faint, format!("… and {} more notes", grouped(more))))
}

/// The lines of a property. Of a call only the first is known: its brackets tell the last.
fn range_of(file: &SourceFile, source: &SourceCode) -> Range {
    let last =
        if source.last_line > source.first_line { source.last_line } else { file.end_of_call(source.first_line) };
    source.first_line..=last
}

/// Whether the file still looks as it did when it was compiled: each named value is where it should be.
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
