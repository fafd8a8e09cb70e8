//! Numbers, lengths and characters without a name, tuned by ten examples: like theirs, and none impossible.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use astragal::generators::Chars;
use astragal::learn::{Context, Weights};
use astragal::prelude::*;

/// The share of numbers that is drawn as it would be.
const FREE: f64 = 0.02;
const DRAWS: u64 = 5_000;

/// The largest distance, for each number, between how often what is drawn is not larger and how often it should be
/// (Kolmogorov, Smirnov).
fn distance(mut drawn: Vec<f64>, not_larger: impl Fn(f64) -> f64) -> f64 {
    drawn.sort_by(f64::total_cmp);
    let total = drawn.len() as f64;
    let mut largest = 0.0f64;
    for (at, number) in drawn.iter().enumerate() {
        // Of equal numbers the last one is compared.
        if drawn.get(at + 1) != Some(number) {
            largest = largest.max(((at + 1) as f64 / total - not_larger(*number)).abs());
        }
    }
    largest
}

/// Beyond this the distance of this many draws is not chance, but once in a hundred thousand.
fn critical(draws: u64) -> f64 {
    2.5 / (draws as f64).sqrt()
}

/// Asserts by chi-square that what is drawn has these shares, where a share of them may be anything.
#[track_caller]
fn assert_shares<K: Ord + Debug>(drawn: impl Iterator<Item = K>, shares: impl IntoIterator<Item = (K, f64)>) {
    let mut seen: BTreeMap<K, f64> = BTreeMap::new();
    drawn.for_each(|key| *seen.entry(key).or_default() += 1.0);
    let total: f64 = seen.values().sum();
    let shares: Vec<_> =
        shares.into_iter().map(|(key, share)| (seen.remove(&key).unwrap_or_default(), share)).collect();
    let known: f64 = shares.iter().map(|(count, _)| count).sum();
    let other = 1.0 - known / total;
    assert!((0.2 * FREE..2.0 * FREE).contains(&other), "{other} of all are others: {seen:?}");
    let term = |&(count, share): &(f64, f64)| (count - share * known).powi(2) / (share * known);
    let (chi, freedom) = (shares.iter().map(term).sum::<f64>(), shares.len() as f64 - 1.0);
    assert!(
        chi <= freedom + 5.0 * (2.0 * freedom).sqrt(),
        "chi-square {chi} at {freedom} degrees of freedom: {shares:?}"
    );
}

#[test]
fn numbers_are_near_to_those_of_the_examples() {
    let examples = [993u32, 1008, 1001, 987, 1012, 999, 1004, 995, 1010, 1002];
    let like = any::<u32>().like(&examples).unwrap();
    let drawn: Vec<f64> = (0..DRAWS).map(|seed| like.sample(seed).into()).collect();
    // Each example as one of those up to the nearest other example, on either side.
    let reach = |of: u32| examples.iter().filter(|it| **it != of).map(|it| it.abs_diff(of)).min().unwrap();
    let share = |number: f64, of: u32| {
        let width = f64::from(2 * reach(of) + 1);
        ((number - f64::from(of) + f64::from(reach(of)) + 1.0) / width).clamp(0.0, 1.0)
    };
    let not_larger = |number: f64| examples.iter().map(|&of| share(number, of)).sum::<f64>() / examples.len() as f64;
    assert!(distance(drawn.clone(), not_larger) < FREE + critical(DRAWS));
    assert!(drawn.iter().filter(|number| (980.0..1020.0).contains(*number)).count() as f64 > 0.97 * DRAWS as f64);
    // What was seen twice is drawn as itself; what was seen once as one within a quarter of it.
    let like = any::<u32>().like(&[1000, 1000, 4000]).unwrap();
    let kind = |number: u32| if (3000..=5000).contains(&number) { 4000 } else { number };
    assert_shares((0..DRAWS).map(|seed| kind(like.sample(seed))), [(1000, 2.0 / 3.0), (4000, 1.0 / 3.0)]);
}

