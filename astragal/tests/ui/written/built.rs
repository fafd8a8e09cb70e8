use astragal::prelude::*;

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

fn main() {
    let a_value_for_a_generator = built!(Node(Leaf, 0..10, built!(Leaf)));
    let of_another_type = built!(Node(built!(Leaf), 0..10u8, built!(Leaf)));
    let a_function = built!(node(0..10));
    let a_tuple = built!((0..10, 0..10));
    let a_hole = built!(Node(_, 0..10, _));
    let too_few = built!(Node(built!(Leaf), 0..10));
    let with_parameters = built!(Pair(0..10u8, any::<bool>())).sample(1);
    let forwards_only = built!(Some(int(0..10).map(|n| n + 1))).choices_of(&Some(3));
}
