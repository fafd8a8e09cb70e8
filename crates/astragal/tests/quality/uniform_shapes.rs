//! Uniform shapes, whatever the numbers of children; and weightings that are drawn, or see the constructor above a hole.

use std::collections::{BTreeMap, BTreeSet};

use astragal::prelude::*;
use astragal::shapes::{Holes, Holey, Strategy, Weighting, holey};
use astragal::source::Reason;

/// All shapes of a size: a place is empty, `.`, or a node around its children.
fn shapes(arities: &[usize], nodes: usize) -> BTreeSet<String> {
    forests(arities, nodes, 1).into_iter().collect()
}

fn forests(arities: &[usize], nodes: usize, places: usize) -> Vec<String> {
    if places == 0 {
        return if nodes == 0 { vec![String::new()] } else { vec![] };
    }
    let mut all: Vec<String> = forests(arities, nodes, places - 1).iter().map(|rest| format!(".{rest}")).collect();
    for &arity in arities.iter().filter(|_| nodes > 0) {
        for first in 0..nodes {
            for (children, rest) in forests(arities, first, arity).iter().flat_map(|children| {
                forests(arities, nodes - 1 - first, places - 1).into_iter().map(move |rest| (children, rest))
            }) {
                all.push(format!("({children}){rest}"));
            }
        }
    }
    all
}

/// Trees whose nodes have these numbers of children, the later ones rarely.
fn trees(arities: &[usize]) -> Holey<impl Holes<Value = String, Part = String> + Clone> {
    let arities = arities.to_vec();
    holey(
        (),
        move |src, ()| {
            let at = src.draw(0..arities.len()).min(src.draw(0..arities.len()));
            Some(((), vec![(); arities[at]]))
        },
        |()| ".".to_owned(),
        |(), children: Vec<String>| format!("({})", children.concat()),
    )
}

/// By chi-square, within five standard deviations.
fn assert_uniform(what: &str, expected: &BTreeSet<String>, cases: u64, draw: impl Fn(u64) -> String) {
    let mut counts: BTreeMap<&str, u64> = expected.iter().map(|shape| (shape.as_str(), 0)).collect();
    for seed in 0..cases {
        let shape = draw(seed);
        *counts.get_mut(shape.as_str()).unwrap_or_else(|| panic!("{what}: {shape} is none")) += 1;
    }
    let mean = cases as f64 / counts.len() as f64;
    assert!(mean >= 20.0, "{what}: too few cases");
    let statistic: f64 = counts.values().map(|&count| (count as f64 - mean).powi(2) / mean).sum();
    let freedom = counts.len() as f64 - 1.0;
    assert!((statistic - freedom).abs() <= 5.0 * (2.0 * freedom).sqrt(), "{what}: {statistic:.1} for {freedom}");
}

#[test]
fn all_shapes_are_equally_likely_whatever_the_numbers_of_children() {
    for (arities, nodes, count) in [
        (&[3][..], 3, 12),
        (&[3], 4, 55),
        (&[4], 3, 22),
        (&[1, 2], 4, 90),
        (&[0, 1, 2, 3], 2, 24),
        (&[0, 1, 2, 3], 3, 208),
        (&[0, 2], 4, 0),
        (&[2, 3], 3, 0),
        (&[1, 4], 3, 0),
    ] {
        let expected = shapes(arities, nodes);
        assert!(count == 0 || expected.len() == count, "{arities:?}: {}", expected.len());
        let generator = trees(arities).exactly(nodes).weighted(Weighting::uniform_over(arities.iter().copied()));
        assert_uniform(&format!("{arities:?}, {nodes}"), &expected, 40 * expected.len().max(25) as u64, |seed| {
            generator.sample(seed)
        });
    }
}

#[test]
fn the_number_of_children_is_known_where_it_is_a_type() {
    fn fixed<const N: usize>() -> Holey<impl Holes<Value = String>> {
        let node = |(), children: [String; N]| format!("({})", children.concat());
        holey((), |_, ()| Some(((), [(); N])), |()| ".".to_owned(), node).weighted(Weighting::uniform())
    }
    let (ternary, unary) = (fixed::<3>().exactly(4), fixed::<1>().exactly(4));
    assert_uniform("ternary", &shapes(&[3], 4), 3_000, |seed| ternary.sample(seed));
    assert_eq!(unary.sample(1), "((((.))))");
    assert_eq!(fixed::<7>().exactly(5_000).sample(1).matches('(').count(), 5_000);
}