#[test]
fn signs_and_fractions_are_like_those_of_the_examples() {
    let is_share = |drawn: f64| assert!(drawn > 0.96 * DRAWS as f64 && drawn < DRAWS as f64, "{drawn}");
    let depths = any::<i64>().like(&[-1990, -2004, -1997, -2011, -1985]).unwrap();
    is_share((0..DRAWS).filter(|&seed| (-2030..-1970).contains(&depths.sample(seed))).count() as f64);
    let years = int(1900..=2100i32).origin(2000).like(&[1969, 1975, 1971, 1978]).unwrap();
    is_share((0..DRAWS).filter(|&seed| (1960..1990).contains(&years.sample(seed))).count() as f64);
    let prices = any::<f64>().like(&[9.99, 12.5, 10.25, 11.0, 10.99]).unwrap();
    is_share((0..DRAWS).filter(|&seed| (9.0..15.0).contains(&prices.sample(seed))).count() as f64);
    let losses = (-100.0..0.0f32).like(&[-9.5, -12.5, -10.0]).unwrap();
    is_share((0..DRAWS).filter(|&seed| (-16.0..-7.0).contains(&losses.sample(seed))).count() as f64);
    let seconds = any::<Duration>().like(&[Duration::from_secs(30), Duration::from_secs(36)]).unwrap();
    is_share((0..DRAWS).filter(|&seed| (20..50).contains(&seconds.sample(seed).as_secs())).count() as f64);
}

#[test]
fn lists_are_as_long_as_those_of_the_examples() {
    let examples = [6, 7, 7, 8, 7, 6, 8, 7, 7, 7].map(|length| vec![200u8; length]);
    let lists = any::<Vec<u8>>().like(&examples).unwrap();
    let drawn: Vec<Vec<u8>> = (0..DRAWS).map(|seed| lists.sample(seed)).collect();
    assert_shares(drawn.iter().map(Vec::len), [(6, 0.2), (7, 0.6), (8, 0.2)]);
    assert_shares(drawn.iter().flatten().map(|number| *number == 200).take(20_000), [(true, 1.0)]);
    // The lists within a list are of their own lengths, and the size plays no part.
    let nested = any::<Vec<Vec<bool>>>().like(&[vec![vec![true; 9]; 2], vec![vec![false; 9]; 2]]).unwrap().at_size(3);
    assert_shares((0..DRAWS).map(|seed| nested.sample(seed).len()), [(2, 1.0)]);
    assert_shares((0..DRAWS).flat_map(|seed| nested.sample(seed)).map(|list| list.len()), [(9, 1.0)]);
}

