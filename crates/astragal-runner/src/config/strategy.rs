//! The text form of a strategy: its name among the settings, and what the core makes of it.

use astragal_core::Strategy;
use astragal_settings::{Form, form};

/// A strategy. The setter takes any, and shows one that was changed (`agata:linear+thrown`) by a name that cannot be read.
pub(super) const STRATEGY: Form<Strategy> = Form {
    takes: form::STRATEGY.takes,
    read: |text| form::STRATEGY.parse(text)?.parse().ok(),
    check: |_| true,
    show: Strategy::to_string,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_name_the_strategies_of_the_core() {
        let setting = astragal_settings::find("strategy").unwrap();
        let mut named: Vec<String> = setting.forms().map(str::to_string).collect();
        assert_eq!(named.pop().as_deref(), Some("holey:depth:2.5"));
        let known: Vec<String> = Strategy::known().map(|strategy| strategy.to_string()).collect();
        assert_eq!(named, known);
        for base in ["depth", "inverse-depth", "equal", "left", "right", "levels", "uniform"] {
            for text in [format!("holey:{base}"), format!("holey:{base}:3"), format!("holey:{base}:-3")] {
                assert_eq!(setting.accepts(&text), text.parse::<Strategy>().is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_read_is_shown_again() {
        for text in astragal_settings::find("strategy").unwrap().forms() {
            assert_eq!(STRATEGY.parse(text).map(|strategy| strategy.to_string()).as_deref(), Some(text));
        }
    }
}
