//! The types whose values are counted, enumerated and searched.

use astragal::generators::{Lazy, lazy};
use astragal::prelude::*;

/// Hutton's razor.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Expr {
    Val(i32),
    Add(Box<Expr>, Box<Expr>),
}

/// The same, with lazy parts.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum LazyExpr {
    Val(#[arbitrary(with = lazy(-2..=2i32))] Lazy<i32>),
    Add(Lazy<LazyExpr>, Lazy<LazyExpr>),
}

/// Binary trees without labels.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Shape {
    Leaf,
    Node(Box<Shape>, Box<Shape>),
}

/// Binary trees with labels.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(super) enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

/// A small enum.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
pub(super) enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// Another one.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
pub(super) enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

type Name = String;
type Call = ((Name, Name), Vec<Result<Name, bool>>);
type Statement = Vec<((Name, Name), Result<bool, Call>)>;
type Function = (Name, Vec<Statement>);
type Class = (Name, Vec<Function>);
/// A source file of a small language.
pub(super) type File = (Name, Vec<Class>);
