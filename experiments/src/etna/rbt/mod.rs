//! The workload of red-black trees: 15 mutants, 10 properties, 58 tasks.

mod bounds;
mod operations;
mod properties;

use super::stlc::typed::Dice;
use super::task::{Input, Task};
pub(super) use operations::{Mutant, Rbt};
use std::borrow::Borrow;

/// The color of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, astragal::Arbitrary)]
pub(super) enum Color {
    Red,
    Black,
}

/// A tree as its type allows it, with keys in any order and any colors.
#[derive(Clone, Debug, PartialEq, astragal::Arbitrary)]
pub(super) enum Tree {
    Leaf,
    Node(Color, Box<Tree>, i32, i32, Box<Tree>),
}

/// A tree made by inserting one pair after the other.
#[derive(Clone, Debug)]
pub(super) struct Inserted(Tree);

impl Inserted {
    /// The insertion is always the right one, whatever is tested.
    pub(super) fn of(pairs: Vec<(i32, i32)>) -> Inserted {
        let right = Rbt { mutant: None };
        Inserted(pairs.into_iter().fold(Tree::Leaf, |tree, pair| right.insert(pair, tree)))
    }
}

/// A tree drawn within bounds. See [`bounds`].
#[derive(Clone, Debug)]
pub(super) struct Bounded(Tree);

impl Bounded {
    pub(super) fn draw<D: Dice>(dice: &mut D) -> Result<Bounded, D::Rejection> {
        bounds::tree(dice).map(Bounded)
    }
}

/// Trees that properties are about.
pub(super) trait Trees: Input + Borrow<Tree> {
    /// Whether some are not red-black trees, which properties then reject.
    const NEEDS_GUARD: bool;
}

impl Trees for Tree {
    const NEEDS_GUARD: bool = true;
}

impl Trees for Inserted {
    const NEEDS_GUARD: bool = false;
}

impl Trees for Bounded {
    const NEEDS_GUARD: bool = false;
}

impl Borrow<Tree> for Inserted {
    fn borrow(&self) -> &Tree {
        &self.0
    }
}

impl Borrow<Tree> for Bounded {
    fn borrow(&self) -> &Tree {
        &self.0
    }
}

/// What fails if keys are out of order after an insertion.
const ALL: &[&str] = &[
    "InsertValid",
    "InsertModel",
    "InsertPost",
    "DeleteValid",
    "DeletePost",
    "DeleteModel",
    "DeleteDelete",
    "DeleteInsert",
    "InsertDelete",
    "InsertInsert",
];

/// Which properties fail with which mutant.
const TASKS: [(Mutant, &[&str]); 15] = [
    (Mutant::Insert1, &["InsertPost", "InsertModel", "DeleteInsert", "InsertInsert"]),
    (Mutant::Insert2, &["InsertPost", "InsertModel", "InsertDelete", "DeleteInsert", "InsertInsert"]),
    (Mutant::Insert3, &["InsertPost", "InsertModel", "InsertDelete", "InsertInsert"]),
    (Mutant::Delete4, &["DeleteModel", "DeletePost", "DeleteDelete", "DeleteInsert", "InsertDelete"]),
    (Mutant::Delete5, &["DeleteModel", "DeletePost", "DeleteDelete", "DeleteInsert"]),
    (Mutant::MiscolorInsert, &["InsertValid", "DeleteInsert"]),
    (Mutant::MiscolorDelete, &["DeleteValid"]),
    (Mutant::MiscolorBalLeft, &["DeleteValid", "DeleteDelete"]),
    (Mutant::MiscolorBalRight, &["DeleteValid", "DeleteDelete"]),
    (Mutant::MiscolorJoin1, &["DeleteValid"]),
    (Mutant::MiscolorJoin2, &["DeleteValid", "DeleteDelete"]),
    (Mutant::NoBalanceInsert1, &["InsertValid", "DeleteInsert", "InsertDelete"]),
    (Mutant::NoBalanceInsert2, &["InsertValid", "DeleteInsert", "InsertDelete"]),
    (Mutant::SwapCd, ALL),
    (Mutant::SwapBc, ALL),
];

