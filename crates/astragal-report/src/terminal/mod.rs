//! The model as text for a terminal: an aligned overview, and everything about a property with bars of plain characters.
//!
//! All texts of a log pass [`harmless`] first: they can hold escapes that move the cursor, change the title or reverse the direction
//! of writing.

mod bars;
mod escape;
mod overview;
mod property;

pub use escape::harmless;
pub use overview::{changes, overview};
pub use property::property;

/// How text is drawn.
///
/// ```
/// use astragal_report::terminal::Style;
///
/// assert_eq!(Style { width: 80, ..Style::default() }, Style { width: 80, color: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many columns there are; fewer than 40 count as 40.
    pub width: usize,
    /// Whether to use colors.
    pub color: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 100, color: false }
    }
}

impl Style {
    fn columns(self) -> usize {
        self.width.max(40)
    }

    /// A text in the color of a kind of verdict, which no text of a log can change.
    fn painted(self, kind: &str, text: &str) -> String {
        let code = match kind {
            "failed" | "error" | "flaky" | "gave_up" => "31",
            "warned" | "warning" => "33",
            "passed" | "proved" => "32",
            "dim" => "2",
            "bold" => "1",
            _ => return text.to_string(),
        };
        if !self.color {
            return text.to_string();
        }
        // Line by line, so that a line that is cut out of the text has all of its own color.
        let line = |line: &str| match line.strip_suffix('\n') {
            Some(line) => format!("\u{1b}[{code}m{line}\u{1b}[0m\n"),
            None => format!("\u{1b}[{code}m{line}\u{1b}[0m"),
        };
        text.split_inclusive('\n').map(line).collect()
    }
}

/// Cuts a text to a number of characters and fills it up.
fn cell(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count > width {
        let kept: String = text.chars().take(width.saturating_sub(2)).collect();
        return format!("{kept}..");
    }
    format!("{text}{}", " ".repeat(width - count))
}

/// Cuts a text from its start: of names the end tells most.
fn tail(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return cell(text, width);
    }
    let kept: String = text.chars().skip(count - width.saturating_sub(2)).collect();
    format!("..{kept}")
}

/// Breaks a text into lines of a width, each after an indentation.
fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let room = width.saturating_sub(indent.len()).max(20);
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = line.chars().count();
        if length > 0 && length + 1 + word.chars().count() > room {
            out += &format!("{indent}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out += &format!("{indent}{line}\n");
    }
    out
}

/// Seconds as a reader says them.
fn seconds(value: f64) -> String {
    if value < 0.001 {
        format!("{:.0} us", value * 1e6)
    } else if value < 1.0 {
        format!("{:.0} ms", value * 1e3)
    } else if value < 120.0 {
        format!("{value:.1} s")
    } else {
        format!("{:.0} min", value / 60.0)
    }
}

/// A count with separators.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
