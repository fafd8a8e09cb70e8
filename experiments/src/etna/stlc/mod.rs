//! The workload of the simply typed lambda calculus: 10 mutants, 2 properties, 20 tasks.

mod semantics;
pub(super) mod typed;

use super::task::{Input, Task, Verdict};
use semantics::{Mutant, Semantics, type_of};
use std::borrow::Borrow;

/// A type.
#[derive(Clone, Debug, PartialEq, astragal::Arbitrary)]
pub(super) enum Typ {
    Bool,
    Fun(Box<Typ>, Box<Typ>),
}

/// A term. A variable is the number of binders between it and its own.
#[derive(Clone, Debug, PartialEq, astragal::Arbitrary)]
pub(super) enum Expr {
    Var(i32),
    Bool(bool),
    Abs(Typ, Box<Expr>),
    App(Box<Expr>, Box<Expr>),
}

/// A closed term that was made to have a type.
#[derive(Clone, Debug)]
pub(super) struct Typed(Expr);

impl Borrow<Expr> for Typed {
    fn borrow(&self) -> &Expr {
        &self.0
    }
}

/// All tasks, with terms of a kind. Those without a type are rejected.
pub(super) fn tasks<E: Input + Borrow<Expr>>() -> Vec<Task> {
    Mutant::ALL.iter().flat_map(|&mutant| properties::<E>(Semantics { mutant: Some(mutant) })).collect()
}

fn properties<E: Input + Borrow<Expr>>(semantics: Semantics) -> [Task; 2] {
    let mutant = semantics.mutant.map_or("none", Mutant::name);
    [
        Task::new(mutant, "SinglePreserve", move |term: &E| keeps_its_type(term.borrow(), |term| semantics.step(term))),
        Task::new(mutant, "MultiPreserve", move |term: &E| {
            keeps_its_type(term.borrow(), |term| Some(semantics.many_steps(term)))
        }),
    ]
}

/// Whether a term has the type that it had before, if it had one.
fn keeps_its_type(term: &Expr, reduced: impl FnOnce(&Expr) -> Option<Expr>) -> Verdict {
    let Some(before) = type_of(term) else { return Verdict::LeftOut };
    Verdict::of(reduced(term).is_none_or(|after| type_of(&after) == Some(before)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::etna::contender::Contender;

    /// Every task can be done by going through the smallest terms, and the right reduction keeps types.
    #[test]
    fn exactly_the_tasks_fail() {
        let fails = |task: &Task| (task.run)(Contender::Listing, 0, f64::INFINITY).found.is_some();
        assert!(!properties::<Expr>(Semantics { mutant: None }).iter().any(fails));
        let tasks = tasks::<Expr>();
        assert_eq!(tasks.len(), 20);
        for task in &tasks {
            assert!(fails(task), "{} {}", task.mutant, task.property);
        }
    }

    /// Terms made to have a type have one.
    #[test]
    fn bespoke_terms_have_types() {
        use astragal::{Draw, Gen, any};
        for seed in 0..1_000 {
            let term = any::<Typed>().at_size(30).sample(seed);
            assert!(type_of(&term.0).is_some(), "{term:?}");
        }
    }
}
