//! Counts the cases of a run, exactly, whatever is kept of them.

use super::case::{Collected, Metadata, RawLine, Status, shortened};
use super::covered::Covered;
use super::end::RunEnd;
use super::failing::Failing;
use super::names::Names;
use crate::model::Rejection;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// How many different values of a feature are counted apart.
const MOST_VALUES: usize = 64;

/// How many features and reasons are counted.
const MOST_NAMES: usize = 1_000;

/// What is known of the newest run of a property.
#[derive(Debug, Default)]
pub(crate) struct RunTally {
    pub(crate) end: Option<RunEnd>,
    /// Cases of the search that were seen, by status, each as often as its line says.
    pub(crate) by_status: [u64; 3],
    /// Cases of the search, as lines.
    pub(crate) lines: u64,
    pub(crate) repeats: u64,
    /// Different texts of accepted cases of the search, as hashes: 8 bytes each.
    pub(crate) texts: HashSet<u64>,
    /// Accepted cases of the search whose text was there before, each as often as its line says.
    pub(crate) duplicates: u64,
    /// Accepted cases of the search, as lines.
    pub(crate) accepted_lines: u64,
    /// Seconds that all lines together say they took.
    pub(crate) seconds: Option<f64>,
    pub(crate) rejections: BTreeMap<(String, String), u64>,
    /// Conditions: how often they held, and how often they did not.
    pub(crate) predicates: BTreeMap<String, (u64, u64)>,
    pub(crate) features: BTreeMap<String, FeatureTally>,
    /// Site and branch: in how many cases it was taken.
    pub(crate) taken: HashMap<(u32, u32), u64>,
    /// How often any branch of a site was taken.
    pub(crate) picks: HashMap<u32, u64>,
    /// Sizes of accepted cases that chance drew, and how many there are of each.
    pub(crate) sizes: BTreeMap<u64, u64>,
    pub(crate) sites: Names,
    pub(crate) branches: Names,
    pub(crate) phases: Names,
    pub(crate) reasons: Names,
    pub(crate) feature_names: Names,
    pub(crate) axes: HashMap<u32, [String; 2]>,
    pub(crate) covered: Covered,
    pub(crate) failing: Failing,
    /// Titles and contents of `info` and `alert` lines.
    pub(crate) remarks: Vec<Remark>,
    /// Whether the lines are Astragal's own.
    pub(crate) is_own: bool,
    /// Whether there were cases that no one has seen.
    pub(crate) is_sampled: bool,
}

/// An `info` or `alert` line.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(crate) is_alert: bool,
    pub(crate) title: String,
    pub(crate) content: String,
}

/// How often a feature had which value, in accepted cases of the search.
#[derive(Debug, Default)]
pub(crate) struct FeatureTally {
    pub(crate) cases: u64,
    pub(crate) values: BTreeMap<String, u64>,
    /// Whether there are values that are not in `values`.
    pub(crate) more: bool,
    /// Whether all values are numbers.
    pub(crate) is_numeric: bool,
    /// Whether it is an event without a value.
    pub(crate) is_event: bool,
}

impl RunTally {
    /// Counts a case of the search.
    pub(super) fn count(&mut self, line: &RawLine<'_>, status: Status, is_drawn: bool, represents: u64, text: u64) {
        let metadata = &line.metadata;
        if metadata.get("repeated").as_bool() == Some(true) {
            self.repeats += represents;
            return;
        }
        self.by_status[status as usize] += represents;
        self.lines += 1;
        self.count_predicates(metadata);
        if status == Status::Rejected {
            self.count_rejection(line, represents);
            return;
        }
        self.accepted_lines += 1;
        if !self.texts.insert(text) {
            self.duplicates += represents;
        }
        if let (Some(size), true) = (metadata.number("size"), is_drawn) {
            // Sizes beyond this are one: memory is bounded.
            *self.sizes.entry((size.max(0.0) as u64).min(1 << 16)).or_default() += represents;
        }
    }

    /// Counts a value of a feature in an accepted case of the search.
    pub(super) fn count_feature(&mut self, name: &str, value: &Collected, represents: u64) {
        if self.features.len() == MOST_NAMES && !self.features.contains_key(name) {
            return;
        }
        let tally = self.features.entry(name.to_string()).or_insert_with(|| FeatureTally {
            is_numeric: true,
            is_event: true,
            ..FeatureTally::default()
        });
        tally.cases += represents;
        tally.is_numeric &= matches!(value, Collected::Number(_));
        tally.is_event &= matches!(value, Collected::Present);
        let value = value.name();
        if let Some(count) = tally.values.get_mut(value.as_ref()) {
            *count += represents;
        } else if tally.values.len() < MOST_VALUES {
            tally.values.insert(value.into_owned(), represents);
        } else {
            tally.more = true;
        }
    }

