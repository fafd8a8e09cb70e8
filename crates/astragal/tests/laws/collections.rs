//! Lists, sets, maps, tuples and arrays.

use crate::{both_ways, closed, simplest};
use astragal::generators::{array_of, btree_map_of, btree_set_of, hash_set_of, unique_vec_of};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::{Choices, Source};
use std::collections::*;
use std::rc::Rc;
use std::sync::Arc;

#[test]
fn lists_of_every_kind() {
    both_ways(any::<Vec<u64>>());
    both_ways(any::<Vec<Vec<i8>>>());
    both_ways(any::<Vec<(u8, bool)>>());
    both_ways(any::<Vec<()>>());
    both_ways(any::<VecDeque<u16>>());
    both_ways(any::<LinkedList<u16>>());
    both_ways(any::<Box<[u16]>>());
    both_ways(any::<Rc<[u16]>>());
    both_ways(any::<Arc<[u16]>>());
    closed(any::<VecDeque<Vec<u16>>>());
    assert_eq!(simplest(any::<Vec<Vec<u8>>>()), Vec::<Vec<u8>>::new());
    crate::all_laws(Laws::by(&any::<BinaryHeap<u8>>(), |a, b| {
        a.clone().into_sorted_vec() == b.clone().into_sorted_vec()
    }));
}

#[test]
fn sets_and_maps() {
    both_ways(any::<HashSet<u8>>());
    both_ways(any::<BTreeSet<bool>>());
    both_ways(any::<HashMap<u8, Vec<u8>>>());
    both_ways(any::<BTreeMap<(u8, u8), i32>>());
    both_ways(hash_set_of(0..30u8, 3..=8));
    both_ways(btree_set_of(any::<i8>(), 0..5));
    both_ways(hash_map_of(0..9u8, any::<bool>(), 1..));
    both_ways(btree_map_of(0..9u8, 0..3u8, 9));
    both_ways(unique_vec_of(0..9u8, ..=9));
    closed(any::<BTreeMap<Vec<u8>, BTreeSet<i32>>>());
    assert_eq!(btree_map_of(0..9u8, just(()), 9).sample(1).len(), 9);
    let unique = unique_vec_of(0..4u8, 4).sample(3);
    assert_eq!(unique.iter().collect::<HashSet<_>>().len(), 4);
}

#[test]
fn the_choices_of_a_hash_map_do_not_depend_on_its_order() {
    let maps = any::<HashMap<u16, u16>>();
    let entries: Vec<(u16, u16)> = (0..50).map(|n| (n * 7, n)).collect();
    let one: HashMap<_, _> = entries.iter().copied().collect();
    let other: HashMap<_, _> = entries.iter().rev().copied().collect();
    assert_eq!(maps.choices_of(&one).unwrap(), maps.choices_of(&other).unwrap());
}

#[test]
fn impossible_sets_are_rejected_and_say_where() {
    let error = hash_set_of(any::<bool>(), 3).try_sample(1).unwrap_err().to_string();
    assert!(error.contains(file!()), "{error}");
    assert_eq!(hash_set_of(any::<bool>(), 0..=3).sample(2).len() as u64 / 3, 0);
}

#[test]
fn products() {
    both_ways((any::<u8>(),));
    both_ways((any::<u8>(), 0..3i32));
    both_ways(any::<(u8, u16, u32, u64, i8, i16, i32, i64, bool, u8, u8, u8)>());
    both_ways(any::<[u8; 0]>());
    both_ways(any::<[Vec<u8>; 3]>());
    both_ways(array_of::<_, 4>(1..=6u8));
    closed(any::<[(u8, bool); 4]>());
    assert_eq!(simplest(any::<(u8, [i32; 2])>()), (0, [0, 0]));
}

#[test]
fn lengths() {
    for (list, low, high) in [
        (vec_of(any::<u8>(), 3), 3, 3),
        (vec_of(any::<u8>(), 2..5), 2, 4),
        (vec_of(any::<u8>(), 2..=5), 2, 5),
        (vec_of(any::<u8>(), ..3), 0, 2),
        (vec_of(any::<u8>(), ..=3), 0, 3),
    ] {
        both_ways(list);
        let lengths: BTreeSet<usize> = (0..300).map(|seed| list.sample(seed).len()).collect();
        assert_eq!(lengths, (low..=high).collect());
    }
    assert!((0..300).all(|seed| vec_of(any::<u8>(), 7..).sample(seed).len() >= 7));
    #[allow(clippy::reversed_empty_ranges)]
    let error = vec_of(any::<u8>(), 5..=2).try_sample(1).unwrap_err().to_string();
    assert!(error.starts_with("usage error") && error.contains(file!()), "{error}");
}

#[test]
fn a_list_larger_than_any_run_would_draw_reflects_and_replays() {
    let long: Vec<u32> = (0..2_000_000).collect();
    let choices = any::<Vec<u32>>().choices_of(&long).unwrap();
    assert_eq!(any::<Vec<u32>>().replay(&choices).unwrap(), long);
    let nothing = vec![(); 1_000_000];
    let choices = any::<Vec<()>>().choices_of(&nothing).unwrap();
    assert_eq!(any::<Vec<()>>().replay(&choices).unwrap(), nothing);
}

#[test]
fn a_length_of_billions_is_rejected_at_once() {
    let hostile = Choices::from_numbers([1 << 40]);
    let gave_up = any::<Vec<u64>>().replay(&hostile).unwrap_err();
    assert_eq!(gave_up.reason(), &astragal::source::Reason::Overrun);
    let gave_up = vec_of(any::<u64>(), 1_000_000_000).try_sample(1).unwrap_err();
    assert_eq!(gave_up.reason(), &astragal::source::Reason::Overrun);
}

#[test]
fn sets_of_all_there_are_can_be_drawn() {
    for seed in 0..50 {
        assert_eq!(unique_vec_of(any::<u8>(), 256).sample(seed).len(), 256);
        assert_eq!(btree_set_of(0..100u8, 100).sample(seed).len(), 100);
    }
    let is_drawn_at_once = |seed| Source::random(seed).try_draw(unique_vec_of(0..10u8, 10)).is_ok();
    assert!((0..1_000).all(is_drawn_at_once), "in every mood");
    both_ways(unique_vec_of(0..10u8, 9..=10));
}

#[test]
fn generators_are_copied_as_they_are_whatever_their_values_are() {
    #[derive(Debug, PartialEq, Arbitrary)]
    struct Unique(u8);
    fn copied<G: Copy + std::fmt::Debug>(generator: G) -> G {
        generator
    }
    copied(unique_vec_of(any::<u8>(), 3));
    copied(any::<Box<Unique>>());
    copied(any::<VecDeque<Unique>>());
    copied(any::<Result<Unique, u8>>());
    copied(any::<HashMap<u8, Unique>>());
    copied(any::<std::ops::Range<u8>>());
    copied(any::<std::sync::Mutex<u8>>());
}
