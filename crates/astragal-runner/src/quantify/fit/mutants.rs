//! Mutants of a function: it has other results for finitely many small arguments.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::rc::Rc;

use astragal_core::__private::{NodeId, Reject, Shape, Sketch, Source, debug_text};
use astragal_core::support::write_changed;
use astragal_core::{Closed, Draw, Gen, ListKind, Listing, Measure, VecOf, vec_of};

use crate::config::Exhaustive;
use crate::quantify::search::Search;

/// Of each mutant at most this many candidates are looked at: most of them change nothing where there are few results.
const CANDIDATES: u64 = 200;

/// The function that is mutated.
pub(super) struct Original<A, B> {
    pub(super) name: String,
    pub(super) function: Box<dyn Fn(&A) -> B>,
}

/// What the mutants of a function share.
struct Shared<A, B> {
    original: Original<A, B>,
    /// The arguments that any mutant changes.
    arguments: Vec<A>,
    /// How many arguments there are, if they are few.
    total: Option<u128>,
}

/// The mutants of a function, smallest first.
pub(super) struct Mutants<A, B> {
    shared: Rc<Shared<A, B>>,
    pub(super) all: Vec<Mutant<A, B>>,
    /// Up to which size there are no others.
    pub(super) all_up_to: Option<usize>,
    /// Whether there are no others at all.
    pub(super) is_exhaustive: bool,
}

/// A function as a property is given it: another one, with other results for some arguments. See
/// [`Specification`](super::Specification).
///
/// It is shown as the code that it would be.
pub struct Mutant<A, B> {
    shared: Rc<Shared<A, B>>,
    /// Which of the arguments it changes, and what to.
    changes: Vec<(usize, B)>,
    /// Which of the arguments it was asked for, if that is to be known.
    asked: Option<RefCell<Vec<bool>>>,
}

impl<A, B> Mutants<A, B>
where
    A: PartialEq,
    B: PartialEq,
{
    #[track_caller]
    pub(super) fn of<G, H>(
        original: Original<A, B>,
        arguments: Rc<G>,
        results: Rc<H>,
        bound: Exhaustive,
    ) -> Mutants<A, B>
    where
        G: Closed<Value = A>,
        H: Closed<Value = B>,
    {
        let total = Listing::of(&arguments.space(), &Measure::tiers()).ok().and_then(|listing| listing.total());
        let list = vec_of((Rc::clone(&arguments), Rc::clone(&results)), ..);
        let (most, candidates) = match bound {
            Exhaustive::First(most) => (most, Exhaustive::First(most.saturating_add(1).saturating_mul(CANDIDATES))),
            bound => (u64::MAX, bound),
        };
        let mut search = Search::new(Changes { arguments, results, list }, candidates);
        let is_mutant = |changes: Vec<(A, B)>| {
            let is_new = |at: usize| changes[..at].iter().all(|(earlier, _)| *earlier != changes[at].0);
            !changes.is_empty()
                && (0..changes.len()).all(is_new)
                && changes.iter().all(|(argument, result)| (original.function)(argument) != *result)
        };
        let (mut known, mut all): (Vec<A>, Vec<Vec<(usize, B)>>) = (Vec::new(), Vec::new());
        while (all.len() as u64) < most {
            let Some(changes) = search.next_where(true, &is_mutant) else { break };
            let number = |(argument, result)| {
                let at = known.iter().position(|other| *other == argument).unwrap_or_else(|| {
                    known.push(argument);
                    known.len() - 1
                });
                (at, result)
            };
            all.push(changes.into_iter().map(number).collect());
        }
        let all_up_to = search.searched().all_up_to();
        let is_exhaustive = search.next_where(true, &is_mutant).is_none() && search.searched().is_all();
        let shared = Rc::new(Shared { original, arguments: known, total });
        let mutant = |changes| Mutant { shared: Rc::clone(&shared), changes, asked: None };
        Mutants { all: all.into_iter().map(mutant).collect(), shared, all_up_to, is_exhaustive }
    }
}

impl<A, B> Mutants<A, B> {
    /// The function itself, which takes down the arguments that it is asked for.
    pub(super) fn original(&self) -> Mutant<A, B> {
        let asked = RefCell::new(vec![false; self.shared.arguments.len()]);
        Mutant { shared: Rc::clone(&self.shared), changes: Vec::new(), asked: Some(asked) }
    }

    /// How many arguments any of them changes.
    pub(super) fn arguments(&self) -> usize {
        self.shared.arguments.len()
    }
}

impl<A: PartialEq, B: Clone> Mutant<A, B> {
    /// The result for an argument.
    pub fn call(&self, argument: &A) -> B {
        let arguments = &self.shared.arguments;
        if let Some(asked) = &self.asked {
            if let Some(at) = arguments.iter().position(|other| other == argument) {
                asked.borrow_mut()[at] = true;
            }
        }
        match self.changes.iter().find(|(at, _)| arguments[*at] == *argument) {
            Some((_, result)) => result.clone(),
            None => (self.shared.original.function)(argument),
        }
    }
}

impl<A, B> Mutant<A, B> {
    /// The arguments for which its result is another one, and these results.
    pub fn changes(&self) -> impl Iterator<Item = (&A, &B)> {
        self.changes.iter().map(|(at, result)| (&self.shared.arguments[*at], result))
    }

    /// The numbers of these arguments.
    pub(super) fn changed(&self) -> impl Iterator<Item = usize> {
        self.changes.iter().map(|(at, _)| *at)
    }

    /// The numbers of the arguments that it was asked for since it was last asked this.
    pub(super) fn take_asked(&self) -> Vec<usize> {
        let Some(asked) = &self.asked else { return Vec::new() };
        let mut asked = asked.borrow_mut();
        let numbers = (0..asked.len()).filter(|at| asked[*at]).collect();
        asked.fill(false);
        numbers
    }
}

impl<A, B: Clone> Clone for Mutant<A, B> {
    fn clone(&self) -> Mutant<A, B> {
        Mutant { shared: Rc::clone(&self.shared), changes: self.changes.clone(), asked: self.asked.clone() }
    }
}

impl<A: Debug, B: Debug> Debug for Mutant<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = self.changes().map(|(argument, result)| (debug_text(argument), debug_text(result)));
        let is_all = self.shared.total == Some(self.changes.len() as u128);
        let name = (!is_all).then_some(&*self.shared.original.name);
        write_changed::<A>(f, name, &cases.collect::<Vec<_>>())
    }
}

/// Finite maps from arguments to results. Enumerated ones have each argument once, which takes no comparison.
struct Changes<A, B> {
    arguments: Rc<A>,
    results: Rc<B>,
    list: VecOf<(Rc<A>, Rc<B>)>,
}

impl<A: Draw, B: Draw> Draw for Changes<A, B> {
    type Value = Vec<(A::Value, B::Value)>;

    fn draw(&self, src: &mut Source) -> Result<Self::Value, Reject> {
        self.list.draw(src)
    }

    fn describe(&self, sketch: &mut Sketch) -> NodeId {
        let parts = vec![self.arguments.describe(sketch), self.results.describe(sketch)];
        let element = sketch.add(Shape::Product(parts));
        sketch.add(Shape::List { kind: ListKind::Map, min: 0, max: usize::MAX, element })
    }
}

impl<A: Draw, B: Draw> Gen for Changes<A, B> {}

impl<A: Closed, B: Closed> Closed for Changes<A, B> {}
