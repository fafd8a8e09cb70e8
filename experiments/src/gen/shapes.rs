//! The rows of the experiment and the types of the values that are generated in them.

use astragal::generators::StringOf;
use astragal::prelude::*;

/// A shape of values that contenders generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// A `u64` of the full range.
    U64,
    /// A `Vec<u64>` of 0 to 100 elements of the full range.
    VecU64,
    /// A `String` of 0 to 64 characters.
    String,
    /// A [`Json`] of about 32 nodes on average.
    Json,
    /// A [`Tree`] of about 32 inner nodes on average.
    Tree,
}

/// The longest list of [`Row::VecU64`].
pub(super) const MAX_LIST: usize = 100;
/// The longest string of [`Row::String`], in characters.
pub(super) const MAX_STRING: usize = 64;
/// The longest text or key of a [`Json`], in characters.
pub(super) const MAX_TEXT: usize = 8;

impl Row {
    pub(super) const ALL: [Row; 5] = [Row::U64, Row::VecU64, Row::String, Row::Json, Row::Tree];

    pub(super) fn name(self) -> &'static str {
        match self {
            Row::U64 => "u64",
            Row::VecU64 => "vec_u64",
            Row::String => "string",
            Row::Json => "json",
            Row::Tree => "tree",
        }
    }
}

/// A JSON document; objects keep the order and the repetitions of their keys.
// No contender reads the leaves back.
#[allow(dead_code)]
#[derive(Clone, Debug, Arbitrary)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(#[arbitrary(with = text())] String),
    Array(Vec<Json>),
    Object(#[arbitrary(with = vec_of((text(), any::<Json>()), ..))] Vec<(String, Json)>),
}

/// Our generator of a text or key.
pub(super) fn text() -> StringOf {
    string_of(' '..='~', 0..=MAX_TEXT)
}

/// A binary tree with values at its inner nodes.
#[allow(dead_code)]
#[derive(Clone, Debug, Arbitrary)]
pub(super) enum Tree {
    Leaf,
    Node(Box<Tree>, u64, Box<Tree>),
}

/// A value whose size is counted in the elements that its row names.
pub(super) trait Elements {
    /// The number of elements in the value.
    fn elements(&self) -> usize;
}

impl Elements for u64 {
    fn elements(&self) -> usize {
        1
    }
}

impl Elements for Vec<u64> {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl Elements for String {
    fn elements(&self) -> usize {
        self.chars().count()
    }
}

impl Elements for Json {
    fn elements(&self) -> usize {
        let children = match self {
            Json::Array(items) => items.iter().map(Json::elements).sum(),
            Json::Object(members) => members.iter().map(|(_, value)| value.elements()).sum(),
            _ => 0,
        };
        1 + children
    }
}

impl Elements for Tree {
    fn elements(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.elements() + right.elements(),
        }
    }
}
