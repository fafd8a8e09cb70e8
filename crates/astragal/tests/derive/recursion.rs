//! Types that contain themselves, with the end in every place and through every container.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use astragal::prelude::*;
use astragal::source::Plan;

use crate::support::{check, check_ambiguous, check_forwards, counts, reflects};

#[derive(Debug, PartialEq, Arbitrary)]
enum EndFirst {
    Leaf(u8),
    Node(Box<EndFirst>, Box<EndFirst>),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum EndLast {
    Node(Box<EndLast>, Box<EndLast>),
    Chain(Box<EndLast>),
    Leaf(u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum EndMiddle {
    Three(Box<EndMiddle>, Box<EndMiddle>, Box<EndMiddle>),
    Leaf,
    Chain { next: Box<Self>, tag: u8 },
}

#[test]
fn it_ends_wherever_the_end_is_written() {
    check(EndFirst::Leaf(0));
    check(EndLast::Leaf(0));
    check(EndMiddle::Leaf);
}

#[test]
fn the_simplest_rank_is_one_that_ends() {
    let plan = Plan::of_space(&any::<EndLast>().space(), false);
    assert_eq!((plan.arm(0), plan.is_recursive(), plan.is_infinite()), (2, true, false));
    let plan = Plan::of_space(&any::<EndMiddle>().space(), false);
    assert_eq!((plan.arm(0), plan.is_recursive(), plan.is_infinite()), (1, true, false));
}

#[test]
fn every_variant_is_drawn() {
    let counts: [u32; 3] = counts(1_000, |value: &EndMiddle| match value {
        EndMiddle::Three(..) => 0,
        EndMiddle::Leaf => 1,
        EndMiddle::Chain { .. } => 2,
    });
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

impl EndFirst {
    fn nodes(&self) -> usize {
        match self {
            EndFirst::Leaf(_) => 0,
            EndFirst::Node(left, right) => 1 + left.nodes() + right.nodes(),
        }
    }
}

#[test]
fn the_fields_of_a_variant_divide_its_size() {
    let nodes: Vec<usize> = (0..1_000).map(|seed| any::<EndFirst>().at_size(100).sample(seed).nodes()).collect();
    let (mean, most) = (nodes.iter().sum::<usize>() / nodes.len(), nodes.iter().max().copied().unwrap_or(0));
    assert!((30..=70).contains(&mean) && (70..=101).contains(&most), "mean {mean}, most {most}");
}

#[test]
fn a_value_larger_than_any_that_is_drawn_reflects() {
    astragal::source::deep(|| {
        let mut chain = EndLast::Leaf(9);
        for _ in 0..5_000 {
            chain = EndLast::Chain(Box::new(chain));
        }
        reflects(&chain);
    });
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Rose {
    name: u8,
    children: Vec<Rose>,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct RoseWrapper(Vec<RoseWrapper>);

#[derive(Debug, PartialEq, Arbitrary)]
struct Linked {
    value: u8,
    next: Option<Box<Self>>,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct LinkedWrapper(Option<Box<LinkedWrapper>>);

#[test]
fn structs_end_through_lists_and_options() {
    check(Rose { name: 0, children: Vec::new() });
    check(RoseWrapper(Vec::new()));
    check(Linked { value: 0, next: None });
    check(LinkedWrapper(None));
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Json {
    Object(BTreeMap<String, Json>),
    Array(Vec<Json>),
    Text(String),
    Number(i64),
    Bool(bool),
    Null,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Directory(HashMap<u8, Directory>);

#[test]
fn it_ends_through_maps() {
    check_ambiguous(Json::Null);
    check_ambiguous(Directory(HashMap::new()));
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Shared {
    Both(Rc<Shared>, Arc<Shared>),
    One(Rc<Shared>),
    None,
}

#[test]
fn it_ends_through_counted_pointers() {
    // These do not travel between threads; their generator does.
    astragal::source::deep(|| {
        for size in crate::support::SIZES {
            for seed in 0..1_000 {
                let (value, choices) = any::<Shared>().at_size(size).record(seed).expect("a value");
                assert_eq!(any::<Shared>().replay(&choices).expect("parses"), value);
                assert_eq!(any::<Shared>().choices_of(&value).expect("reflects"), choices);
            }
        }
        assert_eq!(any::<Shared>().replay(&Default::default()).expect("parses"), Shared::None);
    });
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Pairs {
    Grow((u8, Box<Pairs>), [Option<Box<Pairs>>; 2]),
    Stop,
}

#[test]
fn it_ends_through_tuples_and_arrays() {
    check(Pairs::Stop);
}

#[derive(Debug, PartialEq, Arbitrary)]
enum ShortestWay {
    /// Ends too, but in two steps.
    Through(Box<Step>, Option<Box<ShortestWay>>),
    Grow(Box<ShortestWay>),
    Direct(u8),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Step {
    End,
    Back(Box<ShortestWay>),
}

#[test]
fn the_simplest_value_takes_the_shortest_way() {
    check(ShortestWay::Direct(0));
}

/// An opaque part is still seen to be recursive.
#[derive(Debug, PartialEq, Arbitrary)]
enum OpaqueTree {
    Node(#[arbitrary(opaque)] Vec<OpaqueTree>, #[arbitrary(opaque)] Box<OpaqueTree>, Box<OpaqueTree>),
    Leaf,
}

#[test]
fn it_ends_through_opaque_fields() {
    check_forwards(OpaqueTree::Leaf);
}

#[derive(Debug, PartialEq, Arbitrary)]
struct EndsWithErr(Result<Box<EndsWithErr>, Vec<EndsWithErr>>);

#[derive(Debug, PartialEq, Arbitrary)]
struct EndsWithOk(Result<Vec<EndsWithOk>, Box<EndsWithOk>>);

#[derive(Debug, PartialEq, Arbitrary)]
struct EndsFarAway(Result<Box<EndsFarAway>, Box<MayEnd>>);

#[derive(Debug, PartialEq, Arbitrary)]
struct MayEnd(Option<Box<EndsFarAway>>);

#[test]
fn a_result_of_which_both_sides_recur_ends_with_the_side_that_can() {
    check(EndsWithErr(Err(vec![])));
    check(EndsWithOk(Ok(vec![])));
    check(EndsFarAway(Err(Box::new(MayEnd(None)))));
}

macro_rules! with_many_fields {
    ($name:ident: $($field:ident)+) => {
        #[derive(Debug, PartialEq, Arbitrary)]
        struct $name {
            $($field: bool,)+
            left: Option<Box<$name>>,
            right: Option<Box<$name>>,
        }
    };
}
with_many_fields! { Wide:
    a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7 c0 c1 c2 c3 c4 c5 c6 c7 d0 d1 d2 d3 d4 d5 d6 d7
    e0 e1 e2 e3 e4 e5 e6 e7 f0 f1 f2 f3 f4 f5 f6 f7 g0 g1 g2 g3 g4 g5 g6 g7 h0 h1 h2 h3 h4 h5 h6 h7
}

#[test]
fn parts_beyond_the_64th_share_the_size_too() {
    fn nodes(tree: &Wide) -> usize {
        1 + [&tree.left, &tree.right].into_iter().flatten().map(|tree| nodes(tree)).sum::<usize>()
    }
    let sizes: Vec<usize> = (0..200).map(|seed| nodes(&any::<Wide>().sample(seed))).collect();
    assert!(sizes.iter().all(|&size| size <= 101) && sizes.iter().any(|&size| size > 10), "{sizes:?}");
}
