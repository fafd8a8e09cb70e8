//! Tests code that is given functions, with generated functions: a cache with a key function, and a ranking by
//! a score.
//!
//! `Fun<A, B>` is a function as a value: it is drawn, shrunk, and shown as the code that it would be.

use astragal::generators::Fun;
use astragal::prelude::*;
use astragal::report::Verdict;
use astragal::{Check, Report};
use std::collections::HashMap;
use std::hash::Hash;

/// Answers requests, and remembers the answers by a key of the request.
struct Cache<K, V> {
    answers: HashMap<K, V>,
    misses: usize,
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    fn new() -> Cache<K, V> {
        Cache { answers: HashMap::new(), misses: 0 }
    }

    fn get<R>(&mut self, request: &R, key: impl Fn(&R) -> K, answer: impl Fn(&R) -> V) -> V {
        let misses = &mut self.misses;
        let answered = self.answers.entry(key(request)).or_insert_with(|| {
            *misses += 1;
            answer(request)
        });
        answered.clone()
    }
}

/// The best `count`, those of the same score in their order. The bug: it looks for the best again and again, and takes the
/// last of those that are equal.
fn best_by_max(list: &[u32], count: usize, score: impl Fn(&u32) -> u8) -> Vec<u32> {
    let mut left = list.to_vec();
    let mut best = Vec::new();
    while best.len() < count {
        let Some(at) = (0..left.len()).max_by_key(|&at| score(&left[at])) else { break };
        best.push(left.remove(at));
    }
    best
}

fn best(list: &[u32], count: usize, score: impl Fn(&u32) -> u8) -> Vec<u32> {
    let mut sorted = list.to_vec();
    sorted.sort_by_key(|element| std::cmp::Reverse(score(element)));
    sorted.truncate(count);
    sorted
}

type Best = fn(&[u32], usize, &dyn Fn(&u32) -> u8) -> Vec<u32>;

/// An omitted element has no better score than any that is kept; and of two with the same score the first comes first.
fn is_a_stable_ranking(best: Best) -> Report {
    Check::new().seed(1).run(
        (any::<Fun<u32, u8>>(), vec_of(any::<u32>(), 0..=6), 0..=6usize),
        |(score, list, count)| {
            let best = best(&list, count, &|element| score.call(element));
            let mut expected: Vec<(u8, usize)> =
                (0..list.len()).map(|at| (u8::MAX - score.call(&list[at]), at)).collect();
            expected.sort_unstable();
            expected.truncate(count);
            let expected: Vec<u32> = expected.into_iter().map(|(_, at)| list[at]).collect();
            assert_eq!(best, expected);
        },
    )
}

fn main() {
    // A cache is as good as its key: where two requests share one, the second gets the answer of the first.
    let services = any::<(Fun<u32, u8>, Fun<u32, u32>, Vec<u32>)>();
    let report = Check::new().seed(1).run(&services, |(key, answer, requests)| {
        let mut cache = Cache::new();
        requests.iter().all(|request| cache.get(request, |r| key.call(r), |r| answer.call(r)) == answer.call(request))
    });
    println!("a key that says nothing: {}", report.failures[0].minimal.drawn[0].text);
    assert_eq!(report.failures[0].minimal.drawn[0].text, "(|_| 0, |x| match x { 0 => 1, _ => 0 }, [0, 1])");

    // Where the answer depends on the key alone, all is well, and nothing is asked twice.
    let report =
        Check::new().seed(1).run(any::<(Fun<u32, u8>, Fun<u8, u32>, Vec<u32>)>(), |(key, answer, requests)| {
            let mut cache = Cache::new();
            for request in &requests {
                let answered = cache.get(request, |r| key.call(r), |r| answer.call(&key.call(r)));
                assert_eq!(answered, answer.call(&key.call(request)));
            }
            let keys: std::collections::HashSet<u8> = requests.iter().map(|request| key.call(request)).collect();
            assert_eq!(cache.misses, keys.len());
        });
    assert_eq!(report.verdict, Verdict::Passed);

    // A ranking by any score at all: the smallest score function that shows the bug is a constant.
    let report = is_a_stable_ranking(|list, count, score| best_by_max(list, count, score));
    let failure = &report.failures[0];
    println!("a score that says nothing: {}", failure.minimal.drawn[0].text);
    assert_eq!(failure.minimal.drawn[0].text, "(|_| 0, [0, 1], 1)");
    assert_eq!(is_a_stable_ranking(|list, count, score| best(list, count, score)).verdict, Verdict::Passed);
}
