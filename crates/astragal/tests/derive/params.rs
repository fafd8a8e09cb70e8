//! Types with parameters, `#[arbitrary(params = Limits)]`: what `any_with` makes of them.

use std::collections::BTreeMap;

use astragal::generators::{SharedParams, any_with};
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::spaces::Enumerate;

/// Not `Clone`, not `Default`: nothing more is asked of parameters.
#[derive(Debug)]
struct Limits {
    max: u32,
    version: u8,
}

const fn limits(max: u32) -> Limits {
    Limits { max, version: 1 }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = Limits)]
struct Doc {
    #[arbitrary(with = 0..=params.max)]
    n: u32,
    #[arbitrary(default = params.version)]
    version: u8,
    flag: bool,
}

/// Every place where parameters are seen, in a type that recurs.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = Limits)]
enum Tree {
    Node(Box<Tree>, Box<Self>),
    #[arbitrary(filter = |tree| tree.sum() % 2 == params.max % 2)]
    Leaf(#[arbitrary(with = 0..=params.max)] u32),
    Many(#[arbitrary(with = vec_of(any_with::<Tree>(params), 0..=params.max as usize))] Vec<Tree>),
    Open(Option<Box<Tree>>),
    Named(BTreeMap<bool, Tree>),
    Document(#[arbitrary(with = any_with::<Doc>(params))] Doc),
    End,
}

impl Tree {
    fn sum(&self) -> u32 {
        self.leaves().into_iter().sum()
    }

    fn leaves(&self) -> Vec<u32> {
        match self {
            Tree::Node(left, right) => [left.leaves(), right.leaves()].concat(),
            Tree::Leaf(n) => vec![*n],
            Tree::Many(trees) => trees.iter().flat_map(Tree::leaves).collect(),
            Tree::Open(tree) => tree.iter().flat_map(|tree| tree.leaves()).collect(),
            Tree::Named(trees) => trees.values().flat_map(Tree::leaves).collect(),
            Tree::Document(doc) => vec![doc.n],
            Tree::End => vec![],
        }
    }
}

#[test]
fn every_part_keeps_to_the_parameters() {
    for max in [0, 1, 5] {
        let (trees, mut most) = (any_with::<Tree>(limits(max)), 0);
        for seed in 0..500 {
            most = most.max(trees.sample(seed).leaves().into_iter().max().unwrap_or(0));
        }
        assert_eq!(most, max);
    }
}

#[test]
fn the_laws_hold_with_parameters() {
    Laws::of(&any_with::<Doc>(limits(3))).backwards().unwrap();
    Laws::of(&any_with::<Tree>(limits(3))).backwards().unwrap();
    Laws::of(&any_with::<Vec<Doc>>(limits(1))).backwards().unwrap();
}

#[test]
fn parameters_bound_what_is_counted_and_what_fits() {
    let docs = |max| any_with::<Doc>(limits(max));
    assert_eq!((docs(0).iter().count(), docs(3).iter().count()), (2, 8));
    let doc = Doc { n: 3, version: 1, flag: false };
    assert!(docs(3).choices_of(&doc).is_ok());
    assert_eq!(docs(2).choices_of(&doc).unwrap_err().to_string(), "at Doc: 3 is not in 0..=2");
    let other = Limits { max: 3, version: 2 };
    assert_eq!(
        any_with::<Doc>(other).choices_of(&doc).unwrap_err().to_string(),
        "at Doc: `Doc.version` is not its default"
    );
}

#[test]
fn generators_of_a_type_with_other_parameters_are_others() {
    let both = (any_with::<Doc>(limits(1)), any_with::<Doc>(limits(4)));
    assert_eq!(both.clone().iter().count(), 4 * 10);
    let doc = Doc { n: 4, version: 1, flag: true };
    assert!(both.choices_of(&(Doc { n: 1, ..doc.clone() }, doc.clone())).is_ok());
    assert!(both.choices_of(&(doc.clone(), doc.clone())).is_err());
    // The same value, taken apart with both: what is known of one says nothing of the other.
    let either = one_of![few: any_with::<Tree>(limits(1)), more: any_with::<Tree>(limits(5))];
    let tree = Tree::Node(Box::new(Tree::Leaf(5)), Box::new(Tree::End));
    let choices = either.choices_of(&tree).unwrap();
    assert_eq!(either.replay(&choices).unwrap(), tree);
}

#[test]
fn shared_parameters_are_the_same_ones() {
    let params = SharedParams::new(limits(2));
    let (one, other) = (any_with::<Tree>(&params), any_with::<Tree>(params.clone()));
    assert_eq!((params.max, format!("{params:?}")), (2, "Limits { max: 2, version: 1 }".to_string()));
    assert!((0..50).all(|seed| one.sample(seed) == other.sample(seed)));
    assert_eq!(format!("{:?}", one.clone()), "TreeGenerator");
}

/// With defaults, so that it has a usual generator too.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = u8)]
struct Wrapper(#[arbitrary(with = 0..=**params)] u8);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Outer {
    wrapper: Wrapper,
    wrappers: Vec<Wrapper>,
    #[arbitrary(with = any_with::<Wrapper>(9))]
    other: Wrapper,
}

#[test]
fn default_parameters_are_those_of_the_usual_generator() {
    assert_eq!(any::<Wrapper>().iter().count(), 1);
    assert_eq!(any_with::<Wrapper>(9).iter().count(), 10);
    let outer = Outer { wrapper: Wrapper(0), wrappers: vec![Wrapper(0)], other: Wrapper(9) };
    assert!(any::<Outer>().choices_of(&outer).is_ok());
    assert!(any::<Outer>().choices_of(&Outer { wrapper: Wrapper(1), ..outer }).is_err());
    crate::support::check(Outer { wrapper: Wrapper(0), wrappers: vec![], other: Wrapper(0) });
}

/// Generic, with constants, and with parameters of its own parameter.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = (usize, std::marker::PhantomData<T>))]
struct Table<T, const N: usize> {
    #[arbitrary(with = vec_of(any::<[T; N]>(), 0..=params.0))]
    rows: Vec<[T; N]>,
}

#[test]
fn generic_types_have_parameters() {
    Laws::of(&any_with::<Table<bool, 2>>((2, std::marker::PhantomData))).backwards().unwrap();
    assert_eq!(any_with::<Table<bool, 2>>((1, std::marker::PhantomData)).iter().count(), 5);
    assert_eq!(any::<Table<bool, 1>>().iter().count(), 1);
}

/// It makes other parameters for itself, without end.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = u32)]
struct Nested {
    #[arbitrary(with = vec_of(any_with::<Nested>(params.saturating_sub(1)), 0..=(**params).min(2) as usize))]
    inside: Vec<Nested>,
}

impl Nested {
    fn depth(&self) -> usize {
        self.inside.iter().map(|inside| 1 + inside.depth()).max().unwrap_or(0)
    }
}

#[test]
fn a_type_may_make_other_parameters_for_itself() {
    let nested = any_with::<Nested>(3);
    assert_eq!((0..200).map(|seed| nested.sample(seed).depth()).max(), Some(3));
    Laws::of(&nested).cases(20).backwards().unwrap();
    // Its description would not end, so it has an opaque part, and is not counted.
    assert_eq!(nested.space().opaque_parts().collect::<Vec<_>>(), ["Nested"]);
}

/// More variants than are matched: their functions are in tables.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = Limits)]
enum Wide {
    A,
    B(#[arbitrary(with = 0..=params.max)] u32),
    C(Box<Wide>),
    D(u8, #[arbitrary(default = params.version)] u8),
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
}

/// Units whose fields are all parameters.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = Limits)]
struct Constant {
    #[arbitrary(default = params.max)]
    max: u32,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(params = Limits)]
enum Pick {
    One(#[arbitrary(default = params.max)] u32),
    Two,
}

#[test]
fn every_layout_sees_its_parameters() {
    Laws::of(&any_with::<Wide>(limits(3))).backwards().unwrap();
    Laws::of(&any_with::<Pick>(limits(3))).backwards().unwrap();
    assert_eq!(any_with::<Constant>(limits(7)).sample(1), Constant { max: 7 });
    assert_eq!(any_with::<Pick>(limits(7)).iter().collect::<Vec<_>>(), [Pick::One(7), Pick::Two]);
}

macro_rules! declared {
    ($name:ident) => {
        #[derive(Debug, Clone, PartialEq, Arbitrary)]
        #[arbitrary(params = Limits)]
        struct $name(#[arbitrary(with = 0..=params.max)] u32);
    };
}
declared!(Declared);

#[test]
fn a_macro_can_declare_a_type_with_parameters() {
    assert_eq!(any_with::<Declared>(limits(1)).iter().count(), 2);
}

#[property]
fn an_argument_has_parameters(
    #[from(any_with::<Doc>(limits(3)))] doc: Doc,
    #[from(any_with::<Tree>(limits(1)))] tree: &Tree,
) {
    assert!(doc.n <= 3 && tree.leaves().iter().all(|n| *n <= 1));
}
