//! The properties that QuickSpec found, without those that repeat one written by hand.

use super::bst::Tree;
use super::property::Kind::{Key as K, Tree as T, Value as V};
use super::property::{Drawn, Property, same};

const NIL: &Tree = &Tree::Leaf;

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: "qs_7",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, ..], .. }| {
            let once = bst.delete(*x, y);
            Some(same(&bst.delete(*x, &once), &once))
        },
    },
    Property {
        name: "qs_9",
        draws: &[K, K, T],
        holds: |bst, Drawn { keys: [x, y], trees: [z, ..], .. }| {
            (x != y).then(|| bst.delete(*y, z).find(*x) == z.find(*x))
        },
    },
    Property {
        name: "qs_10",
        draws: &[T, K],
        holds: |bst, Drawn { keys: [y, _], trees: [x, ..], .. }| Some(same(&bst.union(x, &bst.delete(*y, x)), x)),
    },
    Property {
        name: "qs_11",
        draws: &[T, T],
        holds: |bst, Drawn { trees: [x, y, _], .. }| {
            let once = bst.union(x, y);
            Some(same(&bst.union(x, &once), &once))
        },
    },
    Property {
        name: "qs_12",
        draws: &[T, T],
        holds: |bst, Drawn { trees: [x, y, _], .. }| Some(same(&bst.union(x, &bst.union(y, x)), &bst.union(x, y))),
    },
    Property {
        name: "qs_13",
        draws: &[K, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, ..], .. }| Some(same(&bst.union(&bst.delete(*x, y), y), y)),
    },
    Property {
        name: "qs_15",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [x, _], values: [y, _], trees: [z, ..] }| {
            Some(same(&bst.delete(*x, &bst.insert(*x, *y, z)), &bst.delete(*x, z)))
        },
    },
    Property {
        name: "qs_17",
        draws: &[K, V, T],
        holds: |bst, Drawn { keys: [x, _], values: [y, _], trees: [z, ..] }| {
            Some(same(&bst.insert(*x, *y, &bst.delete(*x, z)), &bst.insert(*x, *y, z)))
        },
    },
    Property {
        name: "qs_18",
        draws: &[K, V, K, T],
        holds: |bst, Drawn { keys: [x, z], values: [y, _], trees: [w, ..] }| {
            let one = || bst.insert(*x, *y, &bst.delete(*z, w));
            let other = || bst.delete(*z, &bst.insert(*x, *y, w));
            (x != z).then(|| same(&one(), &other()))
        },
    },
    Property {
        name: "qs_20",
        draws: &[K, K, V],
        holds: |bst, Drawn { keys: [x, y], values: [z, _], .. }| {
            Some(bst.insert(*y, *z, NIL).find(*x) == bst.insert(*x, *z, NIL).find(*y))
        },
    },
    Property {
        name: "qs_21",
        draws: &[T, K, V],
        holds: |bst, Drawn { keys: [y, _], values: [z, _], trees: [x, ..] }| {
            Some(same(&bst.union(x, &bst.insert(*y, *z, x)), &bst.union(x, &bst.insert(*y, *z, NIL))))
        },
    },
    Property {
        name: "qs_22",
        draws: &[K, V, K, T],
        holds: |bst, Drawn { keys: [x, z], values: [y, _], trees: [w, ..] }| {
            let one = bst.insert(*x, *y, &bst.insert(*z, *y, w));
            Some(same(&one, &bst.insert(*z, *y, &bst.insert(*x, *y, w))))
        },
    },
    Property {
        name: "qs_23",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            let one = bst.delete(*x, &bst.union(y, &bst.delete(*x, z)));
            Some(same(&one, &bst.delete(*x, &bst.union(y, z))))
        },
    },
    Property {
        name: "qs_24",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            let one = bst.delete(*x, &bst.union(&bst.delete(*x, y), z));
            Some(same(&one, &bst.delete(*x, &bst.union(y, z))))
        },
    },
    Property {
        name: "qs_25",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            Some(bst.union(y, &bst.delete(*x, z)).find(*x) == y.find(*x))
        },
    },
    Property {
        name: "qs_26",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            Some(bst.union(&bst.delete(*x, y), z).find(*x) == bst.union(z, z).find(*x))
        },
    },
    Property {
        name: "qs_27",
        draws: &[T, K, T],
        holds: |bst, Drawn { keys: [y, _], trees: [x, z, _], .. }| {
            let one = bst.union(x, &bst.delete(*y, &bst.union(x, z)));
            Some(same(&one, &bst.union(x, &bst.delete(*y, z))))
        },
    },
    Property {
        name: "qs_29",
        draws: &[K, T, K],
        holds: |bst, Drawn { keys: [x, z], trees: [y, ..], .. }| {
            let (one, other) = (bst.delete(*x, y), bst.delete(*z, y));
            Some(same(&bst.union(&one, &other), &bst.union(&other, &one)))
        },
    },
    Property {
        name: "qs_30",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            let one = bst.union(&bst.delete(*x, &bst.union(y, z)), y);
            Some(same(&one, &bst.union(y, &bst.delete(*x, z))))
        },
    },
    Property {
        name: "qs_31",
        draws: &[K, T, T],
        holds: |bst, Drawn { keys: [x, _], trees: [y, z, _], .. }| {
            let one = bst.union(&bst.delete(*x, &bst.union(y, z)), z);
            Some(same(&one, &bst.union(&bst.delete(*x, y), z)))
        },
    },
];
