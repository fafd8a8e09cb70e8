//! What the choices of a case say without any label of the user: which branches were taken, how deep, and within which others.
//!
//! A pick that bears the name of its span *governs* it: all that follows in the span is within its branch. (`astragal-core` counts
//! in the same way when it learns weights from examples.)

use astragal_core::support::governs;
use astragal_core::{Choices, Label, Pick};

use super::hash::HashMapOfPlaces;
use super::json::Json;

/// At most this many branches are told apart in a run, so that its memory is bounded. Those after them are not counted.
const MOST_BRANCHES: usize = 4_096;
/// What is deeper than this counts as this deep.
const DEEPEST: u32 = 63;

/// Reads one case after the other, and keeps what it needs for the next.
#[derive(Debug, Default)]
pub(super) struct Picks {
    /// The branches of this run so far.
    branches: Vec<Branch>,
    /// Where the names of branches are in the program that runs.
    known: HashMapOfPlaces<Option<u32>>,
    sites: Vec<String>,
    /// How many picks of a site are around the place that is read.
    nested: Vec<u32>,
    /// The open spans.
    frames: Vec<Frame>,
    /// The picks so far, each with its depth, and those that are within another with that one.
    met: (Vec<u64>, Vec<u64>),
    /// Of the case that was read: a branch and a depth, how often; a branch and one within it, how often.
    pub(super) taken: Vec<(u64, u32)>,
    pub(super) pairs: Vec<(u64, u32)>,
    /// The deepest nesting of its spans.
    pub(super) depth: usize,
    /// How many elements its longest list has, if it has one.
    pub(super) length: Option<usize>,
}

/// A branch of a site.
#[derive(Debug)]
struct Branch {
    site: u32,
    name: String,
    /// Both names as they are written in the log.
    json: Vec<u8>,
}

/// An open span.
#[derive(Clone, Copy, Debug)]
struct Frame {
    span: usize,
    end: usize,
    /// The branch that all of it is in.
    within: Option<u32>,
    /// The site whose pick governs this very span.
    governs: Option<u32>,
}

impl Picks {
    /// Reads the choices of a case.
    pub(super) fn read(&mut self, choices: &Choices) {
        self.frames.clear();
        self.nested.fill(0);
        (self.depth, self.length) = (0, None);
        let mut picks = choices.picks().iter().peekable();
        for (index, span) in choices.spans().iter().enumerate() {
            let range = span.range();
            while let Some(pick) = picks.next_if(|pick| pick.at() < range.start) {
                self.pick(choices, pick);
            }
            self.close(range.start);
            let within = self.frames.last().and_then(|frame| frame.within);
            self.frames.push(Frame { span: index, end: range.end, within, governs: None });
            self.depth = self.depth.max(self.frames.len());
            if is_list(span.label().as_str()) {
                // The first unit is the length, perhaps less a minimum.
                self.length = self.length.max(Some(choices.units_of(index).count().saturating_sub(1)));
            }
        }
        picks.for_each(|pick| self.pick(choices, pick));
        count(&mut self.met.0, &mut self.taken);
        count(&mut self.met.1, &mut self.pairs);
    }

    /// Closes the spans that end before a choice.
    fn close(&mut self, at: usize) {
        while let Some(frame) = self.frames.pop_if_ended(at) {
            if let Some(site) = frame.governs {
                self.nested[site as usize] -= 1;
            }
        }
    }

    fn pick(&mut self, choices: &Choices, pick: &Pick) {
        self.close(pick.at());
        let Some(branch) = self.branch(&pick.site, &pick.branch) else { return };
        let site = self.branches[branch as usize].site;
        let depth = self.nested[site as usize].min(DEEPEST);
        self.met.0.push(u64::from(branch) << 32 | u64::from(depth));
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(around) = frame.within {
            self.met.1.push(u64::from(around) << 32 | u64::from(branch));
        }
        if governs(pick.site.as_str(), choices.spans()[frame.span].label().as_str()) {
            frame.within = Some(branch);
            if let Some(before) = frame.governs.replace(site) {
                self.nested[before as usize] -= 1;
            }
            self.nested[site as usize] += 1;
        }
    }

    /// The number of a branch; nothing if it has no name, or there are too many.
    fn branch(&mut self, site: &Label, name: &Label) -> Option<u32> {
        let place = |text: &str| (text.as_ptr() as usize, text.len());
        let places = site.as_static().zip(name.as_static()).map(|(site, name)| [place(site), place(name)]);
        if let Some(&known) = places.and_then(|places| self.known.get(&places)) {
            return known;
        }
        let number = self.branch_by_text(site.as_str(), name.as_str());
        if let Some(places) = places {
            self.known.insert(places, number);
        }
        number
    }

