//! Loads a config: the profile, the file, the environment.

use std::ffi::OsStr;

use astragal_core::__private::{sort_by, sort_by_key};
use astragal_settings::{LONGEST_ECHO, SETTINGS, nearest, shortened};

use super::file::{self, Entry, File};
use super::{Config, ConfigError, Origin, note};

/// The beginning of the name of every variable.
const PREFIX: &str = "ASTRAGAL_";

/// The beginning of the names of those variables that a child process gets.
const CHILD: &str = "ASTRAGAL_CHILD";

/// Names the profile.
const PROFILE: &str = "ASTRAGAL_PROFILE";

/// The built-in profiles, and what each says.
const PROFILES: [(&str, &[(&str, &str)]); 3] = [
    ("dev", &[]),
    ("ci", &[("color", "never"), ("shrink_time", "2m"), ("strict", "true")]),
    ("nightly", &[("cases", "100000"), ("time", "10m"), ("shrink_time", "10m"), ("shrink_evaluations", "200000")]),
];

impl Config {
    /// Reads the settings of a package from its profile, `astragal.toml` and the environment, given its directory
    /// (`env!("CARGO_MANIFEST_DIR")`).
    ///
    /// It never fails: see [`Config::errors`] for what was wrong. The file is read once for each process.
    pub fn load(manifest_dir: &str) -> Config {
        Config::load_with(manifest_dir, process_environment())
    }

    /// Like [`Config::load`], with these variables in place of those of the process.
    pub fn load_with(manifest_dir: &str, environment: impl IntoIterator<Item = (String, String)>) -> Config {
        let mut variables: Vec<_> =
            environment.into_iter().filter(|(name, value)| ours(name) && !value.is_empty()).collect();
        sort_by(&mut variables, |one, other| one.cmp(other));
        let mut config = Config::new();
        let file = file::find(manifest_dir);
        config.apply_profile(&variables, file.as_deref());
        config.apply_environment(&variables);
        config
    }

    /// Finds out which profile is in force, and applies it and the file.
    fn apply_profile(&mut self, variables: &[(String, String)], file: Option<&File>) {
        let named = variables.iter().find(|(name, _)| name == PROFILE).map(|(_, profile)| profile.trim());
        let in_ci = variables.iter().any(|(name, value)| name == "CI" && !matches!(value.as_str(), "false" | "0"));
        let profile = named.unwrap_or(if in_ci { "ci" } else { "dev" });
        let built_in = PROFILES.iter().find(|(name, _)| *name == profile);
        if let Some((name, values)) = built_in {
            for (setting, text) in *values {
                self.read(setting, text, Origin::Profile(name));
            }
        }
        let in_file = file.is_some_and(|file| self.apply_file(file, profile));
        if built_in.is_none() && !in_file {
            self.unknown_profile(profile, file);
        }
    }

    /// Applies what a file says; whether it has the profile.
    fn apply_file(&mut self, file: &File, profile: &str) -> bool {
        file.errors.iter().for_each(|error| note(&mut self.errors, error.clone()));
        self.warnings.extend(file.warnings.iter().cloned());
        self.apply_entries(file, &file.entries);
        for table in &file.profiles {
            if table.name == profile {
                self.apply_entries(file, &table.entries);
            } else {
                // The others are read as well, so that what is wrong in them is not found at night.
                let mut apart = Config::new();
                apart.apply_entries(file, &table.entries);
                apart.errors.into_iter().for_each(|error| note(&mut self.errors, error));
            }
        }
        sort_by_key(&mut self.errors, |error| match error.place {
            Origin::File { line, .. } => line,
            _ => 0,
        });
        file.profiles.iter().any(|table| table.name == profile)
    }

    fn apply_entries(&mut self, file: &File, entries: &[Entry]) {
        for entry in entries {
            let origin = Origin::File { path: file.path.clone(), line: entry.line };
            // TOML often has hyphens in its keys.
            let setting = astragal_settings::find(&entry.name.replace('-', "_"));
            self.set_from(setting.map_or(&entry.name, |setting| setting.name), &entry.text, origin);
        }
    }

    fn apply_environment(&mut self, variables: &[(String, String)]) {
        for (variable, text) in variables {
            let Some(rest) = variable.strip_prefix(PREFIX).filter(|_| variable != PROFILE) else { continue };
            let name = rest.to_ascii_lowercase();
            let place = Origin::Environment(variable.clone());
            // Names in other letters would work on some systems and not on others.
            let exact = rest.bytes().all(|byte| !byte.is_ascii_lowercase());
            if exact && self.read(&name, text, place.clone()) {
                continue;
            }
            if let Some(near) = nearest(&name, SETTINGS.iter().map(|setting| setting.name).chain(["profile"])) {
                let message = format!("no setting has this name; did you mean {PREFIX}{}?", near.to_ascii_uppercase());
                note(&mut self.errors, ConfigError { message, place });
            } else if !variable.starts_with(CHILD) {
                // What resembles none of ours may be meant for another program.
                let place = Origin::Environment(shortened(variable, LONGEST_ECHO));
                note(&mut self.warnings, ConfigError { message: "no setting has this name".into(), place });
            }
        }
    }

    fn unknown_profile(&mut self, profile: &str, file: Option<&File>) {
        let of_file = file.map_or(&[][..], |file| &file.profiles[..]).iter().map(|profile| profile.name.as_str());
        let mut known: Vec<&str> = PROFILES.iter().map(|(name, _)| *name).chain(of_file).collect();
        sort_by(&mut known, |one, other| one.cmp(other));
        known.dedup();
        let profile = shortened(profile, LONGEST_ECHO);
        let message = format!("there is no profile `{profile}`; there are: {}", known.join(", "));
        note(&mut self.errors, ConfigError { message, place: Origin::Environment(PROFILE.into()) });
    }
}

/// The variables of the process that may concern us.
fn process_environment() -> impl Iterator<Item = (String, String)> {
    let text = |text: &OsStr| text.to_string_lossy().into_owned();
    std::env::vars_os().map(move |(name, value)| (text(&name), text(&value))).filter(|(name, _)| ours(name))
}

fn ours(name: &str) -> bool {
    name == "CI" || name.starts_with(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_profiles_are_right() {
        for (profile, values) in PROFILES {
            let config = Config::load_with("/nowhere", [(PROFILE.to_string(), profile.to_string())]);
            assert_eq!(config.errors(), []);
            for (name, text) in values {
                let settings = config.settings();
                let setting = settings.iter().find(|setting| setting.name == *name).expect("a setting of that name");
                assert_eq!((setting.value.as_str(), &setting.origin), (*text, &Origin::Profile(profile)));
            }
        }
    }
}
