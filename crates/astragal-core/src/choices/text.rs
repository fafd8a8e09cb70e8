//! The text form of a sequence, which a person can read, edit and diff; versioned.
//!
//! ```text
//! astragal choices 1
//! Expr {
//!   Expr.Add 1 of 2
//!   Expr {
//!     Expr.Val 0 of 2
//!     17 of 4294967296
//!   }
//! }
//! ```
//!
//! No line claims a length, so what a hostile text can make the parser allocate is a small multiple of its size; and
//! neither direction recurses, so depth costs no stack.

use std::fmt;
use std::str::{Chars, FromStr};

use super::{Choice, Choices, Label, Span, Writer};

const VERSION: u64 = 1;

/// The longest name, in bytes, that a text form holds.
pub const LABEL_LIMIT: usize = 1024;

/// How many levels are indented: without a limit, the size of the text would grow with the square of the depth.
const INDENT_LIMIT: usize = 16;

/// The bound of a choice among all of `u64`, which in digits would be hard on the eye.
const ALL: &str = "2^64";

/// The longest part of a faulty line, in characters, that an error repeats.
const EXCERPT_LIMIT: usize = 40;

/// Why a text or a replay token is not a sequence.
///
/// ```
/// use astragal::Choices;
///
/// let error = "astragal choices 1\n\n5 of 5\n".parse::<Choices>().unwrap_err();
/// assert_eq!(error.line(), Some(3));
/// assert_eq!(error.to_string(), "line 3: the number 5 is not below its bound 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: Option<usize>,
    message: String,
}

impl ParseError {
    #[doc(hidden)]
    pub fn in_line(line: usize, message: impl Into<String>) -> ParseError {
        ParseError { line: Some(line), message: message.into() }
    }

    pub(super) fn in_token(message: impl Into<String>) -> ParseError {
        ParseError { line: None, message: message.into() }
    }

    /// The number of the faulty line, counted from 1; nothing for a replay token, which has no lines.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// What is wrong there.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ParseError {}

/// What a reader meets in a sequence from left to right.
pub(super) enum Step<'a> {
    Open(&'a Span),
    Choice(usize),
    Close,
}

/// The whole sequence, with all that is nested in it, from left to right.
pub(super) fn steps(choices: &Choices) -> impl Iterator<Item = Step<'_>> {
    let spans = choices.spans();
    let (mut at, mut next) = (0, 0);
    let mut open: Vec<&Span> = Vec::new();
    std::iter::from_fn(move || {
        if open.last().is_some_and(|span| span.end as usize == at && span.next as usize == next) {
            open.pop();
            return Some(Step::Close);
        }
        if let Some(span) = spans.get(next).filter(|span| span.start as usize == at) {
            next += 1;
            open.push(span);
            return Some(Step::Open(span));
        }
        at += 1;
        (at <= choices.len()).then(|| Step::Choice(at - 1))
    })
}

/// The text form: one choice, or one end of a span, a line.
///
/// `17 of 256` is the number 17 below the bound 256; `Expr.Add 1 of 2` is a labeled pick; `Expr {` opens a span. A
/// name that is not a plain word is quoted, and what could garble a terminal or the lines of a file is escaped in it.
/// A name longer than 1,024 bytes is written as missing, `""`, because a missing name fits every other.
///
/// ```
/// use astragal::choices::Writer;
///
/// let mut writer = Writer::default();
/// writer.open("Expr");
/// writer.put_pick(0, 1, "Expr", "Val");
/// writer.put(17, u64::MAX);
/// writer.close();
/// assert_eq!(
///     writer.finish().to_string(),
///     "astragal choices 1\nExpr {\n  Expr.Val 0 of 2\n  17 of 2^64\n}\n"
/// );
/// ```
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "astragal choices {VERSION}")?;
        let mut depth = 0;
        for step in steps(self) {
            match step {
                Step::Open(span) => {
                    indent(f, depth)?;
                    writeln!(f, "{} {{", Name(span.label()))?;
                    depth += 1;
                }
                Step::Choice(at) => {
                    indent(f, depth)?;
                    if let Some(pick) = self.pick_at(at) {
                        write!(f, "{}.{} ", Name(&pick.site), Name(&pick.branch))?;
                    }
                    let Choice { value, max } = self.items[at];
                    match max.checked_add(1) {
                        Some(bound) => writeln!(f, "{value} of {bound}")?,
                        None => writeln!(f, "{value} of {ALL}")?,
                    }
                }
                Step::Close => {
                    depth -= 1;
                    indent(f, depth)?;
                    f.write_str("}\n")?;
                }
            }
        }
        Ok(())
    }
}

