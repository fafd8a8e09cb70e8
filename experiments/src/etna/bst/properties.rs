//! The eighteen properties of search trees. Each says whether a case is rejected because a tree is out of order.

use super::operations::{find, is_valid, to_list};
use super::{Bst, Tree, Trees};
use crate::etna::task::{Task, Verdict};
use std::borrow::Borrow;

/// All properties of an implementation, with trees of a kind.
pub(super) fn all<T: Trees>(bst: Bst) -> Vec<Task> {
    let mutant = bst.mutant.map_or("none", super::Mutant::name);
    let insert = move |k: &i32, v: &i32, t: &Tree| bst.insert(*k, *v, t.clone());
    let delete = move |k: &i32, t: &Tree| bst.delete(*k, t.clone());
    let union = move |t: &Tree, u: &Tree| bst.union(t.clone(), u.clone());
    vec![
        Task::new(mutant, "InsertValid", move |(t, k, v): &(T, i32, i32)| {
            guarded([t], |[t]| is_valid(&insert(k, v, t)))
        }),
        Task::new(mutant, "DeleteValid", move |(t, k): &(T, i32)| guarded([t], |[t]| is_valid(&delete(k, t)))),
        Task::new(mutant, "UnionValid", move |(t, u): &(T, T)| guarded([t, u], |[t, u]| is_valid(&union(t, u)))),
        Task::new(mutant, "InsertPost", move |(t, k, other, v): &(T, i32, i32, i32)| {
            guarded([t], |[t]| find(*other, &insert(k, v, t)) == if k == other { Some(*v) } else { find(*other, t) })
        }),
        Task::new(mutant, "DeletePost", move |(t, k, other): &(T, i32, i32)| {
            guarded([t], |[t]| find(*other, &delete(k, t)) == if k == other { None } else { find(*other, t) })
        }),
        Task::new(mutant, "UnionPost", move |(t, u, k): &(T, T, i32)| {
            guarded([t, u], |[t, u]| find(*k, &union(t, u)) == find(*k, t).or(find(*k, u)))
        }),
        Task::new(mutant, "InsertModel", move |(t, k, v): &(T, i32, i32)| {
            guarded([t], |[t]| {
                let mut model = without(*k, t);
                model.push((*k, *v));
                model.sort_unstable();
                to_list(&insert(k, v, t)) == model
            })
        }),
        Task::new(mutant, "DeleteModel", move |(t, k): &(T, i32)| {
            guarded([t], |[t]| to_list(&delete(k, t)) == without(*k, t))
        }),
        Task::new(mutant, "UnionModel", move |(t, u): &(T, T)| {
            guarded([t, u], |[t, u]| {
                let mut model = to_list(t);
                model.extend(to_list(u).into_iter().filter(|&(k, _)| find(k, t).is_none()));
                model.sort_unstable();
                to_list(&union(t, u)) == model
            })
        }),
        Task::new(mutant, "InsertInsert", move |(t, k, k2, v, v2): &(T, i32, i32, i32, i32)| {
            guarded([t], |[t]| {
                let once = insert(k, v, t);
                let other = if k == k2 { once } else { insert(k2, v2, &once) };
                alike(&insert(k, v, &insert(k2, v2, t)), &other)
            })
        }),
        Task::new(mutant, "InsertDelete", move |(t, k, k2, v): &(T, i32, i32, i32)| {
            guarded([t], |[t]| {
                let inserted = insert(k, v, t);
                let other = if k == k2 { inserted } else { delete(k2, &inserted) };
                alike(&insert(k, v, &delete(k2, t)), &other)
            })
        }),
        Task::new(mutant, "InsertUnion", move |(t, u, k, v): &(T, T, i32, i32)| {
            guarded([t, u], |[t, u]| alike(&insert(k, v, &union(t, u)), &union(&insert(k, v, t), u)))
        }),
        Task::new(mutant, "DeleteInsert", move |(t, k, k2, v2): &(T, i32, i32, i32)| {
            guarded([t], |[t]| {
                let deleted = delete(k, t);
                let other = if k == k2 { deleted } else { insert(k2, v2, &deleted) };
                alike(&delete(k, &insert(k2, v2, t)), &other)
            })
        }),
        Task::new(mutant, "DeleteDelete", move |(t, k, k2): &(T, i32, i32)| {
            guarded([t], |[t]| alike(&delete(k, &delete(k2, t)), &delete(k2, &delete(k, t))))
        }),
        Task::new(mutant, "DeleteUnion", move |(t, u, k): &(T, T, i32)| {
            guarded([t, u], |[t, u]| alike(&delete(k, &union(t, u)), &union(&delete(k, t), &delete(k, u))))
        }),
        Task::new(mutant, "UnionDeleteInsert", move |(t, u, k, v): &(T, T, i32, i32)| {
            guarded([t, u], |[t, u]| alike(&union(&delete(k, t), &insert(k, v, u)), &insert(k, v, &union(t, u))))
        }),
        Task::new(mutant, "UnionUnionIdem", move |t: &T| guarded([t], |[t]| alike(&union(t, t), t))),
        Task::new(mutant, "UnionUnionAssoc", move |(t, u, w): &(T, T, T)| {
            guarded([t, u, w], |[t, u, w]| union(&union(t, u), w) == union(t, &union(u, w)))
        }),
    ]
}

/// Whether something holds of trees that are in order.
fn guarded<T: Trees, const N: usize>(trees: [&T; N], holds: impl FnOnce([&Tree; N]) -> bool) -> Verdict {
    let trees = trees.map(Borrow::borrow);
    if T::NEEDS_GUARD && !trees.iter().all(|tree| is_valid(tree)) {
        return Verdict::LeftOut;
    }
    Verdict::of(holds(trees))
}

/// Whether two trees hold the same pairs.
fn alike(tree: &Tree, other: &Tree) -> bool {
    to_list(tree) == to_list(other)
}

/// The pairs of a tree but for a key.
fn without(key: i32, tree: &Tree) -> Vec<(i32, i32)> {
    to_list(tree).into_iter().filter(|&(k, _)| k != key).collect()
}
