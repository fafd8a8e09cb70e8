//! Expressions, of which each node is a pick.

use astragal::Arbitrary;

/// An expression.
#[derive(Clone, Debug, Arbitrary)]
pub(crate) enum Expr {
    /// A number.
    Number(#[arbitrary(with = -99..=99)] i64),
    /// The sum of two.
    Add(Box<Expr>, Box<Expr>),
    /// One with another sign.
    Negate(Box<Expr>),
}
