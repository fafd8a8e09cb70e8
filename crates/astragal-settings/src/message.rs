//! The messages for a wrong name or a wrong value.

use crate::nearest::nearest;
use crate::setting::{SETTINGS, Setting, literal};

/// How much of a wrong text is shown, in characters.
pub const LONGEST_ECHO: usize = 60;

impl Setting {
    /// The message for a wrong text where settings are plain text: in the environment, or in a file. It names the
    /// nearest word, or if none is near, all that it takes.
    ///
    /// ```
    /// use astragal_settings::find;
    ///
    /// let color = find("color").unwrap();
    /// assert_eq!(color.wrong("nevr"), "`color` does not take `nevr`; did you mean `never`?");
    /// assert_eq!(color.wrong("red"), "`color` takes `auto`, `always` or `never`, not `red`");
    /// ```
    pub fn wrong(&self, text: &str) -> String {
        let (name, shown) = (self.name, shortened(text, LONGEST_ECHO));
        match self.guess(text) {
            Some(guess) => format!("`{name}` does not take `{shown}`; did you mean `{guess}`?"),
            None => format!("`{name}` takes {}, not `{shown}`", self.takes),
        }
    }

    /// The message for a wrong text where settings are literals, in an attribute; with what was written there.
    pub fn wrong_literal(&self, text: &str, written: &str) -> String {
        let (name, shown) = (self.name, shortened(written, LONGEST_ECHO));
        match self.guess(text) {
            Some(guess) => format!("`{name}` does not take `{shown}`; did you mean `{}`?", literal(guess)),
            None => format!("`{name}` takes {}, not `{shown}`", self.takes_literals()),
        }
    }

    /// A word that is like a text. Numbers are like many others, so none is guessed.
    fn guess(&self, text: &str) -> Option<&'static str> {
        nearest(text, self.forms().filter(|form| form.starts_with(|c: char| c.is_ascii_alphabetic())))
    }
}

/// The message for an unknown name: the nearest one, or if none is near, all. There may be others than settings;
/// `what` says what all of them are.
///
/// ```
/// use astragal_settings::unknown;
///
/// assert_eq!(unknown("setting", "case", &[]), "there is no setting `case`; did you mean `cases`?");
/// ```
pub fn unknown(what: &str, name: &str, others: &[&str]) -> String {
    let names = || SETTINGS.iter().map(|setting| setting.name).chain(others.iter().copied());
    let rest = match nearest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    format!("there is no {what} `{}`; {rest}", shortened(name, LONGEST_ECHO))
}

/// The message for a limit of a single case without `isolated`.
pub fn needs_isolated(name: &str) -> String {
    format!("`{name}` needs `isolated`, since only a case in a process of its own can be ended")
}

/// The beginning of a text, if it is long.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn a_wrong_value_is_told_what_to_write() {
        let minima = find("minima").unwrap();
        assert_eq!(minima.wrong("9"), "`minima` takes a whole number from 1 to 5, not `9`");
        let memory = find("memory").unwrap();
        let takes = "a number of bytes such as `1000`, `\"512M\"` or `\"2G\"` (powers of 1024), or `\"none\"`";
        assert_eq!(memory.wrong_literal("0", "0"), format!("`memory` takes {takes}, not `0`"));
        let guess = "`memory` does not take `\"nine\"`; did you mean `\"none\"`?";
        assert_eq!(memory.wrong_literal("nine", "\"nine\""), guess);
        assert!(memory.wrong(&"x".repeat(100_000)).len() < 200);
    }

    #[test]
    fn an_unknown_name_is_told_one_or_all() {
        assert_eq!(unknown("option", "exmple", &["example"]), "there is no option `exmple`; did you mean `example`?");
        let all = unknown("option", "verbose", &["example"]);
        assert!(all.contains("there are cases, time, ") && all.ends_with(", example"), "{all}");
    }
}
