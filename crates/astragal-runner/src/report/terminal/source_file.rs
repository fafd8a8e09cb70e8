//! Reads the source of a property, as far as it is there and still the same.

use std::fs;
use std::path::{Path, PathBuf};

use super::escape;
use crate::report::{Origin, SourceCode};

/// Larger files are not read.
const LARGEST: u64 = 8 << 20;

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

    /// Where a property failed.
    pub(super) fn of(origin: &Origin) -> Option<Spot> {
        match origin {
            Origin::Panicked(Some(place)) => Spot::read(place),
            _ => None,
        }
    }
}

/// The lines of a source file.
pub(super) struct SourceFile {
    lines: Vec<String>,
}

impl SourceFile {
    /// Reads a file that the compiler named, relative to the package or to the workspace around it.
    pub(super) fn read(manifest_dir: &str, file: &str) -> Option<SourceFile> {
        let directory = match manifest_dir {
            "" => std::env::current_dir().ok()?,
            given => PathBuf::from(given),
        };
        let path = directory.ancestors().map(|above| above.join(file)).find(|path| path.is_file())?;
        let is_readable = fs::metadata(&path).is_ok_and(|metadata| metadata.len() <= LARGEST);
        let text = fs::read_to_string(path).ok().filter(|_| is_readable)?;
        Some(SourceFile::of(&text))
    }

    pub(super) fn of(text: &str) -> SourceFile {
        SourceFile { lines: text.lines().map(str::to_string).collect() }
    }

    /// A line, counted from 1.
    pub(super) fn line(&self, number: u32) -> Option<&str> {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        self.lines.get(at).map(String::as_str)
    }

    /// A line as it is shown.
    pub(super) fn shown(&self, number: u32) -> String {
        escape::escape(&expanded(self.line(number).unwrap_or_default()))
    }

    /// In which column of the shown line a column of the source is. Both are counted from 1.
    pub(super) fn column(&self, number: u32, column: u32) -> usize {
        let line = self.line(number).unwrap_or_default();
        let before: String = line.chars().take(column.saturating_sub(1) as usize).collect();
        1 + escape::width(&escape::escape(&expanded(&before)))
    }

    /// How many columns the expression takes that begins at a column, as far as it is in this line.
    pub(super) fn expression(&self, number: u32, column: u32) -> usize {
        let line = self.line(number).unwrap_or_default();
        let rest: String = line.chars().skip(column.saturating_sub(1) as usize).collect();
        let rest = &rest[..end_of_expression(&rest)];
        escape::width(&escape::escape(&expanded(rest.trim_end()))).max(1)
    }

    /// The line with which the brackets close that open in a line; the same line if they never do.
    pub(super) fn end_of_call(&self, first: u32) -> u32 {
        let mut depth = 0i64;
        for number in first..first.saturating_add(500) {
            let Some(line) = self.line(number) else { break };
            depth += without_literals(line).map(|(_, letter)| bracket(letter)).sum::<i64>();
            if depth <= 0 {
                return number;
            }
        }
        first
    }

    /// The name to which a line gives what is called at a column: `let name = call(..)`.
    pub(super) fn binding(&self, number: u32, column: u32) -> Option<(String, u32)> {
        let line = self.line(number)?;
        let before: String = line.chars().take(column.checked_sub(1)? as usize).collect();
        let (names, receiver) = before.rsplit_once('=')?;
        let is_receiver = |letter: char| letter.is_alphanumeric() || "_. &*".contains(letter);
        let names = names.trim_start().strip_prefix("let ")?;
        let name = names.split_once(':').map_or(names, |(name, _)| name).trim();
        let name = name.strip_prefix("mut ").unwrap_or(name).trim();
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let at = before.find(name)?;
        let column = u32::try_from(before[..at].chars().count()).ok()? + 1;
        (is_name && receiver.chars().all(is_receiver)).then(|| (name.to_string(), column))
    }
}

/// Tabs are four blanks.
fn expanded(line: &str) -> String {
    line.replace('\t', "    ")
}

