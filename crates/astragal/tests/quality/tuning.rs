//! Tuning by examples: exact weights, what is drawn by them, contexts, and the file.

use std::collections::BTreeMap;
use std::fmt::Debug;

use astragal::Source;
use astragal::backwards::Chance;
use astragal::learn::{Context, Tuned, Weights};
use astragal::prelude::*;
use astragal::shapes::Weighting;
use astragal::shapes::{Frequencies, Strategy, agata};

use crate::subjects::Tree;
use Tree::{Leaf, Node};

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Array(Vec<Json>),
    Object(Vec<(char, Json)>),
    Maybe(Option<Box<Json>>),
}

fn node(left: Tree, right: Tree) -> Tree {
    Node(Box::new(left), Box::new(right))
}

/// The paper's grammar: num -> "" | digit num; digit -> 1 | 2 | 3.
fn number() -> impl Reflect<Value = String> + Closed + Clone {
    let digit = one_of![one: just('1'), two: just('2'), three: just('3')].named("digit");
    recursive(|me| {
        let more = (digit, me).iso(
            |(first, rest): (char, String)| format!("{first}{rest}"),
            |text: &String| text.chars().next().map(|first| (first, text[first.len_utf8()..].to_owned())),
        );
        one_of![end: just(String::new()), more: more].named("num")
    })
}

/// Asserts by chi-square that what is drawn has these chances, within five standard deviations.
#[track_caller]
fn assert_chances<K: Ord + Debug>(drawn: impl Iterator<Item = K>, chances: impl IntoIterator<Item = (K, f64)>) {
    let mut seen: BTreeMap<K, f64> = BTreeMap::new();
    drawn.for_each(|key| *seen.entry(key).or_default() += 1.0);
    let total: f64 = seen.values().sum();
    let (mut chi, mut freedom, mut known) = (0.0, -1.0f64, 0.0);
    for (key, chance) in chances {
        let (count, expected) = (seen.remove(&key).unwrap_or_default(), chance * total);
        if chance == 0.0 {
            assert_eq!(count, 0.0, "{key:?} is impossible");
            continue;
        }
        chi += (count - expected).powi(2) / expected;
        freedom += 1.0;
        known += chance;
    }
    let rest: f64 = seen.values().sum();
    if known < 1.0 - 1e-9 {
        chi += (rest - (1.0 - known) * total).powi(2) / ((1.0 - known) * total);
        freedom += 1.0;
    } else {
        assert!(seen.is_empty(), "not expected: {seen:?}");
    }
    assert!(chi <= freedom + 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi} at {freedom} degrees of freedom");
}

fn chances(of: &[(&str, f64)]) -> Vec<(String, f64)> {
    of.iter().map(|&(branch, chance)| (branch.to_owned(), chance)).collect()
}

#[test]
fn the_worked_example_has_exactly_the_weights_of_the_paper() {
    let like = number().like(&["12".to_owned()]).unwrap();
    assert_eq!(like.chances("num"), chances(&[("end", 1.0 / 3.0), ("more", 2.0 / 3.0)]));
    assert_eq!(like.chances("digit"), chances(&[("one", 0.5), ("three", 0.0), ("two", 0.5)]));
    let unlike = number().unlike(&["12".to_owned()]).unwrap();
    assert_eq!(unlike.chances("num"), chances(&[("end", 2.0 / 3.0), ("more", 1.0 / 3.0)]));
    assert_eq!(unlike.chances("digit"), chances(&[("one", 0.0), ("three", 1.0), ("two", 0.0)]));
    assert_eq!(like.chances("nothing"), []);
}

