//! The properties that relate two ways to the same tree, by hand.

use super::bst::Tree;
use super::property::Kind::{Key as K, Tree as T, Value as V};
use super::property::{Drawn, Property, same};

const NIL: &Tree = &Tree::Leaf;

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: "SizeInsert",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, ..] }| {
            Some(bst.insert(*k, *v, t).size() >= t.size())
        },
    },
    Property {
        name: "InsertInsertWeak",
        draws: &[K, V, K, V, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, v2], trees: [t, ..] }| {
            let one = || bst.insert(*k, *v, &bst.insert(*k2, *v2, t));
            let other = || bst.insert(*k2, *v2, &bst.insert(*k, *v, t));
            (k != k2).then(|| same(&one(), &other()))
        },
    },
    Property {
        name: "InsertInsert",
        draws: &[K, V, K, V, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, v2], trees: [t, ..] }| {
            let inner = bst.insert(*k, *v, t);
            let expected = if k == k2 { inner } else { bst.insert(*k2, *v2, &inner) };
            Some(same(&bst.insert(*k, *v, &bst.insert(*k2, *v2, t)), &expected))
        },
    },
    Property {
        name: "InsertDeleteWeak",
        draws: &[K, V, K, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, _], trees: [t, ..] }| {
            let one = || bst.insert(*k, *v, &bst.delete(*k2, t));
            let other = || bst.delete(*k2, &bst.insert(*k, *v, t));
            (k != k2).then(|| same(&one(), &other()))
        },
    },
    Property {
        name: "InsertDelete",
        draws: &[K, V, K, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, _], trees: [t, ..] }| {
            let inner = bst.insert(*k, *v, t);
            let expected = if k == k2 { inner } else { bst.delete(*k2, &inner) };
            Some(same(&bst.insert(*k, *v, &bst.delete(*k2, t)), &expected))
        },
    },
    Property {
        name: "InsertUnion",
        draws: &[K, V, T, T],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, u, _] }| {
            Some(same(&bst.insert(*k, *v, &bst.union(t, u)), &bst.union(&bst.insert(*k, *v, t), u)))
        },
    },
    Property {
        name: "DeleteNil",
        draws: &[K],
        holds: |bst, Drawn { keys: [k, _], .. }| Some(bst.delete(*k, NIL) == *NIL),
    },
    Property {
        name: "DeleteInsertWeak",
        draws: &[K, K, V, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, _], trees: [t, ..] }| {
            let one = || bst.delete(*k, &bst.insert(*k2, *v, t));
            let other = || bst.insert(*k2, *v, &bst.delete(*k, t));
            (k != k2).then(|| same(&one(), &other()))
        },
    },
    Property {
        name: "DeleteInsert",
        draws: &[K, K, V, T],
        holds: |bst, Drawn { keys: [k, k2], values: [v, _], trees: [t, ..] }| {
            let inner = bst.delete(*k, t);
            let expected = if k == k2 { inner } else { bst.insert(*k2, *v, &inner) };
            Some(same(&bst.delete(*k, &bst.insert(*k2, *v, t)), &expected))
        },
    },
    Property {
        name: "DeleteDelete",
        draws: &[K, K, T],
        holds: |bst, Drawn { keys: [k, k2], trees: [t, ..], .. }| {
            Some(same(&bst.delete(*k, &bst.delete(*k2, t)), &bst.delete(*k2, &bst.delete(*k, t))))
        },
    },
    Property {
        name: "DeleteUnion",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [k, _], trees: [t, u, _], .. }| {
            Some(same(&bst.delete(*k, &bst.union(t, u)), &bst.union(&bst.delete(*k, t), &bst.delete(*k, u))))
        },
    },
    Property {
        name: "UnionInsert",
        draws: &[T, T, K, V],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, u, _] }| {
            Some(same(&bst.union(&bst.insert(*k, *v, t), u), &bst.insert(*k, *v, &bst.union(t, u))))
        },
    },
    Property {
        name: "UnionNil1",
        draws: &[T],
        holds: |bst, Drawn { trees: [t, ..], .. }| Some(bst.union(NIL, t) == *t),
    },
    Property {
        name: "UnionNil2",
        draws: &[T],
        holds: |bst, Drawn { trees: [t, ..], .. }| Some(bst.union(t, NIL) == *t),
    },
    Property {
        name: "UnionDeleteInsert",
        draws: &[T, T, K, V],
        holds: |bst, Drawn { keys: [k, _], values: [v, _], trees: [t, u, _] }| {
            let one = bst.union(&bst.delete(*k, t), &bst.insert(*k, *v, u));
            Some(same(&one, &bst.insert(*k, *v, &bst.union(t, u))))
        },
    },
    Property {
        name: "UnionUnionIdem",
        draws: &[T],
        holds: |bst, Drawn { trees: [t, ..], .. }| Some(same(&bst.union(t, t), t)),
    },
    Property {
        name: "UnionUnionAssoc",
        draws: &[T, T, T],
        holds: |bst, Drawn { trees: [t, u, w], .. }| {
            Some(bst.union(&bst.union(t, u), w) == bst.union(t, &bst.union(u, w)))
        },
    },
    Property { name: "FindNil", draws: &[K], holds: |_, Drawn { keys: [k, _], .. }| Some(NIL.find(*k).is_none()) },
];
