//! A property of a function, and the cases by which it is judged.

use std::fmt::Debug;

use astragal_core::__private::debug_text;
use astragal_core::{Choices, Closed, Reason};

use super::Unsatisfied;
use super::mutants::{Mutant, Mutants};
use crate::config::Exhaustive;
use crate::evaluate::{Ended, Evaluator, Input, Local};
use crate::property::{Drawing, Outcome, Shown};
use crate::quantify::Searched;
use crate::quantify::search::{List, misused};
use crate::report::Problem;

/// A property of functions.
pub(super) trait Property<A, B> {
    fn name(&self) -> &str;

    /// Runs it on the function itself. It must hold.
    fn cases(&self, mutants: &Mutants<A, B>, bound: Exhaustive) -> Result<Cases, Unsatisfied>;

    /// Whether it fails for a mutant in one of the cases.
    fn kills(&self, mutant: &Mutant<A, B>, cases: &Cases) -> bool;
}

/// The cases of a property that ask for an argument which any mutant changes.
pub(super) struct Cases {
    /// What was enumerated to find them.
    pub(super) searched: Searched,
    choices: Vec<Choices>,
    /// Which of them ask for which argument, in order.
    asking: Vec<Vec<u32>>,
}

/// A property for all values of a generator.
pub(super) struct Quantified<G, P> {
    pub(super) name: String,
    pub(super) generator: G,
    pub(super) property: P,
}

impl<G: Closed, P> Quantified<G, P> {
    /// Runs it on a function in one case after the other, as long as these are wanted: how each ended.
    fn run<'c, A, B, R>(
        &self,
        function: &Mutant<A, B>,
        cases: impl Iterator<Item = &'c Choices>,
        mut go_on: impl FnMut(Ended) -> bool,
    ) where
        P: Fn(&Mutant<A, B>, G::Value) -> R,
        R: Outcome,
    {
        let show = |_: &G::Value, _: &mut Shown| ();
        let property = |value| (self.property)(function, value);
        let (generator, property) = (&self.generator, &property);
        let body = Drawing { arguments: &[], generator, property, show: &show, examples: &[], plans: None };
        let mut local = Local::new(&body);
        for choices in cases {
            let evaluation = local.evaluate(Input::Choices(choices), &mut |_| true, false);
            match evaluation.problem {
                Some(Problem::Usage { message, place }) => misused(Reason::Usage { place, message: message.into() }),
                Some(problem) => panic!("{problem}"),
                None if !go_on(evaluation.ended) => return,
                None => {}
            }
        }
    }
}

impl<A, B, G, P, R> Property<A, B> for Quantified<G, P>
where
    G: Closed<Value: Debug>,
    P: Fn(&Mutant<A, B>, G::Value) -> R,
    R: Outcome,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn cases(&self, mutants: &Mutants<A, B>, bound: Exhaustive) -> Result<Cases, Unsatisfied> {
        let original = mutants.original();
        let mut list = List::new(&self.generator, bound);
        let (mut choices, mut asking) = (Vec::new(), vec![Vec::new(); mutants.arguments()]);
        let mut rejected = 0;
        while !list.has_ended() {
            let Some(case) = list.listing.next_choices() else {
                list.took(0, true);
                break;
            };
            list.took(1, false);
            let mut fault = None;
            self.run(&original, std::iter::once(&case), |ended| {
                rejected += u64::from(matches!(ended, Ended::Rejected));
                fault = if let Ended::Failed(failed) = ended { Some(failed) } else { None };
                true
            });
            if let Some(fault) = fault {
                let counterexample = debug_text(&list.last(&self.generator));
                return Err(Unsatisfied { property: self.name.clone(), counterexample, message: fault.message });
            }
            let asked = original.take_asked();
            if !asked.is_empty() {
                asked.iter().for_each(|&argument| asking[argument].push(choices.len() as u32));
                choices.push(case);
            }
        }
        Ok(Cases { searched: list.searched(rejected), choices, asking })
    }

    fn kills(&self, mutant: &Mutant<A, B>, cases: &Cases) -> bool {
        let mut numbers: Vec<u32> = mutant.changed().flat_map(|argument| &cases.asking[argument]).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut is_killed = false;
        self.run(mutant, numbers.iter().map(|&number| &cases.choices[number as usize]), |ended| {
            is_killed = matches!(ended, Ended::Failed(_));
            !is_killed
        });
        is_killed
    }
}