#[test]
fn what_is_drawn_has_the_weights() {
    let geometric = |goes_on: f64| (0..12).map(move |length| (length, (1.0 - goes_on) * goes_on.powi(length as i32)));
    let like = number().like(&["12".to_owned()]).unwrap();
    assert_chances((0..20_000).map(|seed| like.sample(seed).len()), geometric(2.0 / 3.0));
    let digits = (0..5_000).flat_map(|seed| like.sample(seed).chars().collect::<Vec<_>>());
    assert_chances(digits, [('1', 0.5), ('2', 0.5), ('3', 0.0)]);
    let unlike = number().unlike(&["12".to_owned()]).unwrap();
    assert_chances((0..20_000).map(|seed| unlike.sample(seed).len()), geometric(1.0 / 3.0));
    assert!((0..500).all(|seed| unlike.sample(seed).chars().all(|digit| digit == '3')));
    // With one more for every branch: 2 to 3, and 2, 2 and 1.
    let smoothed = number().like(&["12".to_owned()]).unwrap().smoothed(1.0);
    assert_chances((0..20_000).map(|seed| smoothed.sample(seed).len()), geometric(3.0 / 5.0));
    let digits = (0..5_000).flat_map(|seed| smoothed.sample(seed).chars().collect::<Vec<_>>());
    assert_chances(digits, [('1', 0.4), ('2', 0.4), ('3', 0.2)]);
}

#[test]
fn how_likely_a_value_is_follows_the_weights() {
    let is_near = |chance: Chance, expected: f64| {
        assert!((chance.value() - expected).abs() < 1e-12 && !chance.is_lower_bound(), "{chance} is not {expected}");
    };
    let like = number().like(&["12".to_owned()]).unwrap();
    is_near(like.plain_probability_of(&"12".to_owned()).unwrap(), (2.0f64 / 3.0 / 2.0).powi(2) / 3.0);
    is_near(like.plain_probability_of(&"13".to_owned()).unwrap(), 0.0);
    is_near(like.plain_chance_of(&like.choices_of(&"1".to_owned()).unwrap()).unwrap(), 2.0 / 3.0 / 2.0 / 3.0);
    let unlike = number().unlike(&["12".to_owned()]).unwrap();
    is_near(unlike.plain_probability_of(&"33".to_owned()).unwrap(), (1.0f64 / 3.0).powi(2) * 2.0 / 3.0);
    // In a context, and within what is not tuned.
    let examples = [node(node(Leaf, Leaf), Leaf), node(Leaf, Leaf), Leaf];
    for context in [Context::Site, Context::Parent, Context::Depth] {
        let trees = any::<Tree>().like(&examples).unwrap().by_context(context);
        let known = [Leaf, node(Leaf, Leaf), node(node(Leaf, Leaf), Leaf), node(Leaf, node(Leaf, Leaf))];
        let chances = known.map(|tree| (format!("{tree:?}"), trees.plain_probability_of(&tree).unwrap().value()));
        assert_chances((0..20_000).map(|seed| format!("{:?}", trees.sample(seed))), chances);
    }
    is_near((0..4u8, like).plain_probability_of(&(3, "1".to_owned())).unwrap(), 0.25 * 2.0 / 3.0 / 2.0 / 3.0);
    // Numbers, lengths and letters.
    let words =
        string_of('a'..='z', ..).counted_as("word").like(&["abracadabra".to_owned(), "cab".to_owned()]).unwrap();
    is_near(words.plain_probability_of(&"cab".to_owned()).unwrap(), 0.5 / 3.0 * 2.0 * 6.0 * 3.0 / 14.0f64.powi(3));
    let ports = any::<u16>().counted_as("port").like(&[8080]).unwrap();
    is_near(ports.plain_probability_of(&8000).unwrap(), 1.0 / 4041.0);
    is_near(ports.plain_probability_of(&80).unwrap(), 0.0);
    is_near(ports.smoothed(1.0).plain_probability_of(&80).unwrap(), 0.5 / 65_536.0);
    // One that was seen twice is drawn as itself alone.
    let ports = (0..=65_535u16).counted_as("port").like(&[8080, 443, 8080]).unwrap();
    is_near(ports.plain_probability_of(&8080).unwrap(), 2.0 / 3.0);
    is_near(ports.plain_probability_of(&8081).unwrap(), 0.0);
    is_near(ports.plain_probability_of(&440).unwrap(), 1.0 / 3.0 / 221.0);
    let drawn: Vec<u16> = (0..300).map(|seed| ports.sample(seed)).collect();
    assert!((150..250).contains(&drawn.iter().filter(|&&port| port == 8080).count()));
    assert!(drawn.iter().all(|port| *port == 8080 || (333..=553).contains(port)));
}

