//! Values with holes, `partial!`: completed by what the generator draws there.

use std::collections::BTreeSet;
use std::rc::Rc;

use astragal::partial;
use astragal::prelude::*;

use crate::trees::Tree::{self, Leaf, Node};
use crate::trees::bst;

#[test]
fn the_holes_of_a_search_tree_are_filled_in_order() {
    let partial = partial!(Node(Node(_, 1, _), 5, _));
    assert_eq!(partial.holes(), 3);
    let mut found = BTreeSet::new();
    for seed in 0..100 {
        let tree = bst(0, 9).complete(&partial, seed).unwrap();
        let Node(left, 5, _) = &tree else { panic!("{tree:?}") };
        assert!(matches!(&**left, Node(_, 1, _)), "{tree:?}");
        assert!(tree.is_search_tree(), "{tree:?}");
        found.insert(tree.keys());
    }
    assert!(found.len() > 20, "{}", found.len());
}

#[test]
fn a_key_may_be_a_hole_and_what_follows_depends_on_it() {
    let partial = partial!(Node(_, _, Node(Leaf, 7, _)));
    for seed in 0..100 {
        let tree = bst(0, 9).complete(&partial, seed);
        // Where the key that is drawn leaves no room for 7, there is no way to go on.
        if let Ok(tree) = tree {
            assert!(tree.is_search_tree() && tree.keys().contains(&7), "{tree:?}");
        }
    }
    assert!((0..20).any(|seed| bst(0, 9).complete(&partial, seed).is_ok()));
}

#[test]
fn what_is_given_must_fit() {
    let mismatch = bst(0, 9).complete(&partial!(Node(Node(_, 6, _), 5, _)), 1).unwrap_err();
    assert!(mismatch.to_string().contains("6 is not in 0..=4"), "{mismatch}");
}

#[test]
fn derived_generators_are_completed_too() {
    let partial = partial!(Node(_, 3, Node(Leaf, _, _)));
    let tree = any::<Tree>().complete(&partial, 3).unwrap();
    let Node(_, 3, right) = tree else { panic!("{tree:?}") };
    assert!(matches!(&*right, Node(left, ..) if **left == Leaf));
    let whole: astragal::backwards::Incomplete<Tree> = partial!(_);
    assert!(bst(4, 4).complete(&whole, 1).is_ok());
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
#[arbitrary(filter = |span| span.from < span.to)]
struct Span {
    from: u8,
    to: u8,
    name: String,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Mark {
    #[arbitrary(filter = |mark| matches!(mark, Mark::Between(from, to) if from < to))]
    Between(u8, u8),
    Nowhere,
}

#[test]
fn a_condition_on_a_derived_type_is_judged_when_the_holes_are_filled() {
    for seed in 0..50 {
        let span = any::<Span>().complete(&partial!(Span { from: 100, to: _, name: "here" }), seed).unwrap();
        assert!(span.from == 100 && span.to > 100 && span.name == "here", "{span:?}");
        let marks =
            vec_of(any::<Mark>(), 2).complete(&partial!(vec![Mark::Between(_, 200), Mark::Nowhere]), seed).unwrap();
        assert!(matches!(marks[..], [Mark::Between(from, 200), Mark::Nowhere] if from < 200), "{marks:?}");
    }
    assert!(any::<Span>().complete(&partial!(Span { from: 255, to: _, name: _ }), 1).is_err());
    assert!(any::<Span>().choices_of(&Span { from: 2, to: 1, name: String::new() }).is_err());
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Order {
    name: String,
    items: Vec<(u8, bool)>,
    note: Option<Rc<u16>>,
    sizes: [u8; 2],
}

#[test]
fn fields_lists_options_arrays_and_pointers() {
    let extra = 3;
    let partial = partial!(Order { name: "tea", items: vec![(extra + 1, _), _], note: Some(_), sizes: [_, 7] });
    assert_eq!(partial.holes(), 4);
    let order = any::<Order>().complete(&partial, 5).unwrap();
    assert_eq!((order.name.as_str(), order.items.len(), order.items[0].0, order.sizes[1]), ("tea", 2, 4, 7));
    assert!(order.note.is_some());
    let boxed = partial!(Node(Box::new(_), 1, Box::new(Leaf)));
    assert!(any::<Tree>().complete(&boxed, 2).is_ok());
}
