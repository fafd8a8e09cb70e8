//! The name of a property: as it is read, and as `cargo test` knows it.

use super::escape;
use crate::report::{Report, SourceCode};

/// What is known about a property's name.
pub(super) enum Name<'a> {
    /// A test, by the path under which `cargo test` finds it.
    Test(&'a str),
    /// A place in the source.
    Place(&'a str),
    /// A name that was given.
    Given(&'a str),
}

impl Name<'_> {
    pub(super) fn of(report: &Report) -> Name<'_> {
        let property = &*report.property;
        match property.split_once("::") {
            // The path begins with the name of the crate, of which `cargo test` knows nothing.
            Some((_, path)) if is_path(property) && !path.is_empty() => Name::Test(path),
            _ if property.contains(".rs:") => Name::Place(property),
            _ => Name::Given(property),
        }
    }

    /// The subject of a sentence.
    pub(super) fn subject(&self) -> String {
        match self {
            Name::Test(path) => format!("property `{path}`"),
            Name::Place(place) => format!("the property at {}", escape::escape(place)),
            Name::Given("the property") => "the property".into(),
            Name::Given(name) => format!("property `{}`", escape::escape(name)),
        }
    }
}

/// What runs a property alone.
pub(super) fn command(report: &Report) -> String {
    let package = report.source.as_ref().map_or_else(String::new, SourceCode::package_option);
    match (report.test.as_deref().filter(|test| is_path(test)), Name::of(report)) {
        (Some(path), _) | (None, Name::Test(path)) => format!("cargo test {package}{path} -- --exact"),
        (None, Name::Place(_) | Name::Given(_)) => format!("cargo test {package}").trim_end().into(),
    }
}

fn is_path(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':')
}