#[test]
fn an_example_that_does_not_fit_is_named() {
    let error = vec_of(1..=6u8, 1..=3).like(&[vec![6], vec![5, 7]]).unwrap_err();
    assert_eq!(error.to_string(), "the value at index 1, [5, 7]: at vec: 7 is not in 1..=6");
    assert_eq!((error.path(), error.what()), ("vec", "7 is not in 1..=6"));
    let error = any::<bool>().filter(|it| *it).unlike(&[true, false]).err().unwrap();
    assert!(error.to_string().starts_with("the value at index 1, false: "), "{error}");
}

#[test]
fn sizes_do_not_matter_and_values_have_in_the_mean_as_many_parts_as_the_examples() {
    let examples = [Leaf, node(node(Leaf, Leaf), Leaf), node(Leaf, Leaf), Leaf];
    for size in [1, 100] {
        let trees = any::<Tree>().like(&examples).unwrap().at_size(size);
        let mean = (0..20_000).map(|seed| trees.sample(seed).nodes() as f64).sum::<f64>() / 20_000.0;
        assert!((mean - 0.75).abs() < 0.05, "{mean} at size {size}");
    }
}

#[test]
fn in_a_context_other_chances_hold() {
    // Bold is always around a word, and words are four of seven texts.
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    enum Text {
        Word(u8),
        Bold(Box<Text>),
        Pair(Box<Text>, Box<Text>),
    }
    use Text::{Bold, Pair, Word};
    let bold = || Box::new(Bold(Box::new(Word(1))));
    let example = Pair(Box::new(Pair(bold(), bold())), Box::new(Pair(bold(), Box::new(Word(7)))));
    let kind = |text: &Text| match text {
        Word(_) => 'w',
        Bold(_) => 'b',
        Pair(..) => 'p',
    };
    fn within<K>(text: &Text, found: &mut Vec<(K, K)>, kind: &impl Fn(&Text) -> K) {
        match text {
            Word(_) => {}
            Bold(of) => {
                found.push((kind(text), kind(of)));
                within(of, found, kind);
            }
            Pair(one, other) => {
                found.extend([(kind(text), kind(one)), (kind(text), kind(other))]);
                within(one, found, kind);
                within(other, found, kind);
            }
        }
    }
    let parts = |texts: &Tuned<astragal::generators::Any<Text>>, parent| {
        let mut found = Vec::new();
        (0..2_000).for_each(|seed| within(&texts.sample(seed), &mut found, &kind));
        found.into_iter().filter(move |&(of, _)| of == parent).map(|(_, part)| part)
    };
    let by_site = any::<Text>().like(std::slice::from_ref(&example)).unwrap();
    let all = [('w', 0.4), ('b', 0.3), ('p', 0.3)];
    assert_chances(parts(&by_site, 'b'), all);
    assert_chances(parts(&by_site, 'p'), all);
    let by_parent = by_site.by_context(Context::Parent);
    assert_chances(parts(&by_parent, 'b'), [('w', 1.0)]);
    assert_chances(parts(&by_parent, 'p'), [('w', 1.0 / 6.0), ('b', 0.5), ('p', 1.0 / 3.0)]);
    // The outermost text was seen once, which is not enough: its chances are those of the site.
    assert_chances((0..5_000).map(|seed| kind(&by_parent.sample(seed))), all);
}

#[test]
fn by_depth_the_shape_of_the_examples_comes_back() {
    let example = node(node(Leaf, Leaf), node(Leaf, Leaf));
    let examples = [example.clone(), example.clone(), example.clone()];
    let by_depth = any::<Tree>().like(&examples).unwrap().by_context(Context::Depth);
    assert!((0..200).all(|seed| by_depth.sample(seed) == example));
    let by_parent = any::<Tree>().like(&examples).unwrap().by_context(Context::Parent);
    assert!((0..200).any(|seed| by_parent.sample(seed) != example));
    assert!((0..200).all(|seed| by_parent.sample(seed) != Leaf), "the outermost is always a node");
}

