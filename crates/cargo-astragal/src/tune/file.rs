//! The file of the weights and parameters of a property: what is in it, and what a page wants in its place.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use astragal::learn::Weights;
use astragal::store::WeightsFile;
use serde_json::Value;

use crate::properties::Found;

/// A folder for weights that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("cargo-astragal-weights-{}-{number}", std::process::id())))
    }

    /// Puts weights of a property there.
    pub(crate) fn put(&self, property: &Found, weights: &Weights) -> Result<&Path, String> {
        WeightsFile::in_directory(&self.0, &property.description.name).write(&weights.to_string())?;
        Ok(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The file that the next run of a property follows.
fn file_of(property: &Found) -> Result<WeightsFile, String> {
    let description = &property.description;
    let setting = description.settings.iter().find(|setting| setting.name == "weights");
    match setting.map_or("beside", |setting| &*setting.value) {
        "beside" => Ok(WeightsFile::beside(&description.file, &description.manifest_dir, &description.name)),
        "off" => {
            let origin = setting.map(|setting| &*setting.origin).unwrap_or_default();
            Err(format!("no run would follow it: `weights` is `off` ({origin})"))
        }
        directory => {
            Ok(WeightsFile::in_directory(Path::new(&description.manifest_dir).join(directory), &description.name))
        }
    }
}

/// What the next run of a property follows: what was accepted so far.
pub(crate) fn accepted(property: &Found) -> Result<Weights, String> {
    let Ok(file) = file_of(property) else { return Ok(Weights::new()) };
    let place = file.path().map(|path| path.display().to_string()).unwrap_or_default();
    let text = file.read().map_err(|error| format!("{place}: {error}"))?;
    text.map_or(Ok(Weights::new()), |text| text.parse().map_err(|error| format!("{place}: {error}")))
}

/// Writes the file that the next run of a property follows, and says where it is.
pub(crate) fn accept(property: &Found, weights: &Weights) -> Result<String, String> {
    let file = file_of(property)?.write(&weights.to_string())?;
    Ok(file.display().to_string())
}

/// What a question wants to be drawn by, apart from what was accepted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    /// Weights, in place of the others.
    weights: Option<Weights>,
    /// Values of some parameters.
    pub(crate) parameters: Vec<(String, f64)>,
}

impl Wanted {
    /// What a question asks for.
    pub(crate) fn parse(question: &Value) -> Result<Wanted, String> {
        let weights = match &question["weights"] {
            Value::Null => None,
            Value::String(text) => {
                let weights: Weights = text.parse().map_err(|error| format!("`weights` cannot be read: {error}"))?;
                if weights.is_empty() {
                    return Err("`weights` is empty".into());
                }
                Some(weights)
            }
            _ => return Err("`weights` is not a text".into()),
        };
        let parameters = match &question["parameters"] {
            Value::Null => Vec::new(),
            Value::Object(parameters) => parameters
                .iter()
                .map(|(name, value)| value.as_f64().map(|value| (name.clone(), value)))
                .collect::<Option<_>>()
                .ok_or("each of `parameters` is a number")?,
            _ => return Err("`parameters` has a number for each name".into()),
        };
        Ok(Wanted { weights, parameters })
    }

    /// Whether it asks for nothing else than what was accepted.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Wanted::default()
    }

    /// These weights, or else those that were accepted; with the parameters that were accepted, unless it says otherwise.
    pub(crate) fn with(&self, weights: Option<&Weights>, accepted: &Weights) -> Weights {
        let mut made = weights.or(self.weights.as_ref()).unwrap_or(accepted).clone();
        let is_set = |name: &str| made.parameters().any(|(known, _)| known == name);
        let kept: Vec<(&str, f64)> = accepted.parameters().filter(|(name, _)| !is_set(name)).collect();
        let wanted = self.parameters.iter().map(|(name, value)| (&**name, *value));
        kept.into_iter().chain(wanted).for_each(|(name, value)| made.set_parameter(name, value));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn weights(text: &str) -> Weights {
        format!("astragal weights 1\n{text}").parse().unwrap()
    }

    #[test]
    fn nonsense_is_refused() {
        for wrong in [
            json!({"weights": ""}),
            json!({"weights": "a\0"}),
            json!({"weights": "astragal weights 1\n"}),
            json!({"weights": 3}),
            json!({"parameters": [1]}),
            json!({"parameters": {"depth": "3"}}),
        ] {
            assert!(Wanted::parse(&wrong).is_err(), "{wrong}");
        }
        assert!(Wanted::parse(&json!({"property": "p"})).unwrap().is_nothing());
    }

    #[test]
    fn what_was_accepted_stays_unless_it_is_replaced() {
        let accepted = weights("parameter depth = 3\nparameter width = 4\noption.None: 1\n");
        let wanted = |question: Value| Wanted::parse(&question).unwrap().with(None, &accepted);
        let moved = wanted(json!({"parameters": {"depth": 7.5}}));
        assert_eq!(moved, weights("parameter depth = 7.5\nparameter width = 4\noption.None: 1\n"));
        let tuned = wanted(json!({"weights": "astragal weights 1\noption.Some: 2\n"}));
        assert_eq!(tuned, weights("parameter depth = 3\nparameter width = 4\noption.Some: 2\n"));
    }
}
