//! What the tables and keys of `astragal.toml` mean.

use super::file::{Entry, File, Profile};
use super::syntax::{self, Item};

/// Reads everything, and tells everything that is wrong. Of a file that is no TOML, it reads nothing.
pub(crate) fn read(source: &str, file: &mut File) {
    match syntax::items(source) {
        Ok(items) => read_items(items, file),
        Err(wrongs) => wrongs.into_iter().for_each(|(line, message)| file.error(line, message)),
    }
}

fn read_items(items: Vec<Item>, file: &mut File) {
    // An unknown table is reported once, not for each of its keys.
    let mut told = std::collections::HashSet::new();
    for Item { line, mut path, value } in items {
        let error = match (path.as_slice(), value) {
            ([name], Some(text)) => {
                file.entries.push(Entry { name: name.clone(), text, line });
                continue;
            }
            ([root, ..], _) if root != "profile" => {
                let message = format!("there is no table `{root}`; a profile is a table `[profile.<name>]`");
                path.truncate(1);
                message
            }
            ([_, name], None) => {
                profile(name, file);
                continue;
            }
            ([_, name], Some(_)) => format!("`profile.{name}` is a table of settings, not a value"),
            ([_, name, setting], Some(text)) => {
                profile(name, file).push(Entry { name: setting.clone(), text, line });
                continue;
            }
            ([_, _, table, ..], _) => {
                let message = format!("a profile has no table `{table}`");
                path.truncate(3);
                message
            }
            // `[profile]` alone.
            _ => continue,
        };
        if told.insert(path) {
            file.error(line, error);
        }
    }
}

/// The entries of a profile, which begins here if it has not yet.
fn profile<'f>(name: &str, file: &'f mut File) -> &'f mut Vec<Entry> {
    let known = file.profiles.iter().position(|profile| profile.name == name);
    let at = known.unwrap_or(file.profiles.len());
    if known.is_none() {
        file.profiles.push(Profile { name: name.to_string(), entries: Vec::new() });
    }
    &mut file.profiles[at].entries
}
