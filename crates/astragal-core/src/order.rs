//! Sorts lists of any type by one sort of their indices.
//!
//! The standard sort is compiled anew for every type and every closure, and each time it is as much code as a whole module
//! of ours: a tenth of the build of this crate went into sorting lists of a few elements. Where speed counts, as in what is
//! drawn, the standard one is right.

use std::cmp::Ordering;

/// As `sort_by`: equal elements stay in their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    for start in 0..order.len() {
        // Each swap brings one element of the cycle to its place.
        let mut here = start;
        loop {
            let from = std::mem::replace(&mut order[here], here);
            if from == start {
                break;
            }
            items.swap(here, from);
            here = from;
        }
    }
}

/// As `sort_by_key`: equal elements stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// At each place of the sorted list, where its element was.
fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn it_sorts_as_the_standard_one_does() {
        let mut rng = Rng::new(1);
        for len in 0..200 {
            let list: Vec<(u64, usize)> = (0..len).map(|at| (rng.below(20), at)).collect();
            let (mut ours, mut standard) = (list.clone(), list);
            sort_by_key(&mut ours, |item| item.0);
            standard.sort_by_key(|item| item.0);
            assert_eq!(ours, standard);
        }
    }
}