fn bracket(letter: char) -> i64 {
    i64::from("([{".contains(letter)) - i64::from(")]}".contains(letter))
}

/// The letters of a line that are not in a literal or a comment.
fn without_literals(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut quoted = false;
    let mut escaped = false;
    let letters: Vec<(usize, char)> = line.char_indices().collect();
    let comment = comment(line);
    (0..letters.len()).filter_map(move |at| {
        let (place, letter) = letters[at];
        let is_char = letters.get(at.wrapping_sub(1)).is_some_and(|before| before.1 == '\'')
            && letters.get(at + 1).is_some_and(|after| after.1 == '\'');
        if quoted {
            quoted = letter != '"' || escaped;
            escaped = letter == '\\' && !escaped;
            return None;
        }
        quoted = letter == '"' && !is_char;
        (place < comment && !quoted && !is_char).then_some((place, letter))
    })
}

fn comment(line: &str) -> usize {
    // A `//` after an odd number of quotes is within a literal, such as an address.
    let places = line.match_indices("//").map(|(at, _)| at);
    let outside = places.filter(|&at| line[..at].matches('"').count() % 2 == 0).min();
    outside.unwrap_or(line.len())
}

fn end_of_expression(text: &str) -> usize {
    let mut depth = 0;
    let mut end = comment(text);
    for (at, letter) in without_literals(text) {
        depth += bracket(letter);
        if depth < 0 || (depth == 0 && matches!(letter, ';' | ',')) {
            end = end.min(at);
            break;
        }
        if depth == 1 && letter == '{' {
            // The block of an `if` or a `match`.
            end = end.min(at);
            break;
        }
    }
    end
}

/// A path as seen from where the names of source files begin; if they are not known, from the current directory.
pub(super) fn relative(path: &Path, source: Option<&SourceCode>) -> String {
    let here = std::env::current_dir().ok();
    let from_root = source.and_then(|source| source.relative(path));
    let from_here = || here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    escape::escape(&from_root.or_else(from_here).unwrap_or(path).display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
fn f() {
\tlet é = t.draw(0..3); // (
    let mut list: Vec<u8> = t.draw(any());
    assert_eq!(g(\"(\", ')'), [1, 2]);
    if list[7] == 0 { return }
    x.y(|z| {
        \"}\";
    });
}";

    #[test]
    fn columns_are_found_behind_tabs() {
        let file = SourceFile::of(TEXT);
        assert_eq!(file.shown(2), "    let é = t.draw(0..3); // (");
        assert_eq!((file.column(2, 1), file.column(2, 2), file.column(2, 12)), (1, 5, 15));
    }

    #[test]
    fn expressions_end_where_they_end() {
        let file = SourceFile::of(TEXT);
        assert_eq!(file.expression(4, 5), "assert_eq!(g(\"(\", ')'), [1, 2])".len());
        assert_eq!(file.expression(5, 8), "list[7] == 0".len());
        assert_eq!(file.expression(2, 12), "draw(0..3)".len());
        assert_eq!(file.expression(99, 99), 1);
    }

    #[test]
    fn calls_end_where_their_brackets_close() {
        let file = SourceFile::of(TEXT);
        assert_eq!((file.end_of_call(1), file.end_of_call(6), file.end_of_call(4)), (9, 8, 4));
        assert_eq!(SourceFile::of("f(\n").end_of_call(1), 1);
    }

    #[test]
    fn names_of_what_is_drawn_are_found() {
        let file = SourceFile::of(TEXT);
        assert_eq!(file.binding(2, 12), Some(("é".into(), 6)));
        assert_eq!(file.binding(3, 31), Some(("list".into(), 13)));
        assert_eq!((file.binding(4, 5), file.binding(1, 1), file.binding(99, 3)), (None, None, None));
    }

    #[test]
    fn a_file_that_is_not_there_is_nothing() {
        assert!(SourceFile::read(env!("CARGO_MANIFEST_DIR"), "no/such/file.rs").is_none());
        assert!(SourceFile::read(env!("CARGO_MANIFEST_DIR"), "src/lib.rs").is_some());
    }
}
