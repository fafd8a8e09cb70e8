//! Where in a value a choice is made: which picks enclose it, and under which name it is counted.
//!
//! A span may have a pick that *governs* it: one that bears the name of the span, as that of a derived enum or of a `one_of!`
//! does. Everything in the span after that pick is within its branch. Learning from examples and drawing by what was
//! learned see the same questions in the same order, so both keep a trail and agree.

use super::NamedParts;
use crate::choices::governs;

/// What an arm without a name is called.
pub const UNNAMED: &str = "arm";

/// Which branch was taken, or which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// One with a name.
    Named(&'static str),
    /// A number, or the rank of an arm without a name.
    Number(u64),
}

/// The site of a number that is all of a value.
const TOP: &str = "value";
/// The spans of the library that say little of what is in them: paths go on around them.
const WRAPPERS: [&str; 18] = [
    "array", "bound", "duration", "entry", "heap", "lazy", "linked", "map", "option", "queue", "result", "set",
    "slice", "string", "tuple", "unique", "vec", "wide",
];
/// The most spans of a path.
const LONGEST_PATH: usize = 8;

/// A choice as weights know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At<'a> {
    /// Where it is made: the name of a pick, or one that a user gave; of a number without a name its [path](Trail::number).
    pub site: &'a str,
    /// Whether it is an element of the list that has this name.
    pub is_element: bool,
    /// Whether a user gave the name: then arms without names count by their ranks, and numbers are as strict as branches.
    pub is_renamed: bool,
    /// The nearest pick around it, and what was picked.
    pub parent: Option<(&'static str, Branch)>,
    /// How many picks of the same site are around it; around a number, how many of the site of the nearest pick are around that.
    pub depth: u32,
}