#[test]
fn a_retry_goes_back_to_its_context() {
    // A part that is rejected most of the time, in the middle of which picks are made; and a pick after it.
    let rejected = vec_of(one_of![heads: just('h'), tails: just('t')].named("coin"), 3)
        .filter(|coins| coins.iter().filter(|&&coin| coin == 'h').count() == 1);
    let after = one_of![yes: just(true), no: just(false)].named("after");
    let generator = one_of![
        left: (just('l'), &rejected, &after),
        right: (just('r'), &rejected, &after),
    ]
    .named("side");
    let coins = || vec!['h', 't', 't'];
    let left = ('l', coins(), true);
    let right = ('r', coins(), false);
    let examples = [left.clone(), left.clone(), left, right.clone(), right.clone(), right];
    let tuned = generator.like(&examples).unwrap().by_context(Context::Parent);
    for seed in 0..500 {
        let (side, _, after) = tuned.sample(seed);
        assert_eq!(side == 'l', after);
    }
}

#[test]
fn numbers_characters_and_lengths_count_under_a_name() {
    let dice = int(1..=6u8).counted_as("die");
    let loaded = dice.like(&[6, 6, 6, 1]).unwrap();
    assert_chances((0..10_000).map(|seed| loaded.sample(seed)), [(6, 0.75), (1, 0.25)]);
    assert_eq!(loaded.weights().count("die", "5"), 3.0); // the choice, not the value
    let unloaded = dice.unlike(&[6, 6, 6, 1]).unwrap();
    assert_chances((0..10_000).map(|seed| unloaded.sample(seed)), (2..=5).map(|face| (face, 0.25)));
    let smoothed = dice.like(&[6, 6, 6, 1]).unwrap().smoothed(0.5);
    let expected =
        (1..=6).map(|face| (face, if face == 6 { 0.5 } else { 1.0 / 14.0 } * if face == 1 { 3.0 } else { 1.0 }));
    assert_chances((0..10_000).map(|seed| smoothed.sample(seed)), expected);

    let words = string_of('a'..='z', ..).counted_as("word");
    let like = (&words).like(&["abracadabra".to_owned(), "cab".to_owned()]).unwrap();
    let letters = (0..2_000).flat_map(|seed| like.sample(seed).chars().collect::<Vec<_>>());
    let of_14 = |letter, count: u32| (letter, f64::from(count) / 14.0);
    assert_chances(letters, [of_14('a', 6), of_14('b', 3), of_14('c', 2), of_14('d', 1), of_14('r', 2)]);
    assert!((0..500).all(|seed| [2, 3, 4, 9, 10, 11, 12, 13].contains(&like.sample(seed).len())));
    let unlike = (&words).unlike(&["abracadabra".to_owned(), "cab".to_owned()]).unwrap();
    assert!((0..500).all(|seed| !unlike.sample(seed).contains(['a', 'b', 'c', 'd', 'r'])));
    assert!((0..500).all(|seed| unlike.sample(seed).len() <= 24 && ![3, 11].contains(&unlike.sample(seed).len())));

    // Of a wide range, values near the example.
    let ports = any::<u16>().counted_as("port").like(&[8080]).unwrap();
    assert!((0..500).all(|seed| (6_060..=10_100).contains(&ports.sample(seed))));
}

#[test]
fn parts_of_one_type_are_told_apart_by_their_names() {
    let pair = || (any::<Option<bool>>().counted_as("one"), any::<Option<bool>>().counted_as("other"));
    let tuned = pair().like(&[(None, Some(true)), (None, Some(false))]).unwrap();
    assert!((0..200).all(|seed| tuned.sample(seed).0.is_none() && tuned.sample(seed).1.is_some()));
}

