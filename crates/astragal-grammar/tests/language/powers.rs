//! Every power of generators on trees: strategies, enumeration, frequencies, examples, shrinking, mutation, completion.

use astragal::backwards::Incomplete;
use astragal::learn::Context;
use astragal::prelude::*;
use astragal::shapes::{Frequencies, Strategy, Weighting, agata};
use astragal::spaces::Measure;
use astragal_grammar::{Language, Leaf, Spacing, Tree};

use crate::subjects::{ARITHMETIC, C, JSON, SEXPS, language};

fn all() -> [Language; 3] {
    [("arithmetic", ARITHMETIC), ("json", JSON), ("sexps", SEXPS)].map(|(name, rules)| language(name, rules))
}

/// How often rules with these labels are in a tree.
fn count(tree: &Tree, label: &str) -> usize {
    let grammar = tree.grammar();
    tree.rules().filter(|&rule| grammar.rule(rule).label.to_string() == label).count()
}

fn text(tree: &Tree) -> String {
    tree.to_text(Spacing::Minimal)
}

/// The tree of a text that is drawn for some seed.
fn tree(language: &Language, is_it: impl Fn(&Tree) -> bool) -> Tree {
    (0..100_000).map(|seed| language.clone().at_size(seed as u32 % 40).sample(seed)).find(is_it).unwrap()
}

#[test]
fn every_strategy_draws_what_it_plans() {
    for language in all() {
        // One weighting is for binary trees alone.
        for strategy in Strategy::known().filter(|strategy| strategy.to_string() != "holey:uniform") {
            let planned = language.clone().by(strategy.clone());
            let sizes: Vec<usize> = (0..100).map(|seed| planned.sample(seed).size()).collect();
            let most = sizes.iter().max().unwrap();
            assert!((5..100_000).contains(most), "{strategy} {language:?}: {most}");
            let tree = planned.sample(7);
            assert_eq!(language.replay(&language.choices_of(&tree).unwrap()).unwrap(), tree, "{strategy}");
        }
    }
    // A size that is demanded: constructors that recur, brackets among them.
    let recurring = ["Add", "Sub", "Mul", "Div", "_"];
    let ten = language("arithmetic", ARITHMETIC).by(Strategy::holey(Weighting::equal()).exactly(10));
    for seed in 0..50 {
        let tree = ten.sample(seed);
        let brackets = tree.leaves().filter(|leaf| leaf.text() == "(").count();
        let nodes: usize = recurring[..4].iter().map(|label| count(&tree, label)).sum();
        assert_eq!(nodes + brackets, 10, "{tree:?}");
    }
    let c = language("c", C).by(agata::linear());
    assert!((0..20).all(|seed| c.sample(seed).size() < 100_000));
}

#[test]
fn trees_are_enumerated_from_the_smallest_on() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let first: Vec<String> = (&arithmetic).iter().take(8).map(|tree| text(&tree)).collect();
    assert_eq!(first[..4], ["a", "0", "aa", "b"]);
    // By the number of constructors alone there are finitely many of each size, and each is one of them.
    let json = language("json", JSON);
    let few = Measure::tiers().constructor("String", 3).constructor("Number", 3).constructor("Member", 3);
    let measured = (&json).measured(few);
    for size in 0..4 {
        let all: Vec<Tree> = measured.of_size(size).collect();
        assert_eq!(measured.count(size).to_string(), all.len().to_string());
        for (rank, tree) in all.iter().enumerate() {
            assert_eq!(measured.nth_of_size(size, &rank.into()).as_ref(), Some(tree));
        }
    }
    for language in all() {
        for rank in [0u32, 1, 7, 1_000, 123_456_789] {
            let tree = (&language).nth(&rank.into()).unwrap();
            assert!((&language).rank(&tree).unwrap() <= rank.into(), "{tree}");
        }
        let uniform = (&language).uniform(6);
        let mut seen: Vec<String> = (0..50).map(|seed| text(&uniform.sample(seed))).collect();
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 20, "{language:?}: {seen:?}");
        assert!((&language).tiers().take(4).map(Iterator::count).sum::<usize>() > 5);
    }
}

#[test]
fn frequencies_are_met() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let wanted = Frequencies::new().ratio("Mul", 3.0, "Add").without("Div");
    let frequent = arithmetic.with_frequencies(wanted).unwrap();
    let trees: Vec<Tree> = (0..300).map(|seed| frequent.sample(seed)).collect();
    let of = |label: &str| trees.iter().map(|tree| count(tree, label)).sum::<usize>() as f64;
    assert!((2.5..3.5).contains(&(of("Mul") / of("Add"))), "{} {}", of("Mul"), of("Add"));
    assert_eq!(of("Div"), 0.0);
    let json = language("json", JSON);
    let planned = json.with_frequencies(Frequencies::new().ratio("Null", 5.0, "True")).unwrap();
    let trees: Vec<Tree> = (0..300).map(|seed| planned.sample(seed)).collect();
    let of = |label: &str| trees.iter().map(|tree| count(tree, label)).sum::<usize>() as f64;
    assert!((4.0..6.0).contains(&(of("Null") / of("True"))), "{} {}", of("Null"), of("True"));
    assert!(language("sexps", SEXPS).with_frequencies(Frequencies::new().ratio("Atom", 2.0, "Lambda")).is_err());
}

