//! Conjectures: which equations hold of some functions, found by trying all terms up to a size.
//!
//! After QuickSpec (Claessen, Smallbone and Hughes: QuickSpec, Guessing Formal Specifications Using Testing) and Speculate (Braquehais
//! and Runciman: Speculate, Discovering Conditional Equations and Inequalities about Black-Box Functions by Reasoning from Test Results).
//! Terms are enumerated and compared by what they come to (`explore`); what follows from simpler equations is not said, which a
//! completed system of rewriting rules decides (`theory`).

mod cases;
mod classes;
mod conditions;
mod explore;
mod found;
mod macros;
mod term;
mod text;
mod theory;
mod values;

use std::any::TypeId;
use std::cell::RefCell;
use std::fmt;

use astragal_core::Closed;

use crate::property::panics::Quiet;
use cases::Cases;
use explore::Explorer;
pub use found::{Equation, Equations};
use term::{Symbol, Term, Variable};
use text::{Template, short_type};
use theory::Theory;
pub use values::{Callable, Comparable, Kind};
use values::{Value, Values};

/// Up to which size terms are looked at, and how many, unless the user says otherwise.
const SIZE: usize = 7;
const TERMS: u64 = 20_000;
/// How many small cases an equation is tried in, and how many random ones.
const CASES: u64 = 500;
/// By how much the terms are smaller that have a condition, or are under one.
const SMALLER: usize = 2;

/// Functions of which equations are to be found. See `conjecture!`.
pub struct Signature {
    kinds: Vec<Kind>,
    generators: Vec<Option<Generator>>,
    functions: Vec<Function>,
    size: usize,
    terms: u64,
    cases: u64,
    seed: u64,
    /// What went wrong in a function other than that it panicked.
    problem: RefCell<Option<String>>,
}

/// The variables of a type.
struct Generator {
    names: Vec<&'static str>,
    /// The code of the generator.
    text: &'static str,
    values: Box<dyn Values>,
}

struct Function {
    template: Template,
    arguments: Vec<usize>,
    result: usize,
    is_condition: bool,
    call: Box<Call>,
}

/// What a function makes of its arguments.
type Call = dyn Fn(&[Value]) -> Value;

/// An equation that held whenever it was tried.
#[derive(Clone, Debug)]
struct Law {
    condition: Option<Term>,
    left: Term,
    right: Term,
    cases: u64,
    panics: u64,
    are_all: bool,
}