#[test]
fn what_has_no_name_is_left_to_chance() {
    // Arms without names.
    let unnamed = one_of![9 => just(0u8), 1 => just(1)];
    let tuned = (&unnamed).like(&[1, 1, 1]).unwrap();
    assert!(tuned.weights().is_empty());
    assert_chances((0..10_000).map(|seed| tuned.sample(seed)), [(0, 0.9), (1, 0.1)]);
    // With a name for the pick they count by their places.
    let named = unnamed.counted_as("bit").like(&[1, 1, 1, 0]).unwrap();
    assert_chances((0..10_000).map(|seed| named.sample(seed)), [(0, 0.25), (1, 0.75)]);
    // Beside named ones they count as if they were seen once.
    let mixed = one_of![a: just('a'), b: just('b'), just('c')];
    assert_chances(
        (0..10_000).map(|seed| (&mixed).like(&['a', 'a', 'a']).unwrap().sample(seed)),
        [('a', 0.75), ('c', 0.25)],
    );
    // What is untuned is what it would be, also beside numbers that count.
    let plain = any::<(String, Vec<u32>)>();
    let tuned = (any::<i64>(), (&plain).untuned(), any::<i64>()).like(&[(7, (String::new(), vec![]), -900)]).unwrap();
    assert_eq!(tuned.weights().sites().collect::<Vec<_>>(), ["tuple/0", "tuple/2"]);
    let drawn: Vec<_> = (0..200).map(|seed| tuned.sample(seed)).collect();
    assert!(drawn.iter().filter(|(_, (string, list), _)| !string.is_empty() && !list.is_empty()).count() > 100);
    let are_near = |(one, _, other): &&(i64, _, i64)| (6..=8).contains(one) && (-1_125..=-675).contains(other);
    assert!(drawn.iter().filter(are_near).count() > 180);
}

#[test]
fn two_picks_of_one_name_do_not_disturb_each_other() {
    let coin = one_of![heads: just('h'), tails: just('t')];
    let side = one_of![left: just('l'), right: just('r')];
    let tuned = (&coin, &side).like(&[('h', 'l'), ('h', 'l'), ('h', 'r')]).unwrap();
    assert!((0..200).all(|seed| tuned.sample(seed).0 == 'h'));
    assert_chances((0..10_000).map(|seed| tuned.sample(seed).1), [('l', 2.0 / 3.0), ('r', 1.0 / 3.0)]);
    // A pick of which nothing was seen is made as it would be.
    let other = one_of![3 => up: just('u'), 1 => down: just('d')];
    let tuned = (other, &coin).tuned(tuned.weights());
    assert_chances((0..10_000).map(|seed| tuned.sample(seed).0), [('u', 0.75), ('d', 0.25)]);
}

#[test]
fn whatever_the_weights_drawing_ends() {
    // Only what no example shows: nodes, and never a leaf.
    let endless = any::<Tree>().unlike(&[Leaf]).unwrap();
    let more = any::<Tree>().unlike(&[node(Leaf, Leaf), Leaf, Leaf]).unwrap();
    let smoothed = any::<Json>().like(&[Json::Null]).unwrap().smoothed(1.0);
    for seed in 0..100 {
        assert!((100..600).contains(&endless.sample(seed).nodes()));
        assert!(more.sample(seed).nodes() < 600);
        smoothed.sample(seed);
    }
    let chain = recursive(|me| one_of![end: just(0u32), more: me.iso(|n| n + 1, |n: &u32| n.checked_sub(1))]);
    assert_eq!((&chain).unlike(&[0]).unwrap().sample(1), 100);
    assert_eq!((&chain).unlike(&[0]).unwrap().at_size(300).sample(1), 300);
    // An option that recurs, and a closure that does.
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    struct Chain(Option<Box<Chain>>);
    assert!(format!("{:?}", any::<Chain>().unlike(&[Chain(None)]).unwrap().sample(1)).matches("Some").count() == 100);
    fn nested(src: &mut Source) -> u32 {
        src.draw(one_of![end: just(0), more: from_fn(nested).map(|depth| depth + 1)].named("nested"))
    }
    let weights: Weights = "astragal weights 1\nnested.more: 1\n".parse().unwrap();
    assert_eq!(from_fn(nested).tuned(&weights).sample(1), 100);
    let weights: Weights = "astragal weights 1\nnested.more: 2\nnested.end: 1\n".parse().unwrap();
    let tuned = from_fn(nested).tuned(&weights);
    let geometric = (0..10).map(|depth| (depth, (2.0 / 3.0f64).powi(depth as i32) / 3.0));
    assert_chances((0..10_000).map(|seed| tuned.sample(seed)), geometric);
}

