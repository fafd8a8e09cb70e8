//! What was learned: how often each branch of each site was taken and each number chosen, in which context; and the values of parameters.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::chances::{Chances, How};
use super::tuned::Context;
use astragal_core::support::{Adviser, At, Branch, LABEL_LIMIT, UNNAMED};
use astragal_core::{Choices, Label, PickInContext, Strategy};

/// Depths from here on count as one.
const DEEP: u32 = 16;
/// No count is more than this, so that sums are exact.
pub(super) const MOST: f64 = 1e15;

/// How often a branch that was never seen counts where weights are a strategy: enough to remain possible.
const POSSIBLE: f64 = 0.1;

/// How often branches are taken: by site, and by the context in which the choice is made.
///
/// It is a value and a text, which a person reads and diffs: `to_string()` writes it, `parse()` reads it. A site is the name of a
/// pick (of a type, of a [`one_of!`](astragal_core::one_of)) or of what is [`counted_as`](super::Tuning::counted_as) something, or the path of a
/// number: `"Person/0"`, `"Shape.Circle/1"`, `"Person/2/string[]"`. A branch is a name or a number: choices, which are in the order of
/// simplicity (so `a` is 0). What is said of a context counts for the site too. Beside a test, it is also where the values of
/// [parameters](Weights::set_parameter) are kept.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::learn::Weights;
///
/// let options = any::<Vec<Option<bool>>>().like(&[vec![None, Some(true), None]])?;
/// let text = options.weights().to_string();
/// assert_eq!(text, "astragal weights 1\n\
///                   option.None at the top, depth 0: 2\n\
///                   option.Some at the top, depth 0: 1\n\
///                   vec.3 at the top, depth 0: 1\n\
///                   \"vec[]/option.Some/1\".1 in option.Some, depth 0: 1\n");
/// let weights: Weights = text.parse().unwrap();
/// assert_eq!(weights.count("option", "None"), 2.0);
/// let again = any::<Vec<Option<bool>>>().tuned(&weights);
/// # let _ = again.sample(1);
/// # Ok::<(), astragal::backwards::Mismatch>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    counts: BTreeMap<Key, f64>,
    /// The value of each parameter that has one.
    pub(super) parameters: BTreeMap<Label, f64>,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) site: Label,
    pub(super) within: Option<Within>,
    pub(super) branch: Taken,
}

/// The context of a choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Within {
    /// The nearest pick around it and its branch; `None` if there is none.
    pub(super) parent: Option<(Label, Taken)>,
    /// How many picks of the same site are around it, if that is known.
    pub(super) depth: Option<u32>,
}

/// A branch, or a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Taken {
    Number(u64),
    Named(Label),
}

impl From<Branch> for Taken {
    fn from(branch: Branch) -> Taken {
        match branch {
            Branch::Named(name) => Taken::Named(name.into()),
            Branch::Number(number) => Taken::Number(number),
        }
    }
}

impl Taken {
    /// A branch as a user writes it: digits are a number.
    fn written(text: &str) -> Taken {
        text.parse().map_or_else(|_| Taken::Named(text.to_owned().into()), Taken::Number)
    }

    pub(super) fn is(&self, branch: Branch) -> bool {
        match (self, branch) {
            (Taken::Number(number), Branch::Number(other)) => *number == other,
            (Taken::Named(name), Branch::Named(other)) => name.as_str() == other,
            _ => false,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Taken::Number(number) => number.to_string(),
            Taken::Named(name) => name.as_str().to_owned(),
        }
    }
}

impl Weights {
    /// Nothing is known.
    pub fn new() -> Weights {
        Weights::default()
    }