impl Signature {
    /// Without functions. What it consists of is said by `conjecture!`.
    #[doc(hidden)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Signature {
        let problem = RefCell::default();
        let (kinds, generators, functions) = (Vec::new(), Vec::new(), Vec::new());
        Signature { kinds, generators, functions, size: SIZE, terms: TERMS, cases: CASES, seed: 0, problem }
    }

    /// Names variables, whose values are those of a generator.
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub fn variables<G>(mut self, names: &[&'static str], text: &'static str, generator: G) -> Signature
    where
        G: Closed<Value: Comparable> + 'static,
    {
        for (at, name) in names.iter().enumerate() {
            let known = self.generators.iter().flatten().flat_map(|generator| &generator.names);
            assert!(!known.chain(&names[..at]).any(|known| known == name), "there are two variables `{name}`");
        }
        let sort = self.sort(Kind::of::<G::Value>());
        if let Some(other) = &self.generators[sort] {
            let name = short_type(self.kinds[sort].name);
            panic!(
                "there are two generators of `{name}`: `{}` and `{text}`; name all variables of a type at once",
                other.text
            );
        }
        self.generators[sort] = Some(Generator { names: names.to_vec(), text, values: Box::new(generator) });
        self
    }

    /// Adds a function by its name, or a closure by its parameters and its body.
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub fn function<Form>(
        mut self,
        is_condition: bool,
        parameters: Option<&[&str]>,
        text: &str,
        function: impl Callable<Form>,
    ) -> Signature {
        let (arguments, result) = function.kinds();
        let template = match parameters {
            Some(parameters) => Template::of_body(text, parameters),
            None => Template::of_call(&text.split_whitespace().collect::<String>(), arguments.len()),
        };
        if self.functions.iter().any(|other| other.template == template) {
            panic!("`{text}` is there twice");
        }
        if is_condition && result.id != TypeId::of::<bool>() {
            panic!("`{text}` is not a condition: it returns `{}`", short_type(result.name));
        }
        let arguments = arguments.into_iter().map(|kind| self.sort(kind)).collect();
        let result = self.sort(result);
        let call = Box::new(move |arguments: &[Value]| function.call(arguments));
        self.functions.push(Function { template, arguments, result, is_condition, call });
        self
    }

    /// Up to which size terms are looked at: a variable, a constant and the application of a function count one each. The default is 7.
    /// Terms that are conditions, and those under a condition, are smaller by two.
    #[must_use]
    pub fn size(mut self, size: usize) -> Signature {
        self.size = size;
        self
    }

    /// How many terms are looked at, at most: 20,000, unless this says otherwise.
    #[must_use]
    pub fn terms(mut self, terms: u64) -> Signature {
        self.terms = terms;
        self
    }

    /// In how many small cases an equation is tried, and in how many random ones: 500 of each, unless this says otherwise.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    #[track_caller]
    pub fn cases(mut self, cases: u64) -> Signature {
        assert!(cases > 0, "an equation that is tried in no case says nothing");
        self.cases = cases;
        self
    }

    /// The seed of the random cases, which is 0 unless this says otherwise. The same seed finds the same equations.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Signature {
        self.seed = seed;
        self
    }

    /// Looks for equations.
    ///
    /// # Panics
    /// If a generator cannot be enumerated or rejects too much.
    #[must_use]
    #[track_caller]
    pub fn equations(mut self) -> Equations {
        if self.functions.iter().any(|function| function.is_condition) {
            // What a condition is equal to where it holds, and what its negation is.
            for truth in [true, false] {
                if self.constant(truth).is_none() {
                    self = self.function(false, Some(&[]), if truth { "true" } else { "false" }, move || truth);
                }
            }
        }
        match self.explored() {
            Ok(equations) => equations,
            Err(problem) => panic!("{problem}"),
        }
    }

    #[track_caller]
    fn explored(&self) -> Result<Equations, String> {
        let cases = Cases::of(self)?;
        let quiet = Quiet::new();
        let mut explorer = Explorer::new(self, cases);
        explorer.run();
        explorer.run_conditions();
        drop(quiet);
        let Explorer { laws, seen, complete, .. } = explorer;
        if let Some(problem) = self.problem.take() {
            return Err(problem);
        }
        let laws = found::without_consequences(self, laws);
        let mut taken = Vec::new();
        let equations = laws.iter().map(|law| Equation::of(self, law, &mut taken)).collect();
        Ok(Equations { equations, terms: seen, complete, size: self.size })
    }

    /// The number of a type.
    fn sort(&mut self, kind: Kind) -> usize {
        if let Some(known) = self.kinds.iter().position(|known| known.id == kind.id) {
            return known;
        }
        self.kinds.push(kind);
        self.generators.push(None);
        self.kinds.len() - 1
    }

    fn sort_of(&self, term: &Term) -> usize {
        match term {
            Term::Variable(variable) | Term::Fixed(variable) => variable.sort,
            Term::Applied(symbol, _) => self.functions[*symbol].result,
        }
    }

    /// Nothing is known of the functions.
    fn theory(&self) -> Theory {
        Theory::new(self.functions.iter().map(|function| function.result).collect(), self.size)
    }

    /// A truth value as a constant.
    fn constant(&self, truth: bool) -> Option<Term> {
        let template = Template::of_body(if truth { "true" } else { "false" }, &[]);
        let symbol: Symbol = self.functions.iter().position(|function| function.template == template)?;
        Some(Term::Applied(symbol, Vec::new()))
    }

    fn name(&self, variable: Variable) -> &'static str {
        self.generators[variable.sort].as_ref().map_or("_", |generator| generator.names[variable.number])
    }

    /// A variable as the argument of a property.
    fn argument(&self, variable: Variable) -> String {
        let name = self.name(variable);
        let text = self.generators[variable.sort].as_ref().map_or("", |generator| generator.text);
        match text.strip_prefix("any::<").and_then(|rest| rest.strip_suffix(">()")) {
            Some(kind) => format!("{name}: {kind}"),
            None => format!("#[from({text})] {name}: {}", short_type(self.kinds[variable.sort].name)),
        }
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.generators.iter().flatten().flat_map(|generator| &generator.names).collect();
        f.debug_struct("Signature")
            .field("variables", &names)
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}
