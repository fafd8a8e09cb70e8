//! Generators that are tuned, and those whose choices have names.

use crate::{both_ways, forwards};
use astragal::learn::{Context, Weights, parameter};
use astragal::prelude::*;

#[test]
fn tuned_by_examples() {
    let lists = any::<Vec<Option<Result<u8, bool>>>>();
    let examples = [vec![None, Some(Ok(3))], vec![Some(Err(true)), None, None], vec![]];
    for context in [Context::Site, Context::Parent, Context::Depth] {
        both_ways(lists.like(&examples).unwrap().by_context(context));
        both_ways(lists.unlike(&examples).unwrap().by_context(context).smoothed(0.5));
    }
    both_ways((0..9u8, lists.like(&examples).unwrap()).filter(|(n, _)| n % 2 == 0));
    both_ways(vec_of(any::<Option<bool>>().like(&[None]).unwrap(), 0..4));
}

#[test]
fn tuned_recursion() {
    let nested = || recursive(|me| one_of![end: just(0u32), more: me.iso(|n| n + 1, |n: &u32| n.checked_sub(1))]);
    both_ways(nested().like(&[3, 1, 4]).unwrap());
    both_ways(nested().unlike(&[3, 1, 4]).unwrap().by_context(Context::Depth));
}

#[test]
fn named_parts() {
    both_ways(any::<Vec<u8>>().counted_as("list"));
    both_ways((any::<Option<u8>>().counted_as("some"), any::<bool>().untuned()));
    both_ways(string_of('a'..='z', ..).counted_as("word").like(&["anna".to_owned()]).unwrap());
    both_ways(vec_of(int(0..7u8).counted_as("day"), ..).counted_as("week").like(&[vec![1, 2, 3], vec![6]]).unwrap());
    both_ways(string_of('a'..='z', ..).counted_as("word").unlike(&["anna".to_owned()]).unwrap().smoothed(1.0));
}

#[test]
fn closures() {
    let weights: Weights = "astragal weights 1\ncoin.heads: 3\ncoin.tails: 1\nlist.4: 1\n".parse().unwrap();
    let coin = one_of![heads: just(true), tails: just(false)].named("coin");
    forwards(
        from_fn(move |src| {
            let list: Vec<bool> = src.draw(vec_of(&coin, ..).counted_as("list"));
            (list, src.draw(any::<u8>().filter(|n| n % 3 == 0)))
        })
        .tuned(&weights),
    );
}

#[test]
fn parameters() {
    both_ways(parameter("depth", 1..=20u32, 5));
    let lists = || parameter("longest", 0..=9usize, 3).and_then(|longest| vec_of(0..4u8, 0..=longest));
    both_ways(lists());
    both_ways((lists(), option_of(lists())));
    forwards(from_fn(move |src| (src.draw(parameter("share", 0.0..=1.0, 0.5)), src.draw(lists()))));
    assert!(lists().choices_of(&vec![0; 4]).is_err());
}
