//! Enumerates the terms of a signature, simplest first, and finds those that are equal.
//!
//! A term is built from terms that are equal to no simpler one, so that what follows by putting equals for equals is never looked at. A
//! term that known equations rewrite is equal to a simpler one; all others are compared. Two terms that are equal in the cases so far
//! are tried in more: all small cases of their variables, and random ones. A case in which they differ is added to those that tell terms apart.

use std::cell::RefCell;
use std::rc::Rc;

use super::cases::{Case, Cases};
use super::classes::{Classes, Number};
use super::term::{Term, Variable};
use super::theory::Theory;
use super::values::{Computed, Kind};
use super::{Law, SMALLER, Signature};

/// One of this many random cases tells terms apart from the start.
const STRIDE: usize = 10;

/// Terms that differ from each other.
pub(super) struct Explorer<'s> {
    pub(super) signature: &'s Signature,
    pub(super) cases: Cases,
    /// The cases that tell terms apart.
    telling: Vec<Case>,
    pub(super) terms: Vec<Known>,
    /// The terms of each type, from the simplest to the greatest.
    of_sort: Vec<Vec<Number>>,
    classes: Vec<Classes>,
    pub(super) theory: Theory,
    pub(super) laws: Vec<Law>,
    /// How many terms were looked at.
    pub(super) seen: u64,
    /// Up to which size these were all.
    pub(super) complete: usize,
}

/// A term that is equal to no simpler one.
pub(super) struct Known {
    pub(super) term: Term,
    pub(super) size: usize,
    pub(super) sort: usize,
    arguments: Vec<Number>,
    /// What it comes to in the cases that tell terms apart, as far as that was asked.
    values: RefCell<Vec<Computed>>,
}

/// There were as many terms as the user allows.
struct Spent;