#[test]
fn trees_side_by_side_are_uniform_together() {
    let pair = || trees(&[2]).and(trees(&[2])).exactly(4).map(|(one, other)| format!("{one}{other}"));
    let counted = pair();
    let walk = trees(&[2]).and(trees(&[2])).exactly(4).weighted(Weighting::uniform());
    let three = trees(&[3]).and(trees(&[3])).and(trees(&[3])).exactly(3).weighted(Weighting::uniform_over([3]));
    let three_binary = trees(&[2]).and(trees(&[2])).and(trees(&[2])).exactly(3).weighted(Weighting::uniform());
    let text = |((one, two), three): ((String, String), String)| format!("{one}{two}{three}");
    let set = |forests: Vec<String>| forests.into_iter().collect::<BTreeSet<_>>();
    assert_uniform("two by a walk", &set(forests(&[2], 4, 2)), 4_000, |seed| {
        let (one, other) = walk.sample(seed);
        format!("{one}{other}")
    });
    assert_uniform("three", &set(forests(&[3], 3, 3)), 4_000, |seed| text(three.sample(seed)));
    assert_uniform("three binary", &set(forests(&[2], 3, 3)), 4_000, |seed| text(three_binary.sample(seed)));
    // Holes that are chosen equally often favor what is bushy.
    let bushy = (0..2_000).filter(|&seed| !counted.sample(seed).contains("(((")).count();
    let by_walk = (0..2_000).filter(|&seed| !format!("{:?}", walk.sample(seed)).contains("(((")).count();
    assert!(bushy > by_walk, "{bushy} {by_walk}");
}

/// Two keys and three subtrees: holes close where no key is left.
fn search_trees(high: i64) -> Holey<impl Holes<Value = String> + Clone> {
    holey(
        (0, high),
        |src, &(low, high): &(i64, i64)| {
            if high - low < 1 {
                return None;
            }
            let first = src.draw(low..high);
            let second = src.draw(first + 1..=high);
            Some(((), [(low, first - 1), (first + 1, second - 1), (second + 1, high)]))
        },
        |_| ".".to_owned(),
        |(), children: [String; 3]| format!("({})", children.concat()),
    )
    .weighted(Weighting::uniform())
}

#[test]
fn contexts_that_close_few_holes_leave_shapes_uniform_and_sizes_exact() {
    let roomy = search_trees(i64::MAX / 2).exactly(3);
    let expected = shapes(&[3], 3);
    let mut counts = BTreeMap::new();
    for seed in 0..6_000 {
        *counts.entry(roomy.sample(seed)).or_insert(0u32) += 1;
    }
    assert_eq!(counts.keys().cloned().collect::<BTreeSet<_>>(), expected);
    // Keys at the boundaries close holes now and then.
    assert!(counts.values().all(|&count| (400..=600).contains(&count)), "{counts:?}");
    // Where many are closed, the nodes go to the others.
    for seed in 0..200 {
        assert_eq!(search_trees(99).exactly(20).sample(seed).matches('(').count(), 20);
    }
}

#[derive(Arbitrary, Debug)]
#[allow(dead_code)]
enum Ternary {
    Leaf,
    Node(Box<[Ternary; 3]>),
}

#[derive(Arbitrary, Debug)]
#[allow(dead_code)]
enum Expr {
    Val,
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
}

/// The text of a value as a shape: nodes are what has parts.
fn shape_of(text: &str, leaf: &str) -> String {
    let text = text.replace(leaf, ".");
    text.chars().filter(|sign| ".()".contains(*sign)).collect()
}

#[test]
fn strategies_make_shapes_of_derived_types_uniform() {
    let ternary = any::<Ternary>().by(Strategy::holey(Weighting::uniform()).exactly(4));
    assert_uniform("derived", &shapes(&[3], 4), 3_000, |seed| shape_of(&format!("{:?}", ternary.sample(seed)), "Leaf"));
    let mixed: Strategy = "holey:uniform:1,2".parse().unwrap();
    let mixed = any::<Expr>().by(mixed.exactly(4));
    assert_uniform("mixed", &shapes(&[1, 2], 4), 4_000, |seed| shape_of(&format!("{:?}", mixed.sample(seed)), "Val"));
    let error =
        any::<Expr>().by(Strategy::holey(Weighting::uniform()).exactly(4)).try_sample(1).unwrap_err().to_string();
    assert!(error.contains("Weighting::uniform_over([1])"), "{error}");
}