/// All tasks, with trees of a kind.
pub(super) fn tasks<T: Trees>() -> Vec<Task> {
    TASKS.iter().flat_map(|&(mutant, names)| properties::tasks::<T>(Rbt { mutant: Some(mutant) }, names)).collect()
}

#[cfg(test)]
mod tests {
    use super::operations::is_valid;
    use super::properties::Case;
    use super::*;
    use crate::etna::contender::Contender;
    use astragal::source::Rng;
    use astragal::{Draw, any};

    #[test]
    fn there_are_as_many_tasks_as_were_published() {
        assert_eq!(tasks::<Inserted>().len(), 58);
        assert_eq!(properties::ALL.len(), 10);
    }

    /// Trees of up to 16 keys, inserted in a random order, and as many of others inserted and deleted again, which makes other shapes.
    fn trees(count: i32) -> Vec<Tree> {
        let (mut rng, right) = (Rng::new(1), Rbt { mutant: None });
        let shuffled = |number: i32| {
            let (kept, lost) = (number % 17, number / 17 % 9);
            let mut keys: Vec<(u64, i32)> = (0..kept + lost).map(|key| (rng.word(), 2 * key)).collect();
            keys.sort_unstable();
            let Inserted(tree) = Inserted::of(keys.iter().map(|(_, key)| (*key, key % 3)).collect());
            let lost = keys.iter().rev().take(lost as usize);
            lost.fold(tree, |tree, (_, key)| right.delete(*key, tree).expect("a red-black tree"))
        };
        (0..count).map(shuffled).collect()
    }

    /// Whether a property fails for a tree and some keys in it or between them.
    fn fails(rbt: Rbt, property: properties::Property, trees: &[Tree]) -> bool {
        trees.iter().any(|tree| {
            let mut keys: Vec<i32> = operations::to_list(tree).iter().map(|(key, _)| *key).collect();
            keys.extend([-1, 7, 15, 99]);
            let case = |key, other| Case { tree, keys: [key, other], values: [7, 8] };
            keys.iter().any(|&key| keys.iter().any(|&other| !property(rbt, case(key, other))))
        })
    }

    #[test]
    fn every_task_fails_and_nothing_without_a_mutant() {
        let trees = trees(2_000);
        for (name, property) in properties::ALL {
            assert!(!fails(Rbt { mutant: None }, property, &trees[..100]), "{name} fails without a mutant");
            for (mutant, names) in TASKS {
                let found = !names.contains(&name) || fails(Rbt { mutant: Some(mutant) }, property, &trees);
                assert!(found, "{} {name}", mutant.name());
            }
        }
    }

    /// Every contender has a way to draw each kind of tree: a bug that most cases show is found.
    #[test]
    fn every_contender_takes_part() {
        fn finds<T: Trees>(contender: Contender) -> bool {
            let tasks = tasks::<T>();
            let easy = tasks.iter().find(|task| task.mutant == "insert_1" && task.property == "InsertModel");
            easy.is_some_and(|task| (task.run)(contender, 1, f64::INFINITY).found.is_some())
        }
        for contender in Contender::ALL {
            assert!(finds::<Tree>(contender), "{contender:?}, derived");
            assert!(finds::<Inserted>(contender) && finds::<Bounded>(contender), "{contender:?}, bespoke");
        }
    }

    /// Trees that are drawn as they are to be.
    #[test]
    fn bespoke_trees_are_valid() {
        let mut sizes = [0; 2];
        for seed in 0..500 {
            let (inserted, bounded) = (any::<Inserted>().sample(seed), any::<Bounded>().sample(seed));
            assert!(is_valid(&inserted.0) && is_valid(&bounded.0), "{inserted:?} {bounded:?}");
            sizes[0] += operations::to_list(&inserted.0).len();
            sizes[1] += operations::to_list(&bounded.0).len();
        }
        assert!(sizes.iter().all(|&size| size > 1_000), "{sizes:?}");
    }
}