    /// Hypothesis says of every condition how often it held.
    fn count_predicates(&mut self, metadata: &Metadata) {
        for (condition, counts) in metadata.get("predicates").as_object().into_iter().flatten() {
            if self.predicates.len() == MOST_NAMES && !self.predicates.contains_key(condition) {
                continue;
            }
            let count = |key: &str| counts[key].as_u64().unwrap_or(0);
            let entry = self.predicates.entry(condition.clone()).or_default();
            entry.0 += count("satisfied");
            entry.1 += count("unsatisfied");
        }
    }

    fn count_rejection(&mut self, line: &RawLine<'_>, represents: u64) {
        let rejected = line.metadata.get("rejected");
        let by = match rejected["by"].as_str() {
            Some(by) => shortened(by, 200),
            None if line.status_reason.is_empty() => "no reason given".into(),
            None => shortened(&line.status_reason, 200),
        };
        let place = rejected["place"].as_str().unwrap_or_else(|| line.metadata.text("status_reason_location"));
        let key = (by.into_owned(), shortened(place, 200).into_owned());
        if self.rejections.len() < MOST_NAMES || self.rejections.contains_key(&key) {
            *self.rejections.entry(key).or_default() += represents;
        }
    }

    /// Counts which branches a case took: site, branch, depth, count. Returns them by the numbers of their names.
    pub(super) fn picks(&mut self, line: &RawLine<'_>) -> Vec<[u32; 4]> {
        let mut found = Vec::new();
        for pick in line.metadata.list("picks") {
            let (Some(site), Some(branch)) = (pick[0].as_str(), pick[1].as_str()) else { continue };
            let number = |at: usize| pick[at].as_u64().map(|number| number.min(u64::from(u32::MAX)) as u32);
            let (site, branch) = (self.sites.number(site), self.branches.number(branch));
            found.push([site, branch, number(2).unwrap_or(0), number(3).unwrap_or(1)]);
        }
        found
    }

    /// Which branches a case took within which, by the numbers of their names.
    pub(super) fn pairs(&mut self, line: &RawLine<'_>) -> Vec<[u32; 5]> {
        let mut found = Vec::new();
        for pair in line.metadata.list("pairs") {
            let [Some(outer), Some(around), Some(site), Some(branch)] = [0, 1, 2, 3].map(|at| pair[at].as_str()) else {
                continue;
            };
            let count = pair[4].as_u64().unwrap_or(1).min(u64::from(u32::MAX)) as u32;
            let sites = [self.sites.number(outer), self.sites.number(site)];
            let branches = [self.branches.number(around), self.branches.number(branch)];
            found.push([sites[0], branches[0], sites[1], branches[1], count]);
        }
        found
    }

    /// Counts branches as taken by a case.
    pub(super) fn take(&mut self, picks: &[[u32; 4]], represents: u64) {
        let mut taken: Vec<(u32, u32)> = picks.iter().map(|pick| (pick[0], pick[1])).collect();
        taken.sort_unstable();
        taken.dedup();
        for [site, _, _, count] in picks {
            *self.picks.entry(*site).or_default() += u64::from(*count) * represents;
        }
        for branch in taken {
            *self.taken.entry(branch).or_default() += represents;
        }
    }

    /// Adds the time that a line says it took.
    pub(super) fn add_time(&mut self, times: Option<(f64, f64)>) {
        if let Some((generate, execute)) = times {
            *self.seconds.get_or_insert(0.0) += generate + execute;
        }
    }

    /// Keeps an `info` or `alert` line.
    pub(super) fn remark(&mut self, line: &RawLine<'_>) {
        let content = match &line.content {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        if self.remarks.len() < MOST_NAMES {
            let content = shortened(&content, 20_000).into_owned();
            self.remarks.push(Remark { is_alert: line.kind != "info", title: line.title.clone(), content });
        }
    }

    /// Why cases were rejected, most frequent first: from the end of the run, else from its lines.
    pub(crate) fn rejections(&self) -> Vec<Rejection> {
        let mut found: Vec<Rejection> = match &self.end {
            Some(end) if !end.rejections.is_empty() => end.rejections.clone(),
            _ => {
                let lines = self.rejections.iter();
                let one = |((by, place), count): (&(String, String), &u64)| Rejection {
                    by: by.clone(),
                    place: place.clone(),
                    count: *count,
                    passed: self.passed(by),
                };
                lines.map(one).collect()
            }
        };
        found.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (&a.by, &a.place).cmp(&(&b.by, &b.place))));
        found
    }

    /// How often the condition held that a reason names.
    fn passed(&self, reason: &str) -> Option<u64> {
        let condition = reason.strip_prefix("failed to satisfy ").unwrap_or(reason);
        self.predicates.get(condition).map(|(satisfied, _)| *satisfied)
    }
}