    /// Whether nothing is known, and no parameter has a value.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty() && self.parameters.is_empty()
    }

    /// How often a branch was taken at a site, whatever the context. A number is a branch too: `count("digit", "7")`.
    pub fn count(&self, site: &str, branch: &str) -> f64 {
        let branch = Taken::written(branch);
        let of = |(key, count): (&Key, &f64)| (key.site.as_str() == site && key.branch == branch).then_some(*count);
        self.counts.iter().filter_map(of).sum()
    }

    /// Counts a branch at a site, whatever the context: once more, or as often as is said. (A count that is not a number, or less
    /// than zero, is none.)
    ///
    /// ```
    /// let mut weights = astragal::learn::Weights::new();
    /// weights.add("coin", "heads", 2.0);
    /// weights.add("coin", "tails", 1.0);
    /// assert_eq!(weights.to_string(), "astragal weights 1\ncoin.heads: 2\ncoin.tails: 1\n");
    /// ```
    pub fn add(&mut self, site: &str, branch: &str, count: f64) {
        self.put(Key { site: site.to_owned().into(), within: None, branch: Taken::written(branch) }, count);
    }

    /// Counts the named picks of some cases, each case as often as is said: what a run recorded, or a share of it.
    ///
    /// ```
    /// use astragal::learn::Weights;
    /// use astragal::prelude::*;
    ///
    /// let cases: Vec<_> = (0..100).map(|seed| any::<Option<u8>>().record(seed).unwrap()).collect();
    /// let wanted = |value: &Option<u8>| if value.is_none() { 3.0 } else { 1.0 };
    /// let weights = Weights::of_cases(cases.iter().map(|(value, choices)| (choices, wanted(value))));
    /// let nones = cases.iter().filter(|(value, _)| value.is_none()).count();
    /// assert_eq!(weights.count("option", "None"), 3.0 * nones as f64);
    /// ```
    pub fn of_cases<'c>(cases: impl IntoIterator<Item = (&'c Choices, f64)>) -> Weights {
        let mut weights = Weights::new();
        for (choices, count) in cases {
            for PickInContext { pick, parent, depth } in choices.picks_in_context() {
                if pick.branch.as_str() == UNNAMED {
                    continue;
                }
                let named = |label: &Label| Taken::Named(label.clone());
                let parent = parent.map(|around| (around.site.clone(), named(&around.branch)));
                let within = Within { parent, depth: Some(depth.min(DEEP)) };
                weights.put(Key { site: pick.site.clone(), within: Some(within), branch: named(&pick.branch) }, count);
            }
        }
        weights
    }

    /// A strategy that draws by these weights in their contexts. Branches that they do not know remain possible.
    ///
    /// ```
    /// use astragal::learn::Weights;
    /// use astragal::prelude::*;
    ///
    /// let weights: Weights = "astragal weights 1\noption.None: 1\noption.Some: 99\n".parse()?;
    /// let mostly = any::<Option<u8>>().by(weights.to_strategy("tuned"));
    /// assert!((0..100).filter(|&seed| mostly.sample(seed).is_some()).count() > 90);
    /// # Ok::<(), astragal::choices::ParseError>(())
    /// ```
    pub fn to_strategy(&self, name: impl Into<Cow<'static, str>>) -> Strategy {
        Strategy::advised(name, self.to_adviser())
    }

    /// Draws by these weights in their contexts. Branches that they do not know remain possible.
    pub(crate) fn to_adviser(&self) -> Arc<dyn Adviser> {
        let how = How { context: Context::Depth, is_inverted: false, extra: POSSIBLE };
        Arc::new(Chances::new(self, how))
    }

    /// Gives a parameter a value, which a property that has these weights beside it then draws by: see `astragal::learn::parameter`. (A
    /// value that is not finite is none.)
    ///
    /// ```
    /// let mut weights = astragal::learn::Weights::new();
    /// weights.set_parameter("depth", 7.0);
    /// assert_eq!(weights.to_string(), "astragal weights 1\nparameter depth = 7\n");
    /// ```
    pub fn set_parameter(&mut self, name: &str, value: f64) {
        if name.len() <= LABEL_LIMIT && value.is_finite() {
            self.parameters.insert(name.to_owned().into(), value);
        }
    }

    /// The parameters that have a value, in order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, f64)> {
        self.parameters.iter().map(|(name, &value)| (name.as_str(), value))
    }

    /// Adds other learned weights. A parameter has the value that the others give it.
    ///
    /// ```
    /// let mut weights: astragal::learn::Weights = "astragal weights 1\ncoin.heads: 2\n".parse().unwrap();
    /// weights.merge(&weights.clone());
    /// assert_eq!(weights.count("coin", "heads"), 4.0);
    /// ```
    pub fn merge(&mut self, other: &Weights) {
        for (key, count) in &other.counts {
            self.put(key.clone(), *count);
        }
        self.parameters.extend(other.parameters.iter().map(|(name, value)| (name.clone(), *value)));
    }

    /// The sites of which something is known, each once, in order.
    pub fn sites(&self) -> impl Iterator<Item = &str> {
        let mut last = None;
        self.counts.keys().map(|key| key.site.as_str()).filter(move |&site| last.replace(site) != Some(site))
    }

    /// Counts a choice in its context.
    pub(crate) fn note(&mut self, at: &At<'_>, branch: Branch, count: f64) {
        let parent = at.parent.map(|(site, branch)| (site.into(), branch.into()));
        let within = Within { parent, depth: Some(at.depth.min(DEEP)) };
        self.put(Key { site: site_of(at), within: Some(within), branch: branch.into() }, count);
    }

    /// Remembers branches that are never taken, so that they appear in the weights.
    pub(super) fn know(&mut self, branches: &[(At<'_>, Branch)]) {
        let taken: BTreeSet<(Label, Taken)> =
            self.counts.keys().map(|key| (key.site.clone(), key.branch.clone())).collect();
        for (at, branch) in branches {
            let (site, branch) = (site_of(at), Taken::from(*branch));
            if !taken.contains(&(site.clone(), branch.clone())) {
                self.put(Key { site, within: None, branch }, 0.0);
            }
        }
    }

    pub(super) fn put(&mut self, key: Key, count: f64) {
        let fits = |name: &Label| name.as_str().len() <= LABEL_LIMIT;
        let taken_fits = |taken: &Taken| !matches!(taken, Taken::Named(name) if !fits(name));
        let parent = key.within.as_ref().and_then(|within| within.parent.as_ref());
        let is_writable =
            fits(&key.site) && taken_fits(&key.branch) && parent.is_none_or(|(site, of)| fits(site) && taken_fits(of));
        if is_writable && (0.0..=MOST).contains(&count) {
            let known = self.counts.entry(key).or_default();
            *known = (*known + count).min(MOST);
        }
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (&Key, f64)> {
        self.counts.iter().map(|(key, &count)| (key, count))
    }
}

/// The name of the site of a choice. The elements of a list have one of their own.
fn site_of(at: &At<'_>) -> Label {
    if at.is_element { format!("{}[]", at.site).into() } else { at.site.to_owned().into() }
}

/// The depth as it is counted.
pub(super) fn depth_of(at: &At<'_>) -> u32 {
    at.depth.min(DEEP)
}
