//! The description of a property, as data.

use std::path::Path;

use astragal_core::Outline;

use super::line::{Words, escaped, optional};
use crate::report::ParameterInForce;

/// A description of a property: where it is written, its arguments, and how it would be checked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Description {
    /// The path of its function.
    pub name: String,
    /// The test that checks it, as the test harness names it, if that is known.
    pub test: Option<String>,
    /// The file that it is in, as the compiler names it.
    pub file: String,
    /// Its first line.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// The package that it is in.
    pub package: String,
    /// The directory of the package.
    pub manifest_dir: String,
    /// Its doc comment; empty if it has none.
    pub doc: String,
    /// Its arguments. A property that draws while it runs has none.
    pub arguments: Vec<String>,
    /// The type of each argument, as it is written in the source.
    pub types: Vec<String>,
    /// The generator of each argument, as it is written in its `#[from(..)]`; empty if it is the usual one of its type.
    pub generators: Vec<String>,
    /// The space of its arguments; `None` for a property that draws while it runs.
    pub shape: Option<Outline>,
    /// Whether its cases can be enumerated from their shape, which has no opaque parts then.
    pub is_closed: bool,
    /// How many cases there are at most, where that is easily seen.
    pub most_cases: Option<u64>,
    /// How many explicit examples it has.
    pub examples: usize,
    /// The settings in force.
    pub settings: Vec<SettingInForce>,
    /// The parameters that its generators have declared so far: while they were described, and while cases were drawn.
    pub parameters: Vec<ParameterInForce>,
    /// Why it would not be checked, if its settings are wrong.
    pub problem: Option<String>,
}

/// A setting in force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SettingInForce {
    /// Its name.
    pub name: String,
    /// Its value, as it would be written in the environment.
    pub value: String,
    /// Where it was set: `default`, `the test`, a profile, a line of a file, or a variable.
    pub origin: String,
}

impl Description {
    pub(super) fn words(&self) -> String {
        let number = |number: u64| number.to_string();
        let text = |text: &str| escaped(text);
        let mut words = vec![
            text(&self.name),
            text(self.test.as_deref().unwrap_or_default()),
            text(&self.file),
            number(self.first_line.into()),
            number(self.last_line.into()),
            text(&self.package),
            text(&self.manifest_dir),
            text(&self.shape.as_ref().map(ToString::to_string).unwrap_or_default()),
            self.is_closed.to_string(),
            optional(self.most_cases),
            self.examples.to_string(),
            text(self.problem.as_deref().unwrap_or_default()),
            text(&self.doc),
        ];
        for texts in [&self.arguments, &self.types, &self.generators] {
            words.push(texts.len().to_string());
            words.extend(texts.iter().map(|argument| text(argument)));
        }
        words.push(self.settings.len().to_string());
        for setting in &self.settings {
            words.extend([text(&setting.name), text(&setting.value), text(&setting.origin)]);
        }
        words.push(self.parameters.len().to_string());
        words.extend(self.parameters.iter().map(words_of_parameter));
        words.join("\t")
    }

    pub(super) fn parse(words: &mut Words<'_>) -> Option<Description> {
        Some(Description {
            name: words.text()?,
            test: words.optional_text()?,
            file: words.text()?,
            first_line: words.parse()?,
            last_line: words.parse()?,
            package: words.text()?,
            manifest_dir: words.text()?,
            shape: match words.optional_text()? {
                Some(shape) => Some(shape.parse().ok()?),
                None => None,
            },
            is_closed: words.parse()?,
            most_cases: words.optional()?,
            examples: words.parse()?,
            problem: words.optional_text()?,
            doc: words.text()?,
            arguments: words.list(Words::text)?,
            types: words.list(Words::text)?,
            generators: words.list(Words::text)?,
            settings: words.list(|words| {
                Some(SettingInForce { name: words.text()?, value: words.text()?, origin: words.text()? })
            })?,
            parameters: words.list(parse_parameter)?,
        })
    }
}

/// A parameter as words.
pub(super) fn words_of_parameter(parameter: &ParameterInForce) -> String {
    let ParameterInForce { name, value, min, max, default, is_whole, set_in } = parameter;
    let set_in = set_in.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
    format!("{}\t{value}\t{min}\t{max}\t{default}\t{is_whole}\t{}", escaped(name), escaped(&set_in))
}

pub(super) fn parse_parameter(words: &mut Words<'_>) -> Option<ParameterInForce> {
    Some(ParameterInForce {
        name: words.text()?,
        value: words.parse()?,
        min: words.parse()?,
        max: words.parse()?,
        default: words.parse()?,
        is_whole: words.parse()?,
        set_in: words.optional_text()?.map(|file| Path::new(&file).into()),
    })
}
