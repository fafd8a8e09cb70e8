use astragal::built;

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}
use Tree::{Leaf, Node};

fn node(value: i64) -> Tree {
    Node(Box::new(Leaf), value, Box::new(Leaf))
}

struct Pair<A, B>(A, B);

fn a_value_for_a_generator() {
    let trees = built!(Node(Leaf, 0..10, built!(Leaf)));
}

fn a_generator_of_another_type() {
    let trees = built!(Node(built!(Leaf), 0..10u8, built!(Leaf)));
}

fn main() {
    let a_function = built!(node(0..10));
    let a_tuple = built!((0..10, 0..10));
    let holes = built!(Node(_, 0..10, _));
    let missing = built!(Pair(, 0..10));
    let nothing = built!();
}
