//! One run along a path of the tree.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use crate::choices::Choice;
use crate::source::{LazyPart, LazyParts, OnDemand, Producer, Source};

/// How many choices one part may make where no price is set.
const LONGEST: u64 = 1 << 16;

/// The path of a run: what it was given, and what it asked for.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The choices so far. Before a run, those that it is given; after it, all that it made.
    pub(super) path: Vec<Choice>,
    /// How many choices of the path this run has made.
    made: usize,
    /// How much the choices of a path may cost.
    pub(super) limit: u64,
    /// What is left of that.
    pub(super) left: u64,
    /// Whether a choice was asked for that costs too much.
    pub(super) cut: bool,
    /// What the choice of a number costs.
    pub(super) price: Option<fn(u64) -> u64>,
    /// Whether some part was drawn on demand.
    pub(super) was_lazy: bool,
}

impl Walk {
    /// The next run begins: it is given the path.
    pub(super) fn begin(&mut self) {
        (self.made, self.left, self.cut) = (0, self.limit, false);
    }

    /// The choice that is asked for now. Beyond the limit it is zero, and leaves no trace.
    fn choose(&mut self, max: u64) -> u64 {
        let given = self.path.get(self.made).map_or(0, |choice| choice.value.min(max));
        if let Some(price) = self.price {
            let price = price(given);
            if self.cut || price > self.left {
                self.cut = true;
                return 0;
            }
            self.left -= price;
        }
        let choice = Choice { value: given, max };
        match self.path.get_mut(self.made) {
            Some(known) => *known = choice,
            None => self.path.push(choice),
        }
        self.made += 1;
        given
    }

    /// Forgets choices that this run was given and did not ask for: a generator that is not a function of its choices.
    pub(super) fn end(&mut self) {
        self.path.truncate(self.made);
    }

    /// These choices were made.
    pub(super) fn take(&mut self, path: &[Choice]) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.made = path.len();
    }

    /// As [`advance`](Walk::advance), where the sum of the numbers has a bound. Whether there is a next path, and whether
    /// there would have been another one beyond the bound.
    pub(super) fn advance_up_to(&mut self, from: usize, most: u128) -> (bool, bool) {
        let mut sum: u128 = self.path.iter().map(|choice| u128::from(choice.value)).sum();
        let mut is_cut = false;
        while self.path.len() > from {
            let last = self.path.len() - 1;
            let choice = &mut self.path[last];
            if choice.value < choice.max {
                if sum < most {
                    choice.value += 1;
                    return (true, is_cut);
                }
                is_cut = true;
            }
            sum -= u128::from(choice.value);
            self.path.pop();
        }
        (false, is_cut)
    }

    /// The next path: the last number that can be raised is, and what came after it is forgotten. Whether there is one.
    pub(super) fn advance(&mut self, from: usize) -> bool {
        while self.path.len() > from {
            let last = self.path.len() - 1;
            let choice = &mut self.path[last];
            if choice.value < choice.max {
                choice.value += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// A walk as producers share it.
#[derive(Clone, Default)]
pub(super) struct SharedWalk(Rc<RefCell<Walk>>);

impl SharedWalk {
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut Walk) -> R) -> R {
        work(&mut self.0.borrow_mut())
    }

    /// Runs something with a source that takes the path; lazy parts are drawn at once.
    pub(super) fn run<R>(&self, work: impl FnOnce(&mut Source) -> R) -> R {
        self.with(Walk::begin);
        let result = work(&mut Source::produced_by(Asked { walk: self.clone(), demand: Weak::new() }, 0).recording());
        self.with(Walk::end);
        result
    }

    /// Draws lazy parts on demand, each as the path goes on.
    pub(super) fn on_demand(&self) -> Rc<OnDemand> {
        let walk = self.clone();
        Rc::new_cyclic(|demand: &Weak<OnDemand>| {
            let demand = demand.clone();
            OnDemand::new(move || Box::new(Asked { walk: walk.clone(), demand: demand.clone() }))
        })
    }
}

/// Answers with what the path says.
struct Asked {
    walk: SharedWalk,
    demand: Weak<OnDemand>,
}

impl Producer for Asked {
    fn choose(&mut self, max: u64) -> Option<u64> {
        Some(self.walk.with(|walk| walk.choose(max)))
    }

    /// One more than a path may take, so that the walk itself sees the choice that is too many.
    fn limit(&self) -> u64 {
        self.walk.with(|walk| walk.price.map_or(LONGEST, |_| walk.limit.saturating_add(1)))
    }

    fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
        Some(self)
    }
}

impl LazyParts for Asked {
    fn lazy_part(&mut self, _label: &'static str) -> LazyPart {
        let Some(demand) = self.demand.upgrade() else { return LazyPart::Now };
        self.walk.with(|walk| walk.was_lazy = true);
        LazyPart::OnDemand(demand)
    }
}
