//! What is wrong with a grammar, and where: errors, which show the line, and warnings beside a grammar that can be used.

use std::fmt;

use crate::excerpt::excerpt;

/// More errors than this are not collected: they mostly follow from the first ones.
const MOST_ERRORS: usize = 100;
/// How many characters a name has, at most.
const LONGEST_NAME: usize = 500;

/// A mistake in a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarError {
    /// The line of the grammar, from 1.
    pub line: u32,
    /// The column, in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to write instead, if that is known.
    pub help: Option<String>,
    /// The part of the line to be shown, and a line with carets below it.
    excerpt: [String; 2],
}

/// All mistakes in a grammar, in the order of the text, or the reason why there is no text.
///
/// What it displays is meant to be read in a terminal:
///
/// ```
/// # use astragal_grammar::Grammar;
/// let errors = Grammar::from_lbnf("sums", "EAdd. Exp ::= Expr \"+\" Exp ;").unwrap_err();
/// assert_eq!(errors.to_string(), r#"
/// sums:1:15: unknown category `Expr`
///     |
///   1 | EAdd. Exp ::= Expr "+" Exp ;
///     |               ^^^^ did you mean `Exp`?
/// "#.trim_start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarErrors {
    /// The file, or the name of the grammar.
    pub origin: String,
    /// The mistakes.
    pub errors: Vec<GrammarError>,
    /// Why the file could not be read, if it could not.
    pub unreadable: Option<String>,
}

/// What is probably not meant in a grammar that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line of the grammar, from 1.
    pub line: u32,
    /// The column, in characters, from 1.
    pub column: u32,
    /// What was found.
    pub message: String,
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GrammarError { line, column, message, help, excerpt: [text, carets] } = self;
        let width = line.to_string().len().max(3);
        writeln!(f, "{line}:{column}: {message}")?;
        writeln!(f, "{:width$} |", "")?;
        writeln!(f, "{line:width$} | {text}")?;
        write!(f, "{:width$} | {carets}", "")?;
        help.iter().try_for_each(|help| write!(f, " {help}"))?;
        writeln!(f)
    }
}

impl fmt::Display for GrammarErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.unreadable {
            writeln!(f, "{}: {why}", self.origin)?;
        }
        for error in &self.errors {
            write!(f, "{}:{error}", self.origin)?;
        }
        if self.errors.len() >= MOST_ERRORS {
            writeln!(f, "{}: more errors are not shown", self.origin)?;
        }
        Ok(())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for GrammarError {}
impl std::error::Error for GrammarErrors {}

/// A part of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// From the beginning of this to the end of the other.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

/// The text of a grammar, and what was found in it.
pub(crate) struct Diagnosis<'a> {
    text: &'a str,
    /// Where the lines begin.
    lines: Vec<usize>,
    errors: Vec<(Span, String, String)>,
    warnings: Vec<(Span, String)>,
}

impl<'a> Diagnosis<'a> {
    pub(crate) fn new(text: &'a str) -> Diagnosis<'a> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Diagnosis { text, lines, errors: Vec::new(), warnings: Vec::new() }
    }

    /// Adds an error, with what to write instead or with nothing.
    pub(crate) fn error(&mut self, at: Span, message: impl Into<String>, help: impl Into<String>) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push((at, message.into(), help.into()));
        }
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, at: Span, message: impl Into<String>) {
        self.warnings.push((at, message.into()));
    }

    /// Whether there is no error so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Whether more errors are of use.
    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() >= MOST_ERRORS
    }

    /// The line of a place, from 1.
    pub(crate) fn line(&self, at: Span) -> u32 {
        self.lines.partition_point(|&start| start <= at.start) as u32
    }

    /// All of the text.
    pub(crate) fn whole(&self) -> &'a str {
        self.text
    }

    /// The text between two places.
    pub(crate) fn text(&self, at: Span) -> &'a str {
        self.text.get(at.start..at.end).unwrap_or_default()
    }

    /// The warnings, or all errors.
    pub(crate) fn finish(mut self, origin: &str) -> Result<Vec<Warning>, GrammarErrors> {
        if self.errors.is_empty() {
            self.warnings.sort();
            self.warnings.dedup();
            let mut columns = Columns::default();
            let warnings = self.warnings.iter().map(|(at, message)| {
                let line = self.line(*at);
                let column = columns.next(self.text, self.lines[line as usize - 1], at.start);
                Warning { line, column, message: message.clone() }
            });
            return Ok(warnings.collect());
        }
        self.errors.sort();
        self.errors.dedup();
        let errors = self.errors.iter().map(|(at, message, help)| {
            let (line, column, excerpt) = self.place(*at);
            let help = Some(help.clone()).filter(|help| !help.is_empty());
            GrammarError { line, column, message: message.clone(), help, excerpt }
        });
        Err(GrammarErrors { origin: origin.to_owned(), errors: errors.collect(), unreadable: None })
    }

    /// The line and the column of a place, and the line as it is shown.
    fn place(&self, at: Span) -> (u32, u32, [String; 2]) {
        let line = self.line(at);
        let start = self.lines[line as usize - 1];
        let rest = &self.text[start..];
        let whole = rest.find('\n').map_or(rest, |end| &rest[..end]).trim_end_matches('\r');
        let column = self.text[start..at.start].chars().count() + 1;
        let marked = self.text(at).lines().next().unwrap_or_default().chars().count();
        (line, column as u32, excerpt(whole, column, marked))
    }
}