impl At<'_> {
    /// How a branch of a pick here is counted; `None` if it has no name.
    pub fn branch(&self, label: &'static str, rank: usize) -> Option<Branch> {
        match label {
            UNNAMED if self.is_renamed => Some(Branch::Number(rank as u64)),
            UNNAMED => None,
            name => Some(Branch::Named(name)),
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct Trail {
    frames: Vec<Frame>,
    /// All picks that govern, or did: a frame knows them by their place here.
    picks: Vec<(&'static str, Branch)>,
    /// How many picks of a site are under way.
    nested: Vec<(&'static str, u32)>,
    names: Vec<Name>,
    /// The path that was asked for last.
    path: String,
}

/// An open span.
#[derive(Clone, Copy, Debug)]
struct Frame {
    label: &'static str,
    governed: Governed,
    /// How many units it has so far.
    units: u32,
    /// Whether it begins with the length of a list.
    is_list: bool,
}

/// By which pick a part is governed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Governed {
    #[default]
    Not,
    /// By one of a span around it.
    Around(u32),
    /// By one of its own span.
    Own(u32),
}

/// A name that a user gave to a part, and how far the part has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// Its first choice is still to come.
    Waiting(&'static str),
    /// Its first choice was a number at this level: the numbers that follow there are elements.
    Elements(&'static str, u32),
    /// It has nothing more to count.
    Done,
    /// Nothing of it counts.
    Off,
}

/// A place to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    frames: u32,
    governed: Governed,
    names: u32,
    name: Option<Name>,
    units: u32,
    is_list: bool,
}

impl NamedParts for Trail {
    fn name(&mut self, name: Option<&'static str>) {
        self.names.push(name.map_or(Name::Off, Name::Waiting));
    }

    fn unname(&mut self) {
        self.names.pop();
    }

    fn expect_length(&mut self) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.units == 0) {
            frame.is_list = true;
        }
    }
}

impl Trail {
    /// A span begins.
    pub fn open(&mut self, label: &'static str) {
        let governed = match self.governed() {
            Governed::Own(pick) => Governed::Around(pick),
            outer => outer,
        };
        self.passed();
        self.frames.push(Frame { label, governed, units: 0, is_list: false });
    }

    /// A span ends.
    pub fn close(&mut self) {
        self.govern(Governed::Not);
        self.frames.pop();
    }

    /// A pick is to be made; `None` if it does not count.
    pub fn pick(&mut self, site: &'static str) -> Option<At<'static>> {
        if self.names.contains(&Name::Off) {
            return None;
        }
        match self.names.last().copied() {
            Some(Name::Waiting(name)) => {
                *self.names.last_mut()? = Name::Done;
                Some(self.at(name, true, false))
            }
            _ => Some(self.at(site, false, false)),
        }
    }

    /// The pick was made. What follows in its span is within its branch, if it governs it.
    pub fn picked(&mut self, span: &'static str, site: &'static str, branch: Branch) {
        let Some(frame) = self.frames.last() else { return };
        if governs(span, frame.label) {
            let known = self.picks.iter().position(|&pick| pick == (site, branch));
            let pick = known.unwrap_or_else(|| {
                self.picks.push((site, branch));
                self.picks.len() - 1
            });
            self.govern(Governed::Own(pick as u32));
        }
    }

    /// A unit of the innermost span was made, in whatever way.
    pub fn passed(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.units += 1;
        }
    }

    /// A number is to be chosen; `None` if it does not count.
    ///
    /// Without a name it counts by its path from the nearest part that is not one of the library's: `Person/0`, `Shape.Circle/1`,
    /// `Person/2/string`; of an element of a list, by that of the list.
    pub fn number(&mut self, is_length: bool) -> Option<At<'_>> {
        if is_length {
            self.expect_length();
        }
        let is_first = self.frames.last().is_none_or(|frame| frame.units == 0);
        let level = self.frames.len() as u32;
        let named = match self.names.last().copied() {
            Some(Name::Waiting(site)) => {
                *self.names.last_mut()? = Name::Elements(site, level);
                Some((site, false))
            }
            _ => self.elements_at().map(|site| (site, true)),
        };
        self.passed();
        if self.names.contains(&Name::Off) {
            return None;
        }
        if let Some((site, is_element)) = named {
            return Some(self.number_at(site, true, is_element));
        }
        self.write_path();
        let is_element = !is_first && self.frames.last().is_some_and(|frame| frame.is_list);
        Some(self.number_at(&self.path, false, is_element))
    }

    /// The elements of the list that is drawn now, if it is one and they count.
    pub fn elements(&mut self) -> Option<At<'_>> {
        if self.names.contains(&Name::Off) {
            return None;
        }
        if let Some(site) = self.elements_at() {
            return Some(self.number_at(site, true, true));
        }
        self.frames.last().filter(|frame| frame.is_list)?;
        self.write_path();
        Some(self.number_at(&self.path, false, true))
    }

    /// The name of the list of which numbers at this level are elements.
    fn elements_at(&self) -> Option<&'static str> {
        match self.names.last() {
            Some(&Name::Elements(site, level)) if level == self.frames.len() as u32 => Some(site),
            _ => None,
        }
    }

    fn number_at<'a>(&'a self, site: &'a str, is_renamed: bool, is_element: bool) -> At<'a> {
        let at = self.at(site, is_renamed, is_element);
        let around = |(site, _)| self.nested.iter().find(|(of, _)| *of == site).map_or(0, |&(_, depth)| depth);
        At { depth: at.parent.map_or(0, around).saturating_sub(1), ..at }
    }

    /// Writes the path of the number that was just counted as a unit.
    fn write_path(&mut self) {
        use std::fmt::Write;
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let first = self.frames.iter().rposition(|frame| !WRAPPERS.contains(&frame.label)).unwrap_or_default();
        let first = first.max(self.frames.len().saturating_sub(LONGEST_PATH));
        let frames = &self.frames[first..];
        for (nth, frame) in frames.iter().enumerate() {
            path.push_str(if nth > 0 { "/" } else { "" });
            path.push_str(frame.label);
            if let Governed::Own(pick) = frame.governed {
                _ = match self.picks[pick as usize].1 {
                    Branch::Named(name) => write!(path, ".{name}"),
                    Branch::Number(rank) => write!(path, ".{rank}"),
                };
            }
            _ = match frame.is_list {
                false => write!(path, "/{}", frame.units.saturating_sub(1)),
                true if nth + 1 < frames.len() => write!(path, "[]"),
                true => Ok(()),
            };
        }
        path.push_str(if frames.is_empty() { TOP } else { "" });
        self.path = path;
    }

    fn at<'a>(&self, site: &'a str, is_renamed: bool, is_element: bool) -> At<'a> {
        let parent = match self.governed() {
            Governed::Not => None,
            Governed::Around(pick) | Governed::Own(pick) => Some(self.picks[pick as usize]),
        };
        let depth = self.nested.iter().find(|(of, _)| *of == site).map_or(0, |&(_, depth)| depth);
        At { site, is_element, is_renamed, parent, depth }
    }

    fn governed(&self) -> Governed {
        self.frames.last().map_or(Governed::Not, |frame| frame.governed)
    }

    /// The innermost span is governed otherwise from now on.
    fn govern(&mut self, by: Governed) {
        let Some(frame) = self.frames.last_mut() else { return };
        let before = std::mem::replace(&mut frame.governed, by);
        if let Governed::Own(pick) = before {
            let site = self.picks[pick as usize].0;
            if let Some((_, depth)) = self.nested.iter_mut().find(|(of, _)| *of == site) {
                *depth -= 1;
            }
        }
        if let Governed::Own(pick) = by {
            let site = self.picks[pick as usize].0;
            match self.nested.iter_mut().find(|(of, _)| *of == site) {
                Some((_, depth)) => *depth += 1,
                None => self.nested.push((site, 1)),
            }
        }
    }

    pub(super) fn mark(&self) -> Mark {
        let innermost = self.frames.last();
        Mark {
            units: innermost.map_or(0, |frame| frame.units),
            is_list: innermost.is_some_and(|frame| frame.is_list),
            frames: self.frames.len() as u32,
            governed: self.governed(),
            names: self.names.len() as u32,
            name: self.names.last().copied(),
        }
    }

    pub(super) fn go_back(&mut self, to: Mark) {
        while self.frames.len() > to.frames as usize {
            self.close();
        }
        if self.governed() != to.governed {
            self.govern(to.governed);
        }
        if let Some(frame) = self.frames.last_mut() {
            (frame.units, frame.is_list) = (to.units, to.is_list);
        }
        self.names.truncate(to.names as usize);
        if let (Some(last), Some(name)) = (self.names.last_mut(), to.name) {
            *last = name;
        }
    }
}
