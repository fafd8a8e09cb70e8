//! The example `calculator`: where no term is divided by a literal zero, nothing is divided by zero.
//!
//! It is not true: a divisor may be zero by calculation.

use super::example::Example;
use astragal::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Exp {
    C(i64),
    Add(Box<Exp>, Box<Exp>),
    Div(Box<Exp>, Box<Exp>),
}

use Exp::{Add, C, Div};

/// Numbers up to `most`.
#[generator]
fn exp(most: i64, size: u32) -> Exp {
    let nested = size.saturating_sub(1);
    pick! {
        1 => {
            let number = draw!(-most..=most);
            C(number)
        },
        if size > 1, nested => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Add(Box::new(left), Box::new(right))
        },
        if size > 1, nested => {
            let left = draw!(exp(most, size / 2));
            let right = draw!(exp(most, size / 2));
            Div(Box::new(left), Box::new(right))
        }
    }
}

impl Exp {
    /// The value, or nothing if something is divided by zero.
    fn value(&self) -> Option<i64> {
        match self {
            C(number) => Some(*number),
            Add(left, right) => Some(left.value()?.wrapping_add(right.value()?)),
            Div(left, right) => {
                let (left, right) = (left.value()?, right.value()?);
                // Rounded down.
                let quotient = left.checked_div(right)?;
                Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
            }
        }
    }

    fn divides_by_literal_zero(&self) -> bool {
        match self {
            C(_) => false,
            Div(_, right) if **right == C(0) => true,
            Add(left, right) | Div(left, right) => left.divides_by_literal_zero() || right.divides_by_literal_zero(),
        }
    }
}

pub(super) struct Calculator;

impl Example for Calculator {
    type Value = Exp;

    fn generator(size: u32) -> impl Reflect<Value = Exp> {
        exp(size.into(), size)
    }

    fn fails(exp: &Exp) -> bool {
        !exp.divides_by_literal_zero() && exp.value().is_none()
    }

    /// Every constructor counts.
    fn measure(exp: &Exp) -> usize {
        match exp {
            C(_) => 1,
            Add(left, right) | Div(left, right) => 1 + Self::measure(left) + Self::measure(right),
        }
    }
}