/// Counts the characters before places that come in order, each once.
#[derive(Default)]
struct Columns {
    line: usize,
    at: usize,
    before: u32,
}

impl Columns {
    /// The column of a place, from 1, in a line that begins at another.
    fn next(&mut self, text: &str, line: usize, at: usize) -> u32 {
        if self.line != line || self.at < line {
            *self = Columns { line, at: line, before: 0 };
        }
        self.before += text[self.at..at].chars().count() as u32;
        self.at = at;
        self.before + 1
    }
}

/// A name, unless it is so long that it is none: then a part of it, and an error.
pub(crate) fn limited<'a>(name: &'a str, start: usize, diagnosis: &mut Diagnosis<'_>) -> &'a str {
    match name.char_indices().nth(LONGEST_NAME) {
        None => name,
        Some((end, _)) => {
            let message = format!("a name has at most {LONGEST_NAME} characters");
            diagnosis.error(Span { start, end: start + name.len() }, message, "");
            &name[..end]
        }
    }
}

/// The name that is most like another, if one is: for "did you mean".
pub(crate) fn similar<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = wrong.chars().count() / 3 + 1;
    names
        .filter(|name| *name != wrong)
        .map(|name| (distance(wrong, name, most), name))
        .filter(|(distance, name)| *distance <= most && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many characters differ between two names, without case; more than `most` if that is certain at once.
fn distance(one: &str, other: &str, most: usize) -> usize {
    let [one, other] = [one, other].map(|name| name.to_lowercase().chars().collect::<Vec<char>>());
    if one.len().abs_diff(other.len()) > most || one.len() > 100 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, c) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, d) in other.iter().enumerate() {
            let cost = (diagonal + usize::from(c != d)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = cost;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: usize, end: usize) -> String {
        let mut diagnosis = Diagnosis::new(text);
        diagnosis.error(Span { start, end }, "it is wrong", "write it right");
        diagnosis.finish("file").unwrap_err().to_string()
    }

    #[test]
    fn an_error_shows_its_line() {
        assert_eq!(
            shown("one\n\tt\u{e4}wo three\r\nfour", 11, 16),
            "file:2:7: it is wrong\n    |\n  2 | \tt\u{e4}wo three\n    | \t     ^^^^^ write it right\n"
        );
        assert_eq!(shown("", 0, 0), "file:1:1: it is wrong\n    |\n  1 | \n    | ^ write it right\n");
        assert_eq!(
            shown("ab\0\n", 3, 9),
            "file:1:4: it is wrong\n    |\n  1 | ab\u{fffd}\n    |    ^ write it right\n"
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = "x".repeat(10_000);
        let message = shown(&text, 5_000, 9_000);
        assert!(message.lines().all(|line| line.len() < 150), "{message}");
        assert!(shown(&text, 0, 10_000).lines().all(|line| line.len() < 150));
    }

    #[test]
    fn names_are_similar() {
        let names = ["Exp", "Exp1", "Stm", "Integer"];
        let similar = |wrong| similar(wrong, names.into_iter());
        assert_eq!(similar("Expr"), Some("Exp"));
        assert_eq!(similar("integer"), Some("Integer"));
        assert_eq!(similar("Block"), None);
        assert_eq!(similar("X"), None);
    }
}
