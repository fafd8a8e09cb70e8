//! How a report looks: colors or none, how wide, and how much of it.

use std::ffi::OsString;
use std::io::IsTerminal;

use crate::config::Color;

/// Lines are about as long as this where nothing says how wide the terminal is.
const WIDTH: usize = 100;

/// How [`Report::render`](crate::report::Report::render) shows a report.
///
/// ```
/// use astragal::report::Style;
///
/// let style = Style::plain();
/// assert!(!style.color && !style.show_original);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// Whether there are colors. Nothing is said by color alone.
    pub color: bool,
    /// How many columns a line may take. Commands that are to be copied are never broken.
    pub width: usize,
    /// Whether the original counterexample is shown beside the minimal one.
    pub show_original: bool,
    /// Whether the steps of shrinking are shown.
    pub show_steps: bool,
    /// Whether times are shown, which differ from run to run.
    pub times: bool,
}

impl Style {
    /// Without colors and times, 100 columns wide, and only what matters: the same text for the same seed.
    pub fn plain() -> Style {
        Style { color: false, width: WIDTH, show_original: false, show_steps: false, times: false }
    }

    /// As fits the terminal to which the process writes its errors.
    ///
    /// With [`Color::Auto`] the usual variables decide: `NO_COLOR`, `CLICOLOR_FORCE`, `CARGO_TERM_COLOR` and `TERM`.
    /// `COLUMNS` says how wide it is.
    pub fn detect(color: Color) -> Style {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            _ => wants_color(|name| std::env::var_os(name), std::io::stderr().is_terminal()),
        };
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let width = columns.map_or(WIDTH, |columns: usize| columns.clamp(40, 120));
        Style { color, width, times: true, ..Style::plain() }
    }

    /// As many columns as a line can have without getting useless.
    pub(super) fn columns(&self) -> usize {
        self.width.max(40)
    }
}

fn wants_color(variable: impl Fn(&str) -> Option<OsString>, terminal: bool) -> bool {
    let says = |name, what: &str| variable(name).is_some_and(|value| value == what);
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || says("CARGO_TERM_COLOR", "never") {
        false
    } else if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") || says("CARGO_TERM_COLOR", "always") {
        true
    } else {
        terminal && !says("TERM", "dumb")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_heeded() {
        let wants = |set: &'static [(&str, &str)], terminal| {
            wants_color(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()), terminal)
        };
        assert!(wants(&[], true) && !wants(&[], false));
        assert!(!wants(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true));
        assert!(wants(&[("NO_COLOR", ""), ("CARGO_TERM_COLOR", "always")], false));
        assert!(!wants(&[("TERM", "dumb")], true) && wants(&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], true));
        assert!(wants(&[("CLICOLOR_FORCE", "0")], true) && !wants(&[("CLICOLOR_FORCE", "0")], false));
    }
}