#[test]
fn examples_teach() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let sums =
        tree(&arithmetic, |tree| count(tree, "Add") == 3 && tree.rules().count() < 20 && count(tree, "Mul") == 0);
    let like = arithmetic.clone().like([&sums]).unwrap();
    let absent: Vec<&str> = ["Sub", "Mul", "Div"].into_iter().filter(|label| count(&sums, label) == 0).collect();
    for seed in 0..100 {
        let drawn = like.sample(seed);
        assert!(absent.iter().all(|label| count(&drawn, label) == 0), "{drawn} is not like {sums}");
    }
    assert!((0..100).any(|seed| count(&like.sample(seed), "Add") > 1));
    let unlike = arithmetic.clone().unlike([&sums]).unwrap().by_context(Context::Site);
    let adds: usize = (0..100).map(|seed| count(&unlike.sample(seed), "Add")).sum();
    assert_eq!(adds, 0);
    for language in all() {
        let example = tree(&language, |tree| tree.size() > 10);
        let like = language.like([&example]).unwrap().smoothed(1.0);
        assert!((0..20).all(|seed| like.try_sample(seed).is_ok()));
    }
}

/// The worked example of Inputs from Hell: of the text `12`, each production counts as often as it is in the tree.
#[test]
fn a_text_teaches_how_often_each_production_is_taken() {
    let rules = r#"
        End.   Num   ::=
        More.  Num   ::= Digit Num
        One.   Digit ::= "1"
        Two.   Digit ::= "2"
        Three. Digit ::= "3"
    "#;
    let numbers = language("numbers", rules).texts(Spacing::Minimal);
    let example = ["12".to_string()];
    let is_close = |chances: &[(String, f64)], wanted: &[(&str, f64)]| {
        let as_wanted =
            |&(label, chance): &(&str, f64)| chances.iter().any(|(of, is)| of == label && (is - chance).abs() < 1e-12);
        chances.len() == wanted.len() && wanted.iter().all(as_wanted)
    };
    let common = numbers.clone().like(&example).unwrap();
    let (num, digit) = (common.chances("Num"), common.chances("Digit"));
    assert!(is_close(&num, &[("End", 1.0 / 3.0), ("More", 2.0 / 3.0)]), "{num:?}");
    assert!(is_close(&digit, &[("One", 0.5), ("Two", 0.5), ("Three", 0.0)]), "{digit:?}");
    let uncommon = numbers.unlike(&example).unwrap();
    let (num, digit) = (uncommon.chances("Num"), uncommon.chances("Digit"));
    assert!(is_close(&num, &[("End", 2.0 / 3.0), ("More", 1.0 / 3.0)]), "{num:?}");
    assert!(is_close(&digit, &[("One", 0.0), ("Two", 0.0), ("Three", 1.0)]), "{digit:?}");

    // What is drawn is as likely as the products of these.
    let likely = |text: &str| common.plain_probability_of(&text.to_string()).unwrap().value();
    assert!((likely("12") - 4.0 / 9.0 / 4.0 / 3.0).abs() < 1e-12, "{}", likely("12"));
    assert_eq!(likely("3"), 0.0);
    let drawn: Vec<String> = (0..200).map(|seed| uncommon.sample(seed)).collect();
    assert!(drawn.iter().all(|text| text.chars().all(|c| c == '3')) && drawn.iter().any(|text| text.len() > 1));
}

/// What is in tokens is learned too, and how long lists are.
#[test]
fn texts_teach_their_characters_and_lengths() {
    let texts = language("json", JSON).texts(Spacing::Minimal);
    let example = r#"{"bab":[1,1,1,1],"abba":["a","b","ab","ba"]}"#.to_string();
    let like = texts.clone().like([&example]).unwrap().by_context(Context::Parent);
    for seed in 0..200 {
        let text = like.sample(seed);
        assert!(text.chars().all(|c| "{}[]:,\"1ab".contains(c)), "{text}");
        let lists = text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        assert!(lists.map(|list| list.split(',').count()).all(|count| (3..=5).contains(&count)), "{text}");
    }
    // Each place of a token counts for itself: the first letter, and those after it.
    let words = language("words", "Word. Word ::= Name").texts(Spacing::Minimal);
    let unlike = words.unlike([&"abba".to_string()]).unwrap();
    for seed in 0..100 {
        let word = unlike.sample(seed);
        assert!(!word.starts_with('a') && !word[1..].contains(['a', 'b']), "{word}");
    }
}

