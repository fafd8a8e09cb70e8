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

/// A choice as weights know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Where it is made: the name of a pick, or one that a user gave.
    pub site: &'static str,
    /// Whether it is an element of the list that has this name.
    pub is_element: bool,
    /// Whether a user gave the name: then arms without names count by their ranks.
    pub is_renamed: bool,
    /// The nearest pick around it, and what was picked.
    pub parent: Option<(&'static str, Branch)>,
    /// How many picks of the same site are around it.
    pub depth: u32,
}

impl At {
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
}

/// An open span.
#[derive(Clone, Copy, Debug)]
struct Frame {
    label: &'static str,
    governed: Governed,
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
}

impl NamedParts for Trail {
    fn name(&mut self, name: Option<&'static str>) {
        self.names.push(name.map_or(Name::Off, Name::Waiting));
    }

    fn unname(&mut self) {
        self.names.pop();
    }
}

impl Trail {
    /// A span begins.
    pub fn open(&mut self, label: &'static str) {
        let governed = match self.governed() {
            Governed::Own(pick) => Governed::Around(pick),
            outer => outer,
        };
        self.frames.push(Frame { label, governed });
    }

    /// A span ends.
    pub fn close(&mut self) {
        self.govern(Governed::Not);
        self.frames.pop();
    }

    /// A pick is to be made; `None` if it does not count.
    pub fn pick(&mut self, site: &'static str) -> Option<At> {
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

    /// A number is to be chosen; `None` if it does not count.
    pub fn number(&mut self) -> Option<At> {
        if self.names.contains(&Name::Off) {
            return None;
        }
        let level = self.frames.len() as u32;
        match *self.names.last()? {
            Name::Waiting(site) => {
                *self.names.last_mut()? = Name::Elements(site, level);
                Some(self.at(site, true, false))
            }
            Name::Elements(site, of) if of == level => Some(self.at(site, true, true)),
            _ => None,
        }
    }

    /// Whether a number that comes now is an element that counts.
    pub fn is_at_elements(&self) -> bool {
        matches!(self.names.last(), Some(Name::Elements(_, level)) if *level == self.frames.len() as u32)
            && !self.names.contains(&Name::Off)
    }

    fn at(&self, site: &'static str, is_renamed: bool, is_element: bool) -> At {
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
        Mark {
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
        self.names.truncate(to.names as usize);
        if let (Some(last), Some(name)) = (self.names.last_mut(), to.name) {
            *last = name;
        }
    }
}