fn indent(f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
    write!(f, "{:1$}", "", 2 * depth.min(INDENT_LIMIT))
}

/// A name as a text form shows it.
pub struct Name<'a>(pub &'a Label);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.as_str();
        if name.len() > LABEL_LIMIT {
            f.write_str("\"\"")
        } else if !name.is_empty() && word_len(name) == name.len() {
            f.write_str(name)
        } else {
            Quoted(name).fmt(f)
        }
    }
}

/// Any text in quotes, such that it shows as it is and stays in its line.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                _ if is_deceptive(letter) => write!(f, "\\u{{{:x}}}", letter as u32)?,
                _ => write!(f, "{letter}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Whether a character is not seen, or changes how its neighbors are seen.
///
/// The ranges are written out so that the text of a sequence does not depend on the Unicode tables of a compiler.
fn is_deceptive(letter: char) -> bool {
    matches!(letter,
        // Controls, blanks other than the space, and separators of lines.
        '\0'..='\x1F' | '\x7F'..='\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{2028}'..='\u{2029}'
        | '\u{202F}' | '\u{205F}' | '\u{2800}' | '\u{3000}'
        // Marks of direction (bidi), joiners, fillers, selectors, tags and other characters without a shape.
        | '\u{AD}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
        // Marks that are drawn over the character before them, be it the quote.
        | '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// How much of the start of a text is a word that needs no quotes.
fn word_len(text: &str) -> usize {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let starts_with_digit = text.starts_with(|letter: char| letter.is_ascii_digit());
    if starts_with_digit { 0 } else { text.find(|letter| !is_word(letter)).unwrap_or(text.len()) }
}

/// Reads the text form back, to the same sequence in every part.
///
/// Blank lines, lines that start with `#`, white space around a line, CRLF and a byte order mark are accepted.
///
/// ```
/// use astragal::Choices;
///
/// let choices: Choices = "astragal choices 1\n# a pair\npair {\n  3 of 10\n  0 of 10\n}\n".parse().unwrap();
/// assert_eq!(choices.numbers().collect::<Vec<_>>(), [3, 0]);
/// assert_eq!(choices.spans()[0].label().as_str(), "pair");
/// ```
impl FromStr for Choices {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Choices, ParseError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let meaningful = |line: &str| !line.is_empty() && !line.starts_with('#');
        let numbered = text.split('\n').enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut lines = numbered.filter(|(_, line)| meaningful(line));

        let (mut last, first) = lines.next().unwrap_or((1, ""));
        read_header(first).map_err(|message| ParseError::in_line(last, message))?;
        let mut writer = Writer::default();
        for (number, line) in lines {
            read_line(line, &mut writer).map_err(|message| ParseError::in_line(number, message))?;
            last = number;
        }
        match writer.depth() {
            0 => Ok(writer.finish()),
            open => Err(ParseError::in_line(last, format!("the text ends with spans still open: {open}"))),
        }
    }
}

fn read_header(line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    match words[..] {
        ["astragal", "choices", version] => check_version(version, VERSION..=VERSION).map(drop),
        _ => Err(format!("expected `astragal choices {VERSION}`, found {}", excerpt(line))),
    }
}

/// Whether the version in which something was written is the one that is read here.
pub fn check_version(written: &str, read: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let version = number(written)?;
    match u64::try_from(version).ok().filter(|version| read.contains(version)) {
        Some(version) => Ok(version),
        None if read.start() == read.end() => {
            Err(format!("this is version {version} of the form, but only version {} can be read", read.end()))
        }
        None => {
            Err(format!("this is version {version} of the form, but only versions up to {} can be read", read.end()))
        }
    }
}

fn read_line(line: &str, writer: &mut Writer) -> Result<(), String> {
    if line == "}" {
        if writer.depth() == 0 {
            return Err("`}` closes nothing".into());
        }
        writer.close();
        return Ok(());
    }
    if line.starts_with(|letter: char| letter.is_ascii_digit()) {
        let Choice { value, max } = read_choice(line)?;
        writer.put(value, max);
        return Ok(());
    }
    let (label, rest) = read_label(line)?;
    if let Some(rest) = rest.strip_prefix('.') {
        let (branch, rest) = read_label(rest)?;
        let Choice { value, max } = read_choice(rest)?;
        writer.put_pick(value, max, label, branch);
        return Ok(());
    }
    if rest.trim_start() != "{" {
        return Err(format!("expected `{{` or `.` after the name, found {}", excerpt(rest)));
    }
    writer.open(label);
    Ok(())
}

fn read_choice(text: &str) -> Result<Choice, String> {
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next();
    let (Some(value), Some("of"), Some(bound), None) = (next(), next(), next(), next()) else {
        return Err(format!("expected a number, `of` and a bound, found {}", excerpt(text)));
    };
    let (value, bound) = (number(value)?, if bound == ALL { 1 << 64 } else { number(bound)? });
    if bound > 1 << 64 {
        return Err(format!("the bound {bound} is above {ALL}"));
    }
    if value >= bound {
        return Err(format!("the number {value} is not below its bound {bound}"));
    }
    Ok(Choice { value: value as u64, max: (bound - 1) as u64 })
}

fn number(digits: &str) -> Result<u128, String> {
    // `parse` alone would accept a sign.
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("expected a number, found {}", excerpt(digits)));
    }
    digits.parse().map_err(|_| format!("the number {} is too large", excerpt(digits)))
}

