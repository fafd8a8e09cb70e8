//! The terminal: what it can do, colors by the usual rules, and text from outside made harmless.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};

use console::Term;

/// When to color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// If standard output is a terminal, unless NO_COLOR or CLICOLOR_FORCE say otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What can be shown where the output goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// Whether to color.
    pub(crate) is_colored: bool,
    /// Whether lines may be overwritten: standard error is a terminal, and this is not CI.
    pub(crate) is_live: bool,
    /// How many columns there are.
    pub(crate) width: usize,
}

/// The meaning of a color.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tone {
    Good,
    Bad,
    Doubtful,
    Faint,
    Strong,
}

impl Terminal {
    /// What there is, by the flag and the environment.
    pub(crate) fn detect(when: When) -> Terminal {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_colored = match when {
            When::Always => true,
            When::Never => false,
            When::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            When::Auto if is_set("CLICOLOR_FORCE") => true,
            When::Auto => std::io::stdout().is_terminal() && !is_dumb,
        };
        let is_live = std::io::stderr().is_terminal() && std::io::stdout().is_terminal() && !is_dumb && !is_set("CI");
        let width = match std::io::stdout().is_terminal() {
            true => Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns)),
            false => 100,
        };
        Terminal { is_colored, is_live, width: width.max(40) }
    }

    /// Text that is ours or has been made [`safe`], in a tone.
    pub(crate) fn paint(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Doubtful => "33",
            Tone::Faint => "2",
            Tone::Strong => "1",
        };
        if self.is_colored && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}

/// How many columns a bar takes.
const BAR: usize = 20;

/// A bar, filled as far as something is done.
pub(crate) fn bar(done: u64, of: u64) -> String {
    let filled = (done.saturating_mul(BAR as u64) / of.max(1)).min(BAR as u64) as usize;
    format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled))
}

/// A line at the bottom of a terminal, which is drawn anew again and again. There is none where lines cannot be overwritten.
#[derive(Debug)]
pub(crate) struct Status {
    terminal: Terminal,
    is_shown: bool,
}

impl Status {
    pub(crate) fn new(terminal: Terminal) -> Status {
        Status { terminal, is_shown: false }
    }

    /// Shows a line in place of the one before.
    pub(crate) fn show(&mut self, text: &str) {
        if self.terminal.is_live {
            let text = self.terminal.paint(Tone::Faint, &cut(text, self.terminal.width - 1));
            eprint!("\r\u{1b}[2K{text}");
            let _ = std::io::stderr().flush();
            self.is_shown = true;
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&mut self) {
        if std::mem::replace(&mut self.is_shown, false) {
            eprint!("\r\u{1b}[2K");
            let _ = std::io::stderr().flush();
        }
    }
}

/// Prints to standard output. A reader that has enough, such as `head`, ends the program.
pub(crate) fn put(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(crate::exit::Code::System as i32);
    }
}

/// Text that a CI server takes for a command, anywhere in a line.
const COMMANDS: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// One line of text from outside, without anything that a terminal, a reader or a CI server could misunderstand.
pub(crate) fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let begins_command = letter == '#' && COMMANDS.iter().any(|command| text[at..].starts_with(command))
            || letter == ':' && text[at..].starts_with("::") && text[..at].trim().is_empty();
        if is_hidden(letter) || begins_command {
            let _ = write!(safe, "{}", letter.escape_unicode());
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// As [`safe`], for each line of a text. Tabs become blanks.
pub(crate) fn safe_lines(text: &str) -> Vec<String> {
    text.split('\n').map(|line| safe(&line.strip_suffix('\r').unwrap_or(line).replace('\t', "    "))).collect()
}

/// Whether a letter is not drawn, or is obeyed: control characters, marks that hide or reorder text, fillers.
fn is_hidden(letter: char) -> bool {
    let is_mark = matches!(letter, '\u{300}'..='\u{34e}' | '\u{350}'..='\u{36f}');
    let is_filler = matches!(u32::from(letter), 0x34f | 0x115f | 0x1160 | 0x2800 | 0x3164 | 0xfe00..=0xfe0f | 0xffa0);
    !is_mark
        && (is_filler
            || !matches!(letter, '"' | '\'' | '\\') && letter.escape_debug().len() > 1 && !is_combining(letter))
}

/// Whether it is drawn on the letter before it: then the standard library escapes it only at the start of a text.
fn is_combining(letter: char) -> bool {
    format!("a{letter}").escape_debug().count() == 2
}

/// A text cut to a number of columns, with dots where something is missing. Of letters that are as wide as two, it may take more.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_string();
    }
    text.chars().take(columns.saturating_sub(2)).chain("..".chars()).collect()
}

/// A text as one word of a shell.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=@,+".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// "1 case", "2 cases": the number with thousands apart.
pub(crate) fn counted(number: u64, noun: &str, plural: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { noun } else { plural })
}

/// A number with commas between its thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A duration in seconds, as long as it needs to be.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{:.0} ms", s * 1e3),
        s if s < 99.95 => format!("{s:.1} s"),
        s => format!("{}m {:02}s", (s / 60.0) as u64, (s % 60.0) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_harmless() {
        assert_eq!(safe("\u{1b}[31mred\r\u{9b}\u{202e}x"), r"\u{1b}[31mred\u{d}\u{9b}\u{202e}x");
        assert_eq!(safe("größe 大 🦀 e\u{301} \"a\\b\" 'c'"), "größe 大 🦀 e\u{301} \"a\\b\" 'c'");
        assert_eq!(safe("::error::x"), r"\u{3a}:error::x");
        assert_eq!(safe("a ##[error]"), r"a \u{23}#[error]");
        assert_eq!(safe_lines("a\tb\r\nc\u{7}"), ["a    b", r"c\u{7}"]);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            (thousands(0), thousands(999), thousands(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
        assert_eq!((seconds(0.0123), seconds(1.26), seconds(125.0)), ("12 ms".into(), "1.3 s".into(), "2m 05s".into()));
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
