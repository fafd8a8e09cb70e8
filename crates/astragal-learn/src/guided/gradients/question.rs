//! What a generator asks for after given choices: how many alternatives there are, and where it asks.

use std::cell::RefCell;
use std::rc::Rc;

use astragal_core::support::{At, Branch, Trail};
use astragal_core::{Draw, NamedParts, Producer, Source};

/// How many choices are made to get there, and after that.
const LIMIT: u64 = 1 << 20;

/// See the module.
pub(super) struct Question {
    /// Where it is asked, if it counts: its site, and all else.
    at: Option<(String, At<'static>)>,
    /// The largest number that can be chosen.
    pub(super) max: u64,
    /// The names of the branches by rank; none if it is not a pick.
    branches: Vec<&'static str>,
}

impl Question {
    /// The question after a prefix; `None` if the value is complete.
    pub(super) fn after<G: Draw>(prefix: &[u64], generator: &G) -> Option<Question> {
        let found = Rc::new(RefCell::new(None));
        let asked = Asked { prefix: prefix.to_vec(), at: 0, trail: Trail::default(), found: Rc::clone(&found) };
        // Whether there is a value after all does not matter.
        let _ = generator.draw(&mut Source::produced_by(asked, 0));
        found.take()
    }

    /// Where it is asked, if it counts.
    pub(super) fn at(&self) -> Option<At<'_>> {
        self.at.as_ref().map(|(site, at)| At { site, ..*at })
    }

    /// As which branch a number counts.
    pub(super) fn branch(&self, number: u64) -> Option<Branch> {
        match self.branches.get(number as usize) {
            Some(label) => self.at()?.branch(label, number as usize),
            None => Some(Branch::Number(number)),
        }
    }

    /// Whether chance would take a number: the weight of a branch may be zero.
    pub(super) fn may_take<'a, G: Draw>(&self, prefix: &[u64], generator: &'a G) -> impl Fn(u64) -> bool + use<'a, G> {
        let next = if self.branches.is_empty() { None } else { generator.choices_at(prefix).ok().flatten() };
        let branches = next.map_or_else(Vec::new, |next| next.branches);
        move |number| branches.get(number as usize).is_none_or(|&(_, chance)| chance > 0.0)
    }
}

/// A place without the trail that it is read off.
fn kept(at: At<'_>) -> (String, At<'static>) {
    let At { site, is_element, is_renamed, parent, depth } = at;
    (site.to_owned(), At { site: "", is_element, is_renamed, parent, depth })
}

/// Gives the choices of a prefix, and then zeros.
struct Asked {
    prefix: Vec<u64>,
    at: usize,
    trail: Trail,
    found: Rc<RefCell<Option<Question>>>,
}

impl Asked {
    /// The next choice, which is asked there and has these branches.
    fn answer(&mut self, at: Option<(String, At<'static>)>, max: u64, branches: &[&'static str]) -> u64 {
        if self.at == self.prefix.len() {
            *self.found.borrow_mut() = Some(Question { at, max, branches: branches.to_vec() });
        }
        self.at += 1;
        self.prefix.get(self.at - 1).map_or(0, |&number| number.min(max))
    }
}

impl Producer for Asked {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let at = self.trail.number(false).map(kept);
        Some(self.answer(at, max, &[]))
    }

    fn pick(&mut self, site: &'static str, branches: &[&'static str]) -> Option<u64> {
        let at = self.trail.pick(site);
        self.trail.passed();
        let chosen = self.answer(at.map(kept), branches.len() as u64 - 1, branches);
        let rank = chosen as usize;
        if let Some((at, branch)) = at.and_then(|at| at.branch(branches[rank], rank).map(|branch| (at, branch))) {
            self.trail.picked(site, at.site, branch);
        }
        Some(chosen)
    }

    fn open(&mut self, label: &'static str) {
        self.trail.open(label);
    }

    fn close(&mut self) {
        self.trail.close();
    }

    fn limit(&self) -> u64 {
        LIMIT
    }

    fn named_parts(&mut self) -> Option<&mut dyn NamedParts> {
        Some(&mut self.trail)
    }
}
