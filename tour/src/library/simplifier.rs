//! Formulas with one variable, and a simplifier for them.
//!
//! **Planted bug:** the rule that takes away the brackets in `a - (b - c)` gives `(a - b) - c`, where `(a - b) + c` is
//! right.

use std::fmt;

use Expr::{Add, Mul, Num, Sub, X};
use astragal::prelude::*;

/// A formula.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Expr {
    /// The variable.
    X,
    /// A number.
    Num(#[arbitrary(with = -9..=9i64)] i64),
    /// A sum.
    Add(Box<Expr>, Box<Expr>),
    /// A difference.
    Sub(Box<Expr>, Box<Expr>),
    /// A product.
    Mul(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The value of the formula. Numbers wrap around, so that every formula has one.
    pub fn value_at(&self, x: i64) -> i64 {
        match self {
            X => x,
            Num(number) => *number,
            Add(a, b) => a.value_at(x).wrapping_add(b.value_at(x)),
            Sub(a, b) => a.value_at(x).wrapping_sub(b.value_at(x)),
            Mul(a, b) => a.value_at(x).wrapping_mul(b.value_at(x)),
        }
    }

    /// How many variables, numbers and operators it has.
    pub fn node_count(&self) -> usize {
        match self {
            X | Num(_) => 1,
            Add(a, b) | Sub(a, b) | Mul(a, b) => 1 + a.node_count() + b.node_count(),
        }
    }

    /// A formula of the same value that is no longer, and often shorter.
    pub fn simplified(&self) -> Expr {
        match self {
            X | Num(_) => self.clone(),
            Add(a, b) => sum(a.simplified(), b.simplified()),
            Sub(a, b) => difference(a.simplified(), b.simplified()),
            Mul(a, b) => product(a.simplified(), b.simplified()),
        }
    }
}

fn sum(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Num(a), Num(b)) => Num(a.wrapping_add(b)),
        (a, Num(0)) | (Num(0), a) => a,
        (a, b) => Add(a.into(), b.into()),
    }
}

fn difference(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Num(a), Num(b)) => Num(a.wrapping_sub(b)),
        (a, Num(0)) => a,
        (a, b) if a == b => Num(0),
        (a, Sub(b, c)) => difference(difference(a, *b), *c),
        (a, b) => Sub(a.into(), b.into()),
    }
}

fn product(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Num(a), Num(b)) => Num(a.wrapping_mul(b)),
        (_, Num(0)) | (Num(0), _) => Num(0),
        (a, Num(1)) | (Num(1), a) => a,
        (a, b) => Mul(a.into(), b.into()),
    }
}

/// The outermost operator has no brackets; those inside of it have.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, operator, b) = match self {
            X => return f.write_str("x"),
            Num(number) => return write!(f, "{number}"),
            Add(a, b) => (a, '+', b),
            Sub(a, b) => (a, '-', b),
            Mul(a, b) => (a, '*', b),
        };
        write!(f, "{} {operator} {}", Operand(a), Operand(b))
    }
}

/// With brackets around an operation.
struct Operand<'a>(&'a Expr);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            X | Num(_) => write!(f, "{}", self.0),
            operation => write!(f, "({operation})"),
        }
    }
}
