//! Mutation makes what it should: every kind of edit is reached, results are well formed and nearly always new.

use std::collections::{HashMap, HashSet};

use astragal::Choices;
use astragal::choices::{Mutator, Writer};
use astragal::source::Rng;

const MUTANTS: usize = 30_000;

fn parse(body: &str) -> Choices {
    format!("astragal choices 1\n{body}").parse().unwrap()
}

/// A printed sequence parses to the same again only if its spans nest in order and its numbers are below their bounds.
fn check_well_formed(choices: &Choices) {
    assert_eq!(choices.to_string().parse().as_ref(), Ok(choices));
}

/// How often one mutator makes what of a sequence.
fn mutants(of: &Choices) -> HashMap<Choices, usize> {
    let mut mutator = Mutator::new(1);
    let mut times = HashMap::new();
    for _ in 0..MUTANTS {
        *times.entry(mutator.mutate(of)).or_default() += 1;
    }
    times.keys().for_each(check_well_formed);
    times
}

/// That each of some results is made often enough to come from one edit, and not from several that happened to meet.
fn assert_reached(of: &str, results: &[&str]) {
    let made = mutants(&parse(of));
    for result in results {
        let times = made.get(&parse(result)).copied().unwrap_or(0);
        assert!(times >= MUTANTS / 500, "made {times} times from\n{of}:\n{result}");
    }
}

/// A tree with lists and spans that hold spans of the same name.
fn tree(rng: &mut Rng) -> Choices {
    let mut writer = Writer::default();
    writer.open("root");
    for _ in 0..4 {
        let elements = rng.up_to(4);
        writer.open("list");
        writer.put(elements, 9);
        for _ in 0..elements {
            writer.open("Expr");
            writer.put_pick(1, 3, "Expr", "Neg");
            writer.open("Expr");
            writer.put_pick(0, 3, "Expr", "Val");
            writer.put(rng.up_to(99), 99);
            writer.close();
            writer.close();
        }
        writer.close();
        writer.put(rng.word(), u64::MAX);
    }
    writer.finish()
}

fn trees() -> Vec<Choices> {
    let mut rng = Rng::new(5);
    (0..20).map(|_| tree(&mut rng)).collect()
}

#[test]
fn numbers_go_to_extremes_neighbours_powers_and_copies() {
    assert_reached(
        "100 of 1001\n",
        &[
            "0 of 1001\n",
            "1 of 1001\n",
            "1000 of 1001\n",
            "99 of 1001\n",
            "101 of 1001\n",
            "64 of 1001\n",
            "128 of 1001\n",
        ],
    );
    let values: HashSet<u64> = mutants(&parse("5 of 50\n")).keys().flat_map(|made| made.numbers().next()).collect();
    assert_eq!(values.len(), 50, "all numbers below the bound");
    let unbounded = |value: &str| format!("{value} of 2^64\n");
    assert_reached(&unbounded("5000000000000"), &[&unbounded("0"), &unbounded("1")]);
    assert_reached(
        "a {\n11 of 999999999999\n7 of 8\n123456789012 of 999999999999\n}\n",
        &["a {\n123456789012 of 999999999999\n7 of 8\n123456789012 of 999999999999\n}\n"],
    );
}

#[test]
fn a_changed_pick_loses_the_name_of_its_branch() {
    assert_reached("Expr.Add 1 of 2\n", &["Expr.\"\" 0 of 2\n"]);
}

#[test]
fn elements_of_a_list_are_deleted_duplicated_and_swapped() {
    let list = "list {\n3 of 10\n15 of 20\n16 of 20\nx {\n17 of 20\n}\n}\n";
    assert_reached(
        list,
        &[
            "list {\n2 of 10\n15 of 20\nx {\n17 of 20\n}\n}\n",
            "list {\n2 of 10\n15 of 20\n16 of 20\n}\n",
            "list {\n4 of 10\n15 of 20\n16 of 20\n16 of 20\nx {\n17 of 20\n}\n}\n",
            "list {\n4 of 10\n15 of 20\n16 of 20\nx {\n17 of 20\n}\nx {\n17 of 20\n}\n}\n",
            "list {\n3 of 10\nx {\n17 of 20\n}\n16 of 20\n15 of 20\n}\n",
        ],
    );
}

#[test]
fn a_length_at_its_bound_is_not_raised() {
    assert_reached("list {\n2 of 3\n15 of 20\n16 of 20\n}\n", &["list {\n2 of 3\n15 of 20\n15 of 20\n16 of 20\n}\n"]);
}

#[test]
fn units_outside_lists_are_deleted_duplicated_and_swapped() {
    assert_reached(
        "7 of 8\npair {\n5 of 6\n4 of 6\n}\n",
        &[
            "7 of 8\n",
            "pair {\n5 of 6\n4 of 6\n}\n",
            "7 of 8\n7 of 8\npair {\n5 of 6\n4 of 6\n}\n",
            "7 of 8\npair {\n5 of 6\n}\n",
            "7 of 8\npair {\n4 of 6\n5 of 6\n}\n",
            "pair {\n5 of 6\n4 of 6\n}\n7 of 8\n",
        ],
    );
}

