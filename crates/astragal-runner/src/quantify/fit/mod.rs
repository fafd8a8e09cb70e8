//! How well properties specify a function: whether they kill the mutants of it, and which of them add nothing.
//!
//! After FitSpec (Braquehais and Runciman, 2016). A mutant is the function with other results for finitely many small arguments. Until a
//! property asks it for one of those it is the function itself, so of the cases of a property only those can kill a mutant that ask
//! the function for an argument that the mutant changes. Which these are is found out once, by running all cases on the function.

mod conjectures;
mod mutants;
mod outcome;
mod property;

use std::fmt::{self, Debug};
use std::rc::Rc;

use astragal_core::Closed;

use crate::config::Exhaustive;
use crate::property::Outcome;
pub use conjectures::Conjecture;
pub use mutants::Mutant;
use mutants::{Mutants, Original};
pub use outcome::Fit;
use property::{Property, Quantified};

/// Every subset of the properties is looked at, so they cannot be many.
const MOST_PROPERTIES: usize = 16;

/// Properties that are to specify a pure function of small types, and how well they do so.
///
/// The function is changed at small arguments, in all ways, smallest first: each change is a mutant, and properties that specify the
/// function fail for it. [`fit`](Specification::fit) says which mutants survive, which of the properties would be enough, and
/// which seem to follow from others.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::spaces::Specification;
///
/// let fit = Specification::of("not", any::<bool>(), any::<bool>(), |b| !b)
///     .property("is its own inverse", any::<bool>(), |not, b| not.call(&not.call(&b)) == b)
///     .property("is another value", any::<bool>(), |not, b| not.call(&b) != b)
///     .property("of true is false", just(()), |not, ()| !not.call(&true))
///     .fit()
///     .unwrap();
/// // There are three other functions of this type, and all are killed.
/// assert_eq!((fit.mutants(), fit.survivors(), fit.is_exhaustive()), (3, 0, true));
/// // The second property would be enough, and so would the two others.
/// assert_eq!(fit.minimal_subsets(), [vec!["is another value"], vec!["is its own inverse", "of true is false"]]);
/// // On its own the first one is not.
/// let smallest = fit.smallest_survivor_of(&["is its own inverse"]).unwrap();
/// assert_eq!(format!("{smallest:?}"), "|x| match x { false => false, true => true }");
/// ```
///
/// The function and the properties must be pure: a property that says something else of the same results is judged wrongly. A panic
/// of a property is a failure and is not printed; a property that does not end for a mutant does not end here either.
pub struct Specification<A: Closed, B: Closed> {
    original: Original<A::Value, B::Value>,
    arguments: Rc<A>,
    results: Rc<B>,
    properties: Vec<Box<dyn Property<A::Value, B::Value>>>,
    mutants: Exhaustive,
    cases: Exhaustive,
}

/// Why nothing can be said about a [`Specification`]: the function itself does not satisfy a property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsatisfied {
    /// The property.
    pub property: String,
    /// The value for which it fails.
    pub counterexample: String,
    /// What it says.
    pub message: String,
}

impl fmt::Display for Unsatisfied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unsatisfied { property, counterexample, message } = self;
        write!(f, "the function does not satisfy `{property}`: it fails for {counterexample}: {message}")
    }
}

impl std::error::Error for Unsatisfied {}

impl<A, B> Specification<A, B>
where
    A: Closed<Value: PartialEq + 'static> + 'static,
    B: Closed<Value: PartialEq + Clone + 'static> + 'static,
{
    /// A specification of a function, as yet without properties. Mutants change it at arguments of the first generator to results of
    /// the second.
    pub fn of(
        name: impl Into<String>,
        arguments: A,
        results: B,
        function: impl Fn(&A::Value) -> B::Value + 'static,
    ) -> Specification<A, B> {
        Specification {
            original: Original { name: name.into(), function: Box::new(function) },
            arguments: Rc::new(arguments),
            results: Rc::new(results),
            properties: Vec::new(),
            mutants: Exhaustive::Auto,
            cases: Exhaustive::Auto,
        }
    }

    /// Adds a property, which is checked for the smallest values of a generator. It calls the function that it is given, which may be a
    /// mutant.
    ///
    /// # Panics
    /// If there are sixteen already, since every subset of them is looked at; or if one has the same name.
    #[must_use]
    pub fn property<G, R>(
        mut self,
        name: impl Into<String>,
        values: G,
        property: impl Fn(&Mutant<A::Value, B::Value>, G::Value) -> R + 'static,
    ) -> Specification<A, B>
    where
        G: Closed<Value: Debug> + 'static,
        R: Outcome + 'static,
    {
        let name = name.into();
        assert!(self.properties.len() < MOST_PROPERTIES, "a specification has at most {MOST_PROPERTIES} properties");
        assert!(self.properties.iter().all(|other| other.name() != name), "there are two properties `{name}`");
        self.properties.push(Box::new(Quantified { name, generator: values, property }));
        self
    }

    /// How many mutants are tried, smallest first, or up to which [size or depth](Exhaustive): the first 1,000, unless this says
    /// otherwise. A change is as large as its argument and its result together, and one more.
    #[must_use]
    pub fn mutants(mut self, mutants: impl Into<Exhaustive>) -> Specification<A, B> {
        self.mutants = mutants.into();
        self
    }

    /// For how many values each property is checked, smallest first, or up to which [size or depth](Exhaustive): the first 1,000,
    /// unless this says otherwise.
    #[must_use]
    pub fn cases(mut self, cases: impl Into<Exhaustive>) -> Specification<A, B> {
        self.cases = cases.into();
        self
    }

    /// Tries all properties on all mutants. It is an error if a property does not hold for the function itself.
    ///
    /// # Panics
    /// If the values of a generator cannot be enumerated.
    #[track_caller]
    pub fn fit(self) -> Result<Fit<A::Value, B::Value>, Unsatisfied> {
        let name = self.original.name.clone();
        let mutants = Mutants::of(self.original, self.arguments, self.results, bound(self.mutants));
        let mut cases = Vec::new();
        for property in &self.properties {
            cases.push(property.cases(&mutants, bound(self.cases))?);
        }
        let judges: Vec<_> = self.properties.iter().zip(&cases).collect();
        let properties = judges.iter().map(|(property, cases)| (property.name().into(), cases.searched.clone()));
        let mut fit = Fit::new(name, properties.collect(), &mutants);
        for mutant in &mutants.all {
            let kills = judges.iter().map(|(property, cases)| property.kills(mutant, cases));
            let killers = kills.enumerate().fold(0, |killers, (by, is_kill)| killers | u32::from(is_kill) << by);
            fit.add(killers, mutant);
        }
        Ok(fit)
    }
}

fn bound(bound: Exhaustive) -> Exhaustive {
    super::among(bound).bound()
}

impl<A: Closed, B: Closed> Debug for Specification<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.properties.iter().map(|property| property.name()).collect();
        f.debug_struct("Specification")
            .field("of", &self.original.name)
            .field("properties", &names)
            .finish_non_exhaustive()
    }
}