#[test]
fn what_cannot_be_counted_is_a_usage_error() {
    for (trees, message) in [
        (
            trees(&[1, 2]).exactly(50_000).weighted(Weighting::uniform_over([1, 2])),
            "50000 nodes with different numbers",
        ),
        (trees(&[1, 2]).exactly(9).weighted(Weighting::uniform_over([])), "without any number"),
        (trees(&[3]).exactly(9).weighted(Weighting::uniform_over([1, 2])), "3 children, which is none of"),
        (trees(&[3]).exactly(9).weighted(Weighting::uniform()), "Weighting::uniform_over([3])"),
    ] {
        let gave_up = trees.try_sample(1).unwrap_err();
        assert!(matches!(gave_up.reason(), Reason::Usage { .. }), "{gave_up}");
        assert!(gave_up.to_string().contains(message), "{gave_up}");
    }
}

fn depth(shape: &str) -> usize {
    let mut depth = 0;
    let below = |sign| match sign {
        '(' => {
            depth += 1;
            depth
        }
        ')' => {
            depth -= 1;
            depth
        }
        _ => depth,
    };
    shape.chars().map(below).max().unwrap_or(0)
}

/// The base of a weighting is another one for each value, and no choice of it.
#[test]
fn a_drawn_weighting_varies_shapes_and_is_not_recorded() {
    let weighting = Weighting::drawn(|src| Weighting::by_depth(src.draw(select([0.01, 1.0, 100.0]))));
    let drawn = trees(&[2]).exactly(31).weighted(weighting.clone());
    let depths: Vec<usize> = (0..300).map(|seed| depth(&drawn.sample(seed))).collect();
    let share = |range: std::ops::RangeInclusive<usize>| depths.iter().filter(|depth| range.contains(depth)).count();
    let (bushy, between, stringy) = (share(0..=6), share(7..=20), share(21..=31));
    assert!([bushy, between, stringy].iter().all(|&count| count > 60), "{bushy} {between} {stringy}");
    // The same tree has the same choices, whichever weighting it was grown by.
    let fixed = trees(&[2]).exactly(31);
    for seed in 0..50 {
        let (shape, choices) = drawn.record(seed).unwrap();
        assert_eq!(drawn.record(seed).unwrap(), (shape.clone(), choices.clone()));
        let (again, same) = fixed.replay_and_record(&choices).unwrap();
        assert_eq!((again, same), (shape, choices));
    }
    // In a strategy too.
    let exprs = any::<Ternary>().by(Strategy::holey(weighting).exactly(31));
    let depths: BTreeSet<usize> =
        (0..100).map(|seed| depth(&shape_of(&format!("{:?}", exprs.sample(seed)), "Leaf"))).collect();
    assert!(depths.len() > 10, "{depths:?}");
    let rejected = Weighting::drawn(|src| src.reject());
    let message = trees(&[2]).weighted(rejected).try_sample(1).unwrap_err().to_string();
    assert!(message.contains("no weighting could be drawn"), "{message}");
}

#[test]
fn a_weighting_sees_the_constructor_above_a_hole() {
    // What is negated does not grow.
    let weighting = Weighting::of(|tree, hole| match tree.parent(hole).map(|parent| tree.constructor(parent)) {
        Some("Neg") => 0.0,
        _ => 1.0,
    });
    let check = |texts: Vec<String>, what: &str| {
        assert!(texts.iter().all(|text| !text.contains("Neg(Neg") && !text.contains("Neg(Add")), "{what}");
        let negated = texts.iter().filter(|text| text.matches("Neg").count() > 1).count();
        assert!(negated * 10 > texts.len(), "{what}: {negated}");
    };
    let exprs = any::<Expr>().by(Strategy::holey(weighting.clone()));
    check((0..300).map(|seed| format!("{:?}", exprs.sample(seed))).collect(), "derived");
    // The labels of a holey generator are called what one says, also beside another one.
    let labelled = || {
        holey(
            (),
            |src, ()| Some(if src.draw(any::<bool>()) { ("Neg", vec![()]) } else { ("Add", vec![(); 2]) }),
            |()| "Val".to_owned(),
            |name, children: Vec<String>| format!("{name}({})", children.join(", ")),
        )
        .constructors(|name| name)
    };
    let one = labelled().nodes(..=20).weighted(weighting.clone());
    check((0..300).map(|seed| one.sample(seed)).collect(), "labelled");
    let both = labelled().and(labelled()).nodes(..=20).weighted(weighting);
    check((0..300).map(|seed| format!("{:?}", both.sample(seed))).collect(), "both");
}
