//! Names that the macro could meet, generators from other macros, and generators as properties.

use astragal::prelude::*;

use crate::both_ways;

/// All names that the code of the macro uses.
#[generator]
fn names(src: u8, back: u8, arguments: u8, way: u8) -> (u8, u8, u8, u8) {
    let value = draw!(0..=src);
    let fits = draw!(0..=back);
    let count = arguments + way;
    let part1 = draw!(value..=value + count, recover = value.2 - way);
    (value, fits, part1 + way, count)
}

macro_rules! pairs {
    ($name:ident, $first:expr, $second:ty) => {
        #[generator]
        fn $name(limit: u8) -> (u8, $second) {
            let first = draw!($first + limit..=20);
            (first, draw!(any::<$second>()))
        }
    };
}
pairs!(with_flag, 1 + 2, bool);
pairs!(with_number, 3, i16);

#[test]
fn nothing_meets() {
    both_ways(names(3, 4, 5, 6));
    both_ways(with_flag(2));
    both_ways(with_number(2));
}

#[property]
fn generators_are_used_in_properties(#[from(with_flag(7))] pair: (u8, bool)) {
    assert!((10..=20).contains(&pair.0));
}

#[test]
fn they_combine_as_others_do() {
    let sums = with_flag(0).map(|(n, flag)| u32::from(n) + u32::from(flag));
    assert!((3..=21).contains(&sums.sample(1)));
    both_ways(vec_of(with_flag(0).filter(|(n, _)| n % 2 == 0), 0..4));
    both_ways(one_of![with_flag(0), with_flag(9)]);
}

#[test]
fn the_bind_that_runs_backwards() {
    let lists = int(0..=9usize).then_focus(|list: &Vec<u8>| Some(list.len()), |length| vec_of(any::<u8>(), length));
    both_ways(lists);
    let words = int(0..=9u32).then_focus(|word: &String| word.parse().ok(), |n| just(n.to_string()));
    let mismatch = words.choices_of(&"seven".to_string()).unwrap_err();
    assert_eq!(mismatch.to_string(), "at and_then: the focus does not find the value that was drawn first");
    both_ways(words);
}
