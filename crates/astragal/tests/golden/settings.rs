//! The documentation of the settings says what their table says.

use std::fs;
use std::path::Path;

use astragal::config::Config;
use astragal_settings::{SETTINGS, literal};

/// The rows of the table, as the documentation has them.
fn table() -> Vec<String> {
    let row = |setting: &astragal_settings::Setting| {
        let (name, default) = (setting.name, literal(setting.default));
        format!("`{name}` | {} | {} | `{default}`", setting.summary(), setting.takes_literals())
    };
    let head = ["Setting | Meaning | Takes | Default", "---|---|---|---"].map(String::from);
    head.into_iter().chain(SETTINGS.iter().map(row)).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).expect("a file of the workspace")
}

#[test]
fn the_documented_tables_are_the_table() {
    for (path, comment) in
        [("crates/astragal-runner/src/config/mod.rs", "//! "), ("crates/astragal-macros/src/property/property.md", "")]
    {
        let expected: String = table().iter().map(|line| format!("{comment}{line}\n")).collect();
        let source = read(path);
        let rows = source.lines().skip_while(|line| *line != format!("{comment}{}", table()[0]));
        let found: String = rows
            .take_while(|line| line.contains(" | ") || line.contains("---|"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(found == expected, "{path} should say:\n\n{expected}");
    }
}

#[test]
fn every_documented_variable_is_a_setting() {
    let mut checked = 0;
    for path in [
        "README.md",
        "crates/astragal/src/lib.rs",
        "crates/astragal-runner/src/config/mod.rs",
        "crates/astragal-macros/src/property/property.md",
    ] {
        for said in read(path).split("ASTRAGAL_").skip(1) {
            let Some((name, rest)) = said.split_once('=').filter(|(name, _)| !name.contains(['`', ' ', '\n'])) else {
                continue;
            };
            let value = rest.split(['`', ' ', '"', ',', '\n']).next().unwrap_or_default();
            let variable = (format!("ASTRAGAL_{name}"), value.to_string());
            let config = Config::load_with("/nowhere", [variable]);
            assert_eq!((config.errors(), config.warnings()), (Vec::new(), Vec::new()), "{path}: {name}={value}");
            checked += 1;
        }
    }
    assert!(checked >= 8, "{checked}");
}
