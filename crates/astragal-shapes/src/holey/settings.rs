//! What is said of the trees of a holey generator, whatever they consist of.

use astragal_core::{Length, Place, Weighting};

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) nodes: Length,
    pub(super) is_exact: bool,
    pub(super) weighting: Weighting,
    pub(super) label_size: Option<u32>,
    pub(super) labels: Option<u64>,
    pub(super) place: Place,
    /// Where something was said that cannot be followed.
    pub(super) contradiction: Option<Place>,
}

impl Settings {
    pub(super) fn new(place: Place) -> Settings {
        Settings {
            nodes: Length::open(),
            is_exact: false,
            weighting: Weighting::equal(),
            label_size: None,
            labels: None,
            place,
            contradiction: None,
        }
    }

    /// Whether anything was said.
    pub(super) fn says_something(&self) -> bool {
        let says = |settings: &Settings| {
            let Settings { nodes, is_exact, weighting, label_size, labels, .. } = settings;
            (nodes.min, nodes.max, *is_exact, weighting.to_string(), *label_size, *labels)
        };
        says(self) != says(&Settings::new(self.place))
    }
}
