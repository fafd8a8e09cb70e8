//! `weight` steers chance, and nothing else.

use astragal::prelude::*;

use crate::support::{check, counts, reflects};

#[derive(Debug, PartialEq, Arbitrary)]
enum Weighted {
    #[arbitrary(weight = 6)]
    Often(u8),
    Once,
    #[arbitrary(weight = 3)]
    Sometimes,
    #[arbitrary(weight = 0)]
    Never(u8),
}

#[test]
fn variants_are_drawn_by_their_weights() {
    let cases = 20_000;
    let counts: [u32; 4] = counts(cases, |value: &Weighted| match value {
        Weighted::Often(_) => 0,
        Weighted::Once => 1,
        Weighted::Sometimes => 2,
        Weighted::Never(_) => 3,
    });
    assert_eq!(counts[3], 0);
    // Pearson's statistic with two degrees of freedom exceeds 13.8 once in a thousand runs; the seeds are fixed.
    let chi_square: f64 = [6.0, 1.0, 3.0]
        .iter()
        .zip(counts)
        .map(|(weight, count)| {
            let expected = cases as f64 * weight / 10.0;
            (f64::from(count) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi_square < 13.8, "{counts:?}: {chi_square}");
}

#[test]
fn weight_zero_is_parsed_and_reflected() {
    reflects(&Weighted::Never(7));
    check(Weighted::Once);
}

#[derive(Debug, PartialEq, Arbitrary)]
enum WeightedTree {
    #[arbitrary(weight = 50)]
    Node(Box<WeightedTree>, Box<WeightedTree>),
    #[arbitrary(weight = 1)]
    Leaf,
    #[arbitrary(weight = 0)]
    Other(Box<WeightedTree>),
}

#[test]
fn a_recursive_type_ends_against_its_weights() {
    check(WeightedTree::Leaf);
    reflects(&WeightedTree::Other(Box::new(WeightedTree::Leaf)));
}

#[derive(Debug, PartialEq, Arbitrary)]
enum MostlyLeaf {
    Node(Box<MostlyLeaf>),
    #[arbitrary(weight = 9)]
    Leaf,
}

#[test]
fn the_weights_of_a_recursive_type_decide_in_place_of_its_size() {
    let counts: [u32; 2] = counts(2_000, |value: &MostlyLeaf| usize::from(*value == MostlyLeaf::Leaf));
    assert!((1_730..1_870).contains(&counts[1]), "{counts:?}");
}

#[derive(Debug, PartialEq, Arbitrary)]
enum OnlyEndHasNoWeight {
    Node(Box<OnlyEndHasNoWeight>),
    #[arbitrary(weight = 0)]
    End,
}

#[test]
fn an_end_of_weight_zero_is_taken_when_there_is_no_size_left() {
    check(OnlyEndHasNoWeight::End);
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Flags {
    #[arbitrary(weight = 1)]
    Off,
    #[arbitrary(weight = 99)]
    On,
}

#[test]
fn variants_without_fields_have_weights_too() {
    let counts: [u32; 2] = counts(10_000, |flag: &Flags| usize::from(*flag == Flags::On));
    assert!((50..160).contains(&counts[0]), "{counts:?}");
    check(Flags::Off);
}
