//! The properties that say what an operation does: validity, postconditions, completeness, a model.

use super::bst::{Bst, Key, Tree, Val};
use super::property::Kind::{Key as K, Tree as T, Value as V};
use super::property::{Drawn, Property};

pub(super) const PROPERTIES: &[Property] = &[
    Property { name: "ArbitraryValid", draws: &[T], holds: |_, Drawn { trees: [t, ..], .. }| Some(t.is_valid()) },
    Property { name: "NilValid", draws: &[], holds: |_, _| Some(Tree::Leaf.is_valid()) },
    Property {
        name: "InsertValid",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, ..] }| Some(bst.insert(*k, *v, t).is_valid()),
    },
    Property {
        name: "DeleteValid",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, ..], .. }| Some(bst.delete(*k, t).is_valid()),
    },
    Property {
        name: "UnionValid",
        draws: &[T, T],
        holds: |bst, Drawn { trees: [t, u, _], .. }| Some(bst.union(t, u).is_valid()),
    },
    Property {
        name: "InsertPost",
        draws: &[K, V, T, K],
        holds: |bst, Drawn { keys: [k, k2], values: [v, _], trees: [t, ..] }| {
            Some(bst.insert(*k, *v, t).find(*k2) == if k == k2 { Some(*v) } else { t.find(*k2) })
        },
    },
    Property {
        name: "DeletePost",
        draws: &[K, T, K],
        holds: |bst, Drawn { keys: [k, k2], trees: [t, ..], .. }| {
            Some(bst.delete(*k, t).find(*k2) == if k == k2 { None } else { t.find(*k2) })
        },
    },
    Property {
        name: "FindPostPresent",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, ..] }| {
            Some(bst.insert(*k, *v, t).find(*k) == Some(*v))
        },
    },
    Property {
        name: "FindPostAbsent",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, ..], .. }| Some(bst.delete(*k, t).find(*k).is_none()),
    },
    Property {
        name: "InsertDeleteComplete",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, ..], .. }| {
            Some(match t.find(*k) {
                None => *t == bst.delete(*k, t),
                Some(v) => *t == bst.insert(*k, v, t),
            })
        },
    },
    Property {
        name: "UnionPost",
        draws: &[T, T, K],
        holds: |bst, Drawn { keys: [k, _], trees: [t, u, _], .. }| {
            Some(bst.union(t, u).find(*k) == t.find(*k).or(u.find(*k)))
        },
    },
    Property {
        name: "InsertComplete",
        draws: &[T],
        holds: |bst, Drawn { trees: [t, ..], .. }| Some(is_rebuilt(bst, t)),
    },
    Property {
        name: "InsertCompleteForDelete",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, ..], .. }| Some(is_rebuilt(bst, &bst.delete(*k, t))),
    },
    Property {
        name: "InsertCompleteForUnion",
        draws: &[T, T],
        holds: |bst, Drawn { trees: [t, u, _], .. }| Some(is_rebuilt(bst, &bst.union(t, u))),
    },
    Property { name: "NilModel", draws: &[], holds: |_, _| Some(Tree::Leaf.to_list().is_empty()) },
    Property {
        name: "InsertModel",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, ..] }| {
            let mut model = without(*k, t.to_list());
            let at = model.partition_point(|pair| pair < &(*k, *v));
            model.insert(at, (*k, *v));
            Some(bst.insert(*k, *v, t).to_list() == model)
        },
    },
    Property {
        name: "DeleteModel",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, ..], .. }| {
            Some(bst.delete(*k, t).to_list() == without(*k, t.to_list()))
        },
    },
    Property {
        name: "UnionModel",
        draws: &[T, T],
        holds: |bst, Drawn { trees: [t, u, _], .. }| {
            let mut model = t.to_list();
            model.extend(u.to_list().into_iter().filter(|(k, _)| t.find(*k).is_none()));
            model.sort_unstable();
            Some(bst.union(t, u).to_list() == model)
        },
    },
    Property {
        name: "FindModel",
        draws: &[K, T],
        holds: |_, Drawn { keys: [k, _], trees: [t, ..], .. }| {
            Some(t.find(*k) == t.to_list().into_iter().find(|pair| pair.0 == *k).map(|pair| pair.1))
        },
    },
];

/// Whether its own insertions make the very same tree again.
fn is_rebuilt(bst: Bst, tree: &Tree) -> bool {
    bst.tree_of(&tree.insertions()) == *tree
}

fn without(key: Key, mut list: Vec<(Key, Val)>) -> Vec<(Key, Val)> {
    list.retain(|pair| pair.0 != key);
    list
}
