//! Integers of every width: laws, ranges, origins.

use crate::{both_ways, closed, simplest};
use astragal::prelude::*;

macro_rules! integer_laws {
    ($($type:ident)+) => {$(
        mod $type {
            use super::*;

            #[test]
            fn all_values() {
                both_ways(any::<$type>());
                closed(any::<$type>());
                assert_eq!(simplest(any::<$type>()), 0);
            }

            #[test]
            fn extremes_reflect() {
                for value in [$type::MIN, $type::MIN + 1, 0, 1, $type::MAX - 1, $type::MAX] {
                    let choices = any::<$type>().choices_of(&value).unwrap();
                    assert_eq!(any::<$type>().replay(&choices).unwrap(), value);
                }
            }

            #[test]
            fn ranges() {
                both_ways(3..=100 as $type);
                both_ways(0..7 as $type);
                both_ways($type::MAX - 5..=$type::MAX);
                both_ways($type::MIN..=$type::MIN + 5);
                both_ways(5..=5 as $type);
                assert_eq!(simplest(3..=100 as $type), 3);
                let seen: std::collections::BTreeSet<$type> = (0..400).map(|seed| (10..14 as $type).sample(seed)).collect();
                assert_eq!(seen.into_iter().collect::<Vec<_>>(), [10, 11, 12, 13]);
            }

            #[test]
            fn origins() {
                let generator = int($type::MIN..=$type::MAX).origin(100);
                both_ways(generator);
                assert_eq!(simplest(generator), 100);
                let near = |n: u64| generator.replay(&astragal::Choices::from_numbers([n])).unwrap();
                if $type::BITS <= 64 {
                    assert_eq!([near(1), near(2), near(3), near(4)], [101, 99, 102, 98]);
                }
            }
        }
    )+};
}

integer_laws!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

#[test]
fn negative_ranges_begin_next_to_zero() {
    assert_eq!(simplest(-9..=-3i32), -3);
    assert_eq!(simplest(-9..=3i64), 0);
    assert_eq!(simplest(-9..3i128), 0);
    both_ways(-9..=-3i32);
    both_ways(-1000..=5i16);
    both_ways(i128::MIN..=i128::MIN + 1000);
    both_ways(-(1i128 << 100)..=1 << 90);
}

#[test]
fn wide_integers_take_two_choices_only_where_they_must() {
    assert_eq!((0..=9u128).record(1).unwrap().1.len(), 1);
    assert_eq!(any::<u128>().record(1).unwrap().1.len(), 2);
}

#[test]
fn wrong_ranges_are_usage_errors_that_say_where() {
    #[allow(clippy::reversed_empty_ranges)]
    let empty = int(5..=3u8);
    let error = empty.try_sample(1).unwrap_err().to_string();
    assert!(error.starts_with("usage error: no integer is in 5..=3"), "{error}");
    assert!(error.contains(file!()), "{error}");
    let outside = int(0..10u8).origin(99).try_sample(1).unwrap_err().to_string();
    assert!(outside.contains("origin 99") && outside.contains(file!()), "{outside}");
    assert!((0..0u8).try_sample(1).is_err());
    assert!((7..7i64).try_sample(1).is_err());
}

#[test]
fn the_type_of_a_literal_follows_from_where_the_value_goes() {
    let drawn = from_fn(|src| {
        let byte: u8 = src.draw(0..10);
        let wide: i128 = src.draw(-5..=5);
        let small: f32 = src.draw(0.0..1.0);
        let list: Vec<u16> = src.draw(vec_of(0..=9, 3));
        (byte, wide, small, list)
    });
    let (byte, wide, small, list) = drawn.sample(1);
    assert!(byte < 10 && wide.abs() <= 5 && small < 1.0 && list.len() == 3);
}
