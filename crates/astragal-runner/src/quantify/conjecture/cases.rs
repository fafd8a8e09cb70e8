//! Cases: values for all variables of a signature, small ones and random ones; and what terms come to in them.

use std::rc::Rc;

use astragal_core::Source;
use astragal_core::support::mix;

use super::term::{Term, Variable};
use super::values::{Computed, Value, computed};
use super::{Generator, Signature};

/// Random cases grow up to this size.
const LARGEST: u64 = 30;
/// How often a generator may reject.
const TRIES: u64 = 100;

/// A value for each variable, by its type and its number.
pub(super) type Case = Rc<Vec<Vec<Value>>>;

/// The cases of a signature.
pub(super) struct Cases {
    /// The smallest values of each type, and whether these are all.
    smallest: Vec<(Vec<Value>, bool)>,
    /// Random cases, from small to large.
    pub(super) random: Vec<Case>,
    /// How many small cases an equation is tried in, at most.
    most: u64,
}

/// The small cases of some variables.
pub(super) struct Small {
    pub(super) cases: Vec<Case>,
    /// Whether there are no others.
    pub(super) are_all: bool,
}

impl Cases {
    /// An `Err` says that a generator gives no values.
    pub(super) fn of(signature: &Signature) -> Result<Cases, String> {
        let smallest = |sort: usize| match &signature.generators[sort] {
            Some(generator) => generator.values.smallest(signature.cases.max(1)),
            None => (Vec::new(), false),
        };
        let smallest: Vec<_> = (0..signature.kinds.len()).map(smallest).collect();
        let mut cases = Cases { smallest, random: Vec::new(), most: signature.cases };
        for number in 0..signature.cases {
            cases.random.push(draw(signature, number, number * LARGEST / signature.cases)?);
        }
        Ok(cases)
    }

    /// Random cases without end, other than those that are known.
    pub(super) fn more<'s>(&self, signature: &'s Signature) -> impl Iterator<Item = Case> + use<'s> {
        (0..).map_while(move |number| draw(signature, signature.cases + number, number % LARGEST).ok())
    }

    /// All combinations of the first values of the variables: of as many as fit into the number of small cases.
    pub(super) fn small(&self, variables: &[Variable]) -> Small {
        let known = |variable: &Variable| self.smallest[variable.sort].0.len();
        let mut taken: Vec<usize> = variables.iter().map(|variable| known(variable).min(1)).collect();
        let product = |taken: &[usize]| taken.iter().fold(1u64, |product, &count| product.saturating_mul(count as u64));
        loop {
            let before = taken.clone();
            for at in 0..taken.len() {
                taken[at] += 1;
                if taken[at] > known(&variables[at]) || product(&taken) > self.most {
                    taken[at] -= 1;
                }
            }
            if taken == before {
                break;
            }
        }
        let is_all = |(variable, &taken): (&Variable, &usize)| {
            let (values, are_all) = &self.smallest[variable.sort];
            *are_all && taken == values.len()
        };
        let are_all = variables.iter().zip(&taken).all(is_all);
        let mut cases = Vec::new();
        let mut at = vec![0; taken.len()];
        let total = product(&taken);
        while (cases.len() as u64) < total {
            let mut case = Vec::clone(&self.random[0]);
            for (variable, &at) in variables.iter().zip(&at) {
                case[variable.sort][variable.number] = self.smallest[variable.sort].0[at].clone();
            }
            cases.push(Rc::new(case));
            // As on an odometer.
            for (at, taken) in at.iter_mut().zip(&taken) {
                *at += 1;
                if *at < *taken {
                    break;
                }
                *at = 0;
            }
        }
        Small { cases, are_all }
    }
}

/// A random case. All its values come of one source, so that some are equal.
fn draw(signature: &Signature, number: u64, size: u64) -> Result<Case, String> {
    let mut case: Vec<Option<Vec<Value>>> = Vec::new();
    for attempt in 0..TRIES {
        let mut source = Source::random(signature.seed ^ number << 8 ^ attempt << 48);
        case.clear();
        // One small value beside large ones tells terms apart that do not differ elsewhere.
        let mut is_small = mix(signature.seed ^ number);
        let mut draw = |generator: &Generator| {
            is_small = is_small.rotate_right(1);
            source.set_size(if is_small & 1 == 1 { 1 } else { size as u32 + 1 });
            generator.values.draw(&mut source)
        };
        for generator in &signature.generators {
            case.push(match generator {
                Some(generator) => generator.names.iter().map(|_| draw(generator)).collect(),
                None => Some(Vec::new()),
            });
        }
        if case.iter().all(Option::is_some) {
            return Ok(Rc::new(case.into_iter().flatten().collect()));
        }
    }
    let missing = case.iter().position(Option::is_none).and_then(|at| signature.generators[at].as_ref());
    let missing = missing.map_or("a generator", |generator| generator.text);
    Err(format!("`{missing}` rejected {TRIES} random cases"))
}

impl Signature {
    /// What a term comes to in a case.
    pub(super) fn evaluate(&self, term: &Term, case: &Case) -> Computed {
        match term {
            Term::Variable(variable) | Term::Fixed(variable) => Some(case[variable.sort][variable.number].clone()),
            Term::Applied(symbol, arguments) => {
                let arguments: Option<Vec<Value>> = arguments.iter().map(|term| self.evaluate(term, case)).collect();
                self.call(*symbol, &arguments?)
            }
        }
    }

    /// What a function gives.
    pub(super) fn call(&self, symbol: usize, arguments: &[Value]) -> Computed {
        let result = computed(|| (self.functions[symbol].call)(arguments));
        if let Err(Some(problem)) = &result {
            self.problem.borrow_mut().get_or_insert_with(|| problem.to_string());
        }
        result.ok()
    }

    /// Whether a condition holds in a case.
    pub(super) fn holds(&self, condition: &Term, case: &Case) -> bool {
        self.evaluate(condition, case).is_some_and(|value| value.downcast_ref() == Some(&true))
    }
}
