//! Equations under a condition: terms that differ, and are equal wherever the condition holds.
//!
//! The variables of the condition are fixed: what is found holds of values that meet it and says nothing of others. Weak conditions
//! come first. What is known under a weaker one need not be said again, whatever the variables are called.

use super::SMALLER;
use super::cases::Case;
use super::classes::Classes;
use super::explore::{Explorer, tried};
use super::term::{Canonical, Term, Variable};
use super::theory::Theory;
use super::values::Computed;

/// In this many random cases a condition must hold before anything is said of it.
const FEWEST: usize = 10;
/// For each case that is wanted, this many are tried.
const TRIES: usize = 20;

/// A condition, and what is known under it.
struct Condition {
    term: Term,
    /// Random cases in which it holds.
    cases: Vec<Case>,
    /// How many were tried for them.
    tried: usize,
    /// What was found: terms that are equal.
    found: Vec<(Term, Term)>,
}

impl Explorer<'_> {
    /// Looks for equations under each condition.
    pub(super) fn run_conditions(&mut self) {
        let mut conditions = self.conditions();
        // Cross-multiplied shares: the condition that holds most often comes first.
        conditions.sort_by(|one, other| (other.cases.len() * one.tried).cmp(&(one.cases.len() * other.tried)));
        for at in 0..conditions.len() {
            let (weaker, rest) = conditions.split_at_mut(at);
            let theory = self.known_under(&rest[0], weaker);
            self.explore_under(&mut rest[0], theory);
        }
    }

    /// The terms that are conditions, as variables and constants have them, with cases in which they hold.
    fn conditions(&self) -> Vec<Condition> {
        let signature = self.signature;
        let is_condition = |term: &Term| match term {
            Term::Applied(symbol, arguments) => {
                signature.functions[*symbol].is_condition
                    && arguments.iter().all(|argument| argument.arguments().is_empty())
                    && Canonical::new().rename(term) == *term
            }
            _ => false,
        };
        let terms = self.terms.iter().map(|known| &known.term).filter(|term| is_condition(term));
        let conditions = terms.filter_map(|term| {
            let wanted = self.cases.random.len();
            let (mut cases, mut tried) = (Vec::new(), 0);
            let mut all = self.cases.random.iter().cloned().chain(self.cases.more(signature)).take(wanted * TRIES);
            while cases.len() < wanted {
                let Some(case) = all.next() else { break };
                tried += 1;
                // It is assumed in a property, where it must not panic.
                match signature.evaluate(term, &case)?.downcast_ref() {
                    Some(true) => cases.push(case),
                    _ => continue,
                }
            }
            let is_known = cases.len() >= FEWEST;
            is_known.then(|| Condition { term: term.clone(), cases, tried, found: Vec::new() })
        });
        conditions.collect()
    }

    /// What is known where a condition holds: it itself, and what was found under those that it implies.
    fn known_under(&self, condition: &Condition, weaker: &[Condition]) -> Theory {
        let mut theory = self.theory.clone();
        let variables = condition.term.variables();
        if let Some(truth) = self.signature.constant(true) {
            theory.add(&fix(&condition.term, &variables), &truth);
        }
        for other in weaker {
            let theirs = other.term.variables();
            for renaming in renamings(&theirs, &variables) {
                let rename = |term: &Term| {
                    term.replace(&mut |variable, _| match theirs.iter().position(|known| *known == variable) {
                        Some(at) => Term::Variable(renaming[at]),
                        // It is any value, as it was before: another one than those that are fixed.
                        None => Term::Variable(Variable { number: variable.number + variables.len(), ..variable }),
                    })
                };
                let implied = rename(&other.term);
                if condition.cases.iter().all(|case| self.signature.holds(&implied, case)) {
                    for (one, two) in &other.found {
                        theory.add(&fix(&rename(one), &variables), &fix(&rename(two), &variables));
                    }
                }
            }
        }
        theory
    }

    /// Finds terms that are equal where a condition holds, and not seen to be.
    fn explore_under(&mut self, condition: &mut Condition, mut theory: Theory) {
        let variables = condition.term.variables();
        let mut classes: Vec<_> = (0..self.signature.kinds.len()).map(|sort| Classes::new(self.kind(sort))).collect();
        let mut telling: Vec<Case> = condition.cases.clone();
        let most = self.signature.size.saturating_sub(SMALLER);
        let numbers: Vec<_> = (0..self.terms.len()).filter(|&number| self.terms[number].size <= most).collect();
        // What each term comes to, as far as that was asked.
        let mut values: Vec<Vec<Computed>> = vec![Vec::new(); self.terms.len()];
        for number in numbers {
            let (term, sort) = (&self.terms[number].term, self.terms[number].sort);
            let fixed = fix(term, &variables);
            if theory.normal(&fixed) != fixed {
                continue;
            }
            loop {
                let mut value = |number: usize, case: usize| -> Computed {
                    let known = values[number].len();
                    for case in telling.iter().take(case + 1).skip(known) {
                        values[number].push(self.signature.evaluate(&self.terms[number].term, case));
                    }
                    values[number][case].clone()
                };
                let Some(other) = classes[sort].find(number, telling.len(), &mut value) else { break };
                let simpler = &self.terms[other].term;
                let equal = fix(simpler, &variables);
                if theory.proves(&fixed, &equal) {
                    break;
                }
                match tried(self.signature, &self.cases, Some((&condition.term, &condition.cases)), term, simpler) {
                    Ok(law) => {
                        theory.add(&fixed, &equal);
                        condition.found.push((law.left.clone(), law.right.clone()));
                        self.laws.push(law);
                        break;
                    }
                    Err(case) => telling.push(case),
                }
            }
        }
    }
}

/// A term with the variables of a condition fixed.
pub(super) fn fix(term: &Term, variables: &[Variable]) -> Term {
    term.replace(&mut |variable, is_fixed| match is_fixed || variables.contains(&variable) {
        true => Term::Fixed(variable),
        false => Term::Variable(variable),
    })
}

/// All ways to give some variables the names of others of the same type.
fn renamings(from: &[Variable], to: &[Variable]) -> Vec<Vec<Variable>> {
    from.iter().fold(vec![Vec::new()], |renamings, variable| {
        let names = || to.iter().filter(|name| name.sort == variable.sort);
        let extended =
            |renaming: Vec<Variable>| names().map(move |name| [&renaming[..], &[*name]].concat()).collect::<Vec<_>>();
        renamings.into_iter().flat_map(extended).collect()
    })
}
