//! Recursion in closures, which is found out by trying.

use astragal::Source;
use astragal::laws::Laws;
use astragal::prelude::*;

type Tree = crate::search_tree::Tree<i32>;

/// Search trees by bounds, as one writes them down.
fn search_trees(low: i32, high: i32) -> impl Gen<Value = Tree> {
    from_fn(move |src| {
        if low > high {
            return Tree::Leaf;
        }
        let node = from_fn(move |src| {
            let key = src.draw(low..=high);
            let left = src.draw(search_trees(low, key - 1).boxed());
            let right = src.draw(search_trees(key + 1, high).boxed());
            Tree::Node(Box::new(left), key, Box::new(right))
        });
        src.draw(one_of![just(Tree::Leaf), node])
    })
}

/// Trees without bounds, and a weight for the node if there is one.
fn trees() -> impl Gen<Value = Tree> {
    from_fn(|src| src.draw(one_of![just(Tree::Leaf), from_fn(node)]))
}

fn node(src: &mut Source) -> Tree {
    let left = src.draw(trees().boxed());
    let right = src.draw(trees().boxed());
    Tree::Node(Box::new(left), 0, Box::new(right))
}

fn mean(sizes: &[usize]) -> f64 {
    sizes.iter().sum::<usize>() as f64 / sizes.len() as f64
}

#[test]
fn a_closure_that_calls_itself_grows_to_the_size() {
    for size in [10, 100] {
        let sizes: Vec<usize> = (0..2_000).map(|seed| trees().at_size(size as u32).sample(seed).len()).collect();
        assert!(sizes.iter().all(|&nodes| nodes <= 2 * size));
        assert!((mean(&sizes) / size as f64 - 1.0).abs() < 0.1, "{}", mean(&sizes));
        // Each size is about as likely as any other.
        let small = sizes.iter().filter(|&&nodes| nodes <= size / 2).count();
        assert!((400..600).contains(&small), "{small}");
    }
}

#[test]
fn bounds_leave_about_half_of_the_keys() {
    let trees = search_trees(0, 49).at_size(50);
    let drawn: Vec<Tree> = (0..2_000).map(|seed| trees.sample(seed)).collect();
    assert!(drawn.iter().all(Tree::is_search_tree));
    let sizes: Vec<usize> = drawn.iter().map(Tree::len).collect();
    assert!((15.0..30.0).contains(&mean(&sizes)), "{}", mean(&sizes));
}

#[test]
fn it_is_a_generator_like_any_other() {
    Laws::of(&search_trees(0, 9)).cases(30).forwards().unwrap();
    Laws::of(&vec_of(search_trees(0, 5), 0..4)).cases(10).forwards().unwrap();
}

#[test]
fn what_does_not_recur_is_as_likely_as_it_was() {
    let picks = from_fn(|src| src.draw(one_of![just(0), from_fn(|src| src.draw(1..10u8))]));
    let zeros = (0..10_000).filter(|&seed| picks.sample(seed) == 0).count();
    assert!((4_800..5_200).contains(&zeros), "{zeros}");
}

#[test]
fn weights_that_were_given_decide() {
    fn weighted() -> impl Gen<Value = usize> {
        from_fn(|src| {
            let deeper = from_fn(|src| 1 + src.draw(weighted().boxed()));
            src.draw(one_of![3 => just(0), 1 => deeper])
        })
    }
    let depths: Vec<usize> = (0..10_000).map(|seed| weighted().sample(seed)).collect();
    assert!((mean(&depths) - 1.0 / 3.0).abs() < 0.03, "{}", mean(&depths));
}
