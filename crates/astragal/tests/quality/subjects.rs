//! The types that several of these tests are about.

use astragal::prelude::*;

/// A shape, of which there are as many as Catalan says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// The nodes, counted without recursion.
    #[cfg(debug_assertions)]
    pub(crate) fn nodes(&self) -> usize {
        let (mut nodes, mut open) = (0, vec![self]);
        while let Some(tree) = open.pop() {
            if let Tree::Node(left, right) = tree {
                nodes += 1;
                open.extend([&**left, &**right]);
            }
        }
        nodes
    }
}

#[cfg(all(debug_assertions, feature = "spaces"))]
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(crate) enum Expr {
    Val(i32),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}
