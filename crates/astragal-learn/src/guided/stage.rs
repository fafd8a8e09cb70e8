//! Runs a generator along a script that need not fit it.
//!
//! The generator's actual choices are written down as a script too; that one fits. Where parts are lazy, the condition
//! is called while they are read, so only the forced parts are written down.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::decided::Decided;
use super::prompt::{Prompt, ZEROS};
use super::script::Labels;
use astragal_core::support::{LAZY, catch};
use astragal_core::{Draw, OnDemand, Producer, Source};
use astragal_core::{LazyPart, LazyParts};

/// How many runs share a source, so that it need not be set up for each.
const RUNS: u32 = 1 << 10;
/// How many choices a source may make in all its runs.
const LIMIT: u64 = 1 << 20;

/// Reads a part of the script: the value itself, or one that is lazy.
struct Prompted {
    prompt: Rc<RefCell<Prompt>>,
    demand: Weak<OnDemand>,
    part: usize,
}

impl Producer for Prompted {
    #[inline]
    fn choose(&mut self, max: u64) -> Option<u64> {
        self.prompt.borrow_mut().choose(self.part, max)
    }

    #[inline]
    fn open(&mut self, label: &'static str) {
        self.prompt.borrow_mut().open(self.part, label);
    }

    #[inline]
    fn close(&mut self) {
        self.prompt.borrow_mut().close(self.part);
    }

    fn limit(&self) -> u64 {
        LIMIT
    }

    fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
        Some(self)
    }
}

impl LazyParts for Prompted {
    /// Functions are drawn at once: what they are asked for has no place in a script.
    fn lazy_part(&mut self, label: &'static str) -> LazyPart {
        let is_lazy = label == LAZY && self.prompt.borrow_mut().apart(self.part, label);
        let demand = if is_lazy { self.demand.upgrade() } else { None };
        demand.map_or(LazyPart::Now, LazyPart::OnDemand)
    }

    fn force(&mut self, part: u64) {
        self.part = part as usize + 1;
        self.prompt.borrow_mut().look(self.part);
    }
}

/// What came of a value whose parts are lazy.
pub(super) enum Asked<T> {
    /// The generator has no such value.
    Nothing,
    Rejected,
    /// It is valid, and all of it was forced.
    Whole(T),
    /// It is valid whatever its open parts are.
    Partial,
}

/// See the module.
pub(super) struct Stage {
    prompt: Rc<RefCell<Prompt>>,
    demand: Rc<OnDemand>,
    src: Source,
    runs: u32,
    decided: Decided,
}

impl Stage {
    pub(super) fn new() -> Stage {
        let prompt = Rc::new(RefCell::new(Prompt::default()));
        let shared = Rc::clone(&prompt);
        let demand = Rc::new_cyclic(|demand: &Weak<OnDemand>| {
            let demand = demand.clone();
            OnDemand::new(move || Box::new(Prompted { prompt: Rc::clone(&shared), demand: demand.clone(), part: 0 }))
        });
        Stage { src: source(&prompt, &demand), prompt, demand, runs: 0, decided: Decided::default() }
    }

    /// Whether there ever was a part that could be lazy. If so, values are [asked](Stage::ask) about.
    pub(super) fn has_lazy_parts(&self) -> bool {
        self.prompt.borrow().has_lazy_parts
    }

    /// Parts may be lazy, if there is a label for such parts.
    pub(super) fn expect_lazy_parts(&self) {
        let mut prompt = self.prompt.borrow_mut();
        prompt.has_lazy_parts |= prompt.labels.find(LAZY).is_some();
    }

    /// What the generator makes of a script, which becomes the script that fits. All parts are drawn at once.
    pub(super) fn run<G: Draw>(&mut self, generator: &G, script: &mut Vec<u32>) -> Option<G::Value> {
        let mut prompt = self.prompt.borrow_mut();
        prompt.swap(script);
        prompt.begin(false);
        drop(prompt);
        let drawn = generator.draw(&mut self.src);
        self.end_run(drawn.is_ok());
        let mut prompt = self.prompt.borrow_mut();
        prompt.made(script);
        drawn.ok().filter(|_| prompt.zeros < ZEROS)
    }

    /// Whether a condition would say of a script what it said before, since it forces the same parts. See
    /// [`ask`](Stage::ask).
    pub(super) fn is_decided(&mut self, script: &[u32], spare: &[u32]) -> bool {
        let mut prompt = self.prompt.borrow_mut();
        prompt.set(script, spare);
        prompt.begin(false);
        prompt.is_decided(&self.decided)
    }

    /// Asks a condition about what the generator makes of a script. Parts are drawn when it forces them, and the script
    /// becomes what it forced. Lazy parts that are open in the script are read from the spare part, if there is one.
    pub(super) fn ask<G: Draw>(
        &mut self,
        generator: &G,
        condition: impl FnOnce(&G::Value) -> bool,
        script: &mut Vec<u32>,
        spare: &[u32],
    ) -> Asked<G::Value> {
        let mut prompt = self.prompt.borrow_mut();
        prompt.set(script, spare);
        prompt.begin(true);
        drop(prompt);
        self.demand.begin();
        let asked = catch(|| {
            let value = generator.draw(&mut self.src).ok()?;
            let holds = catch(|| condition(&value)) == Ok(true);
            Some((value, holds))
        });
        let asked = asked.ok().flatten();
        self.end_run(asked.is_some());
        let mut prompt = self.prompt.borrow_mut();
        let is_partial = prompt.made(script);
        if prompt.zeros >= ZEROS {
            return Asked::Nothing;
        }
        prompt.decide(&mut self.decided);
        match asked {
            None => Asked::Nothing,
            Some((_, false)) => Asked::Rejected,
            Some(_) if is_partial => Asked::Partial,
            Some((value, true)) => Asked::Whole(value),
        }
    }

    fn end_run(&mut self, is_well: bool) {
        self.runs += 1;
        if !is_well || self.runs == RUNS {
            (self.src, self.runs) = (source(&self.prompt, &self.demand), 0);
        }
    }

    /// Works with the names of spans.
    pub(super) fn with_labels<R>(&self, work: impl FnOnce(&mut Labels) -> R) -> R {
        work(&mut self.prompt.borrow_mut().labels)
    }
}

/// A source for values.
fn source(prompt: &Rc<RefCell<Prompt>>, demand: &Rc<OnDemand>) -> Source {
    Source::produced_by(Prompted { prompt: Rc::clone(prompt), demand: Rc::downgrade(demand), part: 0 }, 0)
}