#[test]
fn what_chance_never_takes_is_not_taken() {
    #[derive(Arbitrary, Clone, Debug, PartialEq)]
    enum Command {
        Read,
        Write,
        #[arbitrary(weight = 0)]
        Crash,
    }
    let unlike = any::<Command>().unlike(&[Command::Read]).unwrap();
    assert!((0..100).all(|seed| unlike.sample(seed) == Command::Write));
    let smoothed = any::<Command>().like(&[Command::Read]).unwrap().smoothed(1.0);
    assert!((0..100).all(|seed| smoothed.sample(seed) != Command::Crash));
}

#[test]
fn a_strategy_within_knows_better_and_one_around_leaves_it_alone() {
    let examples = [node(Leaf, Leaf), Leaf, Leaf];
    let within = any::<Tree>().by(Strategy::holey(Weighting::equal()).exactly(30)).like(&examples).unwrap();
    assert!((0..50).all(|seed| within.sample(seed).nodes() == 30));
    let leaves = any::<Tree>().like(&[Leaf]).unwrap();
    let around = vec_of(&leaves, 1..).by(agata::linear());
    assert!((0..50).all(|seed| around.sample(seed).iter().all(|tree| *tree == Leaf)));
    let frequent = any::<Tree>().with_frequencies(Frequencies::new()).unwrap().like(&[Leaf]).unwrap();
    assert!((0..50).all(|seed| frequent.sample(seed) == Leaf));
    // The inner one of two decides.
    let twice = leaves.unlike(&[Leaf]).unwrap();
    assert!((0..50).all(|seed| twice.sample(seed) == Leaf));
}

#[test]
fn what_was_learned_is_a_text() {
    let tuned = number().like(&["12".to_owned()]).unwrap();
    let text = tuned.weights().to_string();
    assert_eq!(
        text,
        "astragal weights 1\n\
         digit.three: 0\n\
         digit.one in num.more, depth 0: 1\n\
         digit.two in num.more, depth 0: 1\n\
         num.more at the top, depth 0: 1\n\
         num.more in num.more, depth 1: 1\n\
         num.end in num.more, depth 2: 1\n"
    );
    let weights: Weights = text.parse().unwrap();
    assert_eq!(&weights, tuned.weights());
    let again = number().tuned(&weights);
    assert!((0..200).all(|seed| again.sample(seed) == tuned.sample(seed)));
    assert_eq!(weights.sites().collect::<Vec<_>>(), ["digit", "num"]);

    // By hand, with names that are not words, contexts in part, and names that a generator does not have.
    let by_hand = "\u{FEFF}astragal weights 1\r\n# a comment\n\n  num.end: 0.25 \r\nnum.more at the top: 7\n\
                   num.\"a \\\"b\\\"\" in \"x y\".3: 1\n\"word[]\".17 in a.b, depth 4: 2\n";
    let weights: Weights = by_hand.parse().unwrap();
    assert_eq!(weights.count("num", "end"), 0.25);
    assert_eq!(weights.count("word[]", "17"), 2.0);
    assert_eq!(weights.count("num", "a \"b\""), 1.0);
    assert_eq!(weights.to_string().parse::<Weights>().unwrap(), weights);
    number().tuned(&weights).by_context(Context::Depth).sample(1);

    // Of several sources.
    let mut merged = tuned.weights().clone();
    merged.merge(&weights);
    assert_eq!((merged.count("num", "end"), merged.count("num", "more")), (1.25, 9.0));
    let joined: Weights = format!("{text}{}", by_hand.split_once("weights 1\r\n").unwrap().1).parse().unwrap();
    assert_eq!(joined, merged);
}

