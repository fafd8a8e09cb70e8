//! What the file of the weights of a property sets: how its branches are drawn, and the values of its parameters.

use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "learn")]
use astragal_core::ParseError;

use super::{Config, ConfigError, Key, Origin, Strategy, note};

/// The values of parameters that a file sets.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SetParameters {
    pub(crate) file: Option<Arc<Path>>,
    pub(crate) values: Vec<SetParameter>,
}

/// The value of a parameter, and its line in the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SetParameter {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) line: usize,
}

/// What a text of weights says: by what strategy branches are drawn, if any has a weight, and the values of parameters.
#[cfg(feature = "learn")]
fn parsed(text: &str) -> Result<(Option<Strategy>, Vec<SetParameter>), String> {
    use astragal_learn::Weights;
    let weights: Weights = text.parse().map_err(|error: ParseError| error.to_string())?;
    let set = |(name, value): (&str, f64)| SetParameter {
        name: name.into(),
        value,
        line: Weights::line_of_parameter(text, name).unwrap_or_default(),
    };
    let has_weights = weights.sites().next().is_some();
    Ok((has_weights.then(|| weights.to_strategy("weights")), weights.parameters().map(set).collect()))
}

#[cfg(not(feature = "learn"))]
fn parsed(_text: &str) -> Result<(Option<Strategy>, Vec<SetParameter>), String> {
    Err("to draw by weights, enable the feature `learn` of `astragal`".into())
}

/// A share by the weights, and the rest as usual.
fn mixed(weights: Strategy, share: f64) -> Strategy {
    const WHOLE: f64 = 1e6;
    let by_weights = (share * WHOLE).round() as u32;
    if by_weights >= WHOLE as u32 {
        return weights;
    }
    let name = weights.to_string();
    Strategy::mixed([(by_weights, weights), (WHOLE as u32 - by_weights, Strategy::usual())]).named(name)
}

impl Config {
    /// Draws by the weights in a file if there are any, unless a strategy was set; and by the values that it gives to parameters.
    pub(crate) fn draw_by_weights(&mut self, path: &Path, text: Result<Option<String>, String>) {
        let place = Origin::Weights(path.into());
        let (strategy, values) = match text.and_then(|text| text.map(|text| parsed(&text)).transpose()) {
            Ok(None) => return,
            Ok(Some(parsed)) => parsed,
            Err(message) => return note(&mut self.errors, ConfigError { message, place }),
        };
        self.parameters = SetParameters { file: Some(path.into()), values };
        match strategy {
            Some(strategy) if self.takes(Key::strategy, &place) => {
                self.values.strategy = mixed(strategy, self.values.weighted);
            }
            Some(_) => {
                let set = &self.origins[Key::strategy as usize];
                let message = format!("the weights are not used, because `strategy` is set ({set})");
                note(&mut self.warnings, ConfigError { message, place });
            }
            None => {}
        }
    }

    /// The values of parameters in the file of the weights.
    pub(crate) fn parameters(&self) -> &SetParameters {
        &self.parameters
    }
}
