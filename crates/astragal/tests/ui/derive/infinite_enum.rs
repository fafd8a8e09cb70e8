use astragal::prelude::*;
use std::sync::Arc;

#[derive(Arbitrary)]
enum Endless {
    Node(Box<Endless>, Box<Endless>),
    Chain { next: Arc<Self> },
    #[arbitrary(skip)]
    Leaf,
}

fn main() {}
