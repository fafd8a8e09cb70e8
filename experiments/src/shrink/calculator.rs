//! The challenge `calculator`: an expression that nowhere divides by a literal zero divides by no zero.

use super::challenge::{Challenge, Verdict};
use astragal::prelude::*;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub(super) enum Expr {
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// How deep expressions are nested where a library needs a bound.
    pub(super) const DEPTH: u32 = 5;

    /// A sum.
    pub(super) fn add(left: Expr, right: Expr) -> Expr {
        Expr::Add(Box::new(left), Box::new(right))
    }

    /// A quotient.
    pub(super) fn div(left: Expr, right: Expr) -> Expr {
        Expr::Div(Box::new(left), Box::new(right))
    }

    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Expr::Int(_) => false,
            Expr::Add(left, right) => left.divides_by_literal_zero() || right.divides_by_literal_zero(),
            Expr::Div(left, right) => {
                **right == Expr::Int(0) || left.divides_by_literal_zero() || right.divides_by_literal_zero()
            }
        }
    }

    /// The value, or nothing where the expression divides by zero.
    fn value(&self) -> Option<i64> {
        match self {
            Expr::Int(number) => Some(*number),
            Expr::Add(left, right) => Some(left.value()?.wrapping_add(right.value()?)),
            Expr::Div(left, right) => {
                let (left, right) = (left.value()?, right.value()?);
                (right != 0).then(|| left.wrapping_div(right))
            }
        }
    }
}

/// The challenge.
pub(super) struct Calculator;

impl Challenge for Calculator {
    type Value = Expr;

    fn judge(expr: &Expr) -> Verdict {
        if expr.divides_by_literal_zero() {
            return Verdict::Skipped;
        }
        Verdict::fails_if(expr.value().is_none())
    }

    fn is_smallest(expr: &Expr) -> bool {
        let int = Expr::Int;
        *expr == Expr::div(int(0), Expr::add(int(0), int(0))) || *expr == Expr::div(int(0), Expr::div(int(0), int(1)))
    }
}
