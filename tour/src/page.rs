//! What a stop prints: a heading, prose, code, facts.

use std::fmt::{Display, Write};

/// How wide prose may be, in columns.
const WIDTH: usize = 88;

/// How far results and code are indented.
const INDENT: &str = "    ";

/// One page of the tour, in colors if the terminal has them.
#[derive(Debug)]
pub struct Page {
    text: String,
    colours: bool,
}

/// A number with commas between its thousands.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The colors of the terminal that the tour uses.
#[derive(Clone, Copy, Debug)]
pub enum Colour {
    /// Headings.
    Bold,
    /// Code.
    Cyan,
    /// What went well.
    Green,
    /// Counterexamples.
    Yellow,
    /// What matters less.
    Dim,
}

impl Page {
    /// An empty page.
    pub fn new(colours: bool) -> Page {
        Page { text: String::new(), colours }
    }

    /// Whether there are colors.
    pub fn colours(&self) -> bool {
        self.colours
    }

    /// All that was printed on it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A heading with a rule that fills the line.
    pub fn heading(&mut self, title: &str) {
        let rule = "─".repeat(WIDTH.saturating_sub(title.chars().count() + 1));
        let line = self.painted(Colour::Bold, format_args!("{title} {rule}"));
        let _ = writeln!(self.text, "\n{line}");
    }

    /// A paragraph, broken into lines.
    pub fn prose(&mut self, paragraph: &str) {
        self.text.push('\n');
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                self.text.push('\n');
                column = 0;
            }
            if column > 0 {
                self.text.push(' ');
                column += 1;
            }
            self.text.push_str(word);
            column += width;
        }
        self.text.push('\n');
    }

    /// An item of Rust source, found by how its first line begins: the code that is shown is the code that runs.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn code(&mut self, source: &str, item: &str) {
        let lines: Vec<&str> = source.lines().collect();
        let is_start = |line: &&str| line.trim_start_matches("pub ").starts_with(item);
        let start = lines.iter().position(is_start).unwrap_or_else(|| panic!("no item begins with {item:?}"));
        let attributes = lines[..start].iter().rev().take_while(|line| line.starts_with("#[")).count();
        let is_doc = |line: &str| line.trim_start().starts_with("///");
        self.text.push('\n');
        for line in lines[start - attributes..].iter().filter(|line| !is_doc(line)) {
            let shown = self.painted(Colour::Cyan, line.trim_start_matches("pub "));
            self.line(shown);
            if *line == "}" {
                break;
            }
        }
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.text.push('\n');
    }

    /// A line of a result.
    pub fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        let indent = if line.is_empty() { "" } else { INDENT };
        let _ = writeln!(self.text, "{indent}{line}");
    }

    /// A named result; further lines of it are aligned under the first.
    pub fn fact(&mut self, name: &str, value: impl Display) {
        let mut name = name;
        for line in value.to_string().lines() {
            let shown = self.painted(Colour::Dim, format_args!("{name:<16}"));
            self.line(format_args!("{shown}{line}"));
            name = "";
        }
    }

    /// A text in color, if there are colors.
    pub fn painted(&self, colour: Colour, text: impl Display) -> String {
        let code = match colour {
            Colour::Bold => "1",
            Colour::Cyan => "36",
            Colour::Green => "32",
            Colour::Yellow => "33",
            Colour::Dim => "2",
        };
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [7, 999, 1_000, 25_000, 1_234_567];
        assert_eq!(numbers.map(grouped), ["7", "999", "1,000", "25,000", "1,234,567"]);
    }
}