    fn branch_by_text(&mut self, site: &str, name: &str) -> Option<u32> {
        let is_known = |branch: &Branch| branch.name == name && self.sites[branch.site as usize] == site;
        if let Some(known) = self.branches.iter().position(is_known) {
            return Some(known as u32);
        }
        if self.branches.len() == MOST_BRANCHES || site.is_empty() {
            return None;
        }
        let number = self.branches.len() as u32;
        let site_number = self.sites.iter().position(|known| known == site).unwrap_or_else(|| {
            self.sites.push(site.into());
            self.nested.push(0);
            self.sites.len() - 1
        });
        let mut json = Json::default();
        json.string(site);
        json.string(name);
        self.branches.push(Branch { site: site_number as u32, name: name.into(), json: json.bytes().into() });
        Some(number)
    }

    /// Writes `[site, branch, depth, count]` for each.
    pub(super) fn write_taken(&self, json: &mut Json) {
        json.open(b'[');
        for &(key, count) in &self.taken {
            json.open(b'[');
            json.value(&self.branches[(key >> 32) as usize].json);
            json.integer(key & 0xFFFF_FFFF);
            json.integer(u64::from(count));
            json.close(b']');
        }
        json.close(b']');
    }

    /// Writes `[site, branch, site, branch, count]` for each: of the outer, and of the one within it.
    pub(super) fn write_pairs(&self, json: &mut Json) {
        json.open(b'[');
        for &(key, count) in &self.pairs {
            json.open(b'[');
            json.value(&self.branches[(key >> 32) as usize].json);
            json.value(&self.branches[(key & 0xFFFF_FFFF) as usize].json);
            json.integer(u64::from(count));
            json.close(b']');
        }
        json.close(b']');
    }

    /// The sites of this run, each with its branches that were taken.
    pub(super) fn seen(&self) -> impl Iterator<Item = (&str, &str)> {
        self.branches.iter().map(|branch| (&*self.sites[branch.site as usize], &*branch.name))
    }
}

/// Whether a span of this label is a list.
fn is_list(label: &str) -> bool {
    matches!(label, "vec" | "string" | "map" | "set" | "unique" | "queue" | "heap" | "slice" | "linked" | "repeat")
}

/// Counts equal keys together, in the order of the keys.
fn count(keys: &mut Vec<u64>, counted: &mut Vec<(u64, u32)>) {
    counted.clear();
    if keys.len() > 1 {
        keys.sort_unstable();
    }
    for &key in &*keys {
        match counted.last_mut() {
            Some((last, count)) if *last == key => *count += 1,
            _ => counted.push((key, 1)),
        }
    }
    keys.clear();
}

/// Takes the last frame if it has ended.
trait PopIfEnded {
    fn pop_if_ended(&mut self, at: usize) -> Option<Frame>;
}

impl PopIfEnded for Vec<Frame> {
    fn pop_if_ended(&mut self, at: usize) -> Option<Frame> {
        if self.last()?.end <= at { self.pop() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Picks {
        let mut picks = Picks::default();
        picks.read(&text.parse().unwrap());
        picks
    }

    fn written(write: impl FnOnce(&mut Json)) -> String {
        let mut json = Json::default();
        write(&mut json);
        String::from_utf8(json.bytes().into()).unwrap()
    }

    #[test]
    fn branches_are_counted_by_depth_and_by_the_branch_around_them() {
        let picks = read(
            "astragal choices 1\n\
             Expr {\n  Expr.Add 2 of 3\n  Expr {\n    Expr.Neg 1 of 3\n    Expr {\n      Expr.Val 0 of 3\n      7 of 9\n    }\n  }\n  \
             Expr {\n    Expr.Val 0 of 3\n    1 of 9\n  }\n}\n",
        );
        assert_eq!(
            written(|json| picks.write_taken(json)),
            r#"[["Expr","Add",0,1],["Expr","Neg",1,1],["Expr","Val",1,1],["Expr","Val",2,1]]"#
        );
        assert_eq!(
            written(|json| picks.write_pairs(json)),
            r#"[["Expr","Add","Expr","Neg",1],["Expr","Add","Expr","Val",1],["Expr","Neg","Expr","Val",1]]"#
        );
        assert_eq!((picks.depth, picks.length), (3, None));
    }

    #[test]
    fn the_longest_list_counts() {
        let picks = read(
            "astragal choices 1\nPair {\n  vec {\n    1 of 9\n    5 of 9\n  }\n  vec {\n    2 of 9\n    5 of 9\n    6 of 9\n  }\n}\n",
        );
        assert_eq!((picks.depth, picks.length), (2, Some(2)));
        assert_eq!(written(|json| picks.write_taken(json)), "[]");
    }
}