impl<'s> Explorer<'s> {
    pub(super) fn new(signature: &'s Signature, cases: Cases) -> Explorer<'s> {
        Explorer {
            signature,
            telling: cases.random.iter().step_by(STRIDE).cloned().collect(),
            cases,
            terms: Vec::new(),
            of_sort: vec![Vec::new(); signature.kinds.len()],
            classes: signature.kinds.iter().map(|kind| Classes::new(*kind)).collect(),
            theory: signature.theory(),
            laws: Vec::new(),
            seen: 0,
            complete: 0,
        }
    }

    /// Looks at all terms up to the size of the signature, or at as many as it allows.
    pub(super) fn run(&mut self) {
        for size in 1..=self.signature.size {
            if self.terms_of(size).is_err() {
                return;
            }
            self.complete = size;
        }
    }

    fn terms_of(&mut self, size: usize) -> Result<(), Spent> {
        if size == 1 {
            for (sort, generator) in self.signature.generators.iter().enumerate() {
                for number in 0..generator.as_ref().map_or(0, |generator| generator.names.len()) {
                    self.consider(Term::Variable(Variable { sort, number }), sort, Vec::new())?;
                }
            }
        }
        for symbol in 0..self.signature.functions.len() {
            let function = &self.signature.functions[symbol];
            if function.is_condition && size + SMALLER > self.signature.size {
                continue;
            }
            let arity = function.arguments.len();
            if (arity == 0) == (size == 1) && arity < size {
                self.applications(symbol, size - 1, &mut Vec::new())?;
            }
        }
        Ok(())
    }

    /// All applications of a function that begin with some arguments; the others are of a size in all.
    fn applications(&mut self, symbol: usize, left: usize, arguments: &mut Vec<Number>) -> Result<(), Spent> {
        let signature = self.signature;
        let function = &signature.functions[symbol];
        let missing = function.arguments.len() - arguments.len();
        if missing == 0 {
            let terms = arguments.iter().map(|&number| self.terms[number].term.clone());
            return self.consider(Term::Applied(symbol, terms.collect()), function.result, arguments.clone());
        }
        let sort = function.arguments[arguments.len()];
        // Terms of the size that is looked at now are too large to be arguments of it.
        let count = self.of_sort[sort].len();
        for at in 0..count {
            let number = self.of_sort[sort][at];
            let size = self.terms[number].size;
            if size + missing - 1 > left {
                break;
            }
            if missing > 1 || size == left {
                arguments.push(number);
                self.applications(symbol, left - size, arguments)?;
                arguments.pop();
            }
        }
        Ok(())
    }

    /// Looks at a term: it is known to be equal to a simpler one, or found to be, or a new one.
    fn consider(&mut self, term: Term, sort: usize, arguments: Vec<Number>) -> Result<(), Spent> {
        if self.seen == self.signature.terms {
            return Err(Spent);
        }
        self.seen += 1;
        if self.theory.step(&term).is_some() {
            return Ok(());
        }
        let number = self.terms.len();
        self.terms.push(Known { size: term.size(), term, sort, arguments, values: RefCell::default() });
        // A term that always panics is equal to all others that do, of which nothing is to be said.
        let always_panics = (0..self.telling.len()).all(|case| self.value(number, case).is_none());
        if !always_panics && self.is_new(number) {
            self.of_sort[sort].push(number);
        } else {
            self.terms.pop();
        }
        Ok(())
    }

    /// What a term comes to in a case.
    fn value(&self, number: Number, case: usize) -> Computed {
        let known = &self.terms[number];
        let next = known.values.borrow().len();
        for case in next..=case {
            let value = match &known.term {
                Term::Applied(symbol, _) => {
                    let arguments: Option<Vec<_>> =
                        known.arguments.iter().map(|&number| self.value(number, case)).collect();
                    arguments.and_then(|arguments| self.signature.call(*symbol, &arguments))
                }
                leaf => self.signature.evaluate(leaf, &self.telling[case]),
            };
            known.values.borrow_mut().push(value);
        }
        known.values.borrow()[case].clone()
    }

    /// Whether a term is equal to no other. If it is to one, that is a law, unless it follows from others.
    fn is_new(&mut self, number: Number) -> bool {
        let sort = self.terms[number].sort;
        loop {
            let mut classes = std::mem::replace(&mut self.classes[sort], Classes::new(self.signature.kinds[sort]));
            let found = classes.find(number, self.telling.len(), &mut |number, case| self.value(number, case));
            self.classes[sort] = classes;
            let Some(other) = found else { return true };
            let (term, simpler) = (&self.terms[number].term, &self.terms[other].term);
            if self.theory.proves(term, simpler) {
                return false;
            }
            match tried(self.signature, &self.cases, None, term, simpler) {
                Ok(law) => {
                    let law = self.associative(&law).unwrap_or(law);
                    self.theory.add(&law.left, &law.right);
                    self.laws.push(law);
                    return false;
                }
                Err(case) => self.telling.push(case),
            }
        }
    }

    /// Where a function is commutative, `f(y, f(x, z)) == f(x, f(y, z))` says that it is associative, in a way that is less known.
    fn associative(&self, law: &Law) -> Option<Law> {
        let Term::Applied(symbol, arguments) = &law.left else { return None };
        let [Term::Variable(y), Term::Applied(other, inner)] = &arguments[..] else { return None };
        let [Term::Variable(x), Term::Variable(z)] = &inner[..] else { return None };
        let apply = |one: &Term, two: &Term| Term::Applied(*symbol, vec![one.clone(), two.clone()]);
        let [x, y, z] = [*x, *y, *z].map(Term::Variable);
        let is_it = other == symbol && law.right == apply(&x, &apply(&y, &z)) && ![&x, &y].contains(&&z);
        if !is_it || !self.theory.proves(&apply(&x, &y), &apply(&y, &x)) {
            return None;
        }
        tried(self.signature, &self.cases, None, &apply(&apply(&x, &y), &z), &law.right).ok()
    }

    pub(super) fn kind(&self, sort: usize) -> Kind {
        self.signature.kinds[sort]
    }
}

/// Tries an equation in all small cases of its variables and in random ones, or in those of them in which a condition holds. An `Err` is
/// a case in which it is wrong.
pub(super) fn tried(
    signature: &Signature,
    cases: &Cases,
    condition: Option<(&Term, &[Case])>,
    left: &Term,
    right: &Term,
) -> Result<Law, Case> {
    let both = Term::Applied(0, [left, right].into_iter().chain(condition.map(|(term, _)| term)).cloned().collect());
    let small = cases.small(&both.variables());
    let is_met = |case: &&Case| condition.is_none_or(|(condition, _)| signature.holds(condition, case));
    let small_cases = small.cases.iter().filter(is_met);
    let random: &[Case] = if small.are_all { &[] } else { condition.map_or(&cases.random, |(_, cases)| cases) };
    let kind = signature.kinds[signature.sort_of(left)];
    let (mut count, mut panics) = (0, 0);
    for case in small_cases.chain(random) {
        let (one, other) = (signature.evaluate(left, case), signature.evaluate(right, case));
        if !kind.are_equal(&one, &other) {
            return Err(Rc::clone(case));
        }
        count += 1;
        panics += u64::from(one.is_none());
    }
    let condition = condition.map(|(condition, _)| condition.clone());
    Ok(Law { condition, left: left.clone(), right: right.clone(), cases: count, panics, are_all: small.are_all })
}