#[test]
fn spans_of_one_name_are_swapped_and_spliced_across_parents() {
    assert_reached(
        "a {\nExpr {\n11 of 20\n}\n}\nb {\nExpr {\nExpr {\n12 of 20\n}\n13 of 20\n}\n}\n",
        &[
            // swapped
            "a {\nExpr {\nExpr {\n12 of 20\n}\n13 of 20\n}\n}\nb {\nExpr {\n11 of 20\n}\n}\n",
            // replaced by a span from elsewhere
            "a {\nExpr {\n12 of 20\n}\n}\nb {\nExpr {\nExpr {\n12 of 20\n}\n13 of 20\n}\n}\n",
            // replaced by a span that was nested in it
            "a {\nExpr {\n11 of 20\n}\n}\nb {\nExpr {\n12 of 20\n}\n}\n",
        ],
    );
}

#[test]
fn a_span_is_not_replaced_by_one_around_it() {
    let made = mutants(&parse("Expr {\nExpr {\n12 of 20\n}\n13 of 20\n}\n"));
    let grown = made.get(&parse("Expr {\nExpr {\nExpr {\n12 of 20\n}\n13 of 20\n}\n13 of 20\n}\n"));
    assert!(grown.copied().unwrap_or(0) < MUTANTS / 500, "{grown:?}");
}

#[test]
fn mutants_differ_from_their_original() {
    let flat = [Choices::from_numbers([1]), Choices::from_numbers([0, 0, 0]), Choices::from_numbers(1..100)];
    let mut mutator = Mutator::new(3);
    for original in trees().iter().chain(&flat) {
        let changed = (0..500).filter(|_| mutator.mutate(original) != *original).count();
        assert!(changed > 495, "{changed} of 500 for {original}");
    }
}

#[test]
fn chains_of_mutants_and_crosses_stay_well_formed() {
    let trees = trees();
    let mut mutator = Mutator::new(4);
    let mut current = trees[0].clone();
    for round in 0..3_000 {
        current = mutator.mutate(&current);
        check_well_formed(&current);
        if round % 3 == 0 {
            current = mutator.cross(&current, &trees[round % trees.len()]);
            check_well_formed(&current);
        }
        if current.is_empty() || current.len() > 500 {
            current = trees[round % trees.len()].clone();
        }
    }
}

#[test]
fn a_cross_takes_a_span_of_the_same_name() {
    let one = parse("a {\nx {\n1 of 10\n}\ny {\n2 of 10\n}\n}\n");
    let other = parse("b {\ny {\n7 of 10\n8 of 10\n}\n}\n");
    for seed in 0..20 {
        let made = Mutator::new(seed).cross(&one, &other);
        assert_eq!(made, parse("a {\nx {\n1 of 10\n}\ny {\n7 of 10\n8 of 10\n}\n}\n"));
    }
}

#[test]
fn a_cross_without_a_shared_name_joins_a_start_and_a_rest() {
    let one = parse("a {\n1 of 10\nx {\n2 of 10\n}\n3 of 10\n}\n");
    let other = parse("b {\nc {\n5 of 10\n6 of 10\n7 of 10\n}\n}\n");
    let made: HashSet<Choices> = (0..50).map(|seed| Mutator::new(seed).cross(&one, &other)).collect();
    let expected = ["a {\n1 of 10\n6 of 10\n7 of 10\n}\n", "a {\n1 of 10\nx {\n2 of 10\n}\n7 of 10\n}\n"];
    assert_eq!(made, expected.map(parse).into());
}

#[test]
fn crosses_mostly_differ_from_both_parents() {
    let trees = trees();
    let mut mutator = Mutator::new(6);
    let new = (0..1_000).filter(|&round| {
        let (one, other) = (&trees[round % 20], &trees[round / 20 % 20]);
        let made = mutator.cross(one, other);
        made != *one && made != *other
    });
    let new = new.count();
    assert!(new > 900, "{new}");
}

#[test]
fn the_same_seed_makes_the_same() {
    let (one, other) = (&trees()[0], &trees()[1]);
    let run = |seed| {
        let mut mutator = Mutator::new(seed);
        (0..50).map(|_| (mutator.mutate(one), mutator.cross(one, other))).collect::<Vec<_>>()
    };
    assert_eq!(run(9), run(9));
    assert_ne!(run(9), run(10));
}

#[test]
fn odd_sequences_do_no_harm() {
    let mut deep = Writer::default();
    (0..2_000).for_each(|_| deep.open("Deep"));
    deep.put(1, 1);
    let odd = [
        Choices::default(),
        parse("0 of 1\n"),
        parse("a {\n}\n"),
        parse("a {\na {\n}\n}\na {\n}\n"),
        parse("list {\n0 of 1\n}\n"),
        parse("\"\" {\n1 of 2\n\"\" {\n}\n}\n"),
        Choices::from_numbers([u64::MAX, 0, 1 << 63]),
        deep.finish(),
    ];
    let mut mutator = Mutator::new(2);
    for one in &odd {
        for _ in 0..30 {
            check_well_formed(&mutator.mutate(one));
        }
        for other in &odd {
            check_well_formed(&mutator.cross(one, other));
        }
    }
}

#[test]
fn growth_ends() {
    let mut writer = Writer::default();
    (0..40_000).for_each(|_| writer.open("Deep"));
    writer.put(1, 1);
    // To appear twice, an outer span would need more room than there is.
    let deep = writer.finish();
    let mut mutator = Mutator::new(7);
    for _ in 0..50 {
        for made in [mutator.mutate(&deep), mutator.cross(&deep, &deep)] {
            assert!(made.len() + made.spans().len() <= 65_536);
        }
    }
}
