//! One regression: the choices of a case that failed, its value as a comment, and how both are written.
//!
//! ```text
//! regression 1 1be83a2fd34b79c41c3d0b8af4ce7f19
//! 1be8 # Neg(Val(1))
//! 1be8 astragal choices 1
//! 1be8 Expr {
//! 1be8   Expr.Neg 1 of 3
//! 1be8   Expr {
//! 1be8     Expr.Val 0 of 3
//! 1be8     1 of 4294967296
//! 1be8   }
//! 1be8 }
//! 1be8 end
//! ```
//!
//! Every line starts with its own entry's address. So two entries have no line in common, and a merge of two branches that
//! both added one puts them one after the other instead of mixing them.

use std::fmt::Write;

use astragal_core::Choices;

use super::address::address_of;

/// The version of the form of an entry.
pub(super) const VERSION: u64 = 1;

/// How an entry's first line starts, in every version.
pub(super) const BEGIN: &str = "regression ";

/// An entry's last line, after the mark.
pub(super) const END: &str = "end";

/// How many digits of the address mark a line.
pub(super) const MARK: usize = 4;

/// The longest comment, in characters.
const COMMENT_LIMIT: usize = 1_000;

/// A case that once failed: its choices, and the value that they made, as a text for people.
///
/// ```
/// use astragal::Choices;
/// use astragal::store::Entry;
///
/// let entry = Entry::new(Choices::from_numbers([1, 2]), "(1,\n2)");
/// assert_eq!(entry.choices().len(), 2);
/// assert_eq!(entry.comment(), r"(1,\n2)"); // one line, whatever the value holds
/// assert_eq!(entry.address().len(), 32);   // the same choices have the same address
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    choices: Choices,
    comment: String,
    address: String,
}

impl Entry {
    /// An entry with a value as text, for example its `Debug` form.
    ///
    /// What could break the line or garble a terminal is escaped, and a long text is cut.
    pub fn new(choices: Choices, value: &str) -> Entry {
        let address = address_of(&choices.to_string());
        Entry::at(address, choices, value)
    }

    /// An entry whose address is known to be this.
    pub(super) fn at(address: String, choices: Choices, value: &str) -> Entry {
        Entry { choices, comment: in_one_line(value), address }
    }

    /// The choices of the case.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The value as text, in one line.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// A text as a comment holds it.
    pub(crate) fn in_one_line(value: &str) -> String {
        in_one_line(value)
    }

    /// Whether a value prints as this one did. A property that draws while it runs may draw more where it no longer fails.
    pub(crate) fn is_text(&self, value: &str) -> bool {
        let value = in_one_line(value);
        let more = if self.comment.is_empty() { None } else { value.strip_prefix(&self.comment) };
        more.is_some_and(|more| more.is_empty() || more.starts_with(", "))
    }

    /// The address of the entry: 128 bits in hexadecimal digits, computed from the text of the choices.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The entry as it is written in a file, with the line break that parts it from what is before it.
    ///
    /// If that is a line that was never finished, then the line break finishes it.
    pub(super) fn text(&self) -> String {
        let mark = &self.address[..MARK];
        let mut text = format!("\n{BEGIN}{VERSION} {}\n", self.address);
        if !self.comment.is_empty() {
            let _ = writeln!(text, "{mark} # {}", self.comment);
        }
        for line in self.choices.to_string().lines() {
            let _ = writeln!(text, "{mark} {line}");
        }
        let _ = writeln!(text, "{mark} {END}");
        text
    }
}

/// A text with all that is invisible, or changes how its neighbors look, escaped. Doing it twice changes nothing.
pub(super) fn in_one_line(text: &str) -> String {
    let mut line = String::new();
    let (mut length, mut room_for_dots) = (0, 0);
    for letter in text.trim().chars() {
        let start = line.len();
        match letter {
            // `escape_debug` would escape these too, but they do no harm, and people want to read them.
            '"' | '\'' | '\\' => line.push(letter),
            _ => line.extend(letter.escape_debug()),
        }
        length += line[start..].chars().count();
        if length > COMMENT_LIMIT {
            line.truncate(room_for_dots);
            return line + "...";
        }
        if length <= COMMENT_LIMIT - 3 {
            room_for_dots = line.len();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_one_harmless_line() {
        let escaped = in_one_line("\"a\\b\"\r\n\u{1b}[31m\u{202e}é🎲\u{2028}\0");
        assert_eq!(escaped, r#""a\b"\r\n\u{1b}[31m\u{202e}é🎲\u{2028}\0"#);
        assert_eq!(in_one_line(&escaped), escaped);
        let cut = in_one_line(&"x\u{1b}".repeat(5_000));
        assert!(cut.len() <= COMMENT_LIMIT && cut.ends_with("..."));
        assert_eq!(in_one_line(&cut), cut);
    }
}