/// A name at the start of a text, and the rest of the text.
pub fn read_label(text: &str) -> Result<(Label, &str), String> {
    let (name, rest) = match text.strip_prefix('"') {
        Some(quoted) => read_quoted(quoted)?,
        None => {
            let (word, rest) = text.split_at(word_len(text));
            if word.is_empty() {
                return Err(format!("expected a name, a number or `}}`, found {}", excerpt(text)));
            }
            check_length(word)?;
            (word.to_owned(), rest)
        }
    };
    Ok((Label::from(name), rest))
}

/// The text before the closing quote, and the rest after it.
fn read_quoted(text: &str) -> Result<(String, &str), String> {
    let mut name = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next() {
            Some('"') => return Ok((name, letters.as_str())),
            Some('\\') => name.push(read_escape(&mut letters)?),
            Some(letter) => name.push(letter),
            None => return Err("the closing quote of a name is missing".into()),
        }
        check_length(&name)?;
    }
}

fn read_escape(letters: &mut Chars<'_>) -> Result<char, String> {
    let text = letters.as_str();
    if let Some(letter @ ('"' | '\\')) = letters.next() {
        return Ok(letter);
    }
    let code = text.strip_prefix("u{").and_then(|code| code.split_once('}'));
    let (digits, rest) = code.ok_or_else(|| format!("a backslash starts no known escape before {}", excerpt(text)))?;
    *letters = rest.chars();
    // `from_str_radix` alone would accept a sign.
    let is_code = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = if is_code { u32::from_str_radix(digits, 16).ok() } else { None };
    code.and_then(char::from_u32).ok_or_else(|| format!("{} is not the code of a character", excerpt(digits)))
}

fn check_length(name: &str) -> Result<(), String> {
    if name.len() > LABEL_LIMIT { Err(format!("a name is longer than {LABEL_LIMIT} bytes")) } else { Ok(()) }
}

/// The start of a faulty text, fit to be shown; nothing is said of an absent one but that it is absent.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(EXCERPT_LIMIT) {
        _ if text.is_empty() => "nothing".into(),
        Some((end, _)) => format!("{}...", Quoted(&text[..end])),
        None => Quoted(text).to_string(),
    }
}