#[test]
fn strings_have_the_characters_of_the_examples() {
    let examples = ["2024", "1999", "31337", "80053", "46672", "5500", "1829", "71044", "6368", "92"];
    let like = any::<String>().like(&examples.map(str::to_owned)).unwrap();
    let mut counts: BTreeMap<char, f64> = BTreeMap::new();
    examples.concat().chars().for_each(|digit| *counts.entry(digit).or_default() += 1.0);
    let all: f64 = counts.values().sum();
    assert!(counts.len() == 10 && counts.values().all(|&count| count >= 2.0));
    let drawn = (0..DRAWS).flat_map(|seed| like.sample(seed).chars().collect::<Vec<_>>()).take(20_000);
    assert_shares(drawn, counts.into_iter().map(|(digit, count)| (digit, count / all)));
    // A character that was seen once counts for its class.
    let words = any::<String>().like(&["mvp7".to_owned(), "gnu9".to_owned()]).unwrap();
    let class = |c: char| match c {
        'a'..='z' => 'a',
        '0'..='9' => '0',
        other => other,
    };
    let drawn: Vec<char> = (0..DRAWS).flat_map(|seed| words.sample(seed).chars().collect::<Vec<_>>()).collect();
    assert_shares(drawn.iter().map(|&c| class(c)), [('a', 0.75), ('0', 0.25)]);
    assert!(('a'..='z').chain('0'..='9').all(|c| drawn.contains(&c)));
    let greek = any::<String>().like(&["λόγος".to_owned()]).unwrap();
    let drawn: Vec<char> = (0..500).flat_map(|seed| greek.sample(seed).chars().collect::<Vec<_>>()).collect();
    assert!(drawn.iter().filter(|c| ('\u{380}'..='\u{3ff}').contains(*c)).count() > drawn.len() * 9 / 10);
    // A class of ASCII has classes too.
    let names = string_of(Chars::alphanumeric(), ..).like(&["X".to_owned(), "7Q".to_owned()]).unwrap();
    let drawn: Vec<char> = (0..500).flat_map(|seed| names.sample(seed).chars().collect::<Vec<_>>()).collect();
    assert!(drawn.iter().filter(|c| c.is_ascii_lowercase()).count() < drawn.len() / 20);
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Keys {
    Leaf,
    Node(Box<Keys>, u16, Box<Keys>),
}

use Keys::{Leaf, Node};

/// The key at the top, and those below it.
fn keys(tree: &Keys) -> (Option<u16>, Vec<u16>) {
    let Node(left, key, right) = tree else { return (None, Vec::new()) };
    (Some(*key), [keys(left).0, keys(right).0].into_iter().flatten().collect())
}

#[test]
fn by_depth_nodes_are_like_those_of_the_examples_at_their_depth() {
    let node = |left, key, right| Node(Box::new(left), key, Box::new(right));
    // At the top around 100, below around 5,000, and every other time there is no second one there.
    let example = |n: u16| {
        let below = |key: u16| node(Leaf, key, Leaf);
        let right = if n % 2 == 0 { Leaf } else { below(4_993 + 2 * n) };
        node(below(5_001 + 2 * n), 96 + n, right)
    };
    let examples: Vec<Keys> = (0..10).map(example).collect();
    let like = any::<Keys>().like(&examples).unwrap().by_context(Context::Depth);
    let drawn: Vec<Keys> = (0..2_000).map(|seed| like.sample(seed)).collect();
    let (top, below): (Vec<_>, Vec<_>) = drawn.iter().map(keys).unzip();
    let kind = |key: u16| match key {
        95..=106 => "low",
        4_990..=5_025 => "high",
        _ => "other",
    };
    assert!(top.iter().all(Option::is_some), "no example is a leaf");
    assert_shares(top.into_iter().flatten().map(kind), [("low", 1.0)]);
    assert_shares(below.iter().flatten().map(|&key| kind(key)), [("high", 1.0)]);
    // Of twenty places below the top five are empty; all below these are.
    let share = below.iter().map(Vec::len).sum::<usize>() as f64 / (2.0 * below.len() as f64);
    assert!((share - 0.75).abs() < 0.03, "{share}");
    assert!(drawn.iter().all(|tree| format!("{tree:?}").matches("Node").count() <= 3));
    // By the field alone, both are mixed.
    let like = any::<Keys>().like(&examples).unwrap();
    let top = (0..2_000).filter_map(|seed| keys(&like.sample(seed)).0).map(kind);
    assert_shares(top, [("low", 0.4), ("high", 0.6)]);
}

#[test]
fn what_was_possible_remains_so_and_is_as_likely_as_is_said() {
    let plain = || any::<(u32, String, Vec<i16>, (f64, char), [bool; 3], BTreeMap<u8, Duration>)>();
    let examples: Vec<_> = (1..=10).map(|seed| plain().at_size(5).sample(seed)).collect();
    for context in [Context::Site, Context::Parent, Context::Depth] {
        let like = plain().like(&examples).unwrap().by_context(context);
        for seed in 100..160 {
            let value = plain().at_size(20).sample(seed);
            let chance = like.plain_probability_of(&value).unwrap();
            assert!(chance.log2().is_finite(), "{value:?} is impossible");
        }
    }
    // Where chance has no bias, how often each value is drawn.
    let coins = vec_of(select([1, 2, 3, 4, 5]), 2).like(&[vec![1, 1], vec![1, 2], vec![2, 5]]).unwrap();
    let chance = |count: f64| (1.0 - FREE) * count / 6.0 + FREE / 5.0;
    let chances = [chance(3.0), chance(2.0), chance(0.0), chance(0.0), chance(1.0)];
    let mut counts = BTreeMap::new();
    (0..50_000).for_each(|seed| *counts.entry(coins.sample(seed)).or_insert(0.0) += 1.0);
    let mut chi = 0.0;
    for (one, other) in (1..=5usize).flat_map(|one| (1..=5usize).map(move |other| (one, other))) {
        let expected = chances[one - 1] * chances[other - 1];
        let said = coins.plain_probability_of(&vec![one, other]).unwrap().value();
        assert!((said - expected).abs() < 1e-12, "{said} is not {expected}");
        let count: f64 = counts.get(&vec![one, other]).copied().unwrap_or_default();
        chi += (count - 50_000.0 * expected).powi(2) / (50_000.0 * expected);
    }
    assert!(chi < 24.0 + 5.0 * 48.0f64.sqrt(), "{chi}");
}

#[test]
fn unlike_are_numbers_that_no_example_has() {
    let faces = int(1..=6u8).unlike(&[6, 6, 6, 1]).unwrap();
    assert_shares((0..DRAWS).map(|seed| faces.sample(seed)), (2..=5).map(|face| (face, 0.25)));
    let lists = any::<Vec<bool>>().unlike(&[vec![true; 7], vec![true; 6]]).unwrap();
    let lengths: Vec<usize> = (0..DRAWS).map(|seed| lists.sample(seed).len()).collect();
    assert!(lengths.iter().filter(|length| [6, 7].contains(*length)).count() < DRAWS as usize / 50);
    assert!(lengths.iter().filter(|length| **length <= 16).count() > DRAWS as usize * 49 / 50);
    let words = any::<String>().unlike(&["2024".to_owned(), "1999".to_owned()]).unwrap();
    let seen: usize = (0..500).map(|seed| words.sample(seed).matches(['2', '0', '4', '1', '9']).count()).sum();
    assert!(seen < 25, "{seen}");
    // Of a large range all are as they would be.
    let numbers = any::<u32>().unlike(&[1000, 1010]).unwrap();
    let halves = (0..DRAWS).filter(|&seed| numbers.sample(seed) > u32::MAX / 2).count();
    assert!((1_500..3_500).contains(&halves), "{halves}");
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Person {
    age: u8,
    born: Option<i16>,
    name: String,
    score: (bool, Vec<u32>),
    pet: Pet,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Pet {
    None,
    Cat(u8),
    Dog { legs: u8, next: Box<Pet> },
}

#[test]
fn the_text_of_weights_has_numbers_by_the_field_they_are_in() {
    let pet = Pet::Dog { legs: 4, next: Box::new(Pet::Cat(9)) };
    let anna = Person { age: 30, born: Some(-7), name: "ba".into(), score: (true, vec![8, 9]), pet };
    let like = any::<Person>().like([&anna]).unwrap();
    let text = like.weights().to_string();
    assert_eq!(
        text,
        "astragal weights 1\n\
         \"Person/0\".30 at the top, depth 0: 1\n\
         \"Person/1/option.Some/1\".14 in option.Some, depth 0: 1\n\
         \"Person/2/string\".2 at the top, depth 0: 1\n\
         \"Person/2/string[]\".0 at the top, depth 0: 1\n\
         \"Person/2/string[]\".1 at the top, depth 0: 1\n\
         \"Person/3/tuple/0\".1 at the top, depth 0: 1\n\
         \"Person/3/tuple/1/vec\".2 at the top, depth 0: 1\n\
         \"Person/3/tuple/1/vec[]\".8 at the top, depth 0: 1\n\
         \"Person/3/tuple/1/vec[]\".9 at the top, depth 0: 1\n\
         Pet.None: 0\n\
         Pet.Dog at the top, depth 0: 1\n\
         Pet.Cat in Pet.Dog, depth 1: 1\n\
         \"Pet.Cat/1\".9 in Pet.Cat, depth 1: 1\n\
         \"Pet.Dog/1\".4 in Pet.Dog, depth 0: 1\n\
         option.None: 0\n\
         option.Some at the top, depth 0: 1\n"
    );
    let weights: Weights = text.parse().unwrap();
    assert_eq!(&weights, like.weights());
    let again = any::<Person>().tuned(&weights);
    assert!((0..200).all(|seed| again.sample(seed) == like.sample(seed)));
    assert_eq!(any::<u8>().like(&[7]).unwrap().weights().sites().collect::<Vec<_>>(), ["value"]);
    // The fields of two options are apart, and so are numbers of which an untuned or another tuned part is before.
    let inner = any::<u32>().like(&[50_000]).unwrap();
    let pair = (any::<Option<u32>>(), inner, any::<Option<u32>>()).like(&[(Some(5), 1, Some(1_000))]).unwrap();
    let drawn: Vec<_> = (0..DRAWS).map(|seed| pair.sample(seed)).collect();
    assert_shares(drawn.iter().map(|pair| (4..=6).contains(&pair.0.unwrap())), [(true, 1.0)]);
    assert_shares(drawn.iter().map(|pair| (37_500..=62_500).contains(&pair.1)), [(true, 1.0)]);
    assert_shares(drawn.iter().map(|pair| (750..=1_250).contains(&pair.2.unwrap())), [(true, 1.0)]);
}
