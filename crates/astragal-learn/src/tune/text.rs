//! The text form of weights, which a person can read, edit and diff; versioned.
//!
//! ```text
//! astragal weights 1
//! parameter depth = 7
//! Expr.Mul: 0
//! Expr.Val in Expr.Add, depth 1: 2
//! Expr.Add at the top, depth 0: 1
//! word.12: 3
//! ```
//!
//! A line is a branch of a site, the context in which it was taken (or none, if that does not matter), and how often. Lines
//! are independent: files can be joined by hand, and repeated lines add up. A parameter has one line, with its value.

use std::fmt;
use std::str::FromStr;

use super::weights::{Key, MOST, Taken, Weights, Within};
use astragal_core::support::{Name, check_version, excerpt, read_label};
use astragal_core::{Label, ParseError};

const VERSION: u64 = 1;

/// Writes the text form.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "astragal weights {VERSION}")?;
        for (name, value) in &self.parameters {
            writeln!(f, "parameter {} = {value}", Name(name))?;
        }
        for (key, count) in self.counts() {
            write_branch(f, &key.site, &key.branch)?;
            if let Some(within) = &key.within {
                match &within.parent {
                    Some((site, branch)) => {
                        f.write_str(" in ")?;
                        write_branch(f, site, branch)?;
                    }
                    None => f.write_str(" at the top")?,
                }
                if let Some(depth) = within.depth {
                    write!(f, ", depth {depth}")?;
                }
            }
            writeln!(f, ": {count}")?;
        }
        Ok(())
    }
}

fn write_branch(f: &mut fmt::Formatter<'_>, site: &Label, branch: &Taken) -> fmt::Result {
    match branch {
        Taken::Number(number) => write!(f, "{}.{number}", Name(site)),
        Taken::Named(name) => write!(f, "{}.{}", Name(site), Name(name)),
    }
}

/// Reads the text form back.
///
/// Blank lines, lines that start with `#`, white space around a line, CRLF and a byte order mark are accepted.
///
/// ```
/// use astragal::learn::Weights;
///
/// let error = "astragal weights 1\ncoin.heads: many\n".parse::<Weights>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected how often, a number from 0 to 1000000000000000, found \"many\"");
/// ```
impl FromStr for Weights {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Weights, ParseError> {
        let mut lines = lines(text);
        let (number, first) = lines.next().unwrap_or((1, ""));
        read_header(first).map_err(|message| ParseError::in_line(number, message))?;
        let mut weights = Weights::new();
        for (number, line) in lines {
            weights.read(line).map_err(|message| ParseError::in_line(number, message))?;
        }
        Ok(weights)
    }
}

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let numbered = text.split('\n').enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

impl Weights {
    /// Adds what a line says.
    fn read(&mut self, line: &str) -> Result<(), String> {
        let Some((name, value)) = read_parameter(line)? else {
            let (key, count) = read_line(line)?;
            self.put(key, count);
            return Ok(());
        };
        if self.parameters.contains_key(&name) {
            return Err(format!("the parameter `{name}` has a value already"));
        }
        self.set_parameter(name.as_str(), value);
        Ok(())
    }

    /// The line of a text of weights that gives a parameter its value, counted from 1.
    #[doc(hidden)]
    pub fn line_of_parameter(text: &str, name: &str) -> Option<usize> {
        let is_it = |line: &str| matches!(read_parameter(line), Ok(Some((found, _))) if found.as_str() == name);
        lines(text).find(|(_, line)| is_it(line)).map(|(number, _)| number)
    }
}

/// The name and the value of a parameter, if that is what a line is about.
fn read_parameter(line: &str) -> Result<Option<(Label, f64)>, String> {
    let Some(rest) = line.strip_prefix("parameter ") else { return Ok(None) };
    let (name, rest) = read_label(rest.trim_start())?;
    let Some(value) = rest.trim_start().strip_prefix('=').map(str::trim) else {
        return Err(format!("expected `=` and a value after the parameter, found {}", excerpt(rest)));
    };
    // `parse` alone would accept infinity and NaN.
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    let number =
        number.ok_or_else(|| format!("expected the value of a parameter, a number, found {}", excerpt(value)))?;
    Ok(Some((name, number)))
}

fn read_header(line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    match words[..] {
        ["astragal", "weights", version] => check_version(version, VERSION..=VERSION).map(drop),
        _ => Err(format!("expected `astragal weights {VERSION}`, found {}", excerpt(line))),
    }
}

fn read_line(line: &str) -> Result<(Key, f64), String> {
    let (site, branch, rest) = read_branch(line)?;
    let (within, rest) = read_within(rest)?;
    let Some(count) = rest.strip_prefix(':') else {
        return Err(format!("expected `in`, `at the top` or `:` after the branch, found {}", excerpt(rest)));
    };
    Ok((Key { site, within, branch }, read_count(count.trim())?))
}

fn read_within(text: &str) -> Result<(Option<Within>, &str), String> {
    let (parent, rest) = if let Some(rest) = text.strip_prefix(" in ") {
        let (site, branch, rest) = read_branch(rest.trim_start())?;
        (Some((site, branch)), rest)
    } else if let Some(rest) = text.strip_prefix(" at the top") {
        (None, rest)
    } else {
        return Ok((None, text.trim_start()));
    };
    let Some(rest) = rest.strip_prefix(", depth ") else {
        return Ok((Some(Within { parent, depth: None }), rest.trim_start()));
    };
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let depth = rest[..end].parse().map_err(|_| format!("expected a depth, found {}", excerpt(rest)))?;
    Ok((Some(Within { parent, depth: Some(depth) }), rest[end..].trim_start()))
}

/// A site and a branch of it at the start of a text, and the rest of the text.
fn read_branch(text: &str) -> Result<(Label, Taken, &str), String> {
    let (site, rest) = read_name(text)?;
    let Some(rest) = rest.strip_prefix('.') else {
        return Err(format!("expected `.` and a branch after the name of the site, found {}", excerpt(rest)));
    };
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    if digits > 0 {
        let number =
            rest[..digits].parse().map_err(|_| format!("the number {} is too large", excerpt(&rest[..digits])))?;
        return Ok((site, Taken::Number(number), &rest[digits..]));
    }
    let (branch, rest) = read_name(rest)?;
    Ok((site, Taken::Named(branch), rest))
}

fn read_name(text: &str) -> Result<(Label, &str), String> {
    if text.starts_with(|letter: char| letter == '"' || letter == '_' || letter.is_ascii_alphabetic()) {
        return read_label(text);
    }
    Err(format!("expected a name, found {}", excerpt(text)))
}

fn read_count(text: &str) -> Result<f64, String> {
    // `parse` alone would accept signs, infinity and NaN.
    let is_number = !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.');
    let count = if is_number { text.parse().ok() } else { None };
    let count = count.filter(|count| (0.0..=MOST).contains(count));
    count.ok_or_else(|| format!("expected how often, a number from 0 to {MOST}, found {}", excerpt(text)))
}
