//! From the text of `astragal.toml` to keys and their values, with the line of each.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::{Entry, File, Profile};

/// Reads everything, and tells everything that is wrong. Of a file that is no TOML, it reads nothing.
pub(crate) fn read(source: &str, file: &mut File) {
    let (table, errors) = DeTable::parse_recoverable(source);
    for error in &errors {
        let line = error.span().map_or(1, |span| line_at(source, span.start));
        file.error(line, error.message().to_string());
    }
    if !errors.is_empty() {
        return;
    }
    for (name, value, line) in in_order(source, table.get_ref()) {
        match value.get_ref() {
            DeValue::Table(profiles) if name == "profile" => read_profiles(source, profiles, file),
            DeValue::Table(_) => {
                file.error(line, format!("there is no table `{name}`; a profile is a table `[profile.<name>]`"));
            }
            _ => file.entries.push(Entry { text: text_of(source, value), name, line }),
        }
    }
}

fn read_profiles(source: &str, profiles: &DeTable<'_>, file: &mut File) {
    for (name, value, line) in in_order(source, profiles) {
        match value.get_ref() {
            DeValue::Table(table) => {
                let mut entries = Vec::new();
                for (name, value, line) in in_order(source, table) {
                    match value.get_ref() {
                        DeValue::Table(_) => file.error(line, format!("a profile has no table `{name}`")),
                        _ => entries.push(Entry { text: text_of(source, value), name, line }),
                    }
                }
                file.profiles.push(Profile { name, entries });
            }
            _ => file.error(line, format!("`profile.{name}` is a table of settings, not a value")),
        }
    }
}

/// The keys in the order of the file, so that what is wrong is told in that order.
fn in_order<'t, 'i>(source: &str, table: &'t DeTable<'i>) -> Vec<(String, &'t Spanned<DeValue<'i>>, usize)> {
    let mut keys: Vec<_> = table.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let in_lines = |(key, value): (&Spanned<_>, _)| (key_text(key), value, line_at(source, key.span().start));
    keys.into_iter().map(in_lines).collect()
}

fn key_text(key: &Spanned<toml::de::DeString<'_>>) -> String {
    key.get_ref().to_string()
}

/// A value as it would stand in the environment. What no setting can be is left as it is written, and refused later.
fn text_of(source: &str, value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_str()) => {
            items.iter().map(|item| text_of(source, item)).collect::<Vec<_>>().join(",")
        }
        _ => source.get(value.span()).unwrap_or_default().to_string(),
    }
}

fn line_at(source: &str, byte: usize) -> usize {
    1 + source.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}
