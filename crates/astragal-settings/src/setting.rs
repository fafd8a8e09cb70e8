//! A setting as data: one row of the table, for code that looks it up by name.

use crate::form;

/// A setting: its name, what it means and which texts it takes.
#[derive(Debug)]
pub struct Setting {
    /// Its name; in the environment `ASTRAGAL_` and the same in capitals.
    pub name: &'static str,
    /// What it takes, as the end of the sentence "`name` takes ..". Forms are in backticks, without quotes.
    pub takes: &'static str,
    /// The text of its default.
    pub default: &'static str,
    documentation: &'static str,
    accepts: fn(&str) -> bool,
}

macro_rules! rows {
    ($($(#[doc = $doc:literal])* $name:ident: $kind:ty = $default:literal, $form:ident, set by $given:ty;)*) => {
        /// All settings, in the order of the table.
        pub const SETTINGS: &[Setting] = &[$(Setting {
            name: stringify!($name),
            takes: form::$form.takes,
            default: $default,
            documentation: concat!($($doc),*),
            accepts: |text| form::$form.parse(text).is_some(),
        }),*];
    };
}

crate::settings!(rows);

/// The settings that limit a single case, which only a child process can be held to: they need `isolated`.
pub const LIMITS: [&str; 2] = ["timeout", "memory"];

/// The setting of a name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

impl Setting {
    /// Whether a text is one of its values. It means the same wherever it is written.
    pub fn accepts(&self, text: &str) -> bool {
        (self.accepts)(text)
    }

    /// The first sentence of its documentation.
    pub fn summary(&self) -> &'static str {
        let text = self.documentation.trim();
        text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
    }

    /// The forms that its documentation and its messages name, each of them a text that it accepts.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> + use<> {
        form::named(self.takes)
    }

    /// Whether it is on or off, so that its name alone means on.
    pub fn is_switch(&self) -> bool {
        self.forms().any(|form| form == "true")
    }

    /// What it takes, with its forms as an attribute or a file has them: `"2s"`, `1000`.
    pub fn takes_literals(&self) -> String {
        let parts = self.takes.split('`').enumerate();
        parts.map(|(at, part)| if at % 2 == 0 { part.to_string() } else { format!("`{}`", literal(part)) }).collect()
    }
}

/// A text as an attribute or a file has it: in quotes, unless it is a number or a truth value.
///
/// ```
/// use astragal_settings::literal;
///
/// assert_eq!((literal("2s"), literal("0x2a"), literal("true")), ("\"2s\"".into(), "0x2a".into(), "true".into()));
/// ```
pub fn literal(text: &str) -> String {
    let is_bare = matches!(text, "true" | "false") || form::is_number(text);
    if is_bare { text.into() } else { format!("{text:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_form_and_every_default_is_accepted() {
        for setting in SETTINGS {
            for text in setting.forms().chain([setting.default]) {
                assert!(setting.accepts(text), "{} = {text}", setting.name);
            }
            assert!(!setting.accepts("") && !setting.accepts(" "), "{}", setting.name);
        }
    }

    #[test]
    fn every_setting_is_documented_in_a_sentence() {
        for setting in SETTINGS {
            let summary = setting.summary();
            assert!(summary.len() > 15 && !summary.contains(['|', '\n']), "{}: {summary}", setting.name);
            assert!(!setting.takes.is_empty() && setting.takes.matches('`').count() % 2 == 0, "{}", setting.name);
        }
    }

    #[test]
    fn forms_are_shown_as_they_are_written() {
        let seed = find("seed").unwrap();
        assert_eq!(seed.takes_literals(), "a whole number below 2^64 such as `42` or `0x2a`, or `\"fresh\"`");
        assert!(find("isolated").unwrap().is_switch() && !seed.is_switch());
        assert!(LIMITS.iter().all(|name| find(name).is_some()) && find("limit").is_none());
    }
}
