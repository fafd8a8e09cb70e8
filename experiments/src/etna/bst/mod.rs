//! The workload of search trees: 8 mutants, 18 properties, 53 tasks.

mod operations;
mod properties;

use super::task::{Input, Task};
pub(crate) use operations::{Bst, Mutant, find, is_valid, to_list};
use std::borrow::Borrow;

/// A tree as its type allows it, with keys in any order.
#[derive(Clone, Debug, PartialEq, astragal::Arbitrary)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, i32, Box<Tree>),
}

/// A tree made by inserting one pair after the other: its keys are in order.
#[derive(Clone, Debug)]
pub(super) struct SearchTree(Tree);

impl SearchTree {
    /// The insertion is always the right one, whatever is tested.
    pub(super) fn of(pairs: Vec<(i32, i32)>) -> SearchTree {
        let right = Bst { mutant: None };
        SearchTree(pairs.into_iter().fold(Tree::Leaf, |tree, (key, value)| right.insert(key, value, tree)))
    }
}

/// Trees that properties are about.
pub(super) trait Trees: Input + Borrow<Tree> {
    /// Whether some have keys out of order, which properties then reject.
    const NEEDS_GUARD: bool;
}

impl Trees for Tree {
    const NEEDS_GUARD: bool = true;
}

impl Trees for SearchTree {
    const NEEDS_GUARD: bool = false;
}

impl Borrow<Tree> for SearchTree {
    fn borrow(&self) -> &Tree {
        &self.0
    }
}

/// Which properties fail with which mutant.
const TASKS: [(Mutant, &[&str]); 8] = [
    (
        Mutant::Insert1,
        &["InsertPost", "InsertModel", "DeleteInsert", "InsertInsert", "InsertUnion", "UnionDeleteInsert"],
    ),
    (
        Mutant::Insert2,
        &[
            "InsertPost",
            "InsertModel",
            "InsertDelete",
            "DeleteInsert",
            "InsertInsert",
            "InsertUnion",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Insert3,
        &["InsertPost", "InsertModel", "InsertDelete", "InsertInsert", "InsertUnion", "UnionDeleteInsert"],
    ),
    (
        Mutant::Delete4,
        &[
            "DeleteModel",
            "DeletePost",
            "DeleteDelete",
            "DeleteInsert",
            "DeleteUnion",
            "InsertDelete",
            "UnionDeleteInsert",
        ],
    ),
    (
        Mutant::Delete5,
        &["DeleteModel", "DeletePost", "DeleteDelete", "DeleteInsert", "DeleteUnion", "UnionDeleteInsert"],
    ),
    (
        Mutant::Union6,
        &[
            "UnionValid",
            "UnionPost",
            "UnionModel",
            "DeleteUnion",
            "InsertUnion",
            "UnionDeleteInsert",
            "UnionUnionAssoc",
            "UnionUnionIdem",
        ],
    ),
    (
        Mutant::Union7,
        &[
            "UnionValid",
            "UnionPost",
            "UnionModel",
            "DeleteUnion",
            "InsertUnion",
            "UnionDeleteInsert",
            "UnionUnionAssoc",
        ],
    ),
    (
        Mutant::Union8,
        &["UnionPost", "UnionModel", "DeleteUnion", "InsertUnion", "UnionDeleteInsert", "UnionUnionAssoc"],
    ),
];

/// All tasks, with trees of a kind.
pub(super) fn tasks<T: Trees>() -> Vec<Task> {
    let fails_with = |mutant| TASKS.iter().filter(move |(of, _)| *of == mutant).flat_map(|(_, fail)| fail.iter());
    let of = |mutant| {
        let all = properties::all::<T>(Bst { mutant: Some(mutant) });
        all.into_iter().filter(move |task| fails_with(mutant).any(|property| *property == task.property))
    };
    TASKS.iter().flat_map(|&(mutant, _)| of(mutant)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::etna::contender::Contender;

    #[test]
    fn there_are_as_many_tasks_as_were_published() {
        assert_eq!(tasks::<SearchTree>().len(), 53);
        assert_eq!(properties::all::<SearchTree>(Bst { mutant: None }).len(), 18);
    }

    /// Every task can be done by going through the smallest cases, and nothing that is not a task.
    #[test]
    fn exactly_the_tasks_fail() {
        let fails = |task: &Task| (task.run)(Contender::Listing, 0, f64::INFINITY).found.is_some();
        assert!(!properties::all::<Tree>(Bst { mutant: None }).iter().any(fails));
        for (mutant, expected) in TASKS {
            for task in properties::all::<Tree>(Bst { mutant: Some(mutant) }) {
                assert_eq!(fails(&task), expected.contains(&task.property), "{} {}", task.mutant, task.property);
            }
        }
    }
}
