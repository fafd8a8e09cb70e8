//! The columns of the samples: what each line that was kept says, and how it is written as JSON.

use super::coverage::Coverage;
use serde::{Serialize, Serializer};

/// The lines that were kept, as columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Samples {
    /// How many there are.
    pub n: usize,
    /// 0 passed, 1 failed, 2 rejected.
    pub status: Vec<u8>,
    /// Indices into `phases`.
    pub phase: Vec<u32>,
    /// Names of phases.
    pub phases: Vec<String>,
    /// Indices into `texts`.
    pub text: Vec<u32>,
    /// The different texts.
    pub texts: Vec<String>,
    /// Indices into `reasons`.
    pub reason: Vec<u32>,
    /// Why cases failed or were rejected; the first is empty.
    pub reasons: Vec<String>,
    /// How many cases each sample represents; null if one each.
    #[serde(serialize_with = "optional_numbers")]
    pub weight: Option<Vec<f64>>,
    /// How long they took, if the log says so.
    pub time: Option<Times>,
    /// What was measured of them.
    pub features: Vec<Feature>,
    /// How often each took which branch.
    pub picks: Picks,
    /// How often each took which branch within which.
    pub pairs: Pairs,
    /// Which lines of code each ran, if the log says so.
    pub coverage: Option<Coverage>,
    /// The lines of the log, for the first samples and for failures.
    pub extra: Option<Vec<Option<String>>>,
}

/// Times in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// To generate each sample.
    #[serde(serialize_with = "numbers")]
    pub generate: Vec<f64>,
    /// To run the property on it.
    #[serde(serialize_with = "numbers")]
    pub execute: Vec<f64>,
}

/// Something that was measured of the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// `number`, `category`, `flag` or `pair`.
    pub kind: String,
    /// Whether it is measured without the user's help: size, depth, length.
    pub own: bool,
    /// What was measured, one for each sample.
    pub values: Values,
    /// The names of the categories, or of the two axes of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
}

/// The values of a feature; none where a sample has none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// Of a number.
    Numbers(#[serde(serialize_with = "sparse_numbers")] Vec<Option<f64>>),
    /// Of a category: indices into its names. Of a flag: 0 or 1.
    Indices(Vec<Option<u32>>),
    /// Of a pair.
    Pairs(Vec<Option<[f64; 2]>>),
}

/// Which branches were taken, as sparse rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Picks {
    /// Index of the site, index of the branch, depth.
    pub columns: Vec<[u32; 3]>,
    /// For each sample: column, count, column, count ..
    pub rows: Vec<Vec<u32>>,
}

/// Which branches were taken within which, as sparse rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairs {
    /// Site and branch of the outer pick, site and branch of the inner one, as indices.
    pub columns: Vec<[u32; 4]>,
    /// For each sample: column, count, column, count ..
    pub rows: Vec<Vec<u32>>,
}

/// Writes whole numbers without a fraction: shorter, and the same for the page.
fn number<S: Serializer>(value: f64, serializer: S) -> Result<S::Ok, S::Error> {
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    if is_whole { serializer.serialize_i64(value as i64) } else { serializer.serialize_f64(value) }
}

/// A number that is written short.
struct Short(f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(self.0, serializer)
    }
}

fn numbers<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| Short(*value)))
}

fn optional_numbers<S: Serializer>(values: &Option<Vec<f64>>, serializer: S) -> Result<S::Ok, S::Error> {
    match values {
        Some(values) => numbers(values, serializer),
        None => serializer.serialize_none(),
    }
}

fn sparse_numbers<S: Serializer>(values: &[Option<f64>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| value.map(Short)))
}