#[test]
fn values_of_parameters_are_in_the_text_too() {
    let text = "astragal weights 1\nparameter \"a name\" = -0.125\nparameter depth = 7\nparameter.of: 2\n";
    let mut weights: Weights = text.parse().unwrap();
    assert_eq!(weights.parameters().collect::<Vec<_>>(), [("a name", -0.125), ("depth", 7.0)]);
    assert_eq!(weights.count("parameter", "of"), 2.0, "a site may have this name");
    assert_eq!(weights.to_string(), text);
    weights.merge(&"astragal weights 1\n  parameter depth=1e3 \r\nparameter.of: 1\n".parse().unwrap());
    assert_eq!(weights.parameters().collect::<Vec<_>>(), [("a name", -0.125), ("depth", 1000.0)]);
    assert_eq!(weights.count("parameter", "of"), 3.0);
    let error = |line: &str| format!("astragal weights 1\n{line}\n").parse::<Weights>().unwrap_err().to_string();
    let value = "line 2: expected the value of a parameter, a number, found";
    for (line, why) in [
        ("parameter depth = inf", format!("{value} \"inf\"")),
        ("parameter depth = ", format!("{value} nothing")),
        ("parameter depth", "line 2: expected `=` and a value after the parameter, found nothing".into()),
        ("parameter depth: 7", "line 2: expected `=` and a value after the parameter, found \": 7\"".into()),
        ("parameter depth = 1\nparameter depth = 1", "line 3: the parameter `depth` has a value already".into()),
    ] {
        assert_eq!(error(line), why);
    }
}

#[test]
fn a_damaged_text_is_an_error_that_says_where() {
    let error = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
    assert_eq!(error(""), "line 1: expected `astragal weights 1`, found nothing");
    assert_eq!(error("astragal choices 1"), "line 1: expected `astragal weights 1`, found \"astragal choices 1\"");
    assert_eq!(error("astragal weights 2\n"), "line 1: this is version 2 of the form, but only version 1 can be read");
    let line = |line: &str| error(&format!("astragal weights 1\n{line}\n"));
    assert_eq!(line("7: 1"), "line 2: expected a name, found \"7: 1\"");
    assert_eq!(line("coin: 1"), "line 2: expected `.` and a branch after the name of the site, found \": 1\"");
    assert_eq!(line("coin.: 1"), "line 2: expected a name, found \": 1\"");
    assert_eq!(line("coin.heads"), "line 2: expected `in`, `at the top` or `:` after the branch, found nothing");
    let count = "line 2: expected how often, a number from 0 to 1000000000000000, found";
    for (written, shown) in
        [("-1", "\"-1\""), ("NaN", "\"NaN\""), ("1e400", "\"1e400\""), ("", "nothing"), ("1.2.3", "\"1.2.3\"")]
    {
        assert_eq!(line(&format!("coin.heads: {written}")), format!("{count} {shown}"));
    }
    assert_eq!(line("coin.heads: 1000000000000001"), format!("{count} \"1000000000000001\""));
    assert_eq!(line("coin.99999999999999999999: 1"), "line 2: the number \"99999999999999999999\" is too large");
    assert_eq!(
        line("coin.heads in coin: 1"),
        "line 2: expected `.` and a branch after the name of the site, found \": 1\""
    );
    assert_eq!(line("coin.heads at the top, depth x: 1"), "line 2: expected a depth, found \"x: 1\"");
    assert_eq!(line("coin.\"heads: 1"), "line 2: the closing quote of a name is missing");

    // Whatever is changed or cut off, it is read or it is an error.
    let text = number().like(&["12".to_owned()]).unwrap().weights().to_string();
    for at in 0..text.len() {
        let _ = text[..at].parse::<Weights>();
        for flip in [0x01, 0x02, 0x10, 0x20] {
            let mut damaged = text.clone().into_bytes();
            damaged[at] ^= flip;
            let damaged = String::from_utf8(damaged).unwrap();
            if let Ok(weights) = damaged.parse::<Weights>() {
                assert_eq!(weights.to_string().parse::<Weights>().unwrap(), weights);
                number().tuned(&weights).sample(at as u64);
            }
        }
    }
}

#[test]
fn examples_that_do_not_fit_and_wrong_numbers_are_said() {
    let error = number().like(&["12".to_owned(), "1x".to_owned()]).err().unwrap().to_string();
    assert!(error.contains("no arm") || error.contains("another value"), "{error}");
    let misuse = any::<Tree>().like(&[Leaf]).unwrap().smoothed(f64::NAN).try_sample(1).unwrap_err().to_string();
    assert!(misuse.contains("smoothing needs a number") && misuse.contains("tuning.rs"), "{misuse}");
    // Without examples nothing is known, and all is as it was.
    let nothing = any::<Tree>().like(&[]).unwrap();
    assert!((0..100).all(|seed| nothing.sample(seed) == any::<Tree>().sample(seed)));
}

