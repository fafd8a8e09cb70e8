//! Terms that have a type: the type is drawn first, and then a term of it.

use super::{Expr, Typ, Typed};

/// Types and terms up to these sizes, where a library knows no size.
pub(in crate::etna) const TYPE_SIZE: usize = 5;
pub(in crate::etna) const TERM_SIZE: usize = 10;

/// A source of decisions, random or not.
pub(in crate::etna) trait Dice {
    /// Why a number may not be had.
    type Rejection;

    /// A number below a bound, which is positive.
    fn below(&mut self, bound: usize) -> Result<usize, Self::Rejection>;
}

/// A closed term of a type up to a size.
pub(in crate::etna) fn term<D: Dice>(dice: &mut D, type_size: usize, size: usize) -> Result<Typed, D::Rejection> {
    let of = typ(dice, type_size)?;
    let mut terms = Terms { dice, type_size, context: Vec::new() };
    Ok(Typed(terms.term(&of, size)?))
}

fn typ<D: Dice>(dice: &mut D, size: usize) -> Result<Typ, D::Rejection> {
    if size == 0 || dice.below(2)? == 0 {
        return Ok(Typ::Bool);
    }
    Ok(Typ::Fun(Box::new(typ(dice, size / 2)?), Box::new(typ(dice, size / 2)?)))
}

struct Terms<'a, D> {
    dice: &'a mut D,
    type_size: usize,
    /// The types of the variables, innermost last.
    context: Vec<Typ>,
}

#[derive(Clone, Copy)]
enum Kind {
    Canonical,
    Variable,
    Function,
    Application,
}

impl<D: Dice> Terms<'_, D> {
    /// A term of a type.
    fn term(&mut self, of: &Typ, size: usize) -> Result<Expr, D::Rejection> {
        let mut kinds = vec![Kind::Canonical];
        if self.context.contains(of) {
            kinds.push(Kind::Variable);
        }
        if size > 0 {
            if matches!(of, Typ::Fun(..)) {
                kinds.push(Kind::Function);
            }
            kinds.push(Kind::Application);
        }
        match (kinds[self.dice.below(kinds.len())?], of) {
            (Kind::Variable, _) => self.variable(of),
            (Kind::Function, Typ::Fun(from, to)) => self.function(from, |terms| terms.term(to, size - 1)),
            (Kind::Application, _) => {
                let from = typ(self.dice, self.type_size)?;
                let function = self.term(&Typ::Fun(Box::new(from.clone()), Box::new(of.clone())), size / 2)?;
                Ok(Expr::App(Box::new(function), Box::new(self.term(&from, size / 2)?)))
            }
            _ => self.canonical(of),
        }
    }

    /// A term that every type has: functions of constant result.
    fn canonical(&mut self, of: &Typ) -> Result<Expr, D::Rejection> {
        match of {
            Typ::Bool => Ok(Expr::Bool(self.dice.below(2)? == 1)),
            Typ::Fun(from, to) => self.function(from, |terms| terms.canonical(to)),
        }
    }

    fn function(
        &mut self,
        from: &Typ,
        body: impl FnOnce(&mut Self) -> Result<Expr, D::Rejection>,
    ) -> Result<Expr, D::Rejection> {
        self.context.push(from.clone());
        let body = body(self)?;
        self.context.pop();
        Ok(Expr::Abs(from.clone(), Box::new(body)))
    }

    /// A variable of a type that some have.
    fn variable(&mut self, of: &Typ) -> Result<Expr, D::Rejection> {
        let innermost_first = self.context.iter().rev().enumerate();
        let fitting: Vec<usize> = innermost_first.filter(|(_, typ)| *typ == of).map(|(at, _)| at).collect();
        Ok(Expr::Var(fitting[self.dice.below(fitting.len())?] as i32))
    }
}
