//! The ten properties of red-black trees. Each is of a tree, of up to two keys, and of up to two values.

use super::operations::{find, is_valid, to_list};
use super::{Rbt, Tree, Trees};
use crate::etna::task::{Task, Verdict};

/// A tree, two keys and two values: a property looks at some of them.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) tree: &'a Tree,
    pub(super) keys: [i32; 2],
    pub(super) values: [i32; 2],
}

/// Whether something holds of a case.
pub(super) type Property = fn(Rbt, Case<'_>) -> bool;

/// All properties by their names.
pub(super) const ALL: [(&str, Property); 10] = [
    ("InsertValid", |rbt, case| is_valid(&insert(rbt, case, 0))),
    ("DeleteValid", |rbt, case| delete(rbt, case, 0).is_some_and(|tree| is_valid(&tree))),
    ("InsertPost", |rbt, case| {
        let expected = if is_same_key(case) { Some(case.values[0]) } else { find(case.keys[1], case.tree) };
        find(case.keys[1], &insert(rbt, case, 0)) == expected
    }),
    ("DeletePost", |rbt, case| {
        let expected = if is_same_key(case) { None } else { find(case.keys[1], case.tree) };
        delete(rbt, case, 0).is_some_and(|tree| find(case.keys[1], &tree) == expected)
    }),
    ("InsertModel", |rbt, case| {
        let mut model = without(case);
        model.push((case.keys[0], case.values[0]));
        model.sort_unstable();
        to_list(&insert(rbt, case, 0)) == model
    }),
    ("DeleteModel", |rbt, case| delete(rbt, case, 0).is_some_and(|tree| to_list(&tree) == without(case))),
    ("InsertInsert", |rbt, case| {
        let once = insert(rbt, case, 0);
        let other = if is_same_key(case) { once } else { insert(rbt, of(case, &once), 1) };
        alike(Some(insert(rbt, of(case, &insert(rbt, case, 1)), 0)), Some(other))
    }),
    ("InsertDelete", |rbt, case| {
        let inserted = insert(rbt, case, 0);
        let other = if is_same_key(case) { Some(inserted) } else { delete(rbt, of(case, &inserted), 1) };
        alike(delete(rbt, case, 1).map(|tree| insert(rbt, of(case, &tree), 0)), other)
    }),
    ("DeleteInsert", |rbt, case| {
        let deleted = delete(rbt, case, 0);
        let other = if is_same_key(case) { deleted } else { deleted.map(|tree| insert(rbt, of(case, &tree), 1)) };
        alike(delete(rbt, of(case, &insert(rbt, case, 1)), 0), other)
    }),
    ("DeleteDelete", |rbt, case| {
        let twice = |first, then| delete(rbt, of(case, &delete(rbt, case, first)?), then);
        alike(twice(1, 0), twice(0, 1))
    }),
];

/// All tasks of an implementation, with trees of a kind: the properties of these names.
pub(super) fn tasks<T: Trees>(rbt: Rbt, names: &[&'static str]) -> Vec<Task> {
    let mutant = rbt.mutant.map_or("none", super::Mutant::name);
    let task = |&(name, property): &(&'static str, Property)| {
        let judged = move |tree: &T, keys: [i32; 2], values: [i32; 2]| {
            let tree = tree.borrow();
            if T::NEEDS_GUARD && !is_valid(tree) {
                return Verdict::LeftOut;
            }
            Verdict::of(property(rbt, Case { tree, keys, values }))
        };
        match name {
            "InsertValid" | "InsertModel" => {
                Task::new(mutant, name, move |(t, k, v): &(T, i32, i32)| judged(t, [*k; 2], [*v; 2]))
            }
            "DeleteValid" | "DeleteModel" => {
                Task::new(mutant, name, move |(t, k): &(T, i32)| judged(t, [*k; 2], [0; 2]))
            }
            "DeletePost" | "DeleteDelete" => {
                Task::new(mutant, name, move |(t, k, other): &(T, i32, i32)| judged(t, [*k, *other], [0; 2]))
            }
            "InsertInsert" => Task::new(mutant, name, move |(t, k, other, v, w): &(T, i32, i32, i32, i32)| {
                judged(t, [*k, *other], [*v, *w])
            }),
            _ => Task::new(mutant, name, move |(t, k, other, v): &(T, i32, i32, i32)| judged(t, [*k, *other], [*v; 2])),
        }
    };
    ALL.iter().filter(|(name, _)| names.contains(name)).map(task).collect()
}

/// The same case with another tree.
fn of<'a>(case: Case<'a>, tree: &'a Tree) -> Case<'a> {
    Case { tree, ..case }
}

/// The tree with one of the entries.
fn insert(rbt: Rbt, case: Case<'_>, which: usize) -> Tree {
    rbt.insert((case.keys[which], case.values[which]), case.tree.clone())
}

/// The tree without one of the keys.
fn delete(rbt: Rbt, case: Case<'_>, which: usize) -> Option<Tree> {
    rbt.delete(case.keys[which], case.tree.clone())
}

fn is_same_key(case: Case<'_>) -> bool {
    case.keys[0] == case.keys[1]
}

/// The entries of the tree but for the first key.
fn without(case: Case<'_>) -> Vec<(i32, i32)> {
    to_list(case.tree).into_iter().filter(|&(key, _)| key != case.keys[0]).collect()
}

/// Whether two trees hold the same entries. What could not be deleted from is like nothing.
fn alike(tree: Option<Tree>, other: Option<Tree>) -> bool {
    matches!((tree, other), (Some(tree), Some(other)) if to_list(&tree) == to_list(&other))
}