#[test]
fn tuning_changes_chance_alone() {
    let tuned = any::<Json>().like(&[Json::Array(vec![Json::Null, Json::Bool(true)])]).unwrap();
    let other = Json::Object(vec![('a', Json::Maybe(None))]);
    assert_eq!(tuned.choices_of(&other).unwrap(), any::<Json>().choices_of(&other).unwrap());
    for seed in 0..100 {
        let (value, choices) = tuned.record(seed).unwrap();
        assert_eq!(value, tuned.sample(seed));
        assert_eq!(any::<Json>().replay(&choices).unwrap(), value);
        assert_eq!(any::<Json>().choices_of(&value).unwrap(), choices);
    }
    let named = vec_of(int(0..9u8).counted_as("digit"), 0..5).counted_as("list");
    assert_eq!(named.record(3).unwrap(), vec_of(0..9u8, 0..5).record(3).unwrap());
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&tuned);
}

#[test]
fn a_property_draws_tuned_values() {
    let tuned = any::<Tree>().like(&[node(Leaf, Leaf), Leaf]).unwrap();
    let report = astragal::Check::new()
        .seed(1)
        .run(vec_of(&tuned, 0..4), |trees| trees.iter().map(Tree::nodes).sum::<usize>() < 5);
    assert_eq!(report.failures.len(), 1);
    assert!(report.failures[0].minimal.drawn[0].text.matches("Node").count() == 5, "{report:?}");
}

/// Without the lines of branches that are never taken, and those of numbers.
fn taken(weights: &Weights) -> String {
    let text = weights.to_string();
    let is_branch = |line: &&str| !line.contains(['[', '/']) && !line.starts_with("vec.");
    text.lines().filter(|line| !line.ends_with(": 0")).filter(is_branch).map(|line| format!("{line}\n")).collect()
}

#[test]
fn recorded_cases_count_as_examples_do() {
    fn agree<G: Reflect<Value: PartialEq + Debug> + Clone>(generator: G) {
        for seed in 0..200 {
            let (value, choices) = generator.record(seed).unwrap();
            let as_example = generator.clone().like([&value]).unwrap();
            assert_eq!(taken(&Weights::of_cases([(&choices, 1.0)])), taken(as_example.weights()), "{value:?}");
        }
    }
    agree(any::<Json>());
    agree(any::<(Option<Tree>, Vec<Option<bool>>)>());
    agree(any::<Result<Option<Result<u8, bool>>, Option<u8>>>());
    agree(vec_of(number(), 0..4));
}

/// Steps of the cross-entropy method towards trees that are half of them empty and half of them large.
#[test]
fn weights_by_depth_reach_a_distribution_of_sizes_that_was_asked_for() {
    fn size(tree: &Tree) -> usize {
        match tree {
            Leaf => 0,
            Node(left, right) => 1 + size(left) + size(right),
        }
    }
    let bucket = |tree: &Tree| match size(tree) {
        0 => 0,
        1..=3 => 1,
        4..=10 => 2,
        _ => 3,
    };
    let wanted = [0.25f64; 4];
    let mut strategy = Strategy::random();
    let mut distances = Vec::new();
    for round in 0..7 {
        let trees = any::<Tree>().by(strategy.clone());
        let drawn: Vec<_> = (0..1_000).map(|seed| trees.record(round * 1_000 + seed).unwrap()).collect();
        let mut counts = [0.0f64; 4];
        drawn.iter().for_each(|(tree, _)| counts[bucket(tree)] += 1.0);
        let share = |at: usize| counts[at] / 1_000.0;
        distances.push((0..4).map(|at| (share(at) - wanted[at]).abs()).sum::<f64>() / 2.0);
        let weights = drawn.iter().map(|(tree, choices)| (choices, wanted[bucket(tree)] / share(bucket(tree))));
        strategy = Weights::of_cases(weights).to_strategy("tuned");
    }
    assert!(distances[0] > 0.3 && distances[6] < 0.08, "{distances:.3?}");
}