#[test]
fn trees_shrink_to_what_matters() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let large = tree(&arithmetic, |tree| count(tree, "Div") > 1 && count(tree, "Sub") > 0 && tree.size() > 30);
    let shrunk = arithmetic.shrink(&large, |tree| count(tree, "Div") > 0).unwrap();
    assert_eq!(text(&shrunk.value), "0/0");
    let shrunk = arithmetic.shrink(&large, |tree| count(tree, "Div") > 0 && count(tree, "Sub") > 0).unwrap();
    assert!(["0-0/0", "0/0-0", "(0-0)/0", "0/(0-0)"].contains(&text(&shrunk.value).as_str()), "{}", shrunk.value);

    // Elements of a list are deleted wherever they are, and a part takes the place of the whole.
    let json = language("json", JSON);
    let large = tree(&json, |tree| count(tree, "True") > 1 && count(tree, "Object") > 2 && count(tree, "Array") > 2);
    let has_true = |tree: &Tree| count(tree, "True") > 0;
    assert_eq!(text(&json.shrink(&large, has_true).unwrap().value), "true");
    let in_array = |tree: &Tree| text(tree).contains("[") && text(tree).contains("true");
    assert_eq!(text(&json.shrink(&large, in_array).unwrap().value), "[true]");
    let twice = json.shrink(&large, |tree| count(tree, "True") > 1).unwrap();
    assert!(["[true,true]", r#"{"":true,"":true}"#].contains(&text(&twice.value).as_str()), "{}", twice.value);

    let sexps = language("sexps", SEXPS);
    let large = tree(&sexps, |tree| tree.leaves().filter(|leaf| matches!(leaf, Leaf::Token(..))).count() > 8);
    let three = |tree: &Tree| tree.leaves().filter(|leaf| matches!(leaf, Leaf::Token(..))).count() >= 3;
    assert_eq!(sexps.shrink(&large, three).unwrap().value.leaves().count(), 5);
}

#[test]
fn trees_are_mutated_within_the_language() {
    for language in all() {
        let start = tree(&language, |tree| tree.size() > 15);
        let mut others = 0;
        for seed in 0..50 {
            let other = language.mutate(&start, seed).unwrap();
            assert!(language.can_make(&other).is_ok(), "{other}");
            others += usize::from(other != start);
        }
        assert!(others > 40, "{others}");
        let near = language.clone().near(&start).unwrap();
        assert!((0..20).all(|seed| language.can_make(&near.sample(seed)).is_ok()));
    }
}

#[test]
fn holes_of_a_tree_are_filled() {
    let json = language("json", JSON);
    let start =
        tree(&json, |tree| count(tree, "Object") == 1 && count(tree, "Member") == 2 && count(tree, "Array") == 0);
    // The value of the first member.
    let value = |tree: &Tree| -> String { text(tree).split_once(':').unwrap().0.to_owned() };
    let mut texts: Vec<String> = (0..30)
        .map(|seed| {
            let open = Incomplete::new(start.clone()).without(|tree| {
                let mut node = tree.root();
                while node.label().to_string() != "Member" {
                    node = node.parts().find_map(Result::ok).unwrap();
                }
                node.parts().find_map(Result::ok).unwrap().spot()
            });
            let filled = json.complete(&open, seed).unwrap();
            assert_eq!(value(&filled), value(&start));
            text(&filled)
        })
        .collect();
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 10, "{texts:?}");
}

#[test]
fn what_is_not_of_the_language_is_rejected() {
    let arithmetic = language("arithmetic", ARITHMETIC);
    let sum = tree(&arithmetic, |tree| count(tree, "Add") == 1 && tree.size() < 10 && !text(tree).contains('('));
    let factors = arithmetic.category("Exp2").unwrap();
    let error = factors.can_make(&sum).unwrap_err().to_string();
    assert!(error.contains("is not a rule of `Exp2` that is drawn"), "{error}");
    let error = language("json", JSON).can_make(&sum).unwrap_err().to_string();
    assert_eq!(error, "the tree is one of another grammar");
    let error = arithmetic.category("Nothing").unwrap_err().to_string();
    assert_eq!(error, "the grammar `arithmetic` has no category `Nothing`");
}

/// A condition that no grammar can state: a document whose field `length` is the length of its field `data`.
#[test]
fn conditions_on_trees_are_filters() {
    let rules = r#"
        Packet. Packet ::= "{" "length" Integer "data" String "}"
    "#;
    let is_right = |packet: &Tree| {
        let tokens: Vec<&str> =
            packet.leaves().filter(|leaf| matches!(leaf, Leaf::Token(..))).map(Leaf::text).collect();
        tokens[0].parse() == Ok(tokens[1].chars().count() - 2)
    };
    let packets = language("packets", rules);
    let right = packets.clone().filter(is_right);
    let drawn =
        (0..30).filter_map(|seed| right.try_sample(seed).ok()).inspect(|packet| assert!(is_right(packet))).count();
    assert!(drawn > 20, "{drawn}");
    assert_eq!(text(&right.simplest().unwrap()), r#"{length0data""}"#);
    let found = right.guided().sample(1);
    assert!(is_right(&found));
}
