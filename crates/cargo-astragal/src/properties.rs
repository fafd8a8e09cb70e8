//! The properties of test binaries, found by asking them. Nothing is checked.

use std::path::Path;
use std::time::Duration;

use astragal::protocol::{Asking, Binary, Description, Property};

use crate::cargo::TestBinary;
use crate::exit::{Code, Stop};

/// A property, and the binary that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its name, which tells it from all others of its binary.
    pub(crate) name: String,
    /// The test in which it was come to, if it was asked for by that.
    pub(crate) test: Option<String>,
    /// What it is.
    pub(crate) description: Description,
    /// Where it is.
    pub(crate) binary: TestBinary,
}

/// The properties whose names have one of these in them, in the order of the binaries; and what kept others from being found.
pub(crate) fn find(binaries: &[TestBinary], names: &[String]) -> (Vec<Found>, Vec<String>) {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for binary in binaries {
        if let Err(error) = find_in(binary, names, &mut all) {
            problems.push(format!("{}: {error}", binary.title()));
        }
    }
    (all, problems)
}

fn find_in(binary: &TestBinary, names: &[String], all: &mut Vec<Found>) -> Result<(), String> {
    let wanted = match (names.is_empty(), binary.tests()) {
        // It is not one of Rust's test harness, and may do anything.
        (_, None) => return Ok(()),
        (true, Some(tests)) if tests.is_empty() => return Ok(()),
        (true, Some(_)) => None,
        (false, Some(tests)) => {
            let tests: Vec<String> = tests
                .into_iter()
                .filter(|test| names.iter().any(|name| may_be(name, &binary.property(test))))
                .collect();
            if tests.is_empty() {
                return Ok(());
            }
            Some(tests)
        }
    };
    let mut asking = start(binary, wanted.iter().flatten(), None, None)?;
    while let Some(mut property) = asking.next_property().map_err(|error| error.to_string())? {
        let name = property.name().to_string();
        let is_wanted = names.is_empty() || names.iter().any(|part| name.contains(&**part));
        if is_wanted && !all.iter().any(|found| found.name == name && found.binary.program == binary.program) {
            let description = property.describe().map_err(|error| error.to_string())?;
            all.push(Found { name, test: description.test.clone(), description, binary: binary.clone() });
        }
    }
    Ok(())
}

/// Whether a name may be that of a property in a test. That of a `check` ends with a line, and may have a path within the test.
fn may_be(name: &str, property: &str) -> bool {
    let without_line = name.split([':', '#']).filter(|part| !part.is_empty() && part.parse::<u32>().is_err());
    let plain = without_line.collect::<Vec<_>>().join("::");
    property.contains(name) || property.contains(&plain) || plain.starts_with(property)
}

/// The one property of this name, or the only one that has it as a part of its name.
pub(crate) fn one(binaries: &[TestBinary], name: &str) -> Result<Found, Stop> {
    let (mut found, problems) = find(binaries, &[name.to_string()]);
    if let Some(exact) = found.iter().position(|property| property.name == name) {
        return Ok(found.swap_remove(exact));
    }
    match found.len() {
        1 => Ok(found.swap_remove(0)),
        0 => Err(match problems.first() {
            Some(problem) => Stop::system(format!("`{name}` could not be looked for: {problem}")),
            None => Stop::nothing(format!("no property has `{name}` in its name"))
                .hint("`cargo astragal list` names all properties"),
        }),
        _ => {
            let names: Vec<&str> = found.iter().map(|property| &*property.name).take(10).collect();
            let message = format!("{} properties have `{name}` in their name: {}", found.len(), names.join(", "));
            Err(Stop::new(Code::Usage, message).hint("name one of them"))
        }
    }
}

/// Starts a test binary, for these tests or all, in the folder of its package. An answer may take as long as the limit says.
pub(crate) fn start<'t>(
    binary: &TestBinary,
    tests: impl Iterator<Item = &'t String>,
    weights: Option<&Path>,
    limit: Option<Duration>,
) -> Result<Asking, String> {
    let mut program = Binary::new(&binary.program);
    for (name, value) in binary.environment() {
        program = program.env(name, value);
    }
    if let Some(weights) = weights {
        program = program.env("ASTRAGAL_WEIGHTS", weights);
    }
    if let Some(limit) = limit {
        program = program.reach(limit).patience(limit);
    }
    for test in tests {
        program = program.test(test);
    }
    // The client has no way to say where to start.
    std::env::set_current_dir(&binary.directory).map_err(|error| error.to_string())?;
    program.start().map_err(|error| error.to_string())
}

impl Found {
    /// Comes to this property in a new process, and asks something about it.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&mut Property<'_>) -> Result<T, String>) -> Result<T, String> {
        self.ask_by(None, question)
    }

    /// As [`ask`](Found::ask); what is drawn is drawn by the weights in a folder, if there is one.
    pub(crate) fn ask_by<T>(
        &self,
        weights: Option<&Path>,
        question: impl FnOnce(&mut Property<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut asking = start(&self.binary, self.test.iter(), weights, None)?;
        while let Some(mut property) = asking.next_property().map_err(|error| error.to_string())? {
            if property.name() == self.name {
                // What cannot be drawn by weights would be drawn without.
                if let (Some(_), Some(problem)) =
                    (weights, property.describe().map_err(|error| error.to_string())?.problem)
                {
                    return Err(problem);
                }
                return question(&mut property);
            }
        }
        Err(format!("the test binary no longer comes to `{}`", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_name_finds_its_test() {
        assert!(may_be("sorts", "k::lists::sorts"));
        assert!(may_be("k::lists::sorts", "k::lists::sorts"));
        assert!(may_be("k::lists::sorts:42", "k::lists::sorts"));
        assert!(may_be("k::lists::sorts::inner:42#2", "k::lists::sorts"));
        assert!(!may_be("other", "k::lists::sorts"));
    }
}
