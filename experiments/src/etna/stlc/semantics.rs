//! Typing and parallel reduction, right or with one of ten mistakes.

use super::Expr::{self, Abs, App, Bool, Var};
use super::Typ;

/// A mistake in substitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutant {
    ShiftVarNone,
    ShiftVarAll,
    ShiftVarLeq,
    ShiftAbsNoIncr,
    SubstVarAll,
    SubstVarNone,
    SubstAbsNoShift,
    SubstAbsNoIncr,
    SubstTopNoShift,
    SubstTopNoShiftBack,
}

impl Mutant {
    pub(super) const ALL: [Mutant; 10] = [
        Mutant::ShiftVarNone,
        Mutant::ShiftVarAll,
        Mutant::ShiftVarLeq,
        Mutant::ShiftAbsNoIncr,
        Mutant::SubstVarAll,
        Mutant::SubstVarNone,
        Mutant::SubstAbsNoShift,
        Mutant::SubstAbsNoIncr,
        Mutant::SubstTopNoShift,
        Mutant::SubstTopNoShiftBack,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Mutant::ShiftVarNone => "shift_var_none",
            Mutant::ShiftVarAll => "shift_var_all",
            Mutant::ShiftVarLeq => "shift_var_leq",
            Mutant::ShiftAbsNoIncr => "shift_abs_no_incr",
            Mutant::SubstVarAll => "subst_var_all",
            Mutant::SubstVarNone => "subst_var_none",
            Mutant::SubstAbsNoShift => "subst_abs_no_shift",
            Mutant::SubstAbsNoIncr => "subst_abs_no_incr",
            Mutant::SubstTopNoShift => "substTop_no_shift",
            Mutant::SubstTopNoShiftBack => "substTop_no_shift_back",
        }
    }
}

/// How often a term is reduced.
const STEPS: usize = 40;
/// A term that grows beyond this many nodes is not reduced further: with some mistakes terms double again and again.
const NODES: usize = 1_000;

/// Reduction.
#[derive(Clone, Copy)]
pub(super) struct Semantics {
    pub(super) mutant: Option<Mutant>,
}

impl Semantics {
    fn is(self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Adds to the variables that are bound outside.
    fn shift(self, by: i32, term: &Expr, cutoff: i32) -> Expr {
        match term {
            Var(at) => {
                let stays = match self.mutant {
                    Some(Mutant::ShiftVarNone) => true,
                    Some(Mutant::ShiftVarAll) => false,
                    Some(Mutant::ShiftVarLeq) => *at <= cutoff,
                    _ => *at < cutoff,
                };
                Var(if stays { *at } else { at.wrapping_add(by) })
            }
            Bool(value) => Bool(*value),
            Abs(of, body) => {
                let cutoff = if self.is(Mutant::ShiftAbsNoIncr) { cutoff } else { cutoff + 1 };
                Abs(of.clone(), Box::new(self.shift(by, body, cutoff)))
            }
            App(function, argument) => {
                App(Box::new(self.shift(by, function, cutoff)), Box::new(self.shift(by, argument, cutoff)))
            }
        }
    }

    /// Puts a term in the place of a variable.
    fn substitute(self, variable: i32, by: &Expr, term: &Expr) -> Expr {
        match term {
            Var(at) => {
                let is_meant = match self.mutant {
                    Some(Mutant::SubstVarAll) => true,
                    Some(Mutant::SubstVarNone) => false,
                    _ => *at == variable,
                };
                if is_meant { by.clone() } else { Var(*at) }
            }
            Bool(value) => Bool(*value),
            Abs(of, body) => {
                let by = if self.is(Mutant::SubstAbsNoShift) { by.clone() } else { self.shift(1, by, 0) };
                let variable = if self.is(Mutant::SubstAbsNoIncr) { variable } else { variable + 1 };
                Abs(of.clone(), Box::new(self.substitute(variable, &by, body)))
            }
            App(function, argument) => App(
                Box::new(self.substitute(variable, by, function)),
                Box::new(self.substitute(variable, by, argument)),
            ),
        }
    }

    /// The body of a function that was given its argument.
    fn apply(self, body: &Expr, argument: &Expr) -> Expr {
        if self.is(Mutant::SubstTopNoShift) {
            return self.substitute(0, argument, body);
        }
        let substituted = self.substitute(0, &self.shift(1, argument, 0), body);
        if self.is(Mutant::SubstTopNoShiftBack) { substituted } else { self.shift(-1, &substituted, 0) }
    }

    /// Reduces everywhere at once; nothing if there is nothing to reduce.
    pub(super) fn step(self, term: &Expr) -> Option<Expr> {
        let or_as_it_is = |term: &Expr| self.step(term).unwrap_or_else(|| term.clone());
        match term {
            Var(_) | Bool(_) => None,
            Abs(of, body) => Some(Abs(of.clone(), Box::new(self.step(body)?))),
            App(function, argument) => match &**function {
                Abs(_, body) => Some(self.apply(&or_as_it_is(body), &or_as_it_is(argument))),
                _ => match (self.step(function), self.step(argument)) {
                    (None, None) => None,
                    (stepped, argued) => Some(App(
                        Box::new(stepped.unwrap_or_else(|| (**function).clone())),
                        Box::new(argued.unwrap_or_else(|| (**argument).clone())),
                    )),
                },
            },
        }
    }

    /// Reduces as long as there is something to reduce, within bounds.
    pub(super) fn many_steps(self, term: &Expr) -> Expr {
        let mut current = term.clone();
        for _ in 0..STEPS {
            match self.step(&current) {
                Some(next) if nodes(&current) <= NODES => current = next,
                _ => break,
            }
        }
        current
    }
}

fn nodes(term: &Expr) -> usize {
    match term {
        Var(_) | Bool(_) => 1,
        Abs(_, body) => 1 + nodes(body),
        App(function, argument) => 1 + nodes(function) + nodes(argument),
    }
}

/// The type of a closed term, if it has one.
pub(super) fn type_of(term: &Expr) -> Option<Typ> {
    /// The types of the variables, innermost last.
    fn within(context: &mut Vec<Typ>, term: &Expr) -> Option<Typ> {
        match term {
            Var(at) => {
                let from_outside = context.len().checked_sub(1)?.checked_sub(usize::try_from(*at).ok()?)?;
                Some(context[from_outside].clone())
            }
            Bool(_) => Some(Typ::Bool),
            Abs(of, body) => {
                context.push(of.clone());
                let result = within(context, body);
                context.pop();
                Some(Typ::Fun(Box::new(of.clone()), Box::new(result?)))
            }
            App(function, argument) => match within(context, function)? {
                Typ::Fun(from, to) => (within(context, argument)? == *from).then_some(*to),
                Typ::Bool => None,
            },
        }
    }
    within(&mut Vec::new(), term)
}
